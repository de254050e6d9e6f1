//! The pages of lessons and of security checks name tests that there are.

use std::fs;

use crate::none;
use crate::source::{files, root, sources};

/// Whether a source of the web client has a test of that name.
fn has_web_test(text: &str, name: &str) -> bool {
    let called = format!("(\"{name}\",");
    text.lines().any(|line| line.starts_with("test") && line.contains(&called))
}

/// The tests that a line of the page names, as (path, name).
fn named(line: &str) -> Vec<(&str, &str)> {
    line.split('`').skip(1).step_by(2).filter_map(|quoted| quoted.split_once("::")).collect()
}

/// Whether a source has a test of that name.
fn has_test(code: &str, name: &str) -> bool {
    let lines: Vec<&str> = code.lines().map(str::trim).collect();
    let is_it = |line: &str| {
        let rest = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
        rest.is_some_and(|rest| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')))
    };
    lines.iter().enumerate().any(|(at, line)| {
        let mut attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
        is_it(line)
            && attributes.any(|line| {
                *line == "#[test]"
                    || ["#[tokio::test", "#[actix_web::test"].iter().any(|test| line.starts_with(test))
            })
    })
}

/// Sees that a page names tests that there are; how many lines of its tables it has.
fn look_through(page: &str, may_be_none: bool) -> usize {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let (sources, web) = (sources(), files(|path| path.ends_with(".test.ts")));
    let (mut findings, mut lines) = (Vec::new(), 0);
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| line.starts_with("| ")) {
        if line.starts_with("| lesson |") || line.starts_with("| check |") || line.starts_with("| --- |") {
            continue;
        }
        lines += 1;
        let tests = named(line);
        if tests.is_empty() && !may_be_none {
            findings.push(format!("{page}:{number}: no test"));
        }
        for (path, name) in tests {
            let there = sources.iter().any(|source| source.path == path && has_test(&source.code, name))
                || web.iter().filter(|(known, _)| known == path).any(|(_, file)| {
                    let text = fs::read_to_string(file).unwrap();
                    has_web_test(&text, name)
                });
            if !there {
                findings.push(format!("{page}:{number}: there is no test {name} in {path}"));
            }
        }
    }
    none(&findings, "what a page names is held by a test that there is");
    lines
}

#[test]
fn every_lesson_names_a_test_that_there_is() {
    let lessons = look_through("server/tests/LESSONS.md", false);
    assert!(lessons > 20, "only {lessons} lessons were read");
}

#[test]
fn every_security_check_is_on_its_page() {
    assert_eq!(look_through("server/tests/SECURITY.md", true), 47);
}

#[test]
fn tests_are_told_from_other_functions() {
    assert!(has_test("#[test]\nfn a_lesson() {", "a_lesson"));
    assert!(has_test("    #[tokio::test(flavor = \"multi_thread\")]\n    async fn a_lesson() {", "a_lesson"));
    assert!(!has_test("fn a_lesson() {", "a_lesson"));
    assert!(!has_test("#[test]\nfn a_lesson_more() {", "a_lesson"));
    assert!(!has_test("#[test]\nfn b() {}\nfn a_lesson() {", "a_lesson"));
    assert!(has_web_test("test(\"a lesson\", async () => {", "a lesson"));
    assert!(has_web_test("test.each([1])(\"a lesson\", (n) => {", "a lesson"));
    assert!(!has_web_test("// test(\"a lesson\",\ntest(\"a lesson more\", () => {", "a lesson"));
    assert_eq!(named("| x | `a/b.rs::c`, `d.rs::e` | `no` |"), [("a/b.rs", "c"), ("d.rs", "e")]);
}
