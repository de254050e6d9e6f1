//! How a game ended (RULES 8).
//!
//! Margins are shown in 子 and in 目 (points): a quarter-子 is half a 目. SGF knows only the latter.
//!
//! Deliberately absent: the wild result texts of archives, which `sgf` reads.

use serde::{Deserialize, Serialize};

use crate::{Color, Ties, Verdict};

/// Who won and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Outcome {
    /// Both agreed on the stones and they were counted (数子). The margin is Black's, in
    /// quarter-子: positive, Black won; negative, White; zero, a draw unless Black wins ties.
    Counting {
        /// Black's margin in quarter-子.
        margin_quarters: i32,
        /// Who wins at zero.
        #[serde(default, skip_serializing_if = "is_draw")]
        ties: Ties,
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
    /// A whole-board position kept coming back (第20条.3).
    Repetition {
        /// What that came to.
        verdict: Repeated,
    },
    /// Both agreed on a draw (和棋).
    Agreed,
    /// The other side came too late, stayed away, or was warned twice (弃权, 判负).
    Forfeit {
        /// Who won.
        winner: Color,
    },
    /// Both came too late or stayed away (双方均负).
    BothLose,
    /// A referee ruled it (裁定).
    Ruled {
        /// What.
        verdict: Verdict,
    },
    /// The first moves were not played in time; nobody won.
    Aborted,
}

fn is_draw(ties: &Ties) -> bool {
    *ties == Ties::Draw
}

/// What a repetition ends a game with (第20条.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repeated {
    /// 和棋.
    Draw,
    /// 无胜负.
    NoResult,
    /// 加赛: the game does not count, another is played.
    Replay,
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
    /// 双方均负.
    BothLose,
}

/// What a margin is told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarginUnit {
    /// 子, of four quarters.
    Zi,
    /// 目, of two quarter-子.
    Mu,
}

impl MarginUnit {
    /// A margin with its unit, exactly: `3¾子`, `7目半`, `半目`, `0目`.
    #[must_use]
    pub fn text(self, quarters: i32) -> String {
        match self {
            Self::Zi => format!("{}子", zi_text(quarters)),
            Self::Mu => {
                let sign = if quarters < 0 { "-" } else { "" };
                match (quarters.unsigned_abs() / 2, quarters % 2 == 0) {
                    (0, false) => format!("{sign}半目"),
                    (whole, true) => format!("{sign}{whole}目"),
                    (whole, false) => format!("{sign}{whole}目半"),
                }
            }
        }
    }
}

impl Outcome {
    /// Who won.
    #[must_use]
    pub const fn winner(&self) -> Winner {
        match *self {
            Self::Counting { margin_quarters, .. } if margin_quarters > 0 => Winner::Black,
            Self::Counting { margin_quarters, .. } if margin_quarters < 0 => Winner::White,
            Self::Counting { ties: Ties::Black, .. } => Winner::Black,
            Self::Counting { ties: Ties::Draw, .. } => Winner::Draw,
            Self::Agreed => Winner::Draw,
            Self::BothLose => Winner::BothLose,
            Self::Ruled { verdict } => verdict.winner(),
            Self::Resignation { winner } | Self::Time { winner } | Self::Forfeit { winner } => match winner {
                Color::Black => Winner::Black,
                Color::White => Winner::White,
            },
            Self::Repetition { verdict: Repeated::Draw } => Winner::Draw,
            Self::Repetition { verdict: Repeated::NoResult | Repeated::Replay } | Self::Aborted => {
                Winner::Nobody
            }
        }
    }

    /// The value of SGF's `RE`: `B+7.5` (in 目), `W+R`, `B+T`, `0`, `Void`.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let side = match self.winner() {
            Winner::Black => "B",
            Winner::White => "W",
            Winner::Draw => return "0".to_owned(),
            Winner::Nobody | Winner::BothLose => return "Void".to_owned(),
        };
        match *self {
            Self::Counting { margin_quarters, .. } => {
                format!("{side}+{}", mu_text(margin_quarters.saturating_abs()))
            }
            Self::Resignation { .. } => format!("{side}+R"),
            Self::Time { .. } => format!("{side}+T"),
            Self::Forfeit { .. } => format!("{side}+F"),
            Self::Ruled { .. } => format!("{side}+"),
            Self::Repetition { .. } | Self::Agreed | Self::BothLose | Self::Aborted => "Void".to_owned(),
        }
    }

    /// The Chinese form, with a margin in this unit: `黑胜3¾子`, `黑胜7目半`, `白中盘胜`, `黑超时胜`,
    /// `黑胜（对方弃权）`, `黑胜（裁定）`, `和棋`, `双方均负`, `无胜负`, `重赛`.
    #[must_use]
    pub fn to_chinese(&self, unit: MarginUnit) -> String {
        let side = match self.winner() {
            Winner::Black => "黑",
            Winner::White => "白",
            Winner::Draw => return "和棋".to_owned(),
            Winner::BothLose => return "双方均负".to_owned(),
            Winner::Nobody => match *self {
                Self::Repetition { verdict: Repeated::Replay } | Self::Ruled { verdict: Verdict::Replay } => {
                    return "重赛".to_owned();
                }
                Self::Counting { .. }
                | Self::Resignation { .. }
                | Self::Time { .. }
                | Self::Repetition { .. }
                | Self::Agreed
                | Self::Forfeit { .. }
                | Self::BothLose
                | Self::Ruled { .. }
                | Self::Aborted => return "无胜负".to_owned(),
            },
        };
        match *self {
            Self::Counting { margin_quarters, .. } => {
                format!("{side}胜{}", unit.text(margin_quarters.saturating_abs()))
            }
            Self::Resignation { .. } => format!("{side}中盘胜"),
            Self::Time { .. } => format!("{side}超时胜"),
            Self::Forfeit { .. } => format!("{side}胜（对方弃权）"),
            Self::Ruled { .. } => format!("{side}胜（裁定）"),
            Self::Repetition { .. } | Self::Agreed | Self::BothLose | Self::Aborted => "无胜负".to_owned(),
        }
    }
}

/// Quarter-子 as a number of 子, exactly: 15 is `3¾`, 1 is `¼`, 0 is `0`, −6 is `-1½`.
#[must_use]
pub fn zi_text(quarters: i32) -> String {
    let sign = if quarters < 0 { "-" } else { "" };
    let (whole, part) = (quarters.unsigned_abs() / 4, quarters.unsigned_abs() % 4);
    let part = ["", "¼", "½", "¾"][part as usize];
    if whole == 0 && !part.is_empty() { format!("{sign}{part}") } else { format!("{sign}{whole}{part}") }
}

/// Quarter-子 as a number of 目, exactly: 15 is `7.5`, 4 is `2`, −1 is `-0.5`.
#[must_use]
pub fn mu_text(quarters: i32) -> String {
    let sign = if quarters < 0 { "-" } else { "" };
    let half = if quarters % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", quarters.unsigned_abs() / 2)
}
