//! What servers tell each other: notes on topics, over a Redis or Valkey that all of them reach.
//!
//! A note may be lost, and that is told: whoever listens hears of a *gap* after which something may be missing, and
//! whoever sends hears when the way is away. Nothing that must last goes this way; the database has it.
//! On one server there is no bus.
//! Deliberately absent: what notes say; the bus carries bytes.

mod redis;

use async_trait::async_trait;

use crate::ids::NodeId;

pub use redis::{BadUrl, RedisBus, RedisUrl};

/// Where notes go, and where one listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topic {
    /// What one server is told.
    To(NodeId),
    /// What one server tells whoever has sockets in its rooms.
    From(NodeId),
    /// What all others are told.
    Others,
}

/// What comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A note.
    Note(Vec<u8>),
    /// Notes may have been missed.
    Gap,
}

/// The way between servers.
#[async_trait]
pub trait Bus: Send + Sync {
    /// Sends a note after those before it; `false` when it is known not to go out.
    #[must_use]
    fn send(&self, topic: Topic, note: Vec<u8>) -> bool;

    /// Listens on a topic from when this returns `true`; `false` when the way is away.
    #[must_use]
    async fn listen(&self, topic: Topic) -> bool;
}
