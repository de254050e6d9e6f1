//! `kill -9` of the server in the middle of a game, at moments drawn from a printed seed: whatever
//! was acknowledged is there, and both players go on.

use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use loadtests::{Api, Reply, Socket};
use protocol::{ClientMessage, Color, ServerMessage, Snapshot};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;
use tianyuan::planted::ABORT_AT;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::table::{Person, offer};

const KILLS: u32 = 10;
const MOVES: u32 = 80;
/// A start that takes longer than this has failed.
const START: Duration = Duration::from_secs(30);

/// The real program over a data folder.
pub(crate) struct Program {
    child: Child,
    pub(crate) base: String,
    port: u16,
    /// Where everything that it can say goes.
    log: Option<PathBuf>,
}

impl Program {
    pub(crate) async fn start(data: &Path, port: u16) -> Self {
        Self::start_logging(data, port, None).await
    }

    /// The same; it says everything that it can say, at the end of a file.
    pub(crate) async fn start_logging(data: &Path, port: u16, log: Option<PathBuf>) -> Self {
        Self::start_with(data, port, log, None).await
    }

    async fn start_with(data: &Path, port: u16, log: Option<PathBuf>, abort_at: Option<String>) -> Self {
        let said = log.as_ref().map_or_else(Stdio::null, |log| {
            File::options().append(true).create(true).open(log).unwrap().into()
        });
        // A file that may not grow is then an error of the write, as on a full disk, and not the end.
        let child = Command::new("sh")
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tianyuan")])
            .args(["--listen", &format!("127.0.0.1:{port}"), "--data", data.to_str().unwrap()])
            .args([
                "--limits",
                "false",
                "--staff-second-factor",
                "false",
                "--log-filter",
                if log.is_some() { "trace" } else { "info" },
            ])
            .envs(abort_at.map(|point| (ABORT_AT, point)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(said)
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let program = Self { child, base: format!("http://127.0.0.1:{port}"), port, log };
        timeout(START, async {
            while Socket::open(&program.base, None).await.is_err() {
                sleep(Duration::from_millis(20)).await;
            }
        })
        .await
        .expect("the server starts");
        program
    }

    pub(crate) fn pid(&self) -> String {
        self.child.id().unwrap().to_string()
    }

    /// SIGKILL, and a new start over the same data.
    pub(crate) async fn kill_and_restart(self, data: &Path) -> Self {
        self.kill_and_restart_after(data, async || {}).await
    }

    /// SIGKILL, and a new start; that one aborts when it passes a point of [`tianyuan::planted`] for the `nth` time.
    pub(crate) async fn kill_and_abort_at(mut self, data: &Path, point: &str, nth: usize) -> Self {
        self.child.kill().await.unwrap();
        Self::start_with(data, self.port, self.log, Some(format!("{point}:{nth}"))).await
    }

    /// Whether it has ended of itself, or does within `patience`.
    pub(crate) async fn has_aborted(&mut self, patience: Duration) -> bool {
        timeout(patience, self.child.wait()).await.is_ok_and(|ended| !ended.unwrap().success())
    }

    /// The same, with something done while no server has the data.
    pub(crate) async fn kill_and_restart_after(mut self, data: &Path, between: impl AsyncFnOnce()) -> Self {
        self.child.kill().await.unwrap();
        between().await;
        Self::start_logging(data, self.port, self.log).await
    }
}

/// When, around one command, the server is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    BeforeSending,
    AfterSending { micros: u64 },
    AfterAck,
}

fn moment(random: &mut StdRng) -> Moment {
    match random.random_range(0..10) {
        0 => Moment::BeforeSending,
        1 => Moment::AfterAck,
        _ => Moment::AfterSending { micros: random.random_range(0..8_000) },
    }
}

/// One player across all lives of the server.
pub(crate) struct Player {
    person: Person,
    color: Color,
    pub(crate) socket: Option<Socket>,
    /// The last event seen.
    seq: u64,
    /// What the server said it has: move number, point, event.
    pub(crate) acknowledged: Vec<(u32, String, u64)>,
}

impl Player {
    const fn new(person: Person, color: Color) -> Self {
        Self { person, color, socket: None, seq: 0, acknowledged: Vec::new() }
    }

