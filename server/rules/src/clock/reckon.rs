//! The arithmetic of the clocks: what a turn costs, and when a side loses.
//!
//! Everything saturates, so that no reading of a strange journal can overflow.

use super::{ClockSetup, RoomMs, TimeLeft, byoyomi, canadian, each_move, fischer};

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

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
    /// The official form "time limit T with the last R minutes read": main time T − R, and R periods
    /// of a minute. Without minutes to read it is 包干; none when more is read than there is.
    #[must_use]
    pub fn time_limit(total_ms: u64, last_minutes: u16) -> Option<Self> {
        let main_ms = total_ms.checked_sub(MINUTE_MS * u64::from(last_minutes))?;
        Some(match last_minutes {
            0 => Self::Absolute { main_ms },
            periods => Self::Byoyomi { main_ms, periods, period_ms: MINUTE_MS, last_passes: false },
        })
    }

    /// What each side has at the beginning.
    #[must_use]
    pub const fn full(&self) -> TimeLeft {
        match *self {
            Self::Absolute { main_ms } | Self::Fischer { main_ms, .. } => each_move::full(main_ms),
            Self::Byoyomi { main_ms, periods, .. } => TimeLeft { main_ms, periods, stint_ms: 0, moves: 0 },
            Self::Canadian { main_ms, moves, stint_ms, .. } => {
                TimeLeft { main_ms, periods: 0, stint_ms, moves }
            }
            Self::Simple { move_ms } | Self::Correspondence { move_ms, .. } => each_move::full(move_ms),
            Self::Unlimited => each_move::full(0),
        }
    }

    /// How long a turn that begins with `left` may last: a side whose turn has lasted exactly this
    /// many milliseconds has lost. None without a clock.
    #[must_use]
    pub const fn limit_ms(&self, left: TimeLeft) -> Option<u64> {
        match *self {
            Self::Absolute { .. }
            | Self::Fischer { .. }
            | Self::Simple { .. }
            | Self::Correspondence { .. } => Some(left.main_ms),
            Self::Byoyomi { period_ms, .. } => Some(byoyomi::limit_ms(left, period_ms)),
            Self::Canadian { .. } => Some(canadian::limit_ms(left)),
            Self::Unlimited => None,
        }
    }

    /// What is left of `left` when a turn has lasted `elapsed_ms` and goes on. Nothing is left of a
    /// lost turn.
    #[must_use]
    pub fn spent(&self, left: TimeLeft, elapsed_ms: u64) -> TimeLeft {
        match *self {
            Self::Absolute { .. }
            | Self::Fischer { .. }
            | Self::Simple { .. }
            | Self::Correspondence { .. } => {
                TimeLeft { main_ms: left.main_ms.saturating_sub(elapsed_ms), ..left }
            }
            Self::Byoyomi { period_ms, .. } => byoyomi::spent(left, period_ms, elapsed_ms),
            Self::Canadian { .. } => canadian::spent(left, elapsed_ms),
            Self::Unlimited => left,
        }
    }

    /// What is left of `left` when a move or a pass ends a turn of `elapsed_ms`, which is less than
    /// its [`limit_ms`](Self::limit_ms).
    #[must_use]
    pub fn moved(&self, left: TimeLeft, elapsed_ms: u64) -> TimeLeft {
        let spent = self.spent(left, elapsed_ms);
        match *self {
            Self::Absolute { .. } | Self::Byoyomi { .. } | Self::Unlimited => spent,
            Self::Fischer { increment_ms, cap_ms, .. } => fischer::moved(spent, increment_ms, cap_ms),
            Self::Canadian { moves, stint_ms, carry_over, .. } => {
                canadian::moved(spent, moves, stint_ms, carry_over)
            }
            Self::Simple { move_ms } | Self::Correspondence { move_ms, .. } => each_move::full(move_ms),
        }
    }

    /// Whether nobody sits through the game: it is by correspondence or has no clock.
    #[must_use]
    pub const fn is_slow(&self) -> bool {
        matches!(self, Self::Correspondence { .. } | Self::Unlimited)
    }

    /// The vacation that a side has at the beginning, in milliseconds.
    #[must_use]
    pub const fn vacation_ms(&self) -> u64 {
        match *self {
            Self::Correspondence { vacation_days, .. } => vacation_days as u64 * DAY_MS,
            Self::Absolute { .. }
            | Self::Byoyomi { .. }
            | Self::Fischer { .. }
            | Self::Canadian { .. }
            | Self::Simple { .. }
            | Self::Unlimited => 0,
        }
    }

    /// What is left of `left` when a turn of `elapsed_ms` is broken off without a move: nothing is added, and
    /// nobody loses by it. Where each move has its time, the next has it whole.
    #[must_use]
    pub(crate) fn broken_off(&self, left: TimeLeft, elapsed_ms: u64) -> TimeLeft {
        let most_ms = self.limit_ms(left).map_or(0, |limit_ms| limit_ms.saturating_sub(1));
        match *self {
            Self::Simple { move_ms } | Self::Correspondence { move_ms, .. } => each_move::full(move_ms),
            Self::Absolute { .. }
            | Self::Byoyomi { .. }
            | Self::Fischer { .. }
            | Self::Canadian { .. }
            | Self::Unlimited => self.spent(left, elapsed_ms.min(most_ms)),
        }
    }

    /// How long an answer outside the clocks may take, of which `usual_ms` is the usual: games that
    /// nobody sits through leave as long as for a move, or a day.
    #[must_use]
    pub const fn answer_ms(&self, usual_ms: u64) -> u64 {
        match *self {
            Self::Correspondence { move_ms, .. } => move_ms,
            Self::Unlimited => DAY_MS,
            Self::Absolute { .. }
            | Self::Byoyomi { .. }
            | Self::Fischer { .. }
            | Self::Canadian { .. }
            | Self::Simple { .. } => usual_ms,
        }
    }
}
