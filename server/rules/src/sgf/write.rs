//! Writes trees as FF[4] text in UTF-8.
//!
//! What was read is written back: every property, known or not, every variation, in the order of
//! the file. Only the form changes: short identifiers, one kind of line break, brackets escaped, and
//! `CA` says UTF-8. Writing what was read from written text gives the same text.
//! Deliberately absent: corrections of the contents.

use super::tree::{GameTree, Node, Property};

/// Lines are broken before the node that would start beyond this many bytes.
const LINE: usize = 72;

/// The text of a collection.
#[must_use]
pub fn write(trees: &[GameTree]) -> String {
    let mut out = Writer { text: String::new(), line_start: 0 };
    // The first game speaks for the whole file, since a reader believes the first that it finds.
    let is_beyond_ascii = |tree: &GameTree| !tree.text().is_ascii();
    let mut speaks = trees.iter().any(is_beyond_ascii);
    for tree in trees {
        out.tree(tree, speaks || is_beyond_ascii(tree));
        speaks = false;
        out.newline();
    }
    out.text
}

/// What is left to be written, the nearest last.
enum Work<'a> {
    /// A variation, from this node on.
    Variation(Node<'a>),
    /// Its closing parenthesis.
    Close,
}

struct Writer {
    text: String,
    line_start: usize,
}

impl Writer {
    fn newline(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    /// Writes a tree; `charset` when its root is to say the character set, if it does not already.
    fn tree(&mut self, tree: &GameTree, charset: bool) {
        let charset = charset && tree.root().value("CA").is_none();
        let mut work = vec![Work::Variation(tree.root())];
        while let Some(next) = work.pop() {
            let Work::Variation(first) = next else {
                self.text.push(')');
                continue;
            };
            if first.parent().is_some() {
                self.newline();
            }
            self.text.push('(');
            work.push(Work::Close);
            let mut node = Some(first);
            while let Some(at) = node {
                self.node(at, charset);
                node = at.first_child().filter(|child| child.next_sibling().is_none());
                if node.is_none() {
                    let from = work.len();
                    work.extend(at.children().map(Work::Variation));
                    work[from..].reverse();
                }
            }
        }
    }

    fn node(&mut self, node: Node<'_>, charset: bool) {
        if self.text.len() - self.line_start > LINE {
            self.newline();
        }
        self.text.push(';');
        let is_root = node.parent().is_none();
        if is_root && charset {
            self.text.push_str("CA[UTF-8]");
        }
        for property in node.properties() {
            self.text.push_str(&property.ident());
            if is_root && property.is("CA") {
                self.text.push_str("[UTF-8]");
            } else {
                self.values(property);
            }
        }
    }

    fn values(&mut self, property: Property<'_>) {
        for value in property.values() {
            self.text.push('[');
            self.value(value.raw());
            self.text.push(']');
        }
    }

    /// A value as it was written, with every bracket escaped and every line break one `\n`.
    fn value(&mut self, raw: &str) {
        if !raw.bytes().any(|b| matches!(b, b'\\' | b']' | b'\r')) {
            self.text.push_str(raw);
            return;
        }
        let mut rest = raw.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\\' => {
                    self.text.push('\\');
                    // At the very end a lone backslash stands for itself.
                    let escaped = rest.next().unwrap_or('\\');
                    self.line_break_or(escaped, &mut rest);
                }
                ']' => self.text.push_str("\\]"),
                _ => self.line_break_or(c, &mut rest),
            }
        }
    }

    fn line_break_or(&mut self, c: char, rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
        if c == '\r' || c == '\n' {
            rest.next_if(|&next| next != c && (next == '\n' || next == '\r'));
            self.text.push('\n');
        } else {
            self.text.push(c);
        }
    }
}
