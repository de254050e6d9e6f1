//! What the playouts learn from each other: which answer to a move did its work when it was last tried
//! (last good replies with forgetting, Drake 2009, Baier and Drake 2010).
//!
//! Whether it did its work is judged where it was played: the point is its player's at the end. The
//! usual measure, who won the whole board, says little here, since most of the board is settled.
//! Deliberately absent: longer contexts than one move, and any tree.

use super::arena::Arena;
use super::playout::{Random, owner, sensible};
use crate::Color;

/// How often a reply that is known is played, in percent. The rest of the time others are tried.
const TRUST: u64 = 50;

/// No move: a pass, or nothing known.
const NONE: u16 = 0;

/// The replies known so far, and the moves of the playout that goes on.
pub(super) struct Replies {
    /// For each side, the answer to a move of the other side on each cell.
    known: [Vec<u16>; 2],
    moves: Vec<u16>,
}

impl Replies {
    pub(super) fn new(arena: &Arena) -> Self {
        let none = vec![NONE; arena.len()];
        Self { known: [none.clone(), none], moves: Vec::new() }
    }

    /// A known reply to the last move, if it is trusted this time and still makes sense.
    pub(super) fn to(&self, arena: &Arena, color: u8, last: usize, random: &mut Random) -> Option<usize> {
        let reply = self.known[usize::from(color)][last];
        let is_trusted = last != usize::from(NONE) && reply != NONE && random.chance(TRUST);
        let cell = usize::from(reply);
        (is_trusted && arena.is_open(cell) && sensible(arena, color, cell)).then_some(cell)
    }

    /// Notes the next move of the playout, or a pass.
    pub(super) fn note(&mut self, cell: Option<usize>) {
        self.moves.push(cell.map_or(NONE, |cell| cell as u16));
    }

    /// Keeps the replies of the playout that did their work, forgets those that did not, and is
    /// ready for the next playout.
    pub(super) fn learn(&mut self, end: &Arena, first: Color) {
        let mut color = first as u8;
        let mut last = NONE;
        for &cell in &self.moves {
            if cell != NONE && last != NONE {
                let known = &mut self.known[usize::from(color)][usize::from(last)];
                if owner(end, usize::from(cell)) == Some(color) {
                    *known = cell;
                } else if *known == cell {
                    *known = NONE;
                }
            }
            last = cell;
            color ^= 1;
        }
        self.moves.clear();
    }
}
