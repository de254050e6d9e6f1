//! What happens around the moves: requests, pauses, lateness, rulings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::clock::TimeLeft;
use crate::{Color, Pair, Phase};

macro_rules! wire {
    ($($item:item)+) => {
        $(#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[ts(export)]
        $item)+
    };
}

wire! {
    /// What one player asks of the other.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum RequestKind {
        /// 悔棋: back to the asking side's latest move.
        Undo,
        /// 和棋.
        Draw,
        /// 暂停.
        Pause,
        /// 封棋: the side to move seals its move, then the clocks stop until both want to go on, or until the moment
        /// that was agreed; at the latest for 90 days.
        Adjourn,
        /// Play goes on: after a pause or an adjournment, or instead of one that has been agreed.
        Continue,
        /// One minute more for the other side.
        Time,
    }

    /// An open request. A move, a pause or the end of the game voids it without a word.
    #[derive(Copy)]
    pub struct Request {
        /// Its number in the game, which the answer names.
        pub number: u32,
        /// What is asked.
        pub kind: RequestKind,
        /// Room time at which silence closes it, in milliseconds.
        pub due_ms: u64,
        /// Room time at which play is to go on by itself, where a pause or an adjournment is asked for and says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub until_ms: Option<u64>,
    }

    /// How a request came to its end.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum RequestEnd {
        /// The other side accepted; what that comes to is the next event.
        Accepted,
        /// The other side declined.
        Declined,
        /// Who asked took it back.
        Withdrawn,
        /// Nobody answered.
        Expired,
    }

    /// An open call for the referee: the limit of what is talked over while the clocks stand (the stones, a repetition)
    /// stands still. A ruling answers it; when the game turns to another matter it is void without a word.
    #[derive(Copy)]
    pub struct RefereeCall {
        /// Who calls; nobody where the rules do.
        pub by: Option<Color>,
        /// Room time since when that limit stands still, in milliseconds.
        pub since_ms: u64,
        /// Room time at which silence closes it, in milliseconds; it moves on when a referee sits down.
        pub due_ms: u64,
    }

    /// How a call for the referee came to its end.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum CallEnd {
        /// A referee ruled, or found nothing to rule on.
        Answered,
        /// Who called took it back.
        Withdrawn,
        /// Nobody came.
        Expired,
    }

    /// Why the clocks stand.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum PauseReason {
        /// Both agreed to a pause.
        Agreed,
        /// One side is away, and the other called it a pause; either may go on.
        Absence,
        /// A referee stopped the clocks.
        Referee,
        /// The game is adjourned, a move sealed.
        Adjourned,
    }

    /// The clocks stand; `running.from_ms` is then 2^53 − 1.
    #[derive(Copy)]
    pub struct Pause {
        /// Why.
        pub reason: PauseReason,
        /// Room time since when, in milliseconds.
        pub since_ms: u64,
        /// Room time at which play goes on of itself, whoever is there: what was agreed or ruled, otherwise the longest
        /// pause, or 90 days.
        pub until_ms: Option<u64>,
    }

    /// How a side stands before a scheduled game has begun.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum Arrival {
        /// Not there yet.
        Awaited,
        /// There.
        There,
        /// Lost by its lateness.
        Forfeited,
    }

    /// How both sides stand before a scheduled game has begun.
    #[derive(Copy)]
    pub struct Arrivals {
        /// Black.
        pub black: Arrival,
        /// White.
        pub white: Arrival,
    }

    /// Where the game stands, apart from board and clocks: it comes whole with every event that changes it.
    pub struct Standing {
        /// The phase.
        pub phase: Phase,
        /// The `ply` that the next command names.
        pub ply: u32,
        /// Whose turn it is; nobody's while the clocks stand.
        pub to_move: Option<Color>,
        /// Why the clocks stand, while they do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub pause: Option<Pause>,
        /// The side that is to seal its move before an adjournment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub to_seal: Option<Color>,
        /// Room time at which play goes on after that adjournment, where it was agreed or ruled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub adjourns_until_ms: Option<u64>,
        /// What Black asks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub black_asks: Option<Request>,
        /// What White asks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub white_asks: Option<Request>,
        /// The open call for the referee.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub call: Option<RefereeCall>,
        /// Who has come, while a scheduled game waits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub arrivals: Option<Arrivals>,
        /// Warnings that each side has.
        pub warnings: Pair,
        /// How many pauses the players have had.
        pub pauses: u8,
    }

    /// What the players may do with their clocks by agreement.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct PauseSettings {
        /// How often the game may be paused, 0 to 20.
        pub most: u8,
        /// How long a pause lasts at most, in milliseconds: a minute to an hour.
        pub length_ms: u64,
        /// Whether it may be adjourned.
        pub adjourn: bool,
    }

    /// Where the players of a scheduled game sit, which decides what lateness costs.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum Venue {
        /// Each at home: twice the lateness comes off the time, more than 60 minutes forfeits.
        Remote,
        /// All in one place: the same, and more than 15 minutes forfeits.
        Same,
        /// An event of a school: 20 minutes forfeit.
        Campus,
        /// Fast games: the clock is read against who is absent.
        Reading,
    }

    /// When and where a scheduled game is to begin.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Appointment {
        /// In a challenge wall time in Unix milliseconds, at most 4 weeks ahead; in a game room time in
        /// milliseconds.
        pub start_ms: u64,
        /// Where.
        pub venue: Venue,
    }

    /// How far behind the game its audience is, as long as the result is open.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum AudienceDelay {
        /// By so many moves, 1 to 50: the clocks that the audience sees stand as they stood after the last move shown.
        Moves(u32),
        /// By so many milliseconds, up to half an hour.
        Ms(u64),
    }

    /// What is claimed of an opponent who is away.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum AbsenceClaim {
        /// The game.
        Win,
        /// A pause.
        Pause,
    }

    /// A result that a referee rules.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum Verdict {
        /// 黑胜.
        Black,
        /// 白胜.
        White,
        /// 和棋.
        Draw,
        /// 双方均负.
        BothLose,
        /// 无胜负.
        NoResult,
        /// 重赛.
        Replay,
    }

    /// What a referee rules.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum Ruling {
        /// The clocks stop, in any phase.
        Pause {
            /// Room time at which play goes on by itself, in milliseconds: a minute to 90 days ahead, otherwise the ruling
            /// is refused with `bad_moment`. Without it, after 90 days.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            until_ms: Option<u64>,
        },
        /// Play goes on, after any pause or adjournment.
        Continue,
        /// The side to move seals its move.
        Adjourn {
            /// As of a pause.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            until_ms: Option<u64>,
        },
        /// A clock is set; a turn under way begins anew with it. Only for chief referees.
        SetClock {
            /// Whose.
            color: Color,
            /// To what.
            left: TimeLeft,
        },
        /// Main time is added. Only for chief referees.
        AddTime {
            /// Whose.
            color: Color,
            /// Milliseconds, up to a day.
            ms: u64,
        },
        /// Main time is added to both clocks.
        AddTimeToBoth {
            /// Milliseconds, up to a day.
            ms: u64,
        },
        /// The period that is being read goes on from a second that was passed (第16条.2).
        RestartReading {
            /// Whole seconds of the period.
            second: u16,
        },
        /// Back to the position after so many moves.
        StepBack {
            /// Free handicap stones among them.
            moves: u32,
        },
        /// In agreement: exactly these stones are dead, and the game is counted.
        Stones {
            /// One stone of each dead group is enough.
            dead: Vec<String>,
        },
        /// The game ends. A draw, a loss of both and a replay only by chief referees.
        Result {
            /// How.
            verdict: Verdict,
        },
        /// A warning; the second loses the game.
        Warn {
            /// Whose.
            color: Color,
        },
        /// A warning is withdrawn.
        WithdrawWarning {
            /// Whose.
            color: Color,
        },
        /// Somebody may not speak in this game any more, or may again.
        Mute {
            /// Who.
            account: Uuid,
            /// Whether it is muted.
            on: bool,
        },
        /// A call for the referee is answered: it stands as it is.
        AnswerCall,
        /// The players change sides, up to move 10 and never with handicap stones (第17条.1).
        SwapColors,
        /// Somebody who does not play is let go of and does not see this game again while it runs; or may come back.
        Remove {
            /// The account.
            account: Uuid,
            /// Whether it is removed.
            on: bool,
        },
    }
}
