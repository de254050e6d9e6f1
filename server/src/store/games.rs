//! Games as rows: who, what was agreed, and the final record.

use async_trait::async_trait;
use rules::{Outcome, Setup};

use super::{Rest, Row, StoreError};
use crate::ids::{AccountId, GameId, NodeId};

/// Who plays, with the names of the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players {
    /// Black's account and name.
    pub black: (AccountId, String),
    /// White's.
    pub white: (AccountId, String),
}

impl Players {
    /// They change sides (第17条.1).
    pub fn swap(&mut self) {
        std::mem::swap(&mut self.black, &mut self.white);
    }
}

/// A game to begin.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id.
    pub id: GameId,
    /// Who plays.
    pub players: Players,
    /// Whether only the players may see it.
    pub private: bool,
    /// The node that will own it, under epoch 1.
    pub owner: NodeId,
    /// Its first row, `Opened`.
    pub opened: Row,
    /// Whether its room may sleep after it, and how long.
    pub rest: Rest,
    /// What was agreed.
    pub setup: Setup,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its id.
    pub id: GameId,
    /// Who plays, on the sides on which they began: a journal is read with these.
    pub players: Players,
    /// Whether they have changed sides since.
    pub swapped: bool,
    /// Whether only the players may see it.
    pub private: bool,
    /// What was agreed.
    pub setup: Setup,
    /// Wall time of the beginning, Unix milliseconds.
    pub started_ms: i64,
    /// Wall time of the end.
    pub ended_ms: Option<i64>,
    /// The result, when over.
    pub outcome: Option<Outcome>,
    /// Whether that was annulled, and the annulment was not lifted.
    pub annulled: bool,
}

impl Game {
    /// Who plays, on the sides on which they play now.
    #[must_use]
    pub fn players_now(&self) -> Players {
        let mut players = self.players.clone();
        if self.swapped {
            players.swap();
        }
        players
    }
}

/// Which games to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFilter {
    /// Running public games.
    Live,
    /// Running games, private ones too, of everybody or of one account.
    Rooms(Option<AccountId>),
    /// Finished public games.
    Finished,
    /// The same and the private ones of one account.
    FinishedFor(AccountId),
    /// Running games of one account, private ones too.
    LiveOf(AccountId),
    /// Running public games of one account.
    LiveBy(AccountId),
    /// Finished public games of one account, and those private ones that it had with the other.
    FinishedBy(AccountId, Option<AccountId>),
}

/// A place in a list: a time (started for live games, ended for finished, called for a referee's), then an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Unix milliseconds.
    pub at_ms: i64,
    /// The game at that place.
    pub id: GameId,
}

/// A running game whose room must be awake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Due {
    /// Since when, as the index has it (`Rest`): in up time of the installation, or by the wall clock.
    pub due_up_ms: u64,
    /// Which.
    pub id: GameId,
    /// The server that had it last.
    pub owner: Option<NodeId>,
}

impl Due {
    /// A place in the list: games after it are due later, or at the same time and come later by their ids.
    #[must_use]
    pub const fn place(due_up_ms: u64, id: GameId) -> Self {
        Self { due_up_ms, id, owner: None }
    }
}

/// A running game that waits for a referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Which.
    pub game: Game,
    /// Since when, by the wall clock in Unix milliseconds.
    pub since_ms: i64,
}

/// Reads games.
#[async_trait]
pub trait Games: Send + Sync {
    /// One game.
    async fn get(&self, id: GameId) -> Result<Option<Game>, StoreError>;
    /// SGF of a finished game.
    async fn sgf(&self, id: GameId) -> Result<Option<String>, StoreError>;
    /// At most `limit` games, newest first.
    async fn list(
        &self,
        filter: GameFilter,
        before: Option<Cursor>,
        limit: u64,
    ) -> Result<Vec<Game>, StoreError>;
    /// At most `limit` games in which a referee has been called, private ones too, those that wait longest first; games
    /// after a place in that list (called later, or with a larger id).
    async fn called(&self, after: Option<Cursor>, limit: u64) -> Result<Vec<Called>, StoreError>;
    /// Running games that must be awake at `up_ms`, the longest due first, those after `after`, at most `limit`: what
    /// a server may have to restore.
    async fn due(&self, up_ms: u64, after: Option<Due>, limit: u64) -> Result<Vec<Due>, StoreError>;
    /// The server that owns a running game, as long as its lease holds.
    async fn owner(&self, id: GameId) -> Result<Option<NodeId>, StoreError>;
    /// Ids after `after`, in their order, of games that must always be awake and whose owner's lease has ended, or that
    /// have no owner. It costs nothing for the others.
    async fn ownerless(&self, after: Option<GameId>, limit: u64) -> Result<Vec<GameId>, StoreError>;
}
