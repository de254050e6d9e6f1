//! Refresh tokens, kept only as hashes. A token used twice revokes its family.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::{AccountId, FamilyId};

/// A refresh token as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefreshToken {
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    /// The log-in that it descends from.
    pub family: FamilyId,
    /// Whose.
    pub account: AccountId,
    /// When it ends if unused, Unix milliseconds.
    pub expires_ms: i64,
    /// When the whole family ends, Unix milliseconds.
    pub family_ends_ms: i64,
}

/// What became of a token that was presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// The successor is in force. Presented again within the grace, the same successor is the answer.
    Rotated(RefreshToken),
    /// It was used before, longer ago than the grace: the family is revoked.
    Reused(FamilyId),
    /// Unknown, expired or revoked.
    Unknown,
}

/// Keeps refresh tokens.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// Begins a family.
    async fn begin(&self, token: RefreshToken, now_ms: i64) -> Result<(), StoreError>;

    /// Replaces a token by its successor (`next_hash`, good until `next_expires_ms`, never longer than the family), once, in one transaction.
    async fn rotate(
        &self,
        hash: [u8; 32],
        next_hash: [u8; 32],
        next_expires_ms: i64,
        now_ms: i64,
        grace_ms: i64,
    ) -> Result<Rotation, StoreError>;

    /// Revokes the family of a token and says which it was; nothing if the token is unknown.
    async fn revoke(&self, hash: [u8; 32]) -> Result<Option<FamilyId>, StoreError>;

    /// Which of these families there still are.
    async fn living(&self, families: &[FamilyId]) -> Result<Vec<FamilyId>, StoreError>;

    /// Deletes what has expired, at most `limit` rows; how many they were.
    async fn sweep(&self, now_ms: i64, limit: u64) -> Result<u64, StoreError>;
}
