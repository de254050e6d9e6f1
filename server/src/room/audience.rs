//! The audience of a room that shows its game late: a game of its own, which follows the real one.
//!
//! Whatever the audience sees (board, clocks, who is there, what HTTP tells) is read from that game. It follows by the very rows
//! and bytes that the players had, so both streams are the same, one later than the other. When the result is final nothing is held
//! back any more.
//! Deliberately absent: who is of the audience; [`super::sight`] decides.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rules::{Delay, GameEvent, RoomMs};

use super::history::History;
use super::restore::encode;
use super::state::RoomState;
use super::{BEAT_MS, Encode, Frame, RESUME_EVENTS, RoomError};
use crate::store::{Players, Row};

/// Things that wait to be shown; of more the oldest is shown before its time. Half an hour of a move each second has room.
const HELD: usize = 4_096;

/// The number of the last event that an audience has been shown; for those who read the journal.
pub(super) type Shown = Arc<AtomicU64>;

/// What the audience is to be told.
pub(super) enum Told {
    /// The next event, as an element.
    Event(Frame),
    /// Who was there: a whole frame.
    Presence(Frame),
}

enum What {
    Event(Box<Row>, Frame),
    Presence(Frame),
}

struct Held {
    what: What,
    at: RoomMs,
    /// How many moves had been made then. Moves that are taken back do not count the less.
    made: u32,
}

/// The audience's own game, and what it has yet to be shown.
pub(super) struct Audience {
    delay: Delay,
    pub(super) state: RoomState,
    pub(super) history: History,
    /// Who was there, as last shown.
    pub(super) presence: Option<Frame>,
    held: VecDeque<Held>,
    /// How many moves have been made in the game itself.
    made: u32,
    shown: Shown,
}

impl Audience {
    /// The audience of a game that these players opened, to whom only its opening has been shown; none if the game is shown as
    /// it is played.
    pub(super) fn of(
        encoder: &dyn Encode,
        state: &RoomState,
        opened_by: Players,
        rows: &[Row],
    ) -> Result<Option<Self>, RoomError> {
        let (Some(delay), Some((opened, later))) = (state.game.setup().delay, rows.split_first()) else {
            return Ok(None);
        };
        // A new server goes on from the last sign of life: what was shown a moment ago must not be taken back by it.
        let delay = match delay {
            Delay::Ms(ms) => Delay::Ms(ms + BEAT_MS),
            Delay::Moves(_) => delay,
        };
        let mut real = RoomState::replay(state.id, opened_by, state.private, std::slice::from_ref(opened))
            .map_err(|error| RoomError::Broken(error.to_string()))?;
        let mut history = History::new(RESUME_EVENTS);
        history.push(encode(encoder, &real, opened));
        let (presence, held, shown) = (None, VecDeque::new(), Arc::new(AtomicU64::new(1)));
        let mut audience = Self { delay, state: real.clone(), history, presence, held, made: 0, shown };
        for row in later {
            real.record(row).map_err(|error| RoomError::Broken(error.to_string()))?;
            audience.holds(row, encode(encoder, &real, row));
            // What is certainly old does not pile up.
            audience.shows(row.at, false)?;
        }
        Ok(Some(audience))
    }

    /// The number of the last event shown, as it changes.
    pub(super) fn shown(&self) -> Shown {
        Arc::clone(&self.shown)
    }

    /// Holds back an event.
    pub(super) fn holds(&mut self, row: &Row, frame: Frame) {
        self.made += u32::from(matches!(
            row.event,
            GameEvent::Played { .. } | GameEvent::Passed { .. } | GameEvent::TurnLost { .. }
        ));
        let what = What::Event(Box::new(row.clone()), frame);
        self.held.push_back(Held { what, at: row.at, made: self.made });
    }

    /// Holds back who is there; of what is not yet shown only the latest matters between two events.
    pub(super) fn holds_presence(&mut self, frame: Frame, at: RoomMs) {
        if matches!(self.held.back(), Some(Held { what: What::Presence(_), .. })) {
            self.held.pop_back();
        }
        self.held.push_back(Held { what: What::Presence(frame), at, made: self.made });
    }

    /// When the next thing is to be shown, if that is a matter of time.
    pub(super) fn due(&self) -> Option<RoomMs> {
        self.held.front().and_then(|held| self.delay.due(held.at))
    }

    /// Room time as the audience has it.
    pub(super) fn now(&self, now: RoomMs) -> RoomMs {
        match self.delay {
            Delay::Moves(_) => self.state.last_at,
            Delay::Ms(ms) => RoomMs(now.0.saturating_sub(ms)).max(self.state.last_at),
        }
    }

    /// Follows the game, now that it is so late, or over. What is to be told, in order.
    pub(super) fn shows(&mut self, now: RoomMs, is_over: bool) -> Result<Vec<Told>, RoomError> {
        let moment = (now, self.made);
        let mut told = Vec::new();
        while let Some(held) = self.held.front() {
            let is_shown =
                is_over || self.held.len() > HELD || self.delay.shows((held.at, held.made), moment);
            let Some(held) = self.held.pop_front_if(|_| is_shown) else { break };
            told.push(match held.what {
                What::Presence(frame) => {
                    self.presence = Some(frame.clone());
                    Told::Presence(frame)
                }
                What::Event(row, frame) => {
                    self.state.record(&row).map_err(|error| RoomError::Broken(error.to_string()))?;
                    self.history.push(frame.clone());
                    self.shown.store(self.state.seq, Ordering::Release);
                    Told::Event(frame)
                }
            });
        }
        Ok(told)
    }
}
