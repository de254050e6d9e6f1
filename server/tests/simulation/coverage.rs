//! What the runs have reached: a simulation that never gets to a state proves nothing about it.

use std::collections::BTreeMap;
use std::fmt;

/// Counts by name.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    counts: BTreeMap<String, u64>,
}

/// What must have been reached at least once.
const WANTED: &[&str] = &[
    "answer already_accepted",
    "answer already_marked",
    "answer busy",
    "answer done",
    "answer done again",
    "answer game_over",
    "answer id_reused",
    "answer ko",
    "answer no_stone",
    "answer not_a_player",
    "answer not_your_turn",
    "answer occupied",
    "answer stale_ply",
    "answer stale_revision",
    "answer suicide",
    "answer wrong_phase",
    "crash after the append",
    "crash before the append",
    "crash between commands",
    "event accepted",
    "event agreement_opened",
    "event asked_again",
    "event ended counting",
    "event ended resignation",
    "event ended time",
    "event lapsed",
    "event marked",
    "event opened",
    "event passed",
    "event play_resumed",
    "event played",
    "event read",
    "event restored",
    "every room asleep",
    "store away",
    "store busy",
    "store failed, nothing written",
    "store failed, written all the same",
    "store slow",
    "watch lagged",
    "watch resumed",
    "watch snapshot",
    "write of a dead node refused",
];

impl Coverage {
    pub(crate) fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (what, count) in &other.counts {
            *self.counts.entry(what.clone()).or_default() += count;
        }
    }

    /// Fails when something was never reached.
    pub(crate) fn check(&self) {
        let missing: Vec<&&str> = WANTED.iter().filter(|what| !self.counts.contains_key(**what)).collect();
        assert!(missing.is_empty(), "never reached: {missing:?}");
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in &self.counts {
            writeln!(f, "{count:>9} {what}")?;
        }
        Ok(())
    }
}
