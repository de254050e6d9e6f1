//! What people may do beyond playing: offices, and the powers that come with each. This is the whole table; who has no office
//! has none of it, and what is not in it nobody may.
//!
//! Deliberately absent: whom an office may be used on. Nobody moderates an equal or a game of their own; that is decided where
//! it is done.

/// An office (RULES 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Rules on games that are not its own (裁判员).
    Referee,
    /// The same, and what only a chief referee may (裁判长).
    ChiefReferee,
    /// Runs events (赛事组织者).
    Organiser,
    /// Keeps the ranks (段位官员).
    RankOfficer,
    /// Keeps order among people.
    Moderator,
    /// Administers the server, and may do what all others may.
    Administrator,
}

/// Something that only some may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Power {
    /// Rules on games, and sees where a referee is called.
    Rule,
    /// Rules what only a chief referee may; annuls results.
    RuleAsChief,
    /// Runs events.
    Organise,
    /// Changes ranks, and freezes them.
    KeepRanks,
    /// Looks at reports, at people's records and sanctions; notices, mutes, suspends.
    Moderate,
    /// Bans, and decides about what moderators have done.
    Ban,
    /// Sees every room, also the private ones, and acts on many at once.
    KeepRooms,
    /// Gives and takes offices, invites, issues reset links.
    Appoint,
    /// Reads the audit log.
    Audit,
    /// Changes what the server does: maintenance.
    Operate,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Referee,
        Self::ChiefReferee,
        Self::Organiser,
        Self::RankOfficer,
        Self::Moderator,
        Self::Administrator,
    ];

    /// What comes with it.
    #[must_use]
    pub const fn powers(self) -> &'static [Power] {
        match self {
            Self::Referee => &[Power::Rule],
            Self::ChiefReferee => &[Power::Rule, Power::RuleAsChief],
            Self::Organiser => &[Power::Organise],
            Self::RankOfficer => &[Power::KeepRanks],
            Self::Moderator => &[Power::Moderate],
            Self::Administrator => &Power::ALL,
        }
    }

    /// How it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Referee => "referee",
            Self::ChiefReferee => "chief_referee",
            Self::Organiser => "organiser",
            Self::RankOfficer => "rank_officer",
            Self::Moderator => "moderator",
            Self::Administrator => "administrator",
        }
    }

    /// The role of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl Power {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Rule,
        Self::RuleAsChief,
        Self::Organise,
        Self::KeepRanks,
        Self::Moderate,
        Self::Ban,
        Self::KeepRooms,
        Self::Appoint,
        Self::Audit,
        Self::Operate,
    ];
}

/// The offices of one account; none for most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Offices(u8);

impl Offices {
    /// None.
    pub const NONE: Self = Self(0);

    /// These.
    #[must_use]
    pub fn of(roles: &[Role]) -> Self {
        Self(roles.iter().fold(0, |bits, role| bits | 1 << *role as u8))
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |role| self.0 & 1 << *role as u8 != 0)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any of them brings this.
    #[must_use]
    pub fn may(self, power: Power) -> bool {
        self.iter().any(|role| role.powers().contains(&power))
    }

    /// Whether these may act on somebody with those as an officer: nobody moderates an equal. Whoever may ban stands above all others.
    #[must_use]
    pub fn outrank(self, others: Self) -> bool {
        others.is_empty() || self.may(Power::Ban) && !others.may(Power::Ban)
    }
}

impl From<Role> for Offices {
    fn from(role: Role) -> Self {
        Self::of(&[role])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offices_are_a_set() {
        assert!(Offices::NONE.is_empty() && Offices::NONE.iter().next().is_none());
        let both = Offices::of(&[Role::Moderator, Role::Referee, Role::Referee]);
        assert_eq!(both.iter().collect::<Vec<_>>(), [Role::Referee, Role::Moderator]);
        assert!(both.may(Power::Rule) && both.may(Power::Moderate));
        assert!(!both.may(Power::RuleAsChief) && !both.may(Power::Ban));
    }

    #[test]
    fn who_has_no_office_may_nothing_and_an_administrator_everything() {
        for power in Power::ALL {
            assert!(!Offices::NONE.may(power), "{power:?}");
            assert!(Offices::from(Role::Administrator).may(power), "{power:?}");
        }
    }

    #[test]
    fn each_office_has_least_privilege() {
        // Whoever adds a power to an office changes this table, too.
        let table = [
            (Role::Referee, "Rule"),
            (Role::ChiefReferee, "Rule RuleAsChief"),
            (Role::Organiser, "Organise"),
            (Role::RankOfficer, "KeepRanks"),
            (Role::Moderator, "Moderate"),
        ];
        for (role, powers) in table {
            let has: Vec<String> = role.powers().iter().map(|power| format!("{power:?}")).collect();
            assert_eq!(has.join(" "), powers, "{role:?}");
            assert_eq!(Role::named(role.name()), Some(role));
        }
        assert_eq!(Role::named("player"), None);
    }

    #[test]
    fn nobody_outranks_an_equal() {
        let [moderator, referee, administrator] =
            [Role::Moderator, Role::Referee, Role::Administrator].map(Offices::from);
        assert!(moderator.outrank(Offices::NONE));
        assert!(!moderator.outrank(moderator) && !moderator.outrank(referee));
        assert!(administrator.outrank(moderator) && administrator.outrank(referee));
        assert!(!administrator.outrank(administrator));
    }
}
