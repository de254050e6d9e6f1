//! SGF against the files that broke other programs, against real games, and on any input at all.
#![allow(clippy::unwrap_used, reason = "a test says what broke by panicking")]

mod cleaning;
#[path = "../board/fixtures.rs"]
#[allow(dead_code, reason = "shared with the board's tests, which use all of it")]
mod fixtures;
mod games;
mod ours;
mod properties;
mod reading;
mod streaming;
mod torture;

/// A file of the fixtures' folder.
fn bytes(file: &str) -> Vec<u8> {
    let path = fixtures::folder(file).unwrap().join(file);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
