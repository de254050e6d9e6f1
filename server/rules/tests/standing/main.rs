//! What players are: ranks, ratings, and whom they meet.
#![allow(clippy::unwrap_used, reason = "a test says what broke by panicking")]

mod list;
mod ranks;
mod ratings;
