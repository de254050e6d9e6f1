//! Who fits whom, and which game they would play.
//!
//! Even games are drawn for colours (猜先). Where both accept it, the weaker side takes Black and
//! a handicap from the gap in ranks, rounded, in proportion to the board (a 9-line board has one for
//! every 4.5 ranks, a 13-line board for every 2.1):
//!
//! | gap | 0 | 1 | 2 | … | 9 and more |
//! | --- | --- | --- | --- | --- | --- |
//! | game | even | 让先, no komi | 2 stones | … | 9 stones |
//!
//! It never exceeds what either accepts or the board has places for, and there is none under 座子.

use super::{Limits, Seek, Strength, Terms, Wish};
use crate::player::Player;
use crate::rating::ranks_at;
use crate::{Color, Preset, RuleSet, Size, handicap};

/// Which game two players would play.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// Handicap stones: 0, or 2 to 9.
    pub handicap: u8,
    /// The rules, komi among them.
    pub rules: RuleSet,
    /// Who takes which colour.
    pub sides: Sides,
}

/// Who takes which colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// 猜先: the server commits to a [`Nigiri`](crate::Nigiri) with the proposal; this player's guess comes with the
    /// acceptance, and reveals it.
    Nigiri {
        /// Who guesses: the one who has waited longer.
        guesser: Player,
    },
    /// By handicap or by wish.
    Fixed {
        /// Who takes Black.
        black: Player,
    },
}

/// Somebody in a queue.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) player: Player,
    pub(super) since_ms: i64,
    pub(super) strength: i32,
    weakest: i32,
    strongest: i32,
    handicap: u8,
    wish: Wish,
    /// Blocked, recent, and who has let down this player here; sorted.
    avoided: Vec<Player>,
}

impl Waiting {
    pub(super) fn new(seek: Seek, now_ms: i64) -> Self {
        let Limits { weakest, strongest } = seek.limits;
        let mut avoided = seek.blocked;
        avoided.extend(seek.recent);
        avoided.sort_unstable();
        Self {
            player: seek.player,
            since_ms: now_ms,
            strength: seek.strength.points(),
            weakest: weakest.map_or(i32::MIN, Strength::points),
            strongest: strongest.map_or(i32::MAX, Strength::points),
            handicap: seek.handicap,
            wish: seek.wish,
            avoided,
        }
    }

    /// Its place in the queue.
    pub(super) const fn place(&self) -> (i32, Player) {
        (self.strength, self.player)
    }

    /// Does not meet that player again.
    pub(super) fn avoid(&mut self, player: Player) {
        if let Err(at) = self.avoided.binary_search(&player) {
            self.avoided.insert(at, player);
        }
    }

    fn avoids(&self, other: &Self) -> bool {
        !self.avoided.is_empty() && self.avoided.binary_search(&other.player).is_ok()
    }

    /// The weakest and the strongest opponent, in points.
    pub(super) const fn limits(&self) -> (i32, i32) {
        (self.weakest, self.strongest)
    }

    const fn accepts(&self, strength: i32) -> bool {
        self.weakest <= strength && strength <= self.strongest
    }

    /// The gap to another, if the two may play at all, however long they have waited.
    pub(super) fn gap(&self, other: &Self) -> Option<i32> {
        let limits = self.accepts(other.strength) && other.accepts(self.strength);
        let wishes = self.wish == Wish::Any || self.wish != other.wish;
        let fits = limits && wishes && !self.avoids(other) && !other.avoids(self);
        fits.then(|| (self.strength - other.strength).abs())
    }

    /// Which game the two would play.
    pub(super) fn pairing(&self, other: &Self, terms: Terms) -> Pairing {
        let (weaker, stronger) = if self.place() < other.place() { (self, other) } else { (other, self) };
        let wished = weaker.wish.allows(Color::Black) && stronger.wish.allows(Color::White);
        let most = if wished { weaker.handicap.min(stronger.handicap) } else { 0 };
        let wanted = steps(terms, weaker.strength, stronger.strength).min(most);
        if wanted > 0 {
            let handicap = if wanted == 1 { 0 } else { wanted };
            let rules = RuleSet { komi_quarters: 0, ..terms.preset.rules(handicap) };
            let rules = if wanted == 1 { rules } else { terms.preset.rules(handicap) };
            return Pairing { handicap, rules, sides: Sides::Fixed { black: weaker.player } };
        }
        let sides = match (self.wish, other.wish) {
            (Wish::Black, _) | (_, Wish::White) => Sides::Fixed { black: self.player },
            (_, Wish::Black) | (Wish::White, _) => Sides::Fixed { black: other.player },
            (Wish::Any, Wish::Any) => {
                let longer = (self.since_ms, self.player) <= (other.since_ms, other.player);
                Sides::Nigiri { guesser: if longer { self.player } else { other.player } }
            }
        };
        Pairing { handicap: 0, rules: terms.preset.rules(0), sides }
    }
}

/// The handicap of the table: 1 for 让先, else stones.
fn steps(terms: Terms, weaker: i32, stronger: i32) -> u8 {
    let ranks = ranks_at(f64::from(stronger)) - ranks_at(f64::from(weaker));
    let board = f64::from(terms.size.points()) / f64::from(Size::STANDARD.points());
    let steps = (ranks * board).round() as u8; // `as` saturates
    let places = handicap::most_fixed(terms.size.cols());
    if terms.preset == Preset::Ancient { 0 } else { steps.min(places.max(1)) }
}
