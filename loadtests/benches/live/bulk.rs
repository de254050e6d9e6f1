//! Running games made in bulk: the rows that the store itself would have written, a thousand games a transaction.

use std::path::Path;

use rules::{Game, GameEvent, RoomMs, Setup};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqliteSynchronous};
use sea_orm::sqlx::{self, QueryBuilder, Sqlite};
use tianyuan::ids::{AccountId, NodeId};
use uuid::Uuid;

/// A running game: its set-up, and what has happened since.
pub(crate) struct Bulk {
    pub(crate) id: Uuid,
    pub(crate) setup: Setup,
    pub(crate) events: Vec<(RoomMs, GameEvent)>,
}

/// Whose games they are.
#[derive(Clone, Copy)]
pub(crate) struct Whose {
    pub(crate) black: AccountId,
    pub(crate) white: AccountId,
    pub(crate) node: NodeId,
}

/// A connection of the bare driver to the file of a store that is open.
pub(crate) async fn bare(path: &Path) -> SqlitePool {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal);
    sqlx::sqlite::SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap()
}

/// Adds running games, owned by the node since its served time 0.
pub(crate) async fn add(pool: &SqlitePool, whose: Whose, games: &[Bulk]) {
    for some in games.chunks(1_000) {
        let mut tx = pool.begin().await.unwrap();
        for game in some {
            describe(&mut tx, whose, game).await;
            let (_, opened) = Game::open(game.setup.clone()).unwrap();
            let opened = [(RoomMs(0), opened)];
            let rows: Vec<_> = opened.iter().chain(&game.events).zip(1_i64..).collect();
            for piece in rows.chunks(500) {
                journal(&mut tx, whose, game.id, piece).await;
            }
        }
        tx.commit().await.unwrap();
    }
}

type Tx<'a> = sqlx::Transaction<'a, Sqlite>;

async fn describe(tx: &mut Tx<'_>, whose: Whose, game: &Bulk) {
    sqlx::query(
        "INSERT INTO games (id, black, black_name, white, white_name, private, setup, started_ms) \
         VALUES (?, ?, 'Black', ?, 'White', FALSE, ?, 7000)",
    )
    .bind(game.id)
    .bind(whose.black.0)
    .bind(whose.white.0)
    .bind(serde_json::to_string(&game.setup).unwrap())
    .execute(&mut **tx)
    .await
    .unwrap();
    let next = i64::try_from(game.events.len()).unwrap() + 2;
    sqlx::query("INSERT INTO rooms (game, owner, epoch, next_seq) VALUES (?, ?, 1, ?)")
        .bind(game.id)
        .bind(whose.node.0)
        .bind(next)
        .execute(&mut **tx)
        .await
        .unwrap();
}

async fn journal(tx: &mut Tx<'_>, whose: Whose, game: Uuid, rows: &[(&(RoomMs, GameEvent), i64)]) {
    let mut query = QueryBuilder::<Sqlite>::new(
        "INSERT INTO journal (game, seq, format, at_ms, wall_ms, node, served_ms, account, command, \
         command_hash, event) ",
    );
    query.push_values(rows, |mut values, ((at, event), seq)| {
        let at = i64::try_from(at.0).unwrap();
        values.push_bind(game).push_bind(*seq).push_bind(1_i16).push_bind(at).push_bind(7_000_i64);
        values.push_bind(whose.node.0).push_bind(at);
        // What opens a game is nobody's command.
        let by = if seq % 2 == 0 { whose.black.0 } else { whose.white.0 };
        let command = (*seq > 1).then(Uuid::now_v7);
        values.push_bind(command.map(|_| by)).push_bind(command);
        values.push_bind(command.map(|id| id.as_bytes().repeat(2)));
        values.push_bind(serde_json::to_string(event).unwrap());
    });
    query.build().execute(&mut **tx).await.unwrap();
}
