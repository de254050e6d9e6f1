//! A real Redis with a second one that follows it, and a Sentinel that puts the second in its place; gone with the process that
//! started them.

use std::io::Write as _;
use std::process::{Child, ChildStdin, Command, Stdio};

use tempfile::TempDir;

use super::postgres::free_port;

/// Starts all three, kills one as it is told, and ends them when its input ends: with the test's process.
const KEEPER: &str = r#"
redis-server --port "$1" --bind 127.0.0.1 --save '' --appendonly no --dir "$4" </dev/null >/dev/null 2>&1 & first=$!
redis-server --port "$2" --bind 127.0.0.1 --save '' --appendonly no --dir "$4" --replicaof 127.0.0.1 "$1" --repl-diskless-sync-delay 0 </dev/null >/dev/null 2>&1 & second=$!
redis-server "$4/sentinel" --sentinel </dev/null >/dev/null 2>&1 & sentinel=$!
while read -r command; do [ "$command" = kill ] && kill -9 $first; done
kill -9 $first $second $sentinel 2>/dev/null
"#;

/// What the Sentinel knows: when the first is to be taken for dead.
const SETTINGS: &str = "bind 127.0.0.1
sentinel monitor go 127.0.0.1 FIRST 1
sentinel down-after-milliseconds go 1000
sentinel failover-timeout go 3000
";

/// The three of them.
pub struct LookedAfter {
    keeper: Child,
    input: Option<ChildStdin>,
    ports: [u16; 3],
    _folder: TempDir,
}

impl LookedAfter {
    /// Running, the second in step with the first and known to the Sentinel; `None` after a visible skip when no Redis is installed.
    pub fn start(test: &str) -> Option<Self> {
        if Command::new("redis-server").arg("--version").stdout(Stdio::null()).status().is_err() {
            super::skip(test, "Redis is not installed (Debian: apt-get install redis-server)");
            return None;
        }
        let folder = TempDir::new().unwrap();
        let ports = [free_port(), free_port(), free_port()];
        let settings = SETTINGS.replace("FIRST", &ports[0].to_string()) + &format!("port {}\n", ports[2]);
        std::fs::write(folder.path().join("sentinel"), settings).unwrap();
        let mut keeper = Command::new("/bin/sh")
            .args(["-c", KEEPER, "keeper"])
            .args(ports.map(|port| port.to_string()))
            .arg(folder.path())
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let input = keeper.stdin.take();
        let all = Self { keeper, input, ports, _folder: folder };
        all.until(2, &["sentinel", "replicas", "go"], "flags\nslave\n");
        all.until(0, &["info", "replication"], "state=online");
        Some(all)
    }

    /// How servers find it.
    pub fn url(&self) -> String {
        format!("redis+sentinel://127.0.0.1:{}/go", self.ports[2])
    }

    /// Kills the first of them.
    pub fn kill_first(&mut self) {
        writeln!(self.input.as_mut().unwrap(), "kill").unwrap();
    }

    /// Waits until the second has its place.
    pub fn until_moved(&self) {
        self.until(1, &["role"], "master");
    }

    /// Asks one of them until its answer has the text.
    fn until(&self, which: usize, question: &[&str], wanted: &str) {
        let port = self.ports[which].to_string();
        for _ in 0..600 {
            let told = Command::new("redis-cli").args(["-p", &port]).args(question).output().unwrap();
            if String::from_utf8_lossy(&told.stdout).contains(wanted) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("{question:?} was never answered with {wanted}");
    }
}

impl Drop for LookedAfter {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.keeper.wait();
    }
}
