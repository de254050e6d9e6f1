//! Reads a collection of any size piece by piece, in memory that is bounded by its largest game.
//!
//! The pieces are cut anywhere, even inside of a character. The character set is chosen as for a whole file,
//! from the first [`WINDOW`] bytes that begin with something beyond ASCII; a `CA` in front of them counts.
//! A game that is not whole yet is read again when twice as much of it is there, so the time stays
//! linear.
//! Deliberately absent: where the bytes come from; and several sets in one file.

use encoding_rs::{Decoder, Encoding, UTF_8};

use super::read::{Found, Games};
use super::tree::GameTree;
use super::{Limits, SgfError, charset};

/// From so many bytes a character set is chosen; a smaller file is looked at whole.
const WINDOW: usize = 1 << 20;

/// Begins a shift in the sets that have them, and is in no text of any other.
const ESCAPE: u8 = 0x1B;

/// What a stream has next.
#[derive(Clone, Debug)]
pub enum Next {
    /// A game.
    Game(GameTree),
    /// Nothing before it is fed again, or told that this was all.
    Hungry,
    /// Nothing more at all.
    End,
}

/// A reader that is fed.
///
/// It holds what it was fed and has not handed out: feed it when it is [hungry](Next::Hungry), in pieces of
/// some ten kilobytes.
#[derive(Debug)]
pub struct Stream {
    /// What one game may cost.
    limits: Limits,
    charset: Charset,
    /// Text that is not handed out as games.
    text: String,
    /// How much of the text is passed.
    passed: usize,
    /// How long the rest was when no whole game was in it.
    tried: usize,
    ended: bool,
    done: bool,
    games: usize,
    replaced: bool,
}

enum Charset {
    /// Nothing but ASCII is behind us.
    Open {
        raw: Vec<u8>,
        declared: Option<&'static Encoding>,
    },
    Chosen(Decoder),
}

impl std::fmt::Debug for Charset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Open { raw, declared } => write!(f, "Open({} bytes, {declared:?})", raw.len()),
            Self::Chosen(decoder) => write!(f, "Chosen({})", decoder.encoding().name()),
        }
    }
}

