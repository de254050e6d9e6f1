//! Entering: registration, passwords, log-in.
//!
//! Deliberately absent: what begins with it, which is a session ([`super::sessions`]).

use uuid::Uuid;

use super::names::Name;
use super::passwords::{Passwords, Verdict};
use super::second::Entry;
use super::service::{AccountError, AccountService, Grant};
use super::tokens::Identity;
use crate::ids::AccountId;
use crate::offices::{Offices, Role};
use crate::store::{Account, Device};

/// How long ago somebody may have proven who it is, for what asks for that, in milliseconds.
const FRESH_MS: i64 = 15 * 60_000;

impl AccountService {
    /// Makes an account for a stranger and begins a session.
    ///
    /// # Errors
    /// `BadName`, which a reserved name is too, `BadPassword`, `NameTaken`, `Closed`, `InvitationNeeded`, `InvitationInvalid`,
    /// `Busy`, `Store`.
    pub async fn register(
        &self,
        name: &str,
        password: &str,
        invitation: Option<&str>,
        device: Device,
    ) -> Result<Grant, AccountError> {
        let account = self.come_in(name, password, invitation).await?;
        self.begin(account, device, false).await
    }

    /// Makes an account with an office, for whoever runs the server: the name may be a reserved one.
    ///
    /// # Errors
    /// As [`Self::register`].
    pub async fn create(&self, name: &str, password: &str, role: Role) -> Result<Account, AccountError> {
        self.add(self.made(Name::new(name)?, password, role.into()).await?).await
    }

    /// Keeps an account.
    pub(super) async fn add(&self, account: Account) -> Result<Account, AccountError> {
        if self.accounts.add(account.clone()).await? { Ok(account) } else { Err(AccountError::NameTaken) }
    }

    /// An account that is to be kept, with its password hashed.
    pub(super) async fn made(
        &self,
        name: Name,
        password: &str,
        offices: Offices,
    ) -> Result<Account, AccountError> {
        Passwords::check(password, name.shown())?;
        // Looked up first, so that a name that is taken does not cost a hash; `add` decides.
        if self.accounts.by_name(name.key()).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        Ok(Account {
            id: AccountId(Uuid::now_v7()),
            name: name.shown().to_owned(),
            name_key: name.key().to_owned(),
            password_hash: self.passwords.hash(password).await?,
            offices,
            created_ms: self.time.wall_ms(),
        })
    }

    /// Begins a session, or asks for a second factor.
    ///
    /// # Errors
    /// `WrongCredentials`, `Busy`, `Store`.
    pub async fn log_in(&self, name: &str, password: &str, device: Device) -> Result<Entry, AccountError> {
        let account = match Name::new(name) {
            Ok(name) => self.accounts.by_name(name.key()).await?,
            Err(_) => None,
        };
        let account = self.proven(account, password).await?.ok_or(AccountError::WrongCredentials)?;
        self.first_step(account, device).await
    }

    /// Gives somebody another password, for the present one; ends every session but the one that asks.
    ///
    /// # Errors
    /// `WrongPassword`, `BadPassword`, `BadToken` when the account is gone, `Busy`, `Store`.
    pub async fn change_password(
        &self,
        who: &Identity,
        present: &str,
        wanted: &str,
    ) -> Result<(), AccountError> {
        Passwords::check(wanted, &who.name)?;
        let account = self.accounts.by_id(who.account).await?.ok_or(AccountError::BadToken)?;
        let account = self.proven(Some(account), present).await?.ok_or(AccountError::WrongPassword)?;
        let hash = self.passwords.hash(wanted).await?;
        let from = Some(account.password_hash.as_str());
        let ended = self.sessions.change_password(account.id, from, &hash, Some(who.session)).await?;
        // Somebody else was faster: the present password is not the one that was given any more.
        ended.ok_or(AccountError::WrongPassword)?.into_iter().for_each(|session| self.end(session));
        Ok(())
    }

    /// Keeps that somebody has proven again who it is, by the password.
    ///
    /// # Errors
    /// `WrongPassword`, `BadToken` when the account is gone, `Busy`, `Store`.
    pub async fn prove_by_password(&self, who: &Identity, password: &str) -> Result<(), AccountError> {
        let account = self.accounts.by_id(who.account).await?.ok_or(AccountError::BadToken)?;
        self.proven(Some(account), password).await?.ok_or(AccountError::WrongPassword)?;
        Ok(self.sessions.prove(who.session, false, self.time.wall_ms()).await?)
    }

    /// Whether somebody has proven lately who it is: in this session, within the last 15 minutes. For whatever would serve whoever has
    /// only got hold of an access token, or of a device that was left alone.
    ///
    /// # Errors
    /// `ProveAgain`, `Store`.
    pub async fn fresh(&self, who: &Identity) -> Result<(), AccountError> {
        let proof = self.sessions.proof(who.session).await?;
        let since_ms = self.time.wall_ms() - FRESH_MS;
        let is_fresh = proof.is_some_and(|proof| proof.proved_ms > since_ms);
        if is_fresh { Ok(()) } else { Err(AccountError::ProveAgain) }
    }

    /// The account, if the password is its own; its hash is then made of today's parameters. Nobody's account costs as much time as a
    /// wrong password.
    pub(super) async fn proven(
        &self,
        account: Option<Account>,
        password: &str,
    ) -> Result<Option<Account>, AccountError> {
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let verdict = self.passwords.verify(password, hash).await?;
        let Some(account) = account else { return Ok(None) };
        Ok(match verdict {
            Verdict::Wrong => None,
            Verdict::Right => Some(account),
            Verdict::Outdated(hash) => {
                self.accounts.rehash(account.id, &account.password_hash, &hash).await?;
                Some(Account { password_hash: hash, ..account })
            }
        })
    }
}
