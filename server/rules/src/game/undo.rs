//! Stepping back (悔棋): moves are taken off the board, time is not given back (RULES 6, 7), and what those moves had
//! added to a clock is taken from it (`given`).
//!
//! The number of a ply is never used twice: after a step back it goes on from where it was, so that a late
//! command cannot answer a position that it has not seen.
//! Deliberately absent: who may ask for it (`request`) and who may order it (`ruling`).

use super::{Game, Misplaced, MoveRecord, Phase};
use crate::{ByColor, Color, Marking, RoomMs, TimeLeft};

impl Game {
    /// How many moves there were before the latest move of one side; none without such a move.
    pub(super) fn last_own(&self, seat: Color) -> Option<u32> {
        let own = self.moves.iter().rposition(|record| record.color == seat && !record.placed)?;
        u32::try_from(own).ok()
    }

    /// Goes back to the position after so many moves, freely placed stones among them; it is the turn of whose
    /// it was then.
    pub(super) fn undone(&mut self, at: RoomMs, moves: u32) -> Result<(), Misplaced> {
        let to = usize::try_from(moves).unwrap_or(usize::MAX);
        if matches!(self.phase, Phase::Over | Phase::Placing | Phase::Waiting)
            || self.sealed.is_some()
            || to >= self.moves.len()
            || to < usize::from(self.placed)
        {
            return Err(Misplaced::Undo);
        }
        let kept = self.moves[..to].to_vec();
        let gone = u32::try_from(self.moves.len() - to).unwrap_or(u32::MAX);
        let next = self.moves[to].color;
        let made = ByColor::from_fn(|color| {
            let first = self.moves[to..].iter().position(|record| record.color == color);
            first.map(|after| to + after)
        });
        self.position = Self::first_position(&self.setup);
        self.prisoners = ByColor::default();
        self.moves.clear();
        for record in kept {
            match record.point {
                Some(point) if record.placed => self.position.place(Color::Black, point),
                Some(point) => drop(self.put(record.color, point)?),
                None => self.position.pass(record.color),
            }
            self.moves.push(record);
        }
        self.resumptions.retain(|&resumed| resumed <= to);
        self.passed_plies = self.passed_plies.saturating_add(gone).saturating_add(1);
        self.passes = self.passes_at_end();
        self.turn_undone(at, next);
        self.take_back(at, to, made);
        (self.agreement, self.offer, self.lapse, self.declined) = (None, None, None, false);
        self.counted = Marking::default();
        self.phase = Phase::Play;
        self.requests.moved();
        Ok(())
    }

    /// No time is given back: a turn under way goes on if it is that side's turn still, and otherwise it
    /// has cost what it has cost. Who had used up its last period has one, as after a pass for it.
    fn turn_undone(&mut self, at: RoomMs, next: Color) {
        match (self.phase, self.running) {
            (Phase::Play, Some(turn)) if turn.color == next => return,
            (Phase::Play, Some(turn)) => {
                let elapsed_ms = self.elapsed_ms(turn, at);
                let left = self.times.get_mut(turn.color);
                *left = self.setup.clock_of(turn.color).broken_off(*left, elapsed_ms);
            }
            (Phase::Lapsed, _) => {
                *self.times.get_mut(self.next) = TimeLeft { periods: 1, ..TimeLeft::default() };
            }
            _ => {}
        }
        self.turn(next, at);
    }

    /// Passes in a row at the end of the moves, since play was last resumed.
    fn passes_at_end(&self) -> u32 {
        let since = self.resumptions.last().copied().unwrap_or_default();
        let is_pass = |record: &&MoveRecord| record.point.is_none() && !record.lost;
        let passes = self.moves[since..].iter().rev().take_while(is_pass).count();
        u32::try_from(passes).unwrap_or(u32::MAX)
    }
}
