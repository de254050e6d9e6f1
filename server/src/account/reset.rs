//! Mail addresses, and another password for one that was forgotten.
//!
//! Nobody learns here who has an account: whoever asks is answered before it is looked up, and what is found goes to the address that
//! its owner has confirmed.
//! Deliberately absent: sending letters (`mail`), and anything that takes a second factor away.

use super::names::Name;
use super::passwords::Passwords;
use super::refresh::Secret;
use super::service::{AccountError, AccountService};
use super::tokens::Identity;
use crate::ids::AccountId;
use crate::store::{Account, StoreError, Ticket, TicketKind};

/// How long a mailed link is good for, in milliseconds.
const RESET_MS: i64 = 30 * 60_000;
/// How long one is that an administrator hands over, and one that confirms an address.
const DAY_MS: i64 = 24 * 60 * 60_000;
/// Links of one account that are good at once: nobody's letter box is filled by strangers.
const LINKS: u64 = 3;
/// Accounts of one address that are written to.
const ACCOUNTS: u64 = 5;
/// How often a link may be tried: a password may be refused before a good one is found.
const TRIES: u16 = 20;

/// A link that is to be mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where to.
    pub address: String,
    /// Whose.
    pub name: String,
    /// The ticket in it.
    pub token: String,
}

impl AccountService {
    /// The links to mail to whoever has this name or this address; none when nobody has it, or has confirmed no address.
    ///
    /// # Errors
    /// The store's.
    pub async fn reset_links(&self, name_or_address: &str) -> Result<Vec<Link>, StoreError> {
        let mut links = Vec::new();
        for account in self.meant(name_or_address).await? {
            let Some(address) = self.mails.mail(account.id).await? else { continue };
            if let Some(token) = self.issue(account.id, TicketKind::Reset, RESET_MS, None).await? {
                links.push(Link { address, name: account.name, token });
            }
        }
        Ok(links)
    }

    async fn meant(&self, name_or_address: &str) -> Result<Vec<Account>, StoreError> {
        let mut meant = Vec::new();
        if name_or_address.contains('@') {
            for id in self.mails.by_mail(name_or_address.trim(), ACCOUNTS).await? {
                meant.extend(self.accounts.by_id(id).await?);
            }
        } else if let Ok(name) = Name::new(name_or_address) {
            meant.extend(self.accounts.by_name(name.key()).await?);
        }
        Ok(meant)
    }

    /// A ticket for another password that an administrator hands over, good for a day, and the name as it is shown; none if there is no
    /// such account.
    ///
    /// # Errors
    /// `BadName`, `Busy` when there are enough of them, `Store`.
    pub async fn reset_by_hand(&self, name: &str) -> Result<Option<(String, String)>, AccountError> {
        let name = Name::new(name)?;
        let Some(account) = self.accounts.by_name(name.key()).await? else { return Ok(None) };
        let token = self.issue(account.id, TicketKind::Reset, DAY_MS, None).await?;
        Ok(Some((account.name, token.ok_or(AccountError::Busy)?)))
    }

    /// Gives whoever holds a ticket another password, and ends every session and personal token.
    ///
    /// # Errors
    /// `TicketGone`, `BadPassword`, `Busy`, `Store`.
    pub async fn reset(&self, token: &str, password: &str) -> Result<Account, AccountError> {
        let ticket = self.ticket(token, TicketKind::Reset).await?;
        let account = self.accounts.by_id(ticket.account).await?.ok_or(AccountError::TicketGone)?;
        Passwords::check(password, &account.name)?;
        let hash = self.passwords.hash(password).await?;
        if !self.tickets.redeem(ticket.hash).await? {
            return Err(AccountError::TicketGone);
        }
        let ended = self.sessions.change_password(account.id, None, &hash, None).await?;
        ended.unwrap_or_default().into_iter().for_each(|session| self.end(session));
        Ok(account)
    }

    /// The mail address of an account.
    ///
    /// # Errors
    /// The store's.
    pub async fn mail(&self, account: AccountId) -> Result<Option<String>, StoreError> {
        self.mails.mail(account).await
    }

    /// The link that confirms an address, for the password; the address is the account's once the link was opened.
    ///
    /// # Errors
    /// `WrongPassword`, `Busy` when enough links are on their way or too many log in, `Store`.
    pub async fn mail_link(
        &self,
        who: &Identity,
        password: &str,
        address: String,
    ) -> Result<Link, AccountError> {
        let account = self.accounts.by_id(who.account).await?.ok_or(AccountError::BadToken)?;
        let account = self.proven(Some(account), password).await?.ok_or(AccountError::WrongPassword)?;
        let token = self.issue(account.id, TicketKind::Mail, DAY_MS, Some(address.clone())).await?;
        Ok(Link { address, name: account.name, token: token.ok_or(AccountError::Busy)? })
    }

    /// Takes an address away, for the password.
    ///
    /// # Errors
    /// `WrongPassword`, `Busy`, `Store`.
    pub async fn forget_mail(&self, who: &Identity, password: &str) -> Result<(), AccountError> {
        let account = self.accounts.by_id(who.account).await?.ok_or(AccountError::BadToken)?;
        let account = self.proven(Some(account), password).await?.ok_or(AccountError::WrongPassword)?;
        Ok(self.mails.set_mail(account.id, None, self.time.wall_ms()).await?)
    }

    /// Gives an account the address that its ticket was mailed to.
    ///
    /// # Errors
    /// `TicketGone`, `Store`.
    pub async fn confirm_mail(&self, token: &str) -> Result<(), AccountError> {
        let ticket = self.ticket(token, TicketKind::Mail).await?;
        let address = ticket.about.ok_or(AccountError::Failed("a ticket confirms nothing"))?;
        if !self.tickets.redeem(ticket.hash).await? {
            return Err(AccountError::TicketGone);
        }
        Ok(self.mails.set_mail(ticket.account, Some(&address), self.time.wall_ms()).await?)
    }

    async fn ticket(&self, token: &str, kind: TicketKind) -> Result<Ticket, AccountError> {
        let secret = Secret::parse(token).ok_or(AccountError::TicketGone)?;
        let ticket = self.tickets.attempt(kind, secret.hash(), self.time.wall_ms()).await?;
        ticket.ok_or(AccountError::TicketGone)
    }

    /// A new ticket; none when its account has enough of them.
    async fn issue(
        &self,
        account: AccountId,
        kind: TicketKind,
        lasts_ms: i64,
        about: Option<String>,
    ) -> Result<Option<String>, StoreError> {
        let (secret, now_ms) = (Secret::generate(), self.time.wall_ms());
        let ends_ms = now_ms + lasts_ms;
        let ticket = Ticket { hash: secret.hash(), kind, account, ends_ms, tries: TRIES, about };
        let issued = self.tickets.issue(ticket, LINKS, now_ms).await?;
        Ok(issued.then(|| secret.text()))
    }
}
