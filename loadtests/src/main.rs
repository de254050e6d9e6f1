//! Load: many games at once against a running server, in an open loop. And faults: games on a cluster of its own, to which something
//! happens.
//!
//! Of load each move has an intended moment, fixed beforehand; its latency counts from then, whether or not the
//! server was ready, so that a server that stops for a second shows a second (no coordinated omission).
//! How late the generator itself was is printed beside it. What must hold under faults is said in `loadtests::fault`.
//! Deliberately absent: any verdict on times.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use loadtests::fault::{self, FaultPlan, Scenario};
use loadtests::{Figures, Plan, play};

/// Plays many games against a running server and prints how long moves took; or brings faults about (`fault --help`).
///
/// The server must not hold its limits (`tianyuan --limits=false`), since all players come from one address.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Options {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    load: Load,
}

#[derive(Subcommand)]
enum What {
    /// Starts a cluster, plays on it, brings faults about, and looks whether everything held.
    Fault(Faults),
}

#[derive(Args)]
struct Load {
    /// The server.
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    base: String,
    /// Games at once.
    #[arg(long, default_value_t = 50)]
    rooms: u32,
    /// Spectators of each game.
    #[arg(long, default_value_t = 0)]
    watchers: u32,
    /// Milliseconds between two moves of one game.
    #[arg(long, default_value_t = 500)]
    every_ms: u64,
    /// Moves of each game, 190 at most.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=190))]
    moves: u32,
}

#[derive(Args)]
struct Faults {
    /// Which; `all` of them without any.
    #[arg(value_parser = scenario, value_name = "NAME|all")]
    names: Vec<Named>,
    /// With few games and short outages: all of it takes some minutes.
    #[arg(long)]
    short: bool,
    /// What chance decides is decided alike for the same seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games of each; 60, or 6 with --short. At least 3, one for each node.
    #[arg(long, value_parser = clap::value_parser!(u16).range(3..=1000))]
    games: Option<u16>,
    /// The server program.
    #[arg(long, env = "TIANYUAN_BIN")]
    program: PathBuf,
    /// The program that runs first, until `deploy` replaces it: old and new are then together.
    #[arg(long)]
    old: Option<PathBuf>,
    /// What starts the cluster.
    #[arg(long, default_value = "deploy/local-cluster.sh")]
    script: PathBuf,
}

/// What was named on the command line.
#[derive(Clone, Copy)]
enum Named {
    All,
    One(Scenario),
}

fn scenario(name: &str) -> Result<Named, String> {
    use clap::ValueEnum;
    if name == "all" {
        return Ok(Named::All);
    }
    Scenario::from_str(name, false).map(Named::One).map_err(|_| {
        let names =
            Scenario::all().iter().filter_map(|one| Some(one.to_possible_value()?.get_name().to_owned()));
        format!("one of: all, {}", names.collect::<Vec<_>>().join(", "))
    })
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    match options.what {
        Some(What::Fault(faults)) => bring_about(faults).await,
        None => load(options.load).await,
    }
}

async fn load(options: Load) -> ExitCode {
    let plan = Plan {
        base: options.base,
        rooms: options.rooms,
        watchers: options.watchers,
        every: Duration::from_millis(options.every_ms),
        moves: options.moves,
    };
    match play(&plan).await {
        Ok(figures) => {
            print(&figures);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("the run failed: {error}\nIs the server at {} there, with --limits=false?", plan.base);
            ExitCode::FAILURE
        }
    }
}

async fn bring_about(faults: Faults) -> ExitCode {
    let mut scenarios = Vec::new();
    for name in &faults.names {
        match name {
            Named::All => scenarios.extend(Scenario::all()),
            Named::One(scenario) => scenarios.push(*scenario),
        }
    }
    if scenarios.is_empty() {
        scenarios.extend(Scenario::all());
    }
    let plan = FaultPlan {
        scenarios,
        games: faults.games.unwrap_or(if faults.short { 6 } else { 60 }).into(),
        short: faults.short,
        seed: faults.seed,
        script: faults.script,
        program: faults.program,
        old: faults.old,
    };
    match fault::run(&plan, |line| println!("{line}")).await {
        Ok(()) => {
            println!("all of it held");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn print(figures: &Figures) {
    println!("acknowledged {}, refused {}", figures.acknowledged, figures.refused);
    for (what, histogram) in [
        ("move, intended to acknowledged", &figures.latency),
        ("move, intended to every watcher", &figures.delivery),
        ("generator late", &figures.lateness),
    ] {
        let at = |quantile| histogram.value_at_quantile(quantile);
        println!(
            "{what}: p50 {} µs, p99 {} µs, p99.9 {} µs, most {} µs, of {}",
            at(0.5),
            at(0.99),
            at(0.999),
            histogram.max(),
            histogram.len()
        );
    }
}
