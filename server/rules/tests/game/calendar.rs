//! The calendar of 通信棋 against one that goes day by day.

use proptest::prelude::*;
use rules::{Calendar, RoomMs};

const DAY: u64 = 86_400_000;
/// Monday 2026-05-04 00:00 by Universal Time.
const MONDAY: i64 = 1_777_852_800_000;

/// Days as a wall calendar has them: 1970-01-01 was a Thursday.
fn is_weekend(wall_ms: i64) -> bool {
    let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let day = usize::try_from(wall_ms.div_euclid(86_400_000).rem_euclid(7)).unwrap();
    names[day].starts_with('S')
}

/// Goes from midnight to midnight.
fn naive_work(zero: i64, from: u64, to: u64) -> u64 {
    let (mut at, mut worked) = (zero + i64::try_from(from).unwrap(), 0);
    let end = zero + i64::try_from(to).unwrap();
    while at < end {
        let midnight = (at.div_euclid(86_400_000) + 1) * 86_400_000;
        let until = midnight.min(end);
        if !is_weekend(at) {
            worked += u64::try_from(until - at).unwrap();
        }
        at = until;
    }
    worked
}

proptest! {
    #[test]
    fn counts_what_a_day_by_day_calendar_counts(
        zero in -1_000_000_000_000_i64..2_000_000_000_000,
        from in 0_u64..40 * DAY,
        length in 0_u64..40 * DAY,
    ) {
        let calendar = Calendar::weekdays(zero);
        let worked = naive_work(zero, from, from + length);
        prop_assert_eq!(calendar.work_ms(RoomMs(from), RoomMs(from + length)), worked);
        prop_assert_eq!(Calendar::every_day().work_ms(RoomMs(from), RoomMs(from + length)), length);
        let at = zero + i64::try_from(from).unwrap();
        prop_assert_eq!(calendar.stands_at(RoomMs(from)), is_weekend(at));
    }

    /// The deadline is the very first millisecond by which so much has counted.
    #[test]
    fn a_deadline_is_the_inverse(
        zero in -1_000_000_000_000_i64..2_000_000_000_000,
        from in 0_u64..40 * DAY,
        work in 1_u64..31 * DAY,
    ) {
        let calendar = Calendar::weekdays(zero);
        let RoomMs(due) = calendar.after(RoomMs(from), work);
        prop_assert_eq!(naive_work(zero, from, due), work);
        prop_assert_eq!(naive_work(zero, from, due - 1), work - 1, "not a millisecond too late");
    }

    #[test]
    fn no_journal_overflows_it(zero: i64, from: u64, to: u64, work: u64) {
        for calendar in [Calendar::weekdays(zero), Calendar::every_day()] {
            let _ = (calendar.work_ms(RoomMs(from), RoomMs(to)), calendar.stands_at(RoomMs(to)));
            prop_assert!(calendar.after(RoomMs(from), work) >= RoomMs(from));
        }
    }
}

#[test]
fn the_week_turns_to_the_millisecond() {
    // Room time 0 is Friday 00:00.
    let calendar = Calendar::weekdays(MONDAY + 4 * 86_400_000);
    let work = |from, to| calendar.work_ms(RoomMs(from), RoomMs(to));
    assert_eq!((work(0, DAY - 1), work(0, DAY), work(0, DAY + 1)), (DAY - 1, DAY, DAY));
    assert_eq!((work(0, 3 * DAY), work(0, 3 * DAY + 1), work(DAY, 3 * DAY)), (DAY, DAY + 1, 0));
    let stands = |at| calendar.stands_at(RoomMs(at));
    assert_eq!([DAY - 1, DAY, 3 * DAY - 1, 3 * DAY].map(stands), [false, true, true, false]);
    let after = |from, work| calendar.after(RoomMs(from), work).0;
    assert_eq!((after(0, DAY - 1), after(0, DAY), after(0, DAY + 1)), (DAY - 1, DAY, 3 * DAY + 1));
    assert_eq!((after(DAY, 1), after(2 * DAY, DAY), after(2 * DAY, 0)), (3 * DAY + 1, 4 * DAY, 2 * DAY));
    assert_eq!((work(5, 5), work(6, 5)), (0, 0));
}
