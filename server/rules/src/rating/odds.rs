//! What handicap stones and komi are worth, as a table that anybody can check.
//!
//! Ratings and ranks share a scale: 1 段 stands at 2000; each 段 more at 100 more, each 级 less at
//! 60 less, so 7 段 at 2600, 1 级 at 1940 and 25 级 at 500. Stones move Black along the *ranks* of
//! that scale, because a stone is worth more points among strong players.
//!
//! | on 19 lines | ranks for Black |
//! | --- | --- |
//! | even: komi 3¾ 子 (7½ 目) under area counting, 6½ 目 under territory | 0 |
//! | 让先: no komi | ½ |
//! | n stones, no komi | n − ½ |
//! | each 目 of komi more or less | 1 / (2 × even komi) |
//!
//! On other boards the same is worth 361 / points as much: a stone 4.5 ranks on 9 lines and 2.1 on 13,
//! 让先 2.2 and 1.1. At most [`RANKS_MOST`] ranks are counted.
//!
//! Deliberately absent: 贴还 of stones (the counting has it) and the size of a margin: a win is a win.

use crate::rank::Amateur;
use crate::{Counting, RuleSet, Size};

/// The rating of an amateur 1 段.
pub const VALUE_OF_FIRST_DAN: f64 = 2000.0;
/// Where every professional's rating begins, whatever the 段: professional ranks have no place on the scale.
pub const VALUE_OF_PROFESSIONALS: f64 = 2700.0;
/// From one 段 to the next.
pub const POINTS_A_DAN: f64 = 100.0;
/// From one 级 to the next.
pub const POINTS_A_KYU: f64 = 60.0;
/// The most ranks that handicap and komi count for.
pub const RANKS_MOST: f64 = 40.0;

/// What handicap and komi are worth to Black, in ranks; negative when they are worth it to White.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Odds(f64);

impl Odds {
    /// An even game.
    pub const EVEN: Self = Self(0.0);

    /// Of a game with these handicap stones under these rules.
    #[must_use]
    pub fn of(size: Size, handicap: u8, rules: &RuleSet) -> Self {
        let even_quarters = match rules.counting {
            Counting::Area => 15.0,
            Counting::Territory => 13.0,
        };
        let stones = f64::from(handicap.saturating_sub(1));
        let komi = (even_quarters - f64::from(rules.komi_quarters)) / (2.0 * even_quarters);
        let board = f64::from(Size::STANDARD.points()) / f64::from(size.points());
        Self(((stones + komi) * board).clamp(-RANKS_MOST, RANKS_MOST))
    }

    /// In ranks.
    #[must_use]
    pub const fn ranks(self) -> f64 {
        self.0
    }

    /// How many points stronger a Black of that rating plays.
    #[must_use]
    pub fn points(self, value: f64) -> f64 {
        value_at(ranks_at(value) + self.0) - value
    }
}

/// Ranks above 1 段, fractions included.
pub(crate) fn ranks_at(value: f64) -> f64 {
    let above = value - VALUE_OF_FIRST_DAN;
    if above < 0.0 { above / POINTS_A_KYU } else { above / POINTS_A_DAN }
}

fn value_at(ranks: f64) -> f64 {
    VALUE_OF_FIRST_DAN + ranks * if ranks < 0.0 { POINTS_A_KYU } else { POINTS_A_DAN }
}

/// Where an amateur rank stands on the scale of ratings.
#[must_use]
pub fn value_of(rank: Amateur) -> f64 {
    value_at(f64::from(rank.step()) - f64::from(FIRST_DAN_STEP))
}

/// [`Amateur::step`] of 1 段.
const FIRST_DAN_STEP: u8 = match Amateur::dan(1) {
    Some(rank) => rank.step(),
    None => 0,
};
