//! The index of rooms that sleep, and the up time that goes on from server to server.

use sea_orm::{ConnectionTrait, Database, DbBackend};
use tianyuan::store::sql::{DatabaseUrl, SqlStore};
use tianyuan::store::{Append, AppendError, Beat, Due, Games, Journal, LastUp, NewGame, Nodes, Rest};

use crate::world::{account, append, begin, game, new_game, node, pass};

const LONG: u64 = 600_000;

/// A game that sleeps until `due_up_ms`, as the index has it.
async fn sleeping(store: &SqlStore, due_up_ms: u64) -> Due {
    let (black, white, owner) = (account(store).await, account(store).await, node());
    let new = new_game(black, white, owner, 7_000);
    let id = begin(store, NewGame { rest: Rest { due_up_ms, ..Rest::awake(5) }, ..new }).await;
    Due { owner: Some(owner), ..Due::place(due_up_ms, id) }
}

async fn due(store: &SqlStore, up_ms: u64) -> Vec<u64> {
    let list = Games::due(store, up_ms, None, 100).await.unwrap();
    list.into_iter().map(|due| due.due_up_ms).collect()
}

pub(crate) async fn lists_what_is_due_in_pages(store: &SqlStore) {
    let mut wanted = Vec::new();
    for due_up_ms in [0, 0, 0, 1_000, 1_000, 1_000, 1_001, 3_000, Rest::NEVER] {
        wanted.push(sleeping(store, due_up_ms).await);
    }
    wanted.sort();
    for (up_ms, many) in [(0, 3), (999, 3), (1_000, 6), (1_001, 7), (2_999, 7), (3_000, 8), (Rest::NEVER, 9)]
    {
        for size in [1, 2, 3, 100] {
            let mut list = Vec::new();
            loop {
                let page = Games::due(store, up_ms, list.last().copied(), size).await.unwrap();
                if page.is_empty() {
                    break;
                }
                list.extend(page);
            }
            assert_eq!(list, wanted[..many], "at {up_ms} by {size}");
        }
    }
}

pub(crate) async fn moves_in_the_index_by_its_append(store: &SqlStore) {
    let owner = node();
    let game = game(store, owner).await;
    assert_eq!(due(store, Rest::NEVER).await, [0], "a room is awake unless it says otherwise");
    for (seq, due_up_ms) in [(2, 5_000), (3, Rest::NEVER), (4, 0)] {
        let rest = Rest { due_up_ms, ..Rest::awake(100 + seq) };
        let moved = Append { rest, ..append(game, 1, vec![pass(seq, owner)]) };
        Journal::append(store, moved).await.unwrap();
        assert_eq!(due(store, Rest::NEVER).await, [rest.due_up_ms]);
    }
    store.beat(owner, beat(1, 1), LONG).await.unwrap();
    assert_eq!(store.claim(game, owner).await.unwrap().unwrap().up_ms, Some(104), "as of the last row");
}

pub(crate) async fn keeps_its_place_when_fenced(store: &SqlStore) {
    let owner = node();
    let game = game(store, owner).await;
    let rest = Rest { due_up_ms: 5_000, ..Rest::awake(9) };
    for (epoch, seq) in [(2, 2), (1, 3)] {
        let late = Append { rest, ..append(game, epoch, vec![pass(seq, owner)]) };
        assert!(matches!(Journal::append(store, late).await, Err(AppendError::Fenced)));
    }
    assert_eq!(due(store, Rest::NEVER).await, [0]);
    let too_late =
        Append { rest: Rest { due_up_ms: u64::MAX, ..rest }, ..append(game, 1, vec![pass(2, owner)]) };
    assert!(Journal::append(store, too_late).await.is_err(), "no moment that can be kept");
}

fn beat(up_ms: u64, wall_ms: i64) -> Beat {
    Beat { served_ms: 1, wall_ms, up_ms, grace_ms: up_ms + 1 }
}

