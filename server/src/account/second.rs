//! Second factors: setting one up, proving it, switching it off; and the two steps of a log-in that has one.
//!
//! Deliberately absent: how often somebody may guess, which the doors say; [`Attempt::is_guess`] tells them what is a guess.

use super::codes::{self, Codes, Typed};
use super::names::Name;
use super::refresh::Secret;
use super::service::{AccountError, AccountService, Grant};
use super::tokens::Identity;
use crate::store::{Account, Device, Factor, Ticket, TicketKind};

/// How long the second step of a log-in may take, in milliseconds.
pub const SECOND_STEP_MS: i64 = 5 * 60_000;
/// How often it may be tried with one ticket.
const TRIES: u16 = 5;
/// Log-ins of one account that wait for their second step at once.
const WAITING: u64 = 100;
/// How long a second factor that is set up may wait for its first code.
const SET_UP_MS: i64 = 15 * 60_000;

/// What a log-in has come to.
pub enum Entry {
    /// A session.
    Session(Box<Grant>),
    /// The password was right, and a second factor is needed: the ticket to bring it with.
    SecondStep(String),
}

/// A second factor that is being set up.
pub struct SetUp {
    /// The secret as people type it into an app.
    pub secret: String,
    /// The same as an address that apps read.
    pub uri: String,
    /// The same as a picture (SVG).
    pub picture: String,
}

/// How an account stands to a second factor.
pub struct Standing {
    /// Since when it has one, Unix milliseconds.
    pub since_ms: Option<i64>,
    /// Recovery codes that are left.
    pub recovery_left: u64,
}

/// A code that somebody brings, before it is looked at.
pub struct Attempt {
    account: Account,
    typed: Typed,
    ticket: Option<Ticket>,
}

impl Attempt {
    /// Whose code.
    #[must_use]
    pub const fn account(&self) -> &Account {
        &self.account
    }

    /// Whether it is short enough to be guessed.
    #[must_use]
    pub const fn is_guess(&self) -> bool {
        matches!(self.typed, Typed::Shown(_))
    }
}

impl AccountService {
    /// Goes on with the log-in of an account whose password was right.
    pub(super) async fn first_step(&self, account: Account, device: Device) -> Result<Entry, AccountError> {
        if self.factor_in_force(&account).await?.is_none() {
            return Ok(Entry::Session(Box::new(self.begin(account, device, false).await?)));
        }
        let secret = Secret::generate();
        let now_ms = self.time.wall_ms();
        let ticket = Ticket {
            hash: secret.hash(),
            kind: TicketKind::SecondStep,
            account: account.id,
            ends_ms: now_ms + SECOND_STEP_MS,
            tries: TRIES,
            about: None,
        };
        let issued = self.tickets.issue(ticket, WAITING, now_ms).await?;
        if issued { Ok(Entry::SecondStep(secret.text())) } else { Err(AccountError::Busy) }
    }

    /// Reads the code of the second step of a log-in; one try of the ticket is used up.
    ///
    /// # Errors
    /// `TicketGone`, `WrongCode` when it cannot be one, `Store`.
    pub async fn second_step(&self, ticket: &str, code: &str) -> Result<Attempt, AccountError> {
        let secret = Secret::parse(ticket).ok_or(AccountError::TicketGone)?;
        let now_ms = self.time.wall_ms();
        let ticket = self.tickets.attempt(TicketKind::SecondStep, secret.hash(), now_ms).await?;
        let ticket = ticket.ok_or(AccountError::TicketGone)?;
        let account = self.accounts.by_id(ticket.account).await?.ok_or(AccountError::TicketGone)?;
        let typed = Typed::read(code).ok_or(AccountError::WrongCode)?;
        Ok(Attempt { account, typed, ticket: Some(ticket) })
    }

