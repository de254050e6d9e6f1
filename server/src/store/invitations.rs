//! Invitations: who may make an account where not everybody may.
//!
//! An invitation is kept only as the hash of what its link says.
//! Deliberately absent: who came by which; an operator's list of whom they know is the operator's.

use async_trait::async_trait;
use uuid::Uuid;

use super::{Account, StoreError};

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Its id, by which it is listed and withdrawn.
    pub id: Uuid,
    /// SHA-256 of its secret.
    pub hash: [u8; 32],
    /// How many accounts may be made with it.
    pub uses: u32,
    /// How many still may.
    pub left: u32,
    /// What whoever made it noted about it.
    pub note: String,
    /// Wall time when it was made, Unix milliseconds.
    pub created_ms: i64,
    /// When it ends, Unix milliseconds.
    pub expires_ms: i64,
}

/// What became of somebody who came with an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invited {
    /// The account is there, and the invitation has one use less.
    Added,
    /// The name is taken; the invitation was not used.
    NameTaken,
    /// There is no such invitation, or none any more.
    Invalid,
}

/// Keeps invitations.
#[async_trait]
pub trait Invitations: Send + Sync {
    /// Adds one; those that have ended by then go.
    async fn invite(&self, invitation: Invitation) -> Result<(), StoreError>;
    /// All that can still be used at `now_ms`, the oldest first, after one of them, at most `limit`.
    async fn invitations(
        &self,
        now_ms: i64,
        after: Option<Uuid>,
        limit: u64,
    ) -> Result<Vec<Invitation>, StoreError>;
    /// Takes one back; `false` when there is none.
    async fn withdraw_invitation(&self, id: Uuid) -> Result<bool, StoreError>;
    /// Whether the invitation of this hash can be used at `now_ms`. [`Self::add_invited`] decides.
    async fn is_invited(&self, hash: [u8; 32], now_ms: i64) -> Result<bool, StoreError>;
    /// Adds an account at its `created_ms` and uses the invitation of this hash, both or neither.
    async fn add_invited(&self, account: Account, hash: [u8; 32]) -> Result<Invited, StoreError>;
}
