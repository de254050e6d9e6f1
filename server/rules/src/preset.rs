//! The named rule sets (RULES 4), as constants over the axes.
//!
//! | preset | counting | ko | suicide | komi | back | what else |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | `chinese` | area | positional | no | 3¾ 子 | n 目 | warnings cost 1 子 |
//! | `chinese-1988` | area | positional | no | 2¾ 子 | n 目 | |
//! | `japanese`, `korean` | territory | simple, repetition is no result | no | 6½ 目 | – | after a dispute the asker's opponent moves |
//! | `ing` | area | positional | yes | 8 目 | n 目 | Black wins ties |
//! | `wmsg-2008` | area | positional | no | 6½ 目 | n 目 | 1 目 if White passed first |
//! | `aga` | area | situational | no | 7½ 目, ½ with handicap | n − 1 目 | pass stones, White passes last |
//! | `nz` | area | situational | yes | 7 目 | – | |
//! | `ancient` | area | positional | no | 0 | – | 座子, 还棋头, White first |
//!
//! With a handicap of two stones or more there is no komi, where the table says nothing else.
//!
//! Deliberately absent: time controls and conduct, which belong to events.

use serde::{Deserialize, Serialize};

use crate::ruleset::{
    Counting, HandicapBack, KoRule, PassRule, Repetition, Resumption, RuleSet, Start, Ties, WARNING_QUARTERS,
};
use crate::{Color, MarginUnit};

/// A named set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// 中国围棋竞赛规则, 2002 edition.
    #[default]
    Chinese,
    /// The same, 1988 edition.
    #[serde(rename = "chinese-1988")]
    Chinese1988,
    /// 日本囲碁規約.
    Japanese,
    /// 한국 바둑 규칙.
    Korean,
    /// 应氏计点制.
    Ing,
    /// 2008 世界智力运动会围棋规则.
    #[serde(rename = "wmsg-2008")]
    Wmsg2008,
    /// American Go Association.
    Aga,
    /// New Zealand.
    Nz,
    /// 古棋: 座子 and 还棋头.
    Ancient,
}

/// 2002 edition: what every other set is told against.
const CHINESE: RuleSet = RuleSet {
    ko: KoRule::Positional,
    suicide: false,
    komi_quarters: 15,
    handicap_back: HandicapBack::N,
    counting: Counting::Area,
    repetition: Repetition::Forbid,
    ties: Ties::Draw,
    group_tax: false,
    passes: PassRule::Plain,
    start: Start::Empty,
    first: Color::Black,
    resumption: Resumption::Claimant,
    warning_quarters: WARNING_QUARTERS,
};

/// Warnings are a matter of the 2002 edition; in the one before they cost no 子.
const CHINESE_1988: RuleSet = RuleSet { komi_quarters: 11, warning_quarters: 0, ..CHINESE };

const JAPANESE: RuleSet = RuleSet {
    ko: KoRule::Simple,
    komi_quarters: 13,
    handicap_back: HandicapBack::None,
    counting: Counting::Territory,
    repetition: Repetition::NoResult,
    resumption: Resumption::Asker,
    warning_quarters: 0,
    ..CHINESE
};

const ING: RuleSet =
    RuleSet { suicide: true, komi_quarters: 16, ties: Ties::Black, warning_quarters: 0, ..CHINESE };

const WMSG_2008: RuleSet = RuleSet {
    komi_quarters: 13,
    passes: PassRule::FirstPass,
    resumption: Resumption::LastPasser,
    warning_quarters: 0,
    ..CHINESE
};

const AGA: RuleSet = RuleSet {
    ko: KoRule::Situational,
    handicap_back: HandicapBack::NMinusOne,
    passes: PassRule::Stones,
    resumption: Resumption::LastPasser,
    warning_quarters: 0,
    ..CHINESE
};

const NZ: RuleSet = RuleSet {
    ko: KoRule::Situational,
    suicide: true,
    komi_quarters: 14,
    handicap_back: HandicapBack::None,
    resumption: Resumption::LastPasser,
    warning_quarters: 0,
    ..CHINESE
};

