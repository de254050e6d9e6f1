//! The server against a bare relay on the same socket library and against bare timers: what a move, a delivery to a
//! spectator, an idle socket, a live room and a live clock cost, and how late flags fall.
//!
//! Server, relay and load are three processes of release builds; the first two are started here, on free ports of
//! loopback, and their CPU time and memory are what the kernel says. Both sides stand connected all the time and
//! take turns, at the same moments of the same schedule; what counts is the ratio of each pair, never a time.
//!
//! `cargo bench -p tianyuan-loadtests --bench live -- moves` (or `clocks`, `nodes`, `watchers`, `sockets`, `rooms`; all of them when
//! none is said). `nodes` needs what `deploy/local-cluster.sh` does.
//! Deliberately absent: any verdict. `ARCHITECTURE.md` has the goals and what was measured.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark stops at the first failure")]

mod bulk;
mod clocks;
mod moves;
mod nodes;
mod people;
mod record;
mod relay;
mod rooms;
mod sides;
mod sockets;
mod watchers;
mod weigh;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn load(which: &[String]) {
    let wanted = |name: &str| which.is_empty() || which.iter().any(|one| one == name);
    if wanted("clocks") {
        clocks::measure().await;
    }
    if wanted("moves") {
        moves::measure().await;
    }
    if wanted("nodes") {
        nodes::measure().await;
    }
    if wanted("watchers") {
        watchers::measure().await;
    }
    if wanted("sockets") {
        sockets::measure().await;
    }
    if wanted("rooms") {
        rooms::measure().await;
    }
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(sides::SERVER) {
        return tianyuan::cli::main(std::env::args_os().skip(1));
    }
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match words.first().map(String::as_str) {
        Some(sides::RELAY) => relay::serve().unwrap(),
        Some(rooms::WAKE) => rooms::wake(&words[1]),
        Some(_) | None => load(&words),
    }
    ExitCode::SUCCESS
}
