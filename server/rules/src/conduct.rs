//! How a game was left: what is noted for people to judge when somebody lost without ending it, and never punished here (RULES 7).
//!
//! Deliberately absent: games that nobody sits through; whoever notes this does not ask about them. Losing on purpose, which no
//! single game shows.

use crate::clock::RoomMs;
use crate::color::{ByColor, Color};
use crate::game::Running;
use crate::result::Outcome;

/// Whoever is away for so long when the game is lost has left it, in milliseconds of room time.
pub const LEFT_MS: u64 = 60_000;
/// Whoever is there and lets so much time run out in one turn has let the clock run, in milliseconds of room time.
pub const LET_RUN_MS: u64 = 180_000;

/// What somebody did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conduct {
    /// Was there and let the clock run out instead of moving or resigning.
    Stalled,
    /// Went away and did not come back.
    Escaped,
}

/// What is noted at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// Which side.
    pub color: Color,
    /// What.
    pub conduct: Conduct,
    /// For how long, in milliseconds of room time.
    pub lasted_ms: u64,
}

/// What is to be noted of a game that ends `now`: the turn that was under way, and since when each side is away.
#[must_use]
pub fn noted(
    outcome: &Outcome,
    turn: Option<Running>,
    away: &ByColor<Option<RoomMs>>,
    now: RoomMs,
) -> Option<Noted> {
    let (Outcome::Time { winner } | Outcome::Forfeit { winner }) = outcome else { return None };
    let color = winner.opponent();
    if let Some(since) = away.get(color) {
        let lasted_ms = now.since(*since);
        return (lasted_ms >= LEFT_MS).then_some(Noted { color, conduct: Conduct::Escaped, lasted_ms });
    }
    let Outcome::Time { .. } = outcome else { return None };
    let lasted_ms = turn.filter(|turn| turn.color == color)?.elapsed_ms(now);
    (lasted_ms >= LET_RUN_MS).then_some(Noted { color, conduct: Conduct::Stalled, lasted_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: RoomMs = RoomMs(1_000_000);

    /// What is noted of Black, who has thought for so long and been away for so long.
    fn of_black(outcome: &Outcome, thought_ms: u64, away_ms: Option<u64>) -> Option<(Conduct, u64)> {
        let turn = Running { color: Color::Black, elapsed_ms: 10, from: RoomMs(NOW.0 + 10 - thought_ms) };
        let away = ByColor { black: away_ms.map(|ms| RoomMs(NOW.0 - ms)), white: Some(RoomMs(0)) };
        let noted = noted(outcome, Some(turn), &away, NOW)?;
        assert_eq!(noted.color, Color::Black);
        Some((noted.conduct, noted.lasted_ms))
    }

    #[test]
    fn who_leaves_and_who_lets_the_clock_run_is_noted_and_nobody_else() {
        use Conduct::{Escaped, Stalled};
        let time = Outcome::Time { winner: Color::White };
        let forfeit = Outcome::Forfeit { winner: Color::White };
        let table = [
            (&time, LET_RUN_MS, None, Some((Stalled, LET_RUN_MS))),
            (&time, LET_RUN_MS - 1, None, None),
            (&time, LET_RUN_MS, Some(LEFT_MS), Some((Escaped, LEFT_MS))),
            (&time, LEFT_MS, Some(LEFT_MS), Some((Escaped, LEFT_MS))),
            // A line that broke a moment before the end says nothing, and nobody knows who was there before.
            (&time, LET_RUN_MS, Some(LEFT_MS - 1), None),
            (&forfeit, LET_RUN_MS, Some(LEFT_MS), Some((Escaped, LEFT_MS))),
            // A referee's ruling has its own record.
            (&forfeit, LET_RUN_MS, None, None),
            (&Outcome::Resignation { winner: Color::White }, LET_RUN_MS, Some(LEFT_MS), None),
            (&Outcome::Aborted, LET_RUN_MS, Some(LEFT_MS), None),
        ];
        for (outcome, thought_ms, away_ms, wanted) in table {
            assert_eq!(
                of_black(outcome, thought_ms, away_ms),
                wanted,
                "{outcome:?} {thought_ms} {away_ms:?}"
            );
        }
    }

    #[test]
    fn the_turn_of_the_other_side_says_nothing() {
        let turn = Running { color: Color::White, elapsed_ms: LET_RUN_MS, from: NOW };
        let outcome = Outcome::Time { winner: Color::White };
        assert_eq!(noted(&outcome, Some(turn), &ByColor { black: None, white: None }, NOW), None);
        assert_eq!(noted(&outcome, None, &ByColor { black: None, white: None }, NOW), None);
    }
}
