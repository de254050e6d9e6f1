//! What was used up at one server, told to the others once a second.
//!
//! So that who asks everywhere does not get everything as often as there are servers: each takes from its own allowances what
//! others have given. Within a second, and while the way between servers is away, each allows on its own.
//! Deliberately absent: names and addresses. Places in tables are told, to which all servers come by the same secret.

use std::collections::BTreeMap;
use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::{CODE, Kind, NAME, Rate, SAYING};

/// So many places of one table, and owners of names, are told of in a second; those beyond are not.
const MOST: usize = 4_096;

/// A table of allowances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Address(Kind),
    Account(Kind),
    Name,
    Saying,
    Code,
}

/// How many there are.
pub(super) const TABLES: usize = 2 * Kind::ALL.len() + 3;

impl Which {
    /// Every table at its own index.
    pub(super) fn all() -> [Self; TABLES] {
        let mut all = [Self::Saying; TABLES];
        let kinds = Kind::ALL.map(Self::Address).into_iter().chain(Kind::ALL.map(Self::Account));
        for which in kinds.chain([Self::Name, Self::Code]) {
            all[which.index()] = which;
        }
        all
    }

    pub(super) const fn index(self) -> usize {
        match self {
            Self::Address(kind) => kind as usize,
            Self::Account(kind) => Kind::ALL.len() + kind as usize,
            // A server of a version before knows these by the same numbers.
            Self::Name => 2 * Kind::ALL.len(),
            Self::Saying => 2 * Kind::ALL.len() + 1,
            Self::Code => 2 * Kind::ALL.len() + 2,
        }
    }

    pub(super) const fn rate(self) -> Rate {
        match self {
            Self::Address(kind) => kind.per_address(),
            Self::Account(kind) => kind.per_account(),
            Self::Name => NAME,
            Self::Saying => SAYING,
            Self::Code => CODE,
        }
    }
}

/// What was used up, as servers tell each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Spent {
    /// By the index of the table: places, each with how often.
    allowances: Vec<(usize, Vec<(u16, u64)>)>,
    /// Places of names, each with how many passwords were wrong.
    pub(super) wrong: Vec<(u16, u64)>,
    /// Places of names in neighbourhoods of strangers, each with how many tries were let in.
    pub(super) strange: Vec<(u16, u64)>,
    /// Hashes of names with addresses of their owners.
    pub(super) owners: Vec<u64>,
}

impl Spent {
    /// Each table's places that this server knows, and how often.
    pub(super) fn allowances(&self) -> impl Iterator<Item = (Which, u16, u64)> {
        let all = Which::all();
        self.allowances.iter().flat_map(move |(index, places)| {
            let which = all.get(*index).copied();
            places.iter().filter_map(move |(place, times)| Some((which?, *place, *times)))
        })
    }

    /// How many uses it tells of.
    pub(super) fn uses(&self) -> u64 {
        let places =
            self.allowances.iter().flat_map(|(_, places)| places).chain(&self.wrong).chain(&self.strange);
        places.fold(0, |uses, (_, times)| uses.saturating_add(*times))
    }
}

/// What was used up and has not been told.
#[derive(Default)]
pub(super) struct Spending(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    allowances: [BTreeMap<u16, u64>; TABLES],
    wrong: BTreeMap<u16, u64>,
    strange: BTreeMap<u16, u64>,
    owners: Vec<u64>,
}

impl Spending {
    pub(super) fn allowance(&self, which: Which, place: u16) {
        count(&mut self.lock().allowances[which.index()], place);
    }

    pub(super) fn wrong(&self, place: u16) {
        count(&mut self.lock().wrong, place);
    }

    pub(super) fn strange(&self, place: u16) {
        count(&mut self.lock().strange, place);
    }

    pub(super) fn owner(&self, hash: u64) {
        let owners = &mut self.lock().owners;
        if owners.len() < MOST && !owners.contains(&hash) {
            owners.push(hash);
        }
    }

