//! How a game ended (RULES 8).
//!
//! Deliberately absent: the wild result texts of archives, which `sgf` reads.

use serde::{Deserialize, Serialize};

use crate::Color;

/// Who won and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Outcome {
    /// Both agreed on the stones and they were counted (数子). The margin is Black's, in
    /// quarter-子: positive, Black won; negative, White; zero, a draw.
    Counting {
        /// Black's margin in quarter-子.
        margin_quarters: i32,
    },
    /// The other side resigned (中盘胜).
    Resignation {
        /// Who won.
        winner: Color,
    },
    /// The other side's time ran out (超时).
    Time {
        /// Who won.
        winner: Color,
    },
    /// The first moves were not played in time; nobody won.
    Aborted,
}

/// The shape of a finished game's result for lists and tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// 黑胜.
    Black,
    /// 白胜.
    White,
    /// 和棋.
    Draw,
    /// 无胜负.
    Nobody,
}
