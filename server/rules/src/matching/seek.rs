//! What somebody waits for.

use serde::{Deserialize, Serialize};

use super::Strength;
use crate::player::Player;
use crate::rank::Rank;
use crate::rating::Speed;
use crate::{Color, Preset, Size};

/// How many of the last opponents are not met again: the server gives these, latest first or in any order.
pub const RECENT_OPPONENTS: usize = 3;
/// The most players of each list of a seek.
pub const AVOID_MOST: usize = 1000;

/// What a queue is for. The speed stands for the clock that the server publishes for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Terms {
    /// The board.
    pub size: Size,
    /// The speed.
    pub speed: Speed,
    /// The rules.
    pub preset: Preset,
    /// Whether the game is rated.
    pub rated: bool,
}

/// The weakest and the strongest opponent that somebody plays, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The weakest; none: anybody.
    pub weakest: Option<Strength>,
    /// The strongest; none: anybody.
    pub strongest: Option<Strength>,
}

/// The colour that somebody would like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// Either: drawn (猜先).
    #[default]
    Any,
    /// 执黑.
    Black,
    /// 执白.
    White,
}

/// What somebody waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Who.
    pub player: Player,
    /// For what game.
    pub terms: Terms,
    /// How strong; [`Strength::of`].
    pub strength: Strength,
    /// Against whom.
    pub limits: Limits,
    /// The most handicap that is played, given or taken: 0 even games only, 1 让先 too, 2 to 9 stones.
    pub handicap: u8,
    /// The colour, in games that are not rated.
    pub wish: Wish,
    /// Whom the player has blocked; the other direction need not be told.
    pub blocked: Vec<Player>,
    /// The last [`RECENT_OPPONENTS`] opponents.
    pub recent: Vec<Player>,
    /// Whether a sanction forbids such games.
    pub sanctioned: bool,
}

/// Why somebody cannot wait. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum BadSeek {
    /// A sanction forbids it.
    #[error("a sanction forbids such games for now")]
    Sanctioned,
    /// The player waits or is asked already.
    #[error("you are waiting already: withdraw first")]
    Waiting,
    /// The weakest opponent is stronger than the strongest.
    #[error("the weakest opponent must not be stronger than the strongest")]
    Limits,
    /// More than nine stones.
    #[error("a handicap is at most nine stones")]
    Handicap,
    /// A colour in a rated game.
    #[error("the colours of rated games are drawn")]
    ColorInRated,
    /// A list has more than [`AVOID_MOST`] players.
    #[error("a list of players is too long")]
    TooMany,
    /// The pool has [`POOL_MOST`](super::POOL_MOST) players.
    #[error("too many players are waiting: try again soon")]
    Full,
}

impl Limits {
    /// Anybody.
    pub const ANY: Self = Self { weakest: None, strongest: None };

    /// From one rank to another, both included.
    #[must_use]
    pub fn ranks(weakest: Rank, strongest: Rank) -> Self {
        Self { weakest: Some(Strength::of_rank(weakest)), strongest: Some(Strength::of_rank(strongest)) }
    }
}

impl Wish {
    /// Whether it allows a colour.
    #[must_use]
    pub const fn allows(self, color: Color) -> bool {
        match self {
            Self::Any => true,
            Self::Black => matches!(color, Color::Black),
            Self::White => matches!(color, Color::White),
        }
    }
}

impl Seek {
    /// Whether it can be waited for, all else left aside.
    pub(super) fn check(&self) -> Result<(), BadSeek> {
        let Limits { weakest, strongest } = self.limits;
        let crossed = weakest.zip(strongest).is_some_and(|(weakest, strongest)| weakest > strongest);
        if self.sanctioned {
            Err(BadSeek::Sanctioned)
        } else if crossed {
            Err(BadSeek::Limits)
        } else if self.handicap > crate::handicap::MOST {
            Err(BadSeek::Handicap)
        } else if self.terms.rated && self.wish != Wish::Any {
            Err(BadSeek::ColorInRated)
        } else if self.blocked.len().max(self.recent.len()) > AVOID_MOST {
            Err(BadSeek::TooMany)
        } else {
            Ok(())
        }
    }
}

/// The gap in points that is accepted for somebody who has waited so long: the table of the module.
#[must_use]
pub const fn window(waited_ms: i64) -> i32 {
    match waited_ms {
        ..10_000 => 100,
        10_000..20_000 => 150,
        20_000..40_000 => 220,
        40_000..60_000 => 320,
        60_000..120_000 => 450,
        120_000..300_000 => 700,
        300_000.. => i32::MAX,
    }
}
