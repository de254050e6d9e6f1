//! Kills in the middle of writing: what was acknowledged is there, once, and nothing else is broken.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "store_contract/world.rs"]
#[allow(dead_code, reason = "a part of it is used here")]
mod world;

mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use support::postgres::Postgres;
use tianyuan::ids::{GameId, NodeId};
use tianyuan::store::sql::{DatabaseUrl, SqlStore, StoreOptions};
use tianyuan::store::{AppendError, Games, Journal, Nodes};
use tokio::sync::watch;
use world::{append, game, node, pass};

/// Tells the process that is to be killed which file it writes.
const FILE: &str = "TIANYUAN_TEST_CRASH_FILE";

/// Games that are written at once.
const GAMES: usize = 8;

/// Rows that a game gets in spite of crashes of the database.
const ROWS: u64 = 180;

/// Kills of one run.
const KILLS: u64 = 30;

async fn open(path: &Path) -> SqlStore {
    SqlStore::open(&DatabaseUrl::Sqlite(path.to_owned()), &StoreOptions::default()).await.unwrap()
}

/// Takes a game over and appends to it, telling each acknowledged number.
async fn write(store: SqlStore, game: GameId, me: NodeId, rows: u64, tell: impl Fn(GameId, u64)) {
    let claim = store.claim(game, me).await.unwrap().unwrap();
    for seq in claim.next_seq..claim.next_seq.saturating_add(rows) {
        Journal::append(&store, append(game, claim.epoch, vec![pass(seq, me)])).await.unwrap();
        tell(game, seq);
    }
}

async fn write_all(store: &SqlStore, rows: u64, tell: impl Fn(GameId, u64) + Copy + Send + Sync + 'static) {
    let me = node();
    store.release_others(me).await.unwrap();
    let games = Games::due(store, 0, None, 100).await.unwrap();
    assert_eq!(games.len(), GAMES);
    let tasks: Vec<_> =
        games.into_iter().map(|due| tokio::spawn(write(store.clone(), due.id, me, rows, tell))).collect();
    for task in tasks {
        task.await.unwrap();
    }
}

/// The rows of a game have no gap, the fence stands behind the last, and `acknowledged` is there.
async fn check(store: &SqlStore, game: GameId, acknowledged: u64) {
    let rows = Journal::read(store, game).await.unwrap();
    let last = rows.len() as u64;
    assert!(last >= acknowledged, "{acknowledged} was acknowledged, {last} are there");
    let me = node();
    store.release_others(me).await.unwrap();
    assert_eq!(store.claim(game, me).await.unwrap().unwrap().next_seq, last + 1);
}

/// As a test: some rows of some games. As the process that is killed: without end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_and_tells_what_was_acknowledged() {
    let Ok(path) = std::env::var(FILE) else {
        let folder = tempfile::tempdir().unwrap();
        let store = open(&folder.path().join("test.db")).await;
        for _ in 0..GAMES {
            game(&store, node()).await;
        }
        write_all(&store, 20, |_, _| {}).await;
        for due in Games::due(&store, 0, None, 100).await.unwrap() {
            check(&store, due.id, 21).await;
        }
        return;
    };
    let store = open(Path::new(&path)).await;
    write_all(&store, u64::MAX, |game, seq| {
        let mut out = std::io::stdout().lock();
        writeln!(out, "ack {} {seq}", game.0).unwrap();
        out.flush().unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = open(&path).await;
    let mut games = std::collections::BTreeMap::new();
    for _ in 0..GAMES {
        games.insert(game(&store, node()).await, 1);
    }
    store.close().await;
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writes_and_tells_what_was_acknowledged", "--nocapture"])
            .env(FILE, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut seen = 0;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            let Some(text) = line.split("ack ").nth(1) else { continue };
            // The last line may be cut off by the kill.
            let Some((id, seq)) = text.split_once(' ') else { continue };
            let (Ok(id), Ok(seq)) = (id.parse(), seq.parse::<u64>()) else { continue };
            *games.get_mut(&GameId(id)).unwrap() = seq;
            seen += 1;
            if seen == 1 + kill * 7 % 60 {
                child.kill().unwrap();
            }
        }
        assert!(!child.wait().unwrap().success());
        assert!(seen > 0, "it wrote nothing");
        let store = open(&path).await;
        for (game, acknowledged) in &games {
            check(&store, *game, *acknowledged).await;
        }
        store.close().await;
    }
}

