//! Property values: the escapes that the format knows, read and made.
//!
//! Deliberately absent: what a value means, which depends on its property (`record`).

use std::borrow::Cow;

/// A value as it stands between its brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'a> {
    raw: &'a str,
}

impl<'a> Value<'a> {
    pub(super) const fn new(raw: &'a str) -> Self {
        Self { raw }
    }

    /// As written, escapes included.
    #[must_use]
    pub const fn raw(self) -> &'a str {
        self.raw
    }

    /// As the format's *Text*: escapes resolved, every line break one `\n`. Other white space is kept,
    /// where the format would make it blanks, so that tables in comments survive.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        if !self.raw.bytes().any(|b| b == b'\\' || b == b'\r') {
            return Cow::Borrowed(self.raw);
        }
        let mut out = String::with_capacity(self.raw.len());
        let mut rest = self.raw.chars().peekable();
        while let Some(c) = rest.next() {
            let (escaped, c) = if c == '\\' { (true, rest.next()) } else { (false, Some(c)) };
            let Some(c) = c else { break };
            let is_break = c == '\n' || c == '\r';
            if is_break {
                // CR LF and LF CR are one line break.
                rest.next_if(|&next| next != c && (next == '\n' || next == '\r'));
            }
            match (is_break, escaped) {
                (true, true) => {}
                (true, false) => out.push('\n'),
                (false, _) => out.push(c),
            }
        }
        Cow::Owned(out)
    }

    /// As the format's *SimpleText*: one line, white space as blanks, none at the ends.
    #[must_use]
    pub fn line(self) -> String {
        self.text().trim().chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect()
    }

    /// The two halves of a composed value, split at the first colon that is not escaped.
    #[must_use]
    pub fn pair(self) -> Option<(Self, Self)> {
        let mut escaped = false;
        let colon = self.raw.bytes().position(|b| {
            let found = b == b':' && !escaped;
            escaped = b == b'\\' && !escaped;
            found
        })?;
        let (left, right) = self.raw.split_at(colon);
        Some((Self { raw: left }, Self { raw: right.get(1..).unwrap_or_default() }))
    }
}

/// A value ready to be written between brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escaped(String);

impl Escaped {
    /// A composed value.
    #[must_use]
    pub fn pair(left: &str, right: &str) -> Self {
        Self(format!("{}:{}", escape(left, true), escape(right, true)))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Escaped {
    fn from(text: &str) -> Self {
        Self(escape(text, false))
    }
}

impl From<String> for Escaped {
    fn from(text: String) -> Self {
        Self(escape(&text, false))
    }
}

fn escape(text: &str, colon: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == ']' || c == '\\' || (colon && c == ':') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
