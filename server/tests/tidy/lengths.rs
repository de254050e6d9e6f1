//! How long files and functions may be, and that every module says what it is for.
//!
//! What is longer is listed with its length; a listed length may shrink, never grow, and the list follows.

use crate::none;
use crate::source::{Source, sources};

/// Lines of a file.
const FILE: usize = 400;
/// Lines of a function, from its first to its last.
const FUNCTION: usize = 70;

/// Files that are longer, with the length that each may have.
const LONG_FILES: &[(&str, usize)] =
    &[("protocol/src/event.rs", 418), ("server/rules/src/board/mod.rs", 427)];

/// Functions that are longer: file, name, and the length that each may have.
const LONG_FUNCTIONS: &[(&str, &str, usize)] = &[];

/// One function with a body.
struct Function {
    name: String,
    line: usize,
    lines: usize,
}

/// Finds the functions of blanked code, by matching braces.
fn functions(code: &str) -> Vec<Function> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let alone = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let name: String =
            code[at + 3..].trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if !alone || name.is_empty() {
            continue;
        }
        let Some(body) = body(&code[at..]) else { continue };
        let line = code[..at].matches('\n').count() + 1;
        found.push(Function { name, line, lines: code[at..at + body].matches('\n').count() + 1 });
    }
    found
}

/// The length of a function's text to the end of its body; `None` when it has no body.
fn body(code: &str) -> Option<usize> {
    let mut depth = 0_usize; // of every kind of bracket: the `;` of `[u8; 2]` ends no signature
    for (at, c) in code.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 && c == '}' {
                    return Some(at + 1);
                }
            }
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// What is longer than it may be, and what the list says too much about.
fn judge(what: &str, lines: usize, limit: usize, listed: Option<usize>) -> Option<String> {
    match listed {
        None if lines > limit => Some(format!("{what}: {lines} lines, {limit} are the most")),
        Some(most) if lines > most => {
            Some(format!("{what}: {lines} lines, it had {most} and may only shrink"))
        }
        Some(_) if lines <= limit => Some(format!("{what}: short enough now, take it off the list")),
        Some(most) if lines < most => {
            Some(format!("{what}: now {lines} lines, list it with that instead of {most}"))
        }
        Some(_) | None => None,
    }
}

#[test]
fn files_are_short() {
    let sources = sources();
    let listed = |path: &str| LONG_FILES.iter().find(|(file, _)| *file == path).map(|(_, most)| *most);
    let found: Vec<_> = sources
        .iter()
        .filter_map(|Source { path, text, .. }| judge(path, text.lines().count(), FILE, listed(path)))
        .collect();
    none(&found, "split these files, each part with its own purpose");
    let gone =
        LONG_FILES.iter().map(|(file, _)| *file).filter(|file| !sources.iter().any(|s| s.path == *file));
    none(&gone.map(str::to_owned).collect::<Vec<_>>(), "these files are listed as long but are not there");
}

#[test]
fn functions_are_short() {
    let mut found = Vec::new();
    let mut seen = 0;
    for source in sources() {
        for function in functions(&source.code) {
            seen += 1;
            let listed = LONG_FUNCTIONS
                .iter()
                .find(|(file, name, _)| *file == source.path && *name == function.name)
                .map(|(_, _, most)| *most);
            let what = format!("{}:{} fn {}", source.path, function.line, function.name);
            found.extend(judge(&what, function.lines, FUNCTION, listed));
        }
    }
    assert!(seen > 500, "only {seen} functions were found: the scan is broken");
    none(&found, "split these functions");
}

#[test]
fn modules_say_what_they_are_for() {
    let found: Vec<_> = sources()
        .into_iter()
        .filter(|source| !source.text.starts_with("//! "))
        .map(|source| source.path)
        .collect();
    none(&found, "begin these files with `//!`: what each is for, and what it deliberately does not do");
}

#[test]
fn functions_are_measured() {
    let code =
        "fn a() {\n}\nimpl X { fn b(x: [u8; 2]) -> T where T: Y {\n{\n}\n} fn c(); }\nlet f: fn (u8) = g;\n";
    let found: Vec<_> = functions(code).iter().map(|f| (f.name.clone(), f.line, f.lines)).collect();
    assert_eq!(found, [("a".to_owned(), 1, 2), ("b".to_owned(), 3, 4)]);
}

#[test]
fn lengths_may_only_shrink() {
    assert_eq!(judge("x", 70, 70, None), None);
    assert!(judge("x", 71, 70, None).is_some());
    assert_eq!(judge("x", 90, 70, Some(90)), None);
    assert!(judge("x", 91, 70, Some(90)).is_some());
    assert!(judge("x", 89, 70, Some(90)).is_some());
    assert!(judge("x", 70, 70, Some(90)).is_some());
}
