//! A room that is being restored while its own node is away.

use std::time::Duration;

use rules::{ClockSetup, Game, GameEvent, Placement, Preset, RoomMs, Setup, Size};
use tianyuan::ids::{AccountId, GameId};
use tianyuan::keys::Keys;
use tianyuan::room::{BEAT_MS, Seals};
use tianyuan::store::{Players, Rest, Row};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::disk::{Disk, Held, Kept};
use crate::node::{Node, start};

/// Longer than a lease.
const AWAY: Duration = Duration::from_secs(5);
const BEAT: Duration = Duration::from_millis(BEAT_MS);
const ROOM: GameId = GameId(Uuid::from_u128(7));

/// A game whose last row is this node's own.
fn open(disk: &Disk, node: &Node) {
    let setup = Setup {
        size: Size::STANDARD,
        preset: Preset::Chinese,
        rules: Preset::Chinese.rules(0),
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSetup::Absolute { main_ms: 60_000 },
        white_clock: None,
        first_move_ms: None,
        nigiri: None,
        pauses: rules::Pauses::default(),
        appointment: None,
        delay: None,
        wall_ms: Some(0),
    };
    let (mut game, opened) = Game::open(setup).unwrap();
    let row = |seq, event| Row {
        seq,
        at: RoomMs(0),
        wall_ms: node.time.wall_ms(),
        node: node.id,
        served_ms: node.time.served_ms(),
        command: None,
        event,
    };
    let restored = game.restore(RoomMs(0), 0, 0);
    game.apply(RoomMs(0), &restored).unwrap();
    let rest = Rest::after(&game, RoomMs(0), 0, 0);
    let who = |number| (AccountId(Uuid::from_u128(number)), format!("player {number}"));
    let players = Players { black: who(1), white: who(2) };
    let rows = vec![row(1, opened), row(2, restored)];
    disk.lock().games.insert(ROOM, Kept { players, owner: node.id, epoch: 1, rows, rest, finish: None });
}

/// A node whose rooms are woken by nobody but the test.
async fn quiet(disk: &Disk, seed: u64, seals: &Seals) -> Node {
    let node = start(disk, seed, 0, seals.clone()).await;
    node.tasks[1].abort();
    node
}

/// The database may show a node's new sign of life before the node itself knows how long it was away.
#[tokio::test(start_paused = true)]
async fn who_restores_a_room_meanwhile_charges_nothing_of_it() {
    let disk = Disk::default();
    let node = quiet(&disk, 1, &Seals::new(Keys::generate_seals())).await;
    open(&disk, &node);
    node.link.hold(&[Held::Claim]);
    let rooms = node.rooms.clone();
    let waking = tokio::spawn(async move { rooms.wake(ROOM).await.map(drop) });
    sleep(Duration::from_millis(10)).await;

    node.link.cut(true);
    sleep(AWAY).await;
    // A sign of life comes through, and then nothing that the node asks about the time before it.
    node.link.hold(&[Held::Claim, Held::LastUp]);
    node.link.cut(false);
    sleep(2 * BEAT).await;
    node.link.hold(&[Held::LastUp]);
    assert!(timeout(AWAY, waking).await.unwrap().unwrap().is_err(), "how long it was away is not known yet");
    node.link.hold(&[]);
    sleep(AWAY).await;
    node.rooms.wake(ROOM).await.unwrap();
    assert_charged(&disk);
}

/// A node that was away comes back at the very moment in which another one takes its room over.
#[tokio::test(start_paused = true)]
async fn who_takes_a_room_over_charges_nothing_of_the_time_in_which_its_node_was_away() {
    let disk = Disk::default();
    let seals = Seals::new(Keys::generate_seals());
    let away = quiet(&disk, 1, &seals).await;
    let other = quiet(&disk, 2, &seals).await;
    open(&disk, &away);
    away.link.cut(true);
    sleep(AWAY).await;
    other.link.hold(&[Held::Read]);
    let rooms = other.rooms.clone();
    let waking = tokio::spawn(async move { rooms.wake(ROOM).await.map(drop) });
    sleep(Duration::from_millis(10)).await;
    // The room is the other's; what it restores by is not read yet.
    away.link.cut(false);
    sleep(2 * BEAT).await;
    other.link.hold(&[]);
    // By chance it is not told the outcome; whoever asks again has the room all the same.
    let _ = timeout(AWAY, waking).await.unwrap().unwrap();
    wake_at_last(&other).await;
    assert_charged(&disk);
}

