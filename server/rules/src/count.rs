//! The count of a finished game, in quarter-子, for every rule set (第8, 9, 11条; RULES 4).
//!
//! ```text
//! margin = board − komi − back − first pass − group tax − warnings
//! board  = 2 × (Black's points − White's)               area, shared points half and half
//!        = 2 × (territory + prisoners + dead, Black's − White's)      territory
//! ```
//!
//! Deliberately absent: which stones are dead (`marking`), and who has won (`result`).

use serde::{Deserialize, Serialize};

use crate::area::{self, Owner};
use crate::ruleset::{Counting, HandicapBack, PassRule, RuleSet};
use crate::{Board, ByColor, Color, Marking, territory};

/// What a game has left to count beside the stones on its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Handicap stones.
    pub handicap: u8,
    /// How many opposing stones each side has captured.
    pub prisoners: ByColor<u32>,
    /// How often each side has passed.
    pub passes: ByColor<u32>,
    /// Who passed first in the game, if anybody has.
    pub first_pass: Option<Color>,
    /// Who passed last.
    pub last_pass: Option<Color>,
    /// How often each side was warned (第24条).
    pub warnings: ByColor<u8>,
}

/// The parts of territory counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TerritoryParts {
    /// The points of territory that each side has; a dead stone lies on one.
    pub territory: ByColor<u16>,
    /// The opposing stones that each side captured in play.
    pub prisoners: ByColor<u32>,
    /// The opposing stones that are dead on the board.
    pub dead: ByColor<u16>,
}

/// The parts of a count. Black's, White's and the shared points are all the board's points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Black's living stones and the empty points that are Black's.
    pub black_points: u16,
    /// White's.
    pub white_points: u16,
    /// Points that are neither's: under area counting shared half and half, under territory
    /// counting nobody's.
    pub shared_points: u16,
    /// What Black gives White, in quarter-子.
    pub komi_quarters: i16,
    /// What Black gives back for handicap stones, in quarter-子.
    pub back_quarters: i16,
    /// What Black has over the base (归本数) when all is given: positive, Black is ahead; zero, a tie.
    pub margin_quarters: i32,
    /// Under territory counting, what is counted instead of the points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territory: Option<TerritoryParts>,
    /// Under 还棋头, the living groups of each side: 1 子 is given for each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<ByColor<u16>>,
    /// What Black gives because White was the first to pass, in quarter-子.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub first_pass_quarters: i16,
    /// What each side gives for its warnings, in quarter-子.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub warning_quarters: ByColor<i16>,
    /// Where passes hand stones over, how many each side has handed over, White's last included.
    /// They are shown and count for nothing here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass_stones: Option<ByColor<u32>>,
}

fn is_zero(quarters: &i16) -> bool {
    *quarters == 0
}

fn is_nothing(quarters: &ByColor<i16>) -> bool {
    *quarters == ByColor::default()
}

/// 1 目 and 1 子, in quarter-子.
const MU: i32 = 2;
const ZI: i32 = 4;

impl Count {
    /// Counts a position under a marking.
    #[must_use]
    pub fn of(board: &Board, marking: &Marking, rules: &RuleSet, tally: &Tally) -> Self {
        let owners = owners(board, marking, rules.counting);
        let points = |owner| owners.iter().filter(|&&o| o == owner).count() as u16;
        let mut count = Self {
            black_points: points(Owner::Black),
            white_points: points(Owner::White),
            shared_points: points(Owner::Shared),
            komi_quarters: rules.komi_quarters,
            back_quarters: back_quarters(rules.handicap_back, tally.handicap),
            territory: match rules.counting {
                Counting::Area => None,
                Counting::Territory => Some(territory_parts(board, marking, &owners, tally)),
            },
            groups: rules.group_tax.then(|| territory::groups(board, &marking.dead)),
            warning_quarters: tally.warnings.map(|n| i16::from(n).saturating_mul(rules.warning_quarters)),
            ..Self::default()
        };
        match rules.passes {
            PassRule::Plain => {}
            PassRule::FirstPass if tally.first_pass == Some(Color::White) => {
                count.first_pass_quarters = MU as i16;
            }
            PassRule::FirstPass => {}
            PassRule::Stones => count.pass_stones = Some(pass_stones(tally)),
        }
        count.margin_quarters = count.sum_quarters();
        count
    }

    /// What the parts add up to; [`margin_quarters`](Self::margin_quarters) of every count made
    /// here.
    #[must_use]
    pub fn sum_quarters(&self) -> i32 {
        self.board_quarters()
            - i32::from(self.komi_quarters)
            - i32::from(self.back_quarters)
            - i32::from(self.first_pass_quarters)
            - self.tax_quarters()
            - i32::from(self.warning_quarters.black)
            + i32::from(self.warning_quarters.white)
    }

    /// What the board alone gives Black, in quarter-子.
    #[must_use]
    pub fn board_quarters(&self) -> i32 {
        match &self.territory {
            None => {
                let points = self.black_points + self.white_points + self.shared_points;
                self.black_quarters() - i32::from(points) * 2
            }
            Some(parts) => (parts.total(Color::Black) - parts.total(Color::White)) * MU,
        }
    }

    /// What Black gives more than White for living groups, in quarter-子.
    #[must_use]
    pub fn tax_quarters(&self) -> i32 {
        self.groups.map_or(0, |groups| (i32::from(groups.black) - i32::from(groups.white)) * ZI)
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

impl TerritoryParts {
    /// All 目 of one side, before komi.
    #[must_use]
    pub fn total(&self, color: Color) -> i32 {
        let prisoners = i32::try_from(*self.prisoners.get(color)).unwrap_or(i32::MAX / 8);
        i32::from(*self.territory.get(color)) + prisoners + i32::from(*self.dead.get(color))
    }
}

/// One owner for each point, by [`Point::index`](crate::Point::index), as the rules count.
#[must_use]
pub fn owners(board: &Board, marking: &Marking, counting: Counting) -> Vec<Owner> {
    match counting {
        Counting::Area => area::map(board, &marking.dead),
        Counting::Territory => territory::map(board, marking),
    }
}

fn territory_parts(board: &Board, marking: &Marking, owners: &[Owner], tally: &Tally) -> TerritoryParts {
    let mut parts = TerritoryParts {
        territory: ByColor::default(),
        prisoners: tally.prisoners,
        dead: ByColor::default(),
    };
    for point in board.size().all() {
        let is_dead = marking.is_dead(point);
        if let Some(color) = board.get(point).filter(|_| is_dead) {
            *parts.dead.get_mut(color.opponent()) += 1;
        }
        match owners[point.index()] {
            _ if board.get(point).is_some() && !is_dead => {}
            Owner::Black => parts.territory.black += 1,
            Owner::White => parts.territory.white += 1,
            Owner::Shared => {}
        }
    }
    parts
}

/// A third pass is White's when Black made the last one.
fn pass_stones(tally: &Tally) -> ByColor<u32> {
    let mut stones = tally.passes;
    if tally.last_pass == Some(Color::Black) {
        stones.white = stones.white.saturating_add(1);
    }
    stones
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
