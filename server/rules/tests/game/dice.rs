//! Chance from a seed, for games that a failure can name.

use rules::{ClockSetup, Color, Point, Size, TimeLeft};

use crate::table::correspondence;

/// A number from the environment.
pub(crate) fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().unwrap())
}

/// splitmix64.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    pub(crate) fn from(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    pub(crate) fn count(&mut self, most: u64) -> u16 {
        u16::try_from(self.from(1, most)).unwrap()
    }

    pub(crate) fn color(&mut self) -> Color {
        if self.below(2) == 0 { Color::Black } else { Color::White }
    }

    /// A point of the board of 4 × 4 on which these games are played.
    pub(crate) fn point(&mut self) -> Point {
        Point::from_index(Size::square(4).unwrap(), self.below(16) as usize).unwrap()
    }

    pub(crate) fn clock(&mut self, system: u64) -> ClockSetup {
        let main_ms = self.from(1000, 3000);
        let short_ms = main_ms - 1000;
        match system {
            0 => ClockSetup::Absolute { main_ms },
            1 => {
                let (periods, period_ms) = (self.count(4), self.from(1000, 1600));
                ClockSetup::Byoyomi { main_ms: short_ms, periods, period_ms, last_passes: self.below(2) == 0 }
            }
            2 => {
                let cap_ms = (self.below(2) == 0).then(|| self.from(1000, 4000));
                ClockSetup::Fischer { main_ms, increment_ms: self.from(1000, 1500), cap_ms }
            }
            3 => {
                let (moves, stint_ms) = (self.count(4), self.from(1000, 3000));
                ClockSetup::Canadian { main_ms: short_ms, moves, stint_ms, carry_over: self.below(2) == 0 }
            }
            4 => ClockSetup::Simple { move_ms: main_ms },
            5 => correspondence(3_600_000),
            _ => ClockSetup::Unlimited,
        }
    }

    /// Something that this clock can show.
    pub(crate) fn left(&mut self, clock: ClockSetup) -> TimeLeft {
        let main_ms = self.from(1, 2000);
        let short = TimeLeft { main_ms, ..TimeLeft::default() };
        match clock {
            ClockSetup::Byoyomi { .. } => TimeLeft { main_ms: main_ms - 1, periods: self.count(4), ..short },
            ClockSetup::Canadian { moves, stint_ms, .. } => TimeLeft {
                main_ms: main_ms - 1,
                stint_ms: self.from(1, stint_ms),
                moves: self.count(u64::from(moves)),
                ..short
            },
            ClockSetup::Absolute { .. }
            | ClockSetup::Fischer { .. }
            | ClockSetup::Simple { .. }
            | ClockSetup::Correspondence { .. }
            | ClockSetup::Unlimited => short,
        }
    }
}