/// 敌手棋; in 饶子棋 the weaker side has Black and moves first.
const ANCIENT: RuleSet = RuleSet {
    komi_quarters: 0,
    handicap_back: HandicapBack::None,
    group_tax: true,
    start: Start::CornerStones,
    first: Color::White,
    warning_quarters: 0,
    ..CHINESE
};

impl Preset {
    /// All of them, in the order of the rule book.
    pub const ALL: [Self; 9] = [
        Self::Chinese,
        Self::Chinese1988,
        Self::Japanese,
        Self::Korean,
        Self::Ing,
        Self::Wmsg2008,
        Self::Aga,
        Self::Nz,
        Self::Ancient,
    ];

    /// The axes of the preset for a game with this many handicap stones (让子): komi falls away
    /// from two stones on (第11条), but for ½ 目 under `aga`.
    #[must_use]
    pub const fn rules(self, handicap: u8) -> RuleSet {
        let even = match self {
            Self::Chinese => CHINESE,
            Self::Chinese1988 => CHINESE_1988,
            Self::Japanese | Self::Korean => JAPANESE,
            Self::Ing => ING,
            Self::Wmsg2008 => WMSG_2008,
            Self::Aga => AGA,
            Self::Nz => NZ,
            Self::Ancient => ANCIENT,
        };
        let with_handicap = match self {
            Self::Aga => 1,
            Self::Chinese
            | Self::Chinese1988
            | Self::Japanese
            | Self::Korean
            | Self::Ing
            | Self::Wmsg2008
            | Self::Nz
            | Self::Ancient => 0,
        };
        RuleSet { komi_quarters: if handicap >= 2 { with_handicap } else { even.komi_quarters }, ..even }
    }

    /// The name by which it is asked for and stored: `chinese`, `wmsg-2008`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chinese => "chinese",
            Self::Chinese1988 => "chinese-1988",
            Self::Japanese => "japanese",
            Self::Korean => "korean",
            Self::Ing => "ing",
            Self::Wmsg2008 => "wmsg-2008",
            Self::Aga => "aga",
            Self::Nz => "nz",
            Self::Ancient => "ancient",
        }
    }

    /// The preset of a [`name`](Self::name).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// What its results are told in: 子 under the Chinese rules of all times, else 目.
    #[must_use]
    pub const fn unit(self) -> MarginUnit {
        match self {
            Self::Chinese | Self::Chinese1988 | Self::Ancient => MarginUnit::Zi,
            Self::Japanese | Self::Korean | Self::Ing | Self::Wmsg2008 | Self::Aga | Self::Nz => {
                MarginUnit::Mu
            }
        }
    }

    /// The value of SGF's `RU`, as the format has it where it has it.
    #[must_use]
    pub const fn to_sgf(self) -> &'static str {
        match self {
            Self::Chinese => "Chinese",
            Self::Chinese1988 => "Chinese 1988",
            Self::Japanese => "Japanese",
            Self::Korean => "Korean",
            Self::Ing => "GOE",
            Self::Wmsg2008 => "WMSG 2008",
            Self::Aga => "AGA",
            Self::Nz => "NZ",
            Self::Ancient => "Ancient Chinese",
        }
    }

    /// The preset that an archive's `RU` names, in the words that leave no doubt. That the game was
    /// played by it is another question: `RU` is often false.
    #[must_use]
    pub fn from_sgf(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        Some(match text.as_str() {
            "chinese" | "china" | "cn" | "中国" | "中国规则" | "中国規則" | "中國規則" => {
                Self::Chinese
            }
            "chinese 1988" | "chinese-1988" => Self::Chinese1988,
            "japanese" | "japan" | "jp" | "日本" | "日本规则" | "日本規則" | "日本ルール" => {
                Self::Japanese
            }
            "korean" | "korea" | "kr" | "한국" | "韩国规则" | "韓國規則" => Self::Korean,
            "goe" | "ing" | "ing goe" | "ing's goe" | "应氏" | "應氏" | "应氏规则" | "應氏規則" => {
                Self::Ing
            }
            "wmsg 2008" | "wmsg-2008" | "智运会" | "智运围棋规则" => Self::Wmsg2008,
            "aga" => Self::Aga,
            "nz" | "new zealand" => Self::Nz,
            "ancient chinese" | "ancient" | "古棋" | "座子" => Self::Ancient,
            _ => return None,
        })
    }
}
