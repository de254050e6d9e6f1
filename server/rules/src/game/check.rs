//! The bounds of everything that is agreed before the first move.

use super::setup::{Placement, Setup};
use super::{APPOINTMENT_MS, Delay, PAUSE_MS, PAUSES_MOST};
use crate::nigiri::BadNigiri;
use crate::{ClockSetup, KoRule, Start, handicap};

/// The longest main time, in milliseconds: a day.
pub const MAIN_MAX_MS: u64 = 24 * 60 * 60 * 1000;
/// The shortest main time where nothing follows it, in milliseconds.
pub const ABSOLUTE_MIN_MS: u64 = 1000;
/// How many periods 读秒 may have.
pub const PERIODS: std::ops::RangeInclusive<u16> = 1..=100;
/// How long a period may be, in milliseconds: a second to an hour.
pub const PERIOD_MS: std::ops::RangeInclusive<u64> = 1000..=60 * 60 * 1000;
/// What a move may add to the clock, in milliseconds: from a second to an hour.
pub const INCREMENT_MS: std::ops::RangeInclusive<u64> = 1000..=60 * 60 * 1000;
/// The most that an increment may fill a clock up to, in milliseconds: two days.
pub const CAP_MAX_MS: u64 = 2 * MAIN_MAX_MS;
/// How many moves a stint may ask for.
pub const STINT_MOVES: std::ops::RangeInclusive<u16> = 1..=200;
/// How long a stint may be, in milliseconds: a second to six hours.
pub const STINT_MS: std::ops::RangeInclusive<u64> = 1000..=6 * 60 * 60 * 1000;
/// How long each move may take where each has its time, in milliseconds: a second to an hour.
pub const SIMPLE_MS: std::ops::RangeInclusive<u64> = 1000..=60 * 60 * 1000;
/// How long a move may take in 通信棋, in milliseconds: an hour to thirty days.
pub const CORRESPONDENCE_MS: std::ops::RangeInclusive<u64> = 60 * 60 * 1000..=30 * MAIN_MAX_MS;
/// How many days of vacation a side may have in 通信棋.
pub const VACATION_DAYS: std::ops::RangeInclusive<u16> = 0..=60;
/// What a warning may cost, in quarter-子.
pub const WARNING_COST_QUARTERS: std::ops::RangeInclusive<i16> = 0..=40;
/// How long each side may take for its first move, in milliseconds.
pub const FIRST_MOVE_MS: std::ops::RangeInclusive<u64> = 1000..=30 * MAIN_MAX_MS;

/// Why a game cannot be played as it was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSetup {
    /// The board is a rectangle.
    #[error("a game is played on a square board")]
    NotSquare,
    /// A side could win by komi alone.
    #[error("the komi may be at most the number of points of the board")]
    Komi,
    /// The ko rule allows repetitions and nothing becomes of them, or the other way round.
    #[error("with the simple ko rule, and only with it, say what a repetition ends the game with")]
    Repetition,
    /// The corner stones need corner stars, and leave no room for handicap stones.
    #[error("corner stones need a board with corner stars, and no handicap stones")]
    CornerStones,
    /// A warning costs too much or less than nothing.
    #[error("a warning may cost from 0 to 10 子")]
    Warning,
    /// There is no handicap of one stone.
    #[error("a handicap is 0 or from 2 stones; for one stone, set the komi to 0")]
    OneStone,
    /// More stones than the table has for this board, or than may be placed freely.
    #[error("this board has places for at most {most} handicap stones")]
    Handicap {
        /// The most that the board takes with this placement.
        most: u8,
    },
    /// The main time is too short or too long.
    #[error("the main time must be from 1 second (0 with periods or stints) to 24 hours")]
    MainTime,
    /// Too few or too many periods.
    #[error("there must be from 1 to 100 periods")]
    Periods,
    /// The period is too short or too long.
    #[error("a period must be from 1 second to 1 hour")]
    Period,
    /// The increment is too short or too long.
    #[error("an increment must be from 1 second to 1 hour")]
    Increment,
    /// The cap of the increments is too low or too high.
    #[error("increments may fill a clock up to from 1 second to 48 hours")]
    Cap,
    /// A stint asks for too few or too many moves, or is too short or too long.
    #[error("a stint must be from 1 to 200 moves in from 1 second to 6 hours")]
    Stint,
    /// The time for each move is too short or too long.
    #[error("the time for each move must be from 1 second to 1 hour")]
    MoveTime,
    /// The time for a move by correspondence is too short or too long.
    #[error("a move by correspondence must have from 1 hour to 30 days")]
    MoveDays,
    /// Too long a vacation.
    #[error("a side may have at most 60 days of vacation")]
    VacationDays,
    /// The limit for the first moves is too short or too long.
    #[error("the time for a first move must be from 1 second to 30 days")]
    FirstMove,
    /// Too many pauses, or too short or too long ones.
    #[error("a game may be paused up to 20 times, for from 1 minute to 1 hour")]
    Pauses,
    /// A scheduled game is too far ahead, or has a limit for its first moves beside the rule for lateness.
    #[error("a game may be appointed up to 4 weeks ahead, and then has no limit for its first moves")]
    Appointment,
    /// The audience would be too far behind, or not at all.
    #[error("the audience may be behind by 1 to 50 moves, or by up to 30 minutes")]
    Delay,
    /// The draw for colours cannot be checked.
    #[error("the draw for colours is not sound: {0}")]
    Nigiri(#[from] BadNigiri),
}

