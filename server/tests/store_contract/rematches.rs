//! Rematches: the first of many who change one succeeds, its game begins with it, and nothing stays for ever.

use tianyuan::ids::{AccountId, GameId};
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{
    Due, Games, NewGame, Rematch, RematchAction, RematchCommand, RematchOffer, Rematches, Rest, StoreError,
};
use uuid::Uuid;

use crate::world::{account, begin, game, new_game, node, row};

/// When the games of these tests ended.
const ENDED_MS: i64 = 10_000;

fn command(by: AccountId, action: RematchAction) -> RematchCommand {
    RematchCommand { by, id: Uuid::new_v4(), action }
}

fn offered(by: AccountId) -> Rematch {
    let offer = Some(RematchOffer { by, ends_ms: 130_000 });
    Rematch { offer, done: vec![command(by, RematchAction::Offer)], ..Rematch::default() }
}

/// A game with its players.
async fn played(store: &SqlStore) -> (GameId, AccountId, AccountId) {
    let (black, white) = (account(store).await, account(store).await);
    let of = begin(store, new_game(black, white, node(), 7_000)).await;
    (of, black, white)
}

async fn live(store: &SqlStore) -> Vec<Due> {
    Games::due(store, Rest::NEVER, None, 1_000).await.unwrap()
}

pub(crate) async fn keeps_where_a_rematch_stands(store: &SqlStore) {
    let (of, black, white) = played(store).await;
    assert_eq!(store.find(of).await.unwrap(), Rematch::default());
    let mut rematch = offered(black);
    assert!(store.replace(of, &rematch, ENDED_MS, None).await.unwrap());
    rematch.revision = 1;
    assert_eq!(store.find(of).await.unwrap(), rematch);
    for action in [RematchAction::Withdraw, RematchAction::Decline, RematchAction::Accept] {
        rematch.offer = None;
        rematch.done.push(command(white, action));
        assert!(store.replace(of, &rematch, ENDED_MS, None).await.unwrap());
        rematch.revision += 1;
        assert_eq!(store.find(of).await.unwrap(), rematch);
    }
    assert_eq!(store.find(game(store, node()).await).await.unwrap(), Rematch::default(), "of another game");
}

pub(crate) async fn changes_only_what_was_found(store: &SqlStore) {
    let (of, black, white) = played(store).await;
    assert!(store.replace(of, &offered(black), ENDED_MS, None).await.unwrap());
    let kept = store.find(of).await.unwrap();
    for revision in [0, 2, 7] {
        let stale = Rematch { revision, ..offered(white) };
        let begun = new_game(white, black, node(), 0);
        let id = begun.id;
        assert!(!store.replace(of, &stale, ENDED_MS, Some(begun)).await.unwrap(), "{revision}");
        assert_eq!(Games::get(store, id).await.unwrap(), None);
        assert_eq!(store.find(of).await.unwrap(), kept);
    }
}

/// What fifty want at the same time, from the same revision.
async fn all_at_once(
    store: &SqlStore,
    of: GameId,
    wanted: impl Fn() -> (Rematch, NewGame),
) -> Vec<(bool, GameId)> {
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let (store, (rematch, begun)) = (store.clone(), wanted());
            let rematch = Rematch { game: Some(begun.id), ..rematch };
            tokio::spawn(async move {
                let id = begun.id;
                (store.replace(of, &rematch, ENDED_MS, Some(begun)).await.unwrap(), id)
            })
        })
        .collect();
    let mut answers = Vec::new();
    for call in calls {
        answers.push(call.await.unwrap());
    }
    answers
}

pub(crate) async fn begins_one_game_of_fifty(store: &SqlStore) {
    // Both from the first offer, and where somebody has said something before.
    for revision in [0, 1] {
        let (of, black, white) = played(store).await;
        if revision > 0 {
            assert!(store.replace(of, &offered(black), ENDED_MS, None).await.unwrap());
        }
        let before = live(store).await.len();
        let rematch = || (Rematch { revision, ..offered(white) }, new_game(white, black, node(), 0));
        let answers = all_at_once(store, of, rematch).await;
        let begun: Vec<_> = answers.iter().filter(|(first, _)| *first).collect();
        let [(_, id)] = begun[..] else { panic!("{begun:?}") };
        let kept = store.find(of).await.unwrap();
        assert_eq!((kept.revision, kept.game), (revision + 1, Some(*id)));
        assert_eq!(live(store).await.len(), before + 1);
        for (first, id) in &answers {
            let players = Games::get(store, *id).await.unwrap().map(|game| game.players.black.0);
            assert_eq!(players, first.then_some(white));
        }
    }
}

pub(crate) async fn agrees_to_nothing_when_the_game_cannot_be_kept(store: &SqlStore) {
    let (of, black, white) = played(store).await;
    assert!(store.replace(of, &offered(black), ENDED_MS, None).await.unwrap());
    let kept = store.find(of).await.unwrap();
    let mut broken = new_game(white, black, node(), 0);
    broken.opened = row(2, broken.owner, broken.opened.event.clone());
    let agreed = Rematch { game: Some(broken.id), offer: None, ..kept.clone() };
    let failed = store.replace(of, &agreed, ENDED_MS, Some(broken)).await;
    assert!(matches!(failed, Err(StoreError::Corrupt(_))), "{failed:?}");
    assert_eq!(store.find(of).await.unwrap(), kept);
    let whole = new_game(white, black, node(), 0);
    let agreed = Rematch { game: Some(whole.id), ..agreed };
    assert!(store.replace(of, &agreed, ENDED_MS, Some(whole)).await.unwrap());
}

pub(crate) async fn forgets_old_rematches(store: &SqlStore) {
    let (old, black, white) = played(store).await;
    let (young, ..) = played(store).await;
    let begun = new_game(white, black, node(), 0);
    let next = begun.id;
    let agreed = Rematch { game: Some(next), ..offered(black) };
    assert!(store.replace(old, &agreed, ENDED_MS - 1, Some(begun)).await.unwrap());
    assert!(store.replace(young, &offered(black), ENDED_MS, None).await.unwrap());
    assert_eq!(store.forget(ENDED_MS).await.unwrap(), 1);
    assert_eq!(store.forget(ENDED_MS).await.unwrap(), 0);
    assert_eq!(store.find(old).await.unwrap(), Rematch::default());
    assert_eq!(store.find(young).await.unwrap().revision, 1);
    assert!(Games::get(store, next).await.unwrap().is_some(), "games stay");
}
