//! What the server sends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::http::{Challenge, GameSummary};
use crate::{Code, Color, Event, Hiding, Line, PlayerRef, RematchOffer, Snapshot, TalkStream};

/// An event with its place in its room's stream: `seq` grows by one with each event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export)]
pub struct RoomEvent {
    /// Its number; a client that sees a gap asks again with `watch`.
    pub seq: u64,
    /// Room time in milliseconds.
    pub at_ms: u64,
    /// What happened.
    pub event: Event,
}

/// A message from the server. Clients ignore types that they do not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export)]
#[allow(clippy::large_enum_variant, reason = "a message is made into bytes at once, never kept in number")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The protocol's version.
        version: u32,
        /// Who the socket speaks for; nobody for a guest.
        account: Option<PlayerRef>,
        /// The server's running time in milliseconds.
        served_ms: u64,
        /// Whether this account may rule on games.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        referee: bool,
        /// Whether as a chief referee, too: with results that neither side has won, and changes of one clock alone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        chief: bool,
        /// The server is being looked after: no game begins until that is over; what people are told of it, which may be empty.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        maintenance: Option<String>,
    },
    /// The server is being looked after from now on (no game begins, those that run go on), or not any more.
    Maintenance {
        /// What people are told, which may be empty; nothing when it is over.
        text: Option<String>,
    },
    /// The answer to `ping`.
    Pong {
        /// The ping's id.
        id: Uuid,
        /// The server's running time in milliseconds when it read the ping.
        served_ms: u64,
    },
    /// The command was carried out, and is on durable storage.
    Ack {
        /// The command.
        id: Uuid,
        /// The first event that it caused, for commands in a room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seq: Option<u64>,
    },
    /// The command was refused and changed nothing; with `busy` and `internal` that is not known: send it again.
    Refused {
        /// The command, when it could be read.
        id: Option<Uuid>,
        /// Why.
        code: Code,
        /// The same in English, for developers; people are shown the code's text in their language.
        message: String,
        /// For `ko`: the move after which the same position stood.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        repeats: Option<u32>,
    },
    /// The answer to `watch`: everything.
    Snapshot {
        /// The `watch`.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// The side that the receiver plays, if any.
        seat: Option<Color>,
        /// Whether this socket holds that seat; one that does not may watch, and is refused with `seat_elsewhere`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        held: bool,
        /// Room time now, in milliseconds.
        room_ms: u64,
        /// The server's running time at the same moment: room time runs beside it, so
        /// room time = `room_ms` + (served time now − `served_ms`).
        served_ms: u64,
        /// Whether this is the game as the audience sees it, behind by the settings' `delay`. By moves: the clocks stand as at the
        /// last event's `at_ms`. By time: `room_ms` is behind by it. Who is behind counts `seq` like everybody.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        late: bool,
        /// The game.
        game: Box<Snapshot>,
    },
    /// The answer to `watch` with `after`: what was missed.
    Resumed {
        /// The `watch`.
        id: Uuid,
        /// The room.
        room: Uuid,
        /// The side that the receiver plays, if any.
        seat: Option<Color>,
        /// Whether this socket holds that seat; one that does not may watch, and is refused with `seat_elsewhere`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        held: bool,
        /// As in `snapshot`.
        room_ms: u64,
        /// As in `snapshot`.
        served_ms: u64,
        /// As in `snapshot`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        late: bool,
        /// Events with `seq` from `after` + 1 on, without a gap.
        events: Vec<RoomEvent>,
    },
    /// Something happened in a room that the socket watches.
    Event {
        /// The room.
        room: Uuid,
        /// The event.
        #[serde(flatten)]
        event: RoomEvent,
    },
    /// Of a player's sockets that watch a game one holds the seat and plays: the first, and when it goes the oldest of the
    /// others, in official games (those with an appointment) whichever asks for it. It has moved.
    Seat {
        /// The room.
        room: Uuid,
        /// Whether this socket holds it now.
        held: bool,
    },
    /// A referee has removed this account from the room; the socket does not watch it any more.
    Removed {
        /// The room.
        room: Uuid,
    },
    /// Who is there.
    Presence {
        /// The room.
        room: Uuid,
        /// Whether Black is connected.
        black: bool,
        /// Whether White is.
        white: bool,
        /// How many others watch.
        watchers: u32,
        /// Room time from which White may claim something because Black is away, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        black_claim_ms: Option<u64>,
        /// Room time from which Black may claim something because White is away.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        white_claim_ms: Option<u64>,
    },
    /// The socket has missed events of the room: ask again with `watch` and the last `seq`.
    Lagged {
        /// The room.
        room: Uuid,
    },
    /// The last lines of a conversation, at most 50: comes after `watch` for each conversation that the receiver may read
    /// and that has any, and for the spectators' conversation to players and guests once the result is final.
    Talk {
        /// The room.
        room: Uuid,
        /// Which conversation.
        stream: TalkStream,
        /// In their order; earlier ones are asked for by HTTP.
        lines: Vec<Line>,
    },
    /// Somebody has said something about a game that the socket watches.
    Said {
        /// The room.
        room: Uuid,
        /// In which conversation.
        stream: TalkStream,
        /// The line.
        #[serde(flatten)]
        line: Line,
    },
    /// A referee has hidden a line: its text is to be shown no more.
    LineHidden {
        /// The room.
        room: Uuid,
        /// In which conversation.
        stream: TalkStream,
        /// Its number.
        number: u64,
        /// Who hid it and why, for referees.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        hiding: Option<Hiding>,
    },
    /// Who may not speak about a game that is over: after `watch`, if a referee has ruled on that since the end, and at each such
    /// ruling. It takes the place of what the snapshot says.
    Muted {
        /// The room.
        room: Uuid,
        /// All of them.
        muted: Vec<PlayerRef>,
        /// The name of the referee who has just ruled so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        officer: Option<String>,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
    },
    /// The lobby as it is now.
    Lobby {
        /// Open challenges, newest first.
        challenges: Vec<Challenge>,
        /// Games being played, newest first.
        games: Vec<GameSummary>,
    },
    /// A challenge of yours was accepted, or a rematch agreed, and the game has begun.
    GameStarted {
        /// The challenge; of a rematch the finished game.
        challenge: Uuid,
        /// The room.
        room: Uuid,
    },
    /// Where the rematch of a finished game of yours stands. Comes after `watch` of such a game, and with every change to all
    /// sockets of both players, whatever they watch; to nobody else.
    Rematch {
        /// The finished game's room.
        room: Uuid,
        /// Grows with each change, and is 0 before the first; of two messages the one with the larger number holds.
        revision: u64,
        /// What is offered now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        offer: Option<RematchOffer>,
        /// How often you may still offer it.
        offers_left: u32,
        /// The room of the game that it became.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        game: Option<Uuid>,
    },
    /// The server closes this socket.
    Closing {
        /// Why.
        code: Code,
        /// When to connect again, in milliseconds.
        retry_after_ms: u64,
    },
}
