//! Resident memory of an idle socket that has said who it is, with every limit of service in force.
//!
//! The relay has the same limits on frames; its sockets have joined a room each. Both grow by turns.

use std::time::Duration;

use loadtests::Socket;
use protocol::{ClientMessage, ServerMessage};
use tokio::time::sleep;

use crate::moves::join;
use crate::people;
use crate::sides::Side;
use crate::weigh::report;

/// Sockets of one step, and before the first.
const STEP: usize = 600;
const PAIRS: usize = 8;
/// Sockets of one account and of one address, below the limits of both.
const SHARED: usize = 15;
/// First pings and their answers are over after this.
const SETTLED: Duration = Duration::from_secs(2);

/// Keeps a socket open and answers its pings.
fn keep(mut socket: Socket) {
    tokio::spawn(async move { while socket.next_text().await.is_ok() {} });
}

async fn open(base: &str, tokens: &[String], number: usize) {
    let from = number / SHARED;
    let address = format!("10.0.{}.{}", from / 250, from % 250 + 1);
    let mut socket = Socket::connect_for(base, &address).await.unwrap();
    let token = Some(tokens[from % tokens.len()].clone());
    socket.send(&ClientMessage::Hello { version: protocol::VERSION, token }).await.unwrap();
    let ServerMessage::Welcome { account: Some(_), .. } = socket.next().await.unwrap() else {
        panic!("not welcome")
    };
    keep(socket);
}

pub(crate) async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    let tokens = people::make(folder.path(), STEP * (PAIRS + 1) / SHARED + 1).await;
    let proxy = ["--trusted-proxies", "127.0.0.1", "--log-filter", "warn,tianyuan::cli=info"];
    let (server, relay) = (Side::server(folder.path(), &proxy), Side::relay());
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    for step in 0..=PAIRS {
        for number in step * STEP..(step + 1) * STEP {
            open(&server.base, &tokens, number).await;
            keep(join(&relay.base, number as u64, "welcome", "").await);
        }
        sleep(SETTLED).await;
        ours.push(server.resident_kib() as f64);
        bare.push(relay.resident_kib() as f64);
    }
    let steps = |kib: &[f64]| kib.windows(2).map(|two| (two[1] - two[0]) / STEP as f64).collect::<Vec<_>>();
    let pairs: Vec<(f64, f64)> = steps(&ours).into_iter().zip(steps(&bare)).collect();
    report("an idle authenticated socket", "KiB", &pairs, "1.25");
    let whole = |kib: &[f64]| (kib[PAIRS] - kib[0]) / (PAIRS * STEP) as f64;
    println!(
        "over {} sockets: server {:.2} KiB, bare {:.2} KiB, ratio {:.2}",
        PAIRS * STEP,
        whole(&ours),
        whole(&bare),
        whole(&ours) / whole(&bare)
    );
}
