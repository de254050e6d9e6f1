//! How often the proposed marking is right, and how long it takes: prints figures for the games of
//! the fixture folder named by TIANYUAN_FIXTURES.
//!
//! On the hard positions GNU Go's own list of dead stones is measured too, where `gnugo` is on the
//! path or in `/usr/games`.
//!
//! Run with `cargo run --release -p tianyuan-rules --example proposal`; an argument `-v` draws
//! the positions that it gets wrong.
#![allow(clippy::unwrap_used, reason = "a program for developers, on data that is known")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use rules::{Board, Color, Point, proposal};
use serde_json::Value;

/// Stones by what they are and what was proposed, and positions.
#[derive(Default)]
struct Tally {
    both: usize,
    only_proposed: usize,
    only_true: usize,
    neither: usize,
    exact: usize,
    positions: usize,
    millis: Vec<f64>,
}

impl Tally {
    fn add(&mut self, board: &Board, id: &str, truth: &[Point], skip: &[Point], verbose: bool) {
        let ours = || proposal::dead(board, Color::Black);
        self.judge(board, id, truth, skip, verbose, ours);
    }

    fn judge(
        &mut self,
        board: &Board,
        id: &str,
        truth: &[Point],
        skip: &[Point],
        verbose: bool,
        propose: impl FnOnce() -> Vec<Point>,
    ) {
        let start = Instant::now();
        let found = propose();
        self.millis.push(start.elapsed().as_secs_f64() * 1e3);
        let mut wrong = Vec::new();
        for p in board.size().all().filter(|p| board.get(*p).is_some() && !skip.contains(p)) {
            match (found.contains(&p), truth.contains(&p)) {
                (true, true) => self.both += 1,
                (true, false) => self.only_proposed += 1,
                (false, true) => self.only_true += 1,
                (false, false) => self.neither += 1,
            }
            if found.contains(&p) != truth.contains(&p) {
                wrong.push(p);
            }
        }
        self.positions += 1;
        self.exact += usize::from(wrong.is_empty());
        if verbose && !wrong.is_empty() {
            println!("--- {id}: lower case is proposed as dead, and marked ? where that is wrong");
            draw(board, &found, &wrong);
        }
    }

    fn print(&mut self, name: &str) {
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let right = self.both + self.neither;
        self.millis.sort_by(f64::total_cmp);
        println!(
            "{name:28} {:5} positions, {:5.1}% exact; dead stones: precision {:5.2}% recall {:5.2}%; \
             {:6.2}% of {} stones right; median {:.0} ms, longest {:.0} ms",
            self.positions,
            percent(self.exact, self.positions),
            percent(self.both, self.both + self.only_proposed),
            percent(self.both, self.both + self.only_true),
            percent(right, right + self.only_proposed + self.only_true),
            right + self.only_proposed + self.only_true,
            self.millis[self.millis.len() / 2],
            self.millis[self.millis.len() - 1],
        );
    }
}

fn draw(board: &Board, dead: &[Point], wrong: &[Point]) {
    let size = board.size();
    for y in 0..size.rows() {
        let row: String = (0..size.cols())
            .filter_map(|x| size.at(x, y))
            .map(|p| {
                let letter = match (board.get(p), dead.contains(&p)) {
                    (None, _) => '.',
                    (Some(Color::Black), false) => 'X',
                    (Some(Color::Black), true) => 'x',
                    (Some(Color::White), false) => 'O',
                    (Some(Color::White), true) => 'o',
                };
                format!("{letter}{}", if wrong.contains(&p) { '?' } else { ' ' })
            })
            .collect();
        println!("{row}");
    }
}

fn cases(file: &str) -> Vec<Value> {
    let folder = std::env::var("TIANYUAN_FIXTURES").expect("TIANYUAN_FIXTURES names the fixture folder");
    let text = std::fs::read_to_string(std::path::Path::new(&folder).join(file)).unwrap();
    if file.ends_with(".jsonl") {
        return text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    }
    serde_json::from_str::<Value>(&text).unwrap()["cases"].as_array().unwrap().clone()
}

fn board(rows: &Value) -> Board {
    let rows: Vec<_> = rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    rows.join("\n").parse().unwrap()
}

fn points(board: &Board, list: &Value) -> Vec<Point> {
    let n = |at: &Value, i: usize| u8::try_from(at[i].as_u64().unwrap()).unwrap();
    list.as_array().unwrap().iter().map(|at| board.size().at(n(at, 0), n(at, 1)).unwrap()).collect()
}

