//! Whose each point is when the game is counted by area (数子法, 第9条; RULES 4), and which groups
//! a mark of 死活确认 changes (RULES 3.3).
//!
//! Deliberately absent: territory counting (`territory`), and any judgement of life and death
//! (`proposal`).

use serde::{Deserialize, Serialize};

use crate::proposal::benson;
use crate::{Board, Color, Point};

/// Whose a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// Black's stone or point.
    Black,
    /// White's stone or point.
    White,
    /// An empty point that both sides border, or nobody: shared half and half.
    Shared,
}

impl From<Color> for Owner {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// One owner for each point, by [`Point::index`], after the dead stones are removed: an empty region
/// is the only colour's that borders it, else shared. An empty board is shared.
#[must_use]
pub fn map(board: &Board, dead: &[Point]) -> Vec<Owner> {
    let living = living(board, dead);
    let mut owners: Vec<_> = living.iter().map(|stone| stone.map_or(Owner::Shared, Owner::from)).collect();
    let mut seen: Vec<_> = living.iter().map(Option::is_some).collect();
    for start in board.size().all() {
        if seen[start.index()] {
            continue;
        }
        let (region, borders) = region(board, &mut seen, start, |p| living[p.index()]);
        let owner = match borders {
            [true, false] => Owner::Black,
            [false, true] => Owner::White,
            [false, false] | [true, true] => Owner::Shared,
        };
        for point in region {
            owners[point.index()] = owner;
        }
    }
    owners
}

/// The stones, in ascending order, that marking one stone as dead or as alive changes.
///
/// It is always the stone's whole group. Marked dead, the groups of its colour that lie with it in
/// one region of the other side's territory go along (RULES 3.3): those that it meets without
/// crossing a living stone of the other colour, unless they are alive unconditionally or have
/// surrounded points of their own. Stones that are marked so already are left out; an empty point
/// changes nothing.
#[must_use]
pub fn marked_with(board: &Board, dead: &[Point], point: Point, to_dead: bool) -> Vec<Point> {
    let Some(color) = board.get(point) else { return Vec::new() };
    let marked = flags(board, dead);
    let mut stones = board.group(point);
    if to_dead {
        stones = go_along(board, dead, stones, color);
    }
    stones.retain(|p| marked[p.index()] != to_dead);
    stones.sort_unstable();
    stones
}

/// The group and those that die with it: taking one away may open what another had surrounded, so
/// this looks again until nothing more goes along.
fn go_along(board: &Board, dead: &[Point], mut stones: Vec<Point>, color: Color) -> Vec<Point> {
    let marked = flags(board, dead);
    let enemy = |p: Point| board.get(p) == Some(color.opponent()) && !marked[p.index()];
    let mut seen: Vec<_> = board.size().all().map(enemy).collect();
    let (region, _) = region(board, &mut seen, stones[0], |p| enemy(p).then_some(color.opponent()));
    let alive = benson::pass_alive(board, color);
    loop {
        let removed = [dead, &stones].concat();
        let owners = map(board, &removed);
        let mut done = flags(board, &removed);
        let before = stones.len();
        for &other in &region {
            if board.get(other) != Some(color) || done[other.index()] {
                continue;
            }
            let group = board.group(other);
            group.iter().for_each(|p| done[p.index()] = true);
            let own = |p: Point| board.get(p).is_none() && owners[p.index()] == Owner::from(color);
            let has_own = group.iter().any(|&p| board.size().neighbours(p).any(own));
            if !has_own && !group.iter().any(|p| alive[p.index()]) {
                stones.extend(group);
            }
        }
        if stones.len() == before {
            return stones;
        }
    }
}

/// The stones that are left when the dead ones are removed, by index.
pub(crate) fn living(board: &Board, dead: &[Point]) -> Vec<Option<Color>> {
    let mut living: Vec<_> = board.size().all().map(|p| board.get(p)).collect();
    dead.iter().for_each(|p| living[p.index()] = None);
    living
}

fn flags(board: &Board, points: &[Point]) -> Vec<bool> {
    let mut flags = vec![false; usize::from(board.size().points())];
    points.iter().for_each(|p| flags[p.index()] = true);
    flags
}

/// The region of points without a `wall` around a start, and whether Black's and White's walls
/// border it. Its points become seen.
pub(crate) fn region(
    board: &Board,
    seen: &mut [bool],
    start: Point,
    wall: impl Fn(Point) -> Option<Color>,
) -> (Vec<Point>, [bool; 2]) {
    let mut region = vec![start];
    let mut borders = [false; 2];
    seen[start.index()] = true;
    let mut next = 0;
    while next < region.len() {
        for point in board.size().neighbours(region[next]) {
            if let Some(color) = wall(point) {
                borders[color as usize] = true;
            } else if !std::mem::replace(&mut seen[point.index()], true) {
                region.push(point);
            }
        }
        next += 1;
    }
    (region, borders)
}