impl Stream {
    /// A reader that allows each game so much.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self {
            limits,
            charset: Charset::Open { raw: Vec::new(), declared: None },
            text: String::new(),
            passed: 0,
            tried: 0,
            ended: false,
            done: false,
            games: 0,
            replaced: false,
        }
    }

    // Getters.

    /// The character set, by its name on the Web; `US-ASCII` as long as nothing else was met.
    #[must_use]
    pub fn charset(&self) -> &'static str {
        match &self.charset {
            Charset::Open { .. } => "US-ASCII",
            Charset::Chosen(decoder) => decoder.encoding().name(),
        }
    }

    /// Whether bytes were met that the character set does not explain.
    #[must_use]
    pub const fn has_bad_bytes(&self) -> bool {
        self.replaced
    }

    // Inputs.

    /// Takes the next piece of the file.
    pub fn feed(&mut self, piece: &[u8]) {
        self.text.drain(..std::mem::take(&mut self.passed));
        match &mut self.charset {
            Charset::Chosen(_) => self.decode(piece, false),
            Charset::Open { raw, .. } => {
                raw.extend_from_slice(piece);
                self.choose();
            }
        }
    }

    /// Takes notice that this was all.
    pub fn end(&mut self) {
        if !std::mem::replace(&mut self.ended, true) {
            self.choose();
            if let Charset::Chosen(_) = self.charset {
                self.decode(&[], true);
            }
        }
    }

    // Outputs.

    /// What comes next.
    ///
    /// # Errors
    /// [`SgfError`], after which there is nothing more: a game beyond the limits, or no game at all.
    pub fn next_game(&mut self) -> Result<Next, SgfError> {
        if self.done {
            return Ok(Next::End);
        }
        let next = self.find();
        self.done = matches!(next, Ok(Next::End) | Err(_));
        next
    }

    fn find(&mut self) -> Result<Next, SgfError> {
        let rest = self.text.get(self.passed..).unwrap_or_default();
        if !self.ended && rest.len() < self.tried.saturating_mul(2) {
            return Ok(Next::Hungry);
        }
        let mut games = Games::new(rest, self.limits);
        let found = games.step(self.ended)?;
        let left = rest.len() - games.passed();
        self.passed += games.passed();
        match found {
            Found::Game(tree) if tree.text().len() > self.limits.bytes => Err(SgfError::TooLong),
            Found::Game(tree) => {
                self.games += 1;
                self.tried = 0;
                Ok(Next::Game(tree))
            }
            Found::Unclear if left > self.limits.bytes => Err(SgfError::TooLong),
            Found::Unclear => {
                self.tried = left;
                Ok(Next::Hungry)
            }
            Found::Nothing if self.games == 0 => Err(SgfError::NoGame),
            Found::Nothing => Ok(Next::End),
        }
    }

    /// Chooses the character set if enough is there, and lets ASCII pass.
    fn choose(&mut self) {
        let Charset::Open { raw, declared } = &mut self.charset else { return };
        if raw.len() < WINDOW && !self.ended {
            return;
        }
        // A set that is not ASCII all over can only be chosen from the beginning.
        let ascii = raw.iter().position(|b| !b.is_ascii()).unwrap_or(raw.len());
        let shifts = raw.get(..ascii).is_some_and(|ascii| ascii.contains(&ESCAPE));
        if !self.ended && !shifts && ascii > 0 {
            let front: Vec<u8> = raw.drain(..ascii).collect();
            *declared = declared.or_else(|| charset::declared(&front));
            self.text.push_str(&String::from_utf8_lossy(&front));
            if raw.len() < WINDOW {
                return;
            }
        }
        let whole = if self.ended { raw.len() } else { cut(raw) };
        let (text, encoding) = charset::choose(raw.get(..whole).unwrap_or_default(), *declared);
        if encoding == UTF_8 && self.ended && text.is_ascii() {
            self.text.push_str(&text);
            raw.clear();
            return;
        }
        let raw = std::mem::take(raw);
        self.charset = Charset::Chosen(encoding.new_decoder_with_bom_removal());
        self.decode(&raw, false);
    }

    /// Adds bytes to the text; `last` when no more will come.
    fn decode(&mut self, mut bytes: &[u8], last: bool) {
        let Charset::Chosen(decoder) = &mut self.charset else { return };
        loop {
            self.text.reserve(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len()));
            let (result, read, bad) = decoder.decode_to_string(bytes, &mut self.text, last);
            self.replaced |= bad;
            bytes = bytes.get(read..).unwrap_or_default();
            if result == encoding_rs::CoderResult::InputEmpty {
                return;
            }
        }
    }
}

/// Where a part of a file ends between two characters, whatever its set: in UTF-8 before a character that is
/// not whole, in sets that shift behind a line, else behind a byte that is half of no character.
fn cut(raw: &[u8]) -> usize {
    match std::str::from_utf8(raw) {
        Ok(_) => return raw.len(),
        Err(error) if error.error_len().is_none() => return error.valid_up_to(),
        Err(_) => {}
    }
    let last = if raw.contains(&ESCAPE) { b'\n' } else { b'/' };
    raw.iter().rposition(|&b| b <= last).map_or(raw.len(), |at| at + 1)
}

/// The games of a collection that comes in pieces, within the default limits for each game.
pub fn games<I>(pieces: I) -> impl Iterator<Item = Result<GameTree, SgfError>>
where
    I: IntoIterator,
    I::Item: AsRef<[u8]>,
{
    let mut pieces = pieces.into_iter();
    let mut stream = Stream::new(Limits::default());
    std::iter::from_fn(move || {
        loop {
            match stream.next_game() {
                Ok(Next::Game(tree)) => return Some(Ok(tree)),
                Ok(Next::End) => return None,
                Err(error) => return Some(Err(error)),
                Ok(Next::Hungry) => match pieces.next() {
                    Some(piece) => stream.feed(piece.as_ref()),
                    None => stream.end(),
                },
            }
        }
    })
}
