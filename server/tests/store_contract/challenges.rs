//! Offers: limits, repeats, and one game from many who accept.

use rules::GameEvent;
use tianyuan::ids::ChallengeId;
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{
    Accept, Challenge, ChallengeState, Challenges, ColorChoice, Draw, Games, Journal, Rest, StoreError,
};
use uuid::Uuid;

use crate::world::{account, new_game, node, offer, row, setup};

pub(crate) async fn keeps_every_kind_of_offer(store: &SqlStore) {
    let by = account(store).await;
    for color in [ColorChoice::Black, ColorChoice::White, ColorChoice::Nigiri] {
        let mut offer = offer(by);
        offer.color = color;
        offer.private = color == ColorChoice::White;
        if color == ColorChoice::Nigiri {
            offer.draw = Some(Draw { hash: "ab".to_owned(), number: 50, nonce: "cd".to_owned() });
        }
        let wanted = Challenge { offer: offer.clone(), state: ChallengeState::Open };
        assert_eq!(store.offer(offer, 5).await.unwrap().as_ref(), Some(&wanted));
        assert_eq!(Challenges::get(store, wanted.offer.id).await.unwrap(), Some(wanted));
    }
    assert_eq!(Challenges::get(store, ChallengeId(Uuid::new_v4())).await.unwrap(), None);
}

pub(crate) async fn offers_once_per_id(store: &SqlStore) {
    let by = account(store).await;
    let first = offer(by);
    let kept = store.offer(first.clone(), 1).await.unwrap().unwrap();
    let mut again = first.clone();
    again.created_ms += 1;
    assert_eq!(store.offer(again.clone(), 1).await.unwrap(), Some(kept), "even when the limit is reached");
    assert!(store.withdraw(first.id, by).await.unwrap());
    let after = store.offer(again, 1).await.unwrap().unwrap();
    assert_eq!((after.offer, after.state), (first, ChallengeState::Withdrawn));
    let same = offer(by);
    let calls: Vec<_> = (0..20)
        .map(|_| {
            tokio::spawn({
                let (store, same) = (store.clone(), same.clone());
                async move { store.offer(same, 1).await.unwrap() }
            })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap().unwrap().offer, same);
    }
    assert_eq!(store.open(10).await.unwrap().len(), 1);
}

pub(crate) async fn holds_the_limit_in_parallel(store: &SqlStore) {
    let (by, other) = (account(store).await, account(store).await);
    let calls: Vec<_> = (0..40)
        .map(|turn| {
            tokio::spawn({
                let (store, offer) = (store.clone(), offer(if turn % 2 == 0 { by } else { other }));
                async move { (offer.by, store.offer(offer, 3).await.unwrap().is_some()) }
            })
        })
        .collect();
    let mut made = Vec::new();
    for call in calls {
        made.push(call.await.unwrap());
    }
    for account in [by, other] {
        assert_eq!(made.iter().filter(|call| **call == (account, true)).count(), 3);
    }
    let open = store.open(100).await.unwrap();
    assert_eq!(open.len(), 6);
    let own = open.iter().find(|challenge| challenge.offer.by == by).unwrap();
    assert!(store.withdraw(own.offer.id, by).await.unwrap());
    assert!(store.offer(offer(by), 3).await.unwrap().is_some(), "a withdrawn one makes room");
    assert!(store.offer(offer(by), 3).await.unwrap().is_none());
}

pub(crate) async fn lets_only_its_owner_withdraw(store: &SqlStore) {
    let (by, other) = (account(store).await, account(store).await);
    let id = store.offer(offer(by), 5).await.unwrap().unwrap().offer.id;
    assert!(!store.withdraw(id, other).await.unwrap());
    assert_eq!(Challenges::get(store, id).await.unwrap().unwrap().state, ChallengeState::Open);
    assert!(store.withdraw(id, by).await.unwrap());
    assert!(!store.withdraw(id, by).await.unwrap());
    let game = new_game(by, other, node(), 0);
    assert_eq!(store.accept(id, other, game.clone()).await.unwrap(), Accept::Gone);
    assert_eq!(Games::get(store, game.id).await.unwrap(), None);
    let unknown = ChallengeId(Uuid::new_v4());
    assert_eq!(store.accept(unknown, other, new_game(by, other, node(), 0)).await.unwrap(), Accept::Gone);
}

pub(crate) async fn expires_old_offers(store: &SqlStore) {
    let by = account(store).await;
    let (old, young) = (offer(by), offer(by));
    let mut old = old;
    old.created_ms = 100;
    store.offer(old.clone(), 5).await.unwrap();
    store.offer(young.clone(), 5).await.unwrap();
    assert_eq!(store.expire(young.created_ms).await.unwrap(), 1);
    assert_eq!(store.expire(young.created_ms).await.unwrap(), 0);
    assert_eq!(Challenges::get(store, old.id).await.unwrap().unwrap().state, ChallengeState::Withdrawn);
    assert_eq!(Challenges::get(store, young.id).await.unwrap().unwrap().state, ChallengeState::Open);
}

