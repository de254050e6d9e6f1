//! `tianyuan sgf convert`: what comes out, and what is never touched.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::process::{Said, run, run_with, tianyuan};
use crate::support::skip;

fn lines(said: &Said) -> Vec<Value> {
    said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn any_form_becomes_clean_text() {
    let folder = tempfile::tempdir().unwrap();
    let (bytes, _, _) = encoding_rs::GBK.encode(
        "(;CA[gb2312]FF[1]SiZe[9]PB[柯洁]XY[什么]KM[375]RE[黑中盘胜];Black[ee](;W[tt])(;W[cc]C[好\\]棋]))(;SZ[9])",
    );
    let said = run_with(folder.path(), &["sgf", "convert", "-"], &bytes);
    let clean = "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[柯洁]XY[什么]KM[7.5]RE[B+R];B[ee]\n(;W[])\n(;W[cc]C[好\\]棋]))\n\
                 (;GM[1]FF[4]CA[UTF-8]SZ[9])\n";
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (Some(0), clean, ""));
    let again = run_with(
        folder.path(),
        &["sgf", "convert", "--to", "sgf", "--charset", "utf-8", "-"],
        clean.as_bytes(),
    );
    assert_eq!(again.out, clean);
}

#[test]
fn folders_keep_their_shape_and_files_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("in/1990")).unwrap();
    fs::write(folder.path().join("in/a.sgf"), "(KM[3.75];B[aa])").unwrap();
    fs::write(folder.path().join("in/1990/a.sgf"), "(;B[bb])").unwrap();
    fs::write(folder.path().join("in/letter.sgf"), "Dear friend").unwrap();
    let said = run(folder.path(), &["sgf", "convert", "--out", "out/clean", "in"]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let told = lines(&said);
    assert_eq!(told.len(), 3);
    let expected = json!({
        "file": "in/a.sgf", "to": "out/clean/a.sgf", "games": 1, "charset": "US-ASCII",
        "repairs": ["missing_node"],
        "changes": [{"game": 1, "property": "KM", "from": "3.75", "to": "7.5"}],
    });
    assert_eq!(told[1], expected);
    assert!(told[2]["error"].is_string() && told[2]["to"].is_null(), "{}", told[2]);
    assert_eq!(names(&folder.path().join("out/clean")), ["1990", "a.sgf"]);
    assert_eq!(names(&folder.path().join("out/clean/1990")), ["a.sgf"]);
}

#[test]
fn what_is_there_is_replaced_only_when_told() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let clean = "(;GM[1]FF[4]CA[UTF-8]SZ[19];B[bb])\n";
    write("a.sgf", "(;;B[bb])");
    let said = run(folder.path(), &["sgf", "convert", "--out", ".", "a.sgf"]);
    assert_eq!((said.code, read("a.sgf").as_str()), (Some(1), "(;;B[bb])"));
    assert!(lines(&said)[0]["error"].as_str().unwrap().contains("--force"), "{}", said.out);
    let said = run(folder.path(), &["sgf", "convert", "--force", "--out", ".", "a.sgf"]);
    assert_eq!((said.code, read("a.sgf").as_str()), (Some(0), clean), "{}", said.out);
    // A file that cannot be read replaces nothing.
    fs::create_dir(folder.path().join("bad")).unwrap();
    write("bad/a.sgf", "Dear friend");
    assert_eq!(run(folder.path(), &["sgf", "convert", "--force", "--out", ".", "bad/a.sgf"]).code, Some(1));
    assert_eq!(read("a.sgf"), clean);
    // Nor does one of the same command.
    write("bad/a.sgf", "(;;W[cc])");
    let said = run(folder.path(), &["sgf", "convert", "--force", "--out", "new", "a.sgf", "bad/a.sgf"]);
    assert_eq!((said.code, read("new/a.sgf").as_str()), (Some(1), clean), "{}", said.out);
    assert_eq!(names(folder.path()), ["a.sgf", "bad", "new"]);
    assert_eq!(run(folder.path(), &["sgf", "convert", "--force", "a.sgf"]).code, Some(2));
}

#[test]
fn real_and_hard_records_mean_the_same_afterwards() {
    let test = "real_and_hard_records_mean_the_same_afterwards";
    let Some(fixtures) = std::env::var_os("TIANYUAN_FIXTURES") else {
        return skip(test, "TIANYUAN_FIXTURES is not set");
    };
    let folder = tempfile::tempdir().unwrap();
    for (name, least) in [("games", 300), ("sgf_torture", 100)] {
        let from = Path::new(&fixtures).join(name);
        let out = folder.path().join(name);
        let command = |words: &[&str], at: &Path| {
            Said::from(tianyuan(folder.path()).args(words).arg(at).output().unwrap())
        };
        let said = command(&["sgf", "convert", "--out", out.to_str().unwrap()], &from);
        assert!(lines(&said).iter().filter(|line| line["to"].is_string()).count() >= least, "{}", said.err);
        let (before, after) =
            (lines(&command(&["sgf", "check"], &from)), lines(&command(&["sgf", "check"], &out)));
        let played = |lines: &[Value]| -> Vec<Value> {
            let kept = [
                "game",
                "size",
                "players",
                "komi_quarters",
                "moves",
                "illegal",
                "captures",
                "dead",
                "area",
                "variations",
            ];
            let of = |line: &Value| kept.iter().map(|key| line[key].clone()).collect();
            lines.iter().filter(|line| line["error"].is_null()).map(of).collect()
        };
        assert_eq!(played(&before), played(&after), "{name}");
    }
}
