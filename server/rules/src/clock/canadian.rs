//! 定时限步: so many moves within each stint.

use super::TimeLeft;

/// How long a turn may last.
pub(super) const fn limit_ms(left: TimeLeft) -> u64 {
    left.main_ms.saturating_add(left.stint_ms)
}

/// What is left after `elapsed_ms` of a turn: the stint pays only for what exceeds the main time.
pub(super) const fn spent(left: TimeLeft, elapsed_ms: u64) -> TimeLeft {
    let over_ms = elapsed_ms.saturating_sub(left.main_ms);
    TimeLeft {
        main_ms: left.main_ms.saturating_sub(elapsed_ms),
        stint_ms: left.stint_ms.saturating_sub(over_ms),
        ..left
    }
}

/// What is left once a move has ended a turn that left `left`. The move with which the main time is
/// used up is the first of the stint.
pub(super) fn moved(left: TimeLeft, moves: u16, stint_ms: u64, carry_over: bool) -> TimeLeft {
    if left.main_ms > 0 {
        return left;
    }
    match left.moves.saturating_sub(1) {
        0 => {
            let carried_ms = if carry_over { left.stint_ms } else { 0 };
            TimeLeft { stint_ms: stint_ms.saturating_add(carried_ms), moves, ..left }
        }
        to_go => TimeLeft { moves: to_go, ..left },
    }
}
