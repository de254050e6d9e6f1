//! What a game looks like on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::axes::{Repeated, RuleAxes};
use crate::clock::{Clock, ClockSettings, nought};
use crate::table::{Appointment, AudienceDelay, PauseSettings, Standing};

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
        /// A scheduled game waits for its time and its players.
        Waiting,
        /// Black sets free handicap stones.
        Placing,
        /// Moves are played.
        Play,
        /// The last period is used up; its player may have that count as a pass (第22条.5).
        Lapsed,
        /// The stones are to be agreed (死活确认).
        Agreement,
        /// A position keeps coming back; both sides are offered what the rules make of it.
        Repetition,
        /// The game is over.
        Over,
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
        /// The name of the rules: `chinese`, `chinese-1988`, `japanese`, `korean`, `ing`, `wmsg-2008`, `aga`,
        /// `nz`, `ancient`.
        pub rules: String,
        /// The rules themselves.
        pub axes: RuleAxes,
        /// Whether they are those of that name, komi included, as ranked and official games have them.
        pub standard: bool,
        /// Komi in quarter-子 (15 is 3¾ 子 = 7½ 目).
        pub komi_quarters: i16,
        /// Handicap stones.
        pub handicap: u8,
        /// How they are placed.
        pub placement: Placement,
        /// The time control of both sides, or of Black's alone when there is `white_clock`.
        pub clock: ClockSettings,
        /// White's time control, when it is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub white_clock: Option<ClockSettings>,
        /// Stones that lie on the board before anything else (座子), where the rules have any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub start_stones: Option<StartStones>,
        /// The draw of the colours, if there was one.
        pub nigiri: Option<Nigiri>,
        /// How the players may pause and adjourn it.
        pub pauses: PauseSettings,
        /// When and where it is to begin, if it is a scheduled game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub appointment: Option<Appointment>,
        /// How far behind the audience is; absent: not at all. Players and officers are never behind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub delay: Option<AudienceDelay>,
    }

    /// The stones of both colours at the start.
    pub struct StartStones {
        /// Black's.
        pub black: Vec<String>,
        /// White's.
        pub white: Vec<String>,
    }

    /// Somebody.
    pub struct PlayerRef {
        /// The account.
        pub id: Uuid,
        /// The name shown.
        pub name: String,
    }

    /// What is counted under territory counting: each side's total is the sum of its three numbers.
    #[derive(Copy)]
    pub struct TerritoryCount {
        /// Points of territory; a dead stone lies on one.
        pub territory: Pair,
        /// Opposing stones captured in play.
        pub prisoners: Pair,
        /// Opposing stones dead on the board.
        pub dead: Pair,
    }

    /// The count of a marking. Black, white and shared points add up to all points of the board, and
    /// `margin_quarters = board_quarters - komi_quarters - back_quarters - first_pass_quarters
    /// - 4 × (groups.black - groups.white) - (warning_quarters_black - warning_quarters_white)`.
    #[derive(Copy)]
    pub struct Count {
        /// Points that are Black's.
        pub black_points: u16,
        /// Points that are White's.
        pub white_points: u16,
        /// Points that are neither's: shared half and half, or under territory counting nobody's.
        pub shared_points: u16,
        /// Black's 子 in quarters, its half of the shared points included.
        pub black_quarters: u32,
        /// White's.
        pub white_quarters: u32,
        /// What the board gives Black in quarter-子, before all that follows: twice the difference of the
        /// points, or of the totals of `territory`.
        pub board_quarters: i32,
        /// Komi in quarter-子.
        pub komi_quarters: i16,
        /// What Black gives back for handicap, in quarter-子.
        pub back_quarters: i16,
        /// Under territory counting, what is counted instead of the points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub territory: Option<TerritoryCount>,
        /// 还棋头: each side's living groups.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub groups: Option<Pair>,
        /// What Black gives because White passed first, in quarter-子.
        pub first_pass_quarters: i16,
        /// What Black gives for its warnings, in quarter-子.
        pub warning_quarters_black: i16,
        /// What White gives for its warnings.
        pub warning_quarters_white: i16,
        /// Stones that each side has handed over by passing, where it does; they count for nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub pass_stones: Option<Pair>,
        /// Black's margin in quarter-子; in 目 it is half of this number.
        pub margin_quarters: i32,
    }

    /// The marking that is to be agreed.
    pub struct Agreement {
        /// The number of the marking.
        pub revision: u32,
        /// Stones marked dead.
        pub dead: Vec<String>,
        /// Points of regions that the players have set aside as nobody's territory.
        pub neutral: Vec<String>,
        /// Whether Black has accepted it.
        pub black_accepted: bool,
        /// Whether White has.
        pub white_accepted: bool,
        /// Room time at which the phase ends, in milliseconds.
        pub due_ms: u64,
        /// One letter per point, row by row from the top left: `B`, `W`, or `-` for neither's.
        pub area: String,
        /// The count.
        pub count: Count,
    }

    /// What a repetition offers to both sides. It applies when both accept; else play goes on.
    #[derive(Copy)]
    pub struct RepetitionOffer {
        /// What the rules make of it.
        pub verdict: Repeated,
        /// The number of the move after which the position first stood; 0 is the beginning.
        pub first: u32,
        /// Room time at which silence becomes a refusal, in milliseconds.
        pub due_ms: u64,
        /// Whether Black has accepted.
        pub black_accepted: bool,
        /// Whether White has.
        pub white_accepted: bool,
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
        /// 双方均负.
        BothLose,
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
        /// A position kept coming back (三劫 and the like); `repetition` says what that came to.
        Repetition,
        /// Both agreed on a draw (和棋).
        Agreement,
        /// The other side came too late, stayed away or was warned twice (弃权, 判负); or both did.
        Forfeit,
        /// A referee ruled it (裁定).
        Ruling,
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
        /// What a repetition came to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub repetition: Option<Repeated>,
        /// SGF form, `B+1.5`.
        pub sgf: String,
        /// Chinese form, 黑胜¾子 or 黑胜1目半, in the unit of the rules.
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
        /// Milliseconds of the turn that were given back for the way through the network.
        #[serde(default, skip_serializing_if = "nought")]
        #[ts(as = "Option<u64>", optional)]
        pub credit_ms: u64,
        /// Whether the turn was lost (弃权) rather than passed; `point` is `pass` then.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        pub lost: bool,
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
        /// The `ply` that the next command names: how many moves (free handicap stones included), and more
        /// once moves have been taken back.
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
        /// In `lapsed`, room time at which the game is lost unless the pass has been asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub lapse_due_ms: Option<u64>,
        /// What a repetition offers, in `repetition`.
        pub offer: Option<RepetitionOffer>,
        /// Where the game stands, apart from board and clocks.
        pub standing: Standing,
        /// Who may not speak in this game.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<PlayerRef>>", optional)]
        pub muted: Vec<PlayerRef>,
        /// Who was removed and may not look on; for referees, in the answer to `watch`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<PlayerRef>>", optional)]
        pub removed: Vec<PlayerRef>,
        /// The result, when over.
        pub result: Option<GameResult>,
        /// The final marking and count, when counted.
        pub counted: Option<Agreement>,
        /// Officers who have sat down at the game.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<String>>", optional)]
        pub officers: Vec<String>,
    }
}
