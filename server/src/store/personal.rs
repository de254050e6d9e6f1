//! Personal tokens, by which bots and tools act for somebody, kept only as hashes.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::{AccountId, FamilyId};

/// A personal token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalToken {
    /// Its id, which stands where the id of a session does for those who log in.
    pub id: FamilyId,
    /// Whose.
    pub account: AccountId,
    /// What its owner calls it.
    pub name: String,
    /// What it is good for, as bits.
    pub scopes: u8,
    /// When it was made, Unix milliseconds.
    pub created_ms: i64,
    /// When it ends, Unix milliseconds.
    pub ends_ms: i64,
    /// When it was last used, Unix milliseconds, to some minutes.
    pub used_ms: Option<i64>,
}

/// Keeps personal tokens.
#[async_trait]
pub trait PersonalTokens: Send + Sync {
    /// Keeps a new one by its hash, unless its account has `most` already; whether it did.
    async fn add_personal(&self, token: PersonalToken, hash: [u8; 32], most: u64)
    -> Result<bool, StoreError>;

    /// The one with this hash, if it has not ended.
    async fn personal(&self, hash: [u8; 32], now_ms: i64) -> Result<Option<PersonalToken>, StoreError>;

    /// Those of an account, the newest first; at most `limit`.
    async fn personal_of(&self, account: AccountId, limit: u64) -> Result<Vec<PersonalToken>, StoreError>;

    /// Keeps when one was used.
    async fn used_personal(&self, id: FamilyId, now_ms: i64) -> Result<(), StoreError>;

    /// Takes one of an account away; `false` when it has none of this id.
    async fn revoke_personal(&self, account: AccountId, id: FamilyId) -> Result<bool, StoreError>;

    /// Deletes those that have ended, at most `limit`; how many they were.
    async fn sweep_personal(&self, now_ms: i64, limit: u64) -> Result<u64, StoreError>;
}
