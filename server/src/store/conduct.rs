//! What is noted of how people left games, for people to judge.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::{AccountId, GameId};

/// How somebody left a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// Who.
    pub account: AccountId,
    /// What.
    pub conduct: rules::Conduct,
    /// How many moves had been made.
    pub ply: u32,
    /// For how long, in milliseconds of room time.
    pub lasted_ms: u64,
}

/// Finds what was noted; it is written with a game's record.
#[async_trait]
pub trait Conducts: Send + Sync {
    /// What was noted of somebody, each with its game and the wall time of its end in Unix milliseconds, the latest first.
    async fn noted(&self, of: AccountId, limit: u64) -> Result<Vec<(GameId, i64, Noted)>, StoreError>;
}
