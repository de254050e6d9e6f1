//! Making accounts, and who may: everybody, the invited, or nobody.
//!
//! An invitation is a link with 256 random bits behind its `#`, which no browser sends to a server and so no log has. Only their
//! hash is kept, with how often and until when it can be used.
//! Deliberately absent: invitations by players; whoever runs the server invites.

use uuid::Uuid;

use super::names::{BadName, Name};
use super::passwords::Passwords;
use super::refresh::Secret;
use super::reserved::is_reserved;
use super::service::{AccountError, AccountService, Grant};
use crate::config::Registration;
use crate::ids::AccountId;
use crate::offices::{Offices, Role};
use crate::store::{Account, Invitation, Invited, StoreError};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// An invitation to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// How many accounts may be made with it.
    pub uses: u32,
    /// For how many days.
    pub days: u32,
    /// A word about it, for whoever runs the server.
    pub note: String,
}

/// What a guest is to be sent: the page of a server at this origin, and the secret.
#[must_use]
pub fn link_of(origin: &str, secret: &str) -> String {
    format!("{}/join#{secret}", origin.trim_end_matches('/'))
}

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
    ) -> Result<Grant, AccountError> {
        let account = self.enter(name, password, invitation).await?;
        self.begin(account).await
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

    /// Makes an invitation; the answer is its secret, which is kept nowhere.
    ///
    /// # Errors
    /// The store's.
    pub async fn invite(&self, invite: Invite) -> Result<(Uuid, String), StoreError> {
        let secret = Secret::generate();
        let (id, now) = (Uuid::now_v7(), self.time.wall_ms());
        let invitation = Invitation {
            id,
            hash: secret.hash(),
            uses: invite.uses,
            left: invite.uses,
            note: invite.note,
            created_ms: now,
            expires_ms: now + i64::from(invite.days) * DAY_MS,
        };
        self.accounts.invite(invitation).await?;
        Ok((id, secret.text()))
    }

    /// Invitations that can still be used, the oldest first, after one of them.
    ///
    /// # Errors
    /// The store's.
    pub async fn invitations(&self, after: Option<Uuid>, limit: u64) -> Result<Vec<Invitation>, StoreError> {
        self.accounts.invitations(self.time.wall_ms(), after, limit).await
    }

    /// Takes an invitation back; `false` when there is none.
    ///
    /// # Errors
    /// The store's.
    pub async fn uninvite(&self, id: Uuid) -> Result<bool, StoreError> {
        self.accounts.withdraw_invitation(id).await
    }

    /// Makes an account for a stranger, if it may come in.
    pub(super) async fn enter(
        &self,
        name: &str,
        password: &str,
        invitation: Option<&str>,
    ) -> Result<Account, AccountError> {
        let invitation = match self.registration {
            Registration::Open => None,
            Registration::Invited => Some(self.invited(invitation).await?),
            Registration::Closed => return Err(AccountError::Closed),
        };
        let name = Name::new(name)?;
        if is_reserved(&name) {
            return Err(BadName::Reserved.into());
        }
        let account = self.made(name, password, Offices::NONE).await?;
        let Some(hash) = invitation else { return self.add(account).await };
        match self.accounts.add_invited(account.clone(), hash).await? {
            Invited::Added => Ok(account),
            Invited::NameTaken => Err(AccountError::NameTaken),
            Invited::Invalid => Err(AccountError::InvitationInvalid),
        }
    }

    /// The hash of an invitation that is good at this moment: asked before a password is hashed, decided when the account is kept.
    async fn invited(&self, invitation: Option<&str>) -> Result<[u8; 32], AccountError> {
        let text = invitation.ok_or(AccountError::InvitationNeeded)?;
        let hash = Secret::parse(text).ok_or(AccountError::InvitationInvalid)?.hash();
        if self.accounts.is_invited(hash, self.time.wall_ms()).await? {
            Ok(hash)
        } else {
            Err(AccountError::InvitationInvalid)
        }
    }
}
