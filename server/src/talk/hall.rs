//! Who listens to the conversations about one game on this node, and the last lines as bytes.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use super::{PAGE, TalkFrames};
use crate::ids::{AccountId, GameId};
use crate::room::{ConnId, Floor, Frame, Outbox, Role};
use crate::store::{Said, TalkStream};

/// Bytes of which officers may get more than others.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) all: Frame,
    /// What officers get in its place.
    pub(super) staff: Option<Frame>,
}

impl Told {
    /// A line, as the element of a list of lines.
    pub(super) fn line(frames: &dyn TalkFrames, said: &Said) -> Self {
        let staff = said.hiding.is_some().then(|| frames.line(said, true));
        Self { all: frames.line(said, false), staff }
    }

    /// What is made of both.
    pub(super) fn map(&self, f: impl Fn(&Frame) -> Frame) -> Self {
        Self { all: f(&self.all), staff: self.staff.as_ref().map(f) }
    }

    pub(super) fn to(&self, role: Role) -> &Frame {
        match role {
            Role::Staff => self.staff.as_ref().unwrap_or(&self.all),
            Role::Player(_) | Role::Spectator | Role::Guest | Role::Stranger => &self.all,
        }
    }
}

/// The last lines of a conversation.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The number of the last one.
    pub(super) last: u64,
    /// The last ones as bytes, each with its number.
    lines: VecDeque<(u64, Told)>,
}

impl Lines {
    /// Takes in the next line.
    pub(super) fn push(&mut self, number: u64, line: Told) {
        if self.lines.len() == PAGE {
            self.lines.pop_front();
        }
        self.lines.push_back((number, line));
        self.last = number;
    }

    /// Puts other bytes in the place of a line's, if it is one of the last.
    pub(super) fn replace(&mut self, number: u64, line: Told) {
        if let Some((_, kept)) = self.lines.iter_mut().find(|(known, _)| *known == number) {
            *kept = line;
        }
    }

    fn frames(&self, role: Role) -> Vec<Frame> {
        self.lines.iter().map(|(_, line)| line.to(role).clone()).collect()
    }
}

/// The last lines of each conversation, once they have been read.
#[derive(Debug, Default)]
pub(super) struct Recent([Option<Lines>; 3]);

impl Recent {
    pub(super) const fn of(&mut self, stream: TalkStream) -> &mut Option<Lines> {
        &mut self.0[stream as usize]
    }

    /// The bytes of the last lines as a role gets them; empty when there are none or none have been read.
    pub(super) fn frames(&self, stream: TalkStream, role: Role) -> Vec<Frame> {
        self.0[stream as usize].as_ref().map(|lines| lines.frames(role)).unwrap_or_default()
    }
}

/// A socket that listens.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) outbox: Outbox,
    pub(super) account: Option<AccountId>,
    pub(super) role: Role,
    pub(super) floor: Arc<Floor>,
}

impl Listener {
    /// Whether it was removed from the game, and hears nothing more of it while it runs.
    fn is_gone(&self) -> bool {
        self.account.is_some_and(|account| self.floor.is_removed(account))
    }
}

/// All who listen to the conversations about one game.
#[derive(Debug)]
pub(super) struct Hall {
    pub(super) game: GameId,
    ears: Mutex<HashMap<ConnId, Listener>>,
    /// Whoever holds this may tell something: lines are told in the order of their numbers.
    pub(super) turn: tokio::sync::Mutex<Recent>,
}

impl Hall {
    pub(super) fn new(game: GameId) -> Self {
        Self { game, ears: Mutex::default(), turn: tokio::sync::Mutex::default() }
    }

    pub(super) fn add(&self, listener: Listener) {
        self.lock().insert(listener.outbox.conn(), listener);
    }

    /// Whether a socket listens, and may.
    pub(super) fn has(&self, conn: ConnId) -> bool {
        self.lock().get(&conn).is_some_and(|listener| !listener.is_gone())
    }

    pub(super) fn remove(&self, conn: ConnId) {
        self.lock().remove(&conn);
    }

    /// Sends a frame to all who may hear that conversation; who cannot take it is let go of and told to ask again.
    pub(super) fn tell(&self, stream: TalkStream, told: &Told) {
        self.send(|listener| listener.floor.hears(listener.role, stream).then(|| told.to(listener.role)));
    }

    /// The same to all, whatever they may hear.
    pub(super) fn tell_all(&self, frame: &Frame) {
        self.send(|_| Some(frame));
    }

    /// The same to those who may hear it only since the result is final.
    pub(super) fn open(&self, stream: TalkStream, frame: &Frame) {
        self.send(|listener| listener.floor.opens(listener.role, stream).then_some(frame));
    }

    fn send<'a>(&self, frame_for: impl Fn(&Listener) -> Option<&'a Frame>) {
        self.lock().retain(|_, listener| {
            if listener.is_gone() {
                return false;
            }
            let taken = frame_for(listener).is_none_or(|frame| listener.outbox.send(frame.clone()));
            if !taken {
                listener.outbox.lag(self.game);
            }
            taken
        });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ConnId, Listener>> {
        self.ears.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
