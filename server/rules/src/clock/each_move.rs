//! A time for each move, be it seconds or days: every move has it whole.

use super::TimeLeft;

/// What each turn begins with.
pub(super) const fn full(move_ms: u64) -> TimeLeft {
    TimeLeft { main_ms: move_ms, periods: 0, stint_ms: 0, moves: 0 }
}
