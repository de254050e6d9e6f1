//! Time controls and clocks as the wire shows them.

use protocol as wire;
use rules::{ClockSetup, Color, Game, RoomMs, TimeLeft};

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
            Self::Correspondence { move_ms, weekend_stop, vacation_days } => {
                wire::ClockSettings::Correspondence { move_ms, weekend_stop, vacation_days }
            }
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
        wire::ClockSettings::Correspondence { move_ms, weekend_stop, vacation_days } => {
            ClockSetup::Correspondence { move_ms, weekend_stop, vacation_days }
        }
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
        days: days(game),
    }
}

/// What the clocks of 通信棋 go by.
fn days(game: &Game) -> Option<wire::Days> {
    let setup = game.setup();
    let has_days = |color: &Color| matches!(setup.clock_of(*color), ClockSetup::Correspondence { .. });
    Color::BOTH.iter().any(has_days).then(|| {
        let vacations = game.vacations().map(|vacation| wire::Vacation {
            left_ms: vacation.left_ms,
            until_ms: vacation.away.map(|away| away.until.0),
        });
        wire::Days {
            due_ms: game.running().and_then(|_| game.limit()).map(|due| due.0),
            wall_ms: game.wall_ms(RoomMs(0)),
            black: vacations.black,
            white: vacations.white,
        }
    })
}

/// When the phase outside the clocks must have come to an end.
pub(super) fn due(game: &Game) -> Option<u64> {
    let due = game.agreement().map(|agreement| agreement.due).or(game.offer().map(|offer| offer.due));
    due.map(|due| due.0)
}
