//! The rules of a game, axis by axis.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Color;

macro_rules! axis {
    ($($item:item)+) => {
        $(#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[ts(export)]
        $item)+
    };
}

axis! {
    /// What is counted.
    pub enum Counting {
        /// 数子法: stones and the points that only they surround.
        Area,
        /// 数目法: surrounded points outside seki, prisoners and dead stones.
        Territory,
    }

    /// Which earlier positions a play may not recreate.
    pub enum KoRule {
        /// Any of the whole game.
        Positional,
        /// Any with the same side to move.
        Situational,
        /// Any that an earlier play of the same side created.
        NaturalSituational,
        /// The immediate retake only.
        Simple,
    }

    /// What becomes of a whole-board repetition.
    pub enum Repetition {
        /// The ko rule refuses it.
        Forbid,
        /// 和棋; with `simple` ko only, like the two that follow.
        Draw,
        /// 无胜负.
        NoResult,
        /// 加赛.
        Replay,
    }

    /// What a repetition ends a game with.
    pub enum Repeated {
        /// 和棋.
        Draw,
        /// 无胜负.
        NoResult,
        /// 加赛: the game does not count, another is to be played.
        Replay,
    }

    /// What Black gives back for n handicap stones, in 目.
    pub enum HandicapBack {
        /// Nothing.
        None,
        /// n.
        N,
        /// n − 1.
        NMinusOne,
    }

    /// Who wins when the margin is zero.
    pub enum Ties {
        /// Nobody.
        Draw,
        /// Black.
        Black,
    }

    /// What a pass means beside giving up the turn.
    pub enum PassRule {
        /// Nothing.
        Plain,
        /// It hands a stone over, and White makes the last pass. The stones are only shown.
        Stones,
        /// Black gives 1 目 if the first pass of the game was White's.
        FirstPass,
    }

    /// What lies on the board at the start.
    pub enum Start {
        /// Nothing but handicap stones.
        Empty,
        /// 座子: two stones of each colour on the corner stars.
        CornerStones,
    }

    /// Who moves first after a dispute about the stones.
    pub enum Resumption {
        /// The side that claims the stones are dead.
        Claimant,
        /// The opponent of the last passer.
        LastPasser,
        /// The opponent of who asked to resume.
        Asker,
    }
}

/// Every axis of a game's rules but komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[ts(export)]
pub struct RuleAxes {
    /// What is counted.
    pub counting: Counting,
    /// Which repetition is refused.
    pub ko: KoRule,
    /// What becomes of one that is not.
    pub repetition: Repetition,
    /// Whether suicide is allowed.
    pub suicide: bool,
    /// What Black gives back for handicap stones.
    pub handicap_back: HandicapBack,
    /// Who wins a tie.
    pub ties: Ties,
    /// 还棋头: each side gives 1 子 for each of its living groups.
    pub group_tax: bool,
    /// What a pass means.
    pub passes: PassRule,
    /// What lies on the board at the start.
    pub start: Start,
    /// Who moves first when there is no handicap.
    pub first: Color,
    /// Who moves first after a dispute.
    pub resumption: Resumption,
    /// What a warning costs, in quarter-子.
    pub warning_quarters: i16,
}

/// Axes that a private game changes from its preset's; what is absent stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export, optional_fields)]
pub struct RuleChanges {
    /// What is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counting: Option<Counting>,
    /// Which repetition is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ko: Option<KoRule>,
    /// What becomes of one that is not; needed with `simple` ko, and only then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<Repetition>,
    /// Whether suicide is allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suicide: Option<bool>,
    /// What Black gives back for handicap stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap_back: Option<HandicapBack>,
    /// Who wins a tie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ties: Option<Ties>,
    /// 还棋头.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_tax: Option<bool>,
    /// What a pass means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passes: Option<PassRule>,
    /// What lies on the board at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Who moves first when there is no handicap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Color>,
    /// Who moves first after a dispute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumption: Option<Resumption>,
    /// What a warning costs, in quarter-子.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning_quarters: Option<i16>,
}
