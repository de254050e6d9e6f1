//! One server in this process; or three that are one for everybody, where the environment asks for that, so that the same
//! tests hold for both. Each connection goes to the next of the three, as behind a proxy: who plays, who answers and who has
//! the game are at different servers more often than not.

use std::net::{SocketAddr, TcpListener};
use std::process::Command;
use std::sync::OnceLock;

use sea_orm::{Database, DatabaseConnection};
use tianyuan::app::App;
use tianyuan::config::Config;
use tianyuan::ids::{GameId, NodeId};
use tianyuan::serve::{Running, serve};
use tianyuan::store::sql::DatabaseUrl;
use tianyuan::time::Time;
use tokio::io::copy_bidirectional;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::postgres::Postgres;
use super::redis::Redis;

/// The variable that says how many servers; without it, one over SQLite.
pub const SERVERS: &str = "TIANYUAN_TEST_SERVERS";

/// Connections to PostgreSQL of each of several servers: many tests run at once.
const CONNECTIONS: u32 = 5;

/// Each of several has run so much longer than the one before it: nothing may depend on that they agree.
const APART_MS: u64 = 3_600_000;

/// Running servers over the same data.
pub struct Servers {
    running: Vec<Running>,
    config: Config,
    pace: u32,
    /// Where people come to.
    address: SocketAddr,
    /// What sends them on, where there are several.
    door: Option<JoinHandle<()>>,
}

impl Drop for Servers {
    fn drop(&mut self) {
        self.door.iter().for_each(JoinHandle::abort);
    }
}

impl Servers {
    /// As many as the environment asks for, with these settings; several share a new database, and the folder of the keys.
    pub async fn start(config: Config) -> Self {
        Self::start_at_pace(config, 1).await
    }

    /// The same with served time at so many times the pace of the world's.
    pub async fn start_at_pace(config: Config, pace: u32) -> Self {
        let many = std::env::var(SERVERS).map_or(1, |many| many.parse().unwrap());
        let config = if many > 1 { shared(config).await } else { config };
        Self::run(config, pace, many).await
    }

    /// One, whatever the environment asks for.
    pub async fn start_one(config: Config) -> Self {
        Self::run(config, 1, 1).await
    }

    async fn run(config: Config, pace: u32, many: usize) -> Self {
        let mut running = Vec::new();
        // One after the other: the first makes the keys.
        for before in 0..many as u64 {
            let time = Time::start_at_pace(pace).has_run(before * APART_MS);
            let app = App::open_at(config.clone(), time).await.unwrap();
            running.push(serve(app, TcpListener::bind(config.listen).unwrap()).unwrap());
        }
        let addresses: Vec<_> = running.iter().map(Running::address).collect();
        let (address, door) = match addresses[..] {
            [only] => (only, None),
            _ => {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                (listener.local_addr().unwrap(), Some(tokio::spawn(in_turn(listener, addresses))))
            }
        };
        Self { running, config, pace, address, door }
    }

    /// An orderly stop of all, and a start over the same data.
    pub async fn restart(mut self) -> Self {
        let (config, pace, many) = (self.config.clone(), self.pace, self.running.len());
        self.stop().await;
        Self::run(config, pace, many).await
    }

    /// An orderly stop of all.
    pub async fn stop(&mut self) {
        for running in self.running.drain(..) {
            running.stop().await;
        }
    }

    /// Where people come to.
    pub fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Whether there is only one.
    pub fn is_one(&self) -> bool {
        self.running.len() == 1
    }

    /// One of them, for what is the same at all.
    pub fn app(&self) -> &App {
        self.running[0].app()
    }

    /// All of them.
    pub fn apps(&self) -> impl Iterator<Item = &App> {
        self.running.iter().map(Running::app)
    }

    /// The one that has a game.
    pub async fn owner(&self, game: Uuid) -> &App {
        let owner = self.app().games.owner(GameId(game)).await.unwrap();
        let is_owner = |app: &&App| owner.is_none_or(|owner: NodeId| app.node == owner);
        self.apps().find(is_owner).expect("it belongs to one of them")
    }

    /// Rooms that are awake.
    pub fn awake(&self) -> usize {
        self.apps().map(|app| app.rooms.awake()).sum()
    }

    /// Conversations that somebody listens to.
    pub fn halls(&self) -> usize {
        self.apps().map(|app| app.talk.halls()).sum()
    }

    /// Ends all rooms, as an orderly stop does; whoever asks for one wakes it.
    pub async fn stop_rooms(&self) {
        for app in self.apps() {
            app.rooms.stop().await;
        }
    }

    /// Their database.
    pub async fn database(&self) -> DatabaseConnection {
        let url = match self.config.database() {
            DatabaseUrl::Sqlite(path) => format!("sqlite:{}", path.display()),
            DatabaseUrl::Postgres(url) => url,
        };
        Database::connect(url).await.unwrap()
    }

    /// Sets the wall clocks of all apart from the world's.
    pub fn skew_wall(&self, ms: i64) {
        self.apps().for_each(|app| app.time.skew_wall(ms));
    }
}

/// Runs the tests of the present binary again, each of them on three servers, but for those that begin with one of
/// these names, each of which stands beside the reason why it is about one server.
pub fn hold_on_three(this: &str, about_one: &[(&str, &str)]) {
    if Postgres::shared(this).is_none() || Redis::start(this).is_none() {
        return;
    }
    let run = |arguments: &[&str]| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let out = command.args(arguments).env(SERVERS, "3").output().unwrap();
        let said = [out.stdout, out.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
        (out.status.success(), said.concat())
    };
    let (_, listed) = run(&["--list", "--format", "terse"]);
    let tests: Vec<&str> = listed.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    for (name, why) in about_one {
        assert!(
            tests.iter().any(|test| test.starts_with(name)),
            "there is no test {name}, of which it is said: {why}"
        );
    }
    let is_about_one = |test: &&&str| about_one.iter().any(|(name, _)| test.starts_with(name));
    let mut arguments = vec!["--exact", "--skip", this];
    for test in tests.iter().filter(is_about_one) {
        arguments.extend(["--skip", test]);
    }
    let (passed, said) = run(&arguments);
    assert!(passed, "on three servers: {said}");
    let wanted = tests.len() - (arguments.len() - 1) / 2;
    assert!(said.contains(&format!("ok. {wanted} passed")), "not all tests were run: {said}");
}

/// Settings of several servers: a new database, and the Redis of this process.
async fn shared(config: Config) -> Config {
    static REDIS: OnceLock<Redis> = OnceLock::new();
    let redis = REDIS.get_or_init(|| Redis::start("three servers").expect("Redis is installed"));
    let postgres = Postgres::shared("three servers").expect("PostgreSQL is installed");
    Config {
        database_url: Some(postgres.migrated().await.parse().unwrap()),
        database_connections: CONNECTIONS,
        redis_url: Some(redis.url().parse().unwrap()),
        ..config
    }
}

/// Sends each connection on to the next address.
async fn in_turn(listener: tokio::net::TcpListener, addresses: Vec<SocketAddr>) {
    for address in addresses.into_iter().cycle() {
        let Ok((mut outside, _)) = listener.accept().await else { return };
        tokio::spawn(async move {
            if let Ok(mut inside) = TcpStream::connect(address).await {
                let _ = copy_bidirectional(&mut outside, &mut inside).await;
            }
        });
    }
}
