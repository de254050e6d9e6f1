//! `tianyuan sgf check`: on records of our own, and on real ones with known answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::process::{Said, run, run_with, tianyuan};
use crate::support::skip;

fn lines(said: &Said) -> Vec<Value> {
    said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn says_what_it_finds_in_each_game() {
    let folder = tempfile::tempdir().unwrap();
    // In the first game Black takes in the corner. In the second Black retakes a ko at once, with move 9, and
    // White then plays on that very stone.
    let games = "(;SZ[5]KM[7.5]RE[B+R];B[ba];W[aa];B[ab];W[])\
                 (;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb];W[cb])";
    let said = run_with(folder.path(), &["sgf", "check", "-"], games.as_bytes());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let found = lines(&said);
    assert_eq!(found.len(), 2);
    let first = json!({
        "file": "-", "game": 1, "size": [5, 5], "komi_quarters": 15, "handicap": 0, "moves": 4, "passes": 1,
        "first_illegal": null, "illegal": [], "out_of_turn": [], "captures": {"black": 1, "white": 0},
        "dead": [], "area": null, "result": "B+R", "cut_off": false,
    });
    assert_eq!(found[0], first);
    let illegal = json!({"ply": 9, "color": "black", "point": "cb", "why": "ko", "repeats": 7});
    assert_eq!((&found[1]["first_illegal"], &found[1]["illegal"]), (&illegal, &json!([9, 10])));
    assert_eq!(found[1]["moves"], 10);
}

#[test]
fn the_ko_rule_can_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    // Both pass between the taking and the retaking.
    let retake = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[];B[cb])";
    let illegal = |ko: &str| {
        let said = run_with(folder.path(), &["sgf", "check", "--ko", ko, "-"], retake.as_bytes());
        lines(&said)[0]["illegal"].clone()
    };
    assert_eq!(illegal("positional"), json!([11]));
    assert_eq!(illegal("simple"), json!([]));
    assert_eq!(run(folder.path(), &["sgf", "check", "--ko", "none", "-"]).code, Some(2));
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("good.sgf", "(;SZ[9];B[ee])");
    write("chess.sgf", "(;GM[3])(;SZ[9])");
    write("letter.txt", "Dear friend");
    let words = ["sgf", "check", "none.sgf", "letter.txt", ".", "chess.sgf", "good.sgf"];
    let said = run(folder.path(), &words);
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("4 of 5 files"), "{}", said.err);
    let found = lines(&said);
    let errors: Vec<_> = found.iter().map(|line| line["error"].is_string()).collect();
    assert_eq!(errors, [true, true, true, true, false, false], "{}", said.out);
    assert_eq!(found.last().unwrap()["file"], "good.sgf");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let games = "(;SZ[9];B[ee])".repeat(20_000);
    fs::write(folder.path().join("many.sgf"), games).unwrap();
    let mut command = tianyuan(folder.path());
    command.args(["sgf", "check", "many.sgf"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

/// Every record of a folder of the fixtures.
fn records(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|end| end == "sgf"));
    found.sort();
    assert!(!found.is_empty(), "no records in {}", folder.display());
    found
}

#[test]
fn real_games_are_legal_but_for_their_known_repetitions() {
    let test = "real_games_are_legal_but_for_their_known_repetitions";
    let Some(fixtures) = std::env::var_os("TIANYUAN_FIXTURES") else {
        return skip(test, "TIANYUAN_FIXTURES is not set");
    };
    let fixtures = PathBuf::from(fixtures);
    let check = |files: &[PathBuf]| {
        let said = Said::from(tianyuan(&fixtures).args(["sgf", "check"]).args(files).output().unwrap());
        assert_eq!(said.code, Some(0), "{}", said.err);
        lines(&said)
    };
    let games = records(&fixtures.join("games"));
    assert!(games.len() >= 300, "{} games", games.len());
    for found in check(&games) {
        assert_eq!((&found["illegal"], &found["error"]), (&json!([]), &Value::Null), "{found}");
    }
    let known: Value =
        serde_json::from_slice(&fs::read(fixtures.join("real_superko.json")).unwrap()).unwrap();
    for case in known["cases"].as_array().unwrap() {
        let violations = case["positional_superko_violations"].as_array().unwrap();
        let plies: Vec<_> = violations.iter().map(|violation| violation["ply"].clone()).collect();
        let found = check(&[fixtures.join(case["game_file"].as_str().unwrap())]).remove(0);
        assert_eq!(found["illegal"], Value::from(plies), "{found}");
        assert_eq!(found["moves"], case["moves"], "{found}");
        assert!(found["first_illegal"].is_null() || found["first_illegal"]["why"] == "ko", "{found}");
    }
}
