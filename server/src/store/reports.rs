//! What people report, what becomes of it, and what the server is told to do.

use async_trait::async_trait;
use uuid::Uuid;

use super::{Act, Cursor, StoreError, TalkStream};
use crate::ids::{AccountId, GameId};

/// What somebody is reported for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReportKind {
    /// Insults, threats, advertising.
    Abuse,
    /// Help by a program or by somebody else.
    Help,
    /// Letting the clock run in a lost game.
    Stalling,
    /// Leaving a game instead of ending it.
    Escaping,
    /// Losing on purpose, or several accounts.
    Sandbagging,
    /// The name.
    Name,
    /// Something else.
    Other,
}

impl ReportKind {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Abuse, Self::Help, Self::Stalling, Self::Escaping, Self::Sandbagging, Self::Name, Self::Other];
}

/// How far a report is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReportState {
    /// Nobody sees to it.
    Open,
    /// Somebody does.
    Claimed,
    /// Something was done.
    Upheld,
    /// There was nothing to do.
    Dismissed,
}

impl ReportState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Open, Self::Claimed, Self::Upheld, Self::Dismissed];
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its id, made by the reporter's client.
    pub id: Uuid,
    /// How far it is.
    pub state: ReportState,
    /// For what.
    pub kind: ReportKind,
    /// By whom.
    pub by: (AccountId, String),
    /// Whom.
    pub on: (AccountId, String),
    /// In which game, and after how many moves.
    pub game: Option<(GameId, Option<u64>)>,
    /// Which line of its chat.
    pub line: Option<(TalkStream, u64)>,
    /// What the reporter says.
    pub text: String,
    /// When, Unix milliseconds.
    pub made_ms: i64,
    /// Who sees to it, or did.
    pub officer: Option<(AccountId, String)>,
    /// How often it has changed.
    pub revision: u64,
}

/// What a moderator noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportNote {
    /// From 1.
    pub number: u64,
    /// Who, by name.
    pub by: String,
    /// What.
    pub text: String,
    /// When, Unix milliseconds.
    pub at_ms: i64,
}

/// Which reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFilter {
    /// Those in a state, the oldest first.
    In(ReportState),
    /// Those that an officer sees to, the oldest first.
    ClaimedBy(AccountId),
    /// Those about an account, the newest first.
    About(AccountId),
    /// Those by an account, the newest first.
    By(AccountId),
}

/// Keeps reports.
#[async_trait]
pub trait Reports: Send + Sync {
    /// Keeps a report; `false` when its id is known, or `most` by the same reporter wait already.
    async fn report(&self, report: Report, most: u64) -> Result<bool, StoreError>;
    /// One with its notes.
    async fn reported(&self, id: Uuid) -> Result<Option<(Report, Vec<ReportNote>)>, StoreError>;
    /// At most `limit` after a place in the list (the time it was made, its id).
    async fn reports(
        &self,
        filter: ReportFilter,
        after: Option<Cursor>,
        limit: u64,
    ) -> Result<Vec<Report>, StoreError>;
    /// Replaces one of the revision before; `false` when it has another. The act is written in the same transaction.
    async fn replace_report(&self, report: Report, at_ms: i64, act: Act) -> Result<bool, StoreError>;
    /// Adds a note; its number, none where there is no such report or it has as many as it may.
    async fn note_report(&self, id: Uuid, note: ReportNote) -> Result<Option<u64>, StoreError>;
}

/// Keeps what the server is told to do.
#[async_trait]
pub trait Orders: Send + Sync {
    /// What was told under a name.
    async fn order(&self, name: &str) -> Result<Option<String>, StoreError>;
    /// Tells it, or takes it back; the act is written in the same transaction.
    async fn give_order(
        &self,
        name: &str,
        value: Option<String>,
        at_ms: i64,
        act: Act,
    ) -> Result<(), StoreError>;
}
