//! Game records in SGF, from FF[1] to FF[4], and what they say (RULES 8, 12).
//!
//! Reading is in three steps that can be used alone: [`read`] turns any bytes into trees and loses
//! nothing ([`Stream`] does so for collections of any size), [`Record`] says what the main line of a
//! tree means, and [`check`] plays it under the rules. [`write()`] and [`from_game`] go the other way;
//! [`clean`] makes what was read in any form fit for it.
//! Deliberately absent: other record formats, and editing.

mod charset;
mod check;
mod clean;
mod from_game;
mod komi;
mod number;
mod outcome;
mod overtime;
mod read;
mod record;
mod repair;
mod stream;
mod tree;
mod value;
mod write;

pub use check::{Area, Check, IllegalPly, MAX_ILLEGAL, check, check_under, replay};
pub use clean::{Change, clean};
pub use from_game::{GameInfo, from_game};
pub use komi::komi_quarters;
pub use outcome::{How, Margin, RecordedResult, RecordedWinner, Unit};
pub use overtime::Overtime;
pub use record::{MAX_MOVES, Player, Record, RecordError, Step};
pub use repair::Repair;
pub use stream::{Next, Stream, games};
pub use tree::{GameTree, Node, NodeId, Property};
pub use value::{Escaped, Value};
pub use write::write;

/// What one file may cost. Memory is at most about four times the bytes and 24 bytes for each part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file.
    pub bytes: usize,
    /// Nodes, properties, values and open parentheses of all games together.
    pub parts: usize,
}

impl Default for Limits {
    /// 32 MiB and four million parts: larger than any game, and than most collections.
    fn default() -> Self {
        Self { bytes: 32 << 20, parts: 4_000_000 }
    }
}

/// Why a file could not be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// There is no game in it.
    #[error("there is no SGF game in this file")]
    NoGame,
    /// It has more bytes than [`Limits::bytes`].
    #[error("the file is too long")]
    TooLong,
    /// It has more nodes, properties and values than [`Limits::parts`].
    #[error("the file has too many nodes")]
    TooManyParts,
}

/// Reads a collection within the default limits. Never fails on a file with a game in it, however
/// broken; a game that the file cuts off says so ([`GameTree::is_truncated`]).
///
/// # Errors
/// [`SgfError`].
pub fn read(bytes: &[u8]) -> Result<Vec<GameTree>, SgfError> {
    read_within(bytes, Limits::default())
}

/// Reads a collection within given limits.
///
/// # Errors
/// [`SgfError`].
pub fn read_within(bytes: &[u8], limits: Limits) -> Result<Vec<GameTree>, SgfError> {
    if bytes.len() > limits.bytes {
        return Err(SgfError::TooLong);
    }
    let text = charset::decode(bytes);
    let mut games = read::Games::new(&text, limits);
    let mut trees = Vec::new();
    while let Some(tree) = games.next_game()? {
        trees.push(tree);
    }
    if trees.is_empty() { Err(SgfError::NoGame) } else { Ok(trees) }
}
