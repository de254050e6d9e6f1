//! Who may make an account: everybody, the invited, or nobody.
//!
//! An invitation is a link with 256 random bits behind its `#`, which no browser sends to a server and so no log has. Only their
//! hash is kept, with how often and until when it can be used.
//! Deliberately absent: invitations by players; whoever runs the server invites.

use uuid::Uuid;

use super::names::{BadName, Name};
use super::refresh::Secret;
use super::reserved::is_reserved;
use super::service::{AccountError, AccountService};
use crate::config::Registration;
use crate::offices::Offices;
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
    pub(super) async fn come_in(
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
