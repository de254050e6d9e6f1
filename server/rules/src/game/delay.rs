//! How far behind the game its audience is (RULES 7).
//!
//! Deliberately absent: who is of the audience, and what else is kept from it; that is the room's to know.

use serde::{Deserialize, Serialize};

use crate::RoomMs;

/// The audience sees the game late, by moves or by time, as long as the result is open. When it is final there is nothing left
/// to protect, and the rest is shown at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delay {
    /// By so many moves: a move is shown when that many more have been made, with what followed it.
    Moves(u32),
    /// By so much room time, in milliseconds.
    Ms(u64),
}

impl Delay {
    /// The most moves.
    pub const MOVES_MOST: u32 = 50;
    /// The longest, in milliseconds: half an hour.
    pub const MS_MOST: u64 = 30 * 60 * 1000;

    /// Whether the delay is one that a game may have.
    #[must_use]
    pub fn is_possible(self) -> bool {
        match self {
            Self::Moves(moves) => (1..=Self::MOVES_MOST).contains(&moves),
            Self::Ms(ms) => (1..=Self::MS_MOST).contains(&ms),
        }
    }

    /// Whether something that happened at `at`, when `then` moves had been made, is shown at `now`, when `made` have been; moves
    /// that were taken back since are among them. What was before the first move is no secret of the board.
    #[must_use]
    pub const fn shows(self, (at, then): (RoomMs, u32), (now, made): (RoomMs, u32)) -> bool {
        match self {
            Self::Moves(moves) => then == 0 || then.saturating_add(moves) <= made,
            Self::Ms(ms) => at.0.saturating_add(ms) <= now.0,
        }
    }

    /// When something that happened at `at` is shown, if that is a matter of time.
    #[must_use]
    pub const fn due(self, at: RoomMs) -> Option<RoomMs> {
        match self {
            Self::Moves(_) => None,
            Self::Ms(ms) => Some(RoomMs(at.0.saturating_add(ms))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_shown_when_so_many_more_have_been_made() {
        let shows = |ply, of| Delay::Moves(3).shows((RoomMs(9), ply), (RoomMs(9), of));
        assert!(shows(0, 0), "what is before the first move");
        assert!(!shows(1, 3));
        assert!(shows(1, 4));
        assert!(!shows(2, 4));
        assert!(shows(2, 60));
    }

    #[test]
    fn a_time_is_shown_to_the_millisecond() {
        let delay = Delay::Ms(2_000);
        let shows = |now| delay.shows((RoomMs(500), 0), (RoomMs(now), 0));
        assert!(!shows(2_499));
        assert!(shows(2_500));
        assert_eq!(delay.due(RoomMs(500)), Some(RoomMs(2_500)));
        assert_eq!(Delay::Moves(1).due(RoomMs(500)), None);
    }

    #[test]
    fn delays_have_limits() {
        assert!(Delay::Moves(1).is_possible() && Delay::Moves(Delay::MOVES_MOST).is_possible());
        assert!(!Delay::Moves(0).is_possible() && !Delay::Moves(Delay::MOVES_MOST + 1).is_possible());
        assert!(Delay::Ms(1).is_possible() && Delay::Ms(Delay::MS_MOST).is_possible());
        assert!(!Delay::Ms(0).is_possible() && !Delay::Ms(Delay::MS_MOST + 1).is_possible());
    }
}
