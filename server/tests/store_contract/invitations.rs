//! Invitations: each is used as often as it says, whoever comes at once.

use tianyuan::store::sql::SqlStore;
use tianyuan::store::{Accounts, Invitation, Invitations, Invited};
use uuid::Uuid;

use crate::world::{number, some_account};

fn invitation(uses: u32, expires_ms: i64) -> Invitation {
    let mut hash = [0; 32];
    hash[..8].copy_from_slice(&number().to_be_bytes());
    hash[8] = 0x1f;
    let note = "for the club 棋社".to_owned();
    Invitation { id: Uuid::now_v7(), hash, uses, left: uses, note, created_ms: 500, expires_ms }
}

pub(crate) async fn lets_in_as_many_as_it_says(store: &SqlStore) {
    let kept = invitation(2, 5_000);
    store.invite(kept.clone()).await.unwrap();
    assert_eq!(store.invitations(1_000, None, 9).await.unwrap(), std::slice::from_ref(&kept));
    assert!(store.is_invited(kept.hash, 4_999).await.unwrap());
    assert!(!store.is_invited(kept.hash, 5_000).await.unwrap(), "it has ended");
    assert!(!store.is_invited([9; 32], 1_000).await.unwrap());

    let (one, two, three) = (some_account(), some_account(), some_account());
    let mut same = some_account();
    same.name_key.clone_from(&one.name_key);
    let mut late = some_account();
    late.created_ms = 5_000;
    for (account, wanted) in [
        (&late, Invited::Invalid),
        (&one, Invited::Added),
        (&same, Invited::NameTaken),
        (&two, Invited::Added),
        (&three, Invited::Invalid),
    ] {
        assert_eq!(store.add_invited(account.clone(), kept.hash).await.unwrap(), wanted);
        let added = store.by_id(account.id).await.unwrap();
        assert_eq!(added, (wanted == Invited::Added).then(|| account.clone()));
    }
    assert_eq!(store.add_invited(three, [9; 32]).await.unwrap(), Invited::Invalid);
    assert_eq!(store.invitations(1_000, None, 9).await.unwrap(), []);
}

pub(crate) async fn lets_one_in_for_the_last_use(store: &SqlStore) {
    let last = invitation(1, 5_000);
    store.invite(last.clone()).await.unwrap();
    let tries: Vec<_> = (0..20)
        .map(|_| {
            let (store, account) = (store.clone(), some_account());
            tokio::spawn(async move { (account.id, store.add_invited(account, last.hash).await.unwrap()) })
        })
        .collect();
    let mut added = 0;
    for attempt in tries {
        let (id, what) = attempt.await.unwrap();
        assert_eq!(store.by_id(id).await.unwrap().is_some(), what == Invited::Added, "{what:?}");
        added += usize::from(what == Invited::Added);
    }
    assert_eq!(added, 1);
}

pub(crate) async fn withdraws_and_forgets_invitations(store: &SqlStore) {
    let all = [invitation(1, 5_000), invitation(3, 6_000), invitation(1, 9_000)];
    for one in &all {
        store.invite(one.clone()).await.unwrap();
    }
    let [first, second, third] = all;
    let listed = store.invitations(1_000, None, 2).await.unwrap();
    assert_eq!(listed, [first.clone(), second.clone()]);
    assert_eq!(store.invitations(1_000, Some(second.id), 2).await.unwrap(), std::slice::from_ref(&third));
    assert_eq!(store.invitations(5_000, None, 9).await.unwrap(), [second.clone(), third.clone()]);
    assert!(store.withdraw_invitation(third.id).await.unwrap());
    assert!(!store.withdraw_invitation(third.id).await.unwrap());
    assert_eq!(store.add_invited(some_account(), third.hash).await.unwrap(), Invited::Invalid);
    // A new one clears away what has ended.
    let mut later = invitation(1, 9_000);
    later.created_ms = 5_500;
    store.invite(later.clone()).await.unwrap();
    assert_eq!(store.invitations(0, None, 9).await.unwrap(), [second, later]);
    drop(first);
}
