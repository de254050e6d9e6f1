//! The rules of the house, held by a test: who may use whom, how long things may be, what is never written.
//!
//! Works on the text of the sources with comments and strings blanked out ([`source`]); it is not a compiler,
//! and what the compiler or clippy can hold is not held here.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod layers;
mod lengths;
mod lessons;
mod manifests;
mod quick;
mod source;
mod words;

use std::fmt::Write as _;

/// Fails with every finding at once, so that one run shows all there is to mend.
fn none(findings: &[String], advice: &str) {
    let mut text = String::new();
    for finding in findings {
        let _ = writeln!(text, "  {finding}");
    }
    assert!(findings.is_empty(), "{advice}\n{text}");
}
