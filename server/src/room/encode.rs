//! What a room shows, and the seam through which it becomes bytes.

use rules::{ByColor, Game, GameEvent, RoomMs};
use uuid::Uuid;

use super::{Frame, Presence, Sitting};
use crate::ids::GameId;
use crate::store::Players;

/// A room at one moment.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Which.
    pub id: GameId,
    /// Who plays.
    pub players: &'a Players,
    /// The game.
    pub game: &'a Game,
    /// The number of the last event in it.
    pub seq: u64,
}

/// One event with its place.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its number.
    pub seq: u64,
    /// Room time.
    pub at: RoomMs,
    /// What happened.
    pub event: &'a GameEvent,
}

/// The moment of a reply: room time beside the served time of this node.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Room time.
    pub room: RoomMs,
    /// Served time in milliseconds.
    pub served_ms: u64,
    /// Whether it is that of an audience which is behind.
    pub late: bool,
}

/// Turns what a room shows into frames.
pub trait Encode: Send + Sync + 'static {
    /// An event, as the element of a list of events; `after` is the room just after it.
    fn event(&self, after: View<'_>, entry: Entry<'_>) -> Frame;
    /// The frame that carries one such element to a socket.
    fn broadcast(&self, room: GameId, event: &Frame) -> Frame;
    /// The answer to a request to watch: everything.
    fn snapshot(&self, request: Uuid, sitting: Sitting, view: View<'_>, now: Moment) -> Frame;
    /// The answer to a request to watch: what was missed, as elements.
    fn resumed(&self, request: Uuid, sitting: Sitting, room: GameId, events: &[Frame], now: Moment) -> Frame;
    /// Whether the socket that gets it holds the seat of its player.
    fn seat(&self, room: GameId, held: bool) -> Frame;
    /// Somebody was removed and is let go of, or does not come in, as the answer to `request`.
    fn removed(&self, request: Option<Uuid>, room: GameId) -> Frame;
    /// The answer to a request to watch that has come too late for this actor: it is to be asked again.
    fn busy(&self, request: Uuid) -> Frame;
    /// Who is there.
    ///
    /// `claimable` is from when on each side's absence can be claimed, while it is away.
    fn presence(&self, room: GameId, presence: Presence, claimable: ByColor<Option<RoomMs>>) -> Frame;
}
