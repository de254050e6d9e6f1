//! Board sizes and points.
//!
//! A [`Point`] is an index into one board, so it means something only together with a [`Size`].
//! Parsing happens once, at the edge; everything inside works with valid points.
//!
//! Deliberately absent: the labels that people use for points (`label`).

use serde::{Deserialize, Serialize};

/// The smallest and largest side of a board that a game may be played on (RULES 1).
pub const SIDES: std::ops::RangeInclusive<u8> = 2..=25;

/// The width and height of a board, in lines. Live games are square; archives hold rectangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "(u8, u8)", into = "(u8, u8)")]
pub struct Size {
    cols: u8,
    rows: u8,
}

/// A side outside [`SIDES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has from 2 to 25 lines a side")]
pub struct BadSize;

impl Size {
    /// The standard board, 19×19 (第1条).
    pub const STANDARD: Self = Self { cols: 19, rows: 19 };

    /// A square board.
    ///
    /// # Errors
    /// [`BadSize`] outside [`SIDES`].
    pub fn square(side: u8) -> Result<Self, BadSize> {
        Self::new(side, side)
    }

    /// A board of `cols` × `rows` lines.
    ///
    /// # Errors
    /// [`BadSize`] when either is outside [`SIDES`].
    pub fn new(cols: u8, rows: u8) -> Result<Self, BadSize> {
        if SIDES.contains(&cols) && SIDES.contains(&rows) { Ok(Self { cols, rows }) } else { Err(BadSize) }
    }

    /// Lines from left to right.
    #[must_use]
    pub const fn cols(self) -> u8 {
        self.cols
    }

    /// Lines from top to bottom.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// How many points the board has; the base (归本数) is half of this.
    #[must_use]
    pub const fn points(self) -> u16 {
        self.cols as u16 * self.rows as u16
    }

    /// The point at column `x` from the left and row `y` from the top, both from 0.
    #[must_use]
    pub fn at(self, x: u8, y: u8) -> Option<Point> {
        (x < self.cols && y < self.rows).then(|| Point(u16::from(y) * u16::from(self.cols) + u16::from(x)))
    }

    /// Column from the left and row from the top of a point, both from 0.
    #[must_use]
    pub const fn xy(self, point: Point) -> (u8, u8) {
        let cols = self.cols as u16;
        ((point.0 % cols) as u8, (point.0 / cols) as u8)
    }

    /// Every point, row by row from the top left.
    pub fn all(self) -> impl Iterator<Item = Point> {
        (0..self.points()).map(Point)
    }

    /// The up to four points next to one.
    pub fn neighbours(self, point: Point) -> impl Iterator<Item = Point> {
        let (x, y) = self.xy(point);
        [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
            .into_iter()
            .filter_map(move |(x, y)| self.at(x, y))
    }
}

impl TryFrom<(u8, u8)> for Size {
    type Error = BadSize;
    fn try_from((cols, rows): (u8, u8)) -> Result<Self, BadSize> {
        Self::new(cols, rows)
    }
}

impl From<Size> for (u8, u8) {
    fn from(size: Size) -> Self {
        (size.cols, size.rows)
    }
}

/// An intersection of one board: `row × cols + column`, from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Point(pub(crate) u16);

/// A text that names no point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such point on this board")]
pub struct BadPoint;

impl Point {
    /// The index of the point, row by row from the top left.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point of an index, if the board has it.
    #[must_use]
    pub fn from_index(size: Size, index: usize) -> Option<Self> {
        u16::try_from(index).ok().filter(|&i| i < size.points()).map(Self)
    }

    /// Reads two SGF letters, column then row from the top: `pd`.
    ///
    /// # Errors
    /// [`BadPoint`] when the text is not exactly two letters of this board.
    pub fn from_sgf(size: Size, text: &str) -> Result<Self, BadPoint> {
        match text.as_bytes() {
            [x @ b'a'..=b'z', y @ b'a'..=b'z'] => size.at(x - b'a', y - b'a').ok_or(BadPoint),
            _ => Err(BadPoint),
        }
    }

    /// The two SGF letters of the point.
    #[must_use]
    pub fn to_sgf(self, size: Size) -> String {
        let (x, y) = size.xy(self);
        [x, y].map(|n| char::from(b'a' + n)).iter().collect()
    }
}
