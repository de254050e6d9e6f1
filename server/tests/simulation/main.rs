//! Rooms in virtual time against a store that fails, nodes that crash and clients that misbehave,
//! checked against a much simpler model.
//!
//! Every run prints its first seed; `TIANYUAN_SEED=n TIANYUAN_SEEDS=1` runs one again. The rooms, the rules
//! and the wire are the product's own; the store is a memory one with faults, because a real one does not
//! live in virtual time.
#![allow(clippy::unwrap_used, reason = "tests may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for one thing among many")]

#[path = "../support/mod.rs"]
mod support;

mod away;
mod client;
mod clocks;
mod coverage;
mod disk;
mod hearing;
mod ideas;
mod model;
mod node;
mod planted;
mod presence;
mod world;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use coverage::Coverage;

/// Runs in CI, always the same ones; any other number and beginning by `TIANYUAN_SEEDS` and `TIANYUAN_SEED`.
const SEEDS: u64 = 2_000;
const FIRST: u64 = 1;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

#[test]
fn nothing_breaks_a_room() {
    let first = setting("TIANYUAN_SEED", FIRST);
    let seeds = setting("TIANYUAN_SEEDS", SEEDS);
    println!("TIANYUAN_SEED={first} TIANYUAN_SEEDS={seeds}");
    let next = AtomicU64::new(0);
    let coverage = Mutex::new(Coverage::default());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= seeds {
                        return;
                    }
                    let reached = world::run(first + n);
                    coverage.lock().unwrap().add(&reached);
                }
            });
        }
    });
    let coverage = coverage.into_inner().unwrap();
    println!("{coverage}");
    if seeds >= SEEDS {
        coverage.check();
    }
}
