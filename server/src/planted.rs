//! Faults that tests plant in the server, and points at which they have it abort.
//!
//! A suite that finds nothing proves nothing until it is seen to find something: each [`Fault`] breaks one promise, and the
//! unchanged suite must fail on it. The points lie around the append of a move, where an abort does the most harm.
//! Both are asked for by the environment of one process, so that nothing else is touched by them.
//! Deliberately absent: the product. The feature `planted` is on in no build but that of the tests (`tests/tidy`).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Names the fault that this process has.
pub const PLANTED: &str = "TIANYUAN_PLANTED";
/// Names a point, and the how manyth command aborts the process when it passes there: `committed:3`.
pub const ABORT_AT: &str = "TIANYUAN_ABORT_AT";

/// A promise that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A command is acknowledged before its event is durable.
    AcknowledgedEarly,
    /// A node that was replaced may still write.
    EpochUnchecked,
    /// A restored room does not know which commands it has carried out.
    AnswersForgotten,
    /// A restored room charges the time in which nobody served it.
    OutageCharged,
    /// A private game is shown to anybody.
    HiddenShown,
}

impl Fault {
    /// Its name in the environment.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AcknowledgedEarly => "acknowledged_early",
            Self::EpochUnchecked => "epoch_unchecked",
            Self::AnswersForgotten => "answers_forgotten",
            Self::OutageCharged => "outage_charged",
            Self::HiddenShown => "hidden_shown",
        }
    }
}

/// Before a room hands an event to the journal.
pub const APPEND: &str = "append";
/// Everything is written, nothing is committed.
pub const COMMIT: &str = "commit";
/// The transaction is committed, and nobody knows of it.
pub const COMMITTED: &str = "committed";
/// The room knows that its event is durable.
pub const APPENDED: &str = "appended";
/// The room has changed by it, and has told nobody.
pub const EVOLVED: &str = "evolved";
/// The sockets of all who watch have it, who sent the command has no answer.
pub const PUBLISHED: &str = "published";
/// The answer is on its way.
pub const ANSWERED: &str = "answered";
/// All of them, in the order of a move.
pub const POINTS: [&str; 7] = [APPEND, COMMIT, COMMITTED, APPENDED, EVOLVED, PUBLISHED, ANSWERED];

/// Whether this process has a fault.
#[must_use]
pub fn is(fault: Fault) -> bool {
    static NAME: OnceLock<Option<String>> = OnceLock::new();
    NAME.get_or_init(|| std::env::var(PLANTED).ok()).as_deref() == Some(fault.name())
}

/// A point is passed, by a command if `counts`, unless it is the one at which this process aborts.
///
/// # Panics
/// When the environment asks for something that is not there.
pub fn pass(point: &str, counts: bool) {
    static ASKED: OnceLock<Option<(String, u64)>> = OnceLock::new();
    static PASSED: AtomicU64 = AtomicU64::new(0);
    let asked = ASKED.get_or_init(|| {
        let text = std::env::var(ABORT_AT).ok()?;
        let parts = text.split_once(':').and_then(|(name, nth)| Some((name.to_owned(), nth.parse().ok()?)));
        let asked = parts.filter(|(name, _)| POINTS.contains(&name.as_str()));
        Some(asked.unwrap_or_else(|| panic!("{ABORT_AT}={text}: there is no such point")))
    });
    if let Some((name, nth)) = asked
        && counts
        && name == point
        && PASSED.fetch_add(1, Ordering::AcqRel) + 1 == *nth
    {
        std::process::abort();
    }
}
