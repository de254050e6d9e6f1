//! An opponent who is away: after a limit that depends on the time control the win may be claimed, or a
//! pause called (RULES 6).
//!
//! The absent side's clock runs all the while, and only in its own turn can anything be claimed.
//! Deliberately absent: who is connected. How long a side has been away is an argument, measured by the room.

use super::{Game, GameEvent, PauseReason, Phase, Refusal};
use crate::{ClockSetup, Color, Outcome, RoomMs};

/// The shortest and the longest time after which an absent opponent's game may be claimed, in milliseconds.
pub const ABSENCE_MS: std::ops::RangeInclusive<u64> = 60 * 1000..=5 * 60 * 1000;
/// What part of the time that a side may spend in all is the limit.
const PART: u64 = 10;

/// What is claimed of an absent opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The game.
    Win,
    /// A pause.
    Pause,
}

impl ClockSetup {
    /// How long a side may be away before its opponent may claim something, in milliseconds: a tenth of
    /// its time, but from one to five minutes. Never where nobody sits through the game.
    #[must_use]
    pub fn absence_ms(&self) -> Option<u64> {
        let all_ms = match *self {
            Self::Correspondence { .. } | Self::Unlimited => return None,
            Self::Simple { move_ms } => move_ms.saturating_mul(PART),
            Self::Absolute { .. } | Self::Byoyomi { .. } | Self::Fischer { .. } | Self::Canadian { .. } => {
                self.limit_ms(self.full())?
            }
        };
        Some((all_ms / PART).clamp(*ABSENCE_MS.start(), *ABSENCE_MS.end()))
    }
}

impl Game {
    /// One side claims something because the other has been away for `absent_ms`; it is not away: none.
    pub(super) fn decide_claim(
        &self,
        seat: Color,
        ply: u32,
        claim: Claim,
        absent_ms: Option<u64>,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        // A game that nobody has begun is aborted in its time; nobody wins it.
        if self.phase != Phase::Play || (self.setup.first_move_ms.is_some() && !self.opened()) {
            return Err(Refusal::WrongPhase);
        }
        if ply != self.ply() {
            return Err(Refusal::StalePly);
        }
        let away = seat.opponent();
        if self.next != away {
            return Err(Refusal::OwnTurn);
        }
        let limit_ms = self.setup.clock_of(away).absence_ms().ok_or(Refusal::NotInThisGame)?;
        if absent_ms.is_none_or(|absent_ms| absent_ms < limit_ms) {
            return Err(Refusal::NotAbsent);
        }
        match claim {
            Claim::Win => Ok(vec![self.ended(Outcome::Forfeit { winner: seat }, None, now)]),
            Claim::Pause if self.may_pause() => Ok(vec![self.pause(PauseReason::Absence, None, now)]),
            Claim::Pause => Err(Refusal::TooOften),
        }
    }
}
