//! Accounts.

use async_trait::async_trait;

use super::{Departures, Invitations, StoreError};
use crate::ids::AccountId;
use crate::offices::Offices;

/// Somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// The name shown.
    pub name: String,
    /// The name folded so that names that look alike are equal; unique.
    pub name_key: String,
    /// PHC string of the password's argon2id hash.
    pub password_hash: String,
    /// What it may do beyond playing.
    pub offices: Offices,
    /// Wall time of registration, Unix milliseconds.
    pub created_ms: i64,
}

/// Keeps accounts; those of the invited come in by their invitations.
#[async_trait]
pub trait Accounts: Invitations + Departures {
    /// Adds an account; `false` when its `name_key` is taken, or was that of somebody who has gone.
    async fn add(&self, account: Account) -> Result<bool, StoreError>;
    /// The account of a folded name.
    async fn by_name(&self, name_key: &str) -> Result<Option<Account>, StoreError>;
    /// Accounts whose folded names begin so, in their order; at most `limit`.
    async fn beginning(&self, name_key: &str, limit: u64) -> Result<Vec<Account>, StoreError>;
    /// The account of an id.
    async fn by_id(&self, id: AccountId) -> Result<Option<Account>, StoreError>;
    /// Accounts with offices, in no order; at most `limit`.
    async fn officers(&self, limit: u64) -> Result<Vec<(AccountId, Offices)>, StoreError>;
    /// Gives an account these offices and no others; `false` when there is no such account.
    async fn set_offices(&self, id: AccountId, offices: Offices) -> Result<bool, StoreError>;
    /// Replaces the hash of a password by another of the same password, unless it is that of another one by now.
    async fn rehash(&self, id: AccountId, from: &str, to: &str) -> Result<(), StoreError>;
}
