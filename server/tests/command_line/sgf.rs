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
    let nobody = json!({"name": null, "rank": null, "team": null});
    let first = json!({
        "file": "-", "game": 1, "format": null, "charset": "US-ASCII", "repairs": [], "size": [5, 5],
        "players": {"black": nobody, "white": nobody}, "event": null, "round": null, "date": null,
        "place": null, "game_name": null, "rules": null, "preset": null, "komi_quarters": 15,
        "handicap": 0, "main_ms": null, "overtime": null, "overtime_read": null, "result": "B+R",
        "result_read": {"winner": "black", "how": "resignation", "margin_quarters": null},
        "moves": 4, "passes": 1, "first_illegal": null, "illegal": [], "out_of_turn": [],
        "captures": {"black": 1, "white": 0}, "dead": [], "area": null, "variations": 0, "cut_off": false,
    });
    assert_eq!(found[0], first);
    let illegal = json!({"ply": 9, "color": "black", "point": "cb", "why": "ko", "repeats": 7});
    assert_eq!((&found[1]["first_illegal"], &found[1]["illegal"]), (&illegal, &json!([9, 10])));
    assert_eq!(found[1]["moves"], 10);
}

#[test]
fn says_what_the_record_says() {
    let folder = tempfile::tempdir().unwrap();
    let game = "(;FF[3]PB[柯洁]BR[9段]WT[红队]EV[Cup]RO[2]DT[2017-05-23]PC[乌镇]GN[one]RU[中国规则]KM[375]HA[0]\
                TM[10800]OT[5x60 byo-yomi]RE[白胜1/4子];B[pd](;W[dp])(;W[dd];B[dp]) x ;W[pp]";
    let (bytes, _, _) = encoding_rs::GBK.encode(game);
    let found = lines(&run_with(folder.path(), &["sgf", "check", "-"], &bytes)).remove(0);
    let expected = json!({
        "format": "3", "charset": "GBK", "repairs": ["cut_off", "stray_text"],
        "players": {"black": {"name": "柯洁", "rank": "9段", "team": null},
                    "white": {"name": null, "rank": null, "team": "红队"}},
        "event": "Cup", "round": "2", "date": "2017-05-23", "place": "乌镇", "game_name": "one",
        "rules": "中国规则", "preset": "chinese", "komi_quarters": 15, "main_ms": 10_800_000,
        "overtime": "5x60 byo-yomi",
        "overtime_read": {"system": "byoyomi", "periods": 5, "period_ms": 60_000}, "result": "白胜1/4子",
        "result_read": {"winner": "white", "how": "count", "margin_quarters": 1}, "variations": 3,
        "cut_off": true,
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&found[key], value, "{key}");
    }
}

#[test]
fn folders_are_searched_and_summed_up() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("archive/1990")).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for (name, text) in [("b.SGF", "(;B[aa];W[aa])(;B[bb])"), ("1990/a.sgf", "(B[cc])"), ("notes.txt", "?")] {
        fs::write(folder.path().join("archive").join(name), text).unwrap();
    }
    let said = run(folder.path(), &["sgf", "check", "--summary", "archive"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let files: Vec<_> = lines(&said).iter().map(|line| line["file"].as_str().unwrap().to_owned()).collect();
    assert_eq!(files, ["archive/1990/a.sgf", "archive/b.SGF", "archive/b.SGF"]);
    for told in
        ["files           2", "games           3", "moves           4", "occupied 1", "missing_node 1"]
    {
        assert!(said.err.contains(told), "{told}: {}", said.err);
    }
    let said = run(folder.path(), &["sgf", "check", "empty"]);
    assert_eq!((said.code, lines(&said)[0]["error"].is_string()), (Some(1), true));
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
    fs::create_dir(folder.path().join("empty")).unwrap();
    let words = ["sgf", "check", "none.sgf", "letter.txt", "empty", "chess.sgf", "good.sgf"];
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
