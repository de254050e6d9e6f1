//! The two processes that are weighed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::weigh::{cpu_ns, resident_kib};

/// As its first word, makes this program the relay.
pub(crate) const RELAY: &str = "relay";
/// As its first word, makes this program the server; the server's own settings follow.
pub(crate) const SERVER: &str = "server";
/// What stands before the address in the line that says that a side is ready.
pub(crate) const READY: &str = "ready on ";

/// A running server or relay; it is killed when dropped.
pub(crate) struct Side {
    child: Child,
    pub(crate) base: String,
}

impl Side {
    /// The server itself over a data folder.
    pub(crate) fn server(data: &Path, settings: &[&str]) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([SERVER, "--listen", "127.0.0.1:0", "--data"]).arg(data).args(settings);
        Self::start(command)
    }

    /// The relay.
    pub(crate) fn relay() -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg(RELAY);
        Self::start(command)
    }

    fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let base = lines.find_map(|line| Some(line.split_once(READY)?.1.trim().to_owned()));
        // Whatever it says later is shown, and its pipe never fills.
        std::thread::spawn(move || lines.for_each(|line| eprintln!("{line}")));
        Self { child, base: base.expect("the side did not start") }
    }

    /// CPU time so far in nanoseconds.
    pub(crate) fn cpu_ns(&self) -> u64 {
        cpu_ns(self.child.id())
    }

    /// Resident memory in KiB.
    pub(crate) fn resident_kib(&self) -> u64 {
        resident_kib(self.child.id())
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
