//! CPU time of a full move: decoded, decided, journalled, acknowledged, told to the opponent; hundreds of rooms at once.
//!
//! The relay gets the same commands at the same moments and gives the mover a frame as long as the acknowledgement
//! and the opponent one as long as the event. The server's mover gets the event too.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use loadtests::{Api, Socket};
use protocol::http::NewChallenge;
use protocol::{ClientMessage, ClockSettings, ColorChoice, Placement, encode};
use tokio::time::{Instant, sleep_until};
use uuid::Uuid;

use crate::people;
use crate::record::points;
use crate::relay::Join;
use crate::sides::Side;
use crate::weigh::report;

const ROOMS: usize = 500;
const PAIRS: u32 = 9;
/// Moves of each room in one measurement, and before the first.
const MOVES: u32 = 20;
/// The time between two moves of one room.
pub(crate) const EVERY: Duration = Duration::from_millis(250);

/// One player's socket, and what has come to it.
pub(crate) struct Seat {
    pub(crate) socket: Socket,
    pub(crate) acks: u32,
    pub(crate) events: u32,
    /// The newest of each.
    pub(crate) ack: String,
    pub(crate) event: String,
}

impl Seat {
    pub(crate) const fn new(socket: Socket) -> Self {
        Self { socket, acks: 0, events: 0, ack: String::new(), event: String::new() }
    }

