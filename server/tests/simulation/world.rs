//! One run: rooms, clients and nodes, from one seed.

mod absence;
mod charged;
mod commands;
mod rooms;
mod sights;
mod talk;

use std::collections::HashMap;
use std::pin::Pin;
use std::time::Duration;

use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::ids::{AccountId, GameId, NodeId};
use tianyuan::keys::Keys;
use tianyuan::room::{Answer, RoomError, Seals, WatchRequest, outbox};
use tianyuan::store::Nodes;
use tianyuan::time::Time;
use tokio::time::{Instant, sleep, sleep_until};
use uuid::Uuid;

use crate::client::{Client, Told};
use crate::coverage::Coverage;
use crate::disk::{CrashPoint, Disk, setup};
use crate::model::{self, Envelopes};
use crate::node::{Node, start};
use crate::presence::Gone;

const STEPS: u32 = 220;
const ROOMS: usize = 3;
/// Which client rules on all games and plays in none.
const REFEREE: usize = 4;
/// How many of the runs are of games that nobody sits through; they last for days.
const SLOW: f64 = 0.015;
/// Wall time at the beginning.
const WALL_MS: i64 = 1_778_198_400_000;

type Pending = Pin<Box<dyn Future<Output = (usize, usize, Answer)>>>;
type Talking = Pin<Box<dyn Future<Output = talk::Answered>>>;

struct World {
    random: StdRng,
    disk: Disk,
    node: Node,
    /// The time of each node that there was.
    nodes: HashMap<NodeId, Time>,
    clients: Vec<Client>,
    /// The room of each table, and every room that there was.
    rooms: Vec<GameId>,
    all_rooms: Vec<GameId>,
    pending: FuturesUnordered<Pending>,
    /// What was said, and the answers that are awaited.
    spoken: Vec<talk::Spoken>,
    talking: FuturesUnordered<Talking>,
    told: Told,
    /// The keys of sealed moves, and what was sealed.
    seals: Seals,
    envelopes: Envelopes,
    next_id: u128,
    /// Long cuts of ways to the store: whose, from and to in its running time.
    cuts: Vec<(NodeId, u64, u64)>,
    /// Whether the games are such as nobody sits through.
    slow: bool,
    began: Instant,
    /// When no server was there, from and to in wall time.
    down: Vec<(i64, i64)>,
    /// How long each node that is gone has served, and whether its last sign of life may be old.
    lives: HashMap<NodeId, (u64, bool)>,
}

/// Runs one seed; what it has reached.
pub(crate) fn run(seed: u64) -> Coverage {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        runtime.block_on(async {
            let mut world = World::new(seed).await;
            for _ in 0..STEPS {
                world.step().await;
            }
            world.finish().await
        })
    }));
    outcome.unwrap_or_else(|panic| {
        eprintln!("TIANYUAN_SEED={seed} TIANYUAN_SEEDS=1");
        std::panic::resume_unwind(panic)
    })
}

impl World {
    async fn new(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let disk = Disk::default();
        let slow = random.random_bool(SLOW);
        let began = Instant::now();
        let seals = Seals::new(Keys::generate_seals());
        let node = start(&disk, random.random(), WALL_MS, seals.clone()).await;
        let mut envelopes = Envelopes::default();
        envelopes.serves(node.id);
        let clients = (1..=5).map(|n| Client::new(AccountId(Uuid::from_u128(n)))).collect();
        let (pending, told, lives, cuts) =
            (FuturesUnordered::new(), Told::default(), HashMap::new(), Vec::new());
        let mut world = Self {
            random,
            disk,
            nodes: HashMap::from([(node.id, node.time.clone())]),
            node,
            clients,
            rooms: Vec::new(),
            all_rooms: Vec::new(),
            pending,
            spoken: Vec::new(),
            talking: FuturesUnordered::new(),
            told,
            seals,
            envelopes,
            next_id: 1_000,
            cuts,
            slow,
            began,
            down: Vec::new(),
            lives,
        };
        (0..ROOMS).for_each(|table| world.open(table));
        world
    }

