//! Second factors, recovery codes, tickets: each accepted once.

use tianyuan::ids::{AccountId, FamilyId};
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{
    Device, Factor, Factors, NewSession, RefreshToken, Sessions, Ticket, TicketKind, Tickets,
};
use uuid::Uuid;

use crate::world::{account, number};

fn proposed(account: AccountId) -> Factor {
    let closed = vec![number() as u8, 0, 255];
    Factor { account, key: "a key".to_owned(), closed, created_ms: 3, confirmed_ms: None, last_step: 0 }
}

/// An account with a second factor in force whose last code was of step 7, and with these recovery codes.
async fn with_factor(store: &SqlStore, recovery: &[[u8; 32]]) -> AccountId {
    let factor = proposed(account(store).await);
    assert!(store.propose(factor.clone()).await.unwrap());
    assert!(store.confirm(factor.account, &factor.closed, 7, recovery, 5).await.unwrap());
    factor.account
}

pub(crate) async fn puts_a_second_factor_in_force(store: &SqlStore) {
    let (first, second) = (proposed(account(store).await), number());
    let second = Factor { closed: vec![second as u8; 9], ..first.clone() };
    assert_eq!(store.factor(first.account).await.unwrap(), None);
    assert!(store.propose(first.clone()).await.unwrap());
    assert_eq!(store.factor(first.account).await.unwrap(), Some(first.clone()));
    assert!(!store.use_step(first.account, 9).await.unwrap(), "it is not in force");
    assert!(store.propose(second.clone()).await.unwrap(), "in the place of the first");
    assert!(!store.confirm(first.account, &first.closed, 8, &[[1; 32]], 5).await.unwrap());
    assert!(store.confirm(first.account, &second.closed, 8, &[[1; 32], [2; 32]], 5).await.unwrap());
    assert!(!store.confirm(first.account, &second.closed, 9, &[], 6).await.unwrap(), "once");
    let wanted = Factor { confirmed_ms: Some(5), last_step: 8, ..second };
    assert_eq!(store.factor(first.account).await.unwrap(), Some(wanted.clone()));
    assert!(!store.propose(first.clone()).await.unwrap(), "one is in force");
    assert_eq!(store.factor(first.account).await.unwrap(), Some(wanted));
    assert_eq!(store.recovery_left(first.account).await.unwrap(), 2);
    let other = proposed(account(store).await);
    assert!(store.propose(Factor { key: "another key".to_owned(), ..other }).await.unwrap());
    assert_eq!(store.factor_keys().await.unwrap(), ["a key"], "the other is not in force");
}

pub(crate) async fn accepts_a_code_once(store: &SqlStore) {
    let (one, other) = (with_factor(store, &[[1; 32]]).await, with_factor(store, &[[1; 32]]).await);
    for (step, good) in [(7, false), (6, false), (8, true), (8, false), (10, true), (9, false)] {
        assert_eq!(store.use_step(one, step).await.unwrap(), good, "{step}");
    }
    assert!(store.use_step(other, 8).await.unwrap());
    for (hash, good) in [([2; 32], false), ([1; 32], true), ([1; 32], false)] {
        assert_eq!(store.use_recovery(one, hash).await.unwrap(), good);
    }
    assert_eq!([store.recovery_left(one).await.unwrap(), store.recovery_left(other).await.unwrap()], [0, 1]);
    assert!(store.replace_recovery(one, &[[3; 32], [4; 32]]).await.unwrap());
    assert_eq!(store.recovery_left(one).await.unwrap(), 2);
    assert!(!store.replace_recovery(account(store).await, &[[5; 32]]).await.unwrap(), "there is no factor");
}

pub(crate) async fn accepts_a_code_once_in_parallel(store: &SqlStore) {
    let one = with_factor(store, &[[1; 32]]).await;
    let calls: Vec<_> = (0..20)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let by_code = u32::is_multiple_of(n, 2);
                let good = if by_code {
                    store.use_step(one, 8).await
                } else {
                    store.use_recovery(one, [1; 32]).await
                };
                (by_code, good.unwrap())
            })
        })
        .collect();
    let mut good = Vec::new();
    for call in calls {
        let (by_code, is_good) = call.await.unwrap();
        good.extend(is_good.then_some(by_code));
    }
    good.sort_unstable();
    assert_eq!(good, [false, true], "one of each");
}

