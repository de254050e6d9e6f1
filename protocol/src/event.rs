//! What happens in a room.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::clock::nought;
use crate::{Agreement, Clock, Color, GameResult, Pair, PlayerRef, RepetitionOffer, Settings};

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
    /// The side to move has used up its last period: it loses at `due_ms` unless it asks that this
    /// count as a pass (`claim_pass`). The event of the pass is `passed`.
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
    /// The server is back after an outage that is charged to nobody.
    Restored {
        /// Milliseconds without a server.
        uncharged_ms: u64,
        /// Both clocks; they stand until `running.from_ms`.
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
