//! Running the binary: to its end, or in the background until it is told to end.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// The longest wait for anything that must happen; reached only when it does not.
const PATIENCE: Duration = Duration::from_secs(60);

/// The binary in a folder, knowing nothing of this machine's settings.
pub(crate) fn tianyuan(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.current_dir(folder).env_clear().stdin(Stdio::null());
    command
}

/// What a command said and how it ended.
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs to the end.
pub(crate) fn run(folder: &Path, words: &[&str]) -> Said {
    tianyuan(folder).args(words).output().unwrap().into()
}

/// Runs to the end with a text at standard input.
pub(crate) fn run_with(folder: &Path, words: &[&str], input: &[u8]) -> Said {
    let mut command = tianyuan(folder);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap().into()
}

/// A server that runs until it is ended or dropped.
pub(crate) struct Server {
    child: Child,
    lines: Receiver<String>,
    /// What it has logged so far.
    pub(crate) log: Vec<String>,
    /// Where it listens, as `host:port`.
    pub(crate) address: String,
}

impl Server {
    /// Starts a command that serves, and waits until it says that it is ready.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let (send, lines) = mpsc::channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        let mut server = Self { child, lines, log: Vec::new(), address: String::new() };
        let ready = "ready on http://";
        let line = server.wait_for(ready);
        let address = line.split(ready).nth(1).unwrap();
        server.address = address.chars().take_while(|c| !matches!(c, '"' | ' ')).collect();
        server
    }

    /// Waits for a line of the log that holds a text.
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no line with {text:?} after {:#?}", self.log));
            self.log.push(line.clone());
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Sends a signal by name.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// Waits for the end, with the rest of the log read.
    pub(crate) fn ended(mut self) -> (ExitStatus, Vec<String>) {
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.log.push(line);
        }
        (self.child.wait().unwrap(), std::mem::take(&mut self.log))
    }

    /// Asks for a path and gives the whole answer as text.
    pub(crate) fn get(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n", self.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that has ended already cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
