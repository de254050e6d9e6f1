//! Sanctions: what somebody may not do, why, until when, and what became of it.

use async_trait::async_trait;
use uuid::Uuid;

use super::{Act, StoreError};
use crate::ids::{AccountId, GameId};

/// What is imposed (RULES 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SanctionKind {
    /// Is told something.
    Notice,
    /// May not speak.
    Mute,
    /// May begin no games.
    Suspension,
    /// May nothing but read why, and appeal.
    Ban,
    /// Its rank does not change.
    RankFreeze,
    /// The result of a game counts for nothing.
    Annulment,
}

impl SanctionKind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Notice, Self::Mute, Self::Suspension, Self::Ban, Self::RankFreeze, Self::Annulment];
}

/// One sanction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanction {
    /// Its id, made by whoever asked for it.
    pub id: Uuid,
    /// What.
    pub kind: SanctionKind,
    /// On whom, and the name.
    pub on: (AccountId, String),
    /// About which game, if about one.
    pub game: Option<GameId>,
    /// Because of which report.
    pub report: Option<Uuid>,
    /// Why; whom it is on reads this.
    pub reason: String,
    /// Whether the games that are under way are lost.
    pub forfeits: bool,
    /// Who imposed it.
    pub by: (AccountId, String),
    /// Wall time from which on, Unix milliseconds.
    pub begins_ms: i64,
    /// Until when; for ever without.
    pub ends_ms: Option<i64>,
    /// When it was read by whom it is on.
    pub seen_ms: Option<i64>,
    /// When it was lifted, by whom and why.
    pub lifted: Option<Word>,
    /// The appeal, by whom it is on.
    pub appeal: Option<(i64, String)>,
    /// What was decided about the appeal.
    pub decision: Option<Word>,
    /// The number of the audit log's entry about its last change.
    pub changed: u64,
}

/// What an officer said about a sanction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// When, Unix milliseconds.
    pub at_ms: i64,
    /// Who, by name.
    pub by: String,
    /// What.
    pub text: String,
}

impl Sanction {
    /// Whether it holds at a moment.
    #[must_use]
    pub fn holds(&self, now_ms: i64) -> bool {
        self.lifted.is_none()
            && self.begins_ms <= now_ms
            && self.ends_ms.is_none_or(|ends_ms| now_ms < ends_ms)
    }
}

/// Keeps sanctions. Whatever changes one writes the audit log in the same transaction.
#[async_trait]
pub trait Sanctions: Send + Sync {
    /// Imposes one; `false` when its id is known.
    async fn impose(&self, sanction: Sanction, act: Act) -> Result<bool, StoreError>;
    /// One of them.
    async fn sanction(&self, id: Uuid) -> Result<Option<Sanction>, StoreError>;
    /// Those on an account, the newest first.
    async fn sanctions_on(&self, account: AccountId, limit: u64) -> Result<Vec<Sanction>, StoreError>;
    /// The annulment of a game's result that has not been lifted.
    async fn annulment(&self, game: GameId) -> Result<Option<Sanction>, StoreError>;
    /// Those changed after an entry of the audit log, in the order of their changes.
    async fn sanctions_since(&self, changed: u64, limit: u64) -> Result<Vec<Sanction>, StoreError>;
    /// Those with an appeal that waits, the longest first.
    async fn appeals(&self, limit: u64) -> Result<Vec<Sanction>, StoreError>;
    /// Notes that whom it is on has read it.
    async fn saw_sanction(&self, id: Uuid, on: AccountId, at_ms: i64) -> Result<bool, StoreError>;
    /// Lifts one; `false` when it is lifted, or not there.
    async fn lift(&self, id: Uuid, word: Word, act: Act) -> Result<bool, StoreError>;
    /// Appeals; `false` when that was done, it is lifted or not there.
    async fn appeal(&self, id: Uuid, at_ms: i64, text: String, act: Act) -> Result<bool, StoreError>;
    /// Decides an appeal and lifts the sanction if that is so; `false` when none waits.
    async fn decide(&self, id: Uuid, word: Word, lifts: bool, act: Act) -> Result<bool, StoreError>;
}
