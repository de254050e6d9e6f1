//! What people say about a game: lines, numbered in each of its conversations; and what officers do about it that is no event of
//! the game: hidden lines, and mutes after its end.
//!
//! Deliberately absent: who may say or read what; and deleting.

use async_trait::async_trait;
use uuid::Uuid;

use super::StoreError;
use crate::ids::{AccountId, GameId};

/// A conversation of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TalkStream {
    /// The players'.
    Players,
    /// Of those who look on.
    Spectators,
    /// The officers'.
    Staff,
}

impl TalkStream {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Players, Self::Spectators, Self::Staff];
}

/// A line of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its number there: 1, 2, and so on.
    pub number: u64,
    /// Whose, with the name of the day.
    pub by: (AccountId, String),
    /// The text; empty when the line is hidden.
    pub text: String,
    /// The `ply` of the game when it was said.
    pub ply: u32,
    /// Wall time in Unix milliseconds.
    pub wall_ms: i64,
    /// Whether a referee has hidden it.
    pub hidden: bool,
    /// Who did, and why, where that was kept.
    pub hiding: Option<Hiding>,
}

/// That a line was hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hiding {
    /// By which officer, with the name of the day.
    pub by: (AccountId, String),
    /// Why.
    pub reason: String,
}

/// A ruling, after the end of a game, on who may speak about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mute {
    /// The number of it there: 1, 2, and so on.
    pub number: u64,
    /// On whom, with the name of the day.
    pub who: (AccountId, String),
    /// Whether that account may not speak any more; otherwise it may again.
    pub on: bool,
    /// By which officer, with the name of the day.
    pub by: (AccountId, String),
    /// Why.
    pub reason: String,
    /// The id that the officer's client made.
    pub command: Uuid,
    /// Wall time in Unix milliseconds.
    pub wall_ms: i64,
}

/// A line that is to be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    /// About which game.
    pub game: GameId,
    /// In which conversation.
    pub stream: TalkStream,
    /// The id that its client made; the same line sent twice is one.
    pub command: Uuid,
    /// Whose, with the name of the day.
    pub by: (AccountId, String),
    /// The text.
    pub text: String,
    /// The `ply` of the game.
    pub ply: u32,
    /// Wall time in Unix milliseconds.
    pub wall_ms: i64,
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept under this number.
    New(u64),
    /// It had been kept before, under this number.
    Already(u64),
    /// Its id was used for another line, or for a command of the game.
    IdReused,
    /// The conversation has as many lines as it may.
    Full,
}

/// Keeps what people say.
#[async_trait]
pub trait Talk: Send + Sync {
    /// Adds a line under the next number, unless the conversation has `most` lines already or the line is known.
    async fn say(&self, saying: Saying, most: u64) -> Result<Kept, StoreError>;
    /// What a line that was sent before came to; none if it is new.
    async fn known(&self, saying: &Saying) -> Result<Option<Kept>, StoreError>;
    /// Lines of a conversation with numbers above `after`, the first ones, in their order.
    async fn after(
        &self,
        game: GameId,
        stream: TalkStream,
        after: u64,
        limit: u64,
    ) -> Result<Vec<Said>, StoreError>;
    /// Lines of a conversation with numbers below `before` (none: the end), the last ones, in their order.
    async fn before(
        &self,
        game: GameId,
        stream: TalkStream,
        before: Option<u64>,
        limit: u64,
    ) -> Result<Vec<Said>, StoreError>;
    /// Hides a line's text for ever; `false`: there is no such line. Of what is hidden twice the first time stays.
    async fn hide(
        &self,
        game: GameId,
        stream: TalkStream,
        number: u64,
        hiding: Hiding,
        wall_ms: i64,
    ) -> Result<bool, StoreError>;
    /// All rulings on who may speak about a game that is over, in their order.
    async fn mutes(&self, game: GameId) -> Result<Vec<Mute>, StoreError>;
    /// Adds one; `false`: its number or its id is taken.
    async fn mute(&self, game: GameId, mute: Mute) -> Result<bool, StoreError>;
}
