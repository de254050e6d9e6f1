//! The independent axes along which national rules differ (RULES 2–4).
//!
//! Every axis has a value that is the Chinese rules', and journals leave it out: a rule set that
//! an earlier release wrote means what it always meant. The named sets over the axes are in `preset`.
//!
//! Deliberately absent: whether a set is sensible (`Setup::check`), and what the axes lead to.

use serde::{Deserialize, Serialize};

use crate::{Color, Repeated};

/// What is counted when the game is over (第9条).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// 数子法: living stones and the points that only they surround.
    #[default]
    Area,
    /// 数目法: surrounded points outside seki, prisoners and dead stones.
    Territory,
}

/// Which earlier positions a play may not recreate (全局同形, 第20条; RULES 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KoRule {
    /// Any earlier position of the whole game.
    Positional,
    /// Any earlier position with the same side to move.
    Situational,
    /// Any position that an earlier play of the same side created.
    NaturalSituational,
    /// Only the position before the opponent's last play: the immediate retake.
    Simple,
}

/// What becomes of a game in which a whole-board position keeps coming back: 三劫, 四劫, 长生,
/// 双提两子 (第20条.3; RULES 2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repetition {
    /// It cannot: superko refuses the play.
    #[default]
    Forbid,
    /// 和棋; only with [`KoRule::Simple`], like the two that follow.
    Draw,
    /// 无胜负.
    NoResult,
    /// 加赛.
    Replay,
}

impl Repetition {
    /// What a repetition ends the game with, if it may.
    #[must_use]
    pub const fn verdict(self) -> Option<Repeated> {
        match self {
            Self::Forbid => None,
            Self::Draw => Some(Repeated::Draw),
            Self::NoResult => Some(Repeated::NoResult),
            Self::Replay => Some(Repeated::Replay),
        }
    }
}

/// What Black gives back for `n` handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandicapBack {
    /// Nothing.
    None,
    /// n/2 子, that is n 目 (Chinese).
    N,
    /// n − 1 目 (AGA).
    NMinusOne,
}

/// Who has won when the margin is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ties {
    /// Nobody: 和棋.
    #[default]
    Draw,
    /// Black (应氏).
    Black,
}

/// What a pass (虚着) means beside giving up the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassRule {
    /// Nothing.
    #[default]
    Plain,
    /// Each pass hands a stone over, and White makes the last pass: a third one if Black's was the
    /// second (AGA). The stones are shown, and are never part of an area count.
    Stones,
    /// If the first pass of the game was White's, Black gives 1 目 (2008 智运会).
    FirstPass,
}

/// The stones that lie on the board before anything else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// None.
    #[default]
    Empty,
    /// 座子: two stones of each colour on the corner stars, each colour on one diagonal.
    CornerStones,
}

/// Who moves first when play goes on after a dispute about the stones (第21条.4; RULES 3.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resumption {
    /// The side that claims the stones are dead, whoever passed last.
    #[default]
    Claimant,
    /// The opponent of the last passer.
    LastPasser,
    /// The opponent of who asked to resume.
    Asker,
}

/// What a warning costs the warned side under the 2002 edition, in quarter-子: 1 子 (第24条.1).
pub const WARNING_QUARTERS: i16 = 4;

/// The rules of one game, axis by axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleSet {
    /// Which repetition is refused.
    pub ko: KoRule,
    /// Whether a play that leaves its own group without liberties is allowed (禁着点, 第6条).
    pub suicide: bool,
    /// What Black gives White, in quarter-子: 15 is 3¾ 子 = 7½ 目.
    pub komi_quarters: i16,
    /// What Black gives back for handicap stones.
    pub handicap_back: HandicapBack,
    /// What is counted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub counting: Counting,
    /// What becomes of a repetition that the ko rule allows.
    #[serde(default, skip_serializing_if = "is_default")]
    pub repetition: Repetition,
    /// Who wins a tie.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ties: Ties,
    /// 还棋头: each side gives 1 子 for each living group that it has.
    #[serde(default, skip_serializing_if = "is_default")]
    pub group_tax: bool,
    /// What a pass means.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passes: PassRule,
    /// What lies on the board at the start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub start: Start,
    /// Who moves first when there is no handicap.
    #[serde(default = "black", skip_serializing_if = "is_black")]
    pub first: Color,
    /// Who moves first after a dispute.
    #[serde(default, skip_serializing_if = "is_default")]
    pub resumption: Resumption,
    /// What each warning costs the warned side, in quarter-子.
    #[serde(default = "warning_quarters", skip_serializing_if = "is_warning_quarters")]
    pub warning_quarters: i16,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

const fn black() -> Color {
    Color::Black
}

fn is_black(color: &Color) -> bool {
    *color == Color::Black
}

const fn warning_quarters() -> i16 {
    WARNING_QUARTERS
}

fn is_warning_quarters(quarters: &i16) -> bool {
    *quarters == WARNING_QUARTERS
}
