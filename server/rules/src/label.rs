//! The labels that people use for points: `Q16` and `16之四` (RULES 1).
//!
//! Deliberately absent: SGF letters, which are the wire's and belong to [`Point`] itself.

use crate::{BadPoint, Point, Size};

/// Columns from the left; there is no I.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
/// 一 to 十.
const DIGITS: [char; 10] = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

impl Point {
    /// The label with a letter from the left and a number from the bottom: `Q16`.
    #[must_use]
    pub fn to_label(self, size: Size) -> String {
        let (x, y) = size.xy(self);
        format!("{}{}", char::from(COLUMNS[usize::from(x)]), size.rows() - y)
    }

    /// Reads a label like `Q16`; small letters are read too.
    ///
    /// # Errors
    /// [`BadPoint`] when the text is no label, or the board has no such point.
    pub fn from_label(size: Size, text: &str) -> Result<Self, BadPoint> {
        let letter = text.bytes().next().ok_or(BadPoint)?.to_ascii_uppercase();
        let x = COLUMNS.iter().position(|&c| c == letter).ok_or(BadPoint)?;
        let row = number(text.get(1..).ok_or(BadPoint)?)?;
        let y = size.rows().checked_sub(row).ok_or(BadPoint)?;
        size.at(x as u8, y).ok_or(BadPoint)
    }

    /// The label of Chinese records, a column number from the left and a row in 汉字 from the top:
    /// `16之四`.
    #[must_use]
    pub fn to_chinese(self, size: Size) -> String {
        let (x, y) = size.xy(self);
        format!("{}之{}", x + 1, chinese(y + 1))
    }

    /// Reads a label like `16之四`.
    ///
    /// # Errors
    /// [`BadPoint`] when the text is no label, or the board has no such point.
    pub fn from_chinese(size: Size, text: &str) -> Result<Self, BadPoint> {
        let (column, row) = text.split_once('之').ok_or(BadPoint)?;
        let x = number(column)?.checked_sub(1).ok_or(BadPoint)?;
        let y = (0..size.rows()).find(|&y| chinese(y + 1) == row).ok_or(BadPoint)?;
        size.at(x, y).ok_or(BadPoint)
    }
}

/// A number in plain digits, without sign or leading zero.
fn number(text: &str) -> Result<u8, BadPoint> {
    match text.as_bytes() {
        [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => text.parse().map_err(|_| BadPoint),
        _ => Err(BadPoint),
    }
}

/// A number from 1 to 99 in 汉字: 四, 十, 十六, 二十, 二十五.
fn chinese(number: u8) -> String {
    let (tens, ones) = (usize::from(number / 10), usize::from(number % 10));
    let mut text = String::new();
    if tens > 1 {
        text.push(DIGITS[tens - 1]);
    }
    if tens > 0 {
        text.push(DIGITS[9]);
    }
    if ones > 0 {
        text.push(DIGITS[ones - 1]);
    }
    text
}
