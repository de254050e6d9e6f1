//! Very many sleeping games cost no memory each, and a sweep wakes exactly those that are due.
//!
//! `TIANYUAN_SLEEPERS=100000 TMPDIR=/dev/shm cargo test --release -p tianyuan --test sleepers -- --nocapture`
//! makes a hundred thousand and prints the figures. A program of its own, because it looks at what the process holds.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::net::TcpListener;
use std::time::{Duration, Instant};

use rules::{ClockSetup, Game, Placement, Preset, RoomMs, Setup, Size};
use tianyuan::app::App;
use tianyuan::config::Config;
use tianyuan::ids::{AccountId, ChallengeId, GameId};
use tianyuan::offices::Offices;
use tianyuan::serve::serve;
use tianyuan::store::{
    Accept, Account, Accounts, Challenges, ColorChoice, Games, NewGame, Offer, Players, Rest, Row,
};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

/// In CI; any other number by `TIANYUAN_SLEEPERS`.
const SLEEPERS: usize = 2_000;
/// Of so many one is due.
const DUE_OF: usize = 100;
/// Games that are there before the first look at the memory.
const WARMING: usize = 500;
const HOUR_MS: u64 = 3_600_000;

fn setup(wall_ms: i64) -> Setup {
    Setup {
        size: Size::STANDARD,
        preset: Preset::Chinese,
        rules: Preset::Chinese.rules(0),
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSetup::Correspondence { move_ms: HOUR_MS, weekend_stop: false, vacation_days: 7 },
        white_clock: None,
        first_move_ms: Some(HOUR_MS),
        nigiri: None,
        pauses: rules::Pauses::default(),
        appointment: None,
        delay: None,
        wall_ms: Some(wall_ms),
    }
}

async fn account(app: &App, name: &str) -> AccountId {
    let account = Account {
        id: AccountId(Uuid::new_v4()),
        name_key: name.to_owned(),
        name: name.to_owned(),
        password_hash: "none".to_owned(),
        offices: Offices::NONE,
        created_ms: 0,
    };
    let id = account.id;
    assert!(app.store.add(account).await.unwrap());
    id
}

/// Begins a game, as the lobby does, that was opened `ago_ms` of up time ago.
async fn begin(app: &App, [black, white]: [AccountId; 2], ago_ms: u64) -> GameId {
    let (served_ms, wall_ms) = (app.time.served_ms(), app.time.wall_ms());
    let up_ms = app.time.up_at(served_ms) - ago_ms;
    let setup = setup(wall_ms - i64::try_from(ago_ms).unwrap());
    let (game, event) = Game::open(setup.clone()).unwrap();
    let offer = Offer {
        id: ChallengeId(Uuid::new_v4()),
        by: black,
        by_name: "black".to_owned(),
        setup: setup.clone(),
        color: ColorChoice::Black,
        draw: None,
        private: false,
        created_ms: wall_ms,
    };
    let id = GameId(Uuid::new_v4());
    let new = NewGame {
        id,
        players: Players { black: (black, "black".to_owned()), white: (white, "white".to_owned()) },
        private: false,
        owner: app.node,
        opened: Row { seq: 1, at: RoomMs(0), wall_ms, node: app.node, served_ms, command: None, event },
        rest: Rest::after(&game, RoomMs(0), up_ms, wall_ms),
        setup,
    };
    let kept = app.store.offer(offer, u64::MAX).await.unwrap().unwrap();
    assert_eq!(Challenges::accept(&app.store, kept.offer.id, white, new).await.unwrap(), Accept::Begun);
    id
}

/// What this process holds in memory, in bytes.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

#[tokio::test(flavor = "multi_thread")]
async fn sleepers_cost_nothing_and_the_due_are_found() {
    let many = std::env::var("TIANYUAN_SLEEPERS").map_or(SLEEPERS, |text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let app = App::open(Config::for_tests(folder.path())).await.unwrap();
    let server = serve(app, TcpListener::bind("127.0.0.1:0").unwrap()).unwrap();
    let app = server.app();
    app.time.go_up(2 * HOUR_MS, app.time.served_ms());
    let people = [account(app, "black").await, account(app, "white").await];
    // What the store itself needs for its work is there before the first look.
    for _ in 0..WARMING {
        begin(app, people, 0).await;
    }
    let before = resident();
    let mut due = Vec::new();
    for n in WARMING..many {
        let is_due = n % DUE_OF == 0;
        let id = begin(app, people, if is_due { HOUR_MS } else { 0 }).await;
        if is_due {
            due.push(id);
        }
    }
    let over = async || {
        let mut over = 0;
        for id in &due {
            over += usize::from(Games::get(&app.store, *id).await.unwrap().unwrap().outcome.is_some());
        }
        over
    };
    let all = async {
        while over().await < due.len() || app.rooms.awake() > 0 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(120), all).await.expect("every game that is due is woken, and ends");
    let asked = Instant::now();
    assert_eq!(Games::due(&app.store, app.time.up_ms(), None, 500).await.unwrap(), [], "none is left");
    let sweep = asked.elapsed();
    let after = resident();
    let mut asleep = 0;
    let mut last = None;
    loop {
        let page = Games::due(&app.store, Rest::NEVER, last, 1_000).await.unwrap();
        let Some(end) = page.last() else { break };
        last = Some(*end);
        asleep += page.len();
    }
    assert_eq!(asleep, many - due.len(), "no other was touched");
    let grown = after.saturating_sub(before);
    println!(
        "{many} sleeping games: resident {before} bytes before, {after} after ({} a game); {} were due and ended; a sweep takes {sweep:?}",
        grown / (many - WARMING),
        due.len()
    );
    // What the process grows by at all is the store's caches, whatever the number: a room that is awake holds
    // several kilobytes, which would be hundreds of megabytes for a hundred thousand.
    assert!(grown < 32 << 20, "{grown} bytes more");
    server.stop().await;
}
