//! Rooms: one actor per running game owns its board and clocks (`ARCHITECTURE.md`, *the life of a move*).
//!
//! An actor is a [`state`](RoomState), a [`RoomHandle`] and one loop over one closed enum of inputs.
//! It journals first, then changes its state, then tells people. When the journal's answer is
//! unknown, or another server owns the game, the actor ends; the next who asks for the room
//! restores it from the journal, which alone is the truth.
//!
//! Deliberately absent: the wire. Events are turned into bytes by an [`Encode`] that the caller
//! gives, once per event, and the bytes are shared by all who watch.

mod actor;
mod answers;
mod audience;
mod awake;
mod clock;
mod directory;
mod encode;
mod floor;
mod handle;
mod history;
mod late;
mod lease;
mod outage;
mod outbox;
mod place;
mod presence;
mod procedure;
mod record;
mod restore;
mod sealed;
mod seals;
mod seating;
mod seats;
mod sheet;
mod slumber;
mod state;
mod visibility;

pub use directory::{AskShown, RoomError, Rooms, RoomsParts};
pub use encode::{Encode, Entry, Moment, View};
pub use floor::Floor;
pub use handle::{Answer, OfficerSeat, Order, RoomHandle, RulingOrder, WatchRequest};
pub use lease::{BEAT_MS, GRACE_MAX_MS, LEASE_MS, Lease};
pub use outbox::{ConnId, Frame, Outbox, OutboxReader, Outgoing, outbox};
pub use presence::Presence;
pub use sealed::envelopes;
pub use seals::Seals;
pub use sheet::TimeSheet;
pub use state::{Known, RoomState};
pub use visibility::{
    Role, Sight, Sitting, Stage, Stream, Viewer, hears, role, sight, speaks, stream_of_talk, with_office,
    with_seat,
};

/// Inputs that wait for one room; one more is refused with `busy`.
pub const MAILBOX: usize = 64;
/// Frames that wait for one socket; when full, the room is dropped from that socket, which is told
/// to ask again.
pub const OUTBOX: usize = 128;
/// Events that a room keeps ready for those who come back; who missed more gets a snapshot.
pub const RESUME_EVENTS: usize = 64;
/// Rooms that are restored at the same time.
const RESTORING: usize = 16;
/// A journal that takes longer than this is an outage, in milliseconds: charged to nobody.
pub const STALL_MS: u64 = 500;
