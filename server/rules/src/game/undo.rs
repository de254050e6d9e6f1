//! Stepping back (悔棋): moves are taken off the board, time is not given back (RULES 6, 7).
//!
//! The number of a ply is never used twice: after a step back it goes on from where it was, so that a late
//! command cannot answer a position that it has not seen.
//! Deliberately absent: who may ask for it (`request`) and who may order it (`ruling`).

use super::{Game, Misplaced, Phase};
use crate::{ByColor, Color, Marking, RoomMs};

impl Game {
    /// How many moves there were before the latest move of one side; none without such a move.
    pub(super) fn last_own(&self, seat: Color) -> Option<u32> {
        let own = self.moves.iter().rposition(|record| record.color == seat && !record.placed)?;
        u32::try_from(own).ok()
    }

    /// Goes back to the position after so many moves, freely placed stones among them; whose turn it was
    /// then begins anew.
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
        self.passed_plies = self.passed_plies.saturating_add(gone).saturating_add(1);
        self.passes = self.passes_at_end();
        (self.agreement, self.offer, self.lapse, self.declined) = (None, None, None, false);
        self.counted = Marking::default();
        self.phase = Phase::Play;
        self.requests.moved();
        self.turn(next, at);
        Ok(())
    }

    /// Passes in a row at the end of the moves; one is too few to end the game at once.
    fn passes_at_end(&self) -> u32 {
        u32::from(self.moves.last().is_some_and(|last| last.point.is_none() && !last.lost && !last.placed))
    }
}
