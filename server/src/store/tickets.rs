//! Tickets: short-lived secrets that somebody was given to come back with, once, kept only as hashes.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::AccountId;

/// What a ticket is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TicketKind {
    /// The second step of a log-in: the password was right.
    SecondStep,
    /// Another password for one that was forgotten.
    Reset,
    /// A mail address that is to be confirmed.
    Mail,
}

/// A ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// SHA-256 of the secret.
    pub hash: [u8; 32],
    /// What for.
    pub kind: TicketKind,
    /// Whose.
    pub account: AccountId,
    /// When it ends, Unix milliseconds.
    pub ends_ms: i64,
    /// How often it may still be tried.
    pub tries: u16,
    /// What is to be confirmed by it, if anything.
    pub about: Option<String>,
}

/// Keeps tickets.
#[async_trait]
pub trait Tickets: Send + Sync {
    /// Keeps a new one, unless its account has `most` of its kind that have not ended; whether it did.
    async fn issue(&self, ticket: Ticket, most: u64, now_ms: i64) -> Result<bool, StoreError>;

    /// Uses up one try of a ticket; nothing when there is none of this kind, it has ended, or was tried too often.
    async fn attempt(
        &self,
        kind: TicketKind,
        hash: [u8; 32],
        now_ms: i64,
    ) -> Result<Option<Ticket>, StoreError>;

    /// Takes a ticket away; `true` for one of those who take it at once.
    async fn redeem(&self, hash: [u8; 32]) -> Result<bool, StoreError>;

    /// Deletes what has ended, at most `limit` rows; how many they were.
    async fn sweep_tickets(&self, now_ms: i64, limit: u64) -> Result<u64, StoreError>;
}
