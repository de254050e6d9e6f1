//! What is agreed before the first move.

use serde::{Deserialize, Serialize};

use crate::{ClockSetup, Nigiri, Preset, RuleSet, Size};

/// How the handicap stones come on the board (让子, RULES 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// On the star points, in the customary order.
    #[default]
    Fixed,
    /// Where Black likes; a pass is not legal while placing.
    Free,
}

/// Everything that was agreed before the first move. Checked by [`Setup::check`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// The name of the rules.
    pub preset: Preset,
    /// The rules themselves, which a private game may have changed from the preset's.
    pub rules: RuleSet,
    /// Handicap stones: 0, or 2 to 9 (fixed: as many as the board has places for). 让先 (Black first, no komi) is 0 stones and komi 0.
    pub handicap: u8,
    /// How they are placed.
    pub placement: Placement,
    /// The time control, the same for both sides.
    pub clock: ClockSetup,
    /// Time for each side's first move, after which the game is aborted; none in scheduled games.
    pub first_move_ms: Option<u64>,
    /// How the colours were drawn, when they were (猜先).
    pub nigiri: Option<Nigiri>,
}
