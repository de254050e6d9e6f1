//! The online rating beside the rank (RULES 9): Glicko-2 from rated games, overall and per class of
//! board and speed, with its deviation.
//!
//! | what | published |
//! | --- | --- |
//! | which games count, and why another does not | [`counts`] |
//! | classes of boards and speeds | [`Class`] |
//! | what handicap and komi are worth | [`Odds`] |
//! | where an account starts | [`Start`] |
//! | how a rating moves, and grows uncertain | [`Rating`] |
//! | what moderators look at first | [`signals`] |
//!
//! A [`Book`] is all ratings after some games, in the order of [`Game::key`]. Ratings are a function
//! of those games and nothing else, to the last bit and on every machine: annulling one is a replay
//! without it. Nothing is ever annulled here; whoever annuls does so in public, by
//! [`Game::annulled`].
//!
//! Deliberately absent: ranks follow no rating, and ratings no rank but at the start.

mod book;
mod class;
mod counting;
mod glicko;
mod odds;
pub mod signals;

pub use book::{Book, Change, Key, OutOfOrder, Scope, Start};
pub use class::{Boards, Class, Speed};
pub use counting::{Finished, Game, Uncounted, counts, least_moves};
pub use glicko::{
    DEVIATION_LEAST, DEVIATION_MOST, PERIOD_MS, PROVISIONAL, Rating, TAU, VALUE_MIDDLE, VOLATILITY_MOST,
    VOLATILITY_START, expectation,
};
pub(crate) use odds::ranks_at;
pub use odds::{
    Odds, POINTS_A_DAN, POINTS_A_KYU, RANKS_MOST, VALUE_OF_FIRST_DAN, VALUE_OF_PROFESSIONALS, value_of,
};
