//! What the tests of the server share: servers that they start for themselves, and visible skips.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

pub mod planted;
pub mod postgres;
pub mod redis;
pub mod sentinel;
pub mod servers;
pub mod smtp;

use std::io::Write;

/// Says, past the capture of the test harness, that a test was skipped. A failure where skips are
/// forbidden (`TIANYUAN_NO_SKIP=1`).
pub fn skip(test: &str, why: &str) {
    let line = format!("SKIPPED {test}: {why}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
    assert_ne!(std::env::var("TIANYUAN_NO_SKIP").as_deref(), Ok("1"), "skips are forbidden: {line}");
}
