//! The journal of games: the only record of a running game, and the fence that keeps one owner.

use async_trait::async_trait;
use rules::{Game, GameEvent, Outcome, RoomMs};
use uuid::Uuid;

use super::{Noted, StoreError};
use crate::ids::{AccountId, GameId, NodeId};

/// The client's command that caused a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Command {
    /// Whose.
    pub account: AccountId,
    /// Made by the client.
    pub id: Uuid,
    /// SHA-256 of its content, so that the same id with other content is seen.
    pub hash: [u8; 32],
}

/// One event of a game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number in the game, from 1 without gaps.
    pub seq: u64,
    /// Room time.
    pub at: RoomMs,
    /// Wall time in Unix milliseconds, for display.
    pub wall_ms: i64,
    /// The node that wrote it.
    pub node: NodeId,
    /// That node's running time in milliseconds.
    pub served_ms: u64,
    /// The command that caused it; only on the first row of those that one command caused.
    pub command: Option<Command>,
    /// What happened.
    pub event: GameEvent,
}

/// The final record of a game, written in the transaction of its last event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The result.
    pub outcome: Outcome,
    /// SGF of the whole game.
    pub sgf: String,
    /// Wall time of the end, Unix milliseconds.
    pub ended_ms: i64,
    /// How somebody left it, where that is to be noted.
    pub noted: Option<Noted>,
}

/// How a room stands in the index of those that sleep, as of its last row. Times are up time of the
/// installation, in milliseconds; but a game that waits for an appointed time is due by the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// From when on the room must be awake: 0 is always; from [`Self::APPOINTED`] on it is that much and Unix
    /// milliseconds of wall time.
    pub due_up_ms: u64,
    /// The moment of the last row.
    pub up_ms: u64,
    /// Since when the game waits for a referee who was called, by the wall clock in Unix milliseconds.
    pub called_ms: Option<i64>,
}

impl Rest {
    /// What a room is due at that nothing but a demand wakes.
    pub const NEVER: u64 = i64::MAX as u64;

    /// What is due by the wall clock comes in the index after all that is due by up time, so that one column and one
    /// index answer both questions.
    pub const APPOINTED: u64 = 1 << 62;

    /// How a room may rest after its game's last row, which was at `at`, at up time `up_ms` and at `wall_ms` by the
    /// wall clock. Whether it waits for a referee, the game's room knows.
    #[must_use]
    pub fn after(game: &Game, at: RoomMs, up_ms: u64, wall_ms: i64) -> Self {
        let awake = Self::awake(up_ms);
        if !game.rests(at) {
            return awake;
        }
        let now = if game.appointed().is_some() { Self::appointed(wall_ms) } else { up_ms };
        let due = game.deadline().map_or(Self::NEVER, |due| now.saturating_add(due.since(at)));
        // Nothing is due at 0, which has its own meaning.
        Self { due_up_ms: due.clamp(1, Self::NEVER), ..awake }
    }

    /// A moment of wall time, in Unix milliseconds, as the index has it.
    #[must_use]
    pub fn appointed(wall_ms: i64) -> u64 {
        Self::APPOINTED.saturating_add(u64::try_from(wall_ms).unwrap_or(0))
    }

    /// A room that must be awake.
    #[must_use]
    pub const fn awake(up_ms: u64) -> Self {
        Self { due_up_ms: 0, up_ms, called_ms: None }
    }
}

/// Rows to add to one game.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which.
    pub game: GameId,
    /// The epoch under which the writer owns the game.
    pub epoch: u64,
    /// Rows, the first of which has the game's next number.
    pub rows: Vec<Row>,
    /// Whether the room may sleep after them, and how long.
    pub rest: Rest,
    /// Set when the last row ends the game.
    pub finish: Option<Finish>,
}

/// Why rows were not added.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another owner has claimed the game, or the numbers do not follow; the writer must let go of it.
    #[error("this server no longer owns the game")]
    Fenced,
    /// The command of one of the rows has a row in the game already. Nothing was added; read the journal for its answer.
    #[error("this command was carried out before")]
    Repeated,
    /// The store failed. Whether the rows are there is unknown: read before writing again.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Ownership of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The epoch of the new ownership.
    pub epoch: u64,
    /// The number that the next row must have.
    pub next_seq: u64,
    /// Up time of the last row, where it is known.
    pub up_ms: Option<u64>,
}

/// Keeps the events of games.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Makes the rows durable, together with others that wait (group commit). On `Ok` they are on
    /// disk. One fenced game does not fail the others of its group.
    async fn append(&self, append: Append) -> Result<(), AppendError>;

    /// Takes over a running game, if nobody owns it, `node` does, or its owner's lease has ended by
    /// the database's clock. `None` when it is owned, finished or unknown.
    async fn claim(&self, game: GameId, node: NodeId) -> Result<Option<Claim>, StoreError>;

    /// All rows of a game in order.
    async fn read(&self, game: GameId) -> Result<Vec<Row>, StoreError>;
}
