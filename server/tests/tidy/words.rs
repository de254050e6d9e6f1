//! What is never written down: places of one machine, and who typed what.

use std::fs;

use crate::none;
use crate::source::files;

/// Written in two halves, so that this file does not hold them.
const NEVER: [(&str, &str); 9] = [
    ("/wo", "rk/"),
    (".lib", "rary"),
    ("/tmp/", "plan"),
    ("/tmp/", "target"),
    ("/ro", "ot/"),
    ("sub", "agent"),
    ("clau", "de"),
    ("anthro", "pic"),
    ("issues ", "show"),
];

/// Files that are text and ours.
fn is_text(path: &str) -> bool {
    let ends = [
        ".rs", ".toml", ".md", ".ts", ".tsx", ".css", ".html", ".json", ".jsonl", ".yml", ".yaml", ".sh",
        ".mjs",
    ];
    let named = [".ci/run", ".gitignore", ".npmrc"];
    ends.iter().any(|end| path.ends_with(end)) || named.iter().any(|name| path.ends_with(name))
}

#[test]
fn the_project_speaks_of_itself_alone() {
    let never: Vec<String> = NEVER.iter().map(|(a, b)| format!("{a}{b}")).collect();
    let mut found = Vec::new();
    let mut read = 0;
    for (path, file) in files(is_text) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        read += 1;
        for (line, number) in text.lines().zip(1..) {
            let lower = line.to_lowercase();
            found.extend(
                never
                    .iter()
                    .filter(|word| lower.contains(*word))
                    .map(|word| format!("{path}:{number}: {word}")),
            );
        }
    }
    assert!(read > 100, "only {read} files were read");
    none(&found, "these words are of one machine or of nobody's concern");
}
