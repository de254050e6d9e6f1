//! Time controls and clocks as the wire shows them.

use protocol as wire;
use rules::{ClockSetup, Game, TimeLeft};

use super::game::Shown;
use super::table::moment;

impl Shown for TimeLeft {
    type Wire = wire::TimeLeft;
    fn shown(self) -> wire::TimeLeft {
        let Self { main_ms, periods, stint_ms, moves } = self;
        wire::TimeLeft { main_ms, periods, stint_ms, moves }
    }
}

impl Shown for ClockSetup {
    type Wire = wire::ClockSettings;
    fn shown(self) -> wire::ClockSettings {
        match self {
            Self::Absolute { main_ms } => wire::ClockSettings::Absolute { main_ms },
            Self::Byoyomi { main_ms, periods, period_ms, last_passes } => {
                wire::ClockSettings::Byoyomi { main_ms, periods, period_ms, last_passes }
            }
            Self::Fischer { main_ms, increment_ms, cap_ms } => {
                wire::ClockSettings::Fischer { main_ms, increment_ms, cap_ms }
            }
            Self::Canadian { main_ms, moves, stint_ms, carry_over } => {
                wire::ClockSettings::Canadian { main_ms, moves, stint_ms, carry_over }
            }
            Self::Simple { move_ms } => wire::ClockSettings::Simple { move_ms },
            Self::Correspondence { move_ms } => wire::ClockSettings::Correspondence { move_ms },
            Self::Unlimited => wire::ClockSettings::Unlimited,
        }
    }
}

/// A time control of the wire as the rules know it, its numbers not yet checked.
#[must_use]
pub const fn clock_setup(clock: wire::ClockSettings) -> ClockSetup {
    match clock {
        wire::ClockSettings::Absolute { main_ms } => ClockSetup::Absolute { main_ms },
        wire::ClockSettings::Byoyomi { main_ms, periods, period_ms, last_passes } => {
            ClockSetup::Byoyomi { main_ms, periods, period_ms, last_passes }
        }
        wire::ClockSettings::Fischer { main_ms, increment_ms, cap_ms } => {
            ClockSetup::Fischer { main_ms, increment_ms, cap_ms }
        }
        wire::ClockSettings::Canadian { main_ms, moves, stint_ms, carry_over } => {
            ClockSetup::Canadian { main_ms, moves, stint_ms, carry_over }
        }
        wire::ClockSettings::Simple { move_ms } => ClockSetup::Simple { move_ms },
        wire::ClockSettings::Correspondence { move_ms } => ClockSetup::Correspondence { move_ms },
        wire::ClockSettings::Unlimited => ClockSetup::Unlimited,
    }
}

/// Both clocks as they stand.
#[must_use]
pub fn clock(game: &Game) -> wire::Clock {
    let times = game.times();
    wire::Clock {
        black: times.black.shown(),
        white: times.white.shown(),
        running: game.running().map(|running| wire::Running {
            color: running.color.shown(),
            elapsed_ms: running.elapsed_ms,
            from_ms: moment(running.from),
        }),
    }
}
