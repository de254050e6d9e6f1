//! The servers, and people at them.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use loadtests::{Api, Cable, FarEnd, Reply, Socket};
use protocol::http::{NewChallenge, Refresh, Session};
use protocol::{ClientMessage, ClockSettings, Code, ColorChoice, Placement, ServerMessage};
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use crate::support::postgres::{Postgres, free_port};
use crate::support::redis::Redis;
use crate::support::sentinel::LookedAfter;

/// A start that takes longer has failed, and whatever has not healed by then does not.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// What each side begins with.
pub(crate) const MAIN_MS: u64 = 600_000;

/// One server.
pub(crate) struct Node {
    child: Child,
    pub(crate) base: String,
    /// Of its database and of its Redis, and whether it limits how often people may ask.
    settings: [String; 3],

    /// Whether it was not killed.
    pub(crate) lives: bool,
}

impl Node {
    async fn start(data: &Path, database: &str, redis: &str) -> Self {
        Self::set(data, [database.to_owned(), redis.to_owned(), "false".to_owned()]).await
    }

    async fn set(data: &Path, settings: [String; 3]) -> Self {
        let port = free_port();
        let [database, redis, limits] = &settings;
        let child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
            .args(["--listen", &format!("127.0.0.1:{port}"), "--data", data.to_str().unwrap()])
            .args(["--database-url", database, "--redis-url", redis])
            .args(["--limits", limits, "--staff-second-factor", "false"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let node = Self { child, base: format!("http://127.0.0.1:{port}"), settings, lives: true };
        timeout(PATIENCE, async {
            while Socket::open(&node.base, None).await.is_err() {
                sleep(Duration::from_millis(20)).await;
            }
        })
        .await
        .expect("the server starts");
        node
    }

    /// `kill -9`.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
        self.lives = false;
    }

    /// Sends it a signal, by its name.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().unwrap().to_string();
        assert!(std::process::Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// SIGTERM, and the wait until it has ended.
    pub(crate) async fn stop(&mut self) {
        self.signal("TERM");
        assert!(timeout(PATIENCE, self.child.wait()).await.expect("it ends").unwrap().success());
    }
}

/// The ways of one server to what it stands on.
pub(crate) struct Ways {
    pub(crate) database: Cable,
    pub(crate) redis: Cable,
}

/// Three servers, and what they stand on: one Redis unless said otherwise.
pub(crate) struct Cluster<R = Redis> {
    pub(crate) nodes: [Node; 3],
    pub(crate) redis: R,
    /// Of each server, where they can be damaged.
    pub(crate) ways: Vec<Ways>,
    data: TempDir,
}

impl Cluster {
    /// Started; nothing after a visible skip.
    pub(crate) async fn start(test: &str) -> Option<Self> {
        let postgres = Postgres::shared(test)?;
        let redis = Redis::start(test)?;
        let url = redis.url();
        Some(Self::on(&postgres.fresh().await, (redis, &url)).await)
    }

    /// The same with ways that can be damaged.
    pub(crate) async fn with_ways(test: &str) -> Option<Self> {
        let postgres = Postgres::shared(test)?;
        let redis = Redis::start(test)?;
        let data = TempDir::new().unwrap();
        let (mut nodes, mut ways) = (Vec::new(), Vec::new());
        let database = postgres.fresh().await;
        for _ in 0..3 {
            let way = Ways {
                database: Cable::to(FarEnd::Port(port_of(&database))).await.unwrap(),
                redis: Cable::to(FarEnd::Port(port_of(&redis.url()))).await.unwrap(),
            };
            let through = |url: &str, cable: &Cable| {
                url.replace(&format!(":{}", port_of(url)), &format!(":{}", cable.port()))
            };
            let (database, redis) = (through(&database, &way.database), through(&redis.url(), &way.redis));
            nodes.push(Node::start(data.path(), &database, &redis).await);
            ways.push(way);
        }
        let nodes = nodes.try_into().ok().unwrap();
        Some(Self { nodes, redis, ways, data })
    }
}

impl Cluster<LookedAfter> {
    /// Started on a Redis that a Sentinel looks after; nothing after a visible skip.
    pub(crate) async fn looked_after(test: &str) -> Option<Self> {
        let postgres = Postgres::shared(test)?;
        let redis = LookedAfter::start(test)?;
        let url = redis.url();
        Some(Self::on(&postgres.fresh().await, (redis, &url)).await)
    }
}

impl<R> Cluster<R> {
    /// On a database and a Redis of which the address is known.
    async fn on(database: &str, (redis, url): (R, &str)) -> Self {
        let data = TempDir::new().unwrap();
        // The first makes the schema and the keys.
        let first = Node::start(data.path(), database, url).await;
        let second = Node::start(data.path(), database, url).await;
        let third = Node::start(data.path(), database, url).await;
        Self { nodes: [first, second, third], redis, ways: Vec::new(), data }
    }

    /// A server ends in order and another one begins in its place, as in an update.
    pub(crate) async fn replace(&mut self, node: usize) {
        self.nodes[node].stop().await;
        let settings = self.nodes[node].settings.clone();
        self.nodes[node] = Node::set(self.data.path(), settings).await;
    }

    /// All of them limit how often people may ask from now on.
    pub(crate) async fn limit(&mut self) {
        for node in 0..3 {
            self.nodes[node].settings[2] = "true".to_owned();
            self.replace(node).await;
        }
    }

    /// Those that were not killed.
    pub(crate) fn living(&self) -> impl Iterator<Item = usize> {
        (0..3).filter(|node| self.nodes[*node].lives)
    }

    pub(crate) fn base(&self, node: usize) -> &str {
        &self.nodes[node].base
    }

    /// Gives somebody an office, by the command line.
    pub(crate) async fn appoint(&self, name: &str, office: &str) {
        let [database, ..] = &self.nodes[0].settings;
        let grant = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
            .args(["admin", "grant", name, office, "--data", self.data.path().to_str().unwrap()])
            .args(["--database-url", database])
            .output();
        let said = grant.await.unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    }

    /// Ends a session at one of the servers.
    pub(crate) async fn log_out(&self, node: usize, session: &Session) {
        let refresh = Refresh { refresh_token: session.refresh_token.clone() };
        let request = reqwest::Client::new().delete(format!("{}/api/v1/sessions/current", self.base(node)));
        let answer = request.bearer_auth(&session.access_token).json(&refresh).send().await.unwrap();
        assert_eq!(answer.status(), 204);
    }
}

/// The port in an address.
fn port_of(url: &str) -> u16 {
    let after = url.rsplit(':').next().unwrap();
    after.split('/').next().unwrap().parse().unwrap()
}

/// Somebody, who may be at any server.
pub(crate) struct Person {
    pub(crate) api: Api,
}

impl Person {
    pub(crate) async fn new<R>(cluster: &Cluster<R>, name: &str) -> Self {
        let api = Api::new(cluster.base(0));
        let session = api.register(name, "a long enough password").await.unwrap();
        Self { api: api.with_token(&session.access_token) }
    }

    pub(crate) fn at(&self, base: &str) -> Api {
        Api::new(base).with_token(self.api.token().unwrap())
    }

    pub(crate) async fn socket(&self, base: &str) -> Socket {
        Socket::open(base, self.api.token()).await.unwrap()
    }
}

/// A game between two people, accepted at the server `owner`, which has it from then on.
pub(crate) async fn begin<R>(cluster: &Cluster<R>, [black, white]: [&Person; 2], owner: usize) -> Uuid {
    let offer = NewChallenge {
        id: Uuid::now_v7(),
        size: 9,
        rules: None,
        changes: None,
        komi_quarters: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSettings::Byoyomi { main_ms: MAIN_MS, periods: 3, period_ms: 30_000, last_passes: false },
        white_clock: None,
        color: ColorChoice::Black,
        pauses: None,
        appointment: None,
        delay: None,
        private: false,
    };
    black.api.challenge(&offer).await.unwrap();
    white.at(cluster.base(owner)).accept(offer.id, None).await.unwrap().game
}

/// A game at the server `owner`, which both players watch at these servers.
pub(crate) async fn seated<R>(
    cluster: &Cluster<R>,
    owner: usize,
    at: [usize; 2],
) -> (Uuid, [Person; 2], [Socket; 2]) {
    let people = [Person::new(cluster, "black").await, Person::new(cluster, "white").await];
    let room = begin(cluster, [&people[0], &people[1]], owner).await;
    let mut sockets =
        [people[0].socket(cluster.base(at[0])).await, people[1].socket(cluster.base(at[1])).await];
    for socket in &mut sockets {
        watch(socket, room, None).await;
    }
    (room, people, sockets)
}

pub(crate) fn play(room: Uuid, ply: u32, point: &str) -> ClientMessage {
    ClientMessage::Play { id: Uuid::now_v7(), room, ply, point: point.to_owned() }
}

/// Watches until it can be watched: a room may be on its way from one server to another.
pub(crate) async fn watch(socket: &mut Socket, room: Uuid, after: Option<u64>) -> ServerMessage {
    let start = Instant::now();
    loop {
        let request = Uuid::now_v7();
        socket.send(&ClientMessage::Watch { id: request, room, after }).await.unwrap();
        let answer = socket.find(|message| match message {
            ServerMessage::Snapshot { id, .. } | ServerMessage::Resumed { id, .. } if *id == request => {
                Some(Some(message.clone()))
            }
            ServerMessage::Refused { id, code, .. } if *id == Some(request) => {
                Some((*code != Code::Busy).then(|| message.clone()))
            }
            ServerMessage::Lagged { .. } => Some(None),
            _ => None,
        });
        match answer.await.unwrap() {
            Some(answer) => return answer,
            None => {
                assert!(start.elapsed() < PATIENCE, "the room cannot be watched");
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Sends the same command until it is answered, watching again whenever the room was missed; the answer, and after how
/// long it came.
pub(crate) async fn insist(socket: &mut Socket, room: Uuid, command: &ClientMessage) -> (Reply, Duration) {
    let start = Instant::now();
    loop {
        socket.send(command).await.unwrap();
        let answer = socket.find(|message| match message {
            ServerMessage::Ack { id, seq } if Some(*id) == command.id() => Some(Some(Reply::Ack(*seq))),
            ServerMessage::Refused { id, code, .. } if *id == command.id() => {
                Some(Some(Reply::Refused(*code)))
            }
            ServerMessage::Lagged { .. } => Some(None),
            _ => None,
        });
        match answer.await.unwrap() {
            Some(Reply::Refused(Code::Busy | Code::NotWatching)) if start.elapsed() < PATIENCE => {
                sleep(Duration::from_millis(20)).await;
            }
            None => drop(watch(socket, room, None).await),
            Some(reply) => return (reply, start.elapsed()),
        }
    }
}
