//! A room's state: the game, and which commands have already been carried out.
//!
//! Deliberately absent: any I/O and any decision; [`RoomState::record`] is the only change, the same
//! for a journal that is read and for an event that has just been written.

use rules::{BadJournal, Color, Game, GameEvent, RoomMs};

use super::answers::Answers;
use super::{Role, View, Viewer, role, with_seat};
use crate::ids::{AccountId, GameId};
use crate::store::{Command, Players, Row};

/// What a journal amounts to.
#[derive(Clone, Debug)]
pub struct RoomState {
    /// Which.
    pub id: GameId,
    /// Who plays.
    pub players: Players,
    /// Whether only they may see it.
    pub private: bool,
    /// The game.
    pub game: Game,
    /// The number of the last event.
    pub seq: u64,
    /// When it happened.
    pub last_at: RoomMs,
    /// When a referee was last called, by the wall clock in Unix milliseconds.
    called_ms: Option<i64>,
    /// Commands that took effect.
    answers: Answers,
}

/// What is known of a command that comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is new.
    New,
    /// It took effect; this was its first event.
    Done(u64),
    /// Its id was used with other content.
    OtherContent,
}

impl RoomState {
    /// Reads the first rows of a journal; `players` are those with whom the game was opened.
    ///
    /// # Errors
    /// [`BadJournal`] when the rows are not those of a game.
    pub fn replay(id: GameId, players: Players, private: bool, rows: &[Row]) -> Result<Self, BadJournal> {
        let game = Game::replay(rows.iter().map(|row| (row.at, row.event.clone())))?;
        let (last_at, answers) = (RoomMs(0), Answers::default());
        let mut state = Self { id, players, private, game, seq: 0, last_at, called_ms: None, answers };
        for row in rows {
            state.note(row);
        }
        Ok(state)
    }

    /// Takes in one more row.
    ///
    /// # Errors
    /// [`BadJournal`] when it does not follow; the state is then of no use.
    pub fn record(&mut self, row: &Row) -> Result<(), BadJournal> {
        let index = usize::try_from(self.seq).unwrap_or(usize::MAX);
        self.game.apply(row.at, &row.event).map_err(|why| BadJournal::Misplaced { index, why })?;
        self.note(row);
        Ok(())
    }

    fn note(&mut self, row: &Row) {
        self.seq = row.seq;
        self.last_at = row.at;
        if row.event == GameEvent::ColorsSwapped {
            self.players.swap();
        }
        self.called_ms = called_ms(std::slice::from_ref(row)).or(self.called_ms);
        if let Some(command) = row.command {
            self.answers.note(&command, row.seq);
        }
    }

    /// A fault that tests plant.
    #[cfg(feature = "planted")]
    pub(super) fn forget_answers(&mut self) {
        self.answers = Answers::default();
    }

    /// What is known of a command.
    #[must_use]
    pub fn known(&self, command: &Command) -> Known {
        self.answers.known(command)
    }

    /// The side that an account plays.
    #[must_use]
    pub fn seat(&self, account: AccountId) -> Option<Color> {
        seat(&self.players, account)
    }

    /// What somebody is to the game. Who was removed is not to see it while it runs.
    #[must_use]
    pub fn role(&self, viewer: Option<AccountId>) -> Role {
        if viewer.is_some_and(|viewer| self.is_removed(viewer)) {
            return Role::Stranger;
        }
        role(viewer, &self.players, self.private)
    }

    /// The same for somebody who may be an officer.
    #[must_use]
    pub fn role_of(&self, viewer: &Viewer) -> Role {
        let role = self.role(viewer.account);
        let Some(office) = &viewer.office else { return role };
        let is_removed = viewer.account.is_some_and(|account| self.is_removed(account));
        with_seat(role, !is_removed && self.game.officers().contains(office))
    }

    /// Whether an account was removed: while the game runs it is not to know of it.
    #[must_use]
    pub fn is_removed(&self, account: AccountId) -> bool {
        self.game.outcome().is_none() && self.game.is_removed(&account.to_string())
    }

    /// What the room shows.
    #[must_use]
    pub const fn view(&self) -> View<'_> {
        View { id: self.id, players: &self.players, game: &self.game, seq: self.seq }
    }

    /// Since when a game that will be as `after` says waits for a referee, once some rows have been taken in.
    pub(super) fn called_ms(&self, after: &Game, rows: &[Row]) -> Option<i64> {
        after.call().and(called_ms(rows).or(self.called_ms))
    }

    /// The game as it will be after some events.
    #[must_use]
    pub fn after(&self, at: RoomMs, events: &[GameEvent]) -> Game {
        let mut game = self.game.clone();
        for event in events {
            game.evolve(at, event);
        }
        game
    }
}

/// The wall time of the last call among some rows.
fn called_ms(rows: &[Row]) -> Option<i64> {
    let is_call = |row: &&Row| matches!(row.event, GameEvent::RefereeCalled { .. });
    rows.iter().rev().find(is_call).map(|row| row.wall_ms)
}

/// The side that an account plays.
pub(super) fn seat(players: &Players, account: AccountId) -> Option<Color> {
    if players.black.0 == account {
        Some(Color::Black)
    } else if players.white.0 == account {
        Some(Color::White)
    } else {
        None
    }
}
