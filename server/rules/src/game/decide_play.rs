//! Commands of the board play: setting handicap stones, playing, passing.

use super::{AGREEMENT_MS, Game, GameEvent, Phase, Refusal};
use crate::{Color, Illegal, Point, RoomMs, TimeLeft, proposal};

impl Game {
    /// A stone: a freely placed one, or a move.
    pub(super) fn decide_stone(
        &self,
        seat: Color,
        ply: u32,
        point: Point,
        now: RoomMs,
        lag_ms: u64,
    ) -> Result<Vec<GameEvent>, Refusal> {
        match self.phase {
            Phase::Placing => self.decide_placing(seat, ply, point),
            Phase::Play => self.decide_play(seat, ply, point, now, lag_ms),
            Phase::Waiting | Phase::Lapsed | Phase::Agreement | Phase::Repetition | Phase::Over => {
                Err(Refusal::WrongPhase)
            }
        }
    }

    fn decide_placing(&self, seat: Color, ply: u32, point: Point) -> Result<Vec<GameEvent>, Refusal> {
        self.check_turn(seat, ply)?;
        if !self.has(point) || self.board().get(point).is_some() {
            return Err(Refusal::Occupied);
        }
        Ok(vec![GameEvent::HandicapPlaced { point }])
    }

    fn decide_play(
        &self,
        seat: Color,
        ply: u32,
        point: Point,
        now: RoomMs,
        lag_ms: u64,
    ) -> Result<Vec<GameEvent>, Refusal> {
        self.check_turn(seat, ply)?;
        // The edge reads points against this board; one that slipped through can take no stone.
        if !self.has(point) {
            return Err(Refusal::Occupied);
        }
        let captures = self.position.try_play(seat, point).map_err(|why| self.refusal(why))?;
        let credit_ms = self.credit_ms(seat, now, lag_ms);
        let played =
            GameEvent::Played { point, captures, left: self.left_after(seat, now, credit_ms), credit_ms };
        Ok(std::iter::once(played).chain(self.repetition_after(seat, point, now)).collect())
    }

    /// A pass (虚着). The second in a row opens the agreement, with the server's proposal.
    pub(super) fn decide_pass(
        &self,
        seat: Color,
        ply: u32,
        now: RoomMs,
        lag_ms: u64,
    ) -> Result<Vec<GameEvent>, Refusal> {
        match self.phase {
            Phase::Play => {}
            Phase::Waiting
            | Phase::Placing
            | Phase::Lapsed
            | Phase::Agreement
            | Phase::Repetition
            | Phase::Over => return Err(Refusal::WrongPhase),
        }
        self.check_turn(seat, ply)?;
        let credit_ms = self.credit_ms(seat, now, lag_ms);
        Ok(self.pass(seat, self.left_after(seat, now, credit_ms), credit_ms, now))
    }

    /// What a pass of the side whose turn it is comes to.
    pub(super) fn pass(&self, seat: Color, left: TimeLeft, credit_ms: u64, now: RoomMs) -> Vec<GameEvent> {
        let mut events = vec![GameEvent::Passed { left, credit_ms }];
        if self.passes >= 1 {
            events.push(GameEvent::AgreementOpened {
                dead: proposal::dead(self.board(), seat.opponent()),
                revision: self.revision.saturating_add(1),
                due: self.answer_due(now, AGREEMENT_MS),
            });
        }
        events
    }

    /// An answer to an older position is refused as such, whoever's turn it has become since.
    pub(super) fn check_turn(&self, seat: Color, ply: u32) -> Result<(), Refusal> {
        if ply != self.ply() {
            Err(Refusal::StalePly)
        } else if seat != self.next {
            Err(Refusal::NotYourTurn)
        } else {
            Ok(())
        }
    }

    /// The mover's time when its turn ends at `now`, so much of it given back.
    pub(super) fn left_after(&self, seat: Color, now: RoomMs, credit_ms: u64) -> TimeLeft {
        let elapsed_ms = self.running.map_or(0, |running| self.elapsed_ms(running, now));
        self.setup.clock_of(seat).moved(*self.times.get(seat), elapsed_ms.saturating_sub(credit_ms))
    }

    /// Why the board refuses a play. Moves are numbered as the players see them, freely placed
    /// stones included.
    fn refusal(&self, why: Illegal) -> Refusal {
        match why {
            Illegal::Occupied => Refusal::Occupied,
            Illegal::Suicide => Refusal::Suicide,
            Illegal::Ko { repeats } => Refusal::Ko { repeats: repeats + u32::from(self.placed) },
        }
    }
}
