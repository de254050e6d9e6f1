//! 读秒报时: at which moments of a period the clock is read aloud (RULES 6).
//!
//! In a minute: 30, 40, 50, 55, 58 seconds, then "1 分，还剩 X 分"; in the last one 30, 40, 50, then
//! each second counted, 1 to 10. Shorter periods, the last or not: 30 seconds 10, 20 and the count;
//! 20 seconds 10 and the count; 10 seconds the count. Of periods of other lengths only their end is
//! told. Readings follow the clock as it stands and know nothing of credit.

use super::{ClockSetup, TimeLeft};

/// One reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// How long the turn has lasted when it is due, in milliseconds.
    pub(crate) elapsed_ms: u64,
    /// Whole seconds of the period that have passed; all of them: it is used up.
    pub(crate) second: u16,
    /// The number that is counted, 1 to 10, where the seconds are counted.
    pub(crate) count: Option<u8>,
    /// Periods left, the one being read included; once it is used up, those that remain.
    pub(crate) periods: u16,
}

/// Seconds that are read, and the second from which on each is counted.
const fn schedule(period_s: u64, last: bool) -> (&'static [u64], u64) {
    match (period_s, last) {
        (60, false) => (&[30, 40, 50, 55, 58], 60),
        (60, true) => (&[30, 40, 50], 50),
        (30, _) => (&[10, 20], 20),
        (20, _) => (&[10], 10),
        (10, _) => (&[], 0),
        (other, _) => (&[], other),
    }
}

impl ClockSetup {
    /// The first reading of a turn begun with `left` that is due after `told_ms` of it. The reading
    /// with which the last period ends is due together with the flag.
    pub(crate) fn next_reading(&self, left: TimeLeft, told_ms: u64) -> Option<Reading> {
        let Self::Byoyomi { period_ms, .. } = *self else { return None };
        let used = told_ms.saturating_sub(left.main_ms) / period_ms.max(1);
        let periods = left.periods.saturating_sub(u16::try_from(used).unwrap_or(u16::MAX));
        if periods == 0 {
            return None;
        }
        let begins_ms = left.main_ms.saturating_add(used.saturating_mul(period_ms));
        let passed_ms = told_ms.saturating_sub(begins_ms);
        // A period that is not of whole seconds is none of those that are read.
        let period_s = if period_ms.is_multiple_of(1000) { period_ms / 1000 } else { 0 };
        let (seconds, counted_from) = schedule(period_s, periods == 1);
        let counted = (counted_from + 1)..period_s;
        let within = seconds.iter().copied().chain(counted).find(|second| second * 1000 > passed_ms);
        let second = within.unwrap_or(period_ms / 1000);
        let due_ms = within.map_or(period_ms, |second| second * 1000);
        let ends = within.is_none();
        let count = (period_s > counted_from && second > counted_from).then(|| second - counted_from);
        Some(Reading {
            elapsed_ms: begins_ms.saturating_add(due_ms),
            second: u16::try_from(second).unwrap_or(u16::MAX),
            count: count.and_then(|count| u8::try_from(count).ok()),
            periods: periods - u16::from(ends),
        })
    }
}
