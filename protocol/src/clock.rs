//! What clocks look like on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Color;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(crate) const fn nought(ms: &u64) -> bool {
    *ms == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn none(moves: &u16) -> bool {
    *moves == 0
}

macro_rules! wire {
    ($($item:item)+) => {
        $(#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[ts(export)]
        $item)+
    };
}

wire! {
    /// A time control; times in milliseconds.
    #[derive(Copy)]
    #[serde(tag = "system", rename_all = "snake_case")]
    pub enum ClockSettings {
        /// 包干.
        Absolute {
            /// Main time.
            main_ms: u64,
        },
        /// 读秒.
        Byoyomi {
            /// Main time.
            main_ms: u64,
            /// Number of periods.
            periods: u16,
            /// Length of a period.
            period_ms: u64,
            /// Whether the last period used up counts as a pass when its player asks for it in time
            /// (第22条.5); absent: it loses.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            #[ts(as = "Option<bool>", optional)]
            last_passes: bool,
        },
        /// 加时: time is added with every move or pass.
        Fischer {
            /// Main time.
            main_ms: u64,
            /// What a move adds.
            increment_ms: u64,
            /// What the increment may fill the clock up to; absent: as far as it goes.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            cap_ms: Option<u64>,
        },
        /// 定时限步: after the main time, so many moves within each stint.
        Canadian {
            /// Main time.
            main_ms: u64,
            /// Moves of a stint; passes count, and so does the move with which the main time is used up.
            moves: u16,
            /// Length of a stint.
            stint_ms: u64,
            /// Whether what is left of a stint goes to the next.
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
            /// Whether the clock stands on Saturdays and Sundays, by Universal Time; absent: it does not.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            #[ts(as = "Option<bool>", optional)]
            weekend_stop: bool,
            /// How many days of vacation each side may take, in which its clock stands; absent: none.
            #[serde(default, skip_serializing_if = "none")]
            #[ts(as = "Option<u16>", optional)]
            vacation_days: u16,
        },
        /// No clock.
        Unlimited,
    }

    /// What one side has left, as it stood when its turn last ended.
    #[derive(Copy)]
    pub struct TimeLeft {
        /// Main time in milliseconds; with a time for each move, that time.
        pub main_ms: u64,
        /// Periods left, the one being read included.
        pub periods: u16,
        /// Under `canadian`, milliseconds left in the stint.
        #[serde(default, skip_serializing_if = "nought")]
        #[ts(as = "Option<u64>", optional)]
        pub stint_ms: u64,
        /// Under `canadian`, moves that the stint still asks for.
        #[serde(default, skip_serializing_if = "none")]
        #[ts(as = "Option<u16>", optional)]
        pub moves: u16,
    }

    /// The clock that runs: spent at room time `t` is `elapsed_ms + max(0, t - from_ms)`.
    #[derive(Copy)]
    pub struct Running {
        /// Whose.
        pub color: Color,
        /// Milliseconds spent on this turn before `from_ms`.
        pub elapsed_ms: u64,
        /// Room time in milliseconds; while it lies in the future the clock stands. During a pause it is
        /// 2^53 − 1.
        pub from_ms: u64,
    }

    /// Both clocks.
    #[derive(Copy)]
    pub struct Clock {
        /// Black's.
        pub black: TimeLeft,
        /// White's.
        pub white: TimeLeft,
        /// The one that runs, if any.
        pub running: Option<Running>,
        /// What the clocks of `correspondence` go by besides; only where a side has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub days: Option<Days>,
    }

    /// The days of 通信棋.
    #[derive(Copy)]
    pub struct Days {
        /// Room time at which the time of the side named in `running` is over, weekends and vacation left out.
        pub due_ms: Option<u64>,
        /// What to add to room time for Unix time in milliseconds, which says what day it is.
        pub wall_ms: Option<i64>,
        /// Black's vacation.
        pub black: Vacation,
        /// White's.
        pub white: Vacation,
    }

    /// A side's vacation.
    #[derive(Copy)]
    pub struct Vacation {
        /// What is left of it, in milliseconds; while it is under way, what was left when it began.
        pub left_ms: u64,
        /// While it is under way: room time at which it is used up.
        pub until_ms: Option<u64>,
    }
}
