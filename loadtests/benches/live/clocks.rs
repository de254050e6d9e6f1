//! Fifty thousand live clocks in one process: how late flags fall, and what the clocks cost while nothing happens.
//!
//! The rooms are the server's own, over a real SQLite file, and nobody is connected. How late a flag is: the room
//! time of the journal's last row less the game's deadline, both to the millisecond. Beside them, in the same
//! process and at the same moments, stand as many bare `sleep_until`. The CPU time while nothing is due is that of
//! the whole process: clocks, lease, and the look for games without a room.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rules::{ClockSetup, GameEvent, Outcome, Placement, Preset, Setup, Size};
use sea_orm::sqlx::{self, Row as _, sqlite::SqlitePool};
use tianyuan::ids::{AccountId, NodeId};
use tianyuan::keys::Keys;
use tianyuan::offices::Offices;
use tianyuan::room::{Lease, Rooms, RoomsParts, Seals};
use tianyuan::store::sql::{DatabaseUrl, SqlStore, StoreOptions};
use tianyuan::store::{Account, Accounts};
use tianyuan::time::Time;
use tianyuan::ws::wire::Encoder;
use tokio::time::{Instant, sleep, sleep_until};
use uuid::Uuid;

use crate::bulk::{Bulk, Whose, add, bare};
use crate::weigh::{cpu_ns, median, quantile};

const GAMES: u64 = 50_000;
/// Flags a second.
const FLAGS_PER_S: u64 = 250;
/// How long the process is weighed while nothing is due.
const IDLE: Duration = Duration::from_secs(20);
/// Pieces of the run whose percentiles are compared pair by pair.
const SLICES: usize = 10;

fn setup(deadline_ms: u64) -> Setup {
    Setup {
        size: Size::STANDARD,
        preset: Preset::Chinese,
        rules: Preset::Chinese.rules(0),
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSetup::Absolute { main_ms: deadline_ms },
        white_clock: None,
        first_move_ms: None,
        nigiri: None,
        pauses: rules::Pauses::default(),
        appointment: None,
        delay: None,
        wall_ms: None,
    }
}

async fn account(store: &SqlStore, name: &str) -> AccountId {
    let id = AccountId(Uuid::now_v7());
    let account = Account {
        id,
        name: name.to_owned(),
        name_key: name.to_owned(),
        password_hash: String::new(),
        offices: Offices::NONE,
        created_ms: 0,
    };
    assert!(Accounts::add(store, account).await.unwrap());
    id
}

/// The rooms, with what a server does beside them.
async fn rooms(store: &SqlStore, node: NodeId, time: &Time) -> Rooms {
    let shared = Arc::new(store.clone());
    let lease = Lease::new(node, shared.clone(), time.clone());
    lease.renew().await.unwrap();
    tokio::spawn(lease.clone().keep(std::future::pending::<()>()));
    let rooms = Rooms::new(RoomsParts {
        node,
        time: time.clone(),
        lease,
        journal: shared.clone(),
        games: shared.clone(),
        nodes: shared,
        encoder: Arc::new(Encoder),
        seals: Seals::new(Keys::generate_seals()),
        over: Box::new(|_| ()),
        ended: Box::new(|| ()),
    });
    tokio::spawn(rooms.clone().keep_awake());
    rooms
}

async fn until_awake(rooms: &Rooms, time: &Time, first: u64) {
    while (rooms.awake() as u64) < GAMES {
        assert!(time.served_ms() < first, "the machine is too busy to wake them before the first flag");
        sleep(Duration::from_millis(200)).await;
    }
}

/// One bare timer for each deadline, and how late each was in milliseconds.
async fn bare_timers(time: &Time, deadlines: &[u64]) -> HashMap<u64, Vec<f64>> {
    let timers: Vec<_> = deadlines
        .iter()
        .map(|&deadline| {
            let due = time.instant(deadline);
            tokio::spawn(async move {
                sleep_until(due).await;
                (deadline, due.elapsed().as_secs_f64() * 1_000.0)
            })
        })
        .collect();
    let mut late: HashMap<u64, Vec<f64>> = HashMap::new();
    for timer in timers {
        let (deadline, ms) = timer.await.unwrap();
        late.entry(deadline).or_default().push(ms);
    }
    late
}

