//! Commands of the stone agreement: marking, accepting, disputing (第21条; RULES 3.3–3.5).

use super::{ASKED_AGAIN_MS, Agreement, Game, GameEvent, MARKS, Phase, ROUNDS, Refusal};
use crate::{Color, Point, RoomMs, area};

impl Game {
    /// A change of the marking. In the time of the last question it leaves the other side that
    /// whole time to answer, so that nobody gets a marking through by changing it at the last moment.
    pub(super) fn decide_mark(
        &self,
        seat: Color,
        revision: u32,
        point: Point,
        dead: bool,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let agreement = self.answered(revision)?;
        if !self.has(point) || self.board().get(point).is_none() {
            return Err(Refusal::NoStone);
        }
        if agreement.is_dead(point) == dead {
            return Err(Refusal::AlreadyMarked);
        }
        if *agreement.marks.get(seat) >= MARKS {
            return Err(Refusal::TooOften);
        }
        let stones = area::marked_with(self.board(), &agreement.dead, point, dead);
        let revision = revision.saturating_add(1);
        let mut events = vec![GameEvent::Marked { by: seat, stones, dead, revision }];
        let answer_due = now.plus(ASKED_AGAIN_MS);
        if agreement.asked_again && agreement.due < answer_due {
            events.push(GameEvent::AskedAgain { due: answer_due });
        }
        Ok(events)
    }

    /// An acceptance; the second of the same marking ends the game (RULES 3.5).
    pub(super) fn decide_accept(
        &self,
        seat: Color,
        revision: u32,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let agreement = self.answered(revision)?;
        if *agreement.accepted.get(seat) {
            return Err(Refusal::AlreadyAccepted);
        }
        let mut events = vec![GameEvent::Accepted { by: seat, revision }];
        if *agreement.accepted.get(seat.opponent()) {
            events.push(self.counted(&agreement.dead, now));
        }
        Ok(events)
    }

    /// A dispute: play goes on, and the side that claims the stones are dead moves first. In the
    /// last phase all stones stand as alive instead (RULES 3.4 without a referee).
    pub(super) fn decide_resume(
        &self,
        seat: Color,
        revision: u32,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let agreement = self.answered(revision)?;
        if agreement.round >= ROUNDS {
            return Ok(vec![self.counted(&[], now)]);
        }
        let to_move = agreement.claimant(self.board(), self.next.opponent());
        Ok(vec![GameEvent::PlayResumed { by: Some(seat), to_move }])
    }

    /// The marking, if an action answers the current one.
    fn answered(&self, revision: u32) -> Result<&Agreement, Refusal> {
        let agreement = match self.phase {
            Phase::Agreement => self.agreement.as_ref().ok_or(Refusal::WrongPhase)?,
            Phase::Placing | Phase::Play | Phase::Over => return Err(Refusal::WrongPhase),
        };
        if agreement.revision == revision { Ok(agreement) } else { Err(Refusal::StaleRevision) }
    }
}
