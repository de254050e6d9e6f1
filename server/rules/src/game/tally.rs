//! What lies on the board to be counted, and beside it.
//!
//! Deliberately absent: the counting itself (`count`).

use super::{Game, GameEvent};
use crate::{ByColor, Count, Marking, Outcome, Owner, Point, RoomMs, Tally, owners};

// Getters.
impl Game {
    /// How the game ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The count that decided the game, when it was counted.
    #[must_use]
    pub const fn count(&self) -> Option<Count> {
        self.count
    }

    /// The mover's own stones that the latest move removed, ascending, the played one among them:
    /// a suicide, where the rules allow it.
    #[must_use]
    pub fn own_removed(&self) -> Vec<Point> {
        let Some((point, color)) = self.last_move().and_then(|last| Some((last.point?, last.color))) else {
            return Vec::new();
        };
        if self.board().get(point).is_some() {
            return Vec::new();
        }
        let before = self.position.board_after(self.position.moves().saturating_sub(1));
        let gone = |&p: &Point| p == point || (before.get(p) == Some(color) && self.board().get(p).is_none());
        self.setup.size.all().filter(gone).collect()
    }

    /// The marking under discussion, or that of the count that ended the game; without one, nothing
    /// is marked.
    #[must_use]
    pub fn marking(&self) -> &Marking {
        self.agreement.as_ref().map_or(&self.counted, |agreement| &agreement.marking)
    }

    /// The stones taken as dead, ascending.
    #[must_use]
    pub fn dead(&self) -> &[Point] {
        &self.marking().dead
    }

    /// Whose each point is under the [`marking`](Self::marking), as these rules count; by
    /// [`Point::index`].
    #[must_use]
    pub fn owners(&self) -> Vec<Owner> {
        owners(self.board(), self.marking(), self.setup.rules.counting)
    }

    /// What the marking under discussion counts to.
    #[must_use]
    pub fn marking_count(&self) -> Option<Count> {
        self.agreement.as_ref().map(|agreement| self.count_of(&agreement.marking))
    }

    /// The count of the board under a marking.
    #[must_use]
    pub fn count_of(&self, marking: &Marking) -> Count {
        Count::of(self.board(), marking, &self.setup.rules, &self.tally())
    }

    /// What there is to count beside the stones.
    fn tally(&self) -> Tally {
        let passes = || self.moves.iter().filter(|record| record.point.is_none() && !record.lost);
        let passers = || passes().map(|record| record.color);
        let times = |color| u32::try_from(passers().filter(|&by| by == color).count()).unwrap_or(u32::MAX);
        Tally {
            handicap: self.setup.handicap,
            prisoners: self.prisoners,
            passes: ByColor::from_fn(times),
            first_pass: passers().next(),
            last_pass: passers().next_back(),
            warnings: self.warnings,
        }
    }
}

// Commands.
impl Game {
    /// The end of the game by counting under a marking.
    pub(super) fn counted(&self, marking: &Marking, now: RoomMs) -> GameEvent {
        let count = self.count_of(marking);
        let outcome =
            Outcome::Counting { margin_quarters: count.margin_quarters, ties: self.setup.rules.ties };
        self.ended(outcome, Some(count), now)
    }
}
