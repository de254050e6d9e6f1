//! The command line of `tianyuan-loadtests`.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::process::Command;

#[test]
fn a_fault_that_nobody_knows_is_refused_with_those_that_there_are() {
    let out = Command::new(env!("CARGO_BIN_EXE_tianyuan-loadtests"))
        .args(["fault", "earthquake", "--program", "tianyuan"])
        .output()
        .unwrap();
    let said = String::from_utf8(out.stderr).unwrap();
    assert!(!out.status.success());
    assert!(said.contains("one of: all, kill, pause,"), "{said}");
}
