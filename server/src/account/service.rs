//! What can be done with accounts.
//!
//! Deliberately absent: limits on how often somebody may try (they are declared at the door of each
//! endpoint), and sockets: whoever has one of somebody's waits for [`AccountService::ended`].

use std::sync::{Arc, OnceLock};

use uuid::Uuid;

use super::ended::EndedSessions;
use super::names::{BadName, Name};
use super::passwords::{BadPassword, HashError, Passwords, Verdict};
use super::refresh::Secret;
use super::reserved::is_reserved;
use super::roles::{self, RoleWatch, Roles};
use super::tokens::{ACCESS_S, AccessTokens, Identity};
use crate::ids::{AccountId, FamilyId};
use crate::keys::Keys;
use crate::offices::{Offices, Power, Role};
use crate::store::{Account, Accounts, RefreshToken, Rotation, Sessions, StoreError};
use crate::time::Time;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a refresh token is good for when it is not used.
const REFRESH_MS: i64 = 30 * DAY_MS;
/// How long one log-in lasts, however often it is refreshed.
const FAMILY_MS: i64 = 90 * DAY_MS;
/// How long a used refresh token is still answered with the same successor.
const GRACE_MS: i64 = 10_000;
/// Expired tokens deleted at once.
const SWEEP_ROWS: u64 = 500;

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
    /// There is no such name, or the password is another; which of both is not said.
    #[error("name and password do not belong together")]
    WrongCredentials,
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
    accounts: Arc<dyn Accounts>,
    sessions: Arc<dyn Sessions>,
    passwords: Passwords,
    tokens: Arc<AccessTokens>,
    ended: Arc<EndedSessions>,
    /// Tells other servers of a session that was ended.
    others: Arc<OnceLock<TellOthers>>,
    roles: Arc<Roles>,
    keys: Arc<Keys>,
    time: Time,
}

impl AccountService {
    /// The service over a store.
    #[must_use]
    pub fn new(accounts: Arc<dyn Accounts>, sessions: Arc<dyn Sessions>, keys: Keys, time: Time) -> Self {
        Self {
            accounts,
            sessions,
            passwords: Passwords::default(),
            tokens: Arc::new(AccessTokens::new(&keys)),
            ended: Arc::new(EndedSessions::new()),
            others: Arc::default(),
            roles: Arc::new(Roles::new()),
            keys: Arc::new(keys),
            time,
        }
    }

    /// The same with a pool of another size.
    #[must_use]
    pub fn with_passwords(self, passwords: Passwords) -> Self {
        Self { passwords, ..self }
    }

    /// Who an access token speaks for; nobody when it is not valid, or its session has ended.
    #[must_use]
    pub fn authenticate(&self, access_token: &str) -> Option<Identity> {
        let identity = self.tokens.read(access_token, self.time.wall_ms())?;
        (!self.ended.contains(identity.session)).then_some(identity)
    }

    /// An account as an officer; none if it may not rule on games.
    ///
    /// # Errors
    /// The store's.
    pub async fn officer(&self, id: AccountId) -> Result<Option<Officer>, StoreError> {
        let account = self.accounts.by_id(id).await?.filter(|account| account.offices.may(Power::Rule));
        Ok(account
            .map(|account| Officer { name: account.name, is_chief: account.offices.may(Power::RuleAsChief) }))
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

    /// The offices of an account; none if there is no such account.
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

    /// Waits for the end of a session by log-out or by misuse of its refresh tokens, on this node; returns
    /// at once if it has ended lately.
    pub fn ended(&self, session: FamilyId) -> impl Future<Output = ()> + use<> {
        let ended = Arc::clone(&self.ended);
        async move { ended.wait(session).await }
    }

    /// Makes an account for a stranger and begins a session.
    ///
    /// # Errors
    /// `BadName`, which a reserved name is too, `BadPassword`, `NameTaken`, `Busy`, `Store`.
    pub async fn register(&self, name: &str, password: &str) -> Result<Grant, AccountError> {
        let name = Name::new(name)?;
        if is_reserved(&name) {
            return Err(BadName::Reserved.into());
        }
        let account = self.add(name, password, Offices::NONE).await?;
        self.begin(account).await
    }

    /// Makes an account with an office, for whoever runs the server: the name may be a reserved one.
    ///
    /// # Errors
    /// As [`Self::register`].
    pub async fn create(&self, name: &str, password: &str, role: Role) -> Result<Account, AccountError> {
        self.add(Name::new(name)?, password, role.into()).await
    }

    async fn add(&self, name: Name, password: &str, offices: Offices) -> Result<Account, AccountError> {
        Passwords::check(password, name.shown())?;
        // Looked up first, so that a name that is taken does not cost a hash; `add` decides.
        if self.accounts.by_name(name.key()).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        let account = Account {
            id: AccountId(Uuid::now_v7()),
            name: name.shown().to_owned(),
            name_key: name.key().to_owned(),
            password_hash: self.passwords.hash(password).await?,
            offices,
            created_ms: self.time.wall_ms(),
        };
        if self.accounts.add(account.clone()).await? { Ok(account) } else { Err(AccountError::NameTaken) }
    }

    /// Begins a session.
    ///
    /// # Errors
    /// `WrongCredentials`, `Busy`, `Store`.
    pub async fn log_in(&self, name: &str, password: &str) -> Result<Grant, AccountError> {
        let account = match Name::new(name) {
            Ok(name) => self.accounts.by_name(name.key()).await?,
            Err(_) => None,
        };
        // A name that nobody has costs as much time as a wrong password.
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let verdict = self.passwords.verify(password, hash).await?;
        let account = account.ok_or(AccountError::WrongCredentials)?;
        match verdict {
            Verdict::Wrong => return Err(AccountError::WrongCredentials),
            Verdict::Right => {}
            Verdict::Outdated(hash) => self.accounts.set_password(account.id, &hash).await?,
        }
        self.begin(account).await
    }

    /// Goes on with a session: a new access token and the refresh token's successor.
    ///
    /// # Errors
    /// `BadToken`, `Store`.
    pub async fn refresh(&self, refresh_token: &str) -> Result<Grant, AccountError> {
        let token = Secret::parse(refresh_token).ok_or(AccountError::BadToken)?;
        let successors = token.successors(&self.keys);
        let newest = successors.first().ok_or(AccountError::Failed("no key for refresh tokens"))?;
        let now = self.time.wall_ms();
        let rotation =
            self.sessions.rotate(token.hash(), newest.hash(), now + REFRESH_MS, now, GRACE_MS).await?;
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

    fn end(&self, session: FamilyId) {
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
        self.sessions.sweep(self.time.wall_ms(), SWEEP_ROWS).await
    }

    async fn begin(&self, account: Account) -> Result<Grant, AccountError> {
        let token = Secret::generate();
        let now = self.time.wall_ms();
        let kept = RefreshToken {
            hash: token.hash(),
            family: FamilyId(Uuid::now_v7()),
            account: account.id,
            expires_ms: now + REFRESH_MS,
            family_ends_ms: now + FAMILY_MS,
        };
        self.sessions.begin(kept, now).await?;
        self.grant(account, token, &kept, now)
    }

    fn grant(
        &self,
        account: Account,
        refresh: Secret,
        kept: &RefreshToken,
        now: i64,
    ) -> Result<Grant, AccountError> {
        let identity = Identity { account: account.id, name: account.name, session: kept.family };
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
