//! The faults, by name, and what each of them does to a cluster under play.

use std::collections::HashMap;
use std::path::PathBuf;

use clap::ValueEnum;
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::time::Instant;

use super::game::Game;
use super::outage::Outage;
use super::round::Round;
use super::{Fault, stores};
use crate::{Api, Cluster, NODES, Part, Ways};

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scenario {
    /// A node is killed (`kill -9`), and started again.
    Kill,
    /// A node stands still for longer than its lease, and goes on (SIGSTOP, SIGCONT).
    Pause,
    /// All nodes are killed at once, and started again.
    KillAll,
    /// Each node in turn ends in order and is replaced, by a newer version where an older one was named.
    Deploy,
    /// The wall clocks of two nodes are an hour fast and an hour slow, and the node between them is killed.
    WallClock,
    /// Every command is sent three times over, and all of them again in another order, also after a node was killed.
    Repeat,
    /// Redis is killed, and started again.
    RedisKill,
    /// Redis forgets all that it has.
    RedisFlush,
    /// Redis says nothing to anybody and hears nothing, with all connections open.
    RedisHalfOpen,
    /// One node is cut off from Redis: both ways, and in each direction alone.
    RedisWay,
    /// The database is stopped as by a crash, and started again.
    DatabaseStop,
    /// One node after another is cut off from the database: both ways, and in each direction alone.
    DatabaseWay,
}

/// What a scenario works on.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) cluster: &'a mut Cluster,
    pub(crate) round: &'a Round,
    /// Each node's own name, in the database.
    pub(crate) ids: Vec<String>,
    /// The number of each game by its room.
    pub(crate) numbers: HashMap<String, usize>,
    pub(crate) short: bool,
    /// The version that the nodes are to be replaced by.
    pub(crate) program: PathBuf,
    pub(crate) random: StdRng,
    pub(crate) outages: Vec<Outage>,
    /// Between these moments there was no database, and nothing sent after the former may be acknowledged before the latter.
    pub(crate) silences: Vec<(Instant, Instant)>,
    /// What else is to be told.
    pub(crate) notes: Vec<String>,
}