    /// All of it, which is then told; nothing when there is nothing.
    pub(super) fn take(&self) -> Option<Spent> {
        let Counts { allowances, wrong, strange, owners } = take(&mut *self.lock());
        let list = |counts: BTreeMap<u16, u64>| counts.into_iter().collect::<Vec<_>>();
        let allowances = allowances.into_iter().map(list).enumerate();
        let spent = Spent {
            allowances: allowances.filter(|(_, places)| !places.is_empty()).collect(),
            wrong: list(wrong),
            strange: list(strange),
            owners,
        };
        (spent != Spent::default()).then_some(spent)
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn count(counts: &mut BTreeMap<u16, u64>, place: u16) {
    if counts.len() < MOST || counts.contains_key(&place) {
        *counts.entry(place).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use uuid::Uuid;

    use super::super::{Doors, Later};
    use super::*;
    use crate::ids::AccountId;

    const SOMEBODY: AccountId = AccountId(Uuid::from_u128(7));

    fn servers() -> [Doors; 2] {
        [(); 2].map(|()| Doors::of_many(true, "nobody knows".to_owned()))
    }

    /// What one has given, the other takes.
    fn tell(from: &Doors, to: &Doors) {
        let spent = from.take_spent().expect("something was used up");
        let text = serde_json::to_string(&spent).expect("a note");
        to.spent_elsewhere(&serde_json::from_str(&text).expect("the same note"), 0);
    }

    #[test]
    fn every_table_has_its_own_index() {
        for (index, which) in Which::all().into_iter().enumerate() {
            assert_eq!(which.index(), index, "{which:?}");
        }
    }

    #[test]
    fn what_is_used_up_at_one_server_is_used_up_at_all() {
        let [here, there] = servers();
        let burst = Kind::Make.per_account().burst;
        (0..burst).for_each(|_| assert_eq!(here.account(Kind::Make, SOMEBODY), Ok(())));
        tell(&here, &there);
        assert!(there.account(Kind::Make, SOMEBODY).is_err());
        assert_eq!(there.account(Kind::Act, SOMEBODY), Ok(()), "another kind");
        assert_eq!(there.account(Kind::Make, AccountId(Uuid::from_u128(8))), Ok(()), "somebody else");
        assert_eq!(here.take_spent(), None, "it was told");
    }

    #[test]
    fn a_refusal_uses_nothing_up_and_an_echo_is_not_told_again() {
        let [here, there] = servers();
        while here.account(Kind::Make, SOMEBODY).is_ok() {}
        let spent = here.take_spent().expect("something was used up");
        assert_eq!(spent.uses(), u64::from(Kind::Make.per_account().burst));
        there.spent_elsewhere(&spent, 0);
        assert_eq!(there.take_spent(), None);
    }

    #[test]
    fn a_name_that_is_guessed_at_one_server_is_guarded_at_all() {
        let [here, there] = servers();
        let (owner, stranger): (IpAddr, IpAddr) = ([10, 0, 0, 7].into(), [192, 0, 2, 1].into());
        here.recognized("lee", owner);
        (0..1_000).for_each(|_| here.guessed("lee", 0));
        tell(&here, &there);
        let tries = |address| (0..5).filter(|_| there.name("lee", address, 0).is_ok()).count();
        assert_eq!(tries(stranger), 2);
        assert_eq!(tries(owner), 5, "the owner is known there, too");
        tell(&there, &here);
        assert!(matches!(here.name("lee", stranger, 0), Err(Later(_))), "strangers were let in there");
    }

    #[test]
    fn strange_notes_do_nothing() {
        let [_, there] = servers();
        let note = r#"{"allowances":[[99,[[1,5]]],[0,[[1,18446744073709551615]]]],"later":true}"#;
        there.spent_elsewhere(&serde_json::from_str(note).expect("a note"), 0);
        assert_eq!(there.account(Kind::Make, SOMEBODY), Ok(()));
    }

    #[test]
    fn it_is_bounded() {
        let spending = Spending::default();
        for place in 0..=u16::MAX {
            spending.allowance(Which::Saying, place);
            spending.owner(u64::from(place) % 5_000);
        }
        let spent = spending.take().expect("something was used up");
        assert_eq!((spent.uses(), spent.owners.len()), (MOST as u64, MOST));
    }
}
