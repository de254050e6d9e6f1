//! What a game looks like on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

macro_rules! wire {
    ($($item:item)+) => {
        $(#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[ts(export)]
        $item)+
    };
}

wire! {
    /// A side.
    #[derive(Copy, Hash)]
    #[serde(rename_all = "snake_case")]
    pub enum Color {
        /// 黑.
        Black,
        /// 白.
        White,
    }

    /// How the colours are given.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum ColorChoice {
        /// The challenger takes Black.
        Black,
        /// The challenger takes White.
        White,
        /// 猜先: who accepts guesses odd or even.
        Nigiri,
    }

    /// How handicap stones are placed.
    #[derive(Copy, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum Placement {
        /// On the star points.
        #[default]
        Fixed,
        /// Where Black likes.
        Free,
    }

    /// The phase of a game.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum Phase {
        /// Black sets free handicap stones.
        Placing,
        /// Moves are played.
        Play,
        /// The stones are to be agreed (死活确认).
        Agreement,
        /// The game is over.
        Over,
    }

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
        },
    }

    /// How the colours were drawn (猜先), so that either client can check it:
    /// `hash` = SHA-256 of the text `number:nonce`, published before the guess.
    pub struct Nigiri {
        /// Hexadecimal SHA-256, published with the challenge.
        pub hash: String,
        /// The hidden number of stones.
        pub number: u8,
        /// Hexadecimal nonce.
        pub nonce: String,
        /// Whether the guesser said odd.
        pub guess_odd: bool,
    }

    /// What was agreed before the first move.
    pub struct Settings {
        /// Lines a side.
        pub size: u8,
        /// The name of the rules, `chinese`.
        pub rules: String,
        /// Komi in quarter-子 (15 is 3¾ 子 = 7½ 目).
        pub komi_quarters: i16,
        /// Handicap stones.
        pub handicap: u8,
        /// How they are placed.
        pub placement: Placement,
        /// The time control.
        pub clock: ClockSettings,
        /// The draw of the colours, if there was one.
        pub nigiri: Option<Nigiri>,
    }

    /// Somebody.
    pub struct PlayerRef {
        /// The account.
        pub id: Uuid,
        /// The name shown.
        pub name: String,
    }

    /// What one side has left, as it stood when its turn last ended.
    #[derive(Copy)]
    pub struct TimeLeft {
        /// Main time in milliseconds.
        pub main_ms: u64,
        /// Periods left, the one being read included.
        pub periods: u16,
    }

    /// The clock that runs: spent at room time `t` is `elapsed_ms + max(0, t - from_ms)`.
    #[derive(Copy)]
    pub struct Running {
        /// Whose.
        pub color: Color,
        /// Milliseconds spent on this turn before `from_ms`.
        pub elapsed_ms: u64,
        /// Room time in milliseconds; while it lies in the future the clock stands.
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
    }

    /// The count of a marking (数子). Black, white and shared points add up to all points.
    #[derive(Copy)]
    pub struct Count {
        /// Points that are Black's.
        pub black_points: u16,
        /// Points that are White's.
        pub white_points: u16,
        /// Points that are shared half and half.
        pub shared_points: u16,
        /// Black's 子 in quarters, its half of the shared points included.
        pub black_quarters: u32,
        /// White's.
        pub white_quarters: u32,
        /// Komi in quarter-子.
        pub komi_quarters: i16,
        /// What Black gives back for handicap, in quarter-子.
        pub back_quarters: i16,
        /// Black's margin in quarter-子; in 目 it is half of this number.
        pub margin_quarters: i32,
    }

    /// The marking that is to be agreed.
    pub struct Agreement {
        /// The number of the marking.
        pub revision: u32,
        /// Stones marked dead.
        pub dead: Vec<String>,
        /// Whether Black has accepted it.
        pub black_accepted: bool,
        /// Whether White has.
        pub white_accepted: bool,
        /// Room time at which the phase ends, in milliseconds.
        pub due_ms: u64,
        /// One letter per point, row by row from the top left: `B`, `W`, or `-` for shared.
        pub area: String,
        /// The count.
        pub count: Count,
    }

    /// Who won.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum Winner {
        /// 黑胜.
        Black,
        /// 白胜.
        White,
        /// 和棋.
        Draw,
        /// 无胜负.
        Nobody,
    }

    /// How a game ended.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum How {
        /// 数子.
        Counting,
        /// 中盘.
        Resignation,
        /// 超时.
        Time,
        /// The first moves were not played in time.
        Aborted,
    }

    /// A result.
    pub struct GameResult {
        /// Who won.
        pub winner: Winner,
        /// How.
        pub how: How,
        /// Black's margin in quarter-子, when counted.
        pub margin_quarters: Option<i32>,
        /// SGF form, `B+1.5`.
        pub sgf: String,
        /// Chinese form, 黑胜¾子.
        pub chinese: String,
    }

    /// One move of the record.
    pub struct Move {
        /// Who.
        pub color: Color,
        /// Two SGF letters, or `pass`.
        pub point: String,
        /// Room time in milliseconds.
        pub at_ms: u64,
    }

    /// The last move on the board.
    pub struct LastMove {
        /// Who.
        pub color: Color,
        /// Two SGF letters, or `pass`.
        pub point: String,
    }

    /// A pair of numbers, one a side.
    #[derive(Copy)]
    pub struct Pair {
        /// Black's.
        pub black: u32,
        /// White's.
        pub white: u32,
    }

    /// Everything about a game at one moment.
    pub struct Snapshot {
        /// The last event that it contains.
        pub seq: u64,
        /// Who plays Black.
        pub black: PlayerRef,
        /// Who plays White.
        pub white: PlayerRef,
        /// What was agreed.
        pub settings: Settings,
        /// The phase.
        pub phase: Phase,
        /// The board, rows from the top: `.` empty, `X` Black, `O` White.
        pub rows: Vec<String>,
        /// Handicap stones set so far.
        pub handicap_stones: Vec<String>,
        /// All moves so far.
        pub moves: Vec<Move>,
        /// How many moves (free handicap stones included); the `ply` that the next command names.
        pub ply: u32,
        /// Whose turn it is; nobody's outside `placing` and `play`.
        pub to_move: Option<Color>,
        /// The last move.
        pub last: Option<LastMove>,
        /// Stones that each side has captured.
        pub prisoners: Pair,
        /// Both clocks.
        pub clock: Clock,
        /// The marking, in agreement.
        pub agreement: Option<Agreement>,
        /// The result, when over.
        pub result: Option<GameResult>,
        /// The final marking and count, when counted.
        pub counted: Option<Agreement>,
    }
}
