//! Mail addresses that were confirmed.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::AccountId;

/// Keeps mail addresses.
#[async_trait]
pub trait Mails: Send + Sync {
    /// The address of an account.
    async fn mail(&self, account: AccountId) -> Result<Option<String>, StoreError>;

    /// Gives an account this address in the place of another; nothing takes it away.
    async fn set_mail(
        &self,
        account: AccountId,
        address: Option<&str>,
        now_ms: i64,
    ) -> Result<(), StoreError>;

    /// The accounts with an address, however its letters are written; at most `limit`.
    async fn by_mail(&self, address: &str, limit: u64) -> Result<Vec<AccountId>, StoreError>;
}
