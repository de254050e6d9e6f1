//! The time sheet of a game (用时), whether it runs or is over; and where a game stands.
//!
//! It is read from the journal, for a running room too: kept in memory it would cost each room, of which hardly any is
//! ever asked, more than all that the room is allowed. One question reads what opening the game's page reads.

use rules::{Game, RoomMs, Sheet};

use super::directory::Seen;
use super::{RoomError, Rooms, Viewer};
use crate::ids::GameId;
use crate::store::Row;

/// A game's time sheet at one moment.
#[derive(Clone, Debug)]
pub struct TimeSheet {
    /// The whole sheet.
    pub sheet: Sheet,
    /// The game.
    pub game: Game,
    /// The number of its last event.
    pub seq: u64,
    /// Room time now, as far as this node knows it: where another node has the room, or none, that of the last event.
    pub now: RoomMs,
}

impl Rooms {
    /// The time sheet of a game as somebody sees it.
    ///
    /// # Errors
    /// [`RoomError`]; what is not for this viewer is not there.
    pub async fn time_sheet(&self, id: GameId, viewer: &Viewer) -> Result<TimeSheet, RoomError> {
        let Seen { rows, is_late, .. } = self.journal_for(id, viewer).await?;
        let last = rows.last().ok_or(RoomError::NotFound)?;
        let served = if is_late { last.at } else { self.room_now(last) };
        let (seq, last_at) = (last.seq, last.at);
        let journal = rows.into_iter().map(|row| (row.at, row.event));
        let (sheet, game) = Sheet::of(journal).map_err(|error| RoomError::Broken(error.to_string()))?;
        let now = if game.outcome().is_some() { last_at } else { served };
        Ok(TimeSheet { sheet, game, seq, now })
    }

    /// A game as it stands, for those who keep the rooms and see all of them.
    ///
    /// # Errors
    /// [`RoomError`].
    pub async fn standing(&self, id: GameId) -> Result<Game, RoomError> {
        let rows = self.parts.journal.read(id).await?;
        let journal = rows.into_iter().map(|row| (row.at, row.event));
        Game::replay(journal).map_err(|error| RoomError::Broken(error.to_string()))
    }

    /// Room time now after a game's last row, while this node serves it.
    fn room_now(&self, last: &Row) -> RoomMs {
        if last.node == self.parts.node && self.parts.lease.holds() {
            last.at.plus(self.parts.time.served_ms().saturating_sub(last.served_ms))
        } else {
            last.at
        }
    }
}
