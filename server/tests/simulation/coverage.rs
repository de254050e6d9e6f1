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
    "absence claimed",
    "absence claimed too soon",
    "answer already_accepted",
    "answer already_asked",
    "answer already_marked",
    "answer bad_clock",
    "answer bad_moment",
    "answer busy",
    "answer done",
    "answer done again",
    "answer game_over",
    "answer id_reused",
    "answer ko",
    "answer no_stone",
    "answer no_such_request",
    "answer not_a_player",
    "answer not_a_referee",
    "answer not_absent",
    "answer not_in_this_game",
    "answer not_your_turn",
    "answer occupied",
    "answer own_turn",
    "answer paused",
    "answer referee_called",
    "answer seal_expected",
    "answer stale_ply",
    "answer stale_revision",
    "answer suicide",
    "answer too_often",
    "answer wrong_phase",
    "audience shown an event late",
    "audience shown the end",
    "crash after the append",
    "crash before the append",
    "crash between commands",
    "event accepted",
    "event adjourning",
    "event agreement_opened",
    "event arrived",
    "event asked_again",
    "event call_closed answered",
    "event call_closed expired",
    "event call_closed withdrawn",
    "event clock_set",
    "event continued",
    "event ended agreed",
    "event ended both_lose",
    "event ended counting",
    "event ended forfeit",
    "event ended resignation",
    "event ended ruled",
    "event ended time",
    "event lapsed",
    "event marked",
    "event missed",
    "event opened",
    "event passed",
    "event paused absence",
    "event paused agreed",
    "event paused referee",
    "event play_resumed",
    "event played",
    "event read",
    "event reading_restarted",
    "event referee_called",
    "event request_closed accepted",
    "event request_closed declined",
    "event request_closed expired",
    "event request_closed withdrawn",
    "event requested adjourn",
    "event requested continue",
    "event requested draw",
    "event requested pause",
    "event requested time",
    "event requested undo",
    "event restored",
    "event ruled",
    "event seal_lost",
    "event sealed",
    "event started",
    "event stones_ruled",
    "event time_added",
    "event turn_lost",
    "event undone",
    "event warned",
    "event warning_withdrawn",
    "every room asleep",
    "line kept, and nobody told so",
    "line not known to be said",
    "line not theirs to say",
    "line said",
    "players hear the others after the end",
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
