//! The rules against GNU Go 3.8, over the Go Text Protocol: after every move of random and real
//! games both programs name the same legal plays, the same stones and the same prisoners.
//!
//! `TIANYUAN_GNUGO` names the program if it is neither on the path nor in `/usr/games`; without one
//! the tests are skipped visibly, and fail under `TIANYUAN_NO_SKIP=1`. `TIANYUAN_GNUGO_GAMES`
//! multiplies the number of games (1 unless set; 20 is the full size), `TIANYUAN_SEED` chooses them.
//!
//! What GNU Go does differently, and how it is kept out:
//! - it has boards up to 19×19 only, so larger ones are not compared;
//! - it remembers 500 moves and forgets the positions before them, so games are shorter than that;
//! - `--allow-suicide` still forbids a single stone's; `--allow-all-suicide` is what it is run with;
//! - it looks for repetition as if the stones of a suicide stayed on the board, so under superko the
//!   points of suicide are left out of the comparison (and are played on all the same);
//! - under situational superko it takes who moved next for whose turn it was, and we the opponent of
//!   who moved last, so the sides strictly move by turns in those games;
//! - it has no natural situational superko, and none of its options stands for that rule here.
#![allow(clippy::unwrap_used, reason = "a test says what broke by panicking")]

#[path = "../board/fixtures.rs"]
#[allow(dead_code, reason = "not every test needs all of it")]
mod fixtures;
mod program;
mod random;
mod real;
mod score;
mod script;
