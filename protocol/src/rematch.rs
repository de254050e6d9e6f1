//! A rematch, offered after a game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::PlayerRef;

/// What a player does about a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum RematchAction {
    /// Offers it; when the other has offered it, that is agreement.
    Offer,
    /// Accepts the other's offer.
    Accept,
    /// Declines the other's offer.
    Decline,
    /// Takes one's own offer back.
    Withdraw,
}

/// A rematch that is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export)]
pub struct RematchOffer {
    /// Who offers it.
    pub by: PlayerRef,
    /// For how long still, in milliseconds; then it is none, and no message says so.
    pub left_ms: u64,
}
