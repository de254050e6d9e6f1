//! The SGF reader against crate `sgf-parse`, interleaved, in one run (`cargo bench -p tianyuan-rules
//! --bench sgf`). Prints both sides and the ratio. The files are the real games of the fixtures' folder if
//! `TIANYUAN_FIXTURES` names it, else games that are made up here. The Python package `sgfmill` is
//! measured too where `TIANYUAN_PYTHON` (or `python3`) has it.
#![allow(clippy::unwrap_used, reason = "a bench says what broke by panicking")]

use std::hint::black_box;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
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
    match Sgfmill::start(&files) {
        Some(mut sgfmill) => compare_with_sgfmill(&files, ours, &mut sgfmill),
        None => println!("read: no Python with sgfmill here"),
    }
}

/// Python that reads all files once for each line it is given, and says how long it took.
struct Sgfmill {
    child: Child,
    asks: Option<ChildStdin>,
    says: BufReader<ChildStdout>,
}

const SGFMILL: &str = "
import sys, time
from sgfmill import sgf
data = [bytes.fromhex(line) for line in iter(lambda: sys.stdin.readline().strip(), '')]
print(len(data), flush=True)
for line in sys.stdin:
    start = time.perf_counter()
    for text in data:
        sgf.Sgf_game.from_bytes(text)
    print(time.perf_counter() - start, flush=True)
";

impl Sgfmill {
    fn start(files: &[String]) -> Option<Self> {
        let python = std::env::var("TIANYUAN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let known = Command::new(&python).args(["-c", "import sgfmill"]).stderr(Stdio::null()).status();
        if !known.is_ok_and(|status| status.success()) {
            return None;
        }
        let mut command = Command::new(python);
        let mut child =
            command.args(["-c", SGFMILL]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut asks = child.stdin.take().unwrap();
        for file in files {
            let digits: String = file.bytes().map(|byte| format!("{byte:02x}")).collect();
            writeln!(asks, "{digits}").unwrap();
        }
        writeln!(asks).unwrap();
        let says = BufReader::new(child.stdout.take().unwrap());
        let mut sgfmill = Self { child, asks: Some(asks), says };
        assert_eq!(sgfmill.line().parse(), Ok(files.len()));
        Some(sgfmill)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.says.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    fn time(&mut self) -> Duration {
        writeln!(self.asks.as_mut().unwrap()).unwrap();
        Duration::from_secs_f64(self.line().parse().unwrap())
    }
}

impl Drop for Sgfmill {
    fn drop(&mut self) {
        // Without questions it ends by itself.
        self.asks = None;
        let _ = self.child.wait();
    }
}

fn compare_with_sgfmill(files: &[String], ours: impl Fn(&str) -> usize, sgfmill: &mut Sgfmill) {
    let bytes: usize = files.iter().map(String::len).sum();
    let mut ratios: Vec<(f64, f64, f64)> = (0..PAIRS / 2)
        .map(|_| {
            let our_time = time(files, &ours).as_secs_f64() / ROUNDS as f64;
            let their_time = sgfmill.time().as_secs_f64();
            (their_time / our_time, bytes as f64 / our_time / 1e6, bytes as f64 / their_time / 1e6)
        })
        .collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, our_speed, their_speed) = ratios[ratios.len() / 2];
    println!("read: ours {our_speed:.0} MB/s, sgfmill {their_speed:.2} MB/s, ratio {ratio:.1}");
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
