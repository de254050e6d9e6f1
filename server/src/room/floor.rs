//! What a conversation has to know of its game, kept up to date by the game's room.
//!
//! Deliberately absent: any way from a conversation back into the room. Whatever is said costs the room nothing.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use rules::Person;
use uuid::Uuid;

use super::answers::Answers;
use super::visibility::{hears, is_late, speaks, stream_of_talk};
use super::{Known, Role, RoomState, Stage};
use crate::ids::AccountId;
use crate::store::{Command, TalkStream};

/// How far a game is, and who is muted in it or removed from it.
#[derive(Debug, Default)]
pub struct Floor {
    ply: AtomicU32,
    /// The same as the audience sees it.
    late_ply: AtomicU32,
    /// Whether the audience is behind, which is a matter of the game's settings.
    is_behind: bool,
    over: AtomicBool,
    muted: Mutex<Vec<(AccountId, String)>>,
    removed: Mutex<Vec<(AccountId, String)>>,
    officers: Mutex<Vec<String>>,
    /// What was said since the room was restored, by its ids.
    said: Mutex<Answers>,
}

impl Floor {
    /// That of a game as it stands, and of what its audience sees if that is behind.
    #[must_use]
    pub fn of(state: &RoomState, late: Option<&RoomState>) -> Self {
        let floor = Self { is_behind: state.game.setup().delay.is_some(), ..Self::default() };
        floor.follow(state, late);
        floor
    }

    /// Follows what the room has just taken in or shown.
    pub(super) fn follow(&self, state: &RoomState, late: Option<&RoomState>) {
        let game = &state.game;
        self.ply.store(game.ply(), Ordering::Relaxed);
        self.late_ply.store(late.unwrap_or(state).game.ply(), Ordering::Relaxed);
        follow(&self.muted, game.muted());
        follow(&self.removed, game.removed());
        let mut officers = self.officers.lock().unwrap_or_else(PoisonError::into_inner);
        if game.officers().len() != officers.len() {
            *officers = game.officers().to_vec();
        }
        self.over.store(game.outcome().is_some(), Ordering::Release);
    }

    /// The number of the next ply, as this role sees the game: a line must not tell more than the board does.
    #[must_use]
    pub fn ply(&self, role: Role) -> u32 {
        let ply = if is_late(role) { &self.late_ply } else { &self.ply };
        ply.load(Ordering::Relaxed)
    }

    /// Whether a role hears a conversation now.
    #[must_use]
    pub fn hears(&self, role: Role, stream: TalkStream) -> bool {
        hears(role, self.stage(), stream_of_talk(stream), self.is_behind)
    }

    /// Whether a role hears a conversation only since the result is final.
    #[must_use]
    pub fn opens(&self, role: Role, stream: TalkStream) -> bool {
        self.hears(role, stream) && !hears(role, Stage::Running, stream_of_talk(stream), self.is_behind)
    }

    /// Whether a role may speak in a conversation now.
    #[must_use]
    pub fn speaks(&self, role: Role, stream: TalkStream) -> bool {
        speaks(role, self.stage(), stream_of_talk(stream))
    }

    /// How far the game is. What is over stays so.
    #[must_use]
    pub fn stage(&self) -> Stage {
        if self.over.load(Ordering::Acquire) { Stage::Over } else { Stage::Running }
    }

    /// Whether an account was removed from the running game, and hears nothing of it.
    #[must_use]
    pub fn is_removed(&self, account: AccountId) -> bool {
        self.stage() == Stage::Running && has(&self.removed, account)
    }

    /// Whether an officer of this name has sat down at the game.
    #[must_use]
    pub fn has_officer(&self, name: &str) -> bool {
        let officers = self.officers.lock().unwrap_or_else(PoisonError::into_inner);
        officers.iter().any(|officer| officer == name)
    }

    /// Whether an account may not speak.
    #[must_use]
    pub fn is_muted(&self, account: AccountId) -> bool {
        has(&self.muted, account)
    }

    /// Who may not speak, each with the name of the day.
    #[must_use]
    pub fn muted(&self) -> Vec<(AccountId, String)> {
        self.muted.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A line was kept by this command. The room then takes its id for no other one.
    pub fn note_said(&self, command: &Command) {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).note(command, 0);
    }

    /// Whether something was said by the id of a command.
    pub(super) fn was_said(&self, command: &Command) -> bool {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).known(command) != Known::New
    }
}

/// Takes over a list that has grown or shrunk.
fn follow(list: &Mutex<Vec<(AccountId, String)>>, people: &[Person]) {
    let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
    if people.len() != list.len() {
        let listed = |person: &Person| {
            let id = Uuid::try_parse(&person.account).ok()?;
            Some((AccountId(id), person.name.clone()))
        };
        *list = people.iter().filter_map(listed).collect();
    }
}

fn has(list: &Mutex<Vec<(AccountId, String)>>, account: AccountId) -> bool {
    list.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|(listed, _)| *listed == account)
}
