//! The binary as people call it: what it prints, where, and with which exit code.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod admin;
mod audit;
mod convert;
mod process;
mod refusals;
mod score;
mod serve;
mod settings;
mod sgf;
#[path = "../support/mod.rs"]
mod support;