    async fn step(&mut self) {
        match self.random.random_range(0..100) {
            0..58 => self.command(),
            58..64 => self.speak(),
            64..76 => self.pass(3_000).await,
            76 | 77 if self.slow => self.pass(90_000).await,
            76 => self.pass(90_000).await,
            77 if !self.slow => self.walk_away().await,
            78..82 if self.slow => self.leave().await,
            78..92 => {
                let client = self.random.random_range(0..self.clients.len());
                self.reconnect(client).await;
            }
            92..95 => {
                let point = if self.random.random() { CrashPoint::Before } else { CrashPoint::After };
                self.node.link.crash_at(point);
            }
            95 => {
                self.disk.lock().coverage.count("crash between commands");
                self.node.link.kill();
            }
            96 => {
                self.node.was_cut = true;
                let from_ms = self.node.time.served_ms();
                self.node.link.cut(true);
                sleep(Duration::from_millis(self.random.random_range(0..9_000))).await;
                self.node.link.cut(false);
                self.cuts.push((self.node.id, from_ms, self.node.time.served_ms()));
            }
            _ => {}
        }
        self.settle().await;
        if !self.node.link.is_alive() {
            self.take_over().await;
        } else {
            self.clear_tables().await;
        }
    }

    /// Lets everything that is ready happen, and reads what has come.
    async fn settle(&mut self) {
        let told = self.to_be_told();
        sleep(Duration::from_millis(2)).await;
        while let Some(Some((client, sent, answer))) = self.pending.next().now_or_never() {
            self.answered(client, sent, answer);
        }
        while let Some(Some(answer)) = self.talking.next().now_or_never() {
            self.spoke(answer);
        }
        let lagged: Vec<usize> = (0..self.clients.len()).filter(|client| self.read(*client)).collect();
        self.check_told(&told);
        for client in lagged {
            if self.node.link.is_alive() {
                self.reconnect(client).await;
            }
        }
    }

    /// The node is dead: another takes its place after a while.
    async fn take_over(&mut self) {
        self.pending.clear();
        self.hush();
        for sent in self.clients.iter_mut().flat_map(|client| &mut client.sent) {
            (sent.waits, sent.overlaps) = (0, false);
        }
        let since_ms = u64::try_from(self.node.link.kill().elapsed().as_millis()).unwrap();
        self.lives.insert(self.node.id, (self.node.time.served_ms() - since_ms, self.node.was_cut));
        self.node.bury();
        for client in &mut self.clients {
            (client.frames, client.outbox) = (None, None);
            client.hearing.end_all();
            client.presence.left();
            client.presence.conns.clear();
            client.presence.gone.clear();
        }
        let away_ms = if self.slow { 4_000_000 } else { 20_000 };
        sleep(Duration::from_millis(self.random.random_range(0..away_ms))).await;
        let from_ms = self.wall_ms() - i64::try_from(self.node.link.kill().elapsed().as_millis()).unwrap();
        if self.random.random_bool(0.1) {
            // Somebody has lost the keys.
            self.seals = Seals::new(Keys::generate_seals());
            self.envelopes.new_key();
        }
        self.node = start(&self.disk, self.random.random(), self.wall_ms(), self.seals.clone()).await;
        self.envelopes.serves(self.node.id);
        self.nodes.insert(self.node.id, self.node.time.clone());
        self.down.push((from_ms, self.wall_ms()));
        if self.random.random() {
            // A store that nobody else can have open: the dead node's lease ends at once.
            self.node.link.release_others(self.node.id).await.unwrap();
        }
        for n in 0..self.clients.len() {
            self.reconnect(n).await;
        }
    }

    /// Virtual wall time.
    fn wall_ms(&self) -> i64 {
        WALL_MS + i64::try_from(self.began.elapsed().as_millis()).unwrap()
    }

    /// Everybody leaves, and nobody comes back for a while.
    async fn leave(&mut self) {
        for client in 0..self.clients.len() {
            self.part(client).await;
        }
        sleep(Duration::from_secs(10)).await;
        if self.node.rooms.awake() == 0 {
            self.disk.lock().coverage.count("every room asleep");
        }
        // What is dead is taken over soon: its rooms would try again five times a second for hours.
        let until = Instant::now() + Duration::from_millis(self.random.random_range(0..4_000_000));
        while self.node.link.is_alive() && Instant::now() < until {
            sleep_until(until.min(Instant::now() + Duration::from_secs(30))).await;
        }
    }

