//! The time sheet (用时) on the wire: what every move cost, and every reading of the clock.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::clock::nought;
use crate::{Clock, Color, TimeLeft};

macro_rules! wire {
    ($($item:item)+) => {
        $(#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[ts(export)]
        $item)+
    };
}

wire! {
    /// The remaining time of both sides, and a page of the game's time sheet, oldest entry first.
    pub struct TimeSheet {
        /// The number of the game's last event.
        pub seq: u64,
        /// Room time in milliseconds for which `black_left` and `white_left` are told: now, while the game runs;
        /// when no server has it, or it is over, that of its last event.
        pub room_ms: u64,
        /// Both clocks as events tell them.
        pub clock: Clock,
        /// What Black has left at `room_ms`, the running turn taken off.
        pub black_left: TimeLeft,
        /// What White has left.
        pub white_left: TimeLeft,
        /// Milliseconds that Black has spent in all its finished turns, network credit not taken off.
        pub black_spent_ms: u64,
        /// The same of White.
        pub white_spent_ms: u64,
        /// The entries.
        pub entries: Vec<TimeEntry>,
        /// Give this as `after` to get the next page; absent on the last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub next: Option<u64>,
    }

    /// One entry of a time sheet.
    pub struct TimeEntry {
        /// The number of its event.
        pub seq: u64,
        /// Room time in milliseconds.
        pub at_ms: u64,
        /// What it tells. Clients ignore kinds that they do not know.
        pub entry: Timed,
    }

    /// How clocks were changed by something else than a move.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum TimeChange {
        /// The clocks stand (暂停).
        Paused,
        /// They are to run again.
        Continued,
        /// The move is sealed and the clocks stand (封棋).
        Sealed,
        /// The sealed move was lost: the side moves anew.
        SealLost,
        /// Moves were taken back; a turn begins anew, and no time is given back.
        Undone,
        /// Main time was added.
        Added,
        /// The clock was set by ruling.
        Set,
        /// The reading goes on from a second that had passed (第16条.2).
        ReadingRestarted,
        /// A side came late to a scheduled game.
        Late,
    }

    /// What an entry of a time sheet tells.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum Timed {
        /// A turn ended with a stone, a pass, or a freely placed handicap stone.
        Moved {
            /// Its number, from 1; freely placed handicap stones are counted.
            number: u32,
            /// Whose.
            color: Color,
            /// Where, or `pass`.
            point: String,
            /// Whether the turn was lost (弃权) rather than passed.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            #[ts(as = "Option<bool>", optional)]
            lost: bool,
            /// Milliseconds that the turn lasted while the clock ran.
            spent_ms: u64,
            /// Milliseconds of it that were given back for the way through the network.
            #[serde(default, skip_serializing_if = "nought")]
            #[ts(as = "Option<u64>", optional)]
            credit_ms: u64,
            /// The mover's time after it.
            left: TimeLeft,
        },
        /// The clock was read aloud (读秒报时).
        Read {
            /// The number of the move that was being thought about.
            number: u32,
            /// Whose clock.
            color: Color,
            /// Milliseconds that the turn had lasted.
            spent_ms: u64,
            /// Whole seconds of the period that had passed; all of them: it is used up.
            second: u16,
            /// The number that was counted, 1 to 10, where the seconds are counted.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            count: Option<u8>,
            /// Periods left, the one being read included; once it is used up, those that remain.
            periods: u16,
        },
        /// A last period was used up where that may count as a pass (第22条.5).
        Lapsed {
            /// Whose.
            color: Color,
            /// Milliseconds that the turn had lasted.
            spent_ms: u64,
        },
        /// Something else changed the clocks.
        Changed {
            /// What.
            change: TimeChange,
            /// Whose clock, or whose turn it was.
            color: Color,
            /// Milliseconds that the turn under way had lasted, if one was.
            spent_ms: u64,
            /// Milliseconds that were added, or that somebody came late, or for which the clocks then stood.
            #[serde(default, skip_serializing_if = "nought")]
            #[ts(as = "Option<u64>", optional)]
            ms: u64,
            /// The side's time after it, where that is told.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            left: Option<TimeLeft>,
        },
        /// An outage of the server.
        Restored {
            /// Milliseconds since the event before it that were still served, and so counted.
            charged_ms: u64,
            /// Wall milliseconds that nobody was charged for.
            uncharged_ms: u64,
            /// For how many milliseconds the clocks then stood.
            hold_ms: u64,
        },
        /// The game ended.
        Ended {
            /// Whose turn it cut short; absent when no clock ran.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            color: Option<Color>,
            /// Milliseconds that that turn had lasted.
            spent_ms: u64,
            /// Black's time.
            black: TimeLeft,
            /// White's.
            white: TimeLeft,
        },
    }
}
