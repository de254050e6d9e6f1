//! The two sides, and a pair of anything kept one per side.
//!
//! Deliberately absent: any notion of a player or an account; a side is only a colour here.

use serde::{Deserialize, Serialize};

/// A side, 黑 or 白.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// 黑, who moves first in an even game (第2条).
    Black,
    /// 白.
    White,
}

impl Color {
    /// Both sides, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// The sides change what they have.
    pub const fn swap(&mut self) {
        std::mem::swap(&mut self.black, &mut self.white);
    }

    /// Each side's value, made by a function of its colour.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> Self {
        Self { black: make(Color::Black), white: make(Color::White) }
    }

    /// The value of one side.
    pub const fn get(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The value of one side, to change.
    pub const fn get_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// The same pair with each value changed.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { black: change(self.black), white: change(self.white) }
    }
}