    /// Reads until so many acknowledgements and events have come.
    pub(crate) async fn read_until(&mut self, acks: u32, events: u32) {
        while self.acks < acks || self.events < events {
            let text = self.socket.next_text().await.unwrap();
            if text.starts_with(r#"{"type":"ack""#) {
                self.acks += 1;
                self.ack = text;
            } else if text.starts_with(r#"{"type":"event""#) {
                self.events += 1;
                self.event = text;
            } else {
                assert!(!text.starts_with(r#"{"type":"refused""#), "{text}");
            }
        }
    }
}

/// Two players at one game, of the server or of the relay.
pub(crate) struct Table {
    pub(crate) room: Uuid,
    pub(crate) seats: [Seat; 2],
    pub(crate) ply: u32,
    /// Whether who moves is told of the event too.
    own: bool,
}

impl Table {
    /// The sockets of both players of a game of the server. From now on somebody must read them.
    pub(crate) async fn of_server(base: &str, room: Uuid, tokens: [&str; 2]) -> Self {
        let mut seats = Vec::new();
        for token in tokens {
            let mut socket = Socket::open(base, Some(token)).await.unwrap();
            socket.watch(room, None).await.unwrap();
            seats.push(Seat::new(socket));
        }
        Self { room, seats: seats.try_into().ok().unwrap(), ply: 0, own: true }
    }

    /// A room of the relay, whose frames are as long as those that the server's table has seen.
    pub(crate) async fn of_relay(base: &str, room: u64, seen: &Self) -> Self {
        let mut seats = Vec::new();
        for seat in &seen.seats {
            seats.push(Seat::new(join(base, room, &seat.ack, &seat.event).await));
        }
        Self { room: seen.room, seats: seats.try_into().ok().unwrap(), ply: 0, own: false }
    }

    /// Plays the next move and waits until it is acknowledged and the opponent has it.
    pub(crate) async fn play(&mut self, points: &[String]) {
        let point = points[self.ply as usize].clone();
        let command = ClientMessage::Play { id: Uuid::now_v7(), room: self.room, ply: self.ply, point };
        let of_mover = self.ply / 2 + 1;
        self.ply += 1;
        let [black, white] = &mut self.seats;
        let (mover, other) = if self.ply % 2 == 1 { (black, white) } else { (white, black) };
        mover.socket.send_text(encode(&command)).await.unwrap();
        let (own, seen) = if self.own { (self.ply, self.ply) } else { (0, of_mover) };
        mover.read_until(of_mover, own).await;
        other.read_until(0, seen).await;
    }
}

/// Begins a game of the server.
pub(crate) async fn begin(base: &str, tokens: [&str; 2]) -> Uuid {
    let api = Api::new(base);
    let [black, white] = tokens.map(|token| api.with_token(token));
    let offer = offer();
    black.challenge(&offer).await.unwrap();
    white.accept(offer.id, None).await.unwrap().game
}

/// Joins a room of the relay, to get this for each text and to have that sent to the others.
pub(crate) async fn join(base: &str, room: u64, ack: &str, event: &str) -> Socket {
    let mut socket = Socket::connect(base).await.unwrap();
    let join = Join { room, ack: ack.to_owned(), event: event.to_owned() };
    socket.send_text(serde_json::to_string(&join).unwrap()).await.unwrap();
    assert_eq!(socket.next_text().await.unwrap(), ack);
    socket
}

fn offer() -> NewChallenge {
    NewChallenge {
        id: Uuid::now_v7(),
        size: 19,
        rules: None,
        changes: None,
        komi_quarters: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSettings::Absolute { main_ms: 3_600_000 },
        white_clock: None,
        color: ColorChoice::Black,
        pauses: None,
        appointment: None,
        delay: None,
        private: false,
    }
}

/// Plays the same number of moves in all rooms, each room at its own moments, and says what share of the time that
/// was planned it took.
pub(crate) async fn play(tables: Vec<Table>, points: &Arc<[String]>, moves: u32) -> (Vec<Table>, f64) {
    let start = Instant::now() + Duration::from_millis(50);
    let rooms = u32::try_from(tables.len()).unwrap();
    let games: Vec<_> = (0..rooms)
        .zip(tables)
        .map(|(number, mut table)| {
            let points = Arc::clone(points);
            let first = start + EVERY * number / rooms;
            tokio::spawn(async move {
                for nth in 0..moves {
                    sleep_until(first + EVERY * nth).await;
                    table.play(&points).await;
                }
                table
            })
        })
        .collect();
    let tables = join_all(games).await.into_iter().map(Result::unwrap).collect();
    (tables, start.elapsed().as_secs_f64() / (EVERY * moves).as_secs_f64())
}

/// CPU microseconds of a side for each move.
async fn weigh(side: &Side, tables: &mut Vec<Table>, points: &Arc<[String]>) -> (f64, f64) {
    let before = side.cpu_ns();
    let (played, took) = play(std::mem::take(tables), points, MOVES).await;
    let used = side.cpu_ns() - before;
    *tables = played;
    (used as f64 / 1_000.0 / (tables.len() * MOVES as usize) as f64, took)
}

pub(crate) async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    let tokens = people::make(folder.path(), 2 * ROOMS).await;
    let server =
        Side::server(folder.path(), &["--limits", "false", "--log-filter", "warn,tianyuan::cli=info"]);
    let relay = Side::relay();
    let points: Arc<[String]> = points(1, MOVES * (PAIRS + 1)).into();
    let mut rooms = Vec::new();
    for pair in tokens.chunks(2) {
        rooms.push(begin(&server.base, [&pair[0], &pair[1]]).await);
    }
    let open = rooms
        .iter()
        .zip(tokens.chunks(2))
        .map(async |(room, pair)| Table::of_server(&server.base, *room, [&pair[0], &pair[1]]).await);
    let ours = join_all(open).await;
    let (mut ours, _) = play(ours, &points, MOVES).await;
    let mut bare = Vec::new();
    for (number, seen) in (0..).zip(&ours) {
        bare.push(Table::of_relay(&relay.base, number, seen).await);
    }
    let (mut bare, _) = play(bare, &points, MOVES).await;
    let (mut pairs, mut slowest) = (Vec::new(), 0.0_f64);
    for _ in 0..PAIRS {
        let (server, took) = weigh(&server, &mut ours, &points).await;
        slowest = slowest.max(took);
        let (relay, took) = weigh(&relay, &mut bare, &points).await;
        slowest = slowest.max(took);
        pairs.push((server, relay));
    }
    let what = format!("a move, {ROOMS} rooms, one every {} ms each", EVERY.as_millis());
    report(&what, "µs of CPU", &pairs, "2.0, stretch 1.5");
    println!("the slowest measurement took {slowest:.2} of the time planned; far above 1, the run is void");
}