    /// Begins the session whose second step was made.
    ///
    /// # Errors
    /// `WrongCode`, `TicketGone`, `Store`.
    pub async fn enter(&self, attempt: Attempt, device: Device) -> Result<Grant, AccountError> {
        let Attempt { account, typed, ticket } = attempt;
        let ticket = ticket.ok_or(AccountError::TicketGone)?;
        self.accept(&account, typed).await?;
        if !self.tickets.redeem(ticket.hash).await? {
            return Err(AccountError::TicketGone);
        }
        self.begin(account, device, true).await
    }

    /// How somebody stands to a second factor.
    ///
    /// # Errors
    /// The store's.
    pub async fn standing(&self, who: &Identity) -> Result<Standing, AccountError> {
        let since_ms = self.factors.factor(who.account).await?.and_then(|factor| factor.confirmed_ms);
        Ok(Standing { since_ms, recovery_left: self.factors.recovery_left(who.account).await? })
    }

    /// Begins to set a second factor up. Nothing changes until the first code is brought.
    ///
    /// # Errors
    /// `ProveAgain`, `SecondFactorOn`, `Store`.
    pub async fn set_up(&self, who: &Identity) -> Result<SetUp, AccountError> {
        self.fresh(who).await?;
        let secret: [u8; codes::SECRET] = rand::random();
        let cannot = || AccountError::Failed("a second factor cannot be made");
        let shown = Codes::new(&secret, &who.name).ok_or_else(cannot)?;
        let uri = shown.uri().ok_or_else(cannot)?;
        let picture = codes::picture(&uri).ok_or_else(cannot)?;
        let (key, closed) = self.vault()?.close(who.account, &secret).ok_or_else(cannot)?;
        let created_ms = self.time.wall_ms();
        let factor =
            Factor { account: who.account, key, closed, created_ms, confirmed_ms: None, last_step: 0 };
        if !self.factors.propose(factor).await? {
            return Err(AccountError::SecondFactorOn);
        }
        Ok(SetUp { secret: shown.secret(), uri, picture })
    }

    /// Puts the second factor that is being set up in force by its first code; the recovery codes, which nobody is told again.
    ///
    /// # Errors
    /// `NoSecondFactor` when none is being set up, `SecondFactorOn`, `WrongCode`, `Store`.
    pub async fn confirm(&self, who: &Identity, code: &str) -> Result<Vec<String>, AccountError> {
        let now_ms = self.time.wall_ms();
        let factor = self.factors.factor(who.account).await?.ok_or(AccountError::NoSecondFactor)?;
        if factor.confirmed_ms.is_some() {
            return Err(AccountError::SecondFactorOn);
        }
        if factor.created_ms + SET_UP_MS < now_ms {
            return Err(AccountError::NoSecondFactor);
        }
        let Some(Typed::Shown(code)) = Typed::read(code) else { return Err(AccountError::WrongCode) };
        let step = self.step(&factor, &code, now_ms)?.ok_or(AccountError::WrongCode)?;
        let (shown, hashes) = new_recovery();
        if !self.factors.confirm(who.account, &factor.closed, step, &hashes, now_ms).await? {
            return Err(AccountError::NoSecondFactor);
        }
        self.sessions.prove(who.session, true, now_ms).await?;
        Ok(shown)
    }

    /// New recovery codes in the place of those that there were.
    ///
    /// # Errors
    /// `ProveAgain`, `NoSecondFactor`, `Store`.
    pub async fn renew_recovery(&self, who: &Identity) -> Result<Vec<String>, AccountError> {
        self.fresh(who).await?;
        let (shown, hashes) = new_recovery();
        let replaced = self.factors.replace_recovery(who.account, &hashes).await?;
        if replaced { Ok(shown) } else { Err(AccountError::NoSecondFactor) }
    }

    /// Reads a code that somebody brings who is logged in.
    ///
    /// # Errors
    /// `WrongCode` when it cannot be one, `NoSecondFactor`, `Store`.
    pub async fn bring(&self, who: &Identity, code: &str) -> Result<Attempt, AccountError> {
        let account = self.accounts.by_id(who.account).await?.ok_or(AccountError::BadToken)?;
        self.factor_in_force(&account).await?.ok_or(AccountError::NoSecondFactor)?;
        let typed = Typed::read(code).ok_or(AccountError::WrongCode)?;
        Ok(Attempt { account, typed, ticket: None })
    }

