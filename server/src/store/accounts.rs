//! Accounts.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::AccountId;

/// What an account may do beyond playing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Plays.
    #[default]
    Player,
    /// Administers the server.
    Administrator,
}

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
    /// What it may do.
    pub role: Role,
    /// Wall time of registration, Unix milliseconds.
    pub created_ms: i64,
}

/// Keeps accounts.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Adds an account; `false` when its `name_key` is taken.
    async fn add(&self, account: Account) -> Result<bool, StoreError>;
    /// The account of a folded name.
    async fn by_name(&self, name_key: &str) -> Result<Option<Account>, StoreError>;
    /// The account of an id.
    async fn by_id(&self, id: AccountId) -> Result<Option<Account>, StoreError>;
    /// Replaces the password's hash.
    async fn set_password(&self, id: AccountId, password_hash: &str) -> Result<(), StoreError>;
}