impl<'a> Scene<'a> {
    /// Learns who has which game. Each node has at least one of these games, which have just begun.
    pub(crate) async fn set(
        cluster: &'a mut Cluster,
        games: &[(String, usize)],
        round: &'a Round,
        random: StdRng,
        (short, program): (bool, PathBuf),
    ) -> Result<Self, Fault> {
        let mut ids = vec![String::new(); NODES];
        for (room, owner) in games.iter().take(NODES) {
            let question = format!("SELECT node FROM journal WHERE game = '{room}' ORDER BY seq LIMIT 1");
            ids[*owner] = cluster.ask(&question).await?.into_iter().next().unwrap_or_default();
        }
        let numbers = games.iter().map(|(room, _)| room.clone()).zip(0..).collect();
        Ok(Self {
            cluster,
            round,
            ids,
            numbers,
            short,
            program,
            random,
            outages: Vec::new(),
            silences: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// The games that a node has now.
    pub(crate) async fn games_of(&self, node: usize) -> Result<Vec<usize>, Fault> {
        let rows =
            self.cluster.ask(&format!("SELECT game FROM rooms WHERE owner = '{}'", self.ids[node])).await?;
        Ok(rows.iter().filter_map(|room| self.numbers.get(room).copied()).collect())
    }

    /// From now on these games are served by nobody, until somebody takes them over.
    pub(crate) fn outage(&mut self, games: Vec<usize>, goal: bool) {
        self.outages.push(Outage { from: Instant::now(), games, goal });
    }

    /// All games.
    pub(crate) fn all(&self) -> Vec<usize> {
        (0..self.numbers.len()).collect()
    }

    pub(crate) fn any_node(&mut self) -> usize {
        self.random.random_range(0..NODES)
    }

    /// Kills a node.
    pub(crate) async fn kill(&mut self, node: usize) -> Result<(), Fault> {
        let games = self.games_of(node).await?;
        self.outage(games, true);
        Ok(self.cluster.signal(Part::Node(node), "KILL").await?)
    }

    /// Starts a node again.
    pub(crate) async fn start_again(&mut self, node: usize) -> Result<(), Fault> {
        Ok(self.cluster.start_again(Part::Node(node), &[]).await?)
    }

    pub(crate) fn ways(&self, node: usize) -> &Ways {
        &self.cluster.ways[node]
    }
}

impl Scenario {
    /// All of them.
    #[must_use]
    pub fn all() -> &'static [Self] {
        Self::value_variants()
    }

    /// How often each command is sent at once.
    pub(crate) fn copies(self) -> usize {
        if self == Self::Repeat { 3 } else { 1 }
    }

    /// Brings it about, and leaves the cluster whole.
    pub(crate) async fn bring_about(self, scene: &mut Scene<'_>) -> Result<(), Fault> {
        match self {
            Self::Kill | Self::Repeat => kill(scene).await,
            Self::Pause => pause(scene).await,
            Self::KillAll => kill_all(scene).await,
            Self::Deploy => deploy(scene).await,
            Self::WallClock => wall_clock(scene).await,
            Self::RedisKill => stores::redis_kill(scene).await,
            Self::RedisFlush => stores::redis_flush(scene).await,
            Self::RedisHalfOpen => stores::redis_half_open(scene).await,
            Self::RedisWay => stores::redis_way(scene).await,
            Self::DatabaseStop => stores::database_stop(scene).await,
            Self::DatabaseWay => stores::database_way(scene).await,
        }
    }
}

async fn kill(scene: &mut Scene<'_>) -> Result<(), Fault> {
    let node = scene.any_node();
    scene.kill(node).await?;
    scene.round.go_on(2).await?;
    scene.start_again(node).await?;
    scene.round.go_on(2).await
}

async fn pause(scene: &mut Scene<'_>) -> Result<(), Fault> {
    let node = scene.any_node();
    let games = scene.games_of(node).await?;
    scene.outage(games, true);
    scene.cluster.signal(Part::Node(node), "STOP").await?;
    scene.round.go_on(2).await?;
    // What lies in its sockets comes to it now, when others have its games.
    scene.cluster.signal(Part::Node(node), "CONT").await?;
    scene.round.go_on(2).await?;
    let api = Api::new(scene.cluster.base(node));
    let refused = api.count("journal_append_seconds_count{outcome=\"fenced\"").await?;
    scene.notes.push(format!("late writes of the paused node that the database refused: {refused}"));
    Ok(())
}

async fn kill_all(scene: &mut Scene<'_>) -> Result<(), Fault> {
    // How long it takes depends on who starts them.
    let all = scene.all();
    scene.outage(all, false);
    for node in 0..NODES {
        scene.cluster.signal(Part::Node(node), "KILL").await?;
    }
    for node in 0..NODES {
        scene.start_again(node).await?;
    }
    scene.round.go_on(2).await
}

async fn deploy(scene: &mut Scene<'_>) -> Result<(), Fault> {
    scene.cluster.program.clone_from(&scene.program);
    for node in 0..NODES {
        let games = scene.games_of(node).await?;
        scene.outage(games, true);
        scene.cluster.signal(Part::Node(node), "TERM").await?;
        scene.start_again(node).await?;
        scene.round.go_on(1).await?;
    }
    Ok(())
}

async fn wall_clock(scene: &mut Scene<'_>) -> Result<(), Fault> {
    for (node, skew) in [(0, "+1h"), (2, "-1h")] {
        scene.kill(node).await?;
        scene.cluster.start_again(Part::Node(node), &faketime(skew)?).await?;
    }
    scene.round.go_on(2).await?;
    let apart = "SELECT max(wall_ms) - min(wall_ms) FROM nodes WHERE lease_ends_ms > 0";
    let apart_ms = scene.cluster.ask(apart).await?.first().and_then(|ms| ms.parse::<u64>().ok());
    if apart_ms.is_none_or(|ms| ms < 7_000_000) {
        return Err(Fault::wrong(format!("the wall clocks are {apart_ms:?} ms apart, and not two hours")));
    }
    scene.kill(1).await?;
    scene.round.go_on(2).await?;
    for node in [0, 2] {
        scene.cluster.signal(Part::Node(node), "TERM").await?;
        scene.start_again(node).await?;
    }
    scene.start_again(1).await?;
    scene.round.go_on(1).await
}

/// What gives a process another wall clock, and leaves its monotonic one as it is.
fn faketime(skew: &str) -> Result<Vec<String>, Fault> {
    let found =
        ["/usr/lib", "/usr/lib64"].iter().flat_map(|place| std::fs::read_dir(place).into_iter().flatten());
    let library = found
        .filter_map(|entry| Some(entry.ok()?.path().join("faketime/libfaketimeMT.so.1")))
        .find(|path| path.exists())
        .ok_or_else(|| {
            Fault::wrong("libfaketime is missing (Debian: apt-get install faketime)".to_owned())
        })?;
    Ok(vec![
        format!("LD_PRELOAD={}", library.display()),
        format!("FAKETIME={skew}"),
        "FAKETIME_DONT_FAKE_MONOTONIC=1".to_owned(),
    ])
}

/// The rooms of games and the nodes that have them.
pub(crate) fn rooms(games: &[Game]) -> Vec<(String, usize)> {
    games.iter().map(|game| (game.room.to_string(), game.owner)).collect()
}
