//! Durable rows per second through the store, against a bare group commit on the driver alone: the
//! same table, database, waiters and durability, without the fence. Both sides take turns in one run; the ratio of
//! each pair counts, never the times. Also the time of one append that nobody shares, against a bare commit.
//!
//! `cargo bench -p tianyuan --bench append`; PostgreSQL takes part when it is installed.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark stops at the first failure")]

#[path = "../tests/support/mod.rs"]
mod support;
#[path = "../tests/store_contract/world.rs"]
#[allow(dead_code, reason = "a part of it is used here")]
mod world;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use sea_orm::sqlx::{
    self, Database, Pool, QueryBuilder, Sqlite, postgres::Postgres, sqlite::SqliteConnectOptions,
};
use support::postgres::Postgres as Server;
use tianyuan::ids::{GameId, NodeId};
use tianyuan::store::Journal;
use tianyuan::store::sql::{DatabaseUrl, SqlStore, StoreOptions};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;
use world::{append, command, game, node, pass};

/// Pairs of measurements.
const PAIRS: usize = 9;

/// Rows of one measurement.
const ROWS: usize = 6_000;

/// A row of the bare side: its game and number.
type Waiting = (Uuid, i64, oneshot::Sender<()>);

/// What both drivers can do, so that the bare side is written once.
trait Bare: Database {
    fn add(query: &mut QueryBuilder<Self>, row: &BareRow);
    async fn commit(pool: &Pool<Self>, rows: &[BareRow]);
}

struct BareRow {
    game: Uuid,
    seq: i64,
    node: Uuid,
    event: String,
}

macro_rules! bare {
    ($database:ty) => {
        impl Bare for $database {
            fn add(query: &mut QueryBuilder<Self>, row: &BareRow) {
                query.push("(");
                let mut values = query.separated(", ");
                values.push_bind(row.game).push_bind(row.seq).push_bind(1_i16);
                values.push_bind(row.seq * 10).push_bind(7_000_i64).push_bind(row.node).push_bind(row.seq * 10);
                values.push_bind(row.node).push_bind(Uuid::new_v4()).push_bind(vec![7_u8; 32]);
                values.push_bind(row.event.clone());
                query.push(")");
            }

            async fn commit(pool: &Pool<Self>, rows: &[BareRow]) {
                let mut tx = pool.begin().await.unwrap();
                let mut query = QueryBuilder::new(
                    "INSERT INTO journal (game, seq, format, at_ms, wall_ms, node, served_ms, account, command, \
                     command_hash, event) VALUES ",
                );
                for (number, row) in rows.iter().enumerate() {
                    if number > 0 {
                        query.push(", ");
                    }
                    Self::add(&mut query, row);
                }
                query.build().execute(&mut *tx).await.unwrap();
                tx.commit().await.unwrap();
            }
        }
    };
}
bare!(Sqlite);
bare!(Postgres);

/// The bare side: take what waits, one transaction, answer all.
async fn bare_writer<D: Bare>(pool: Pool<D>, mut queue: mpsc::Receiver<Waiting>) {
    let (owner, event) = (Uuid::new_v4(), serde_json::to_string(&pass(1, node()).event).unwrap());
    let mut group = Vec::new();
    while queue.recv_many(&mut group, 512).await > 0 {
        let row =
            |(game, seq, _): &Waiting| BareRow { game: *game, seq: *seq, node: owner, event: event.clone() };
        let rows: Vec<_> = group.iter().map(row).collect();
        D::commit(&pool, &rows).await;
        group.drain(..).for_each(|(_, _, answer)| answer.send(()).unwrap());
    }
}

struct Room {
    game: GameId,
    owner: NodeId,
    next: AtomicI64,
}

/// Rows per second of one side, `rooms` waiting at a time.
async fn measure<F: Future<Output = ()> + Send + 'static>(
    rooms: &[Arc<Room>],
    one: impl Fn(Arc<Room>) -> F,
) -> f64 {
    let each = (ROWS.min(rooms.len() * 400) / rooms.len()).max(1);
    let start = Instant::now();
    let tasks: Vec<_> = rooms
        .iter()
        .map(|room| {
            let calls: Vec<F> = (0..each).map(|_| one(room.clone())).collect();
            tokio::spawn(async move {
                for call in calls {
                    call.await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    (each * rooms.len()) as f64 / start.elapsed().as_secs_f64()
}

async fn compare<D: Bare>(name: &str, url: &DatabaseUrl, pool: Pool<D>) {
    let store = SqlStore::open(url, &StoreOptions::default()).await.unwrap();
    let (bare, queue) = mpsc::channel(4_096);
    let writer = tokio::task::LocalSet::new();
    writer.spawn_local(bare_writer(pool, queue));
    writer
        .run_until(async {
            for waiting in [1_usize, 50, 500] {
                let mut rooms = Vec::new();
                for _ in 0..waiting {
                    let owner = node();
                    let game = game(&store, owner).await;
                    rooms.push(Arc::new(Room { game, owner, next: AtomicI64::new(2) }));
                }
                let player = world::account(&store).await;
                let mut pairs = Vec::new();
                for _ in 0..PAIRS {
                    let through = measure(&rooms, |room| {
                        let store = store.clone();
                        async move {
                            let seq = room.next.fetch_add(1, Ordering::Relaxed);
                            let mut row = pass(u64::try_from(seq).unwrap(), room.owner);
                            row.command = Some(command(player));
                            Journal::append(&store, append(room.game, 1, vec![row])).await.unwrap();
                        }
                    });
                    let through = through.await;
                    let direct = measure(&rooms, |room| {
                        let bare = bare.clone();
                        async move {
                            // Numbers of its own, so that neither side is in the other's way.
                            let seq = 1_000_000 + room.next.load(Ordering::Relaxed) * 1_000;
                            let seq = seq + i64::try_from(world::number() % 1_000_000).unwrap() * 1_000_000;
                            let (answer, done) = oneshot::channel();
                            bare.send((room.game.0, seq, answer)).await.unwrap();
                            done.await.unwrap();
                        }
                    });
                    pairs.push((through, direct.await));
                }
                report(name, waiting, pairs);
            }
        })
        .await;
    store.close().await;
}

fn report(name: &str, waiting: usize, mut pairs: Vec<(f64, f64)>) {
    pairs.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    let (through, direct) = pairs[pairs.len() / 2];
    println!(
        "{name:10} {waiting:3} waiting: store {through:8.0}/s, bare {direct:8.0}/s, ratio {:.2}",
        through / direct
    );
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    let url = DatabaseUrl::Sqlite(path.clone());
    SqlStore::open(&url, &StoreOptions::default()).await.unwrap().close().await;
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Full);
    let pool = sqlx::sqlite::SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    compare("SQLite", &url, pool).await;
    let Some(server) = Server::start(true) else {
        return println!("PostgreSQL is not installed");
    };
    let text = server.fresh().await;
    let url: DatabaseUrl = text.parse().unwrap();
    SqlStore::open(&url, &StoreOptions::default()).await.unwrap().close().await;
    let pool = sqlx::postgres::PgPoolOptions::new().max_connections(1).connect(&text).await.unwrap();
    compare("PostgreSQL", &url, pool).await;
}
