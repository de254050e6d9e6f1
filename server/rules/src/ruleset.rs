//! The independent axes along which national rules differ, and the presets over them (RULES 4).
//!
//! Deliberately absent: territory counting, group tax and the repetition policies; only axes that
//! the game state machine obeys are listed here.

use serde::{Deserialize, Serialize};

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
}

/// A named set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// 中国围棋竞赛规则, 2002 edition.
    #[default]
    Chinese,
}

impl Preset {
    /// The axes of the preset for a game with this many handicap stones (让子): komi falls away
    /// from two stones on (第11条).
    #[must_use]
    pub const fn rules(self, handicap: u8) -> RuleSet {
        match self {
            Self::Chinese => RuleSet {
                ko: KoRule::Positional,
                suicide: false,
                komi_quarters: if handicap >= 2 { 0 } else { 15 },
                handicap_back: HandicapBack::N,
            },
        }
    }
}
