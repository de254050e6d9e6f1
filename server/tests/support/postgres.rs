//! A real PostgreSQL that a test binary starts for itself: on a free port, in its own folder, gone
//! with the process that started it, however that ends.
//!
//! It runs as the user `postgres` when the tests run as root, which PostgreSQL refuses to do.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, OnceLock};

use sea_orm::{ConnectionTrait, Database};
use tianyuan::store::sql::{SqlStore, StoreOptions};
use tokio::sync::OnceCell;

/// Where Debian keeps the versions of PostgreSQL.
const VERSIONS: &str = "/usr/lib/postgresql";

/// Ports are taken below the range that the system gives to outgoing connections.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// Starts the server, stops and starts it as it is told, and ends it when its input ends: with the
/// test's process. A stop is immediate, so that the next start has to recover as after a crash.
const KEEPER: &str = r#"
dir=$1; bin=$2; port=$3; shift 3
start() {
    "$bin/postgres" -D "$dir/data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
        -c max_connections=300 "$@" </dev/null 2>&1 &
    pid=$!
}
stop() { kill -QUIT $pid; wait $pid; }
start "$@"
while read -r command; do
    if [ "$command" = stop ]; then stop; echo KEEPER stopped; else start "$@"; fi
done
stop
cd /
rm -rf "$dir"
"#;

/// What its log tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Ready,
    Stopped,
    Failed,
}

/// A running PostgreSQL.
pub struct Postgres {
    port: u16,
    databases: AtomicU32,
    keeper: Child,
    events: Mutex<Receiver<Event>>,
}

impl Postgres {
    /// The server of this test binary, started at the first call; `None` after a visible skip when none is installed.
    pub fn shared(test: &str) -> Option<&'static Self> {
        static SHARED: OnceLock<Option<Postgres>> = OnceLock::new();
        let shared = SHARED.get_or_init(|| Self::start(false)).as_ref();
        if shared.is_none() {
            super::skip(test, "PostgreSQL is not installed (Debian: apt-get install postgresql)");
        }
        shared
    }

    /// A server of its own, whose commits survive a crash of the machine if `durable`; `None` when none is installed.
    pub fn start(durable: bool) -> Option<Self> {
        let bin = newest()?;
        // Another test may be quicker to take a port that was free a moment ago.
        (0..5).find_map(|_| Self::serve(&bin, durable)).or_else(|| panic!("PostgreSQL does not start"))
    }

    fn serve(bin: &Path, durable: bool) -> Option<Self> {
        let dir = tempfile::Builder::new().prefix("tianyuan-postgres-").tempdir().unwrap().keep();
        let user = owner(&dir);
        let made = run_as(user, &bin.join("initdb"))
            .arg("-D")
            .arg(dir.join("data"))
            .args(["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C"])
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb failed: {}", String::from_utf8_lossy(&made.stderr));
        let port = free_port();
        let mut command = run_as(user, Path::new("/bin/sh"));
        command.arg("-c").arg(KEEPER).arg("keeper").arg(dir).arg(bin).arg(port.to_string());
        // After a crash, one call that syncs the file system is quicker than one per file.
        let settings = if durable {
            ["recovery_init_sync_method=syncfs"; 2]
        } else {
            ["fsync=off", "full_page_writes=off"]
        };
        settings.into_iter().for_each(|setting| {
            command.arg("-c").arg(setting);
        });
        let mut keeper =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let log = BufReader::new(keeper.stdout.take().unwrap());
        let (tell, events) = channel();
        // The log is read to its end, or the server would stop at a full pipe.
        std::thread::spawn(move || {
            for event in log.lines().map_while(Result::ok).filter_map(|line| event(&line)) {
                let _ = tell.send(event);
            }
        });
        let server = Self { port, databases: AtomicU32::new(0), keeper, events: Mutex::new(events) };
        (server.next_event() == Event::Ready).then_some(server)
    }

    fn next_event(&self) -> Event {
        self.events.lock().unwrap().recv().unwrap_or(Event::Failed)
    }

    fn tell(&mut self, command: &str, wanted: Event) {
        writeln!(self.keeper.stdin.as_mut().unwrap(), "{command}").unwrap();
        assert_eq!(self.next_event(), wanted);
    }

    /// Stops it as a crash would.
    pub fn crash(&mut self) {
        self.tell("stop", Event::Stopped);
    }

    /// Starts it again after a crash; returns when it has recovered.
    pub fn recover(&mut self) {
        self.tell("start", Event::Ready);
    }

    /// The URL of one of its databases.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// The URL of a new, empty database.
    pub async fn fresh(&self) -> String {
        self.copy("template0").await
    }

    /// The URL of a new database with the schema, which is made once and copied.
    pub async fn migrated(&self) -> String {
        static TEMPLATE: OnceCell<String> = OnceCell::const_new();
        let made = TEMPLATE.get_or_init(async || {
            let url = self.fresh().await;
            SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).await.unwrap().close().await;
            url
        });
        let template = made.await.rsplit_once('/').unwrap().1;
        self.copy(template).await
    }

    async fn copy(&self, template: &str) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let admin = Database::connect(self.url("postgres")).await.unwrap();
        admin.execute_unprepared(&format!("CREATE DATABASE {name} TEMPLATE {template}")).await.unwrap();
        admin.close().await.unwrap();
        self.url(&name)
    }
}

/// Stops it at once, and waits until it is gone.
impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// The programs of the newest version that is installed.
fn newest() -> Option<PathBuf> {
    let version = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let installed = std::fs::read_dir(VERSIONS).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let newest = installed.filter(|path| path.join("bin/postgres").exists()).max_by_key(version)?;
    Some(newest.join("bin"))
}

fn event(line: &str) -> Option<Event> {
    if line.contains("ready to accept connections") {
        Some(Event::Ready)
    } else if line.contains("KEEPER stopped") {
        Some(Event::Stopped)
    } else {
        line.contains("could not create any TCP/IP sockets").then_some(Event::Failed)
    }
}

/// A port that nobody listens on.
pub fn free_port() -> u16 {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    let start = std::process::id().wrapping_mul(37);
    loop {
        let turn = start.wrapping_add(TRIED.fetch_add(1, Ordering::Relaxed));
        let port = PORTS.start + u16::try_from(turn % u32::from(PORTS.end - PORTS.start)).unwrap();
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Gives the folder to the user `postgres` when this is root, and says who that is.
fn owner(dir: &Path) -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt;
    if dir.metadata().unwrap().uid() != 0 {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let line = users.lines().find(|line| line.starts_with("postgres:")).expect("there is a user postgres");
    let mut numbers = line.split(':').skip(2).map(|number| number.parse().unwrap());
    let user = (numbers.next().unwrap(), numbers.next().unwrap());
    std::os::unix::fs::chown(dir, Some(user.0), Some(user.1)).unwrap();
    Some(user)
}

fn run_as(user: Option<(u32, u32)>, program: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some((user, group)) = user {
        command.uid(user).gid(group).current_dir("/");
    }
    command
}
