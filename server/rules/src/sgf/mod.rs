//! SGF: the records of games.
