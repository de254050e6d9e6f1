//! The clocks of the rules (第12, 22条; RULES 6), kept in integer milliseconds of room time.
//!
//! A clock never asks for the time: `now` is an argument, a deadline is data, a timeout is an input.
//! Deliberately absent: the systems other than 包干 and 读秒, readings, and network credit.

mod reckon;

use serde::{Deserialize, Serialize};

/// Room time: milliseconds that the room has been served, from 0 at its opening. It stands still
/// while no server holds the room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoomMs(pub u64);

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "snake_case")]
pub enum ClockSetup {
    /// 包干: all moves within the main time.
    Absolute {
        /// Main time in milliseconds.
        main_ms: u64,
    },
    /// 读秒: after the main time, periods of which each is lost only when used up whole.
    Byoyomi {
        /// Main time in milliseconds.
        main_ms: u64,
        /// How many periods.
        periods: u16,
        /// Length of a period in milliseconds.
        period_ms: u64,
    },
}

/// What one side has left, as it stood when its turn last ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLeft {
    /// Main time left in milliseconds.
    pub main_ms: u64,
    /// Periods left, the one being read included; 0 under 包干.
    pub periods: u16,
}
