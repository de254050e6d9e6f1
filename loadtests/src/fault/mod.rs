//! Faults brought about on a real cluster under play, and what must hold whatever happened.
//!
//! A scenario begins games at all nodes of `deploy/local-cluster.sh`, whose players go from door to door until each command is
//! acknowledged, and keep a log of that. Something happens to the cluster; they play on, and end their games. Then oracles look:
//! every acknowledged command is in the journal once and nothing else is; everybody sees the same at every door, while a game is on
//! and after it; nobody was charged for what was not served, and nobody lost by it. How long takeovers took is printed.
//! Deliberately absent: a verdict on times, which on a shared machine say little.

mod game;
mod oracle;
mod outage;
mod round;
mod scenario;
mod stores;
mod traveller;

use std::path::PathBuf;

use futures_util::future::try_join_all;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use tokio::time::Instant;

use crate::{ApiError, Cluster, ClusterError, SocketError};
use game::Game;
use outage::Outage;
use round::Round;
pub use scenario::Scenario;
use scenario::Scene;

/// What to bring about.
#[derive(Clone, Debug)]
pub struct FaultPlan {
    /// One after another, on one cluster.
    pub scenarios: Vec<Scenario>,
    /// Games of each.
    pub games: usize,
    /// Whether the long ones are cut short.
    pub short: bool,
    /// What chance decides is decided alike for the same seed.
    pub seed: u64,
    /// `deploy/local-cluster.sh`.
    pub script: PathBuf,
    /// The server program.
    pub program: PathBuf,
    /// The one that runs before [`Scenario::Deploy`], where it is another.
    pub old: Option<PathBuf>,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A promise was broken.
    #[error("broken: {0}")]
    Broken(String),
    /// The cluster is not as it should be for the run.
    #[error("the cluster: {0}")]
    Cluster(#[from] ClusterError),
    /// An HTTP call failed that had nothing to fear.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// A socket failed that had nothing to fear.
    #[error(transparent)]
    Socket(#[from] SocketError),
}

impl Fault {
    /// Something about the cluster.
    fn wrong(why: String) -> Self {
        Self::Cluster(ClusterError::Wrong(why))
    }
}

/// Runs the plan; each line that it has to say goes to `tell`.
///
/// # Errors
/// [`Fault`], at the first scenario that fails; the logs of the cluster then stay where the last line says.
pub async fn run(plan: &FaultPlan, mut tell: impl FnMut(&str)) -> Result<(), Fault> {
    let first = plan.old.as_ref().unwrap_or(&plan.program);
    let mut cluster = Cluster::start(&plan.script, first).await?;
    let mut outcome = Ok(());
    for scenario in &plan.scenarios {
        let start = Instant::now();
        tell(&format!("== {scenario:?}, {} games, seed {}", plan.games, plan.seed));
        match play(plan, *scenario, &mut cluster).await {
            Ok(lines) => lines.iter().for_each(|line| tell(&format!("   {line}"))),
            Err(fault) => {
                outcome = Err(fault);
                break;
            }
        }
        tell(&format!("   held, in {} s", start.elapsed().as_secs()));
    }
    if let Some(kept) = cluster.end(outcome.is_err()).await? {
        tell(&format!("the logs are in {}", kept.display()));
    }
    outcome
}

/// One scenario, from its first game to what must hold after the last.
async fn play(plan: &FaultPlan, scenario: Scenario, cluster: &mut Cluster) -> Result<Vec<String>, Fault> {
    let games = game::begin(cluster, plan.games, scenario.copies(), plan.seed).await?;
    let rooms = scenario::rooms(&games);
    let round = Round::play(games);
    let random = StdRng::seed_from_u64(plan.seed);
    let program = plan.program.clone();
    let mut scene = Scene::set(cluster, &rooms, &round, random, (plan.short, program)).await?;
    let brought = async {
        scene.round.go_on(2).await?;
        scenario.bring_about(&mut scene).await
    };
    let brought = brought.await;
    let (outages, silences, mut notes) = (scene.outages, scene.silences, scene.notes);
    // What went wrong in a game says more than that it has stopped.
    let mut games = round.rest().await?;
    brought?;
    oracle::same_everywhere(cluster, &games).await?;
    if scenario == Scenario::Repeat {
        repeat(cluster, &mut games, plan.seed).await?;
    }
    let ends = games.iter_mut().zip(0_usize..).map(|(game, number)| game.end(number.is_multiple_of(2)));
    try_join_all(ends).await?;
    oracle::same_everywhere(cluster, &games).await?;
    oracle::check_journal(cluster, &games).await?;
    oracle::check_ends(cluster, &games, &outages).await?;
    oracle::check_silences(&games, &silences)?;
    notes.extend(told(&games, &outages));
    Ok(notes)
}

async fn repeat(cluster: &Cluster, games: &mut [Game], seed: u64) -> Result<(), Fault> {
    let (doors, mut random) = (cluster.doors().len(), StdRng::seed_from_u64(seed));
    let orders: Vec<Vec<usize>> = games
        .iter()
        .map(|game| {
            let mut order: Vec<usize> = (0..game.log.len()).collect();
            order.shuffle(&mut random);
            order
        })
        .collect();
    let all = games.iter_mut().zip(&orders).map(|(game, order)| oracle::repeat_all(game, doors, order));
    try_join_all(all).await?;
    oracle::same_everywhere(cluster, games).await
}

fn told(games: &[Game], outages: &[Outage]) -> Vec<String> {
    let acknowledged: usize = games.iter().map(|game| game.log.len()).sum();
    let mut lines = vec![format!("{acknowledged} commands were acknowledged, none is lost or there twice")];
    lines.extend(outage::report(games, outages));
    lines
}
