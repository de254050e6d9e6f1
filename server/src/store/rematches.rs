//! What is kept about the rematch of a finished game. Of two who change it at once one succeeds, by revision.
//!
//! Deliberately absent: what may be done when; `lobby` decides that, and nothing else writes here.

use async_trait::async_trait;
use uuid::Uuid;

use super::{NewGame, StoreError};
use crate::ids::{AccountId, GameId};

/// What a player does about a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RematchAction {
    /// Offers one; when the other has done so, that is agreement.
    Offer,
    /// Accepts the other's offer.
    Accept,
    /// Declines it.
    Decline,
    /// Takes one's own back.
    Withdraw,
}

/// A command about a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RematchCommand {
    /// Whose.
    pub by: AccountId,
    /// The id that the client made.
    pub id: Uuid,
    /// What.
    pub action: RematchAction,
}

/// An offer, open until its moment has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RematchOffer {
    /// Whose.
    pub by: AccountId,
    /// Wall time, Unix milliseconds.
    pub ends_ms: i64,
}

/// Where the rematch of a finished game stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rematch {
    /// Grows by one with each change; 0 when nothing is kept.
    pub revision: u64,
    /// The last offer, if nothing but time has ended it.
    pub offer: Option<RematchOffer>,
    /// Commands that took effect, in their order.
    pub done: Vec<RematchCommand>,
    /// The game that it became.
    pub game: Option<GameId>,
}

/// Keeps rematches.
#[async_trait]
pub trait Rematches: Send + Sync {
    /// Where the rematch of a game stands.
    async fn find(&self, of: GameId) -> Result<Rematch, StoreError>;
    /// Replaces what was found at `rematch.revision` and gives it the next one; together with the game that begins, if one
    /// does, or not at all. `false`: somebody else was first, and nothing is changed. `ended_ms` is when `of` ended.
    async fn replace(
        &self,
        of: GameId,
        rematch: &Rematch,
        ended_ms: i64,
        begun: Option<NewGame>,
    ) -> Result<bool, StoreError>;
    /// Forgets what is kept about games that ended before `ended_before_ms`; how many.
    async fn forget(&self, ended_before_ms: i64) -> Result<u64, StoreError>;
}
