//! What those who look on may see of a game that is shown late: nothing too early, and everything in the end.

use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use rules::{Delay, GameEvent};
use tianyuan::ids::GameId;
use tianyuan::store::Row;
use tokio::time::{Instant, sleep_until};

use super::World;
use super::absence::seat;
use super::rooms::table_of;
use crate::disk::{Kept, setup};

/// In how many pieces people look while time passes.
const LOOKS: u32 = 3;

/// How far behind the audience of a game of a run is.
pub(super) fn delay(random: &mut StdRng) -> Option<Delay> {
    match random.random_range(0..10) {
        0 | 1 => Some(Delay::Moves(random.random_range(1..=6))),
        2 => Some(Delay::Ms(random.random_range(1..=60_000))),
        _ => None,
    }
}

/// How far behind the audience of a game is.
fn delay_of(kept: &Kept) -> Option<Delay> {
    match &kept.rows[0].event {
        GameEvent::Opened { setup } => setup.delay,
        other => panic!("the first row is {other:?}"),
    }
}

/// Those that were taken back since are moves, too.
fn is_move(row: &Row) -> bool {
    matches!(row.event, GameEvent::Played { .. } | GameEvent::Passed { .. } | GameEvent::TurnLost { .. })
}

/// The last event that somebody sees who is so many moves behind.
fn seen_behind(rows: &[Row], moves: usize) -> usize {
    let all = rows.iter().filter(|row| is_move(row)).count();
    let mut made = 0;
    let shown = rows.iter().take_while(|row| {
        made += usize::from(is_move(row));
        made == 0 || made + moves <= all
    });
    shown.count()
}

impl World {
    /// A client reads what has come; whether it must ask for a room again.
    pub(super) fn read(&mut self, client: usize) -> bool {
        let lagged = self.clients[client].read(&mut self.told, &mut self.disk.lock().coverage);
        for (room, seq) in std::mem::take(&mut self.clients[client].shown) {
            self.check_sight(client, room, usize::try_from(seq).unwrap());
        }
        self.check_hearing(client);
        lagged
    }

    /// Time passes, and people look while it does.
    pub(super) async fn pass(&mut self, most_ms: u64) {
        let until = Instant::now() + Duration::from_millis(self.random.random_range(0..most_ms));
        for _ in 0..LOOKS {
            let left = until.saturating_duration_since(Instant::now());
            let piece = left.mul_f64(self.random.random_range(0.0..1.0));
            sleep_until(Instant::now() + piece).await;
            for client in 0..self.clients.len() {
                // Whoever lags asks again when everybody does.
                self.read(client);
            }
        }
        sleep_until(until).await;
    }

    /// Nobody who is behind has seen an event that it is not to see yet.
    fn check_sight(&self, client: usize, room: GameId, seq: usize) {
        let mut disk = self.disk.lock();
        let kept = &disk.games[&room];
        let Some(delay) = delay_of(kept).filter(|_| seat(client, table_of(room)).is_none()) else { return };
        if kept.finish.is_some() {
            disk.coverage.count("audience shown the end");
            return;
        }
        match delay {
            Delay::Moves(moves) => {
                let last = seen_behind(&kept.rows, moves as usize);
                assert!(seq <= last, "{moves} moves behind event {last} is the last, not {seq} of {room}");
            }
            Delay::Ms(ms) => {
                let row = &kept.rows[seq - 1];
                let passed = self.passed_since(kept, row);
                // The opening is no secret.
                let is_late = seq == 1 || passed >= Duration::from_millis(ms);
                assert!(
                    is_late,
                    "{ms} ms behind event {seq} of {room} was shown after {passed:?}, or an outage is charged: {row:?}"
                );
            }
        }
        disk.coverage.count("audience shown an event late");
    }

    /// How much room time has passed since a row, at most: what no server was there for is none, unless the game goes by
    /// the wall clock.
    fn passed_since(&self, kept: &Kept, row: &Row) -> Duration {
        let at = self.nodes[&row.node].instant(row.served_ms);
        let passed = Instant::now().saturating_duration_since(at);
        let stops = |row: &Row| matches!(row.event, GameEvent::Paused { .. } | GameEvent::Sealed { .. });
        if self.slow || setup(kept).appointment.is_some() || kept.rows.iter().any(stops) {
            return passed;
        }
        let ms = |span_ms: i64| Duration::from_millis(u64::try_from(span_ms.max(0)).unwrap());
        let from_ms = self.wall_ms() - i64::try_from(passed.as_millis()).unwrap();
        let down = self.down.iter().map(|(gone_ms, back_ms)| ms(back_ms - from_ms.max(*gone_ms))).sum();
        passed.saturating_sub(down)
    }

    /// How many events each game has that is over: everybody who is there must have been told all of them by now.
    pub(super) fn to_be_told(&self) -> Vec<(GameId, u64)> {
        let disk = self.disk.lock();
        let over = self.rooms.iter().filter(|room| disk.games[room].finish.is_some());
        over.map(|room| (*room, disk.games[room].rows.len() as u64)).collect()
    }

    /// Whoever was there all the while has been told it, however late it was until then.
    pub(super) fn check_told(&self, all: &[(GameId, u64)]) {
        if !self.node.link.is_alive() {
            return;
        }
        for (who, (room, last)) in self.clients.iter().flat_map(|who| all.iter().map(move |over| (who, over)))
        {
            if who.presence.watches(*room) {
                assert_eq!(who.rooms[room].seq, *last, "who is there at the end of {room} is told all of it");
            }
        }
    }
}
