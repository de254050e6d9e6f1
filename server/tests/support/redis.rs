//! A real Redis that a test starts for itself: on a free port, keeping nothing, gone with the process that started it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use super::postgres::free_port;

/// Starts the server, kills and starts it as it is told, and ends it when its input ends: with the test's process.
const KEEPER: &str = r#"
start() { redis-server --port "$1" --bind 127.0.0.1 --save '' --appendonly no --dir /tmp </dev/null 2>&1 & pid=$!; }
start "$1"
while read -r command; do
    if [ "$command" = kill ]; then kill -9 $pid; wait $pid; echo KEEPER killed; else start "$1"; fi
done
kill -9 $pid
"#;

/// A running Redis.
pub struct Redis {
    keeper: Child,
    input: Option<ChildStdin>,
    log: std::io::Lines<BufReader<std::process::ChildStdout>>,
    port: u16,
}

impl Redis {
    /// A server of its own; `None` after a visible skip when none is installed.
    pub fn start(test: &str) -> Option<Self> {
        let is_there = Command::new("redis-server").arg("--version").stdout(Stdio::null()).status().is_ok();
        if !is_there {
            super::skip(test, "Redis is not installed (Debian: apt-get install redis-server)");
            return None;
        }
        let port = free_port();
        let mut keeper = Command::new("/bin/sh")
            .args(["-c", KEEPER, "keeper", &port.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let log = BufReader::new(keeper.stdout.take().unwrap()).lines();
        let input = keeper.stdin.take();
        let mut redis = Self { keeper, input, log, port };
        redis.until("Ready to accept connections");
        Some(redis)
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// How many notes have been published so far.
    pub fn published(&self) -> u64 {
        let port = self.port.to_string();
        let told = Command::new("redis-cli").args(["-p", &port, "info", "commandstats"]).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let line = told.lines().find_map(|line| line.strip_prefix("cmdstat_publish:calls="));
        line.map_or(0, |line| line.split(',').next().unwrap().parse().unwrap())
    }

    /// Kills it.
    pub fn kill(&mut self) {
        self.tell("kill");
        self.until("KEEPER killed");
    }

    /// Starts it again, empty.
    pub fn recover(&mut self) {
        self.tell("start");
        self.until("Ready to accept connections");
    }

    fn tell(&mut self, command: &str) {
        writeln!(self.input.as_mut().unwrap(), "{command}").unwrap();
    }

    fn until(&mut self, wanted: &str) {
        assert!(self.log.any(|line| line.unwrap().contains(wanted)), "Redis ended before it said `{wanted}`");
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.keeper.wait();
    }
}