impl Setup {
    /// Checks that a game can be played so.
    ///
    /// # Errors
    /// [`BadSetup`] names the first thing that is out of bounds.
    pub fn check(&self) -> Result<(), BadSetup> {
        if self.size.cols() != self.size.rows() {
            return Err(BadSetup::NotSquare);
        }
        // In 目, that is in half the quarters, komi stays within the number of points.
        if i32::from(self.rules.komi_quarters).unsigned_abs() > 2 * u32::from(self.size.points()) {
            return Err(BadSetup::Komi);
        }
        self.check_rules()?;
        self.check_handicap()?;
        check_clock(self.clock)?;
        self.white_clock.map_or(Ok(()), check_clock)?;
        if self.first_move_ms.is_some_and(|ms| !FIRST_MOVE_MS.contains(&ms)) {
            return Err(BadSetup::FirstMove);
        }
        let pauses = self.pauses;
        require(
            PAUSES_MOST.contains(&pauses.most) && PAUSE_MS.contains(&pauses.length_ms),
            BadSetup::Pauses,
        )?;
        if let Some(appointment) = self.appointment {
            let near = appointment.start.0 <= APPOINTMENT_MS && self.first_move_ms.is_none();
            require(near, BadSetup::Appointment)?;
        }
        require(self.delay.is_none_or(Delay::is_possible), BadSetup::Delay)?;
        if let Some(nigiri) = &self.nigiri {
            nigiri.verify()?;
        }
        Ok(())
    }

    fn check_rules(&self) -> Result<(), BadSetup> {
        if (self.rules.ko == KoRule::Simple) != self.rules.repetition.verdict().is_some() {
            return Err(BadSetup::Repetition);
        }
        let has_corners = handicap::corner_stones(self.size).is_some();
        if self.rules.start == Start::CornerStones && (self.handicap > 0 || !has_corners) {
            return Err(BadSetup::CornerStones);
        }
        if WARNING_COST_QUARTERS.contains(&self.rules.warning_quarters) {
            Ok(())
        } else {
            Err(BadSetup::Warning)
        }
    }

    fn check_handicap(&self) -> Result<(), BadSetup> {
        let most = match self.placement {
            Placement::Fixed => handicap::most_fixed(self.size.cols()),
            Placement::Free => handicap::most_free(self.size),
        };
        match self.handicap {
            0 => Ok(()),
            1 => Err(BadSetup::OneStone),
            n if n > most => Err(BadSetup::Handicap { most }),
            _ => Ok(()),
        }
    }
}

fn check_clock(clock: ClockSetup) -> Result<(), BadSetup> {
    let main = |main_ms, least_ms| {
        if (least_ms..=MAIN_MAX_MS).contains(&main_ms) { Ok(()) } else { Err(BadSetup::MainTime) }
    };
    match clock {
        ClockSetup::Absolute { main_ms } => main(main_ms, ABSOLUTE_MIN_MS),
        ClockSetup::Byoyomi { main_ms, periods, period_ms, last_passes: _ } => {
            require(PERIODS.contains(&periods), BadSetup::Periods)?;
            require(PERIOD_MS.contains(&period_ms), BadSetup::Period)?;
            main(main_ms, 0)
        }
        ClockSetup::Fischer { main_ms, increment_ms, cap_ms } => {
            require(INCREMENT_MS.contains(&increment_ms), BadSetup::Increment)?;
            require(cap_ms.is_none_or(|cap| (ABSOLUTE_MIN_MS..=CAP_MAX_MS).contains(&cap)), BadSetup::Cap)?;
            main(main_ms, ABSOLUTE_MIN_MS)
        }
        ClockSetup::Canadian { main_ms, moves, stint_ms, carry_over: _ } => {
            require(STINT_MOVES.contains(&moves) && STINT_MS.contains(&stint_ms), BadSetup::Stint)?;
            main(main_ms, 0)
        }
        ClockSetup::Simple { move_ms } => require(SIMPLE_MS.contains(&move_ms), BadSetup::MoveTime),
        ClockSetup::Correspondence { move_ms, weekend_stop: _, vacation_days } => {
            require(VACATION_DAYS.contains(&vacation_days), BadSetup::VacationDays)?;
            require(CORRESPONDENCE_MS.contains(&move_ms), BadSetup::MoveDays)
        }
        ClockSetup::Unlimited => Ok(()),
    }
}

fn require(holds: bool, otherwise: BadSetup) -> Result<(), BadSetup> {
    if holds { Ok(()) } else { Err(otherwise) }
}
