//! Rooms of other servers, for sockets of this one.
//!
//! A socket stays where it is. What it asks of a room that another server has goes there as it came, and is carried out by a
//! *ghost*: the same client code as behind a socket, whose outbox leads back. So all that a room knows of sockets holds
//! for those of other servers: seats, presence, delays, conversations, limits. The room's server tells the others in batches, in
//! which the same bytes stand once, however many hear them; batches are numbered, and after a gap the sockets ask
//! again (`lagged`), as they do when they were slow.
//! Split in `note` (what goes over the bus), `edge` (this server's sockets, elsewhere), `ghosts` (other servers' sockets, here)
//! and `batches` (the way back).
//! Deliberately absent: who owns a room; the database says that, and rooms are claimed by whoever they are asked of.

mod batches;
mod edge;
mod ghosts;
mod note;

pub(in crate::ws) use edge::FarRooms;
pub use edge::{Edge, EdgeParts};
pub use ghosts::attend;
