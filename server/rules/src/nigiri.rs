//! 猜先: who takes Black, drawn so that neither side can cheat (第10条; RULES 5).
//!
//! The server plays the hider: it publishes the hash of a number and a nonce, hears the guess, and
//! then reveals both. Whoever kept the hash can check that nothing was switched. The hash is the
//! SHA-256 of the ASCII text `number:nonce`, the number in decimal, in lower-case hexadecimal, so
//! that `printf '7:0a…' | sha256sum` or a browser's `SubtleCrypto` checks it.
//!
//! Deliberately absent: where the number and the nonce come from; both are arguments.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The stones that a hand may hide.
pub const HANDFUL: std::ops::RangeInclusive<u8> = 1..=50;

/// The hexadecimal digits of a nonce: 128 bit at least, so that no table finds the number.
pub const NONCE_DIGITS: std::ops::RangeInclusive<usize> = 32..=128;

/// A finished draw, with everything that is needed to check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nigiri {
    /// What was published before the guess: SHA-256 of `number:nonce`, in hexadecimal.
    pub hash: String,
    /// How many stones were hidden, in [`HANDFUL`].
    pub number: u8,
    /// The nonce, in lower-case hexadecimal of [`NONCE_DIGITS`] digits.
    pub nonce: String,
    /// What was guessed: one black stone shown (odd), or two (even).
    pub guess_odd: bool,
}

/// A draw whose parts do not belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNigiri {
    /// The number is outside [`HANDFUL`].
    #[error("a hand hides from 1 to 50 stones")]
    Number,
    /// The nonce is not lower-case hexadecimal of [`NONCE_DIGITS`] digits.
    #[error("the nonce must be 32 to 128 lower-case hexadecimal digits")]
    Nonce,
    /// The hash is not that of the number and the nonce: something was switched.
    #[error("the hash is not that of the number and the nonce")]
    Hash,
}

impl Nigiri {
    /// The hash to publish before the guess.
    ///
    /// # Errors
    /// [`BadNigiri::Number`] or [`BadNigiri::Nonce`].
    pub fn commit(number: u8, nonce: &str) -> Result<String, BadNigiri> {
        if !HANDFUL.contains(&number) {
            return Err(BadNigiri::Number);
        }
        let digits = nonce.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !digits || !NONCE_DIGITS.contains(&nonce.len()) {
            return Err(BadNigiri::Nonce);
        }
        let digest = Sha256::digest(format!("{number}:{nonce}"));
        Ok(digest.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(hex).collect())
    }

    /// The whole draw, once the guess is known.
    ///
    /// # Errors
    /// As [`commit`](Self::commit).
    pub fn draw(number: u8, nonce: &str, guess_odd: bool) -> Result<Self, BadNigiri> {
        let hash = Self::commit(number, nonce)?;
        Ok(Self { hash, number, nonce: nonce.to_owned(), guess_odd })
    }

    /// Checks that the revealed number and nonce are those of the published hash.
    ///
    /// # Errors
    /// [`BadNigiri`] says what does not fit.
    pub fn verify(&self) -> Result<(), BadNigiri> {
        if Self::commit(self.number, &self.nonce)? == self.hash { Ok(()) } else { Err(BadNigiri::Hash) }
    }

    /// Whether the guesser takes Black: the guess was right (猜中者执黑).
    #[must_use]
    pub const fn guesser_is_black(&self) -> bool {
        (self.number % 2 == 1) == self.guess_odd
    }
}

/// The lower-case digit of a half byte.
fn hex(half: u8) -> char {
    char::from(if half < 10 { b'0' + half } else { b'a' + half - 10 })
}
