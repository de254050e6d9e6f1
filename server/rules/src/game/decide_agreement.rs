//! Commands of the stone agreement: marking, accepting, disputing (第21条; RULES 3.3–3.5).

use super::{ASKED_AGAIN_MS, Agreement, Game, GameEvent, MARKS, Phase, ROUNDS, Refusal};
use crate::{Color, Counting, Marking, Owner, Point, Resumption, RoomMs, area, territory};

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
        if agreement.marking.is_dead(point) == dead {
            return Err(Refusal::AlreadyMarked);
        }
        let stones = area::marked_with(self.board(), &agreement.marking.dead, point, dead);
        let revision = revision.saturating_add(1);
        self.change(agreement, seat, GameEvent::Marked { by: seat, stones, dead, revision }, now)
    }

    /// A region set aside as nobody's, or given back (RULES 4).
    pub(super) fn decide_neutral(
        &self,
        seat: Color,
        revision: u32,
        point: Point,
        neutral: bool,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let agreement = self.answered(revision)?;
        let marking = &agreement.marking;
        if !self.has(point) || self.setup.rules.counting != Counting::Territory {
            return Err(Refusal::NoTerritory);
        }
        let mut points = territory::region(self.board(), &marking.dead, point);
        let is_set_aside = points.iter().any(|&p| marking.is_neutral(p));
        if points.is_empty() {
            return Err(Refusal::NoTerritory);
        }
        if is_set_aside == neutral {
            return Err(Refusal::AlreadyMarked);
        }
        if neutral {
            let owners = territory::map(self.board(), marking);
            points.retain(|p| owners[p.index()] != Owner::Shared);
        } else {
            points.retain(|&p| marking.is_neutral(p));
        }
        if points.is_empty() {
            return Err(Refusal::NoTerritory);
        }
        let revision = revision.saturating_add(1);
        self.change(agreement, seat, GameEvent::SetAside { by: seat, points, neutral, revision }, now)
    }

    /// A change of the marking by one side, if it may change it again.
    fn change(
        &self,
        agreement: &Agreement,
        seat: Color,
        event: GameEvent,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if *agreement.marks.get(seat) >= MARKS || self.revision == u32::MAX {
            return Err(Refusal::TooOften);
        }
        let answer_due = self.answer_due(now, ASKED_AGAIN_MS);
        let late = agreement.asked_again && agreement.due < answer_due && self.call().is_none();
        Ok(std::iter::once(event).chain(late.then_some(GameEvent::AskedAgain { due: answer_due })).collect())
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
            events.push(self.counted(&agreement.marking, now));
        }
        Ok(events)
    }

    /// A dispute: play goes on, and who moves first is a matter of the rules. In the last phase all
    /// stones stand as alive instead (RULES 3.4 without a referee). Where a referee sits at the game, that and a dispute about
    /// the same stones again wait for the referee.
    pub(super) fn decide_resume(
        &self,
        seat: Color,
        revision: u32,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let agreement = self.answered(revision)?;
        if let Some(called) = self.dispute_referred(agreement, now)? {
            return Ok(vec![called]);
        }
        if agreement.round >= ROUNDS {
            return Ok(vec![self.counted(&Marking::default(), now)]);
        }
        let last_passer = self.next.opponent();
        let to_move = match self.setup.rules.resumption {
            Resumption::Claimant => agreement.claimant(self.board(), last_passer),
            Resumption::LastPasser => last_passer.opponent(),
            Resumption::Asker => seat.opponent(),
        };
        Ok(vec![GameEvent::PlayResumed { by: Some(seat), to_move }])
    }

    /// The marking, if an action answers the current one.
    fn answered(&self, revision: u32) -> Result<&Agreement, Refusal> {
        let agreement = match self.phase {
            Phase::Agreement => self.agreement.as_ref().ok_or(Refusal::WrongPhase)?,
            Phase::Waiting
            | Phase::Placing
            | Phase::Play
            | Phase::Lapsed
            | Phase::Repetition
            | Phase::Over => return Err(Refusal::WrongPhase),
        };
        if agreement.revision == revision { Ok(agreement) } else { Err(Refusal::StaleRevision) }
    }
}