pub(crate) async fn goes_on_from_the_latest_up_time(store: &SqlStore) {
    let (first, second, third) = (node(), node(), node());
    assert_eq!(store.last_up(first).await.unwrap(), None);
    store.beat(first, beat(500, 1_000), LONG).await.unwrap();
    assert_eq!(store.last_up(first).await.unwrap(), None, "not its own");
    store.beat(second, beat(90, 9_000), LONG).await.unwrap();
    let last = |lives| Some(LastUp { up_ms: 500, grace_ms: 501, wall_ms: 1_000, lives });
    assert_eq!(store.last_up(third).await.unwrap(), last(true));
    store.release(first).await.unwrap();
    assert_eq!(store.last_up(third).await.unwrap(), last(true), "the second lives");
    store.release(second).await.unwrap();
    assert_eq!(store.last_up(third).await.unwrap(), last(false));
    store.beat(second, beat(600, 2_000), LONG).await.unwrap();
    let ahead = LastUp { up_ms: 600, grace_ms: 601, wall_ms: 2_000, lives: true };
    assert_eq!(store.last_up(third).await.unwrap(), Some(ahead));
}

/// What the version before has written knows neither deadlines nor up time.
pub(crate) async fn takes_over_rooms_of_the_version_before(store: &SqlStore) {
    let (old, me) = (node(), node());
    let game = game(store, old).await;
    store.beat(old, beat(1, 1), LONG).await.unwrap();
    behind("UPDATE rooms SET up_ms = NULL").await;
    behind("UPDATE nodes SET up_ms = NULL").await;
    assert_eq!(due(store, 0).await, [0]);
    assert_eq!(store.last_up(me).await.unwrap(), None);
    assert_eq!(store.last_beat(old, 0).await.unwrap().map(|beat| beat.up_ms), Some(0));
    store.release(old).await.unwrap();
    assert_eq!(store.claim(game, me).await.unwrap().map(|claim| claim.up_ms), Some(None));
}

/// The statement that asks for what is due does not read the rooms that sleep.
pub(crate) async fn finds_the_due_by_the_index(store: &SqlStore) {
    for due_up_ms in [5, 6, 7] {
        sleeping(store, due_up_ms).await;
    }
    let plan = plan(
        "SELECT due_up_ms, game FROM rooms WHERE due_up_ms <= 6 AND due_up_ms >= 5 \
         AND (due_up_ms > 5 OR game > '00000000-0000-0000-0000-000000000000') ORDER BY due_up_ms, game LIMIT 500",
    )
    .await;
    assert!(
        plan.contains("rooms_due") && !plan.to_lowercase().contains("sort") && !plan.contains("TEMP"),
        "{plan}"
    );
}

pub(crate) async fn finds_lost_games_by_their_owner(store: &SqlStore) {
    sleeping(store, 0).await;
    let plan = plan(
        "SELECT game FROM rooms WHERE due_up_ms + 0 = 0 AND (owner IS NULL OR owner IN \
         (SELECT id FROM nodes WHERE lease_ends_ms <= 5)) ORDER BY game LIMIT 500",
    )
    .await;
    assert!(!plan.contains("rooms_due"), "every live game is due at 0: {plan}");
}

/// How the database goes about a query.
async fn plan(query: &str) -> String {
    let db = connect().await;
    let sqlite = db.get_database_backend() == DbBackend::Sqlite;
    let explain = if sqlite { "EXPLAIN QUERY PLAN" } else { "EXPLAIN" };
    if !sqlite {
        // Three rows are read faster without an index; a hundred thousand are not.
        db.execute_unprepared("SET enable_seqscan = off; SET enable_bitmapscan = off").await.unwrap();
    }
    let rows = db
        .query_all_raw(sea_orm::Statement::from_string(
            db.get_database_backend(),
            format!("{explain} {query}"),
        ))
        .await
        .unwrap();
    let column = if sqlite { 3 } else { 0 };
    let plan: Vec<String> = rows.iter().map(|row| row.try_get_by_index(column).unwrap()).collect();
    plan.join("\n")
}

async fn connect() -> sea_orm::DatabaseConnection {
    let url = crate::URL.with(|url| match url {
        DatabaseUrl::Sqlite(path) => format!("sqlite:{}", path.display()),
        DatabaseUrl::Postgres(url) => url.clone(),
    });
    let mut options = sea_orm::ConnectOptions::new(url);
    options.max_connections(1);
    Database::connect(options).await.unwrap()
}

/// Changes the database behind the store's back.
async fn behind(sql: &str) {
    connect().await.execute_unprepared(sql).await.unwrap();
}
