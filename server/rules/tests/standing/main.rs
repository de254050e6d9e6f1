//! What players are: ranks, ratings, and whom they meet.
#![allow(clippy::unwrap_used, reason = "a test says what broke by panicking")]

mod dice;
mod list;
mod matching;
mod optimum;
mod ranks;
mod ratings;
mod simulation;
