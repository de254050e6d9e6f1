//! Leaving: the account ends at once, for its password.
//!
//! At once and not after some days, because whoever leaves wants to be gone, a half-deleted account would be a state that every part
//! of the server had to know of, and a stolen session cannot do it. Games must be over before: a result is somebody else's too, so
//! that nobody's game is ended by anything but the game's own rules.
//! What is others' too stays under a name that nobody else gets: games, their records, what was said about them. The journals
//! keep what officers did under the officers' names, for they answer for it. The old name is never anybody's again.
//! Deliberately absent: a way back.

use super::service::{AccountError, AccountService};
use super::tokens::Identity;
use crate::store::{Departure, StoreError};

/// Rows of each kind that are renamed in one transaction.
const ROWS: u64 = 50;

impl AccountService {
    /// Ends an account and its sessions everywhere.
    ///
    /// # Errors
    /// `WrongPassword`, `Playing`, `BadToken` when the account is gone, `Busy`, `Store`.
    pub async fn depart(&self, who: &Identity, password: &str) -> Result<(), AccountError> {
        let account = self.accounts.by_id(who.account).await?.ok_or(AccountError::BadToken)?;
        let account = self.proven(Some(account), password).await?.ok_or(AccountError::WrongPassword)?;
        let name = format!("deleted-{:08x}", rand::random::<u32>());
        match self.accounts.depart(account.id, &account.password_hash, &name, self.time.wall_ms()).await? {
            Departure::Gone(sessions) => sessions.into_iter().for_each(|session| self.end(session)),
            Departure::Playing => return Err(AccountError::Playing),
            Departure::Changed => return Err(AccountError::WrongPassword),
        }
        // What fails here is done by the next sweep.
        let this = self.clone();
        tokio::spawn(async move {
            if let Err(error) = this.rename_departed().await {
                tracing::warn!(%error, "somebody who has gone could not be renamed yet");
            }
        });
        Ok(())
    }

    /// Replaces the names of those who have gone wherever they are still to be read.
    ///
    /// # Errors
    /// The store's.
    pub async fn rename_departed(&self) -> Result<(), StoreError> {
        while self.accounts.rename_departed(ROWS).await? {}
        Ok(())
    }
}
