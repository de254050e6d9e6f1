//! The last period used up, where that may count as a pass (第22条.5; RULES 6).
//!
//! The clocks stand; the player who was being read may ask for it, and play then goes on with one
//! whole period. Silence loses. Where the move was to be sealed, the pass is made openly, and the other
//! side seals.

use super::{Game, GameEvent, Misplaced, Phase, Refusal};
use crate::{ClockSetup, Color, RoomMs, TimeLeft};

/// How long the player has to ask, in milliseconds.
pub const LAPSE_MS: u64 = 15 * 1000;

impl Game {
    /// Whether the last period of a side may count as a pass.
    pub(super) fn may_lapse(&self, color: Color) -> bool {
        matches!(self.setup.clock_of(color), ClockSetup::Byoyomi { last_passes: true, .. })
    }

    /// The player asks for the pass.
    pub(super) fn decide_claim_pass(
        &self,
        seat: Color,
        ply: u32,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if self.phase != Phase::Lapsed {
            return Err(Refusal::WrongPhase);
        }
        self.check_turn(seat, ply)?;
        Ok(self.pass(seat, TimeLeft { periods: 1, ..TimeLeft::default() }, 0, now))
    }

    /// The player did not ask.
    pub(super) fn lapse_due(&self) -> GameEvent {
        self.lost_on_time(self.next)
    }

    pub(super) fn lapsed(&mut self, due: RoomMs) -> Result<(), Misplaced> {
        self.expect(Phase::Play)?;
        if !self.may_lapse(self.next) {
            return Err(Misplaced::Phase);
        }
        *self.times.get_mut(self.next) = TimeLeft::default();
        self.lapse = Some(due);
        self.phase = Phase::Lapsed;
        self.running = None;
        Ok(())
    }
}
