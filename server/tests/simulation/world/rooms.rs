//! The rooms of a run: when a game is over, another takes its place.

use rand::RngExt;
use rand::rngs::StdRng;
use rules::{Appointment, Game, Pauses, Preset, RoomMs, RuleSet, Size, Venue};
use tianyuan::ids::{AccountId, GameId};
use tianyuan::store::{Players, Rest, Row};
use uuid::Uuid;

use super::{ROOMS, World};
use crate::clocks;
use crate::disk::Kept;

/// How likely a game that is over gives way at each step.
const CLEARED: f64 = 0.1;
/// The number of the first room.
const FIRST: u128 = 100;

impl World {
    /// Opens a game at a table.
    pub(super) fn open(&mut self, table: usize) {
        let setup = self.setup();
        let (game, event) = Game::open(setup).unwrap();
        let served_ms = self.node.time.served_ms();
        let row = Row {
            seq: 1,
            at: RoomMs(0),
            wall_ms: self.node.time.wall_ms(),
            node: self.node.id,
            served_ms,
            command: None,
            event,
        };
        let who = |n: usize| (AccountId(Uuid::from_u128(n as u128 + 1)), format!("player {n}"));
        let players = Players { black: who(black(table)), white: who(black(table) + 1) };
        let rest = Rest::after(&game, RoomMs(0), self.node.time.up_at(served_ms), self.node.time.wall_ms());
        let kept = Kept { players, owner: self.node.id, epoch: 1, rows: vec![row], rest, finish: None };
        let before = self.all_rooms.iter().filter(|room| table_of(**room) == table).count();
        let id = GameId(Uuid::from_u128(FIRST + (before * ROOMS + table) as u128));
        self.disk.lock().games.insert(id, kept);
        self.all_rooms.push(id);
        match self.rooms.get_mut(table) {
            Some(room) => *room = id,
            None => self.rooms.push(id),
        }
    }

    /// Another game at each table whose game has been over for a while.
    pub(super) async fn clear_tables(&mut self) {
        for table in 0..ROOMS {
            let over = self.disk.lock().games[&self.rooms[table]].finish.is_some();
            if over && self.random.random_bool(CLEARED) {
                self.open(table);
                for client in 0..self.clients.len() {
                    let Some(outbox) = self.clients[client].outbox.clone() else { continue };
                    self.ask_to_watch(client, self.rooms[table], outbox).await;
                }
            }
        }
    }

    fn setup(&mut self) -> rules::Setup {
        let (slow, random) = (self.slow, &mut self.random);
        rules::Setup {
            size: Size::square(random.random_range(2..=5)).unwrap(),
            preset: Preset::Chinese,
            // On the smallest boards the usual komi would be more than the board has points.
            rules: RuleSet { komi_quarters: 3, ..Preset::Chinese.rules(0) },
            handicap: 0,
            placement: rules::Placement::Fixed,
            clock: clocks::of(slow, random),
            white_clock: random.random_bool(0.2).then(|| clocks::of(slow, random)),
            first_move_ms: None,
            nigiri: None,
            pauses: pauses(random),
            appointment: (!slow && random.random_bool(0.2)).then(|| appointment(random)),
            delay: super::sights::delay(random),
            wall_ms: Some(self.node.time.wall_ms()),
        }
    }
}

/// The table of a room.
pub(super) fn table_of(room: GameId) -> usize {
    usize::try_from((room.0.as_u128() - FIRST) % ROOMS as u128).unwrap()
}

/// Which client plays Black at a table; the next one plays White.
pub(super) const fn black(table: usize) -> usize {
    table % ROOMS
}

/// How often and how long the players may pause.
fn pauses(random: &mut StdRng) -> Pauses {
    Pauses {
        most: random.random_range(0..=4),
        length_ms: random.random_range(60_000..=120_000),
        adjourn: random.random_bool(0.9),
    }
}

/// When and where a scheduled game of a run begins.
fn appointment(random: &mut StdRng) -> Appointment {
    let venue = [Venue::Remote, Venue::Same, Venue::Campus, Venue::Reading][random.random_range(0..4)];
    Appointment { start: RoomMs(random.random_range(0..40_000)), venue }
}
