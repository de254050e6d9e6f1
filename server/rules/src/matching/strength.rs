//! How strong somebody is taken to be when opponents are sought.
//!
//! By the rating where there is one that is not provisional, else by the rank, else in the middle. Ranks of
//! both ladders stand on the one scale of points here, and only here:
//!
//! | professional | p1 | p2 | p3 | p4 | p5 | p6 | p7 | p8 | p9 |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | points | 2600 | 2633 | 2667 | 2700 | 2733 | 2767 | 2800 | 2833 | 2867 |
//!
//! Amateurs stand where [`value_of`] says, 7 段 at 2600. It pairs people; it
//! converts no rank into another.

use crate::rank::Rank;
use crate::rating::{Rating, VALUE_MIDDLE, value_of};

/// The highest strength that is told apart.
pub const STRENGTH_MOST: i32 = 4000;

/// The professional column of the table.
const PROFESSIONAL: [i32; 9] = [2600, 2633, 2667, 2700, 2733, 2767, 2800, 2833, 2867];

/// Points on the scale of ratings, 0 to [`STRENGTH_MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(i32);

impl Strength {
    /// Of so many points; what is outside the scale stands at its end.
    #[must_use]
    pub fn new(points: i32) -> Self {
        Self(points.clamp(0, STRENGTH_MOST))
    }

    /// Where a rank stands.
    #[must_use]
    pub fn of_rank(rank: Rank) -> Self {
        match rank {
            Rank::Professional(rank) => {
                let at = usize::from(rank.number() - 1);
                Self(PROFESSIONAL.get(at).copied().unwrap_or(STRENGTH_MOST))
            }
            Rank::Amateur(rank) => Self::of_value(value_of(rank)),
        }
    }

    /// Of a player with this rating and this rank.
    #[must_use]
    pub fn of(rating: Option<&Rating>, rank: Option<Rank>, now_ms: i64) -> Self {
        let (sure, unsure) = match rating {
            Some(rating) if rating.is_provisional(now_ms) => (None, Some(rating.value)),
            Some(rating) => (Some(rating.value), None),
            None => (None, None),
        };
        // A provisional rating of somebody who has played still says more than nothing.
        match (sure, rank) {
            (Some(value), _) => Self::of_value(value),
            (None, Some(rank)) => Self::of_rank(rank),
            (None, None) => Self::of_value(unsure.unwrap_or(VALUE_MIDDLE)),
        }
    }

    fn of_value(value: f64) -> Self {
        // `as` saturates, and takes what is no number for 0.
        Self::new(value.round() as i32)
    }

    /// In points.
    #[must_use]
    pub const fn points(self) -> i32 {
        self.0
    }
}
