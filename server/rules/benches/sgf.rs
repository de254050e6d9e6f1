//! The SGF reader against crate `sgf-parse`, interleaved, in one run (`cargo bench -p tianyuan-rules
//! --bench sgf`). Prints both sides and the ratio. The files are the real games of the fixtures' folder if
//! `TIANYUAN_FIXTURES` names it, else games that are made up here.
#![allow(clippy::unwrap_used, reason = "a bench says what broke by panicking")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use rules::sgf;

const PAIRS: usize = 15;
const ROUNDS: usize = 20;

fn main() {
    let files = files();
    let bytes: usize = files.iter().map(String::len).sum();
    println!("{} files, {bytes} bytes, {PAIRS} pairs of {ROUNDS} rounds, median", files.len());
    let ours = |text: &str| black_box(sgf::read(text.as_bytes()).unwrap()).len();
    let theirs = |text: &str| black_box(sgf_parse::parse(text).unwrap()).len();
    compare("read", &files, "ours", ours, "sgf-parse", theirs);
    let record =
        |text: &str| black_box(sgf::Record::of(&sgf::read(text.as_bytes()).unwrap()[0]).unwrap()).steps.len();
    compare("read and understand", &files, "ours", record, "sgf-parse (read only)", theirs);
}

fn files() -> Vec<String> {
    if let Some(folder) = std::env::var_os("TIANYUAN_FIXTURES") {
        let games = std::fs::read_dir(std::path::Path::new(&folder).join("games")).unwrap();
        let texts = games.map(|game| std::fs::read_to_string(game.unwrap().path()).unwrap());
        return texts.filter(|text| sgf_parse::parse(text).is_ok()).collect();
    }
    let letter = |n: usize| char::from(b"abcdefghijklmnopqrs"[n % 19]);
    let game = |seed: usize| {
        let mut text = String::from("(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Black]PW[White]KM[7.5]RE[W+R]");
        for ply in 0..250 {
            let color = if ply % 2 == 0 { 'B' } else { 'W' };
            text.extend([';', color, '[', letter(seed + ply * 7), letter(seed * 3 + ply * 5), ']']);
        }
        text + ")"
    };
    (0..200).map(game).collect()
}

fn compare(
    what: &str,
    files: &[String],
    our_name: &str,
    ours: impl Fn(&str) -> usize,
    their_name: &str,
    theirs: impl Fn(&str) -> usize,
) {
    let bytes: usize = files.iter().map(String::len).sum::<usize>() * ROUNDS;
    let mut pairs: Vec<(Duration, Duration)> =
        (0..PAIRS).map(|_| (time(files, &ours), time(files, &theirs))).collect();
    let ratio = |pair: &(Duration, Duration)| pair.1.as_secs_f64() / pair.0.as_secs_f64();
    pairs.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
    let (our_time, their_time) = pairs[PAIRS / 2];
    let speed = |time: Duration| bytes as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{what}: {our_name} {:.0} MB/s, {their_name} {:.0} MB/s, ratio {:.1}",
        speed(our_time),
        speed(their_time),
        ratio(&pairs[PAIRS / 2])
    );
}

fn time(files: &[String], read: impl Fn(&str) -> usize) -> Duration {
    let start = Instant::now();
    for _ in 0..ROUNDS {
        files.iter().for_each(|text| {
            black_box(read(text));
        });
    }
    start.elapsed()
}
