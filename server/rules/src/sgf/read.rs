//! Reads SGF text into trees, with the patience that archives need.
//!
//! One loop over bytes with a stack of offsets: no recursion, no look-ahead that could make the time
//! more than linear. What is forgiven: text before, between and after games; long property names;
//! a missing `;` before the properties of a root or a variation; stray characters and brackets; an
//! unescaped `]` inside a text that has an open `[`; a file that ends too early.
//! Deliberately absent: any judgement of the contents; that is `record` and `check`.

use super::repair::Repair;
use super::tree::{GameTree, NodeId, Span, offset};
use super::{Limits, SgfError};

/// What comes next in a text.
pub(super) enum Found {
    /// A game.
    Game(GameTree),
    /// No game that is surely whole: more text may tell, and whatever is in front of it is passed.
    Unclear,
    /// Nothing more.
    Nothing,
}

/// Hands out the games of a text one after the other.
pub(super) struct Games<'a> {
    text: &'a str,
    pos: usize,
    limits: Limits,
    parts: usize,
}

impl<'a> Games<'a> {
    pub(super) const fn new(text: &'a str, limits: Limits) -> Self {
        Self { text, pos: 0, limits, parts: 0 }
    }

    /// The next game, or nothing at the end of the text.
    pub(super) fn next_game(&mut self) -> Result<Option<GameTree>, SgfError> {
        match self.step(true)? {
            Found::Game(tree) => Ok(Some(tree)),
            Found::Unclear | Found::Nothing => Ok(None),
        }
    }

    /// What comes next, in a text that is all there is or goes on. Whatever a look-ahead decides at the end
    /// of a text that goes on is harmless: no parenthesis can close the game behind that place.
    pub(super) fn step(&mut self, complete: bool) -> Result<Found, SgfError> {
        let bytes = self.text.as_bytes();
        while let Some(gap) = bytes.get(self.pos..).and_then(|rest| rest.iter().position(|&b| b == b'(')) {
            self.pos += gap;
            if !opens_game(bytes, self.pos + 1) {
                if !complete && saw_the_end(bytes, self.pos + 1) {
                    return Ok(Found::Unclear);
                }
                self.pos += 1;
                continue;
            }
            let mut reader = TreeReader::new(bytes, self.pos, self.limits.parts.saturating_sub(self.parts));
            reader.run()?;
            let TreeReader { mut tree, pos, truncated, .. } = reader;
            if truncated && !complete {
                return Ok(Found::Unclear);
            }
            tree.finish(self.text.get(self.pos..pos).unwrap_or_default(), truncated);
            self.parts += tree.parts();
            self.pos = pos;
            return Ok(Found::Game(tree));
        }
        self.pos = bytes.len();
        Ok(if complete { Found::Nothing } else { Found::Unclear })
    }

    /// How much of the text is behind us, in bytes.
    pub(super) const fn passed(&self) -> usize {
        self.pos
    }
}

/// Whether [`opens_game`] would look at what comes after these bytes.
fn saw_the_end(bytes: &[u8], after: usize) -> bool {
    skip_blanks(bytes, skip_ident(bytes, skip_blanks(bytes, after))) == bytes.len()
}

/// Whether a game begins after this parenthesis: with a node, or with a property that forgot its
/// node. A mail header's `(JST)` does neither.
fn opens_game(bytes: &[u8], after: usize) -> bool {
    let at = skip_blanks(bytes, after);
    let ident = bytes.get(at..skip_ident(bytes, at)).unwrap_or_default();
    bytes.get(at) == Some(&b';') || (ident.iter().any(u8::is_ascii_uppercase) && opens_value(bytes, at))
}

/// Whether an identifier (or none) and then a `[` stand here. Looks at most at what it accepts, so
/// a caller that goes on behind it stays linear.
fn opens_value(bytes: &[u8], at: usize) -> bool {
    let end = skip_ident(bytes, at);
    bytes.get(skip_blanks(bytes, end)) == Some(&b'[')
}

fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    skip(bytes, from, |b| b <= b' ')
}

fn skip_ident(bytes: &[u8], from: usize) -> usize {
    skip(bytes, from, |b| b.is_ascii_alphanumeric())
}

fn skip(bytes: &[u8], from: usize, while_true: impl Fn(u8) -> bool) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(|&b| while_true(b)) {
        at += 1;
    }
    at
}

/// Reads one tree, from its opening parenthesis to the one that closes it.
struct TreeReader<'a> {
    bytes: &'a [u8],
    base: usize,
    pos: usize,
    tree: GameTree,
    /// For each open parenthesis, the node that was newest before it.
    open: Vec<Option<NodeId>>,
    /// Where the next node goes.
    current: Option<NodeId>,
    /// Whether properties belong to `current`, or need a node of their own first.
    in_node: bool,
    truncated: bool,
    max_parts: usize,
}

