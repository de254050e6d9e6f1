//! The published table of handicap stones (让子, RULES 4).
//!
//! | board | most stones | where |
//! | --- | --- | --- |
//! | 13 lines and more | 9, even sides 4 | lines 4 from the edge, and the middle |
//! | 7 to 12 lines | 9, even sides and 7 lines 4 | lines 3 from the edge, and the middle |
//! | fewer than 7 lines | none | |
//!
//! Stones come in this order: upper right, lower left, lower right, upper left; then left and right;
//! then top and bottom; and of 5, 7 or 9 the last is on the middle (天元). So on 19 lines: 2 `pd dp`, 3 `+pp`, 4 `+dd`, 5 `+jj`, 6 the corners
//! `+dj pj`, 7 `+jj`, 8 the six `+jd jp`, 9 `+jj`. The server's page and this table are the same.
//!
//! Deliberately absent: what Black gives back for the stones (`ruleset`), and komi.

use crate::{Color, Point, Size};

/// The most stones that a handicap may have, on any board.
pub const MOST: u8 = 9;

/// The places of `n` fixed handicap stones, ascending, or nothing when the board has no `n` places
/// (or is not square). None for `n` = 0 or 1: there are no such handicaps.
#[must_use]
pub fn points(size: Size, n: u8) -> Option<Vec<Point>> {
    let side = size.cols();
    if size.rows() != side || n < 2 || n > most_fixed(side) {
        return None;
    }
    let near = if side >= 13 { 3 } else { 2 };
    let (far, middle) = (side - 1 - near, side / 2);
    let corners = [(far, near), (near, far), (far, far), (near, near)];
    let edges = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let mut places = corners[..usize::from(n.min(4))].to_vec();
    if n > 4 {
        places.extend(&edges[..usize::from(n - 4) / 2 * 2]);
        if n % 2 == 1 {
            places.push((middle, middle));
        }
    }
    let mut points: Vec<_> = places.into_iter().filter_map(|(x, y)| size.at(x, y)).collect();
    points.sort_unstable();
    Some(points)
}

/// The most stones that have fixed places on a square board of this side.
#[must_use]
pub const fn most_fixed(side: u8) -> u8 {
    match side {
        0..=6 => 0,
        7 => 4,
        _ if side.is_multiple_of(2) => 4,
        _ => MOST,
    }
}

/// The most stones that may be placed freely: at most [`MOST`], and at most a quarter of the board.
#[must_use]
pub fn most_free(size: Size) -> u8 {
    u8::try_from(size.points() / 4).map_or(MOST, |quarter| quarter.min(MOST))
}

/// 座子: the four stones that lie on the corner stars before an ancient game, ascending, each colour
/// on one diagonal: on 19 lines `AB[dd][pp]`, `AW[pd][dp]`. None where there are no corner stars.
#[must_use]
pub fn corner_stones(size: Size) -> Option<[(Point, Color); 4]> {
    let corners: [Point; 4] = points(size, 4)?.try_into().ok()?;
    let colors = [Color::Black, Color::White, Color::White, Color::Black];
    Some(std::array::from_fn(|i| (corners[i], colors[i])))
}
