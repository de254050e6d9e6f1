//! 读秒: periods of which each is lost only when used up whole.

use super::TimeLeft;

/// How long a turn may last: exactly so long uses up the last period too.
pub(super) const fn limit_ms(left: TimeLeft, period_ms: u64) -> u64 {
    left.main_ms.saturating_add(period_ms.saturating_mul(left.periods as u64))
}

/// What is left after `elapsed_ms` of a turn: exactly `period_ms` uses one period, less costs nothing.
pub(super) fn spent(left: TimeLeft, period_ms: u64, elapsed_ms: u64) -> TimeLeft {
    let used = elapsed_ms.saturating_sub(left.main_ms) / period_ms.max(1);
    TimeLeft {
        main_ms: left.main_ms.saturating_sub(elapsed_ms),
        periods: left.periods.saturating_sub(u16::try_from(used).unwrap_or(u16::MAX)),
        ..left
    }
}
