//! Kills at the points around a move: before and after its append, its commit, its telling and its answer.
//!
//! The real program aborts itself at a point, with a command in flight in each of a dozen rooms. Everybody keeps what was
//! acknowledged to them and a board made from the moves that they were told of; afterwards all of it agrees.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use futures_util::future::join_all;
use loadtests::{Api, Reply, Socket};
use protocol::{ClientMessage, Color, Event, ServerMessage};
use rand::RngExt;
use rand::seq::IndexedRandom;
use tempfile::TempDir;
use tianyuan::planted::POINTS;
use uuid::Uuid;

use super::kills::{Program, free_port, point, seeded};
use super::table::{Person, offer};

/// Aborts at each point.
const EACH: u32 = 4;
const ROOMS: usize = 12;
/// Commands that are certainly not answered when the program aborts.
const IN_FLIGHT: usize = 10;
/// Longer than anything that was sent takes to be carried out.
const LONG: Duration = Duration::from_secs(20);

/// Somebody who keeps a board by what they are told.
struct Client {
    person: Option<Person>,
    socket: Option<Socket>,
    seq: u64,
    rows: Vec<Vec<u8>>,
}

impl Client {
    const fn new(person: Option<Person>) -> Self {
        Self { person, socket: None, seq: 0, rows: Vec::new() }
    }

    /// On a socket that has caught up.
    async fn come(&mut self, base: &str, room: Uuid) -> &mut Socket {
        if self.socket.is_none() {
            let mut socket = match &self.person {
                Some(person) => person.socket(base).await,
                None => Socket::open(base, None).await.unwrap(),
            };
            let after = (self.seq > 0).then_some(self.seq);
            let answer = socket.watch(room, after).await.unwrap();
            self.take(answer);
            self.socket = Some(socket);
        }
        self.socket.as_mut().unwrap()
    }

    /// Reads until it has been told of an event.
    async fn read_to(&mut self, base: &str, room: Uuid, seq: u64) {
        while self.seq < seq {
            let message = self.come(base, room).await.next().await;
            self.take(message.unwrap());
        }
    }

    fn take(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Snapshot { game, .. } => {
                self.rows = game.rows.iter().map(|row| row.clone().into_bytes()).collect();
                self.seq = game.seq;
            }
            ServerMessage::Resumed { events, .. } => {
                events.into_iter().for_each(|event| self.told(event.seq, &event.event));
            }
            ServerMessage::Event { event, .. } => self.told(event.seq, &event.event),
            _ => {}
        }
    }

    fn told(&mut self, seq: u64, event: &Event) {
        assert_eq!(seq, self.seq + 1, "no gap and no repetition");
        self.seq = seq;
        let Event::Played { color, point, captures, .. } = event else { return };
        assert_eq!(*self.at(point), b'.', "a move is doubled: {point}");
        *self.at(point) = if *color == Color::Black { b'X' } else { b'O' };
        for taken in captures {
            *self.at(taken) = b'.';
        }
    }

    fn at(&mut self, point: &str) -> &mut u8 {
        let [x, y] = point.as_bytes() else { panic!("{point}") };
        &mut self.rows[usize::from(y - b'a')][usize::from(x - b'a')]
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rows.hash(&mut hasher);
        hasher.finish()
    }
}

/// A game across all lives of the server: Black, White, and a guest who watches.
struct Game {
    room: Uuid,
    clients: [Client; 3],
    /// What each command was acknowledged with, over and over: its move and its event.
    acknowledged: BTreeMap<u32, (String, u64)>,
}

impl Game {
    async fn new(base: &str) -> Self {
        let people = [Person::new(base).await, Person::new(base).await];
        let offer = offer(19);
        people[0].api.challenge(&offer).await.unwrap();
        let room = people[1].api.accept(offer.id, None).await.unwrap().game;
        let [black, white] = people.map(|person| Client::new(Some(person)));
        Self { room, clients: [black, white, Client::new(None)], acknowledged: BTreeMap::new() }
    }

    fn command(&self, ply: u32) -> ClientMessage {
        ClientMessage::Play { id: Uuid::now_v7(), room: self.room, ply, point: point(ply) }
    }

