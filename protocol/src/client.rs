//! What a client may send.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{AbsenceClaim, RematchAction, RequestKind, Ruling, TalkStream};

/// A message from a client. The first one on a socket is `hello`.
///
/// `id` is a UUID made by the client. For commands that change a game it makes the command take
/// effect at most once: sent again, on any connection, it is answered like the first time; the same
/// id with other content is refused with `id_reused`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export)]
pub enum ClientMessage {
    /// Opens the conversation; answered by `welcome`.
    Hello {
        /// The protocol's version, 1.
        version: u32,
        /// An access token; without one the socket may only watch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        token: Option<String>,
    },
    /// Asks for the server's time; answered by `pong`.
    Ping {
        /// Any UUID; `pong` names it.
        id: Uuid,
    },
    /// Starts or resumes watching a room; answered by `resumed` when `after` is recent enough, else by `snapshot`.
    /// Both players and spectators watch.
    Watch {
        /// Names the reply.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// The `seq` of the last event that the client has; absent at the first time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        after: Option<u64>,
    },
    /// Stops watching a room; answered by `ack`.
    Unwatch {
        /// Names the reply.
        id: Uuid,
        /// The room.
        room: Uuid,
    },
    /// For a referee who does not play: sits down at the game as an official, also at a private one, and then `watch`es it
    /// as such; answered by `ack`. For a player that watches the room: has this socket hold the seat, at once, whichever socket of the player held
    /// it; answered by `ack`, and all of them are told by `seat`. Ask for it after coming back, before sending commands
    /// again: the server may not know yet that the old socket is gone.
    TakeSeat {
        /// Names the reply.
        id: Uuid,
        /// The room.
        room: Uuid,
    },
    /// Starts or stops the lobby's messages; answered by `ack`, then by `lobby` now and at every change.
    Lobby {
        /// Names the reply.
        id: Uuid,
        /// Whether they shall come.
        on: bool,
    },
    /// Plays a stone, or sets a free handicap stone.
    Play {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// How many moves the client has seen; any other number than the game's is refused with `stale_ply`.
        ply: u32,
        /// Two SGF letters.
        point: String,
    },
    /// Passes, and so proposes the end.
    Pass {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// As in `play`.
        ply: u32,
    },
    /// In lapsed: has the last period that was used up count as a pass (第22条.5).
    ClaimPass {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// As in `play`.
        ply: u32,
    },
    /// Resigns; possible in every phase.
    Resign {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
    },
    /// In agreement: marks the group of a stone as dead or alive.
    Mark {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// The marking that the client has seen; any other than the current one is refused with `stale_revision`.
        revision: u32,
        /// A stone of the group.
        point: String,
        /// What it shall be.
        dead: bool,
    },
    /// In agreement under territory counting: sets the region of a point aside as nobody's, or gives it back.
    SetAside {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// As in `mark`.
        revision: u32,
        /// A point of the region.
        point: String,
        /// Whether it shall be nobody's.
        neutral: bool,
    },
    /// In agreement: accepts exactly this marking.
    Accept {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// The marking.
        revision: u32,
    },
    /// In agreement: disputes the marking and plays on; who moves first is a matter of the rules.
    ResumePlay {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// The marking that the client has seen.
        revision: u32,
    },
    /// In repetition: accepts or declines the outcome that is offered.
    AnswerRepetition {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// As in `play`.
        ply: u32,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Asks the other player for something. Each side has at most one request open; both asking for the same
    /// pause, draw, adjournment or continuation is agreement.
    Ask {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// As in `play`.
        ply: u32,
        /// What.
        request: RequestKind,
        /// Of a pause or an adjournment: room time at which play goes on by itself, in milliseconds; from a minute ahead, for
        /// a pause up to its longest, for an adjournment up to 90 days; anything else is refused with `bad_moment`. Both
        /// asking for the same with another moment is no agreement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        until_ms: Option<u64>,
    },
    /// Accepts or declines what the other player asks.
    Reply {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// The number of the request.
        request: u32,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Takes back what one has asked.
    Withdraw {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// The number of the request.
        request: u32,
    },
    /// Before an adjournment: seals the move (封棋). Nobody can read it until play goes on; an illegal one is
    /// then a lost turn.
    Seal {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// As in `play`.
        ply: u32,
        /// Two SGF letters, or `pass`.
        point: String,
    },
    /// Claims something of an opponent who is away, in the opponent's turn; `presence` says from when on.
    ClaimAbsence {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// As in `play`.
        ply: u32,
        /// What.
        claim: AbsenceClaim,
    },
    /// Rules on the game as it is; for referees, never in a game of their own. After the end only a mute is ruled; it is answered by
    /// `ack` without a `seq`, and told by `muted`.
    Rule {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// What.
        ruling: Ruling,
        /// Why, told to everybody: 1 to 200 characters of plain text.
        reason: String,
    },
    /// Calls the referee about the matter at hand. What is talked over while the clocks stand waits; clocks that run do not.
    CallReferee {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// As in `play`.
        ply: u32,
    },
    /// Takes one's call back.
    WithdrawCall {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
    },
    /// In 通信棋: begins a vacation, in which one's own clock stands. It ends when it is used up.
    BeginVacation {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
    },
    /// Ends one's vacation; what is left of it stays.
    EndVacation {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
    },
    /// Says something about a game, running or over; answered by `ack` when it is kept for ever.
    Say {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// In which conversation.
        stream: TalkStream,
        /// Plain text of 1 to 300 characters, without line breaks and marks that turn the direction.
        text: String,
    },
    /// Hides a line's text from everybody; for referees, never in a game of their own. Who first hid a line, and why, is kept and
    /// told to referees.
    HideLine {
        /// The command.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// In which conversation.
        stream: TalkStream,
        /// The number of the line.
        number: u64,
        /// Why: 1 to 200 characters of plain text.
        reason: String,
    },
    /// After a game, for its players: offers the other a rematch, or answers an offer. Both offering is agreement. The socket need
    /// not watch the room; answered by `ack`, and both players are told by `rematch`.
    Rematch {
        /// The command.
        id: Uuid,
        /// The finished game's room.
        room: Uuid,
        /// What.
        action: RematchAction,
    },
}

impl ClientMessage {
    /// The id that names the reply; a `hello` has none.
    #[must_use]
    pub const fn id(&self) -> Option<Uuid> {
        match self {
            Self::Hello { .. } => None,
            Self::Ping { id }
            | Self::Watch { id, .. }
            | Self::Unwatch { id, .. }
            | Self::Lobby { id, .. }
            | Self::TakeSeat { id, .. }
            | Self::Play { id, .. }
            | Self::Pass { id, .. }
            | Self::ClaimPass { id, .. }
            | Self::Resign { id, .. }
            | Self::Mark { id, .. }
            | Self::SetAside { id, .. }
            | Self::AnswerRepetition { id, .. }
            | Self::Accept { id, .. }
            | Self::ResumePlay { id, .. }
            | Self::Ask { id, .. }
            | Self::Reply { id, .. }
            | Self::Withdraw { id, .. }
            | Self::Seal { id, .. }
            | Self::ClaimAbsence { id, .. }
            | Self::CallReferee { id, .. }
            | Self::WithdrawCall { id, .. }
            | Self::BeginVacation { id, .. }
            | Self::EndVacation { id, .. }
            | Self::Say { id, .. }
            | Self::HideLine { id, .. }
            | Self::Rematch { id, .. }
            | Self::Rule { id, .. } => Some(*id),
        }
    }

    /// The room that it is about.
    #[must_use]
    pub const fn room(&self) -> Option<Uuid> {
        match self {
            // What is about a game that is over any server does.
            Self::Hello { .. } | Self::Ping { .. } | Self::Lobby { .. } | Self::Rematch { .. } => None,
            Self::Watch { room, .. }
            | Self::Unwatch { room, .. }
            | Self::TakeSeat { room, .. }
            | Self::Play { room, .. }
            | Self::Pass { room, .. }
            | Self::ClaimPass { room, .. }
            | Self::Resign { room, .. }
            | Self::Mark { room, .. }
            | Self::SetAside { room, .. }
            | Self::AnswerRepetition { room, .. }
            | Self::Accept { room, .. }
            | Self::ResumePlay { room, .. }
            | Self::Ask { room, .. }
            | Self::Reply { room, .. }
            | Self::Withdraw { room, .. }
            | Self::Seal { room, .. }
            | Self::ClaimAbsence { room, .. }
            | Self::CallReferee { room, .. }
            | Self::WithdrawCall { room, .. }
            | Self::BeginVacation { room, .. }
            | Self::EndVacation { room, .. }
            | Self::Say { room, .. }
            | Self::HideLine { room, .. }
            | Self::Rule { room, .. } => Some(*room),
        }
    }
}
