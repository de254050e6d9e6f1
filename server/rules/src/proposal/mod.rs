//! The marking that the server proposes when the board play ends (死活确认; RULES 3.3, 4).
//!
//! Deliberately absent: any claim to be right. The players decide; this only saves them work.

pub mod benson;

use crate::{Board, Color, Point};

/// The stones that are proposed as dead, in ascending order and always whole groups. The same
/// position and side to move give the same answer in every process.
#[must_use]
pub fn dead(board: &Board, _to_move: Color) -> Vec<Point> {
    let mut dead = Vec::new();
    for color in Color::BOTH {
        let area = benson::pass_alive_area(board, color.opponent());
        dead.extend(board.size().all().filter(|&p| area[p.index()] && board.get(p) == Some(color)));
    }
    dead.sort_unstable();
    dead
}
