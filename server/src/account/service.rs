//! What can be done with accounts; what is about entering and sessions is told in the modules beside this one.
//!
//! Deliberately absent: limits on how often somebody may try (they are declared at the door of each
//! endpoint), and sockets: whoever has one of somebody's waits for [`AccountService::ended`].

use std::sync::{Arc, OnceLock};

use super::ended::EndedSessions;
use super::names::{self, BadName, Name};
use super::passwords::{BadPassword, HashError, Passwords};
use super::personal::PREFIX;
use super::roles::{self, RoleWatch, Roles};
use super::tokens::{AccessTokens, Identity};
use super::vault::Vault;
use crate::config::Registration;
use crate::ids::{AccountId, FamilyId};
use crate::keys::Keys;
use crate::offices::{Offices, Power};
use crate::store::{Account, Accounts, Factors, Mails, PersonalTokens, Sessions, StoreError, Tickets};
use crate::time::Time;

/// A session that has begun or goes on.
#[derive(Clone, PartialEq, Eq)]
pub struct Grant {
    /// Who.
    pub identity: Identity,
    /// Says so for `expires_in_s`.
    pub access_token: String,
    /// Seconds.
    pub expires_in_s: u64,
    /// Gets the next access token.
    pub refresh_token: String,
    /// When the refresh token ends if unused, in seconds from now.
    pub refresh_expires_in_s: i64,
}

/// Somebody who may rule on games that are not its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Officer {
    /// The name shown.
    pub name: String,
    /// Whether it is a chief referee.
    pub is_chief: bool,
}

/// Why something about an account was refused.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The name cannot be one.
    #[error(transparent)]
    BadName(#[from] BadName),
    /// The password cannot be one.
    #[error(transparent)]
    BadPassword(#[from] BadPassword),
    /// Somebody has this name, or one that looks like it.
    #[error("this name, or one that looks like it, is taken")]
    NameTaken,
    /// Nobody can make an account.
    #[error("this server takes no new accounts")]
    Closed,
    /// Only the invited can.
    #[error("this server is for the invited: open the link that you were sent, or ask its owner for one")]
    InvitationNeeded,
    /// The invitation is none, or none any more.
    #[error("this invitation is used up, has ended or was withdrawn: ask for another one")]
    InvitationInvalid,
    /// A game of theirs is running.
    #[error("you are playing: finish your games, or resign them, and then leave")]
    Playing,
    /// There is no such name, or the password is another; which of both is not said.
    #[error("name and password do not belong together")]
    WrongCredentials,
    /// The password that was to prove who asks is another.
    #[error("the password is not yours; nothing was changed")]
    WrongPassword,
    /// The code is wrong, was accepted before, or is too old.
    #[error("the code is wrong or was used already: wait for the next one")]
    WrongCode,
    /// A ticket or link is unknown, ended, used, or was tried too often.
    #[error("this has ended or was used already: begin anew")]
    TicketGone,
    /// There is a second factor already.
    #[error("there is a second factor already: switch it off first")]
    SecondFactorOn,
    /// There is no second factor, or none is being set up.
    #[error("there is no second factor, or its set-up has ended: begin to set it up")]
    NoSecondFactor,
    /// It was too long ago that somebody has proven who it is.
    #[error("prove once more who you are, then try again")]
    ProveAgain,
    /// A token would end at once, or last too long.
    #[error("a token lasts until a moment that is at most a year from now")]
    BadEnd,
    /// The account has as many tokens as it may have.
    #[error("20 tokens are allowed: revoke one first")]
    TooManyTokens,
    /// There is no such session or token of this account.
    #[error("you have nothing of this id")]
    NoSession,
    /// The token is unknown, used, expired or revoked.
    #[error("the token is not valid any more: log in again")]
    BadToken,
    /// Too many log-ins at once.
    #[error("too many log-ins at once: try again in a moment")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something that should not happen; the text is for the log.
    #[error("{0}")]
    Failed(&'static str),
}

impl From<HashError> for AccountError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::Busy,
            HashError::Failed(why) => Self::Failed(why),
        }
    }
}

