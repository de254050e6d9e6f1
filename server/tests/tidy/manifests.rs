//! What the manifests promise: shared lints, shared versions, a reason for each dependency.

use std::fs;

use crate::none;
use crate::source::{files, root};

fn manifests() -> Vec<(String, String)> {
    let found: Vec<_> = files(|path| path.ends_with("/Cargo.toml"))
        .into_iter()
        .map(|(path, file)| (path, fs::read_to_string(file).unwrap()))
        .collect();
    assert!(found.len() >= 5, "only {} members were found", found.len());
    found
}

/// The lines of the sections whose names end in `dependencies`, with their numbers.
fn dependencies(manifest: &str) -> Vec<(usize, &str)> {
    let mut inside = false;
    let mut found = Vec::new();
    for (line, number) in manifest.lines().zip(1..) {
        if line.starts_with('[') {
            inside = line.trim_end_matches(']').ends_with("dependencies");
        } else if inside && !line.trim().is_empty() && !line.starts_with('#') {
            found.push((number, line));
        }
    }
    found
}

#[test]
fn members_take_lints_and_versions_from_the_workspace() {
    let mut found = Vec::new();
    for (path, text) in manifests() {
        if !text.contains("[lints]\nworkspace = true") {
            found.push(format!("{path}: without the workspace's lints"));
        }
        for (number, line) in dependencies(&text) {
            if !line.contains("workspace = true") {
                found.push(format!("{path}:{number}: {line}"));
            }
        }
    }
    none(&found, "versions and lints are written once, in the workspace's manifest");
}

#[test]
fn every_dependency_earns_its_place() {
    let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let lines = dependencies(&text);
    assert!(lines.len() > 20, "only {} dependencies were found", lines.len());
    let found: Vec<_> = lines
        .into_iter()
        .filter(|(_, line)| !line.contains("path = ") && !line.contains(" # "))
        .map(|(number, line)| format!("Cargo.toml:{number}: {line}"))
        .collect();
    none(&found, "say in one line what each of these is for");
}

#[test]
fn unsafe_code_is_forbidden() {
    let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(text.lines().any(|line| line.starts_with("unsafe_code = \"forbid\"")));
}
