//! People who go, and what is given to them of what is kept about them.
//!
//! Deliberately absent: what they said and played, which is others' too; it stays under another name.

use async_trait::async_trait;
use uuid::Uuid;

use super::{StoreError, TalkStream};
use crate::ids::{AccountId, FamilyId, GameId};

/// What became of somebody who wants to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// They are gone, and these sessions with them.
    Gone(Vec<FamilyId>),
    /// A game of theirs is running.
    Playing,
    /// The account has another password by now, or there is none.
    Changed,
}

/// A line that somebody said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnLine {
    /// About which game.
    pub game: GameId,
    /// In which conversation.
    pub stream: TalkStream,
    /// Its number there.
    pub number: u64,
    /// What was said.
    pub text: String,
    /// When, by the wall clock in Unix milliseconds.
    pub wall_ms: i64,
    /// By which command, which is its place among one's own.
    pub command: Uuid,
}

/// A note of somebody's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnNote {
    /// About which game.
    pub game: GameId,
    /// What it says.
    pub text: String,
    /// When it was last changed, by the wall clock in Unix milliseconds.
    pub changed_ms: i64,
}

/// Lets people go, and tells them what is kept of them.
#[async_trait]
pub trait Departures: Send + Sync {
    /// Takes away at once what is of one person alone (sessions, profile, blocks, notes, offices, password, open challenges) and
    /// has the account called `name`, if its password is still that of `password_hash` and it plays nowhere. The old name is
    /// nobody's ever after.
    async fn depart(
        &self,
        id: AccountId,
        password_hash: &str,
        name: &str,
        now_ms: i64,
    ) -> Result<Departure, StoreError>;
    /// Puts the new names of those who are gone in the place of the old ones in finished games, their records, lines and
    /// challenges, at most `limit` of each; `false` when none is left that can be.
    async fn rename_departed(&self, limit: u64) -> Result<bool, StoreError>;
    /// What somebody has said, after the line of a command, in the order of commands; at most `limit`. Hidden lines are
    /// among them.
    async fn own_lines(
        &self,
        of: AccountId,
        after: Option<Uuid>,
        limit: u64,
    ) -> Result<Vec<OwnLine>, StoreError>;
    /// What somebody has noted, after a game, in the order of games; at most `limit`.
    async fn own_notes(
        &self,
        of: AccountId,
        after: Option<GameId>,
        limit: u64,
    ) -> Result<Vec<OwnNote>, StoreError>;
}
