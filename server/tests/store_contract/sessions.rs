//! Refresh tokens: rotation, reuse, revocation and their races.

use tianyuan::ids::{AccountId, FamilyId};
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{
    Accounts, Device, NewSession, Proof, RefreshToken, Rotation, SESSIONS, Session, Sessions,
};
use uuid::Uuid;

use crate::world::{account, number};

const GRACE: i64 = 100;
const DAY: i64 = 86_400_000;
/// The hash of the password of every account of `world`.
const PASSWORD: &str = "$argon2id$";

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
    Sessions::begin(store, new(token), PASSWORD, now).await.unwrap().unwrap();
    token
}

fn new(token: RefreshToken) -> NewSession {
    NewSession { token, device: Device::default(), second: false }
}

/// Another session of the same account.
async fn again(store: &SqlStore, token: RefreshToken, now: i64) -> RefreshToken {
    let token =
        RefreshToken { hash: hash(), family: FamilyId(Uuid::new_v4()), expires_ms: now + DAY, ..token };
    Sessions::begin(store, new(token), PASSWORD, now).await.unwrap().unwrap();
    token
}

/// The sessions of an account, as they are listed.
async fn listed(store: &SqlStore, account: AccountId, now: i64) -> Vec<FamilyId> {
    store.of_account(account, now).await.unwrap().into_iter().map(|session| session.id).collect()
}

