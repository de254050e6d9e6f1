//! One random game to the end, with just enough sense that living groups live: eyes are not filled,
//! stones in atari are taken or saved, and a side does not put a large group of its own into atari
//! (which is what makes seki stand), unless its shape leaves only one eye when it is taken.
//!
//! Deliberately absent: any search. What the playouts cannot see, their number does not cure.

use super::arena::{Arena, EMPTY};
use super::replies::Replies;
use crate::Color;

/// The largest eye space with one vital point.
const SPACE: usize = 6;

/// A small generator (splitmix64); the same seed gives the same playouts for ever.
#[derive(Clone, Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }

    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }
}

/// Plays from the arena's position until both sides pass, and tells how many moves it took.
pub(super) fn run(
    arena: &mut Arena,
    first: Color,
    random: &mut Random,
    replies: &mut Replies,
    limit: usize,
) -> usize {
    let mut color = first as u8;
    let mut last = 0;
    let mut passes = 0;
    for moves in 0..limit {
        let known = replies.to(arena, color, last, random);
        let choice = known.or_else(|| choose(arena, color, last, random));
        replies.note(choice);
        match choice {
            Some(cell) => {
                arena.play(color, cell);
                last = cell;
                passes = 0;
            }
            None => {
                arena.pass();
                last = 0;
                passes += 1;
                if passes == 2 {
                    return moves;
                }
            }
        }
        color ^= 1;
    }
    limit
}

fn choose(arena: &Arena, color: u8, last: usize, random: &mut Random) -> Option<usize> {
    if last != 0
        && random.chance(75)
        && let Some(cell) = answer(arena, color, last)
    {
        return Some(cell);
    }
    let empties = arena.empties();
    let start = if empties.is_empty() { 0 } else { random.below(empties.len()) };
    let (before, after) = empties.split_at(start);
    after.iter().chain(before).map(|&cell| usize::from(cell)).find(|&cell| sensible(arena, color, cell))
}

/// An urgent answer to the last move: take the stone that has just come into atari, or save what it
/// has put into atari, by taking or by running.
fn answer(arena: &Arena, color: u8, last: usize) -> Option<usize> {
    if let Some(cell) = arena.atari(last).filter(|&c| arena.prospect(color, c).is_some()) {
        return Some(cell);
    }
    for near in arena.around(last) {
        if arena.get(near) != color {
            continue;
        }
        let Some(run) = arena.atari(near) else { continue };
        for stone in arena.group(near) {
            for n in arena.around(stone) {
                if arena.get(n) == color ^ 1
                    && let Some(cell) = arena.atari(n).filter(|&c| arena.prospect(color, c).is_some())
                {
                    return Some(cell);
                }
            }
        }
        if arena.prospect(color, run).is_some_and(|p| !p.self_atari) {
            return Some(run);
        }
    }
    vital(arena, last).filter(|&c| arena.prospect(color, c).is_some())
}

/// The point that decides a small eye space beside the last move: whoever plays it has made two
/// eyes, or left only one.
fn vital(arena: &Arena, last: usize) -> Option<usize> {
    let mut around = arena.around(last).into_iter();
    let start = around.find(|&n| arena.get(n) == EMPTY)?;
    let mut space = [start; SPACE];
    let mut len = 1;
    let mut next = 0;
    let mut wall = None;
    while next < len {
        for n in arena.around(space[next]) {
            match arena.get(n) {
                EMPTY if space[..len].contains(&n) => {}
                EMPTY if len == SPACE => return None,
                EMPTY => {
                    space[len] = n;
                    len += 1;
                }
                color if color < EMPTY && *wall.get_or_insert(color) != color => return None,
                _ => {}
            }
        }
        next += 1;
    }
    let space = &space[..len];
    let degree = |c: usize| arena.around(c).iter().filter(|n| space.contains(n)).count();
    let centre = space.iter().copied().max_by_key(|&c| degree(c))?;
    let edges: usize = space.iter().map(|&c| degree(c)).sum::<usize>() / 2;
    let decided =
        matches!((len, edges, degree(centre)), (3, _, _) | (4, 3, 3) | (5, 5, 3) | (5, 4, 4) | (6, 6, 4));
    decided.then_some(centre)
}

/// Whether a random move is worth playing.
pub(super) fn sensible(arena: &Arena, color: u8, cell: usize) -> bool {
    if arena.is_eye(color, cell) {
        return false;
    }
    match arena.prospect(color, cell) {
        None => false,
        Some(p) => p.takes || !p.self_atari || p.stones <= 2 || (p.stones <= 6 && kills(arena, color, cell)),
    }
}

/// Whether the group that a play makes is of a shape that leaves room for only one eye when it is
/// taken: three stones, four in a square, a T or bent in the corner, five or six around a square or
/// a cross.
fn kills(arena: &Arena, color: u8, cell: usize) -> bool {
    let mut shape = [0; 8];
    let mut len = 1;
    shape[0] = cell;
    for n in arena.around(cell) {
        if arena.get(n) == color && !shape[..len].contains(&n) {
            for stone in arena.group(n) {
                if len == shape.len() {
                    return false;
                }
                shape[len] = stone;
                len += 1;
            }
        }
    }
    let shape = &shape[..len];
    let degree = |c: usize| arena.around(c).iter().filter(|n| shape.contains(n)).count();
    let (mut ends, mut most) = (0, 0);
    for &c in shape {
        ends += degree(c);
        most = most.max(degree(c));
    }
    let in_corner = || shape.iter().any(|&c| degree(c) == 2 && arena.is_corner(c));
    match (len, ends / 2, most) {
        (3, _, _) | (4, 4, _) | (4, _, 3) | (5, 5, _) | (5, _, 4) | (6, 6, 4) => true,
        (4, _, _) => in_corner(),
        _ => false,
    }
}

/// Whose a point is at the end of a playout: the stone's, or that of the stones around an eye.
pub(super) fn owner(arena: &Arena, cell: usize) -> Option<u8> {
    if arena.get(cell) < EMPTY {
        return Some(arena.get(cell));
    }
    let mut around = arena.around(cell).into_iter().map(|n| arena.get(n)).filter(|&c| c <= EMPTY);
    let first = around.next().filter(|&c| c < EMPTY)?;
    around.all(|c| c == first).then_some(first)
}