    /// Everybody on new sockets, since the server before is gone.
    async fn come(&mut self, base: &str) {
        for client in &mut self.clients {
            client.socket = None;
            client.come(base, self.room).await;
        }
    }

    /// Sends a command; whether its answer came before the server was gone.
    async fn send(&mut self, ply: u32, command: &ClientMessage) -> bool {
        let socket = self.clients[usize::from(ply % 2 == 1)].socket.as_mut().unwrap();
        let Ok(Reply::Ack(Some(seq))) = socket.ask(command).await else { return false };
        self.acknowledged(ply, seq);
        true
    }

    /// The same command to the same server once more or to the next: it is answered as it was.
    async fn settle(&mut self, base: &str, ply: u32, command: &ClientMessage) {
        self.come(base).await;
        let socket = self.clients[usize::from(ply % 2 == 1)].socket.as_mut().unwrap();
        let reply = socket.ask(command).await.unwrap();
        let Reply::Ack(Some(seq)) = reply else { panic!("{}: move {ply}: {reply:?}", self.room) };
        self.acknowledged(ply, seq);
    }

    fn acknowledged(&mut self, ply: u32, seq: u64) {
        let known = self.acknowledged.entry(ply).or_insert_with(|| (point(ply), seq));
        assert_eq!(known.1, seq, "{}: an answer is not what it was", self.room);
    }

    /// Nothing that was acknowledged is lost or doubled, and everybody has the same board.
    async fn check(&mut self, base: &str, moves: u32) {
        let kept = Api::new(base).game(self.room).await.unwrap().game;
        assert_eq!((kept.ply, kept.moves.len()), (moves, moves as usize), "each move once");
        assert!(kept.result.is_none(), "no flag fell: {:?}", kept.result);
        for (ply, (point, _)) in &self.acknowledged {
            assert_eq!(kept.moves[*ply as usize].point, *point, "move {ply} is lost");
        }
        assert_eq!(self.acknowledged.len(), moves as usize);
        let mut fresh = Client::new(None);
        fresh.come(base, self.room).await;
        for client in &mut self.clients {
            client.read_to(base, self.room, kept.seq).await;
            assert_eq!(client.hash(), fresh.hash(), "everybody has the same board");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn aborts_at_every_point_around_a_move_lose_nothing() {
    let (_, mut random) = seeded();
    let data = TempDir::new().unwrap();
    let mut program = Program::start(data.path(), free_port()).await;
    let base = program.base.clone();
    let mut games = join_all((0..ROOMS).map(|_| Game::new(&base))).await;
    let mut left: BTreeMap<&str, u32> = POINTS.into_iter().map(|point| (point, EACH)).collect();
    let mut ply = 0;
    while !left.is_empty() {
        let points: Vec<&str> = left.keys().copied().collect();
        let point = points.choose(&mut random).unwrap();
        // One commit may be of all rooms, and what comes after the answer of one is before that of most.
        let most = if point.starts_with("commit") { 1 } else { ROOMS - IN_FLIGHT };
        let nth = random.random_range(1..=most);
        program = program.kill_and_abort_at(data.path(), point, nth).await;
        join_all(games.iter_mut().map(|game| game.come(&base))).await;
        let commands: Vec<ClientMessage> = games.iter().map(|game| game.command(ply)).collect();
        let sent = games.iter_mut().zip(&commands).map(|(game, command)| game.send(ply, command));
        let answered = join_all(sent).await.into_iter().filter(|answered| *answered).count();
        assert!(program.has_aborted(LONG).await, "{point}:{nth} was not passed");
        assert!(answered <= ROOMS - IN_FLIGHT, "{answered} were answered before {point}:{nth}");
        program = program.kill_and_restart(data.path()).await;
        let settled = games.iter_mut().zip(&commands).map(|(game, command)| game.settle(&base, ply, command));
        join_all(settled).await;
        ply += 1;
        let rest = left.get_mut(point).unwrap();
        *rest -= 1;
        left.retain(|_, rest| *rest > 0);
    }
    for game in &mut games {
        game.check(&base, ply).await;
    }
}
