//! Sessions: how they go on and end. What ends is told to every server, which closes the sockets.
//!
//! Deliberately absent: how somebody proves who it is ([`super::credentials`]).

use std::sync::Arc;

use uuid::Uuid;

use super::refresh::Secret;
use super::service::{AccountError, AccountService, Grant, TellOthers};
use super::tokens::{ACCESS_S, Identity};
use crate::ids::{AccountId, FamilyId};
use crate::store::{Account, Device, NewSession, RefreshToken, Rotation, Session, StoreError};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a refresh token is good for when it is not used.
const REFRESH_MS: i64 = 30 * DAY_MS;
/// How long one log-in lasts, however often it is refreshed.
const FAMILY_MS: i64 = 90 * DAY_MS;
/// How long a used refresh token is still answered with the same successor.
const GRACE_MS: i64 = 10_000;
/// Expired tokens deleted at once.
const SWEEP_ROWS: u64 = 500;

impl AccountService {
    /// Waits for the end of a session by log-out or by misuse of its refresh tokens, on this node; returns
    /// at once if it has ended lately.
    pub fn ended(&self, session: FamilyId) -> impl Future<Output = ()> + use<> {
        let ended = Arc::clone(&self.ended);
        async move { ended.wait(session).await }
    }

    /// Goes on with a session: a new access token and the refresh token's successor.
    ///
    /// # Errors
    /// `BadToken`, `Store`.
    pub async fn refresh(&self, refresh_token: &str, device: &Device) -> Result<Grant, AccountError> {
        let token = Secret::parse(refresh_token).ok_or(AccountError::BadToken)?;
        let successors = token.successors(&self.keys);
        let newest = successors.first().ok_or(AccountError::Failed("no key for refresh tokens"))?;
        let now = self.time.wall_ms();
        let (next, ends_ms) = (newest.hash(), now + REFRESH_MS);
        let rotation = self.sessions.rotate(token.hash(), next, ends_ms, now, GRACE_MS, device).await?;
        let kept = match rotation {
            Rotation::Rotated(kept) => kept,
            Rotation::Reused(session) => {
                tracing::warn!("a refresh token was used again: its session is revoked");
                self.end(session);
                return Err(AccountError::BadToken);
            }
            Rotation::Unknown => return Err(AccountError::BadToken),
        };
        // Within the grace the successor in force may be one that an older key made.
        let next =
            successors.into_iter().find(|next| next.hash() == kept.hash).ok_or(AccountError::BadToken)?;
        let account = self.accounts.by_id(kept.account).await?.ok_or(AccountError::BadToken)?;
        self.grant(account, next, &kept, now)
    }

    /// Has other servers told of sessions that are ended here, from now on.
    pub fn reach(&self, others: TellOthers) {
        let _ = self.others.set(others);
    }

    /// Another server has ended a session.
    pub fn ended_elsewhere(&self, session: FamilyId) {
        self.ended.end(session, self.time.wall_ms());
    }

    /// What other servers told of sessions may have been missed.
    pub fn may_have_missed(&self) {
        self.ended.may_have_missed();
    }

    /// Looks up the sessions of open sockets, again and again and whenever something may have been missed.
    pub async fn keep_sessions(self) {
        self.ended.keep(&*self.sessions, &self.time).await;
    }

    /// Ends a session whose row is gone: here, and wherever else somebody speaks in its name.
    pub(super) fn end(&self, session: FamilyId) {
        self.ended_elsewhere(session);
        if let Some(tell) = self.others.get() {
            tell(session);
        }
    }

    /// Ends the session of a refresh token, if it is one: its access tokens are good no more.
    ///
    /// # Errors
    /// `Store`.
    pub async fn log_out(&self, refresh_token: &str) -> Result<(), AccountError> {
        if let Some(token) = Secret::parse(refresh_token) {
            let session = self.sessions.revoke(token.hash()).await?;
            session.into_iter().for_each(|session| self.end(session));
        }
        Ok(())
    }

    /// Deletes tokens that have expired, some at a time; how many.
    ///
    /// # Errors
    /// The store's.
    pub async fn sweep(&self) -> Result<u64, StoreError> {
        let now_ms = self.time.wall_ms();
        let tickets = self.tickets.sweep_tickets(now_ms, SWEEP_ROWS).await?;
        let personal = self.personal.sweep_personal(now_ms, SWEEP_ROWS).await?;
        Ok(tickets + personal + self.sessions.sweep(now_ms, SWEEP_ROWS).await?)
    }

    /// The sessions of an account, the last used first.
    ///
    /// # Errors
    /// The store's.
    pub async fn sessions(&self, account: AccountId) -> Result<Vec<Session>, StoreError> {
        self.sessions.of_account(account, self.time.wall_ms()).await
    }

    /// Ends one session of an account, wherever it is.
    ///
    /// # Errors
    /// `NoSession`, `Store`.
    pub async fn end_session(&self, account: AccountId, session: FamilyId) -> Result<(), AccountError> {
        if !self.sessions.end(account, session).await? {
            return Err(AccountError::NoSession);
        }
        self.end(session);
        Ok(())
    }

    /// Ends every session of an account, but for one that may be named.
    ///
    /// # Errors
    /// The store's.
    pub async fn end_sessions(&self, account: AccountId, but: Option<FamilyId>) -> Result<(), StoreError> {
        self.sessions.end_all(account, but).await?.into_iter().for_each(|session| self.end(session));
        Ok(())
    }

    /// Begins a session of an account that has just been proven to be whose it is.
    pub(super) async fn begin(
        &self,
        account: Account,
        device: Device,
        second: bool,
    ) -> Result<Grant, AccountError> {
        let secret = Secret::generate();
        let now = self.time.wall_ms();
        let token = RefreshToken {
            hash: secret.hash(),
            family: FamilyId(Uuid::now_v7()),
            account: account.id,
            expires_ms: now + REFRESH_MS,
            family_ends_ms: now + FAMILY_MS,
        };
        let begun = self.sessions.begin(NewSession { token, device, second }, &account.password_hash, now);
        // The password was changed meanwhile.
        let ended = begun.await?.ok_or(AccountError::WrongCredentials)?;
        ended.into_iter().for_each(|session| self.end(session));
        self.grant(account, secret, &token, now)
    }

    fn grant(
        &self,
        account: Account,
        refresh: Secret,
        kept: &RefreshToken,
        now: i64,
    ) -> Result<Grant, AccountError> {
        let identity =
            Identity { account: account.id, name: account.name, session: kept.family, scopes: None };
        let access_token =
            self.tokens.make(&identity, now).map_err(|_| AccountError::Failed("no token could be signed"))?;
        Ok(Grant {
            identity,
            access_token,
            expires_in_s: ACCESS_S,
            refresh_token: refresh.text(),
            refresh_expires_in_s: (kept.expires_ms - now).max(0) / 1000,
        })
    }
}