async fn rotate(store: &SqlStore, old: [u8; 32], next: [u8; 32], now: i64) -> Rotation {
    store.rotate(old, next, now + DAY, now, GRACE, &Device::default()).await.unwrap()
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

pub(crate) async fn lists_the_sessions_of_an_account(store: &SqlStore) {
    let first = logged_in(store, 0).await;
    let stranger = logged_in(store, 0).await;
    let device = |n: u8| Device { network: format!("203.0.{n}.0/24"), agent: "Go’s own; --".to_owned() };
    let token = RefreshToken { hash: hash(), family: FamilyId(Uuid::new_v4()), expires_ms: 7 + DAY, ..first };
    let second = NewSession { token, device: device(1), second: true };
    assert_eq!(Sessions::begin(store, second, PASSWORD, 7).await.unwrap(), Some(Vec::new()));
    let expected = Session {
        id: token.family,
        created_ms: 7,
        seen_ms: 7,
        device: device(1),
        proof: Proof { proved_ms: 7, second_ms: Some(7) },
    };
    assert_eq!(store.of_account(first.account, 8).await.unwrap()[0], expected);
    assert_eq!(listed(store, first.account, 8).await, [token.family, first.family], "the last used first");
    // Where it is gone on with is kept, with the moment.
    let next = hash();
    store.rotate(first.hash, next, 9 + DAY, 9, GRACE, &device(2)).await.unwrap();
    let gone_on = &store.of_account(first.account, 9).await.unwrap()[0];
    assert_eq!((gone_on.id, gone_on.created_ms, gone_on.seen_ms), (first.family, 0, 9));
    assert_eq!((&gone_on.device, gone_on.proof), (&device(2), Proof { proved_ms: 0, second_ms: None }));
    assert_eq!(listed(store, first.account, 7 + DAY).await, [first.family], "the other has expired");
    assert_eq!(listed(store, stranger.account, 9).await, [stranger.family]);
    assert_eq!(listed(store, AccountId(Uuid::new_v4()), 9).await, []);
}

pub(crate) async fn keeps_what_was_proven(store: &SqlStore) {
    let (one, other) = (logged_in(store, 5).await, logged_in(store, 5).await);
    for (second, now, expected) in [
        (false, 8, Proof { proved_ms: 8, second_ms: None }),
        (true, 9, Proof { proved_ms: 9, second_ms: Some(9) }),
        (false, 11, Proof { proved_ms: 11, second_ms: Some(9) }),
    ] {
        store.prove(one.family, second, now).await.unwrap();
        assert_eq!(store.proof(one.family).await.unwrap(), Some(expected));
    }
    assert_eq!(store.proof(other.family).await.unwrap(), Some(Proof { proved_ms: 5, second_ms: None }));
    assert_eq!(store.proof(FamilyId(Uuid::new_v4())).await.unwrap(), None);
}

pub(crate) async fn ends_the_sessions_that_are_named(store: &SqlStore) {
    let first = logged_in(store, 0).await;
    let (second, third, stranger) =
        (again(store, first, 1).await, again(store, first, 2).await, logged_in(store, 0).await);
    assert!(!Sessions::end(store, stranger.account, first.family).await.unwrap(), "another's");
    assert!(Sessions::end(store, first.account, first.family).await.unwrap());
    assert!(!Sessions::end(store, first.account, first.family).await.unwrap(), "it is over");
    assert_eq!(rotate(store, first.hash, hash(), 3).await, Rotation::Unknown);
    let fourth = again(store, first, 4).await;
    let mut ended = store.end_all(first.account, Some(third.family)).await.unwrap();
    ended.sort_unstable();
    let mut wanted = [second.family, fourth.family];
    wanted.sort_unstable();
    assert_eq!(ended, wanted);
    assert_eq!(listed(store, first.account, 5).await, [third.family]);
    assert_eq!(store.end_all(first.account, None).await.unwrap(), [third.family]);
    assert_eq!(listed(store, stranger.account, 5).await, [stranger.family]);
}

pub(crate) async fn holds_no_more_sessions_than_an_account_may_have(store: &SqlStore) {
    let first = logged_in(store, 0).await;
    for n in 1..SESSIONS as i64 {
        again(store, first, n).await;
    }
    // The first is used again, so that the second is the one that was not used for longest.
    rotate(store, first.hash, hash(), DAY - 1).await;
    let before = listed(store, first.account, DAY - 1).await;
    let token = RefreshToken { hash: hash(), family: FamilyId(Uuid::new_v4()), expires_ms: 2 * DAY, ..first };
    let ended = Sessions::begin(store, new(token), PASSWORD, DAY - 1).await.unwrap().unwrap();
    assert_eq!(ended, before[before.len() - 1..]);
    let now = listed(store, first.account, DAY - 1).await;
    assert_eq!((now.len() as u64, now[0]), (SESSIONS, token.family));
    assert!(now.contains(&first.family));
}

pub(crate) async fn changes_a_password_and_ends_sessions_with_it(store: &SqlStore) {
    let first = logged_in(store, 0).await;
    let (here, stranger) = (again(store, first, 1).await, logged_in(store, 0).await);
    let change = async |from, to| store.change_password(first.account, from, to, Some(here.family)).await;
    assert_eq!(change(Some("another"), "new").await.unwrap(), None);
    assert_eq!(listed(store, first.account, 2).await.len(), 2, "nothing was done");
    assert_eq!(change(Some(PASSWORD), "new").await.unwrap(), Some(vec![first.family]));
    assert_eq!(store.by_id(first.account).await.unwrap().unwrap().password_hash, "new");
    assert_eq!(listed(store, first.account, 2).await, [here.family]);
    let token = RefreshToken { hash: hash(), family: FamilyId(Uuid::new_v4()), ..first };
    let late = Sessions::begin(store, new(token), PASSWORD, 3).await.unwrap();
    assert_eq!(late, None, "the old password begins nothing");
    let all = store.change_password(first.account, None, "newest", None).await.unwrap();
    assert_eq!(all, Some(vec![here.family]));
    let nobody = AccountId(Uuid::new_v4());
    assert_eq!(store.change_password(nobody, None, "new", None).await.unwrap(), None);
    assert_eq!(listed(store, stranger.account, 2).await, [stranger.family]);
    assert_eq!(store.by_id(stranger.account).await.unwrap().unwrap().password_hash, PASSWORD);
}

/// However log-in and change of password meet, no session of the old password is left.
pub(crate) async fn lets_no_session_of_the_old_password_slip_through(store: &SqlStore) {
    for n in 0..20 {
        let first = logged_in(store, 0).await;
        let token = RefreshToken { hash: hash(), family: FamilyId(Uuid::new_v4()), ..first };
        let entering = tokio::spawn({
            let store = store.clone();
            async move { Sessions::begin(&store, new(token), PASSWORD, 1).await.unwrap() }
        });
        let to = format!("new {n}");
        let ended = store.change_password(first.account, Some(PASSWORD), &to, None).await.unwrap().unwrap();
        let begun = entering.await.unwrap().is_some();
        assert_eq!(ended.contains(&token.family), begun, "what has begun before was ended");
        assert_eq!(listed(store, first.account, 2).await, []);
    }
}
