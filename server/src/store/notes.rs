//! Notes that people write for themselves about a game.
//!
//! Deliberately absent: any way to one that is not the writer's own.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::{AccountId, GameId};

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The text, never empty.
    pub text: String,
    /// Wall time of its last change, Unix milliseconds.
    pub changed_ms: i64,
}

/// Keeps notes, one of each account about each game.
#[async_trait]
pub trait Notes: Send + Sync {
    /// The note of an account about a game.
    async fn note(&self, game: GameId, of: AccountId) -> Result<Option<Note>, StoreError>;
    /// Puts another in its place; none: takes it away.
    async fn write_note(&self, game: GameId, of: AccountId, note: Option<Note>) -> Result<(), StoreError>;
}
