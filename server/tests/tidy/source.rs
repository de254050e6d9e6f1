//! The sources as this test sees them: their text, and the same text with comments and strings blanked.

use std::fs;
use std::path::{Path, PathBuf};

/// One file of Rust.
pub(crate) struct Source {
    /// Its path from the root of the workspace, with `/`.
    pub(crate) path: String,
    /// As it is.
    pub(crate) text: String,
    /// Line for line the same, without comments and the insides of strings and characters.
    pub(crate) code: String,
}

/// Folders that are not ours to judge.
const LEFT_OUT: [&str; 7] =
    ["target", "node_modules", ".git", "dist", "test-results", "proptest-regressions", "tianyuan-data"];

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Every file of the repository of which `wanted` holds, by its path from the root, sorted.
pub(crate) fn files(wanted: impl Fn(&str) -> bool) -> Vec<(String, PathBuf)> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            let path = entry.path();
            let name = entry.file_name().into_string().unwrap();
            if entry.file_type().unwrap().is_dir() {
                if !LEFT_OUT.contains(&name.as_str()) {
                    folders.push(path);
                }
                continue;
            }
            let shown = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            if wanted(&shown) {
                found.push((shown, path));
            }
        }
    }
    found.sort();
    found
}

/// Every file of Rust.
pub(crate) fn sources() -> Vec<Source> {
    let sources: Vec<_> = files(|path| path.ends_with(".rs"))
        .into_iter()
        .map(|(path, file)| {
            let text = fs::read_to_string(file).unwrap();
            Source { path, code: blank(&text), text }
        })
        .collect();
    assert!(sources.len() > 50, "the sources were not found: {}", sources.len());
    sources
}

/// Replaces comments, and what is inside strings and character literals, by spaces; lines stay lines.
pub(crate) fn blank(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' if bytes[at..].starts_with(b"//") => line_end(bytes, at),
            b'/' if bytes[at..].starts_with(b"/*") => comment_end(bytes, at),
            b'"' => string_end(bytes, at),
            b'r' if !follows_word(bytes, at) => raw_end(bytes, at).unwrap_or(at),
            b'\'' => char_end(bytes, at).unwrap_or(at),
            _ => at,
        };
        out[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        at = end.max(at + 1);
    }
    String::from_utf8(out).unwrap()
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |n| at + n)
}

fn comment_end(bytes: &[u8], at: usize) -> usize {
    let (mut depth, mut end) = (0, at);
    while end < bytes.len() {
        if bytes[end..].starts_with(b"/*") {
            depth += 1;
            end += 2;
        } else if bytes[end..].starts_with(b"*/") {
            depth -= 1;
            end += 2;
            if depth == 0 {
                return end;
            }
        } else {
            end += 1;
        }
    }
    end
}

fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < bytes.len() && bytes[end] != b'"' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    (end + 1).min(bytes.len())
}

/// Whether the byte before continues a word, other than the `b` of a byte string.
fn follows_word(bytes: &[u8], at: usize) -> bool {
    let word = |at: usize| bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_';
    match at {
        0 => false,
        1 => word(0) && bytes[0] != b'b',
        _ => word(at - 1) && (bytes[at - 1] != b'b' || word(at - 2)),
    }
}

fn raw_end(bytes: &[u8], at: usize) -> Option<usize> {
    let hashes = bytes[at + 1..].iter().take_while(|&&byte| byte == b'#').count();
    let open = at + 1 + hashes;
    if bytes.get(open) != Some(&b'"') {
        return None;
    }
    let mut close = vec![b'"'];
    close.resize(1 + hashes, b'#');
    let inside = &bytes[open + 1..];
    let end = inside.windows(close.len()).position(|window| window == close).unwrap_or(inside.len());
    Some((open + 1 + end + close.len()).min(bytes.len()))
}

/// The end of a character literal; `None` for a lifetime.
fn char_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = std::str::from_utf8(&bytes[at + 1..]).ok()?;
    let first = rest.chars().next()?;
    if first == '\\' {
        // The character after the backslash may itself be a quote.
        return rest[2..].find('\'').map(|n| at + 1 + 2 + n + 1);
    }
    let after = at + 1 + first.len_utf8();
    (bytes.get(after) == Some(&b'\'')).then_some(after + 1)
}

#[test]
fn comments_and_strings_are_blanked_and_lifetimes_are_not() {
    let kept = [
        ("a // b\nc", "a     \nc"),
        ("a /* b /* c */ d */ e", "a                   e"),
        (r#"x("a\"b") y"#, "x(      ) y"),
        (r##"r#"a"b"# z"##, "         z"),
        ("br\"a\\\" z", "b      z"),
        ("'a' '\\'' '\\u{1}' '{' z", "                     z"),
        ("<'a, 'static>(x)", "<'a, 'static>(x)"),
        ("for_r\"s\"", "for_r   "),
        ("'目' z", "      z"),
    ];
    for (text, code) in kept {
        let blanked = blank(text);
        assert_eq!(blanked.trim_end(), code.trim_end(), "{text}");
        assert_eq!(blanked.len(), text.len());
    }
}