pub(crate) async fn takes_a_second_factor_away_with_every_session(store: &SqlStore) {
    let one = with_factor(store, &[[1; 32]]).await;
    let family = FamilyId(Uuid::new_v4());
    let mut hash = [8; 32];
    hash[..8].copy_from_slice(&number().to_be_bytes());
    let token = RefreshToken { hash, family, account: one, expires_ms: 99, family_ends_ms: 99 };
    let new = NewSession { token, device: Device::default(), second: true };
    Sessions::begin(store, new, "$argon2id$", 0).await.unwrap().unwrap();
    assert_eq!(store.remove_factor(one).await.unwrap(), [family]);
    assert_eq!(store.factor(one).await.unwrap(), None);
    assert_eq!(store.recovery_left(one).await.unwrap(), 0);
    assert!(!store.use_recovery(one, [1; 32]).await.unwrap());
    assert_eq!(store.remove_factor(one).await.unwrap(), []);
}

fn ticket(account: AccountId, kind: TicketKind) -> Ticket {
    let mut hash = [7; 32];
    hash[..8].copy_from_slice(&number().to_be_bytes());
    Ticket { hash, kind, account, ends_ms: 100, tries: 2, about: Some("a@b; --".to_owned()) }
}

pub(crate) async fn counts_the_tries_of_a_ticket(store: &SqlStore) {
    let one = ticket(account(store).await, TicketKind::Reset);
    assert!(store.issue(one.clone(), 9, 0).await.unwrap());
    let attempt = async |kind, now| store.attempt(kind, one.hash, now).await.unwrap();
    assert_eq!(attempt(TicketKind::Mail, 1).await, None, "it is for something else");
    assert_eq!(attempt(TicketKind::Reset, 100).await, None, "it has ended");
    assert_eq!(attempt(TicketKind::Reset, 99).await, Some(Ticket { tries: 1, ..one.clone() }));
    assert_eq!(attempt(TicketKind::Reset, 99).await, Some(Ticket { tries: 0, ..one.clone() }));
    assert_eq!(attempt(TicketKind::Reset, 99).await, None);
    assert!(store.redeem(one.hash).await.unwrap());
    assert!(!store.redeem(one.hash).await.unwrap());
}

pub(crate) async fn gives_no_more_tickets_than_are_allowed(store: &SqlStore) {
    let one = account(store).await;
    let calls: Vec<_> = (0..10)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.issue(ticket(one, TicketKind::Reset), 3, 0).await.unwrap() })
        })
        .collect();
    let mut given = 0;
    for call in calls {
        given += u32::from(call.await.unwrap());
    }
    assert_eq!(given, 3);
    assert!(store.issue(ticket(one, TicketKind::Mail), 3, 0).await.unwrap(), "of another kind");
    assert!(store.issue(ticket(account(store).await, TicketKind::Reset), 3, 0).await.unwrap(), "to another");
    assert!(store.issue(ticket(one, TicketKind::Reset), 3, 100).await.unwrap(), "those have ended");
    // What has ended is swept, some at a time.
    assert_eq!(store.sweep_tickets(99, 9).await.unwrap(), 0);
    assert_eq!(store.sweep_tickets(100, 2).await.unwrap(), 2);
}

pub(crate) async fn voids_tickets_with_the_password(store: &SqlStore) {
    let (one, other) = (account(store).await, account(store).await);
    let kinds = [TicketKind::SecondStep, TicketKind::Reset, TicketKind::Mail];
    let (mine, others) = (kinds.map(|kind| ticket(one, kind)), kinds.map(|kind| ticket(other, kind)));
    for ticket in mine.iter().chain(&others) {
        assert!(store.issue(ticket.clone(), 9, 0).await.unwrap());
    }
    store.change_password(one, None, "new", None).await.unwrap().unwrap();
    for (ticket, stays) in mine.iter().zip([false, false, true]).chain(others.iter().map(|one| (one, true))) {
        assert_eq!(store.redeem(ticket.hash).await.unwrap(), stays, "{ticket:?}");
    }
}