/// Stones that the makers of a position leave open.
fn open(board: &Board, ownership: &Value) -> Vec<Point> {
    let letters = ownership.as_array().unwrap().iter().flat_map(|row| row.as_str().unwrap().chars());
    board.size().all().zip(letters).filter(|(_, c)| *c == '*').map(|(p, _)| p).collect()
}

/// GNU Go over its text protocol, one question after another.
struct GnuGo {
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl GnuGo {
    fn start() -> Option<Self> {
        let start = |program: &str| {
            let mut command = Command::new(program);
            command.args(["--mode", "gtp", "--quiet", "--chinese-rules"]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
        };
        let mut child = start("gnugo").or_else(|| start("/usr/games/gnugo"))?;
        let questions = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Some(Self { child, questions, answers })
    }

    fn ask(&mut self, question: &str) -> String {
        writeln!(self.questions.as_mut().unwrap(), "{question}").unwrap();
        let mut text = String::new();
        loop {
            let before = text.len();
            assert!(self.answers.read_line(&mut text).unwrap() > 0, "GNU Go has gone at {question:?}");
            if text[before..].trim().is_empty() {
                let answer = text.trim().strip_prefix('=').unwrap_or_else(|| panic!("{question}: {text}"));
                return answer.to_owned();
            }
        }
    }

    /// The stones that it takes as dead. Stones of a position can be played in any order: none of its
    /// parts is without liberties.
    fn dead(&mut self, board: &Board) -> Vec<Point> {
        let size = board.size();
        self.ask(&format!("boardsize {}", size.cols()));
        self.ask("clear_board");
        for point in size.all() {
            let Some(color) = board.get(point) else { continue };
            self.ask(&format!("play {} {}", ["black", "white"][color as usize], point.to_label(size)));
        }
        let answer = self.ask("final_status_list dead");
        answer.split_whitespace().map(|label| Point::from_label(size, label).unwrap()).collect()
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        // Without questions it ends by itself.
        self.questions = None;
        let _ = self.child.wait();
    }
}

/// The hard positions: ours, and GNU Go's.
fn autoscore(verbose: bool) {
    let cases = cases("ogs_autoscore.json");
    let mut tally = Tally::default();
    for case in &cases {
        let board = board(&case["rows"]);
        let skip = open(&board, &case["expected_ownership"]);
        let id = case["id"].as_str().unwrap();
        tally.add(&board, id, &points(&board, &case["expected_dead"]), &skip, verbose);
    }
    tally.print("autoscore, hard");
    let Some(mut gnugo) = GnuGo::start() else {
        println!("autoscore, GNU Go: there is no gnugo here");
        return;
    };
    let mut tally = Tally::default();
    for case in &cases {
        let board = board(&case["rows"]);
        let skip = open(&board, &case["expected_ownership"]);
        let truth = points(&board, &case["expected_dead"]);
        tally.judge(&board, "", &truth, &skip, false, || gnugo.dead(&board));
    }
    tally.print("autoscore, GNU Go");
}

fn main() {
    let verbose = std::env::args().any(|arg| arg == "-v");
    let only = std::env::args().skip(1).find(|arg| arg != "-v");
    let wanted = |name: &str| only.as_ref().is_none_or(|o| name.contains(o.as_str()));
    // The rules of thumb were chosen on the even games alone; the odd ones are held out.
    for (name, parity) in [("real games, seen", 0), ("real games, held out", 1)] {
        if !wanted(name) {
            continue;
        }
        let mut tally = Tally::default();
        for game in cases("real_games_scored.jsonl").iter().skip(parity).step_by(2) {
            let board = board(&game["final_rows"]);
            let id = game["id"].as_str().unwrap();
            tally.add(&board, id, &points(&board, &game["dead"]), &[], verbose);
        }
        tally.print(name);
    }
    if wanted("autoscore") {
        autoscore(verbose);
    }
    if wanted("estimator") {
        let mut tally = Tally::default();
        for case in &cases("ogs_score_estimator.json") {
            let board = board(&case["rows"]);
            let id = case["id"].as_str().unwrap();
            tally.add(&board, id, &points(&board, &case["removed_stones"]), &[], verbose);
        }
        tally.print("estimator, weak oracle");
    }
}
