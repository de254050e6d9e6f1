//! All ratings after some games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Class, DEVIATION_MOST, Game, Rating, Uncounted, VALUE_MIDDLE, VALUE_OF_PROFESSIONALS, counts,
    expectation, value_of,
};
use crate::ByColor;
use crate::player::Player;
use crate::rank::{Held, Rank};

/// The deviation of a first rating from an awarded rank, of one from a declared rank, and of the
/// first rating of a class from the overall one.
const AWARDED: f64 = 150.0;
const DECLARED: f64 = 250.0;
const CLASS: f64 = 200.0;

/// Overall or of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// From the games of all classes.
    Overall,
    /// From those of one class.
    Class(Class),
}

/// Where a rating stands in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// Whose.
    pub player: Player,
    /// Of which games.
    pub scope: Scope,
}

/// Where an account starts, which its first game fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Nothing is known: 1500, deviation 350.
    #[default]
    Unknown,
    /// At the place of a declared rank, deviation 250.
    Declared(Rank),
    /// At the place of an awarded rank, deviation 150.
    Awarded(Rank),
}

/// What a game did to one rating of each side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Overall or of the game's class.
    pub scope: Scope,
    /// Before.
    pub before: ByColor<Rating>,
    /// After.
    pub after: ByColor<Rating>,
    /// The score that was expected of Black, between 0 and 1.
    pub expected: f64,
}

/// A game that is not after all games of the book: replay them in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game ended before others that are in the book: replay them in order")]
pub struct OutOfOrder;

/// All ratings after some games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    starts: BTreeMap<Player, Start>,
    ratings: BTreeMap<Key, Rating>,
    last: Option<(i64, u128)>,
    programs_count: bool,
}

impl From<Option<Held<Rank>>> for Start {
    fn from(held: Option<Held<Rank>>) -> Self {
        match held {
            None => Self::Unknown,
            Some(held) if held.declared => Self::Declared(held.rank),
            Some(held) => Self::Awarded(held.rank),
        }
    }
}

impl Start {
    /// The rating before any game.
    #[must_use]
    pub fn rating(self) -> Rating {
        match self {
            Self::Unknown => Rating::new(VALUE_MIDDLE, DEVIATION_MOST),
            Self::Declared(rank) => Rating::new(value(rank), DECLARED),
            Self::Awarded(rank) => Rating::new(value(rank), AWARDED),
        }
    }
}

fn value(rank: Rank) -> f64 {
    match rank {
        Rank::Amateur(rank) => value_of(rank),
        Rank::Professional(_) => VALUE_OF_PROFESSIONALS,
    }
}

impl Book {
    /// An empty book; `programs_count` as in [`counts`].
    #[must_use]
    pub fn new(programs_count: bool) -> Self {
        Self { programs_count, ..Self::default() }
    }

    /// The book of these games, whatever order they come in. `starts` holds for every player the
    /// start that was fixed before the first rated game; who is not in it starts as unknown.
    #[must_use]
    pub fn replay(programs_count: bool, starts: &BTreeMap<Player, Start>, games: &[Game]) -> Self {
        let mut book = Self { starts: starts.clone(), ..Self::new(programs_count) };
        let mut order: Vec<&Game> = games.iter().collect();
        order.sort_by_key(|game| game.key());
        order.dedup_by_key(|game| game.key());
        for game in order {
            if let Ok(score) = counts(game, programs_count) {
                book.enter(game, score);
            }
        }
        book
    }

    /// Fixes where a player starts. False, and nothing changed, once it was fixed or a game was entered.
    pub fn begin(&mut self, player: Player, start: Start) -> bool {
        let played = self.ratings.contains_key(&Key { player, scope: Scope::Overall });
        let free = !played && !self.starts.contains_key(&player);
        if free {
            self.starts.insert(player, start);
        }
        free
    }

    /// Enters a game after all others: the overall rating's change, and that of the game's class;
    /// or why it does not count, with nothing changed.
    ///
    /// # Errors
    /// [`OutOfOrder`] when it is not after all games that the book has; nothing is changed.
    pub fn apply(&mut self, game: &Game) -> Result<Result<[Change; 2], Uncounted>, OutOfOrder> {
        if self.last.is_some_and(|last| game.key() <= last) {
            return Err(OutOfOrder);
        }
        Ok(counts(game, self.programs_count).map(|score| self.enter(game, score)))
    }

    /// A player's rating, which is the start before any game.
    #[must_use]
    pub fn rating(&self, player: Player, scope: Scope) -> Rating {
        if let Some(&rating) = self.ratings.get(&Key { player, scope }) {
            return rating;
        }
        match scope {
            Scope::Overall => self.starts.get(&player).copied().unwrap_or_default().rating(),
            Scope::Class(_) => {
                let overall = self.rating(player, Scope::Overall);
                Rating::new(overall.value, overall.deviation.max(CLASS))
            }
        }
    }

    /// All ratings of players who have played.
    pub fn ratings(&self) -> impl Iterator<Item = (&Key, &Rating)> {
        self.ratings.iter()
    }

    fn enter(&mut self, game: &Game, score: f64) -> [Change; 2] {
        self.last = Some(game.key());
        // Both before either: a class that begins takes the overall rating of before the game.
        let changes = [Scope::Class(game.class), Scope::Overall].map(|scope| self.change(game, scope, score));
        for change in &changes {
            for (player, rating) in
                [(game.players.black, change.after.black), (game.players.white, change.after.white)]
            {
                self.ratings.insert(Key { player, scope: change.scope }, rating);
            }
        }
        let [class, overall] = changes;
        [overall, class]
    }

    fn change(&self, game: &Game, scope: Scope, score: f64) -> Change {
        let now_ms = game.finished_ms;
        let before = ByColor {
            black: self.rating(game.players.black, scope),
            white: self.rating(game.players.white, scope),
        };
        let (black, white) = (before.black, before.white);
        let shift = game.odds().points(black.value);
        let (black_deviation, white_deviation) = (black.deviation_at(now_ms), white.deviation_at(now_ms));
        let after = ByColor {
            black: black.after(shift, white.value, white_deviation, score, now_ms),
            white: white.after(0.0, black.value + shift, black_deviation, 1.0 - score, now_ms),
        };
        let expected = expectation(black.value + shift, black_deviation, white.value, white_deviation);
        Change { scope, before, after, expected }
    }
}
