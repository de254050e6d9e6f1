//! Second factors (TOTP, RFC 6238), their secrets closed, and recovery codes, kept only as hashes.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::{AccountId, FamilyId};

/// A second factor, proposed or in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Whose.
    pub account: AccountId,
    /// The name of the key that closed the secret.
    pub key: String,
    /// The secret, closed.
    pub closed: Vec<u8>,
    /// When it was proposed, Unix milliseconds.
    pub created_ms: i64,
    /// When it was confirmed, Unix milliseconds; none while it is only proposed.
    pub confirmed_ms: Option<i64>,
    /// The time step of the last code that was accepted: no code of this step or an earlier one is.
    pub last_step: u64,
}

/// Keeps second factors.
#[async_trait]
pub trait Factors: Send + Sync {
    /// The second factor of an account, proposed or in force.
    async fn factor(&self, account: AccountId) -> Result<Option<Factor>, StoreError>;

    /// Proposes one, in the place of another that was only proposed; `false` when there is one in force.
    async fn propose(&self, factor: Factor) -> Result<bool, StoreError>;

    /// Puts the proposed one with this closed secret in force, a code of `step` being the first that was used, with these recovery
    /// codes; `false` when that is not the one that is proposed.
    async fn confirm(
        &self,
        account: AccountId,
        closed: &[u8],
        step: u64,
        recovery: &[[u8; 32]],
        now_ms: i64,
    ) -> Result<bool, StoreError>;

    /// Accepts a code of a step, once; `false` when one of this or a later step was accepted before.
    async fn use_step(&self, account: AccountId, step: u64) -> Result<bool, StoreError>;

    /// Accepts a recovery code, once; `false` when it is none, or was accepted before.
    async fn use_recovery(&self, account: AccountId, hash: [u8; 32]) -> Result<bool, StoreError>;

    /// Puts these recovery codes in the place of all that there were; `false` when there is no factor in force.
    async fn replace_recovery(&self, account: AccountId, recovery: &[[u8; 32]]) -> Result<bool, StoreError>;

    /// How many recovery codes are left.
    async fn recovery_left(&self, account: AccountId) -> Result<u64, StoreError>;

    /// Takes the second factor away and ends every session of the account with it; which they were.
    async fn remove_factor(&self, account: AccountId) -> Result<Vec<FamilyId>, StoreError>;

    /// The names of all keys that closed a secret in force.
    async fn factor_keys(&self) -> Result<Vec<String>, StoreError>;
}
