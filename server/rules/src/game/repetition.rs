//! What happens when a whole-board position keeps coming back under rules that let it
//! (第20条.3; RULES 2.4).
//!
//! The third time that a position stands with the same side to move, both sides are offered what
//! the rules make of it; the clocks stand meanwhile. Both must accept. If one declines, or is
//! silent, play goes on, and the fourth time it applies without a question. The positions of one
//! cycle are offered once: what follows a declined offer is not offered again until the cycle is
//! left.
//!
//! Deliberately absent: the referee, who may rule otherwise in events that have one.

use super::{Game, GameEvent, Misplaced, Phase, Refusal};
use crate::{ByColor, Color, Outcome, Point, Repeated, RoomMs};

/// How long both sides usually have to answer, in milliseconds.
pub const REPETITION_MS: u64 = 60 * 1000;
/// How many times a position has stood when the outcome is offered.
const OFFERED_AT: u32 = 3;
/// How many times a position has stood when the outcome applies.
const APPLIED_AT: u32 = 4;

/// The outcome of a repetition, as both sides are offered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionOffer {
    /// What it is.
    pub verdict: Repeated,
    /// The number of the move after which the position first stood; 0 is the beginning.
    pub first: u32,
    /// When silence becomes a refusal.
    pub due: RoomMs,
    /// Who has accepted.
    pub accepted: ByColor<bool>,
}

// Getters.
impl Game {
    /// The outcome that a repetition offers, while it does.
    #[must_use]
    pub const fn offer(&self) -> Option<RepetitionOffer> {
        self.offer
    }
}

impl Game {
    /// What follows a play besides itself, because of the position that it makes.
    pub(super) fn repetition_after(&self, seat: Color, point: Point, now: RoomMs) -> Option<GameEvent> {
        let verdict = self.setup.rules.repetition.verdict()?;
        let stood = self.position.stood(seat, point);
        if stood.times + 1 >= APPLIED_AT {
            return Some(self.ended(Outcome::Repetition { verdict }, None, now));
        }
        (stood.times + 1 == OFFERED_AT && !self.declined).then(|| GameEvent::RepetitionOffered {
            verdict,
            first: stood.first + u32::from(self.placed),
            due: self.answer_due(now, REPETITION_MS),
        })
    }

    /// An answer to the offer; the second acceptance ends the game.
    pub(super) fn decide_answer(
        &self,
        seat: Color,
        ply: u32,
        accept: bool,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let (Phase::Repetition, Some(offer)) = (self.phase, &self.offer) else {
            return Err(Refusal::WrongPhase);
        };
        if ply != self.ply() {
            return Err(Refusal::StalePly);
        }
        if !accept {
            return Ok(vec![GameEvent::RepetitionDeclined { by: Some(seat) }]);
        }
        if *offer.accepted.get(seat) {
            return Err(Refusal::AlreadyAccepted);
        }
        let mut events = vec![GameEvent::RepetitionAccepted { by: seat }];
        if *offer.accepted.get(seat.opponent()) {
            events.push(self.ended(Outcome::Repetition { verdict: offer.verdict }, None, now));
        }
        Ok(events)
    }

    /// The clocks stand; the turn that has begun costs nothing yet.
    pub(super) fn repetition_offered(
        &mut self,
        verdict: Repeated,
        first: u32,
        due: RoomMs,
    ) -> Result<(), Misplaced> {
        self.expect(Phase::Play)?;
        let played = self.moves.last().is_some_and(|record| record.point.is_some() && !record.placed);
        if !played || self.setup.rules.repetition.verdict() != Some(verdict) {
            return Err(Misplaced::Repetition);
        }
        self.offer = Some(RepetitionOffer { verdict, first, due, accepted: ByColor::default() });
        self.phase = Phase::Repetition;
        self.running = None;
        self.calls.clear();
        Ok(())
    }

    pub(super) fn repetition_accepted(&mut self, by: Color) -> Result<(), Misplaced> {
        self.expect(Phase::Repetition)?;
        let offer = self.offer.as_mut().ok_or(Misplaced::Phase)?;
        *offer.accepted.get_mut(by) = true;
        Ok(())
    }

    pub(super) fn repetition_declined(&mut self, at: RoomMs) -> Result<(), Misplaced> {
        self.expect(Phase::Repetition)?;
        self.offer = None;
        self.declined = true;
        self.phase = Phase::Play;
        self.calls.clear();
        self.turn(self.next, at);
        Ok(())
    }

    /// A declined offer is forgotten when play leaves the cycle. `times` is how often the position
    /// that a play made had stood before.
    pub(super) fn left_cycle(&mut self, times: u32) {
        if times + 1 < OFFERED_AT {
            self.declined = false;
        }
    }
}
