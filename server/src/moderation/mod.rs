//! Order among people: sanctions and their effect, reports, and what the server is told to do.
//!
//! What is decided here is written with its entry in the audit log in one transaction, offices after theirs. Every server learns of it within half a second by
//! asking the database what is new ([`standings`]), so that nothing depends on a note that may be lost.
//! Deliberately absent: any judgement by machine. People impose, lift and decide; programs only show them what happened.

mod forfeits;
mod reports;
mod sanctions;
mod standings;

use std::sync::Arc;

use crate::account::Identity;
use crate::ids::{AccountId, GameId};
use crate::offices::Offices;
use crate::room::Rooms;
use crate::store::{Accounts, Act, Audit, Conducts, Games, Noted, Orders, Reports, Sanctions, StoreError};
use crate::time::Time;

pub use reports::{Closing, NewReport};
pub use sanctions::NewSanction;
use standings::Standings;
pub(crate) use standings::banned;
pub use standings::{BeginsNothing, Maintenance, Standing, StandingWatch};

/// Somebody who uses an office.
#[derive(Clone, Debug)]
pub struct Officer {
    /// Who.
    pub who: Identity,
    /// With which offices.
    pub offices: Offices,
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// There is no such account, game, report or sanction.
    #[error("there is none of that name or id")]
    NotFound,
    /// It concerns the officer, or an equal.
    #[error("leave it to somebody else whom it does not concern")]
    NotByYou,
    /// The office does not reach so far.
    #[error("this wants another office")]
    NotAllowed,
    /// It was decided already, or is over.
    #[error("it has been decided already")]
    Decided,
    /// Somebody else sees to the report.
    #[error("somebody else sees to this report")]
    Taken,
    /// As many wait as may.
    #[error("as many of your reports wait as may: wait until they were seen to")]
    TooMany,
    /// A field makes no sense.
    #[error("{0}")]
    Bad(&'static str),
    /// The store's.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What it is made of.
pub struct ModerationParts {
    /// Sanctions.
    pub sanctions: Arc<dyn Sanctions>,
    /// Reports.
    pub reports: Arc<dyn Reports>,
    /// What the server is told to do.
    pub orders: Arc<dyn Orders>,
    /// The log.
    pub audit: Arc<dyn Audit>,
    /// Who people are.
    pub accounts: Arc<dyn Accounts>,
    /// How people left games.
    pub conduct: Arc<dyn Conducts>,
    /// Games as rows.
    pub games: Arc<dyn Games>,
    /// Games that are played.
    pub rooms: Rooms,
    /// The time.
    pub time: Time,
}

/// Order. Cheap to clone.
#[derive(Clone)]
pub struct Moderation {
    parts: Arc<ModerationParts>,
    standings: Arc<Standings>,
}

impl Moderation {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(parts: ModerationParts) -> Self {
        Self { parts: Arc::new(parts), standings: Arc::default() }
    }

    /// Writes an act into the audit log that was done elsewhere.
    ///
    /// # Errors
    /// The store's.
    pub async fn note(&self, act: Act) -> Result<u64, StoreError> {
        self.parts.audit.note(self.parts.time.wall_ms(), act).await
    }

    /// How somebody left games, the latest first.
    ///
    /// # Errors
    /// The store's.
    pub async fn noted(&self, of: AccountId, limit: u64) -> Result<Vec<(GameId, i64, Noted)>, StoreError> {
        self.parts.conduct.noted(of, limit).await
    }

    /// The log.
    #[must_use]
    pub fn audit(&self) -> &dyn Audit {
        &*self.parts.audit
    }

    /// Gives somebody offices, and takes all others.
    ///
    /// # Errors
    /// `NotFound`; `NotByYou` for oneself: who gives offices cannot lose the last one by mistake, and needs a second pair of eyes for more.
    pub async fn appoint(
        &self,
        by: &Officer,
        name_key: &str,
        offices: Offices,
        reason: &str,
    ) -> Result<(), OrderError> {
        let on = self.parts.accounts.by_name(name_key).await?.ok_or(OrderError::NotFound)?;
        if on.id == by.who.account {
            return Err(OrderError::NotByYou);
        }
        let act = act(&by.who, "offices.give", format!("person:{}", on.name), reason)
            .change(names(on.offices), names(offices));
        // The log first: an office that nobody can account for is worse than an entry about one that was not given.
        self.note(act).await?;
        if !self.parts.accounts.set_offices(on.id, offices).await? {
            return Err(OrderError::NotFound);
        }
        Ok(())
    }

    /// Writes into the log that an officer hands somebody a link to another password, before there is one.
    ///
    /// # Errors
    /// `NotFound`; `NotByYou` for oneself and equals: whoever has the link has the account.
    pub async fn note_reset_link(
        &self,
        by: &Officer,
        name_key: &str,
        reason: &str,
    ) -> Result<(), OrderError> {
        let on = self.parts.accounts.by_name(name_key).await?.ok_or(OrderError::NotFound)?;
        if on.id == by.who.account || !by.offices.outrank(on.offices) {
            return Err(OrderError::NotByYou);
        }
        self.note(act(&by.who, "account.reset_link", format!("person:{}", on.name), reason)).await?;
        Ok(())
    }
}

/// Offices as text.
fn names(offices: Offices) -> String {
    offices.iter().map(crate::offices::Role::name).collect::<Vec<_>>().join(" ")
}

/// An act of somebody.
#[must_use]
pub fn act(by: &Identity, act: &str, subject: String, reason: &str) -> Act {
    Act {
        by: (Some(by.account), by.name.clone()),
        act: act.to_owned(),
        subject,
        reason: reason.to_owned(),
        before: String::new(),
        after: String::new(),
    }
}

impl Act {
    /// The same with how it was before and is since.
    #[must_use]
    pub fn change(self, before: impl Into<String>, after: impl Into<String>) -> Self {
        Self { before: before.into(), after: after.into(), ..self }
    }
}
