//! The clocks of the rules (第12, 22条; RULES 6), kept in integer milliseconds of room time.
//!
//! A clock never asks for the time: `now` is an argument, a deadline is data, a timeout is an input.
//! One file per system has its arithmetic; `reckon` chooses among them.
//! `calendar` knows which days count in 通信棋; what a vacation costs is the game's.

mod byoyomi;
mod calendar;
mod canadian;
mod each_move;
mod fischer;
mod reading;
mod reckon;

pub use calendar::Calendar;
pub(crate) use reading::Reading;

use serde::{Deserialize, Serialize};

/// Room time: milliseconds that the room has been served, from 0 at its opening. It stands still
/// while no server holds the room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoomMs(pub u64);

/// A time control. All times are milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "snake_case")]
pub enum ClockSetup {
    /// 包干: all moves within the main time.
    Absolute {
        /// Main time.
        main_ms: u64,
    },
    /// 读秒: after the main time, periods of which each is lost only when used up whole.
    Byoyomi {
        /// Main time.
        main_ms: u64,
        /// How many periods.
        periods: u16,
        /// Length of a period.
        period_ms: u64,
        /// Whether the last period used up counts as a pass when the player asks for it within
        /// [`LAPSE_MS`](crate::LAPSE_MS) (第22条.5), rather than as a loss.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        last_passes: bool,
    },
    /// 加时: time is added with every move.
    Fischer {
        /// Main time.
        main_ms: u64,
        /// What each move or pass adds.
        increment_ms: u64,
        /// What the increment may fill the clock up to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cap_ms: Option<u64>,
    },
    /// 定时限步: after the main time, so many moves within each stint.
    Canadian {
        /// Main time.
        main_ms: u64,
        /// Moves of a stint; passes count.
        moves: u16,
        /// Length of a stint.
        stint_ms: u64,
        /// Whether what is left of a stint goes to the next (第12条.5).
        carry_over: bool,
    },
    /// So much for each move.
    Simple {
        /// Time for a move.
        move_ms: u64,
    },
    /// 通信棋: days for each move.
    Correspondence {
        /// Time for a move.
        move_ms: u64,
        /// Whether the clock stands on Saturdays and Sundays, by Universal Time.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        weekend_stop: bool,
        /// How many days of vacation each side may take, in which its clock stands; 0 for none.
        #[serde(default, skip_serializing_if = "are_none")]
        vacation_days: u16,
    },
    /// No clock: nobody loses on time.
    Unlimited,
}

/// What one side has left, as it stood when its turn last ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLeft {
    /// Main time left in milliseconds; with a time for each move, that time; 0 without a clock.
    pub main_ms: u64,
    /// Periods left, the one being read included; 0 except under 读秒.
    pub periods: u16,
    /// Milliseconds left in the stint, which is whole before the main time is used up; 0 except
    /// under 定时限步.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub stint_ms: u64,
    /// Moves that the stint still asks for; 0 except under 定时限步.
    #[serde(default, skip_serializing_if = "are_none")]
    pub moves: u16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(crate) const fn is_nought(ms: &u64) -> bool {
    *ms == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn are_none(count: &u16) -> bool {
    *count == 0
}
