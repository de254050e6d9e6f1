//! Load: many games at once against a running server, in an open loop.
//!
//! Each move has an intended moment, fixed beforehand; its latency counts from then, whether or not the
//! server was ready, so that a server that stops for a second shows a second (no coordinated omission).
//! How late the generator itself was is printed beside it.
//! Deliberately absent: starting a server, and any verdict.

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use loadtests::{Figures, Plan, play};

/// Plays many games against a running server and prints how long moves took.
///
/// The server must not hold its limits (`tianyuan --limits=false`), since all players come from one address.
#[derive(Parser)]
#[command(version)]
struct Options {
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
    /// Moves of each game, 180 at most.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=180))]
    moves: u32,
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
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
