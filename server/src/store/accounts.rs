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
    /// Rules on games that are not its own.
    Referee,
    /// The same, and what only a chief referee may (RULES 7).
    ChiefReferee,
    /// Administers the server, and may rule too.
    Administrator,
}

impl Role {
    /// Whether it may rule on games.
    #[must_use]
    pub const fn rules(self) -> bool {
        matches!(self, Self::Referee | Self::ChiefReferee | Self::Administrator)
    }

    /// Whether it may rule what only a chief referee may.
    #[must_use]
    pub const fn is_chief(self) -> bool {
        matches!(self, Self::ChiefReferee | Self::Administrator)
    }
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
    /// Accounts that may rule on games or administer, each with its role, in no order; at most `limit`.
    async fn officers(&self, limit: u64) -> Result<Vec<(AccountId, Role)>, StoreError>;
    /// Gives an account a role; `false` when there is no such account.
    async fn set_role(&self, id: AccountId, role: Role) -> Result<bool, StoreError>;
    /// Replaces the password's hash.
    async fn set_password(&self, id: AccountId, password_hash: &str) -> Result<(), StoreError>;
}
