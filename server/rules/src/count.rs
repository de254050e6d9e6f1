//! The count of a finished game, in quarter-子 (第8, 9, 11条; RULES 4).
//!
//! Deliberately absent: territory counting, 还棋头 and warnings, which no rule set here has yet.

use serde::{Deserialize, Serialize};

use crate::area::{self, Owner};
use crate::{Board, HandicapBack, Point, RuleSet};

/// The parts of a count. Black's, White's and the shared points are all the board's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Black's living stones and the empty points that only Black surrounds.
    pub black_points: u16,
    /// White's.
    pub white_points: u16,
    /// Empty points between both, which are shared half and half.
    pub shared_points: u16,
    /// What Black gives White, in quarter-子.
    pub komi_quarters: i16,
    /// What Black gives back for handicap stones, in quarter-子.
    pub back_quarters: i16,
    /// What Black has over the base (归本数) when all is given: positive, Black won; zero, a draw.
    pub margin_quarters: i32,
}

impl Count {
    /// Counts a position without its dead stones, in a game with so many handicap stones.
    #[must_use]
    pub fn of(board: &Board, dead: &[Point], rules: &RuleSet, handicap: u8) -> Self {
        let owners = area::map(board, dead);
        let points = |owner| owners.iter().filter(|&&o| o == owner).count() as u16;
        let mut count = Self {
            black_points: points(Owner::Black),
            white_points: points(Owner::White),
            shared_points: points(Owner::Shared),
            komi_quarters: rules.komi_quarters,
            back_quarters: back_quarters(rules.handicap_back, handicap),
            margin_quarters: 0,
        };
        let base_quarters = i32::from(board.size().points()) * 2;
        count.margin_quarters = count.black_quarters()
            - base_quarters
            - i32::from(count.komi_quarters)
            - i32::from(count.back_quarters);
        count
    }

    /// Black's 子, in quarters: four for each point and two for each shared one.
    #[must_use]
    pub fn black_quarters(&self) -> i32 {
        i32::from(self.black_points) * 4 + i32::from(self.shared_points) * 2
    }

    /// White's 子, in quarters.
    #[must_use]
    pub fn white_quarters(&self) -> i32 {
        i32::from(self.white_points) * 4 + i32::from(self.shared_points) * 2
    }
}

/// What is given back for handicap stones: n 目 is n/2 子, two quarters for each stone. One stone
/// is the first move, for which nothing is given back.
fn back_quarters(back: HandicapBack, handicap: u8) -> i16 {
    if handicap < 2 {
        return 0;
    }
    match back {
        HandicapBack::None => 0,
        HandicapBack::N => i16::from(handicap) * 2,
        HandicapBack::NMinusOne => i16::from(handicap) * 2 - 2,
    }
}
