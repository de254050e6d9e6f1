//! 加时: time is added with every move.

use super::TimeLeft;

/// What is left once a move has ended a turn that left `left`. The cap limits only what the increment
/// adds: a clock that is above it already keeps what it has.
pub(super) fn moved(left: TimeLeft, increment_ms: u64, cap_ms: Option<u64>) -> TimeLeft {
    let filled = left.main_ms.saturating_add(increment_ms);
    let main_ms = cap_ms.map_or(filled, |cap| filled.min(cap).max(left.main_ms));
    TimeLeft { main_ms, ..left }
}
