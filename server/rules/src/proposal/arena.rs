//! The board of the playouts: plays are cheap, and each group knows whether it is in atari.
//!
//! A group keeps the count, the sum and the sum of squares of its pseudo-liberties' cells; all of
//! them are one and the same point exactly when count × squares = sum².
//!
//! Deliberately absent: history. Only the immediate retake is known; a playout has a length limit.

use crate::{Board, Color, Point};

pub(super) const EMPTY: u8 = 2;
const RIM: u8 = 3;
/// Not in the list of empty points: taken, or settled beforehand.
const NOWHERE: u16 = u16::MAX;

/// The pseudo-liberties of a group.
#[derive(Clone, Copy, Debug, Default)]
struct Liberties {
    count: u32,
    sum: u32,
    squares: u64,
}

impl Liberties {
    fn add(&mut self, cell: usize) {
        self.count += 1;
        self.sum += cell as u32;
        self.squares += (cell * cell) as u64;
    }

    fn take(&mut self, cell: usize) {
        self.count -= 1;
        self.sum -= cell as u32;
        self.squares -= (cell * cell) as u64;
    }

    fn join(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The point that is the only liberty.
    fn only(self) -> Option<usize> {
        let one = u64::from(self.count) * self.squares == u64::from(self.sum) * u64::from(self.sum);
        (one && self.count > 0).then(|| (self.sum / self.count) as usize)
    }
}

/// What a play would lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// Whether it takes stones.
    pub(super) takes: bool,
    /// Whether its group has at most one liberty afterwards.
    pub(super) self_atari: bool,
    /// How many stones its group has afterwards.
    pub(super) stones: u16,
}

/// A board in the course of a playout.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    stride: usize,
    cells: Vec<u8>,
    head: Vec<u16>,
    next: Vec<u16>,
    stones: Vec<u16>,
    liberties: Vec<Liberties>,
    /// The empty points that may be played on, in no order, and where each is in that list.
    empties: Vec<u16>,
    slot: Vec<u16>,
    /// The point on which an immediate retake is forbidden.
    ko: usize,
}

impl Arena {
    /// The position without the stones that lie in what the other side holds, and without play where
    /// anybody holds.
    pub(super) fn new(board: &Board, held: &[Option<Color>]) -> Self {
        let (cols, rows) = (usize::from(board.size().cols()), usize::from(board.size().rows()));
        let stride = cols + 1;
        let len = stride * (rows + 2) + 1;
        let mut arena = Self {
            stride,
            cells: vec![RIM; len],
            head: vec![0; len],
            next: vec![0; len],
            stones: vec![0; len],
            liberties: vec![Liberties::default(); len],
            empties: Vec::with_capacity(len),
            slot: vec![NOWHERE; len],
            ko: 0,
        };
        for point in board.size().all() {
            arena.cells[cell_of(board, point)] = EMPTY;
        }
        for point in board.size().all() {
            let cell = cell_of(board, point);
            let holder = held[point.index()];
            match board.get(point) {
                Some(color) if holder.is_none_or(|h| h == color) => arena.put(color as u8, cell),
                Some(_) | None => {
                    if holder.is_none() {
                        arena.free(cell);
                    }
                }
            }
        }
        arena
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.cells.copy_from_slice(&other.cells);
        self.head.copy_from_slice(&other.head);
        self.next.copy_from_slice(&other.next);
        self.stones.copy_from_slice(&other.stones);
        self.liberties.copy_from_slice(&other.liberties);
        self.slot.copy_from_slice(&other.slot);
        self.empties.clone_from(&other.empties);
        self.ko = other.ko;
    }

    pub(super) fn empties(&self) -> &[u16] {
        &self.empties
    }

    /// How many cells there are, the rim included.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether a cell is an empty point that may be played on.
    pub(super) fn is_open(&self, cell: usize) -> bool {
        self.slot[cell] != NOWHERE
    }

    pub(super) fn get(&self, cell: usize) -> u8 {
        self.cells[cell]
    }

    pub(super) const fn around(&self, cell: usize) -> [usize; 4] {
        [cell - self.stride, cell - 1, cell + 1, cell + self.stride]
    }

    const fn diagonals(&self, cell: usize) -> [usize; 4] {
        [cell - self.stride - 1, cell - self.stride + 1, cell + self.stride - 1, cell + self.stride + 1]
    }

    /// The only liberty of the group on a cell, if it has just one.
    pub(super) fn atari(&self, cell: usize) -> Option<usize> {
        self.liberties[usize::from(self.head[cell])].only()
    }