/// Tells other servers of a session that was ended.
pub type TellOthers = Box<dyn Fn(FamilyId) + Send + Sync>;

/// Accounts and sessions. Cheap to clone.
#[derive(Clone)]
pub struct AccountService {
    pub(super) accounts: Arc<dyn Accounts>,
    pub(super) sessions: Arc<dyn Sessions>,
    pub(super) factors: Arc<dyn Factors>,
    pub(super) tickets: Arc<dyn Tickets>,
    pub(super) personal: Arc<dyn PersonalTokens>,
    pub(super) mails: Arc<dyn Mails>,
    pub(super) passwords: Passwords,
    pub(super) tokens: Arc<AccessTokens>,
    pub(super) ended: Arc<EndedSessions>,
    pub(super) others: Arc<OnceLock<TellOthers>>,
    pub(super) roles: Arc<Roles>,
    pub(super) keys: Arc<Keys>,
    /// What opens the secrets of second factors.
    vault: Option<Vault>,
    /// Whether whoever has an office must have proven a second factor to hold it.
    pub(super) staff_second_factor: bool,
    pub(super) registration: Registration,
    pub(super) time: Time,
}

impl AccountService {
    /// The service over a store.
    #[must_use]
    pub fn new<S>(store: &Arc<S>, keys: Keys, time: Time) -> Self
    where
        S: Accounts + Sessions + Factors + Tickets + PersonalTokens + Mails + 'static,
    {
        Self {
            accounts: Arc::clone(store) as Arc<dyn Accounts>,
            sessions: Arc::clone(store) as Arc<dyn Sessions>,
            factors: Arc::clone(store) as Arc<dyn Factors>,
            tickets: Arc::clone(store) as Arc<dyn Tickets>,
            personal: Arc::clone(store) as Arc<dyn PersonalTokens>,
            mails: Arc::clone(store) as Arc<dyn Mails>,
            passwords: Passwords::default(),
            tokens: Arc::new(AccessTokens::new(&keys)),
            ended: Arc::new(EndedSessions::new()),
            others: Arc::default(),
            roles: Arc::new(Roles::new()),
            registration: Registration::default(),
            keys: Arc::new(keys),
            vault: None,
            staff_second_factor: true,
            time,
        }
    }

    /// The same with what opens the secrets of second factors.
    #[must_use]
    pub fn with_vault(self, vault: Vault) -> Self {
        Self { vault: Some(vault), ..self }
    }

    /// The same, saying whether whoever has an office must have proven a second factor to hold it.
    #[must_use]
    pub fn with_staff_second_factor(self, staff_second_factor: bool) -> Self {
        Self { staff_second_factor, ..self }
    }

    pub(super) fn vault(&self) -> Result<&Vault, AccountError> {
        self.vault.as_ref().ok_or(AccountError::Failed("there are no keys of second factors"))
    }

    /// The same with a pool of another size.
    #[must_use]
    pub fn with_passwords(self, passwords: Passwords) -> Self {
        Self { passwords, ..self }
    }

    /// The same where not everybody may make an account.
    #[must_use]
    pub fn with_registration(self, registration: Registration) -> Self {
        Self { registration, ..self }
    }

    /// Who an access token or a personal token speaks for; nobody when it is not valid, or its session has ended.
    ///
    /// # Errors
    /// The store's, in which only personal tokens are looked up.
    pub async fn authenticate(&self, token: &str) -> Result<Option<Identity>, StoreError> {
        if let Some(secret) = token.strip_prefix(PREFIX) {
            return self.by_personal(secret).await;
        }
        let identity = self.tokens.read(token, self.time.wall_ms());
        Ok(identity.filter(|identity| !self.ended.contains(identity.session)))
    }

    /// Somebody as an officer; none if it may not rule on games here and now.
    ///
    /// # Errors
    /// The store's.
    pub async fn officer(&self, who: &Identity) -> Result<Option<Officer>, StoreError> {
        let holds = self.holds(who).await?;
        let account = if holds.may(Power::Rule) { self.accounts.by_id(who.account).await? } else { None };
        Ok(account.map(|account| Officer { name: account.name, is_chief: holds.may(Power::RuleAsChief) }))
    }