impl<'a> TreeReader<'a> {
    const fn new(bytes: &'a [u8], base: usize, max_parts: usize) -> Self {
        Self {
            bytes,
            base,
            pos: base,
            tree: GameTree::bare(),
            open: Vec::new(),
            current: None,
            in_node: false,
            truncated: false,
            max_parts,
        }
    }

    fn run(&mut self) -> Result<(), SgfError> {
        while let Some(&byte) = self.bytes.get(self.pos) {
            match byte {
                b';' => {
                    self.pos += 1;
                    self.node();
                }
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'[' => self.property(),
                b'(' => {
                    self.pos += 1;
                    self.open.push(self.current);
                    self.in_node = false;
                }
                b')' => {
                    self.pos += 1;
                    self.current = self.open.pop().flatten();
                    self.in_node = false;
                    if self.open.is_empty() {
                        return Ok(());
                    }
                }
                byte => {
                    self.pos += 1;
                    if byte > b' ' {
                        self.tree.repaired(Repair::StrayText);
                    }
                }
            }
            if self.tree.parts() + self.open.len() > self.max_parts {
                return Err(SgfError::TooManyParts);
            }
        }
        self.truncated = true;
        Ok(())
    }

    fn node(&mut self) {
        // A second root is read as a continuation of the first: there is one tree per game.
        let mut parent = self.current;
        if parent.is_none() && self.tree.node_count() > 0 {
            parent = Some(NodeId::ROOT);
            self.tree.repaired(Repair::SecondRoot);
        }
        self.current = Some(self.tree.push_node(parent));
        self.in_node = true;
    }

    /// An identifier with its values; or letters without values, or values without letters, which
    /// are skipped.
    fn property(&mut self) {
        let start = self.pos;
        self.pos = skip_ident(self.bytes, start);
        let ident = self.bytes.get(start..self.pos).unwrap_or_default();
        let named = ident.iter().any(u8::is_ascii_uppercase);
        let span = self.span(start, self.pos);
        let values = skip_blanks(self.bytes, self.pos);
        if self.bytes.get(values) != Some(&b'[') {
            self.tree.repaired(Repair::StrayText);
            return;
        }
        if named {
            if !self.in_node {
                self.tree.repaired(Repair::MissingNode);
                self.node();
            }
            if ident.iter().any(u8::is_ascii_lowercase) {
                self.tree.repaired(Repair::LongName);
            }
            self.tree.push_property(span);
        } else {
            self.tree.repaired(Repair::StrayText);
        }
        self.pos = values;
        while self.bytes.get(self.pos) == Some(&b'[') {
            let start = self.pos + 1;
            let Some((end, bare_brackets)) = value_end(self.bytes, start) else {
                // What was cut off in the middle is not what somebody wrote: leave it out.
                self.pos = self.bytes.len();
                break;
            };
            if bare_brackets {
                self.tree.repaired(Repair::Bracket);
            }
            if named {
                let span = self.span(start, end);
                self.tree.push_value(span);
            }
            self.pos = skip_blanks(self.bytes, end + 1);
        }
        if named {
            self.tree.drop_empty_property();
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { start: offset(start - self.base), end: offset(end - self.base) }
    }
}

/// Where the value that begins at `start` has its closing bracket, and whether it has others that should
/// have been escaped.
fn value_end(bytes: &[u8], start: usize) -> Option<(usize, bool)> {
    let mut at = start;
    // How many `[` inside the value still wait for a partner, counted up to `counted`; counted only
    // when a closing bracket looks wrong, which is rare.
    let (mut depth, mut counted) = (0_usize, start);
    let mut bare = false;
    loop {
        at += bytes.get(at..)?.iter().position(|&b| b == b']' || b == b'\\')?;
        if bytes[at] == b'\\' {
            at += 2;
            continue;
        }
        if closes(bytes, at) {
            return Some((at, bare));
        }
        while counted < at {
            match bytes[counted] {
                b'\\' => counted += 1,
                b'[' => depth += 1,
                _ => {}
            }
            counted += 1;
        }
        if depth == 0 {
            return Some((at, bare));
        }
        depth -= 1;
        bare = true;
        counted = at + 1;
        at += 1;
    }
}

/// Whether what follows this `]` is what may follow a value.
fn closes(bytes: &[u8], bracket: usize) -> bool {
    let next = skip_blanks(bytes, bracket + 1);
    match bytes.get(next) {
        None | Some(b';' | b'(' | b')' | b'[') => true,
        Some(b) if b.is_ascii_alphanumeric() => opens_value(bytes, next),
        Some(_) => false,
    }
}
