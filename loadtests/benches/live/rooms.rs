//! Resident memory of a live room whose game has 250 moves, with nobody connected.
//!
//! A fresh process opens the server's components over a file of such games and wakes them; what the first fifth
//! of them took is the beginning.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rules::GameEvent;
use tianyuan::app::App;
use tianyuan::config::Config;
use tianyuan::ids::{AccountId, NodeId};
use tianyuan::store::Games;
use tokio::time::sleep;
use uuid::Uuid;

use crate::bulk::{Bulk, Whose, add, bare};
use crate::weigh::resident_kib;
use crate::{people, record};

/// As its first word, makes this program wake the games of a folder and weigh itself.
pub(crate) const WAKE: &str = "wake";

const GAMES: usize = 1_000;
const MOVES: u32 = 250;
/// Different games; the others are the same moves again.
const DIFFERENT: u64 = 20;
/// What waking needed for a moment has been given back after this.
const SETTLED: Duration = Duration::from_secs(6);

async fn wake_all(data: &Path) {
    let app = App::open(Config::for_tests(data)).await.unwrap();
    let lease = tokio::spawn(app.lease.clone().keep(std::future::pending::<()>()));
    let running: Vec<_> =
        app.store.due(0, None, GAMES as u64).await.unwrap().into_iter().map(|due| due.id).collect();
    assert_eq!(running.len(), GAMES);
    let mut kib = Vec::new();
    for some in [&running[..GAMES / 5], &running[GAMES / 5..]] {
        for id in some {
            app.rooms.wake(*id).await.unwrap();
        }
        sleep(SETTLED).await;
        kib.push(resident_kib(std::process::id()) as f64);
    }
    assert_eq!(app.rooms.awake(), GAMES);
    lease.abort();
    let each = (kib[1] - kib[0]) / (GAMES - GAMES / 5) as f64;
    println!("a live room of {MOVES} moves: {each:.2} KiB resident (goal 8 KiB)");
}

/// The process that is weighed.
pub(crate) fn wake(data: &str) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(wake_all(Path::new(data)));
}

pub(crate) async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    people::make(folder.path(), 2).await;
    let pool = bare(&folder.path().join("tianyuan.sqlite")).await;
    let accounts: Vec<(Uuid,)> =
        sea_orm::sqlx::query_as("SELECT id FROM accounts ORDER BY id").fetch_all(&pool).await.unwrap();
    let [black, white] = [accounts[0].0, accounts[1].0].map(AccountId);
    let whose = Whose { black, white, node: NodeId(Uuid::now_v7()) };
    let different: Vec<Vec<(rules::RoomMs, GameEvent)>> =
        (0..DIFFERENT).map(|seed| record::events(seed, MOVES)).collect();
    let game = |number: usize| {
        let events = different[number % different.len()].clone();
        Bulk { id: Uuid::new_v4(), setup: record::setup(), events }
    };
    let games: Vec<Bulk> = (0..GAMES).map(game).collect();
    add(&pool, whose, &games).await;
    pool.close().await;
    let child = Command::new(std::env::current_exe().unwrap()).arg(WAKE).arg(folder.path()).status().unwrap();
    assert!(child.success(), "the process that is weighed failed");
}
