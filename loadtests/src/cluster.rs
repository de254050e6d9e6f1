//! A cluster: `deploy/local-cluster.sh` as a process of its own, with cables between its nodes and what they stand on.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde::Deserialize;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::{Instant, sleep, timeout};

use crate::{Cable, FarEnd};

/// How many nodes the script starts.
pub const NODES: usize = 3;
/// A start that takes longer has failed.
const START: Duration = Duration::from_secs(120);
/// What was killed is gone sooner.
const END: Duration = Duration::from_secs(30);

/// What the script says of itself.
#[derive(Debug, Deserialize)]
struct Told {
    front: String,
    postgres: u32,
    redis: u32,
    nodes: Vec<ToldNode>,
}

#[derive(Debug, Deserialize)]
struct ToldNode {
    base: String,
    process: u32,
}

/// What a fault happens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One of the nodes.
    Node(usize),
    /// The database.
    Postgres,
    /// The way between nodes.
    Redis,
}

/// The ways of one node to what it stands on.
#[derive(Debug)]
pub struct Ways {
    /// To the database.
    pub database: Cable,
    /// To Redis.
    pub redis: Cable,
}

/// What is wrong with the cluster, apart from what was done to it.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// A file or a process.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Something does not start, end, or answer.
    #[error("{0}")]
    Wrong(String),
}

/// A running cluster. It ends with this process, if not before.
#[derive(Debug)]
pub struct Cluster {
    script: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    folder: TempDir,
    told: Told,
    /// The cables of each node.
    pub ways: Vec<Ways>,
    /// What a node that is started again runs.
    pub program: PathBuf,
}

impl Cluster {
    /// Starts the script with the program that all nodes run at first.
    ///
    /// # Errors
    /// [`ClusterError`].
    pub async fn start(script: &Path, program: &Path) -> Result<Self, ClusterError> {
        // Its name is short, since sockets lie in it.
        let folder = tempfile::Builder::new().prefix("tianyuan-fault-").tempdir_in("/tmp")?;
        let inside = folder.path().join("cluster");
        std::fs::create_dir(&inside)?;
        open_to_others(folder.path())?;
        let mut ways = Vec::new();
        for _ in 0..NODES {
            ways.push(Ways {
                database: Cable::to(FarEnd::Socket(inside.join("postgres/.s.PGSQL.5432"))).await?,
                redis: Cable::to(FarEnd::Socket(inside.join("redis"))).await?,
            });
        }
        let ports: Vec<String> =
            ways.iter().map(|way| format!("{}:{}", way.database.port(), way.redis.port())).collect();
        let description = folder.path().join("cluster.json");
        let mut script = Command::new(script)
            .args(["--port", "0", "--ways", &ports.join(",")])
            .arg("--folder")
            .arg(&inside)
            .arg("--describe")
            .arg(&description)
            // All players come from one address.
            .args(["--", "--limits", "false"])
            .env("TIANYUAN_BIN", program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(folder.path().join("cluster.err"))?)
            .spawn()?;
        let (Some(input), Some(output)) = (script.stdin.take(), script.stdout.take()) else {
            return Err(ClusterError::Wrong("the script has no input and output".to_owned()));
        };
        let mut output = BufReader::new(output).lines();
        // The last line of a start tells how to end it.
        while !next_line(&mut output, folder.path()).await?.starts_with("Ctrl-C") {}
        let told = read(&description)?;
        Ok(Self { script, input, output, folder, told, ways, program: program.to_owned() })
    }

    /// Where people come to: each node, and the proxy before them.
    #[must_use]
    pub fn doors(&self) -> Vec<String> {
        let nodes = self.told.nodes.iter().map(|node| node.base.clone());
        nodes.chain([self.told.front.clone()]).collect()
    }

    /// The address of a node.
    #[must_use]
    pub fn base(&self, node: usize) -> &str {
        &self.told.nodes[node].base
    }

    /// The process id of a part.
    #[must_use]
    pub fn process(&self, part: Part) -> u32 {
        match part {
            Part::Node(node) => self.told.nodes[node].process,
            Part::Postgres => self.told.postgres,
            Part::Redis => self.told.redis,
        }
    }

