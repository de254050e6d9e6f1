//! Real games of the fixtures' folder, every position of them, to the stones of their end.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use rules::Color;
use rules::sgf::{self, Record};

use crate::program::{Program, find};
use crate::random::number;
use crate::script::{PAIRS, Script, Seen};

/// The records of a folder of the fixtures, in the order of their names; nothing when the test is
/// to be skipped.
fn records(test: &str, folder: &str) -> Option<Vec<(PathBuf, Record)>> {
    let Some(fixtures) = std::env::var_os("TIANYUAN_FIXTURES") else {
        let strict = std::env::var("TIANYUAN_NO_SKIP").as_deref() == Ok("1");
        assert!(!strict, "{test}: TIANYUAN_FIXTURES is not set, and nothing may be skipped");
        let line = format!("SKIPPED {test}: TIANYUAN_FIXTURES is not set\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        return None;
    };
    let folder = Path::new(&fixtures).join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: PathBuf| {
        let trees = sgf::read(&std::fs::read(&file).unwrap()).unwrap();
        let record = Record::of(&trees[0]).unwrap();
        (file, record)
    };
    Some(files.into_iter().map(read).collect())
}

/// A record's moves up to the first that is not legal here, or to the last that GNU Go remembers.
fn script(name: String, record: &Record, pair: crate::script::Pair, seen: &mut Seen) -> Script {
    let mut script = Script::new(name, record.size, pair);
    for (point, color) in record.setup() {
        script.play(color, Some(point));
    }
    for (color, point) in record.moves().take(450) {
        let legal = script.legal(color, seen);
        if point.is_some_and(|point| !legal.contains(&point)) {
            break;
        }
        script.play(color, point);
    }
    for color in Color::BOTH {
        script.legal(color, seen);
    }
    script
}

#[test]
fn real_games_have_the_same_legal_plays_and_the_same_end() {
    let Some(program) = find("real_games") else { return };
    let Some(records) = records("real_games_against_gnugo", "games") else { return };
    let games = (40 * number("TIANYUAN_GNUGO_GAMES", 1)) as usize;
    let step = (records.len() / games).max(1);
    let mut seen = Seen::default();
    for pair in [PAIRS[0], PAIRS[4]] {
        let mut program = Program::start(&program, &pair.options);
        for (file, record) in records.iter().step_by(step) {
            script(file.display().to_string(), record, pair, &mut seen).run(&mut program, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.games >= 80 && seen.positions > 10_000 && seen.ko > 100, "{seen:?}");
}

/// The games that broke positional superko elsewhere: both programs refuse the same move.
#[test]
fn real_games_that_repeat_a_position_are_stopped_at_the_same_move() {
    let Some(program) = find("real_superko_games") else { return };
    let Some(records) = records("real_superko_games_against_gnugo", "superko_games") else { return };
    let mut seen = Seen::default();
    let mut program = Program::start(&program, &PAIRS[0].options);
    for (file, record) in &records {
        let script = script(file.display().to_string(), record, PAIRS[0], &mut seen);
        // Stopped before the end: the refused point is among those that were compared.
        let stopped = (script.position().moves() as usize) < record.setup().len() + record.moves().count();
        assert!(stopped, "{}", file.display());
        script.run(&mut program, &mut seen);
    }
    assert_eq!(seen.games, records.len());
    assert!(seen.ko >= records.len(), "{seen:?}");
}
