//! The sealed move (封棋): made on the mover's own clock, read by nobody until play goes on (RULES 6).
//!
//! The game never knows the move: it keeps an [`Envelope`] that whoever serves the game has closed and will
//! open. An illegal sealed move is a lost turn (封棋之点已有棋子时判弃权一次), which is none of the two passes that
//! end the game. Deliberately absent: how an envelope is closed.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Game, GameEvent, Misplaced, MoveRecord, Phase, Refusal};
use super::{PauseReason, Stopped};
use crate::{Color, Point, RoomMs, TimeLeft};

/// How long an envelope is, in bytes, whatever is in it.
pub const ENVELOPE_BYTES: usize = 50;

/// A closed envelope with a move in it. In journals it is hexadecimal text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Envelope(pub [u8; ENVELOPE_BYTES]);

/// Nothing of it is printed: not even whether two are the same.
impl fmt::Debug for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Envelope")
    }
}

impl Serialize for Envelope {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let text: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        to.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Envelope {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bad = || serde::de::Error::custom("an envelope is 100 hexadecimal digits");
        let text = String::deserialize(from)?;
        if text.len() != 2 * ENVELOPE_BYTES || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(bad());
        }
        let mut bytes = [0; ENVELOPE_BYTES];
        for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| bad())?;
        }
        Ok(Self(bytes))
    }
}

/// What an envelope turned out to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// A stone.
    Stone(Point),
    /// A pass.
    Pass,
    /// It cannot be opened: its key is lost.
    Lost,
}

// Getters.
impl Game {
    /// The sealed move, as long as nobody may read it.
    #[must_use]
    pub const fn sealed(&self) -> Option<Envelope> {
        self.sealed
    }

    /// The side whose move is sealed.
    #[must_use]
    pub fn sealer(&self) -> Option<Color> {
        self.sealed.map(|_| self.next)
    }

    /// The side that is to seal its move: now, or when its clock runs again.
    #[must_use]
    pub fn to_seal(&self) -> Option<Color> {
        self.sealing.then_some(self.next)
    }

    /// When play goes on once the move that is to be sealed is, where that was agreed or ruled.
    #[must_use]
    pub fn adjourns_until(&self) -> Option<RoomMs> {
        self.adjourns_until.filter(|_| self.sealing)
    }

    /// The envelope that is to be opened now: play goes on with [`reveal`](Self::reveal).
    #[must_use]
    pub fn to_reveal(&self) -> Option<Envelope> {
        self.reveal_from.and(self.sealed)
    }
}

// Commands.
impl Game {
    /// The move goes into the envelope, and the clocks stop.
    pub(super) fn decide_seal(
        &self,
        seat: Color,
        ply: u32,
        envelope: Envelope,
        now: RoomMs,
        lag_ms: u64,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if !self.sealing || self.phase != Phase::Play {
            return Err(Refusal::WrongPhase);
        }
        self.check_turn(seat, ply)?;
        let credit_ms = self.credit_ms(seat, now, lag_ms);
        Ok(vec![GameEvent::Sealed { envelope, left: self.left_after(seat, now, credit_ms), credit_ms }])
    }

    /// The sealed move is made, now that play goes on; nothing if there is none [to reveal](Self::to_reveal).
    #[must_use]
    pub fn reveal(&self, opened: Opened, now: RoomMs) -> Vec<GameEvent> {
        if self.to_reveal().is_none() {
            return Vec::new();
        }
        let (seat, left) = (self.next, *self.times.get(self.next));
        match opened {
            Opened::Lost => vec![GameEvent::SealLost],
            Opened::Pass => self.pass(seat, left, 0, now),
            Opened::Stone(point) => match self.position.try_play(seat, point) {
                Ok(captures) => {
                    let played = GameEvent::Played { point, captures, left, credit_ms: 0 };
                    std::iter::once(played).chain(self.repetition_after(seat, point, now)).collect()
                }
                Err(_) => vec![GameEvent::TurnLost { left }],
            },
        }
    }
}

// What becomes of it.
impl Game {
    pub(super) fn adjourning(&mut self, until: Option<RoomMs>) -> Result<(), Misplaced> {
        self.expect(Phase::Play)?;
        if self.sealing || self.stopped.is_some() {
            return Err(Misplaced::Phase);
        }
        (self.sealing, self.adjourns_until) = (true, until);
        self.requests.clear();
        self.calls.clear();
        Ok(())
    }

    pub(super) fn seal(
        &mut self,
        at: RoomMs,
        envelope: Envelope,
        left: TimeLeft,
        credit_ms: u64,
    ) -> Result<(), Misplaced> {
        self.expect(Phase::Play)?;
        if !std::mem::take(&mut self.sealing) {
            return Err(Misplaced::Phase);
        }
        *self.times.get_mut(self.next) = left;
        self.spend_credit(self.next, credit_ms);
        (self.running, self.told_ms) = (None, 0);
        self.sealed = Some(envelope);
        let until = Self::stop_end(at, self.adjourns_until);
        self.stopped = Some(Stopped { reason: PauseReason::Adjourned, since: at, until });
        self.requests.clear();
        self.calls.clear();
        Ok(())
    }

    /// The side moves anew, and has nothing for the move that is lost.
    pub(super) fn seal_lost(&mut self, at: RoomMs) -> Result<(), Misplaced> {
        let from = self.opened_at()?;
        self.take_back_sealed(at);
        self.turn(self.next, from);
        Ok(())
    }

    /// 弃权: the turn is gone; it is none of the two passes that end the game.
    pub(super) fn turn_lost_by(&mut self, at: RoomMs, left: TimeLeft) -> Result<(), Misplaced> {
        self.expect(Phase::Play)?;
        if self.reveal_from.is_none() {
            return Err(Misplaced::Phase);
        }
        let color = self.next;
        self.position.pass(color);
        self.passes = 0;
        self.moved(at, MoveRecord { lost: true, ..MoveRecord::pass(color, at, left, 0) });
        Ok(())
    }

    /// The envelope is open; from when the next turn runs.
    pub(super) fn opened_at(&mut self) -> Result<RoomMs, Misplaced> {
        self.sealed = None;
        self.reveal_from.take().ok_or(Misplaced::Phase)
    }
}
