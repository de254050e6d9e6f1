//! What happens in a room.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::clock::nought;
use crate::{
    Agreement, CallEnd, Clock, Color, GameResult, LastMove, Pair, PlayerRef, RepetitionOffer, Request,
    RequestEnd, Settings, Standing,
};

/// One event of a room's game. Each carries what has changed, so that a client needs no rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export)]
pub enum Event {
    /// The game was opened.
    Opened {
        /// Who plays Black.
        black: PlayerRef,
        /// Who plays White.
        white: PlayerRef,
        /// What was agreed.
        settings: Settings,
        /// Handicap stones on the board.
        handicap_stones: Vec<String>,
        /// Whose turn it is.
        to_move: Color,
        /// Both clocks.
        clock: Clock,
    },
    /// Black set a free handicap stone.
    HandicapPlaced {
        /// Where.
        point: String,
        /// The `ply` that the next command names.
        ply: u32,
        /// Whose turn it is.
        to_move: Color,
        /// Both clocks.
        clock: Clock,
    },
    /// A stone was played.
    Played {
        /// Who.
        color: Color,
        /// Where.
        point: String,
        /// The opposing stones it removed.
        captures: Vec<String>,
        /// Where suicide is allowed: the mover's own stones that died of it, the played one among them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<String>>", optional)]
        own_removed: Vec<String>,
        /// Stones that each side has captured so far.
        prisoners: Pair,
        /// The `ply` that the next command names.
        ply: u32,
        /// Milliseconds of the turn that were given back for the way through the network.
        #[serde(default, skip_serializing_if = "nought")]
        #[ts(as = "Option<u64>", optional)]
        credit_ms: u64,
        /// Both clocks.
        clock: Clock,
    },
    /// A side passed, and so proposed the end.
    Passed {
        /// Who.
        color: Color,
        /// The `ply` that the next command names.
        ply: u32,
        /// As of a stone.
        #[serde(default, skip_serializing_if = "nought")]
        #[ts(as = "Option<u64>", optional)]
        credit_ms: u64,
        /// Both clocks.
        clock: Clock,
    },
    /// The clock of the side to move was read aloud (读秒报时). The same event goes to everybody, once.
    Read {
        /// Whose.
        color: Color,
        /// Whole seconds of the period that have passed; all of them: it is used up.
        second: u16,
        /// The number that was counted, 1 to 10, where the seconds are counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        count: Option<u8>,
        /// Periods left, the one being read included; once it is used up, those that remain.
        periods: u16,
    },
    /// The last period is used up: the side to move loses at `due_ms` unless it claims a pass (`claim_pass`, then `passed`).
    Lapsed {
        /// Who.
        color: Color,
        /// Room time, in milliseconds.
        due_ms: u64,
        /// Both clocks, standing.
        clock: Clock,
    },
    /// Two passes: the stones are to be agreed.
    AgreementOpened {
        /// The marking that the server proposes.
        agreement: Agreement,
        /// Both clocks, standing.
        clock: Clock,
    },
    /// A side changed the marking.
    Marked {
        /// Who.
        by: Color,
        /// The stones that changed.
        stones: Vec<String>,
        /// What they are now.
        dead: bool,
        /// The marking now.
        agreement: Agreement,
    },
    /// A side set a region aside as nobody's territory, or gave it back.
    SetAside {
        /// Who.
        by: Color,
        /// The points that changed.
        points: Vec<String>,
        /// Whether they are now nobody's.
        neutral: bool,
        /// The marking now.
        agreement: Agreement,
    },
    /// A side accepted the marking.
    Accepted {
        /// Who.
        by: Color,
        /// Which marking.
        revision: u32,
    },
    /// The phase's limit has passed; who has not accepted is asked once more.
    AskedAgain {
        /// Room time of the last answer, in milliseconds.
        due_ms: u64,
    },
    /// Play goes on.
    PlayResumed {
        /// Who asked; nobody when the phase's limit decided it.
        by: Option<Color>,
        /// Who moves.
        to_move: Color,
        /// Both clocks.
        clock: Clock,
    },
    /// A position stands for the third time; both sides are offered what the rules make of it.
    RepetitionOffered {
        /// The offer.
        offer: RepetitionOffer,
        /// Both clocks, standing.
        clock: Clock,
    },
    /// A side accepted the outcome of a repetition.
    RepetitionAccepted {
        /// Who.
        by: Color,
    },
    /// Play goes on in spite of a repetition; the fourth time it applies.
    RepetitionDeclined {
        /// Who declined; nobody when the time was over.
        by: Option<Color>,
        /// Who moves.
        to_move: Color,
        /// Both clocks.
        clock: Clock,
    },
    /// The appointed time of a scheduled game has come; it begins when both are there.
    Started {
        /// Where the game stands.
        standing: Standing,
        /// Both clocks.
        clock: Clock,
    },
    /// A side came late to a scheduled game.
    Arrived {
        /// Who.
        color: Color,
        /// How late, in milliseconds.
        late_ms: u64,
        /// Where the game stands.
        standing: Standing,
        /// Both clocks.
        clock: Clock,
    },
    /// A side has lost by its lateness; the other has not come yet either.
    Missed {
        /// Who.
        color: Color,
        /// Where the game stands.
        standing: Standing,
    },
    /// A player asks the other for something.
    Requested {
        /// Who asks.
        by: Color,
        /// What.
        request: Request,
        /// Where the game stands.
        standing: Standing,
    },
    /// A request is not open any more.
    RequestClosed {
        /// Its number.
        number: u32,
        /// How.
        how: RequestEnd,
        /// Where the game stands.
        standing: Standing,
    },
    /// The referee is called, as `standing.call` says.
    RefereeCalled {
        /// Where the game stands.
        standing: Standing,
    },
    /// The call is not open any more; what a referee ruled are the next events.
    CallClosed {
        /// How.
        how: CallEnd,
        /// In agreement and repetition: the new `due_ms`.
        due_ms: Option<u64>,
        /// Where the game stands.
        standing: Standing,
    },
    /// The clocks stand (暂停); `standing.pause` says why.
    Paused {
        /// Where the game stands.
        standing: Standing,
        /// Both clocks.
        clock: Clock,
    },
    /// Play goes on, or an adjournment that had been agreed is called off. A sealed move is the next event.
    Continued {
        /// Where the game stands.
        standing: Standing,
        /// Both clocks; they stand until `running.from_ms`.
        clock: Clock,
    },
    /// The game is being adjourned: the side to move seals its move, on its own clock (封棋).
    Adjourning {
        /// Where the game stands.
        standing: Standing,
    },
    /// The move is sealed, unreadable for everybody, and the clocks stand.
    Sealed {
        /// Whose.
        color: Color,
        /// As of a stone.
        #[serde(default, skip_serializing_if = "nought")]
        #[ts(as = "Option<u64>", optional)]
        credit_ms: u64,
        /// Where the game stands.
        standing: Standing,
        /// Both clocks.
        clock: Clock,
    },
    /// The sealed move cannot be read any more: its side moves anew.
    SealLost {
        /// Where the game stands.
        standing: Standing,
        /// Both clocks.
        clock: Clock,
    },
    /// A side lost its turn (弃权): its sealed move was illegal. This is none of the two passes that end the game.
    TurnLost {
        /// Who.
        color: Color,
        /// Where the game stands.
        standing: Standing,
        /// Both clocks.
        clock: Clock,
    },
    /// Moves were taken back; no time is given back.
    Undone {
        /// How many moves remain, free handicap stones among them.
        moves: u32,
        /// The board, as in `snapshot`.
        rows: Vec<String>,
        /// The last move that remains.
        last: Option<LastMove>,
        /// Stones that each side has captured.
        prisoners: Pair,
        /// Where the game stands; `ply` has grown all the same.
        standing: Standing,
        /// Both clocks.
        clock: Clock,
    },
    /// Main time was added.
    TimeAdded {
        /// To whose.
        color: Color,
        /// Milliseconds.
        ms: u64,
        /// Both clocks.
        clock: Clock,
    },
    /// A referee ruled; what that comes to are the next events.
    Ruled {
        /// The referee's name.
        officer: String,
        /// Why.
        reason: String,
    },
    /// A referee set a clock.
    ClockSet {
        /// Whose.
        color: Color,
        /// Both clocks.
        clock: Clock,
    },
    /// The period that is being read goes on from a second that was passed (第16条.2).
    ReadingRestarted {
        /// Whole seconds of the period.
        second: u16,
        /// Both clocks.
        clock: Clock,
    },
    /// A referee ruled which stones are dead; the count is the next event.
    StonesRuled {
        /// The marking that is counted.
        agreement: Agreement,
    },
    /// A side was warned (第24条).
    Warned {
        /// Who.
        color: Color,
        /// Where the game stands.
        standing: Standing,
    },
    /// A warning was withdrawn.
    WarningWithdrawn {
        /// Whose.
        color: Color,
        /// Where the game stands.
        standing: Standing,
    },
    /// Somebody may not speak in this game any more.
    Muted {
        /// Who.
        account: PlayerRef,
    },
    /// Somebody who was muted may speak again.
    Unmuted {
        /// Who.
        account: PlayerRef,
    },
    /// An officer who does not play sat down at the game. An open call for the referee stands for longer.
    OfficerSeated {
        /// The officer's name.
        officer: String,
        /// Where the game stands.
        standing: Standing,
    },
    /// A referee removed somebody who looked on, until the game is over.
    Removed {
        /// Who.
        account: PlayerRef,
    },
    /// Somebody who was removed may look on again.
    Readmitted {
        /// Who.
        account: PlayerRef,
    },
    /// The players changed sides (第17条.1): all but warnings stays with the colours, and requests are void.
    ColorsSwapped {
        /// Who plays Black now.
        black: PlayerRef,
        /// Who plays White now.
        white: PlayerRef,
        /// Where the game stands.
        standing: Standing,
    },
    /// The server is back after an outage that is charged to nobody.
    Restored {
        /// Milliseconds without a server.
        uncharged_ms: u64,
        /// In agreement and repetition: the new `due_ms`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        due_ms: Option<u64>,
        /// Both clocks; they stand until `running.from_ms`.
        clock: Clock,
    },
    /// A side went on vacation: its clock stands.
    VacationBegan {
        /// Who.
        by: Color,
        /// Room time at which the vacation is used up.
        until_ms: u64,
        /// In agreement and repetition: the new `due_ms`.
        due_ms: Option<u64>,
        /// Both clocks.
        clock: Clock,
    },
    /// A side is back from its vacation.
    VacationEnded {
        /// Who.
        by: Color,
        /// As in `vacation_began`.
        due_ms: Option<u64>,
        /// Both clocks.
        clock: Clock,
    },
    /// The game is over.
    Ended {
        /// The result.
        result: GameResult,
        /// The marking that was counted.
        counted: Option<Agreement>,
        /// Both clocks, standing.
        clock: Clock,
    },
}
