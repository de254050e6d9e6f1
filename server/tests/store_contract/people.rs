//! Profiles and blocks.

use std::collections::HashSet;

use tianyuan::ids::AccountId;
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{Accounts, Blocks, Locale, Profile, ProfileChange, Profiles};

use crate::world::{account, some_account};

fn profile(shown: &str) -> Profile {
    Profile {
        shown: Some(shown.to_owned()),
        country: Some("CN".to_owned()),
        locale: Some(Locale::Zh),
        time_zone: Some("Asia/Shanghai".to_owned()),
    }
}

pub(crate) async fn keeps_a_profile_by_its_revision(store: &SqlStore) {
    let (one, other) = (account(store).await, account(store).await);
    assert_eq!(store.profile(one).await.unwrap(), (Profile::default(), 0));
    let first = profile("李 'quoted'");
    let change = store.change_profile(one, 0, first.clone(), &[]).await.unwrap();
    assert_eq!(change, ProfileChange::Kept(1));
    for stale in [0, 2, u64::from(u32::MAX)] {
        let change = store.change_profile(one, stale, Profile::default(), &[]).await.unwrap();
        assert_eq!(change, ProfileChange::Stale, "{stale}");
    }
    assert_eq!(store.profile(one).await.unwrap(), (first, 1));
    let second = Profile { locale: Some(Locale::En), ..Profile::default() };
    assert_eq!(store.change_profile(one, 1, second.clone(), &[]).await.unwrap(), ProfileChange::Kept(2));
    assert_eq!(store.profile(one).await.unwrap(), (second, 2));
    assert_eq!(store.profile(other).await.unwrap(), (Profile::default(), 0));
}

pub(crate) async fn shows_no_name_of_another_account(store: &SqlStore) {
    let (one, other) = (some_account(), some_account());
    assert!(Accounts::add(store, one.clone()).await.unwrap());
    assert!(Accounts::add(store, other.clone()).await.unwrap());
    let change = |alike: Vec<String>| async move {
        store.change_profile(one.id, 0, profile("Lee"), &alike).await.unwrap()
    };
    let nobody = "nobody at all".to_owned();
    assert_eq!(change(vec![nobody.clone(), other.name_key]).await, ProfileChange::NameTaken);
    assert_eq!(store.profile(one.id).await.unwrap().1, 0);
    assert_eq!(change(vec![nobody, one.name_key]).await, ProfileChange::Kept(1), "one's own");
}

pub(crate) async fn changes_a_profile_once_in_parallel(store: &SqlStore) {
    let one = account(store).await;
    let tries: Vec<_> = (0..20)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                store.change_profile(one, 0, profile(&format!("Lee {n}")), &[]).await.unwrap()
            })
        })
        .collect();
    let mut kept = 0;
    for attempt in tries {
        match attempt.await.unwrap() {
            ProfileChange::Kept(revision) => {
                assert_eq!(revision, 1);
                kept += 1;
            }
            other @ (ProfileChange::Stale | ProfileChange::NameTaken) => {
                assert_eq!(other, ProfileChange::Stale)
            }
        }
    }
    assert_eq!(kept, 1);
}

async fn blocked(store: &SqlStore, by: AccountId) -> Vec<AccountId> {
    store.blocked(by, 9).await.unwrap().into_iter().map(|block| block.other).collect()
}

pub(crate) async fn keeps_who_has_blocked_whom(store: &SqlStore) {
    let [one, two, three] = [account(store).await, account(store).await, account(store).await];
    for (at_ms, other) in [(5, two), (6, three), (7, two)] {
        assert!(store.block(one, other, at_ms, 2).await.unwrap(), "again is no second one");
    }
    assert_eq!(blocked(store, one).await, [three, two], "the latest first");
    let first = &store.blocked(one, 1).await.unwrap()[0];
    let name = store.by_id(three).await.unwrap().unwrap().name;
    assert_eq!((&first.name, first.since_ms), (&name, 6));
    assert!(!store.block(one, account(store).await, 8, 2).await.unwrap(), "as many as may be");
    assert_eq!(blocked(store, two).await, []);
    for (a, b, apart) in [(one, two, true), (two, one, true), (two, three, false), (one, one, false)] {
        assert_eq!(store.are_apart(a, b).await.unwrap(), apart);
    }
    // From both sides, and of these people alone.
    let apart = store.apart_from(&[two], 9).await.unwrap();
    assert_eq!(apart.into_iter().collect::<Vec<_>>(), [(one, HashSet::from([two]))]);
    let apart = store.apart_from(&[one], 9).await.unwrap();
    assert_eq!(apart.get(&two), Some(&HashSet::from([one])));
    assert_eq!((apart.len(), apart.contains_key(&three)), (2, true));
    assert_eq!(store.apart_from(&[], 9).await.unwrap().len(), 0);

    store.unblock(one, two).await.unwrap();
    store.unblock(one, two).await.unwrap();
    assert_eq!(blocked(store, one).await, [three]);
    assert!(!store.are_apart(one, two).await.unwrap());
}

pub(crate) async fn holds_the_limit_of_blocks_in_parallel(store: &SqlStore) {
    let one = account(store).await;
    let mut tries = Vec::new();
    for _ in 0..20 {
        let (store, other) = (store.clone(), account(store).await);
        tries.push(tokio::spawn(async move { store.block(one, other, 1, 7).await.unwrap() }));
    }
    let mut kept = 0;
    for attempt in tries {
        kept += usize::from(attempt.await.unwrap());
    }
    assert_eq!((kept, blocked(store, one).await.len()), (7, 7));
}
