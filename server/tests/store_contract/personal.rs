//! Personal tokens.

use tianyuan::ids::{AccountId, FamilyId};
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{PersonalToken, PersonalTokens, Sessions};
use uuid::Uuid;

use crate::world::{account, number};

fn token(account: AccountId, created_ms: i64) -> (PersonalToken, [u8; 32]) {
    let mut hash = [5; 32];
    hash[..8].copy_from_slice(&number().to_be_bytes());
    let id = FamilyId(Uuid::new_v4());
    let name = "机器人'; --".to_owned();
    (PersonalToken { id, account, name, scopes: 5, created_ms, ends_ms: 100, used_ms: None }, hash)
}

pub(crate) async fn keeps_a_personal_token(store: &SqlStore) {
    let (one, other) = (account(store).await, account(store).await);
    let ((first, hash), (second, another)) = (token(one, 1), token(one, 2));
    assert!(store.add_personal(first.clone(), hash, 9).await.unwrap());
    assert!(store.add_personal(second.clone(), another, 9).await.unwrap());
    assert_eq!(store.personal(hash, 99).await.unwrap(), Some(first.clone()));
    assert_eq!(store.personal(hash, 100).await.unwrap(), None, "it has ended");
    assert_eq!(store.personal([0; 32], 1).await.unwrap(), None);
    store.used_personal(first.id, 77).await.unwrap();
    let used = PersonalToken { used_ms: Some(77), ..first.clone() };
    assert_eq!(store.personal_of(one, 9).await.unwrap(), [second.clone(), used], "the newest first");
    assert_eq!(store.personal_of(one, 1).await.unwrap(), std::slice::from_ref(&second));
    assert_eq!(store.personal_of(other, 9).await.unwrap(), []);
    // For those who wait for its end it is like a session.
    let asked = [first.id, FamilyId(Uuid::new_v4())];
    assert_eq!(store.living(&asked).await.unwrap(), [first.id]);
    assert!(!store.revoke_personal(other, first.id).await.unwrap(), "another's");
    assert!(store.revoke_personal(one, first.id).await.unwrap());
    assert!(!store.revoke_personal(one, first.id).await.unwrap(), "it is gone");
    assert_eq!(store.personal(hash, 1).await.unwrap(), None);
    assert_eq!(store.living(&asked).await.unwrap(), []);
    assert_eq!(store.sweep_personal(99, 9).await.unwrap(), 0);
    assert_eq!(store.sweep_personal(100, 9).await.unwrap(), 1);
    assert_eq!(store.personal_of(one, 9).await.unwrap(), []);
}

pub(crate) async fn gives_no_more_personal_tokens_than_are_allowed(store: &SqlStore) {
    let one = account(store).await;
    let calls: Vec<_> = (0..10)
        .map(|n| {
            let store = store.clone();
            let (token, hash) = token(one, n);
            tokio::spawn(async move { store.add_personal(token, hash, 3).await.unwrap() })
        })
        .collect();
    let mut given = 0;
    for call in calls {
        given += u32::from(call.await.unwrap());
    }
    assert_eq!((given, store.personal_of(one, 9).await.unwrap().len()), (3, 3));
}

pub(crate) async fn revokes_personal_tokens_when_the_password_is_not_known(store: &SqlStore) {
    let (one, other) = (account(store).await, account(store).await);
    let ((mine, hash), (stays, another)) = (token(one, 1), token(other, 1));
    assert!(store.add_personal(mine.clone(), hash, 9).await.unwrap());
    assert!(store.add_personal(stays, another, 9).await.unwrap());
    assert_eq!(store.change_password(one, Some("$argon2id$"), "new", None).await.unwrap(), Some(Vec::new()));
    assert!(store.personal(hash, 1).await.unwrap().is_some());
    assert_eq!(store.change_password(one, None, "newer", None).await.unwrap(), Some(vec![mine.id]));
    assert_eq!(store.personal(hash, 1).await.unwrap(), None);
    assert!(store.personal(another, 1).await.unwrap().is_some());
}