    /// What the end of a socket does.
    async fn part(&mut self, client: usize) {
        // What it has not read yet was sent while it was there.
        self.read(client);
        self.clients[client].hearing.end_all();
        (self.clients[client].frames, self.clients[client].outbox) = (None, None);
        let watched = self.clients[client].presence.left();
        let conns = std::mem::take(&mut self.clients[client].presence.conns);
        for room in self.rooms.clone() {
            let waking = tokio::time::timeout(Duration::from_secs(3), self.node.rooms.wake(room)).await;
            let Ok(Ok(handle)) = waking else { continue };
            let rows = self.disk.lock().games[&room].rows.len();
            for conn in &conns {
                handle.unwatch(*conn).await;
            }
            if watched.contains(&room) {
                let gone = Gone { at: Instant::now(), node: self.node.id, rows };
                self.clients[client].presence.gone.insert(room, gone);
            }
        }
    }

    async fn reconnect(&mut self, client: usize) {
        if self.slow {
            self.part(client).await;
        }
        self.next_id += 1;
        let (sender, frames) = outbox(u64::try_from(self.next_id).unwrap());
        self.clients[client].presence.left();
        self.clients[client].hearing.end_all();
        self.clients[client].presence.conns.push(sender.conn());
        sender.measured(self.random.random_range(0..600));
        // The old socket's end is noticed by the room when it next sends.
        self.clients[client].frames = Some(frames);
        self.clients[client].outbox = Some(sender.clone());
        for room in self.rooms.clone() {
            self.ask_to_watch(client, room, sender.clone()).await;
        }
    }

    async fn ask_to_watch(&mut self, client: usize, room: GameId, outbox: tianyuan::room::Outbox) {
        let waking = tokio::time::timeout(Duration::from_secs(3), self.node.rooms.wake(room)).await;
        if matches!(waking, Ok(Err(RoomError::Over))) {
            return self.listen_to_old(client, room, outbox).await;
        }
        let Ok(Ok(handle)) = waking else { return };
        let who = &self.clients[client];
        let after = who.rooms.get(&room).map(|seen| seen.seq);
        let request = Uuid::from_u128(self.next_id);
        let conn = outbox.conn();
        let watch = WatchRequest {
            request,
            account: Some(who.account),
            officer: None,
            rules: false,
            after,
            outbox: outbox.clone(),
        };
        if handle.watch(watch) {
            let role = handle.role(Some(self.clients[client].account));
            self.listen(client, room, outbox, (role, handle.floor().clone()));
        }
        // Whoever comes back may find its old socket in its seat, and mostly asks for it.
        if self.random.random_bool(0.8) {
            drop(handle.take_seat(conn));
        }
        self.settle_one(client).await;
    }

    async fn settle_one(&mut self, client: usize) {
        sleep(Duration::from_millis(1)).await;
        // Whoever lags again asks again at the next step.
        self.read(client);
    }

    /// Everybody looks once more, and all must agree with the model.
    async fn finish(mut self) -> Coverage {
        self.node.link.spare();
        self.catch_up().await;
        let games = self.disk.lock().games.clone();
        for client in &self.clients {
            for sent in client.sent.iter().filter(|sent| sent.done.is_some()) {
                let row = &games[&sent.room].rows[usize::try_from(sent.done.unwrap()).unwrap() - 1];
                assert_eq!(row.command, Some(sent.command), "an acknowledged command is lost");
            }
        }
        for room in self.all_rooms.clone() {
            let state = loop {
                // A player sees it as it is.
                let player = self.disk.lock().games[&room].players.black.0;
                match self.node.rooms.look(room, &Some(player).into()).await {
                    Ok(state) => break state,
                    Err(RoomError::Store(_)) => {}
                    Err(error) => panic!("{error}"),
                }
            };
            let kept = self.disk.lock().games[&room].clone();
            let mut coverage = Coverage::default();
            let (grid, claims) = model::check(&setup(&kept), &kept.rows, &self.envelopes, &mut coverage);
            self.check_claims(room, &kept, &claims);
            let shown: Vec<Vec<u8>> =
                state.game.board().to_string().lines().map(|row| row.as_bytes().to_vec()).collect();
            assert_eq!(shown, grid, "the board is the model's");
            if self.slow {
                self.check_days(&kept);
            } else {
                self.check_outages(&kept);
            }
            self.check_stalls(room, &kept);
            for client in &self.clients {
                if let Some(seen) = client.rooms.get(&room).filter(|seen| seen.seq == kept.rows.len() as u64)
                {
                    assert_eq!(seen.rows, grid, "every client shows the board");
                    assert_eq!(seen.over, kept.finish.is_some());
                    assert_eq!(seen.ply, state.game.ply(), "every client knows what comes next");
                }
            }
            self.disk.lock().coverage.add(&coverage);
        }
        std::mem::take(&mut self.disk.lock().coverage)
    }
}