    /// The office of an account, whether or not it holds it here; none if it may not rule on games.
    ///
    /// # Errors
    /// The store's.
    pub async fn office(&self, id: AccountId) -> Result<Option<Officer>, StoreError> {
        let account = self.accounts.by_id(id).await?.filter(|account| account.offices.may(Power::Rule));
        Ok(account.map(|account| {
            let is_chief = account.offices.may(Power::RuleAsChief);
            Officer { name: account.name, is_chief }
        }))
    }

    /// The offices that somebody holds here and now: none without the proof in this session that officers need, and none by a personal
    /// token.
    ///
    /// # Errors
    /// The store's.
    pub async fn holds(&self, who: &Identity) -> Result<Offices, StoreError> {
        let offices = self.offices(who.account).await?;
        if offices.is_empty() {
            return Ok(offices);
        }
        let proof = self.sessions.proof(who.session).await?;
        let is_proven = proof.is_some_and(|proof| !self.staff_second_factor || proof.second_ms.is_some());
        Ok(if is_proven { offices } else { Offices::NONE })
    }

    /// Watches who may rule on games, as far as [`Self::keep_roles`] has looked it up.
    #[must_use]
    pub fn watch_roles(&self) -> RoleWatch {
        self.roles.watch()
    }

    /// Looks up again and again who may rule on games.
    pub async fn keep_roles(self) {
        let mut ticks = tokio::time::interval(roles::LOOK_EVERY);
        let mut is_known = true;
        loop {
            ticks.tick().await;
            let officers = self.accounts.officers(roles::MOST).await;
            if let Err(error) = &officers
                && is_known
            {
                tracing::warn!(%error, "who may rule on games could not be looked up");
            }
            is_known = officers.is_ok();
            if let Ok(officers) = officers {
                self.roles.are(officers);
            }
        }
    }

    /// The name of an account; none if there is no such account.
    ///
    /// # Errors
    /// The store's.
    pub async fn name(&self, id: AccountId) -> Result<Option<String>, StoreError> {
        Ok(self.accounts.by_id(id).await?.map(|account| account.name))
    }

    /// The offices of an account, whether or not it holds them here; none if there is no such account.
    ///
    /// # Errors
    /// The store's.
    pub async fn offices(&self, id: AccountId) -> Result<Offices, StoreError> {
        Ok(self.accounts.by_id(id).await?.map_or(Offices::NONE, |account| account.offices))
    }

    /// An account by its name; none for a name that cannot be one.
    ///
    /// # Errors
    /// The store's.
    pub async fn find(&self, name: &str) -> Result<Option<Account>, StoreError> {
        match Name::new(name) {
            Ok(name) => self.accounts.by_name(name.key()).await,
            Err(_) => Ok(None),
        }
    }

    /// Accounts whose names begin like this, by name and at most `limit`; none where no name can begin so.
    ///
    /// # Errors
    /// The store's.
    pub async fn beginning(&self, text: &str, limit: u64) -> Result<Vec<Account>, StoreError> {
        match names::beginning(text) {
            Some(key) => self.accounts.beginning(&key, limit).await,
            None => Ok(Vec::new()),
        }
    }

    /// Everybody with an office, by name.
    ///
    /// # Errors
    /// The store's.
    pub async fn office_holders(&self) -> Result<Vec<(String, Offices)>, StoreError> {
        let mut held = Vec::new();
        for (id, offices) in self.accounts.officers(roles::MOST).await? {
            held.extend(self.name(id).await?.map(|name| (name, offices)));
        }
        held.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(held)
    }

    /// Gives somebody these offices and no others; the answer is the name as it is shown, none if there is no such account.
    ///
    /// # Errors
    /// `BadName`, `Store`.
    pub async fn appoint(
        &self,
        name: &str,
        offices: impl Into<Offices>,
    ) -> Result<Option<String>, AccountError> {
        let name = Name::new(name)?;
        let Some(account) = self.accounts.by_name(name.key()).await? else { return Ok(None) };
        let given = self.accounts.set_offices(account.id, offices.into()).await?;
        Ok(given.then_some(account.name))
    }
}
