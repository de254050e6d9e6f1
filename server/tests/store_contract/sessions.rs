//! Refresh tokens: rotation, reuse, revocation and their races.

use tianyuan::ids::FamilyId;
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{RefreshToken, Rotation, Sessions};
use uuid::Uuid;

use crate::world::{account, number};

const GRACE: i64 = 100;
const DAY: i64 = 86_400_000;

fn hash() -> [u8; 32] {
    let mut hash = [9; 32];
    hash[..8].copy_from_slice(&number().to_be_bytes());
    hash
}

async fn logged_in(store: &SqlStore, now: i64) -> RefreshToken {
    let token = RefreshToken {
        hash: hash(),
        family: FamilyId(Uuid::new_v4()),
        account: account(store).await,
        expires_ms: now + DAY,
        family_ends_ms: now + 10 * DAY,
    };
    Sessions::begin(store, token, now).await.unwrap();
    token
}

async fn rotate(store: &SqlStore, old: [u8; 32], next: [u8; 32], now: i64) -> Rotation {
    store.rotate(old, next, now + DAY, now, GRACE).await.unwrap()
}

pub(crate) async fn rotates_a_token(store: &SqlStore) {
    let first = logged_in(store, 0).await;
    let next = hash();
    let expected = RefreshToken { hash: next, expires_ms: 5 + DAY, ..first };
    assert_eq!(rotate(store, first.hash, next, 5).await, Rotation::Rotated(expected));
    let third = hash();
    let expected = RefreshToken { hash: third, expires_ms: 9 + DAY, ..first };
    assert_eq!(rotate(store, next, third, 9).await, Rotation::Rotated(expected));
    assert_eq!(rotate(store, hash(), hash(), 9).await, Rotation::Unknown);
    let unused = logged_in(store, 0).await;
    assert_eq!(rotate(store, unused.hash, hash(), DAY).await, Rotation::Unknown, "it expired");
}

pub(crate) async fn says_which_sessions_there_are(store: &SqlStore) {
    let (first, other) = (logged_in(store, 0).await, logged_in(store, 0).await);
    let asked = [first.family, FamilyId(Uuid::new_v4()), other.family];
    let mut living = store.living(&asked).await.unwrap();
    living.sort_unstable();
    let mut wanted = [first.family, other.family];
    wanted.sort_unstable();
    assert_eq!(living, wanted);
    Sessions::revoke(store, first.hash).await.unwrap();
    assert_eq!(store.living(&asked).await.unwrap(), [other.family]);
    assert_eq!(store.living(&[]).await.unwrap(), []);
}

pub(crate) async fn answers_alike_within_the_grace(store: &SqlStore) {
    let first = logged_in(store, 0).await;
    let answer = rotate(store, first.hash, hash(), 5).await;
    assert!(matches!(answer, Rotation::Rotated(_)));
    assert_eq!(rotate(store, first.hash, hash(), 5 + GRACE).await, answer);
}

pub(crate) async fn revokes_a_family_on_reuse(store: &SqlStore) {
    let (first, other) = (logged_in(store, 0).await, logged_in(store, 0).await);
    let next = hash();
    rotate(store, first.hash, next, 5).await;
    assert_eq!(rotate(store, first.hash, hash(), 6 + GRACE).await, Rotation::Reused(first.family));
    assert_eq!(rotate(store, next, hash(), 7 + GRACE).await, Rotation::Unknown);
    assert_eq!(rotate(store, first.hash, hash(), 7 + GRACE).await, Rotation::Unknown);
    assert!(matches!(rotate(store, other.hash, hash(), 7).await, Rotation::Rotated(_)), "another family");
}

pub(crate) async fn rotates_once_in_parallel(store: &SqlStore) {
    let first = logged_in(store, 0).await;
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { rotate(&store, first.hash, hash(), 5).await })
        })
        .collect();
    let mut answers = Vec::new();
    for call in calls {
        answers.push(call.await.unwrap());
    }
    assert!(matches!(answers[0], Rotation::Rotated(_)));
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

pub(crate) async fn leaves_nothing_of_a_revoked_family(store: &SqlStore) {
    for _ in 0..20 {
        let first = logged_in(store, 0).await;
        let next = hash();
        let rotating = tokio::spawn({
            let store = store.clone();
            async move { rotate(&store, first.hash, next, 5).await }
        });
        assert_eq!(store.revoke(first.hash).await.unwrap(), Some(first.family));
        rotating.await.unwrap();
        assert_eq!(rotate(store, first.hash, hash(), 6).await, Rotation::Unknown);
        assert_eq!(rotate(store, next, hash(), 6).await, Rotation::Unknown);
    }
    assert_eq!(store.revoke(hash()).await.unwrap(), None);
}

pub(crate) async fn never_outlives_the_family(store: &SqlStore) {
    let mut token = logged_in(store, 0).await;
    for day in 1..=10 {
        let now = day * (DAY - 1);
        let next = hash();
        let Rotation::Rotated(rotated) = rotate(store, token.hash, next, now).await else {
            panic!("day {day}")
        };
        assert_eq!(rotated.expires_ms, (now + DAY).min(token.family_ends_ms));
        token = rotated;
    }
    assert_eq!(rotate(store, token.hash, hash(), token.family_ends_ms).await, Rotation::Unknown);
}

pub(crate) async fn sweeps_only_what_has_expired(store: &SqlStore) {
    let (old, renewed, young) =
        (logged_in(store, 0).await, logged_in(store, 0).await, logged_in(store, DAY).await);
    let next = hash();
    rotate(store, renewed.hash, next, DAY - 1).await;
    assert_eq!(store.sweep(DAY, 1).await.unwrap(), 1, "no more than it was asked for");
    while store.sweep(DAY, 1).await.unwrap() > 0 {}
    assert_eq!(rotate(store, old.hash, hash(), 1).await, Rotation::Unknown);
    assert_eq!(rotate(store, renewed.hash, hash(), DAY).await, Rotation::Unknown, "its old token");
    assert!(matches!(rotate(store, next, hash(), DAY).await, Rotation::Rotated(_)));
    assert!(matches!(rotate(store, young.hash, hash(), DAY).await, Rotation::Rotated(_)));
}
