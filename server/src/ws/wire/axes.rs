//! The axes of the rules, both ways.

use protocol as wire;
use rules::{
    Color, Counting, HandicapBack, KoRule, PassRule, Repeated, Repetition, Resumption, RuleSet, Start, Ties,
};

use super::game::{Shown, color};

/// An enum of the wire and one of the rules that name the same things.
macro_rules! same {
    ($name:ident: $($variant:ident)+) => {
        impl Shown for $name {
            type Wire = wire::$name;
            fn shown(self) -> wire::$name {
                match self {
                    $(Self::$variant => wire::$name::$variant,)+
                }
            }
        }

        impl Meant for wire::$name {
            type Domain = $name;
            fn meant(self) -> $name {
                match self {
                    $(Self::$variant => $name::$variant,)+
                }
            }
        }
    };
}

/// A value of the wire and what it means to the rules.
trait Meant {
    type Domain;
    fn meant(self) -> Self::Domain;
}

same!(Counting: Area Territory);
same!(KoRule: Positional Situational NaturalSituational Simple);
same!(Repetition: Forbid Draw NoResult Replay);
same!(Repeated: Draw NoResult Replay);
same!(HandicapBack: None N NMinusOne);
same!(Ties: Draw Black);
same!(PassRule: Plain Stones FirstPass);
same!(Start: Empty CornerStones);
same!(Resumption: Claimant LastPasser Asker);

impl Meant for wire::Color {
    type Domain = Color;
    fn meant(self) -> Color {
        color(self)
    }
}

impl Shown for RuleSet {
    type Wire = wire::RuleAxes;
    fn shown(self) -> wire::RuleAxes {
        wire::RuleAxes {
            counting: self.counting.shown(),
            ko: self.ko.shown(),
            repetition: self.repetition.shown(),
            suicide: self.suicide,
            handicap_back: self.handicap_back.shown(),
            ties: self.ties.shown(),
            group_tax: self.group_tax,
            passes: self.passes.shown(),
            start: self.start.shown(),
            first: self.first.shown(),
            resumption: self.resumption.shown(),
            warning_quarters: self.warning_quarters,
        }
    }
}

/// Rules with what a private game changes of them.
#[must_use]
pub fn changed(rules: RuleSet, changes: &wire::RuleChanges) -> RuleSet {
    RuleSet {
        komi_quarters: rules.komi_quarters,
        counting: changes.counting.map_or(rules.counting, Meant::meant),
        ko: changes.ko.map_or(rules.ko, Meant::meant),
        repetition: changes.repetition.map_or(rules.repetition, Meant::meant),
        suicide: changes.suicide.unwrap_or(rules.suicide),
        handicap_back: changes.handicap_back.map_or(rules.handicap_back, Meant::meant),
        ties: changes.ties.map_or(rules.ties, Meant::meant),
        group_tax: changes.group_tax.unwrap_or(rules.group_tax),
        passes: changes.passes.map_or(rules.passes, Meant::meant),
        start: changes.start.map_or(rules.start, Meant::meant),
        first: changes.first.map_or(rules.first, Meant::meant),
        resumption: changes.resumption.map_or(rules.resumption, Meant::meant),
        warning_quarters: changes.warning_quarters.unwrap_or(rules.warning_quarters),
    }
}