    /// The open socket, or a new one that has caught up.
    pub(crate) async fn socket(&mut self, base: &str, room: Uuid) -> &mut Socket {
        if self.socket.is_none() {
            let mut socket = self.person.socket(base).await;
            match socket.watch(room, Some(self.seq).filter(|seq| *seq > 0)).await.unwrap() {
                ServerMessage::Snapshot { game, .. } => self.seq = game.seq,
                ServerMessage::Resumed { events, .. } => {
                    for event in events {
                        assert_eq!(event.seq, self.seq + 1, "no gap");
                        self.seq = event.seq;
                    }
                }
                other => panic!("{other:?}"),
            }
            self.socket = Some(socket);
        }
        self.socket.as_mut().unwrap()
    }
}

/// A new 19×19 game and its two players, Black first.
pub(crate) async fn game(base: &str) -> (Uuid, Vec<Player>) {
    let people = [Person::new(base).await, Person::new(base).await];
    let offer = offer(19);
    people[0].api.challenge(&offer).await.unwrap();
    let room = people[1].api.accept(offer.id, None).await.unwrap().game;
    let players = people.into_iter().zip([Color::Black, Color::White]);
    (room, players.map(|(person, color)| Player::new(person, color)).collect())
}

/// A seed, printed, and what follows from it.
pub(crate) fn seeded() -> (u64, StdRng) {
    let seed = std::env::var("TIANYUAN_SEED").map_or_else(|_| rand::random(), |seed| seed.parse().unwrap());
    println!("TIANYUAN_SEED={seed}");
    (seed, StdRng::seed_from_u64(seed))
}

pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_kills_in_one_game_lose_nothing() {
    let (seed, mut random) = seeded();
    let data = TempDir::new().unwrap();
    let port = free_port();
    let mut program = Program::start(data.path(), port).await;

    let (room, mut players) = game(&program.base).await;

    let mut kill_at: Vec<u32> = Vec::new();
    while kill_at.len() < usize::try_from(KILLS).unwrap() {
        let at = random.random_range(1..MOVES);
        if !kill_at.contains(&at) {
            kill_at.push(at);
        }
    }
    for ply in 0..MOVES {
        let point = point(ply);
        let command = ClientMessage::Play { id: Uuid::now_v7(), room, ply, point: point.clone() };
        let mover = usize::try_from(ply % 2).unwrap();
        let mut answer = None;
        if kill_at.contains(&ply) {
            let moment = moment(&mut random);
            let socket = players[mover].socket(&program.base, room).await;
            match moment {
                Moment::BeforeSending => {}
                Moment::AfterSending { micros } => {
                    socket.send(&command).await.unwrap();
                    sleep(Duration::from_micros(micros)).await;
                }
                Moment::AfterAck => answer = Some(socket.ask(&command).await.unwrap()),
            }
            program = program.kill_and_restart(data.path()).await;
            players.iter_mut().for_each(|player| player.socket = None);
        }
        let base = program.base.clone();
        let again = players[mover].socket(&base, room).await.ask(&command).await.unwrap();
        let Reply::Ack(Some(seq)) = again else { panic!("move {ply} (seed {seed}): {again:?}") };
        assert!(answer.is_none_or(|first| first == again), "the same answer after the kill (seed {seed})");
        players[mover].acknowledged.push((ply, point, seq));
    }

    let kept = check(&program.base, room, &players, MOVES).await;
    let left = kept.clock.black.main_ms.min(kept.clock.white.main_ms);
    assert!(left > 540_000, "outages are charged to nobody: {left} ms of 600,000 left (seed {seed})");
}

/// The game as it is kept has each acknowledged move once, and nothing else.
pub(crate) async fn check(base: &str, room: Uuid, players: &[Player], moves: u32) -> Snapshot {
    let kept = Api::new(base).game(room).await.unwrap().game;
    assert_eq!(kept.ply, moves, "each move once");
    for player in players {
        for (ply, point, _) in &player.acknowledged {
            let played = &kept.moves[usize::try_from(*ply).unwrap()];
            assert_eq!((&played.point, played.color), (point, player.color), "move {ply}");
        }
    }
    let mut seqs: Vec<u64> =
        players.iter().flat_map(|player| player.acknowledged.iter().map(|ack| ack.2)).collect();
    seqs.sort_unstable();
    seqs.dedup();
    assert_eq!(seqs.len(), usize::try_from(moves).unwrap(), "each acknowledgement names its own event");
    kept
}

/// Points that never touch: every other line.
pub(crate) fn point(ply: u32) -> String {
    let letter = |n: u32| char::from(b'a' + u8::try_from(n).unwrap());
    format!("{}{}", letter(ply % 19), letter(ply / 19 * 2))
}