/// How late each flag was by its journal, in milliseconds. Games that went through an outage are left out: theirs
/// is another deadline.
async fn flags(pool: &SqlitePool, deadlines: &HashMap<Uuid, u64>) -> HashMap<u64, Vec<f64>> {
    let rows =
        sqlx::query("SELECT game, at_ms, event FROM journal WHERE seq = 2").fetch_all(pool).await.unwrap();
    assert_eq!(rows.len(), deadlines.len(), "every flag has fallen");
    let mut late: HashMap<u64, Vec<f64>> = HashMap::new();
    let mut other = 0;
    for row in rows {
        let (game, at_ms, event): (Uuid, i64, String) = (row.get(0), row.get(1), row.get(2));
        let event: GameEvent = serde_json::from_str(&event).unwrap();
        let deadline = deadlines[&game];
        let GameEvent::Ended { outcome: Outcome::Time { .. }, .. } = event else {
            other += 1;
            continue;
        };
        let ms = u64::try_from(at_ms).unwrap().checked_sub(deadline).expect("no flag falls early");
        late.entry(deadline).or_default().push(ms as f64);
    }
    if other > 0 {
        println!("{other} games went through an outage: the machine was away, and this run says little");
    }
    late
}

fn compare(deadlines: &[u64], flags: &HashMap<u64, Vec<f64>>, timers: &HashMap<u64, Vec<f64>>) {
    let side = |of: &HashMap<u64, Vec<f64>>, some: &[u64], at: f64| {
        quantile(
            &mut some.iter().filter_map(|deadline| of.get(deadline)).flatten().copied().collect::<Vec<_>>(),
            at,
        )
    };
    let apart: Vec<f64> = deadlines
        .chunks(deadlines.len() / SLICES)
        .map(|some| side(flags, some, 0.99) - side(timers, some, 0.99))
        .collect();
    for (name, of) in [("flags", flags), ("bare timers", timers)] {
        let [p50, p99, most] = [0.5, 0.99, 1.0].map(|at| side(of, deadlines, at));
        println!("{name:12} late by: p50 {p50:.2} ms, p99 {p99:.2} ms, most {most:.2} ms");
    }
    let ms = median(&apart);
    println!(
        "p99 of flags less p99 of timers, median of {} slices: {ms:+.2} ms (goal +2 ms; none early)",
        apart.len()
    );
}

pub(crate) async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clocks.db");
    let store = SqlStore::open(&DatabaseUrl::Sqlite(path.clone()), &StoreOptions::default()).await.unwrap();
    let node = NodeId(Uuid::now_v7());
    let whose = Whose { black: account(&store, "black").await, white: account(&store, "white").await, node };
    let time = Time::start();
    // Time enough to make and to wake them all, and to look at them doing nothing.
    let first = 20_000 + u64::try_from(IDLE.as_millis()).unwrap() + GAMES * 4;
    let deadlines: Vec<u64> = (0..GAMES).map(|n| first + n * 1_000 / FLAGS_PER_S).collect();
    let pool = bare(&path).await;
    let made: Vec<Bulk> = deadlines
        .iter()
        .map(|&deadline| Bulk { id: Uuid::new_v4(), setup: setup(deadline), events: Vec::new() })
        .collect();
    add(&pool, whose, &made).await;
    let by_game: HashMap<Uuid, u64> =
        made.iter().map(|game| game.id).zip(deadlines.iter().copied()).collect();
    drop(made);
    println!("{GAMES} games made after {} ms", time.served_ms());
    let rooms = rooms(&store, node, &time).await;
    until_awake(&rooms, &time, first).await;
    println!("all awake after {} ms, the first flag is due at {first} ms", time.served_ms());
    sleep(Duration::from_secs(3)).await;

    let (before, began) = (cpu_ns(std::process::id()), Instant::now());
    sleep(IDLE).await;
    let used = (cpu_ns(std::process::id()) - before) as f64 / began.elapsed().as_nanos() as f64;
    assert!(time.served_ms() < first, "the first flag fell before the process had been weighed");
    println!("{GAMES} clocks while nothing is due: {:.2}% of a core (goal 1%)", used * 100.0);

    let timers = bare_timers(&time, &deadlines).await;
    while rooms.awake() > 0 {
        sleep(Duration::from_millis(200)).await;
    }
    compare(&deadlines, &flags(&pool, &by_game).await, &timers);
    store.close().await;
}
