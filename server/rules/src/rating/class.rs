//! Classes of games that are rated apart.
//!
//! | board | lines |   | speed | a side's time for 60 moves |
//! | --- | --- | --- | --- | --- |
//! | small | up to 9 |   | blitz | below 5 minutes |
//! | medium | 10 to 13 |   | rapid | below 20 minutes |
//! | full | 14 and more |   | slow | more |
//! |   |   |   | correspondence | days for each move, or no clock |
//!
//! The time is the main time and what 60 moves (20 and 40 on small and medium boards) can have beside it: increments, one
//! period a move, or stints.

use serde::{Deserialize, Serialize};

use crate::{ClockSetup, Size};

/// 小, 中, 大棋盘.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boards {
    /// Up to 9 lines.
    Small,
    /// 10 to 13 lines.
    Medium,
    /// 14 lines and more.
    Full,
}

/// 超快棋, 快棋, 慢棋, 通信棋.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speed {
    /// Below 5 minutes a side.
    Blitz,
    /// Below 20 minutes a side.
    Rapid,
    /// 20 minutes and more.
    Slow,
    /// Days for each move, or no clock.
    Correspondence,
}

/// A class of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Class {
    /// The boards.
    pub boards: Boards,
    /// The speed.
    pub speed: Speed,
}

const BLITZ_BELOW_MS: u64 = 5 * 60_000;
const RAPID_BELOW_MS: u64 = 20 * 60_000;

impl Boards {
    /// The class of a board, by its longer side.
    #[must_use]
    pub fn of(size: Size) -> Self {
        match size.cols().max(size.rows()) {
            0..=9 => Self::Small,
            10..=13 => Self::Medium,
            14.. => Self::Full,
        }
    }

    /// How many moves of a side the class of the speed is reckoned for.
    const fn moves(self) -> u64 {
        match self {
            Self::Small => 20,
            Self::Medium => 40,
            Self::Full => 60,
        }
    }
}

impl Class {
    /// The class of a game. Where the sides have different clocks, give the slower one.
    #[must_use]
    pub fn of(size: Size, clock: &ClockSetup) -> Self {
        let boards = Boards::of(size);
        Self { boards, speed: speed(clock, boards.moves()) }
    }
}

fn speed(clock: &ClockSetup, turns: u64) -> Speed {
    let whole_ms = match *clock {
        ClockSetup::Correspondence { .. } | ClockSetup::Unlimited => return Speed::Correspondence,
        ClockSetup::Absolute { main_ms } => main_ms,
        ClockSetup::Byoyomi { main_ms, period_ms, periods: _, last_passes: _ } => {
            main_ms.saturating_add(period_ms.saturating_mul(turns))
        }
        ClockSetup::Fischer { main_ms, increment_ms, cap_ms: _ } => {
            main_ms.saturating_add(increment_ms.saturating_mul(turns))
        }
        ClockSetup::Canadian { main_ms, moves, stint_ms, carry_over: _ } => {
            main_ms.saturating_add(stint_ms.saturating_mul(turns) / u64::from(moves.max(1)))
        }
        ClockSetup::Simple { move_ms } => move_ms.saturating_mul(turns),
    };
    match whole_ms {
        0..BLITZ_BELOW_MS => Speed::Blitz,
        BLITZ_BELOW_MS..RAPID_BELOW_MS => Speed::Rapid,
        RAPID_BELOW_MS.. => Speed::Slow,
    }
}
