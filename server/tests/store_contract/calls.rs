//! The list of games that wait for a referee.

use rules::Outcome;
use tianyuan::ids::GameId;
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{Append, Cursor, Finish, Games, Journal, Rest};
use uuid::Uuid;

use crate::world::{append, game, node, pass};

async fn called(store: &SqlStore, limit: u64) -> Vec<(GameId, i64)> {
    called_after(store, None, limit).await
}

async fn called_after(store: &SqlStore, after: Option<Cursor>, limit: u64) -> Vec<(GameId, i64)> {
    let list = Games::called(store, after, limit).await.unwrap();
    list.into_iter().map(|called| (called.game.id, called.since_ms)).collect()
}

pub(crate) async fn lists_who_waits_longest_first(store: &SqlStore) {
    let owner = node();
    let games = [game(store, owner).await, game(store, owner).await, game(store, owner).await];
    assert!(called(store, 10).await.is_empty());
    for (game, called_ms) in games.into_iter().zip([Some(700), None, Some(-5)]) {
        let rest = Rest { called_ms, ..Rest::awake(77) };
        store.append(Append { rest, ..append(game, 1, vec![pass(2, owner)]) }).await.unwrap();
    }
    assert_eq!(called(store, 10).await, [(games[2], -5), (games[0], 700)]);
    assert_eq!(called(store, 1).await, [(games[2], -5)]);
    let after = |at_ms, id| called_after(store, Some(Cursor { at_ms, id }), 10);
    assert_eq!(after(-5, games[2]).await, [(games[0], 700)]);
    assert!(after(700, games[0]).await.is_empty());
    assert_eq!(
        after(700, GameId(Uuid::nil())).await,
        [(games[0], 700)],
        "of two at one time, the smaller id first"
    );

    store.append(append(games[2], 1, vec![pass(3, owner)])).await.unwrap();
    assert_eq!(called(store, 10).await, [(games[0], 700)], "answered");
    let finish = Some(Finish { outcome: Outcome::Aborted, sgf: String::new(), ended_ms: 1, noted: None });
    store.append(Append { finish, ..append(games[0], 1, vec![pass(3, owner)]) }).await.unwrap();
    assert!(called(store, 10).await.is_empty(), "over");
}
