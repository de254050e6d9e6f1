//! CPU time of a delivery to a spectator: one room, and a hundred, a thousand, five thousand who watch.
//!
//! The relay gives all of them the same shared bytes. All deliveries of a move are waited for before the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use loadtests::Socket;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::moves::{Table, begin, join};
use crate::people;
use crate::record::points;
use crate::sides::Side;
use crate::weigh::report;

const PAIRS: u32 = 9;
/// Moves of one measurement, and before the first.
const MOVES: u32 = 20;

/// Deliveries so far, and who waits for the last of a move.
#[derive(Default)]
struct Seen {
    count: AtomicU64,
    all: Notify,
}

/// One room of either side with everybody in it.
struct Hall {
    table: Table,
    watchers: u64,
    seen: Arc<Seen>,
}

/// Lets somebody watch from now on, one of so many.
fn watch(mut watcher: Socket, seen: &Arc<Seen>, watchers: u64) {
    let seen = Arc::clone(seen);
    tokio::spawn(async move {
        while let Ok(text) = watcher.next_text().await {
            let is_event = text.starts_with(r#"{"type":"event""#);
            if is_event && (seen.count.fetch_add(1, Ordering::AcqRel) + 1).is_multiple_of(watchers) {
                seen.all.notify_one();
            }
        }
    });
}

impl Hall {
    /// Plays some moves, one at a time.
    async fn play(&mut self, points: &[String], moves: u32, every: Duration) {
        let start = Instant::now();
        let seen_before = self.seen.count.load(Ordering::Acquire);
        for nth in 0..moves {
            sleep_until(start + every * nth).await;
            self.table.play(points).await;
            self.seen.all.notified().await;
        }
        let delivered = self.seen.count.load(Ordering::Acquire) - seen_before;
        assert_eq!(delivered, self.watchers * u64::from(moves), "a spectator missed something");
    }

    /// CPU microseconds of a side for each delivery.
    async fn weigh(&mut self, side: &Side, points: &[String], every: Duration) -> f64 {
        let before = side.cpu_ns();
        self.play(points, MOVES, every).await;
        (side.cpu_ns() - before) as f64 / 1_000.0 / (self.watchers * u64::from(MOVES)) as f64
    }
}

async fn compare(server: &Side, relay: &Side, tokens: [&str; 2], watchers: u64) {
    let points = points(watchers, MOVES * (PAIRS + 1));
    // Room for both sides and for those who receive.
    let every = Duration::from_micros(5_000 + watchers * 60);
    let room = begin(&server.base, tokens).await;
    let halls: [Arc<Seen>; 2] = Default::default();
    for _ in 0..watchers {
        let mut socket = Socket::open(&server.base, None).await.unwrap();
        socket.watch(room, None).await.unwrap();
        watch(socket, &halls[0], watchers);
        watch(join(&relay.base, watchers, "welcome", "").await, &halls[1], watchers);
    }
    let [ours, bare] = halls;
    let table = Table::of_server(&server.base, room, tokens).await;
    let mut ours = Hall { table, watchers, seen: ours };
    ours.play(&points, MOVES, every).await;
    let table = Table::of_relay(&relay.base, watchers, &ours.table).await;
    let mut bare = Hall { table, watchers, seen: bare };
    bare.play(&points, MOVES, every).await;
    let mut pairs = Vec::new();
    for _ in 0..PAIRS {
        let server = ours.weigh(server, &points, every).await;
        pairs.push((server, bare.weigh(relay, &points, every).await));
    }
    report(&format!("a delivery, {watchers} spectators"), "µs of CPU", &pairs, "1.15, stretch 1.0");
}

pub(crate) async fn measure() {
    for watchers in [100, 1_000, 5_000] {
        let folder = tempfile::tempdir().unwrap();
        let tokens = people::make(folder.path(), 2).await;
        let server =
            Side::server(folder.path(), &["--limits", "false", "--log-filter", "warn,tianyuan::cli=info"]);
        let relay = Side::relay();
        compare(&server, &relay, [&tokens[0], &tokens[1]], watchers).await;
    }
}
