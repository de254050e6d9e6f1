//! Bytes from strangers: records, points and journals that are wrong in every way never make the
//! rules panic, and cost memory in proportion to their length.
//!
//! Each target runs every file under `seeds/` as it is, then mutations of them, always the same ones
//! for a seed. `TIANYUAN_FUZZ_RUNS` is how many for each target (a short run unless set), and
//! `TIANYUAN_SEED` which. An input that fails is written to the target directory; it belongs under
//! `seeds/` from then on.
//!
//! Deliberately absent: guidance by coverage, which needs a compiler that is not the stable one.
#![allow(clippy::unwrap_used, reason = "a test says what broke by panicking")]

mod journal;
mod mutate;
mod points;
mod record;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use mutate::Mutator;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// One target at a time, since memory is counted for the whole process.
static TURN: Mutex<()> = Mutex::new(());

/// What to run, and on what.
pub(crate) struct Target {
    /// Its folder under `seeds/`.
    pub(crate) name: &'static str,
    /// Seeds from elsewhere in the repository.
    pub(crate) more: Vec<Vec<u8>>,
    /// Pieces of its language.
    pub(crate) words: &'static [&'static str],
    /// The longest input.
    pub(crate) longest: usize,
    /// Mutations in a short run.
    pub(crate) runs: u64,
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().unwrap())
}

fn seeds(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// Runs a target on its seeds and their mutations. `run` says whether an input was accepted: of all of
/// them some must be and some must not, or the target proves nothing.
pub(crate) fn fuzz(target: Target, run: impl Fn(&[u8]) -> bool) {
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut pool = seeds(target.name);
    pool.extend(target.more);
    assert!(!pool.is_empty(), "{} has no seeds", target.name);
    let seeds = pool.len();
    let mut mutator = Mutator::new(number("TIANYUAN_SEED", 1), target.words, target.longest);
    let runs = number("TIANYUAN_FUZZ_RUNS", target.runs);
    let mut accepted = 0;
    for i in 0..seeds as u64 + runs {
        let index = usize::try_from(i).unwrap();
        let input = if index < seeds { pool[index].clone() } else { mutator.next(&pool) };
        let is_accepted = catch_unwind(AssertUnwindSafe(|| run(&input))).unwrap_or_else(|panic| {
            let file = keep(target.name, i, &input);
            println!("{}: input {i} failed and is kept as {}", target.name, file.display());
            resume_unwind(panic)
        });
        accepted += u64::from(is_accepted);
        // What was accepted may be mutated again, and give way later.
        if index >= seeds && is_accepted && mutator.chance(10) {
            if pool.len() < seeds + 200 {
                pool.push(input);
            } else {
                let place = seeds + mutator.below(200);
                pool[place] = input;
            }
        }
    }
    println!("{}: {seeds} seeds and {runs} mutations, {accepted} accepted", target.name);
    assert!(accepted >= runs / 100 && accepted < runs, "{accepted} of {runs} are accepted");
}

fn keep(name: &str, i: u64, input: &[u8]) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}-{i}"));
    std::fs::write(&file, input).unwrap();
    file
}

/// What a function costs in bytes at its height, and what it returns.
pub(crate) fn cost<T>(run: impl FnOnce() -> T) -> (usize, T) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let returned = run();
    (MEMORY.peak_usage().saturating_sub(before), returned)
}
