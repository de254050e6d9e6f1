//! Where outside truth is read from. Unset, the tests that need it are skipped visibly; a folder
//! that is named but missing is a failure, and so is any skip under TIANYUAN_NO_SKIP=1.

use std::io::Write as _;
use std::path::PathBuf;

use rules::{Board, Color, KoRule, Point, Size};
use serde_json::Value;

/// The folder of the fixtures, or nothing when the test is to be skipped.
pub(crate) fn folder(test: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("TIANYUAN_FIXTURES") else {
        assert!(
            std::env::var("TIANYUAN_NO_SKIP").as_deref() != Ok("1"),
            "{test}: TIANYUAN_FIXTURES is not set, and nothing may be skipped"
        );
        // Straight to the stream: the test harness would swallow eprintln.
        let line = format!("SKIPPED {test}: TIANYUAN_FIXTURES is not set\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        return None;
    };
    Some(PathBuf::from(folder))
}

/// The cases of a fixture file, one JSON value each, or nothing when the test is to be skipped.
pub(crate) fn cases(test: &str, file: &str) -> Option<Vec<Value>> {
    let path = folder(test)?.join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let cases: Vec<Value> = if file.ends_with(".jsonl") {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    } else {
        let mut whole: Value = serde_json::from_str(&text).unwrap();
        let list = if whole.is_array() { whole } else { whole["cases"].take() };
        list.as_array().unwrap().clone()
    };
    assert!(!cases.is_empty(), "{file} has no cases");
    Some(cases)
}

/// A board from rows; a backquote marks a star point in some of them.
pub(crate) fn board(rows: &Value) -> Board {
    text(rows).replace('`', ".").parse().unwrap()
}

pub(crate) fn text(rows: &Value) -> String {
    rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

pub(crate) fn xy(size: Size, at: &Value) -> Point {
    let n = |i: usize| u8::try_from(at[i].as_u64().unwrap()).unwrap();
    size.at(n(0), n(1)).unwrap()
}

pub(crate) fn points(size: Size, list: &Value) -> Vec<Point> {
    let mut points: Vec<_> = list.as_array().unwrap().iter().map(|at| xy(size, at)).collect();
    points.sort_unstable();
    points
}

pub(crate) fn size(pair: &Value) -> Size {
    serde_json::from_value(pair.clone()).unwrap()
}

pub(crate) fn color(text: &str) -> Color {
    match text {
        "B" => Color::Black,
        "W" => Color::White,
        other => panic!("no colour: {other}"),
    }
}

pub(crate) fn ko(text: &Value) -> KoRule {
    serde_json::from_value(text.clone()).unwrap()
}
