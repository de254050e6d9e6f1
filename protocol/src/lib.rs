//! The wire between Tianyuan and its clients, and nothing else.
//!
//! One enum per direction ([`ClientMessage`], [`ServerMessage`]), one decoder ([`decode`]), the
//! bodies of the HTTP API ([`http`]), stable codes ([`Code`]) and named limits ([`limits`]).
//! Points are two SGF letters (`"pd"`), times are integer milliseconds with the unit in the name,
//! scores are integer quarter-子. Unknown fields and unknown server messages are ignored by clients;
//! nothing is renamed within version 1.
//!
//! Deliberately absent: the rules of the game and every domain type. Wire types are converted by
//! hand, in one place of the server, so that neither can drag the other along.

/// Bodies of the HTTP API: what each of them derives.
macro_rules! body {
    ($($item:item)+) => {
        $(#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[ts(export)]
        $item)+
    };
}

mod account;
mod axes;
mod client;
mod clock;
mod code;
mod codec;
mod desk;
mod event;
mod game;
pub mod http;
mod invitations;
pub mod limits;
mod order;
mod people;
mod rematch;
mod server;
mod sheet;
mod table;
mod talk;

pub use axes::{
    Counting, HandicapBack, KoRule, PassRule, Repeated, Repetition, Resumption, RuleAxes, RuleChanges, Start,
    Ties,
};
pub use client::ClientMessage;
pub use clock::{Clock, ClockSettings, Days, Running, TimeLeft, Vacation};
pub use code::Code;
pub use codec::{DecodeError, decode, encode};
pub use event::Event;
pub use game::{
    Agreement, Color, ColorChoice, Count, GameResult, How, LastMove, Move, Nigiri, Pair, Phase, Placement,
    PlayerRef, RepetitionOffer, Settings, Snapshot, StartStones, TerritoryCount, Winner,
};
pub use rematch::{RematchAction, RematchOffer};
pub use server::{RoomEvent, ServerMessage};
pub use table::{
    AbsenceClaim, Appointment, Arrival, Arrivals, AudienceDelay, CallEnd, Pause, PauseReason, PauseSettings,
    RefereeCall, Request, RequestEnd, RequestKind, Ruling, Standing, Venue, Verdict,
};
pub use talk::{Hiding, Line, TalkStream};

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;

/// The WebSocket subprotocol that a client must ask for at `/ws`.
pub const SUBPROTOCOL: &str = "tianyuan.v1";
