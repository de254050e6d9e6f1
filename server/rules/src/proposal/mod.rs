//! The marking that the server proposes when the board play ends (死活确认; RULES 3.3, 4).
//!
//! Exact facts come first: what lives unconditionally is alive, and what lies inside the other
//! side's unconditional area is dead. The rest is played out many times at random, each playout
//! learning from those before it; a group is proposed as dead when its points mostly end as the
//! other side's.
//!
//! Deliberately absent: any claim to be right. The players decide; this only saves them work.

mod arena;
pub mod benson;
mod playout;
mod replies;

use crate::{Board, Color, Point};
use arena::{Arena, cell_of};
use playout::Random;
use replies::Replies;

/// How many moves all playouts together may take: some twenty milliseconds. Twice as many
/// are right no more often.
const MOVES: usize = 120_000;
/// The most playouts, for small boards.
const PLAYOUTS: usize = 1200;

/// The stones that are proposed as dead, in ascending order and always whole groups. The same
/// position and side to move give the same answer in every process.
#[must_use]
pub fn dead(board: &Board, to_move: Color) -> Vec<Point> {
    let held = held(board);
    let scores = estimate(board, &held, to_move);
    let mut dead = Vec::new();
    let mut seen = vec![false; usize::from(board.size().points())];
    for point in board.size().all() {
        let Some(color) = board.get(point) else { continue };
        if seen[point.index()] {
            continue;
        }
        let group = board.group(point);
        group.iter().for_each(|p| seen[p.index()] = true);
        let is_dead = match held[point.index()] {
            Some(holder) => holder != color,
            None => {
                let sign = if color == Color::Black { 1.0 } else { -1.0 };
                let total: f64 = group.iter().map(|p| scores[p.index()]).sum();
                sign * total / (group.len() as f64) < 0.0
            }
        };
        if is_dead {
            dead.extend(group);
        }
    }
    dead.sort_unstable();
    dead
}

/// Who holds a point unconditionally, if anybody does.
fn held(board: &Board) -> Vec<Option<Color>> {
    let mut held = vec![None; usize::from(board.size().points())];
    for color in Color::BOTH {
        for (point, is_held) in held.iter_mut().zip(benson::pass_alive_area(board, color)) {
            if is_held {
                *point = Some(color);
            }
        }
    }
    held
}

/// How far each point is Black's, from 1 to −1, by index.
#[must_use]
pub fn ownership(board: &Board, to_move: Color) -> Vec<f64> {
    estimate(board, &held(board), to_move)
}

fn estimate(board: &Board, held: &[Option<Color>], to_move: Color) -> Vec<f64> {
    let start = Arena::new(board, held);
    let cells: Vec<_> = board.size().all().map(|p| cell_of(board, p)).collect();
    let mut sums = vec![0_i32; cells.len()];
    let mut arena = start.clone();
    let mut random = Random(board.hash());
    let mut replies = Replies::new(&start);
    let limit = cells.len() * 3;
    let (mut moves, mut playouts) = (0, 0);
    let mut first = to_move;
    while playouts < PLAYOUTS && moves < MOVES {
        arena.copy_from(&start);
        moves += playout::run(&mut arena, first, &mut random, &mut replies, limit) + 1;
        replies.learn(&arena, first);
        playouts += 1;
        first = first.opponent();
        for (sum, &cell) in sums.iter_mut().zip(&cells) {
            *sum += match playout::owner(&arena, cell) {
                Some(0) => 1,
                Some(_) => -1,
                None => 0,
            };
        }
    }
    let score = |sum: i32| f64::from(sum) / f64::from(playouts as u32);
    held.iter()
        .zip(sums)
        .map(|(held, sum)| match held {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => score(sum),
        })
        .collect()
}