    /// Keeps that somebody has proven again who it is, by a code.
    ///
    /// # Errors
    /// `WrongCode`, `Store`.
    pub async fn prove_by_code(&self, who: &Identity, attempt: Attempt) -> Result<(), AccountError> {
        self.accept(&attempt.account, attempt.typed).await?;
        Ok(self.sessions.prove(who.session, true, self.time.wall_ms()).await?)
    }

    /// Switches the second factor off, by password and code, and ends every session.
    ///
    /// # Errors
    /// `WrongPassword`, `WrongCode`, `Busy`, `Store`.
    pub async fn switch_off(&self, attempt: Attempt, password: &str) -> Result<(), AccountError> {
        let Attempt { account, typed, ticket: _ } = attempt;
        let account = self.proven(Some(account), password).await?.ok_or(AccountError::WrongPassword)?;
        self.accept(&account, typed).await?;
        self.factors.remove_factor(account.id).await?.into_iter().for_each(|session| self.end(session));
        Ok(())
    }

    /// Takes the second factor of somebody away who has lost it with every recovery code, and ends every session; the name as it is
    /// shown, none if there is no such account. For whoever runs the server, who has made sure of who asks.
    ///
    /// # Errors
    /// `BadName`, `Store`.
    pub async fn take_second_factor(&self, name: &str) -> Result<Option<String>, AccountError> {
        let name = Name::new(name)?;
        let Some(account) = self.accounts.by_name(name.key()).await? else { return Ok(None) };
        self.factors.remove_factor(account.id).await?.into_iter().for_each(|session| self.end(session));
        Ok(Some(account.name))
    }

    /// Whether somebody has an office that it does not hold before it has proven a second factor.
    ///
    /// # Errors
    /// The store's.
    pub async fn second_factor_needed(&self, who: &Identity) -> Result<bool, AccountError> {
        let has_office = !self.offices(who.account).await?.is_empty();
        Ok(has_office && self.holds(who).await?.is_empty())
    }

    async fn factor_in_force(&self, account: &Account) -> Result<Option<Factor>, AccountError> {
        Ok(self.factors.factor(account.id).await?.filter(|factor| factor.confirmed_ms.is_some()))
    }

    /// Accepts a code, once.
    async fn accept(&self, account: &Account, typed: Typed) -> Result<(), AccountError> {
        let is_good = match typed {
            Typed::Recovery(hash) => self.factors.use_recovery(account.id, hash).await?,
            Typed::Shown(code) => {
                let factor = self.factor_in_force(account).await?.ok_or(AccountError::NoSecondFactor)?;
                match self.step(&factor, &code, self.time.wall_ms())? {
                    Some(step) => self.factors.use_step(account.id, step).await?,
                    None => false,
                }
            }
        };
        if is_good { Ok(()) } else { Err(AccountError::WrongCode) }
    }

    /// The time step of a code of a factor, if it is good at a moment.
    fn step(&self, factor: &Factor, code: &str, now_ms: i64) -> Result<Option<u64>, AccountError> {
        let Some(secret) = self.vault()?.open(factor.account, &factor.key, &factor.closed) else {
            // Recovery codes still work.
            tracing::error!(
                key = factor.key,
                "a second factor cannot be opened: its key is not in seals.json"
            );
            return Ok(None);
        };
        let codes = Codes::new(&secret, "name").ok_or(AccountError::Failed("a kept secret is none"))?;
        Ok(codes.step(code, now_ms))
    }
}

/// Recovery codes as they are shown, and their hashes.
fn new_recovery() -> (Vec<String>, Vec<[u8; 32]>) {
    let shown: Vec<String> = (0..codes::RECOVERY).map(|_| codes::recovery()).collect();
    let hash = |code: &String| match Typed::read(code) {
        Some(Typed::Recovery(hash)) => Some(hash),
        Some(Typed::Shown(_)) | None => None,
    };
    let hashes = shown.iter().filter_map(hash).collect();
    (shown, hashes)
}
