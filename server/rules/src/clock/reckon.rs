//! The arithmetic of the clocks: what a turn costs, and when a side loses.
//!
//! Everything saturates, so that no reading of a strange journal can overflow.

use super::{ClockSetup, RoomMs, TimeLeft};

impl RoomMs {
    /// The moment `ms` milliseconds later.
    #[must_use]
    pub const fn plus(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this moment; 0 if that is not earlier.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl ClockSetup {
    /// What each side has at the beginning.
    #[must_use]
    pub const fn full(&self) -> TimeLeft {
        match *self {
            Self::Absolute { main_ms } => TimeLeft { main_ms, periods: 0 },
            Self::Byoyomi { main_ms, periods, .. } => TimeLeft { main_ms, periods },
        }
    }

    /// How long a turn that begins with `left` may last: a side whose turn has lasted exactly this
    /// many milliseconds has lost (包干 at 0; 读秒 with the last period used up whole).
    #[must_use]
    pub const fn limit_ms(&self, left: TimeLeft) -> u64 {
        match *self {
            Self::Absolute { .. } => left.main_ms,
            Self::Byoyomi { period_ms, .. } => {
                left.main_ms.saturating_add(period_ms.saturating_mul(left.periods as u64))
            }
        }
    }

    /// What is left of `left` when a turn ends after `elapsed_ms`. A period is lost only when used
    /// up whole: exactly `period_ms` uses one, less costs nothing. Nothing is left of a lost turn.
    #[must_use]
    pub fn after(&self, left: TimeLeft, elapsed_ms: u64) -> TimeLeft {
        let main_ms = left.main_ms.saturating_sub(elapsed_ms);
        let periods = match *self {
            Self::Absolute { .. } => left.periods,
            Self::Byoyomi { period_ms, .. } => {
                let over_ms = elapsed_ms.saturating_sub(left.main_ms);
                let used = over_ms / period_ms.max(1);
                left.periods.saturating_sub(u16::try_from(used).unwrap_or(u16::MAX))
            }
        };
        TimeLeft { main_ms, periods }
    }
}
