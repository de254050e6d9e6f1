//! The arithmetic of every clock against one that is watched millisecond by millisecond.

use proptest::prelude::*;
use rules::{ClockSetup, TimeLeft};

use crate::table::correspondence;

/// A clock that somebody watches: no formula, only single milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Watched {
    pub(crate) setup: ClockSetup,
    pub(crate) left: TimeLeft,
    /// Milliseconds of the present period that have passed in this turn.
    pub(crate) read_ms: u64,
}

impl Watched {
    pub(crate) fn new(setup: ClockSetup) -> Self {
        let left = match setup {
            ClockSetup::Absolute { main_ms } | ClockSetup::Fischer { main_ms, .. } => {
                TimeLeft { main_ms, ..TimeLeft::default() }
            }
            ClockSetup::Byoyomi { main_ms, periods, .. } => {
                TimeLeft { main_ms, periods, ..TimeLeft::default() }
            }
            ClockSetup::Canadian { main_ms, moves, stint_ms, .. } => {
                TimeLeft { main_ms, periods: 0, stint_ms, moves }
            }
            ClockSetup::Simple { move_ms } | ClockSetup::Correspondence { move_ms, .. } => {
                TimeLeft { main_ms: move_ms, ..TimeLeft::default() }
            }
            ClockSetup::Unlimited => TimeLeft::default(),
        };
        Self { setup, left, read_ms: 0 }
    }

    /// A millisecond passes; whether the side has now lost.
    pub(crate) fn tick(&mut self) -> bool {
        if self.setup == ClockSetup::Unlimited {
            return false;
        }
        let in_main = self.left.main_ms > 0;
        if in_main {
            self.left.main_ms -= 1;
        }
        match self.setup {
            ClockSetup::Byoyomi { period_ms, .. } => {
                if !in_main {
                    self.read_ms += 1;
                }
                if self.read_ms == period_ms {
                    self.read_ms = 0;
                    self.left.periods -= 1;
                }
                self.left.periods == 0
            }
            ClockSetup::Canadian { .. } => {
                if !in_main {
                    self.left.stint_ms -= 1;
                }
                self.left.stint_ms == 0
            }
            ClockSetup::Absolute { .. }
            | ClockSetup::Fischer { .. }
            | ClockSetup::Simple { .. }
            | ClockSetup::Correspondence { .. }
            | ClockSetup::Unlimited => self.left.main_ms == 0,
        }
    }

    /// A move or pass.
    pub(crate) fn press(&mut self) {
        self.read_ms = 0;
        match self.setup {
            ClockSetup::Fischer { increment_ms, cap_ms, .. } => {
                for _ in 0..increment_ms {
                    if cap_ms.is_none_or(|cap| self.left.main_ms < cap) {
                        self.left.main_ms += 1;
                    }
                }
            }
            ClockSetup::Canadian { moves, stint_ms, carry_over, .. } if self.left.main_ms == 0 => {
                self.left.moves -= 1;
                if self.left.moves == 0 {
                    self.left.moves = moves;
                    self.left.stint_ms = if carry_over { self.left.stint_ms + stint_ms } else { stint_ms };
                }
            }
            ClockSetup::Simple { move_ms } | ClockSetup::Correspondence { move_ms, .. } => {
                self.left.main_ms = move_ms;
            }
            ClockSetup::Absolute { .. }
            | ClockSetup::Byoyomi { .. }
            | ClockSetup::Canadian { .. }
            | ClockSetup::Unlimited => {}
        }
    }
}

/// Clocks so short that every boundary is met.
fn clocks() -> impl Strategy<Value = ClockSetup> {
    prop_oneof![
        (1_u64..60).prop_map(|main_ms| ClockSetup::Absolute { main_ms }),
        (0_u64..30, 1_u16..5, 1_u64..9, any::<bool>()).prop_map(
            |(main_ms, periods, period_ms, last_passes)| {
                ClockSetup::Byoyomi { main_ms, periods, period_ms, last_passes }
            }
        ),
        (1_u64..30, 0_u64..9, prop::option::of(1_u64..40)).prop_map(|(main_ms, increment_ms, cap_ms)| {
            ClockSetup::Fischer { main_ms, increment_ms, cap_ms }
        }),
        (0_u64..20, 1_u16..5, 1_u64..20, any::<bool>()).prop_map(|(main_ms, moves, stint_ms, carry_over)| {
            ClockSetup::Canadian { main_ms, moves, stint_ms, carry_over }
        }),
        (1_u64..20).prop_map(|move_ms| ClockSetup::Simple { move_ms }),
        (1_u64..20).prop_map(correspondence),
        Just(ClockSetup::Unlimited),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// Turn after turn until the flag falls: every millisecond reads the same.
    #[test]
    fn every_clock_equals_the_one_that_is_watched(
        setup in clocks(), turns in prop::collection::vec(0_u64..24, 1..30),
    ) {
        let mut watched = Watched::new(setup);
        let mut left = setup.full();
        'game: for turn_ms in turns {
            prop_assert_eq!(left, watched.left);
            let limit_ms = setup.limit_ms(left);
            for ms in 1..=turn_ms {
                let lost = watched.tick();
                prop_assert_eq!(setup.spent(left, ms), watched.left, "after {} ms", ms);
                prop_assert_eq!(lost, limit_ms == Some(ms), "after {} ms", ms);
                if lost {
                    break 'game;
                }
            }
            left = setup.moved(left, turn_ms);
            watched.press();
        }
    }

    /// No reading of a strange journal overflows.
    #[test]
    fn nothing_overflows(setup in clocks(), main_ms: u64, periods: u16, stint_ms: u64, moves: u16, ms: u64) {
        let left = TimeLeft { main_ms, periods, stint_ms, moves };
        let _ = (setup.limit_ms(left), setup.spent(left, ms), setup.moved(left, ms));
    }
}