/// Goes on through crashes of the database as an owner should: what failed is looked up before it is tried again.
async fn persist(
    store: SqlStore,
    game: GameId,
    me: NodeId,
    mut up: watch::Receiver<bool>,
    enough: u64,
) -> Vec<u64> {
    let mut acknowledged = Vec::new();
    let mut seq = 2;
    while seq <= enough {
        up.wait_for(|up| *up).await.unwrap();
        match Journal::append(&store, append(game, 1, vec![pass(seq, me)])).await {
            Ok(()) => acknowledged.push(seq),
            Err(AppendError::Store(_) | AppendError::Fenced) => {
                let Ok(rows) = Journal::read(&store, game).await else { continue };
                if rows.len() as u64 == seq - 1 {
                    continue;
                }
                assert_eq!(rows.len() as u64, seq, "one row more at most");
            }
            Err(AppendError::Repeated) => panic!("there is no command"),
        }
        seq += 1;
    }
    acknowledged
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crashed_postgres_loses_nothing() {
    let Some(mut postgres) = Postgres::start(true) else {
        return support::skip("a_crashed_postgres_loses_nothing", "PostgreSQL is not installed");
    };
    let url: DatabaseUrl = postgres.fresh().await.parse().unwrap();
    let store = SqlStore::open(&url, &StoreOptions::default()).await.unwrap();
    let (tell, up) = watch::channel(true);
    let mut tasks = Vec::new();
    for _ in 0..GAMES {
        let owner = node();
        let game = game(&store, owner).await;
        tasks.push((game, tokio::spawn(persist(store.clone(), game, owner, up.clone(), ROWS))));
    }
    let watched = tasks[0].0;
    for crash in 1..=5_usize {
        // In the midst of writing, after so many rows.
        while Journal::read(&store, watched).await.unwrap().len() < crash * 30 {
            tokio::task::yield_now().await;
        }
        tokio::task::block_in_place(|| postgres.crash());
        tell.send(false).unwrap();
        tokio::task::block_in_place(|| postgres.recover());
        tell.send(true).unwrap();
        while store.ping().await.is_err() {
            tokio::task::yield_now().await;
        }
    }
    for (game, task) in tasks {
        let acknowledged = task.await.unwrap();
        let rows = Journal::read(&store, game).await.unwrap();
        assert_eq!(rows.len() as u64, ROWS, "each row once");
        assert!(acknowledged.len() as u64 > ROWS / 2, "most were acknowledged: {}", acknowledged.len());
        assert_eq!(store.claim(game, rows[1].node).await.unwrap().unwrap().next_seq, ROWS + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_halted_owner_does_not_halt_others() {
    use sea_orm::{ConnectionTrait, Database, TransactionTrait};
    let Some(postgres) = Postgres::start(false) else {
        return support::skip("a_halted_owner_does_not_halt_others", "PostgreSQL is not installed");
    };
    let text = postgres.fresh().await;
    let store = SqlStore::open(&text.parse().unwrap(), &StoreOptions::default()).await.unwrap();
    let (halted, lively) = (game(&store, node()).await, game(&store, node()).await);
    // Another server that holds a room in a transaction and does not go on.
    let other = Database::connect(&text).await.unwrap();
    let held = other.begin().await.unwrap();
    let hold = format!("UPDATE rooms SET next_seq = next_seq WHERE game = '{halted}'");
    held.execute_unprepared(&hold).await.unwrap();
    assert_eq!(store.claim(halted, node()).await.unwrap(), None, "its owner is writing");
    assert!(store.claim(lively, node()).await.unwrap().is_some());
    held.rollback().await.unwrap();
    assert!(store.claim(halted, node()).await.unwrap().is_some());
}
