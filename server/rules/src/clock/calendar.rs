//! The days of 通信棋 (RULES 6): which of them a clock counts.
//!
//! Weeks are those of Universal Time, so that no summer time moves a deadline: a clock with the weekend stop
//! stands from Saturday 00:00 up to Monday 00:00. Room time knows no days; a calendar is told the wall time of room
//! time 0 and works on from there. Both directions are exact to the millisecond.
//! Deliberately absent: holidays, time zones, and vacations, which are a player's own.

use super::RoomMs;

const DAY_MS: i128 = 24 * 60 * 60 * 1000;
const WEEK_MS: i128 = 7 * DAY_MS;
/// From Monday to Friday.
const WORK_MS: i128 = 5 * DAY_MS;
/// The first Monday of Unix time, which began on a Thursday.
const MONDAY_MS: i128 = 4 * DAY_MS;

/// Which milliseconds of room time a clock counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    /// Wall time of room time 0, where weekends are left out.
    zero_ms: Option<i64>,
}

impl Calendar {
    /// Every day counts.
    #[must_use]
    pub const fn every_day() -> Self {
        Self { zero_ms: None }
    }

    /// Saturdays and Sundays do not count; room time 0 was at `zero_ms`, in Unix milliseconds.
    #[must_use]
    pub const fn weekdays(zero_ms: i64) -> Self {
        Self { zero_ms: Some(zero_ms) }
    }

    /// How many milliseconds count from one moment up to another; 0 if that is not later.
    #[must_use]
    pub fn work_ms(self, from: RoomMs, to: RoomMs) -> u64 {
        let Some(zero_ms) = self.zero_ms.filter(|_| from < to) else { return to.since(from) };
        let worked = worked_ms(wall(zero_ms, to)) - worked_ms(wall(zero_ms, from));
        u64::try_from(worked).unwrap_or(u64::MAX)
    }

    /// The first moment by which `work_ms` milliseconds have counted since `from`.
    #[must_use]
    pub fn after(self, from: RoomMs, work_ms: u64) -> RoomMs {
        let Some(zero_ms) = self.zero_ms.filter(|_| work_ms > 0) else { return from.plus(work_ms) };
        let wanted = worked_ms(wall(zero_ms, from)) + i128::from(work_ms);
        // The last millisecond of a week's work ends on Saturday 00:00, not on Monday.
        let weeks = (wanted - 1).div_euclid(WORK_MS);
        let at = MONDAY_MS + weeks * WEEK_MS + (wanted - weeks * WORK_MS);
        RoomMs(u64::try_from(at - i128::from(zero_ms)).unwrap_or(u64::MAX))
    }

    /// Whether it is a weekend on which the clock stands.
    #[must_use]
    pub fn stands_at(self, now: RoomMs) -> bool {
        self.zero_ms.is_some_and(|zero_ms| (wall(zero_ms, now) - MONDAY_MS).rem_euclid(WEEK_MS) >= WORK_MS)
    }
}

fn wall(zero_ms: i64, at: RoomMs) -> i128 {
    i128::from(zero_ms) + i128::from(at.0)
}

/// Working milliseconds from the first Monday of Unix time up to a wall time.
fn worked_ms(wall_ms: i128) -> i128 {
    let since = wall_ms - MONDAY_MS;
    since.div_euclid(WEEK_MS) * WORK_MS + since.rem_euclid(WEEK_MS).min(WORK_MS)
}
