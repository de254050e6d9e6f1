//! One WebSocket per client: many rooms on one socket.
//!
//! [`session`] reads, limits and writes one socket; [`wire`] turns messages into what rooms and rules
//! understand, and back. Deliberately absent: any rule of the game, and any state of a room.

mod client;
mod connections;
mod deputy;
pub mod far;
mod frames;
mod lobby;
mod outside;
mod round_trip;
mod scopes;
mod session;
mod talk;
pub mod wire;

pub use connections::Connections;
pub use deputy::{ManyRuled, rule_on_many};
pub use lobby::LobbyFrames;
pub use session::connect;

// What clients are told to count on is what rooms keep.
const _: () = assert!(crate::room::RESUME_EVENTS == protocol::limits::RESUME_EVENTS);
