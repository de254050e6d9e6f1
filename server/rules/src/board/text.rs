//! Boards as people draw them: one line per row from the top, `.` empty, `X` Black, `O` White.

use std::fmt;
use std::str::FromStr;

use super::Board;
use crate::{Color, Size};

/// A text that draws no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoard {
    /// The rows are of different lengths, too many or too few.
    #[error("a board is drawn as 2 to 25 rows of the same 2 to 25 points")]
    Shape,
    /// A character is none of `.`, `X` and `O`.
    #[error("a board is drawn with '.', 'X' and 'O', not {0:?}")]
    Character(char),
}

impl FromStr for Board {
    type Err = BadBoard;

    /// Reads rows; blanks and empty lines mean nothing.
    fn from_str(text: &str) -> Result<Self, BadBoard> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>())
            .filter(|row| !row.is_empty())
            .collect();
        let cols = rows.first().map_or(0, Vec::len);
        let side = |n| u8::try_from(n).map_err(|_| BadBoard::Shape);
        let size = Size::new(side(cols)?, side(rows.len())?).map_err(|_| BadBoard::Shape)?;
        if rows.iter().any(|row| row.len() != cols) {
            return Err(BadBoard::Shape);
        }
        let mut board = Self::new(size);
        for (point, character) in size.all().zip(rows.into_iter().flatten()) {
            match character {
                '.' => {}
                'X' => board.lay(point, Color::Black),
                'O' => board.lay(point, Color::White),
                other => return Err(BadBoard::Character(other)),
            }
        }
        board.regroup();
        Ok(board)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in self.size().all() {
            if point.index() > 0 && point.index() % usize::from(self.size().cols()) == 0 {
                f.write_str("\n")?;
            }
            f.write_str(match self.get(point) {
                None => ".",
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
            })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    /// The drawing, which says all there is to say.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board(\n{self}\n)")
    }
}
