//! Sessions and their refresh tokens, which are kept only as hashes. A token used twice revokes its family.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::{AccountId, FamilyId};

/// How many sessions an account has at most: one more ends the one that was not used for longest.
pub const SESSIONS: u64 = 50;

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

/// Where somebody is, as far as that is kept: enough to know one's own devices by, and no more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// The network of the address, like `203.0.113.0/24`; empty when it is not known.
    pub network: String,
    /// What the client says it is, shortened; empty when it says nothing.
    pub agent: String,
}

/// A session that is to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// Its first token.
    pub token: RefreshToken,
    /// Where.
    pub device: Device,
    /// Whether a second factor was proven for it.
    pub second: bool,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: FamilyId,
    /// When it began, Unix milliseconds.
    pub created_ms: i64,
    /// When it was last gone on with, Unix milliseconds.
    pub seen_ms: i64,
    /// From where.
    pub device: Device,
    /// What its owner has proven in it.
    pub proof: Proof,
}

/// What was proven in a session, and when, in Unix milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// A password or a second factor, the last time.
    pub proved_ms: i64,
    /// A second factor, the last time; none if never.
    pub second_ms: Option<i64>,
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

/// Keeps sessions.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// Begins a session, unless its account has another password than the one of this hash by now: then nothing. The answer is
    /// which sessions were ended for it, since an account has at most [`SESSIONS`].
    async fn begin(
        &self,
        new: NewSession,
        password_hash: &str,
        now_ms: i64,
    ) -> Result<Option<Vec<FamilyId>>, StoreError>;

    /// Replaces a token by its successor (`next_hash`, good until `next_expires_ms`, never longer than the family), once, in one
    /// transaction, and keeps where that was.
    async fn rotate(
        &self,
        hash: [u8; 32],
        next_hash: [u8; 32],
        next_expires_ms: i64,
        now_ms: i64,
        grace_ms: i64,
        device: &Device,
    ) -> Result<Rotation, StoreError>;

    /// Revokes the family of a token and says which it was; nothing if the token is unknown.
    async fn revoke(&self, hash: [u8; 32]) -> Result<Option<FamilyId>, StoreError>;

    /// Which of these families there still are; the id of a personal token stands for one, too.
    async fn living(&self, families: &[FamilyId]) -> Result<Vec<FamilyId>, StoreError>;

    /// The sessions of an account that can still be gone on with, the last used first.
    async fn of_account(&self, account: AccountId, now_ms: i64) -> Result<Vec<Session>, StoreError>;

    /// What was proven in a session; nothing if there is none.
    async fn proof(&self, session: FamilyId) -> Result<Option<Proof>, StoreError>;

    /// Keeps that something was proven in a session, and whether it was a second factor.
    async fn prove(&self, session: FamilyId, second: bool, now_ms: i64) -> Result<(), StoreError>;

    /// Ends a session of an account; `false` when it has none of this id.
    async fn end(&self, account: AccountId, session: FamilyId) -> Result<bool, StoreError>;

    /// Ends every session of an account, but for one that may be named; which they were.
    async fn end_all(&self, account: AccountId, but: Option<FamilyId>) -> Result<Vec<FamilyId>, StoreError>;

    /// Gives an account another password and ends its sessions, but for one that may be named, in one transaction. Nothing is
    /// done when its password is not the one of `from` any more, if that is named; if it is not, whoever asks does not know the old
    /// password, and personal tokens are revoked, too. The answer is which sessions and tokens were ended.
    async fn change_password(
        &self,
        account: AccountId,
        from: Option<&str>,
        to: &str,
        but: Option<FamilyId>,
    ) -> Result<Option<Vec<FamilyId>>, StoreError>;

    /// Deletes what has expired, at most `limit` rows; how many they were.
    async fn sweep(&self, now_ms: i64, limit: u64) -> Result<u64, StoreError>;
}
