//! Personal tokens: opaque, of 256 random bits, each for some scopes and until some day.
//!
//! They are looked up each time they are brought, so that one that was revoked is good nowhere from that moment on; sockets that
//! speak in its name are closed like those of a session that has ended, by its id.
//! Deliberately absent: anything that outlives their owner's will, such as a token that makes tokens.

use uuid::Uuid;

use super::refresh::Secret;
use super::scopes::Scopes;
use super::service::{AccountError, AccountService};
use super::tokens::Identity;
use crate::ids::{AccountId, FamilyId};
use crate::store::{PersonalToken, StoreError};

/// What a personal token begins with, by which programs that look for leaked secrets know one.
pub(super) const PREFIX: &str = "tyn_";
/// Tokens of one account.
const MOST: u64 = 20;
/// The longest that one lasts, in milliseconds: a year.
const LASTS_MS: i64 = 366 * 24 * 60 * 60 * 1000;
/// When one was last used is kept to so many milliseconds.
const USED_EACH_MS: i64 = 10 * 60_000;

impl AccountService {
    /// Makes a personal token; the text is told now and never again.
    ///
    /// # Errors
    /// `ProveAgain`, `BadEnd` when it would not last or last too long, `TooManyTokens`, `Store`.
    pub async fn make_personal(
        &self,
        who: &Identity,
        name: String,
        scopes: Scopes,
        ends_ms: i64,
    ) -> Result<(String, PersonalToken), AccountError> {
        self.fresh(who).await?;
        let created_ms = self.time.wall_ms();
        if ends_ms <= created_ms || ends_ms > created_ms + LASTS_MS {
            return Err(AccountError::BadEnd);
        }
        let secret = Secret::generate();
        let token = PersonalToken {
            id: FamilyId(Uuid::now_v7()),
            account: who.account,
            name,
            scopes: scopes.bits(),
            created_ms,
            ends_ms,
            used_ms: None,
        };
        if !self.personal.add_personal(token.clone(), secret.hash(), MOST).await? {
            return Err(AccountError::TooManyTokens);
        }
        Ok((format!("{PREFIX}{}", secret.text()), token))
    }

    /// The personal tokens of an account, the newest first.
    ///
    /// # Errors
    /// The store's.
    pub async fn personal_tokens(&self, account: AccountId) -> Result<Vec<PersonalToken>, StoreError> {
        self.personal.personal_of(account, MOST).await
    }

    /// Takes a personal token away, and closes what speaks in its name.
    ///
    /// # Errors
    /// `NoSession` when the account has no such token, `Store`.
    pub async fn revoke_personal(&self, account: AccountId, id: FamilyId) -> Result<(), AccountError> {
        if !self.personal.revoke_personal(account, id).await? {
            return Err(AccountError::NoSession);
        }
        self.end(id);
        Ok(())
    }

    /// Who a personal token speaks for.
    pub(super) async fn by_personal(&self, secret: &str) -> Result<Option<Identity>, StoreError> {
        let Some(secret) = Secret::parse(secret) else { return Ok(None) };
        let now_ms = self.time.wall_ms();
        let Some(token) = self.personal.personal(secret.hash(), now_ms).await? else { return Ok(None) };
        let Some(account) = self.accounts.by_id(token.account).await? else { return Ok(None) };
        if token.used_ms.is_none_or(|used_ms| used_ms + USED_EACH_MS <= now_ms) {
            self.personal.used_personal(token.id, now_ms).await?;
        }
        let scopes = Some(Scopes::from_bits(token.scopes));
        Ok(Some(Identity { account: account.id, name: account.name, session: token.id, scopes }))
    }
}
