//! A server in this process, and people at its sockets.

use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use loadtests::{Api, Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{ClientMessage, ClockSettings, Color, ColorChoice, Event, Placement, ServerMessage, Snapshot};
use tempfile::TempDir;
use tianyuan::config::Config;
use uuid::Uuid;

use crate::support::servers::Servers;

/// What people come to: one server, or several that are one for everybody.
pub(crate) struct Server {
    servers: Servers,
    folder: TempDir,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::start_with(|config| config, 1).await
    }

    /// One over a PostgreSQL database.
    pub(crate) async fn start_on(database_url: String) -> Self {
        let folder = TempDir::new().unwrap();
        let database_url = Some(database_url.parse().unwrap());
        let config = Config { database_url, ..Config::for_tests(folder.path()) };
        Self { servers: Servers::start_one(config).await, folder }
    }

    /// One that holds the limits on how often people may ask.
    pub(crate) async fn start_limited() -> Self {
        Self::start_with(|config| Config { limits: true, ..config }, 1).await
    }

    /// One whose served time runs at so many times the pace of the world's.
    pub(crate) async fn start_at_pace(pace: u32) -> Self {
        Self::start_with(|config| config, pace).await
    }

    /// One with other settings, at a pace.
    pub(crate) async fn start_with(settings: impl FnOnce(Config) -> Config, pace: u32) -> Self {
        let folder = TempDir::new().unwrap();
        let config = settings(Config::for_tests(folder.path()));
        Self { servers: Servers::start_at_pace(config, pace).await, folder }
    }

    /// A graceful stop and a start over the same data.
    pub(crate) async fn restart(self) -> Self {
        Self { servers: self.servers.restart().await, folder: self.folder }
    }

    /// The same as one server, with something done in between, after which it has these settings.
    pub(crate) async fn restart_after(mut self, between: impl AsyncFnOnce(Config) -> Config) -> Self {
        let config = self.app().config.clone();
        self.servers.stop().await;
        let config = between(config).await;
        Self { servers: Servers::start_one(config).await, folder: self.folder }
    }

    pub(crate) fn data(&self) -> &Path {
        self.folder.path()
    }
}

impl Deref for Server {
    type Target = Servers;

    fn deref(&self) -> &Servers {
        &self.servers
    }
}

/// Somebody with an account.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) api: Api,
}

impl Person {
    /// A new account with a name that nobody has.
    pub(crate) async fn new(base: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("player{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let api = Api::new(base);
        let session = api.register(&name, "a long enough password").await.unwrap();
        Self { api: api.with_token(&session.access_token), name }
    }

    pub(crate) async fn socket(&self, base: &str) -> Socket {
        Socket::open(base, self.api.token()).await.unwrap()
    }
}

/// What is usually played in these tests.
pub(crate) fn offer(size: u8) -> NewChallenge {
    NewChallenge {
        id: Uuid::now_v7(),
        size,
        rules: None,
        changes: None,
        komi_quarters: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSettings::Byoyomi { main_ms: 600_000, periods: 3, period_ms: 30_000, last_passes: false },
        white_clock: None,
        color: ColorChoice::Black,
        pauses: None,
        appointment: None,
        delay: None,
        private: false,
    }
}

/// Two people at one game.
pub(crate) struct Table {
    pub(crate) room: Uuid,
    pub(crate) people: [Person; 2],
    pub(crate) black: Socket,
    pub(crate) white: Socket,
    pub(crate) ply: u32,
}

impl Table {
    /// A game that both players watch; the challenger is Black.
    pub(crate) async fn new(base: &str, offer: &NewChallenge) -> Self {
        let people = [Person::new(base).await, Person::new(base).await];
        people[0].api.challenge(offer).await.unwrap();
        let room = people[1].api.accept(offer.id, None).await.unwrap().game;
        let (mut black, mut white) = (people[0].socket(base).await, people[1].socket(base).await);
        let ply = snapshot(black.watch(room, None).await.unwrap()).ply;
        white.watch(room, None).await.unwrap();
        Self { room, people, black, white, ply }
    }

    pub(crate) fn socket(&mut self, color: Color) -> &mut Socket {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// A move of one side: two SGF letters or `pass`.
    pub(crate) async fn play(&mut self, color: Color, point: &str) -> Reply {
        let command = self.command(point);
        let reply = self.socket(color).ask(&command).await.unwrap();
        self.ply += u32::from(matches!(reply, Reply::Ack(_)));
        reply
    }

    pub(crate) fn command(&self, point: &str) -> ClientMessage {
        let (id, room, ply) = (Uuid::now_v7(), self.room, self.ply);
        match point {
            "pass" => ClientMessage::Pass { id, room, ply },
            point => ClientMessage::Play { id, room, ply, point: point.to_owned() },
        }
    }

    /// Alternating moves, Black first; each must be accepted.
    pub(crate) async fn play_all(&mut self, moves: &[&str]) {
        for (at, point) in moves.iter().enumerate() {
            let color = if at % 2 == 0 { Color::Black } else { Color::White };
            let reply = self.play(color, point).await;
            assert!(matches!(reply, Reply::Ack(Some(_))), "{point}: {reply:?}");
        }
    }
}

/// The served time of the server where a socket is.
pub(crate) async fn served_now(socket: &mut Socket) -> u64 {
    socket.send(&ClientMessage::Ping { id: Uuid::now_v7() }).await.unwrap();
    let pong = |message: &ServerMessage| match message {
        ServerMessage::Pong { served_ms, .. } => Some(*served_ms),
        _ => None,
    };
    socket.find(pong).await.unwrap()
}

/// The next event of a room for which `wanted` gives something.
pub(crate) async fn event<T>(socket: &mut Socket, mut wanted: impl FnMut(&Event) -> Option<T>) -> T {
    socket
        .find(|message| match message {
            ServerMessage::Event { event, .. } => wanted(&event.event),
            _ => None,
        })
        .await
        .unwrap()
}

pub(crate) async fn ended(socket: &mut Socket) -> protocol::GameResult {
    event(socket, |event| match event {
        Event::Ended { result, .. } => Some(result.clone()),
        _ => None,
    })
    .await
}

pub(crate) fn snapshot(message: ServerMessage) -> Snapshot {
    match message {
        ServerMessage::Snapshot { game, .. } => *game,
        other => panic!("not a snapshot: {other:?}"),
    }
}