    /// Sends a part a signal, by its name.
    ///
    /// # Errors
    /// [`ClusterError`].
    pub async fn signal(&self, part: Part, name: &str) -> Result<(), ClusterError> {
        let process = self.process(part).to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status().await?;
        if sent.success() {
            Ok(())
        } else {
            Err(ClusterError::Wrong(format!("{part:?} could not be sent {name}")))
        }
    }

    /// Waits until a part that was sent its end is gone.
    ///
    /// # Errors
    /// [`ClusterError`].
    pub async fn gone(&self, part: Part) -> Result<(), ClusterError> {
        let (start, place) = (Instant::now(), PathBuf::from(format!("/proc/{}", self.process(part))));
        while place.exists() {
            if start.elapsed() > END {
                return Err(ClusterError::Wrong(format!("{part:?} does not end")));
            }
            sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// Starts a part again that has ended; a node with this in its environment.
    ///
    /// # Errors
    /// [`ClusterError`].
    pub async fn start_again(&mut self, part: Part, environment: &[String]) -> Result<(), ClusterError> {
        let command = match part {
            Part::Node(node) => {
                let program = self.program.display();
                format!("node {} TIANYUAN_BIN={program} {}", node + 1, environment.join(" "))
            }
            Part::Postgres => "postgres".to_owned(),
            Part::Redis => "redis".to_owned(),
        };
        self.input.write_all(format!("{command}\n").as_bytes()).await?;
        if next_line(&mut self.output, self.folder.path()).await? != "done" {
            return Err(ClusterError::Wrong(format!("{part:?} did not start: {}", self.errors())));
        }
        self.told = read(&self.folder.path().join("cluster.json"))?;
        Ok(())
    }

    /// The rows that the database answers a question with, each as one line with `|` between its columns.
    ///
    /// # Errors
    /// [`ClusterError`].
    pub async fn ask(&self, question: &str) -> Result<Vec<String>, ClusterError> {
        let inside = self.folder.path().join("cluster");
        let out = Command::new("psql")
            .args(["-X", "-A", "-t", "-q", "-U", "tianyuan", "-d", "tianyuan", "-c", question, "-h"])
            .arg(inside.join("postgres"))
            .env("PGPASSWORD", std::fs::read_to_string(inside.join("password"))?)
            .output()
            .await?;
        if !out.status.success() {
            return Err(ClusterError::Wrong(String::from_utf8_lossy(&out.stderr).into_owned()));
        }
        Ok(String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect())
    }

    /// What Redis answers to a command.
    ///
    /// # Errors
    /// [`ClusterError`].
    pub async fn tell_redis(&self, command: &[&str]) -> Result<String, ClusterError> {
        let socket = self.folder.path().join("cluster/redis");
        let out = Command::new("redis-cli").arg("-s").arg(socket).args(command).output().await?;
        if !out.status.success() {
            return Err(ClusterError::Wrong(format!("{command:?} failed")));
        }
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    }

    fn errors(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("cluster.err")).unwrap_or_default()
    }

    /// Ends it in order. After a failure its folder with all logs stays, and this is where.
    ///
    /// # Errors
    /// [`ClusterError`].
    pub async fn end(mut self, keep: bool) -> Result<Option<PathBuf>, ClusterError> {
        drop(self.input);
        let ended = timeout(START, self.script.wait()).await;
        let kept = keep.then(|| self.folder.keep());
        match ended {
            Ok(Ok(_)) => Ok(kept),
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(ClusterError::Wrong("it does not end".to_owned())),
        }
    }
}

async fn next_line(
    output: &mut Lines<BufReader<ChildStdout>>,
    folder: &Path,
) -> Result<String, ClusterError> {
    match timeout(START, output.next_line()).await {
        Ok(Ok(Some(line))) => Ok(line),
        Ok(Ok(None)) => {
            let errors = std::fs::read_to_string(folder.join("cluster.err")).unwrap_or_default();
            Err(ClusterError::Wrong(format!("the script has ended: {errors}")))
        }
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(ClusterError::Wrong("the script says nothing".to_owned())),
    }
}

fn read(description: &Path) -> Result<Told, ClusterError> {
    let text = std::fs::read_to_string(description)?;
    serde_json::from_str(&text).map_err(|error| ClusterError::Wrong(format!("{error}: {text}")))
}

/// The user of PostgreSQL has to get through.
fn open_to_others(folder: &Path) -> Result<(), ClusterError> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o711))?)
}