    /// Every stone of a group.
    pub(super) fn group(&self, start: usize) -> impl Iterator<Item = usize> + '_ {
        let mut at = Some(start);
        std::iter::from_fn(move || {
            let cell = at?;
            let next = usize::from(self.next[cell]);
            at = (next != start).then_some(next);
            Some(cell)
        })
    }

    /// Whether a point is an eye that its owner must not fill: surrounded by the colour, and not
    /// false by the stones diagonal to it.
    pub(super) fn is_eye(&self, color: u8, cell: usize) -> bool {
        if !self.around(cell).iter().all(|&n| self.cells[n] == color || self.cells[n] == RIM) {
            return false;
        }
        let edge = self.around(cell).iter().any(|&n| self.cells[n] == RIM);
        let bad = self.diagonals(cell).iter().filter(|&&n| self.cells[n] == color ^ 1).count();
        bad + usize::from(edge) < 2
    }

    pub(super) fn is_corner(&self, cell: usize) -> bool {
        self.around(cell).iter().filter(|&&n| self.cells[n] == RIM).count() == 2
    }

    /// What a play leads to; nothing if it is not legal.
    pub(super) fn prospect(&self, color: u8, cell: usize) -> Option<Prospect> {
        if cell == self.ko {
            return None;
        }
        let mut found = Prospect { takes: false, self_atari: false, stones: 1 };
        // Up to one liberty is remembered; `many` is two or more.
        let (mut one, mut many) = (0, false);
        let mut liberty = |at: usize| {
            many |= one != 0 && one != at;
            one = at;
        };
        let around = self.around(cell);
        for (i, &n) in around.iter().enumerate() {
            match self.cells[n] {
                EMPTY => liberty(n),
                RIM => {}
                stone => {
                    let head = self.head[n];
                    let same = |&&m: &&usize| self.cells[m] == stone && self.head[m] == head;
                    let mut left = self.liberties[usize::from(head)];
                    around.iter().filter(same).for_each(|_| left.take(cell));
                    if stone != color {
                        if left.count == 0 {
                            found.takes = true;
                            liberty(n);
                        }
                        continue;
                    }
                    if around[..i].iter().any(|m| same(&m)) {
                        continue;
                    }
                    found.stones += self.stones[usize::from(head)];
                    if left.count > 0 {
                        match left.only() {
                            Some(at) => liberty(at),
                            None => {
                                liberty(usize::MAX);
                                liberty(usize::MAX - 1);
                            }
                        }
                    }
                }
            }
        }
        found.self_atari = !many;
        (one != 0).then_some(found)
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, color: u8, cell: usize) {
        let around = self.around(cell);
        let surrounded = around.iter().all(|&n| self.cells[n] == color ^ 1 || self.cells[n] == RIM);
        self.put(color, cell);
        self.ko = 0;
        let mut taken = 0;
        let mut last = 0;
        for n in around {
            if self.cells[n] == color ^ 1 && self.liberties[usize::from(self.head[n])].count == 0 {
                taken += self.remove(n);
                last = n;
            }
        }
        if surrounded && taken == 1 {
            self.ko = last;
        }
    }

    /// A pass lifts the ko.
    pub(super) fn pass(&mut self) {
        self.ko = 0;
    }

    fn put(&mut self, color: u8, cell: usize) {
        self.fill(cell);
        self.cells[cell] = color;
        self.head[cell] = cell as u16;
        self.next[cell] = cell as u16;
        self.stones[cell] = 1;
        let mut own = Liberties::default();
        let around = self.around(cell);
        for n in around {
            match self.cells[n] {
                EMPTY => own.add(n),
                RIM => {}
                _ => self.liberties[usize::from(self.head[n])].take(cell),
            }
        }
        self.liberties[cell] = own;
        for n in around {
            if self.cells[n] == color {
                self.join(cell, n);
            }
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (usize::from(self.head[a]), usize::from(self.head[b]));
        if a == b {
            return;
        }
        let (large, small) = if self.stones[a] >= self.stones[b] { (a, b) } else { (b, a) };
        let moved = self.liberties[small];
        self.liberties[large].join(moved);
        self.stones[large] += self.stones[small];
        let mut stone = small;
        loop {
            self.head[stone] = large as u16;
            stone = usize::from(self.next[stone]);
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
    }

    fn remove(&mut self, start: usize) -> usize {
        let mut stone = start;
        let mut count = 0;
        loop {
            self.cells[stone] = EMPTY;
            self.free(stone);
            for n in self.around(stone) {
                if self.cells[n] < EMPTY {
                    self.liberties[usize::from(self.head[n])].add(stone);
                }
            }
            count += 1;
            stone = usize::from(self.next[stone]);
            if stone == start {
                return count;
            }
        }
    }

    fn free(&mut self, cell: usize) {
        self.slot[cell] = self.empties.len() as u16;
        self.empties.push(cell as u16);
    }

    fn fill(&mut self, cell: usize) {
        let slot = usize::from(std::mem::replace(&mut self.slot[cell], NOWHERE));
        if slot < self.empties.len() {
            self.empties.swap_remove(slot);
            if let Some(&moved) = self.empties.get(slot) {
                self.slot[usize::from(moved)] = slot as u16;
            }
        }
    }
}

/// The padded cell of a point: a rim above, below and to the left of each row.
pub(super) fn cell_of(board: &Board, point: Point) -> usize {
    let (x, y) = board.size().xy(point);
    (usize::from(y) + 1) * (usize::from(board.size().cols()) + 1) + usize::from(x) + 1
}
