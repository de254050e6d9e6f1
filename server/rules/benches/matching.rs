//! One tick of the matchmaker with 10,000 waiting against a sort of the same queue, interleaved, in one run:
//! `cargo bench -p tianyuan-rules --bench matching`. Prints both sides and the ratio, which is to be 5 at most.
//! The queue is sorted from the order in which players came, as seeks, by strength.
#![allow(clippy::unwrap_used, reason = "a bench says what broke by panicking")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use rules::matching::{Limits, Pool, Seek, Strength, Terms, Wish};
use rules::rating::Speed;
use rules::{Player, Preset, Size};

const WAITING: usize = 10_000;
const PAIRS: usize = 31;

fn main() {
    // The dearest are the ticks that pair everybody; the last pairs nobody, and everybody looks around.
    for (what, now_ms, alone) in
        [("just come", 0, false), ("waited 5 min", 300_000, false), ("nobody fits", 300_000, true)]
    {
        let seeks = seeks(alone);
        let ratio = |pair: &(Duration, Duration)| pair.0.as_secs_f64() / pair.1.as_secs_f64();
        let mut pairs: Vec<_> = (0..PAIRS).map(|_| (tick(&seeks, now_ms), sort(&seeks))).collect();
        pairs.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let (tick, sort) = pairs[PAIRS / 2];
        println!(
            "{WAITING} {what}: tick {:.0} µs, sort {:.0} µs, ratio {:.2}",
            tick.as_secs_f64() * 1e6,
            sort.as_secs_f64() * 1e6,
            ratio(&pairs[PAIRS / 2])
        );
    }
}

fn seeks(alone: bool) -> Vec<Seek> {
    let terms = Terms { size: Size::STANDARD, speed: Speed::Rapid, preset: Preset::Chinese, rated: true };
    let mut state = 7_u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let seek = |player: usize| {
        let strength = Strength::new(500 + i32::try_from(below(2200)).unwrap());
        let nobody = Limits { weakest: Some(Strength::new(3900)), strongest: None };
        Seek {
            player: Player(u128::from(below(1 << 30)) << 64 | player as u128),
            terms,
            strength,
            limits: if alone { nobody } else { Limits::ANY },
            handicap: 0,
            wish: Wish::Any,
            blocked: Vec::new(),
            recent: (0..3).map(|_| Player(u128::from(below(1 << 30)))).collect(),
            sanctioned: false,
        }
    };
    (0..WAITING).map(seek).collect()
}

fn tick(seeks: &[Seek], now_ms: i64) -> Duration {
    let mut pool = Pool::new();
    seeks.iter().for_each(|seek| pool.ask(seek.clone(), 0).unwrap());
    let start = Instant::now();
    black_box(pool.tick(now_ms));
    start.elapsed()
}

fn sort(seeks: &[Seek]) -> Duration {
    let mut queue = seeks.to_vec();
    let start = Instant::now();
    queue.sort_by_key(|seek| (seek.strength, seek.player));
    black_box(&queue);
    start.elapsed()
}
