//! Accounts: what is kept, and names that are taken once.

use tianyuan::ids::AccountId;
use tianyuan::offices::{Offices, Role};
use tianyuan::store::Accounts;
use tianyuan::store::sql::SqlStore;
use uuid::Uuid;

use crate::world::some_account;

pub(crate) async fn keeps_an_account(store: &SqlStore) {
    let mut wanted = some_account();
    wanted.name = "天元 'quoted' \u{1F600}".to_owned();
    wanted.offices = Offices::of(&[Role::Administrator, Role::Referee]);
    assert!(Accounts::add(store, wanted.clone()).await.unwrap());
    assert_eq!(store.by_id(wanted.id).await.unwrap(), Some(wanted.clone()));
    assert_eq!(store.by_name(&wanted.name_key).await.unwrap(), Some(wanted));
    assert_eq!(store.by_id(AccountId(Uuid::new_v4())).await.unwrap(), None);
    assert_eq!(store.by_name("nobody").await.unwrap(), None);
}

pub(crate) async fn gives_offices(store: &SqlStore) {
    let (one, other) = (some_account(), some_account());
    assert!(Accounts::add(store, one.clone()).await.unwrap());
    assert!(Accounts::add(store, other.clone()).await.unwrap());
    let both = Offices::of(&[Role::Referee, Role::Moderator]);
    for offices in [Role::Referee.into(), Role::Administrator.into(), both, Offices::NONE] {
        assert!(store.set_offices(one.id, offices).await.unwrap());
        let wanted = tianyuan::store::Account { offices, ..one.clone() };
        assert_eq!(store.by_id(one.id).await.unwrap(), Some(wanted), "and nothing else of it has changed");
        assert!(store.set_offices(one.id, offices).await.unwrap(), "the same offices again");
    }
    assert_eq!(store.by_id(other.id).await.unwrap(), Some(other.clone()));
    // Who has one is listed, each with it.
    let third = some_account();
    assert!(Accounts::add(store, third.clone()).await.unwrap());
    assert_eq!(store.officers(9).await.unwrap(), []);
    for (id, offices) in [(other.id, both), (third.id, Role::Administrator.into())] {
        assert!(store.set_offices(id, offices).await.unwrap());
    }
    let mut listed = store.officers(9).await.unwrap();
    listed.sort_by_key(|(id, _)| *id != other.id);
    assert_eq!(listed, [(other.id, both), (third.id, Role::Administrator.into())]);
    assert_eq!(store.officers(1).await.unwrap().len(), 1);
    assert!(!store.set_offices(AccountId(Uuid::new_v4()), both).await.unwrap(), "nobody has that id");
}

pub(crate) async fn makes_a_hash_anew(store: &SqlStore) {
    let (one, other) = (some_account(), some_account());
    assert!(Accounts::add(store, one.clone()).await.unwrap());
    assert!(Accounts::add(store, other.clone()).await.unwrap());
    store.rehash(one.id, &one.password_hash, "new").await.unwrap();
    assert_eq!(store.by_id(one.id).await.unwrap().unwrap().password_hash, "new");
    store.rehash(one.id, &one.password_hash, "late").await.unwrap();
    let kept = store.by_id(one.id).await.unwrap().unwrap().password_hash;
    assert_eq!(kept, "new", "the password was changed meanwhile");
    assert_eq!(store.by_id(other.id).await.unwrap(), Some(other));
}

pub(crate) async fn gives_a_name_once_in_parallel(store: &SqlStore) {
    let key = some_account().name_key;
    let tries: Vec<_> = (0..30)
        .map(|_| {
            let (store, mut account) = (store.clone(), some_account());
            account.name_key.clone_from(&key);
            tokio::spawn(async move { (account.id, Accounts::add(&store, account).await.unwrap()) })
        })
        .collect();
    let mut winners = Vec::new();
    for attempt in tries {
        let (id, won) = attempt.await.unwrap();
        if won {
            winners.push(id);
        } else {
            assert_eq!(store.by_id(id).await.unwrap(), None);
        }
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(store.by_name(&key).await.unwrap().unwrap().id, winners[0]);
}
