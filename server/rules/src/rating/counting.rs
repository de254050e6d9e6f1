//! Which games count (RULES 9: rated games only), as a published rule with a reason for each "no".
//!
//! A game counts that was asked for as rated, was not annulled, has a winner or is a draw, and
//! has at least [`least_moves`]: 8 on boards up to 9 lines, 12 up to 13, 20 above. A loss on time
//! counts like another: there is no free timeout, and nothing is annulled behind anybody's back.
//! The exception is a program's own loss on time, by which nobody gains, for what failed was a
//! machine; a person's loss on time against a program counts. Games with programs count only where
//! the server's settings say so.

use serde::{Deserialize, Serialize};

use super::{Boards, Class, Odds};
use crate::player::Player;
use crate::{ByColor, Outcome, RuleSet, Size, Winner};

/// A finished game, with all that its rating needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// When it ended, Unix milliseconds.
    pub finished_ms: i64,
    /// Its id: orders the games that end in one millisecond.
    pub id: u128,
    /// Who played.
    pub players: ByColor<Player>,
    /// Which of them are programs.
    pub programs: ByColor<bool>,
    /// The class.
    pub class: Class,
    /// The board.
    pub size: Size,
    /// Handicap stones.
    pub handicap: u8,
    /// The rules, komi among them.
    pub rules: RuleSet,
    /// How many moves were made, passes not counted.
    pub moves: u32,
    /// How it ended.
    pub finished: Finished,
    /// Whether it was asked for as rated.
    pub rated: bool,
    /// Whether it was annulled since.
    pub annulled: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Who won.
    pub winner: Winner,
    /// Whether on time (超时).
    pub on_time: bool,
    /// Whether by resignation (中盘).
    pub resigned: bool,
}

/// Why a game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Uncounted {
    /// It was not asked for as rated.
    #[error("the game was not rated")]
    Unrated,
    /// It was annulled.
    #[error("the game was annulled")]
    Annulled,
    /// Nobody won, or both lost.
    #[error("the game has no winner and is no draw")]
    NoWinner,
    /// It has fewer moves than [`least_moves`].
    #[error("the game is too short")]
    TooShort,
    /// Both seats had one account.
    #[error("both sides are one player")]
    OnePlayer,
    /// Programs do not count here.
    #[error("games with programs are not rated here")]
    Program,
    /// A program lost on time.
    #[error("a program's loss on time gives nothing")]
    ProgramOutOfTime,
}

impl Finished {
    /// Of an outcome.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        Self {
            winner: outcome.winner(),
            on_time: matches!(outcome, Outcome::Time { .. }),
            resigned: matches!(outcome, Outcome::Resignation { .. }),
        }
    }
}

impl Game {
    /// Its place in the order of all games.
    #[must_use]
    pub const fn key(&self) -> (i64, u128) {
        (self.finished_ms, self.id)
    }

    /// What handicap and komi are worth to Black.
    #[must_use]
    pub fn odds(&self) -> Odds {
        Odds::of(self.size, self.handicap, &self.rules)
    }

    /// Black's score: 1, ½ or 0; none without a winner or draw.
    #[must_use]
    pub const fn score(&self) -> Option<f64> {
        match self.finished.winner {
            Winner::Black => Some(1.0),
            Winner::White => Some(0.0),
            Winner::Draw => Some(0.5),
            Winner::Nobody | Winner::BothLose => None,
        }
    }
}

/// The fewest moves of a game that counts.
#[must_use]
pub fn least_moves(size: Size) -> u32 {
    match Boards::of(size) {
        Boards::Small => 8,
        Boards::Medium => 12,
        Boards::Full => 20,
    }
}

/// Black's score of a game that counts.
///
/// # Errors
/// [`Uncounted`] says why it does not.
pub fn counts(game: &Game, programs_count: bool) -> Result<f64, Uncounted> {
    let program_lost = match game.finished.winner {
        Winner::Black => game.programs.white,
        Winner::White => game.programs.black,
        Winner::Draw | Winner::Nobody | Winner::BothLose => false,
    };
    let programs = game.programs.black || game.programs.white;
    if !game.rated {
        Err(Uncounted::Unrated)
    } else if game.annulled {
        Err(Uncounted::Annulled)
    } else if game.players.black == game.players.white {
        Err(Uncounted::OnePlayer)
    } else if programs && !programs_count {
        Err(Uncounted::Program)
    } else if program_lost && game.finished.on_time {
        Err(Uncounted::ProgramOutOfTime)
    } else if game.moves < least_moves(game.size) {
        Err(Uncounted::TooShort)
    } else {
        game.score().ok_or(Uncounted::NoWinner)
    }
}