pub(crate) async fn lists_public_offers_newest_first(store: &SqlStore) {
    let by = account(store).await;
    for turn in 0..6 {
        let mut offer = offer(by);
        offer.created_ms = [30, 10, 50, 20, 60, 40][turn];
        offer.private = offer.created_ms == 60;
        store.offer(offer, 10).await.unwrap();
    }
    let times = |list: Vec<Challenge>| list.into_iter().map(|one| one.offer.created_ms).collect::<Vec<_>>();
    assert_eq!(times(store.open(10).await.unwrap()), [50, 40, 30, 20, 10]);
    assert_eq!(times(store.open(2).await.unwrap()), [50, 40]);
}

pub(crate) async fn begins_one_game_for_fifty_who_accept(store: &SqlStore) {
    let by = account(store).await;
    let id = store.offer(offer(by), 5).await.unwrap().unwrap().offer.id;
    let mut calls = Vec::new();
    for _ in 0..50 {
        let (store, other) = (store.clone(), account(store).await);
        let game = new_game(by, other, node(), 0);
        calls.push(tokio::spawn(
            async move { (game.id, other, store.accept(id, other, game).await.unwrap()) },
        ));
    }
    let mut begun = Vec::new();
    for call in calls {
        let (game, other, answer) = call.await.unwrap();
        match answer {
            Accept::Begun => begun.push((game, other)),
            Accept::Gone => assert_eq!(Games::get(store, game).await.unwrap(), None),
            Accept::Already(_) => panic!("nobody asked twice"),
        }
    }
    let [(game, other)] = begun[..] else { panic!("{begun:?}") };
    let state = Challenges::get(store, id).await.unwrap().unwrap().state;
    assert_eq!(state, ChallengeState::Accepted { by: other, game });
    assert_eq!(Games::get(store, game).await.unwrap().unwrap().players.white.0, other);
    let due = Games::due(store, 0, None, 10).await.unwrap();
    assert_eq!(due.into_iter().map(|due| due.id).collect::<Vec<_>>(), [game]);
    let rows = Journal::read(store, game).await.unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].event, GameEvent::Opened { setup: setup() });
}

pub(crate) async fn answers_the_winner_again(store: &SqlStore) {
    let (by, other) = (account(store).await, account(store).await);
    let id = store.offer(offer(by), 5).await.unwrap().unwrap().offer.id;
    let (game, second) = (new_game(by, other, node(), 0), new_game(by, other, node(), 0));
    assert_eq!(store.accept(id, other, game.clone()).await.unwrap(), Accept::Begun);
    assert_eq!(store.accept(id, other, second.clone()).await.unwrap(), Accept::Already(game.id));
    assert_eq!(Games::get(store, second.id).await.unwrap(), None);
    assert!(!store.withdraw(id, by).await.unwrap());
}

pub(crate) async fn begins_or_withdraws_but_not_both(store: &SqlStore) {
    let (by, other) = (account(store).await, account(store).await);
    for _ in 0..20 {
        let id = store.offer(offer(by), 5).await.unwrap().unwrap().offer.id;
        let game = new_game(by, other, node(), 0);
        let withdrawing = tokio::spawn({
            let store = store.clone();
            async move { store.withdraw(id, by).await.unwrap() }
        });
        let accepted = store.accept(id, other, game.clone()).await.unwrap() == Accept::Begun;
        assert_ne!(accepted, withdrawing.await.unwrap());
        assert_eq!(Games::get(store, game.id).await.unwrap().is_some(), accepted);
    }
}

pub(crate) async fn begins_nothing_when_the_game_cannot_be_kept(store: &SqlStore) {
    let (by, other) = (account(store).await, account(store).await);
    let id = store.offer(offer(by), 5).await.unwrap().unwrap().offer.id;
    let mut game = new_game(by, other, node(), 0);
    game.opened = row(2, game.owner, game.opened.event.clone());
    assert!(matches!(store.accept(id, other, game.clone()).await, Err(StoreError::Corrupt(_))));
    assert_eq!(Challenges::get(store, id).await.unwrap().unwrap().state, ChallengeState::Open);
    assert_eq!(Games::get(store, game.id).await.unwrap(), None);
    assert_eq!(Games::due(store, Rest::NEVER, None, 10).await.unwrap(), []);
    assert_eq!(store.accept(id, other, new_game(by, other, node(), 0)).await.unwrap(), Accept::Begun);
}
