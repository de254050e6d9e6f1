//! Network credit (RULES 6): what the way of a move through the network gives back to its player.
//!
//! A move is credited with the measured round trip of its player's connection, but with no more than
//! [`CREDIT_MOVE_MS`], than what is left of the player's quota, and than its turn has lasted. Every move
//! refills the quota. So nobody who delays on purpose gains more than the quota and its refills.
//! Deliberately absent: the measuring; the round trip is an argument, trusted no further than that.

use super::{Game, Phase};
use crate::{ByColor, ClockSetup, Color, RoomMs};

/// The most that one move is credited with, in milliseconds.
pub const CREDIT_MOVE_MS: u64 = 500;
/// What each side's quota begins with, and the most that it can hold, in milliseconds.
pub const CREDIT_QUOTA_MS: u64 = 2000;
/// What each of its moves and passes adds to a side's quota, in milliseconds.
pub const CREDIT_REFILL_MS: u64 = 250;

impl Game {
    /// What each side's quota of credit holds, in milliseconds.
    #[must_use]
    pub const fn quotas(&self) -> ByColor<u64> {
        self.quotas
    }

    /// What a side may be credited with if its move arrives now over a connection with this round
    /// trip: none but the side to move, none while the clocks stand, and none where they do not count
    /// seconds.
    #[must_use]
    pub fn usable_credit_ms(&self, color: Color, lag_ms: u64) -> u64 {
        let is_timed =
            !matches!(self.setup.clock_of(color), ClockSetup::Correspondence { .. } | ClockSetup::Unlimited);
        if self.phase == Phase::Play && self.stopped.is_none() && self.next == color && is_timed {
            lag_ms.min(CREDIT_MOVE_MS).min(*self.quotas.get(color))
        } else {
            0
        }
    }

    /// What a move that arrives at `now` is credited with.
    pub(super) fn credit_ms(&self, color: Color, now: RoomMs, lag_ms: u64) -> u64 {
        let elapsed_ms = self.running.map_or(0, |running| running.elapsed_ms(now));
        self.usable_credit_ms(color, lag_ms).min(elapsed_ms)
    }

    /// A move was credited with so much.
    pub(super) fn spend_credit(&mut self, color: Color, credit_ms: u64) {
        let quota = self.quotas.get_mut(color);
        *quota = quota.saturating_sub(credit_ms).saturating_add(CREDIT_REFILL_MS).min(CREDIT_QUOTA_MS);
    }
}