/// A node takes a room over, fails before it has written anything, and takes it again when the room's first node is back.
#[tokio::test(start_paused = true)]
async fn who_takes_a_room_over_at_the_second_attempt_charges_nothing_of_it() {
    let disk = Disk::default();
    let seals = Seals::new(Keys::generate_seals());
    let away = quiet(&disk, 1, &seals).await;
    let other = quiet(&disk, 2, &seals).await;
    open(&disk, &away);
    away.link.cut(true);
    sleep(AWAY).await;
    other.link.hold(&[Held::Read]);
    let rooms = other.rooms.clone();
    let waking = tokio::spawn(async move { rooms.wake(ROOM).await.map(drop) });
    let owned = async {
        while disk.lock().games[&ROOM].owner != other.id {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(AWAY, owned).await.unwrap();
    other.link.cut(true);
    other.link.hold(&[]);
    assert!(
        timeout(AWAY, waking).await.unwrap().unwrap().is_err(),
        "it has claimed the room and knows nothing of it"
    );
    away.link.cut(false);
    sleep(2 * BEAT).await;
    other.link.cut(false);
    wake_at_last(&other).await;
    assert_charged(&disk);
}

/// A node comes back, and dies before it has written of its rooms that it was away.
#[tokio::test(start_paused = true)]
async fn who_takes_over_from_a_node_that_was_away_before_it_died_charges_nothing_of_either() {
    let disk = Disk::default();
    let seals = Seals::new(Keys::generate_seals());
    let away = quiet(&disk, 1, &seals).await;
    let other = quiet(&disk, 2, &seals).await;
    open(&disk, &away);
    away.link.cut(true);
    sleep(AWAY).await;
    away.link.cut(false);
    sleep(2 * BEAT).await;
    away.link.kill();
    away.bury();
    wake_at_last(&other).await;
    assert_charged(&disk);
}

/// Whoever is second waits for the room that the first one restores, and restores it when that fails; a third one waits as well.
/// Two actors of one room would go their own ways.
#[tokio::test(start_paused = true)]
async fn a_room_is_restored_once_at_a_time_also_when_that_fails() {
    let disk = Disk::default();
    let node = quiet(&disk, 1, &Seals::new(Keys::generate_seals())).await;
    open(&disk, &node);
    let wake = || {
        let rooms = node.rooms.clone();
        tokio::spawn(async move { rooms.wake(ROOM).await.map(drop) })
    };
    node.link.hold(&[Held::Read]);
    let (first, second) = (wake(), wake());
    sleep(Duration::from_millis(10)).await;
    node.link.cut(true);
    node.link.hold(&[Held::Claim]);
    sleep(Duration::from_millis(10)).await;
    node.link.cut(false);
    assert!(timeout(AWAY, first).await.unwrap().unwrap().is_err(), "its way was cut");
    let third = wake();
    sleep(Duration::from_millis(10)).await;
    node.link.hold(&[]);
    for waiting in [second, third] {
        timeout(AWAY, waiting).await.unwrap().unwrap().unwrap();
    }
    assert_eq!(disk.lock().games[&ROOM].epoch, 3, "claimed by the first and by the second");
}

/// Asks for the room until it is there.
async fn wake_at_last(node: &Node) {
    let again = async {
        while node.rooms.wake(ROOM).await.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(AWAY, again).await.unwrap();
}

/// Rows say that a server was missing, and charge no more than until the next sign of life would have been.
fn assert_charged(disk: &Disk) {
    let charged: Vec<u64> = disk.lock().games[&ROOM]
        .rows
        .iter()
        .filter_map(|row| match row.event {
            GameEvent::Restored { charged_ms, .. } => Some(charged_ms),
            _ => None,
        })
        .collect();
    assert!(charged.len() > 1, "{charged:?}");
    assert!(charged.iter().sum::<u64>() <= BEAT_MS, "the outage was charged: {charged:?}");
}
