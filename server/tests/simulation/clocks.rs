//! Clocks of the model, and the time controls of the runs.

use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use rules::{ClockSetup, TimeLeft};

/// What a side begins with.
pub(crate) fn full(clock: ClockSetup) -> TimeLeft {
    let mut left = TimeLeft::default();
    match clock {
        ClockSetup::Byoyomi { main_ms, periods, .. } => (left.main_ms, left.periods) = (main_ms, periods),
        ClockSetup::Canadian { main_ms, moves, stint_ms, .. } => {
            (left.main_ms, left.moves, left.stint_ms) = (main_ms, moves, stint_ms);
        }
        ClockSetup::Absolute { main_ms } | ClockSetup::Fischer { main_ms, .. } => left.main_ms = main_ms,
        ClockSetup::Simple { move_ms } | ClockSetup::Correspondence { move_ms, .. } => left.main_ms = move_ms,
        ClockSetup::Unlimited => {}
    }
    left
}

/// How long a turn may last; for ever without a clock.
pub(crate) fn limit(clock: ClockSetup, left: TimeLeft) -> u64 {
    match clock {
        ClockSetup::Byoyomi { period_ms, .. } => left.main_ms + u64::from(left.periods) * period_ms,
        ClockSetup::Unlimited => u64::MAX,
        _ => left.main_ms + left.stint_ms,
    }
}

/// After how long an absence may be claimed: a tenth of all the time, one minute to five.
pub(crate) fn absence(clock: ClockSetup) -> Option<Duration> {
    let all_ms = match clock {
        ClockSetup::Correspondence { .. } | ClockSetup::Unlimited => return None,
        ClockSetup::Simple { move_ms } => move_ms * 10,
        _ => limit(clock, full(clock)),
    };
    Some(Duration::from_millis(all_ms / 10).clamp(Duration::from_secs(60), Duration::from_secs(300)))
}

/// What is read aloud of a turn, if it lasts to its end: when, the second, the count, and the periods.
pub(crate) fn readings(clock: ClockSetup, left: TimeLeft) -> Vec<(u64, u16, Option<u8>, u16)> {
    let ClockSetup::Byoyomi { period_ms, .. } = clock else { return Vec::new() };
    let length = u16::try_from(period_ms / 1000).unwrap();
    let mut all = Vec::new();
    for period in 0..left.periods {
        let (begin, now) = (left.main_ms + u64::from(period) * period_ms, left.periods - period);
        for second in 1..=length {
            let to_go = length - second;
            let told = match (length, now) {
                (60, 2..) => [30, 40, 50, 55, 58, 60].contains(&second),
                (60, _) => [30, 40].contains(&second) || to_go <= 10,
                (30, _) => second == 10 || to_go <= 10,
                (10 | 20, _) => to_go <= 10,
                _ => to_go == 0,
            };
            let counted = match (length, now) {
                (60, 2..) => false,
                (60 | 30 | 20 | 10, _) => to_go < 10,
                _ => false,
            };
            let count = counted.then(|| u8::try_from(10 - to_go).unwrap());
            if told {
                all.push((begin + u64::from(second) * 1000, second, count, now - u16::from(to_go == 0)));
            }
        }
    }
    all
}

/// What so many milliseconds leave, without the end of a turn.
pub(crate) fn spent(clock: ClockSetup, before: TimeLeft, ms: u64) -> TimeLeft {
    let over = ms.saturating_sub(before.main_ms);
    let mut left = TimeLeft { main_ms: before.main_ms.saturating_sub(ms), ..before };
    match clock {
        ClockSetup::Byoyomi { period_ms, .. } => {
            left.periods = left.periods.saturating_sub(u16::try_from(over / period_ms).unwrap_or(u16::MAX));
        }
        _ => left.stint_ms = left.stint_ms.saturating_sub(over),
    }
    left
}

/// What a turn of `spent` milliseconds leaves when a move ends it.
pub(crate) fn moved(clock: ClockSetup, before: TimeLeft, spent: u64) -> TimeLeft {
    let mut left = before;
    let over = spent.saturating_sub(left.main_ms);
    left.main_ms = left.main_ms.saturating_sub(spent);
    match clock {
        ClockSetup::Absolute { .. } => {}
        ClockSetup::Byoyomi { period_ms, .. } => left.periods -= u16::try_from(over / period_ms).unwrap(),
        ClockSetup::Fischer { increment_ms, cap_ms, .. } => {
            let room = cap_ms.map_or(u64::MAX, |cap| cap.saturating_sub(left.main_ms));
            left.main_ms += increment_ms.min(room);
        }
        ClockSetup::Canadian { moves, stint_ms, carry_over, .. } if left.main_ms == 0 => {
            left.stint_ms -= over;
            left.moves -= 1;
            if left.moves == 0 {
                let rest = if carry_over { left.stint_ms } else { 0 };
                (left.moves, left.stint_ms) = (moves, stint_ms + rest);
            }
        }
        ClockSetup::Canadian { .. } => {}
        ClockSetup::Simple { .. } | ClockSetup::Correspondence { .. } | ClockSetup::Unlimited => {
            left = full(clock);
        }
    }
    left
}

/// A time control for a run.
pub(crate) fn of(is_slow: bool, random: &mut StdRng) -> ClockSetup {
    if is_slow { slow(random) } else { self::random(random) }
}

/// One of a game that nobody sits through.
fn slow(random: &mut StdRng) -> ClockSetup {
    if random.random_bool(0.2) {
        return ClockSetup::Unlimited;
    }
    let move_ms = random.random_range(1..=3) * 3_600_000;
    ClockSetup::Correspondence { move_ms, weekend_stop: false, vacation_days: 0 }
}

/// A time control of any system that ends games within a run.
fn random(random: &mut StdRng) -> ClockSetup {
    let main_ms = random.random_range(0..200) * 1_000;
    match random.random_range(0..6) {
        0 => ClockSetup::Absolute { main_ms: main_ms * 3 + 30_000 },
        1 => ClockSetup::Fischer {
            main_ms: main_ms + 1_000,
            increment_ms: random.random_range(1..20) * 1_000,
            cap_ms: random.random_bool(0.5).then_some(120_000),
        },
        2 => ClockSetup::Canadian {
            main_ms,
            moves: random.random_range(1..6),
            stint_ms: random.random_range(10..90) * 1_000,
            carry_over: random.random(),
        },
        3 => ClockSetup::Simple { move_ms: random.random_range(10..90) * 1_000 },
        _ => ClockSetup::Byoyomi {
            main_ms,
            periods: random.random_range(1..4),
            period_ms: [10, 20, 30, 60, random.random_range(5..60)][random.random_range(0..5)] * 1_000,
            last_passes: random.random_bool(0.3),
        },
    }
}
