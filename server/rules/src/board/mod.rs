//! The board: stones, groups and captures (第1–6条; RULES 2.1–2.2).
//!
//! Stones lie in a padded grid, so that every point has four neighbours without an edge test. A
//! group is a ring of stones that share a head; the head counts the group's *pseudo-liberties*, the
//! pairs of (stone, empty neighbour). A group is taken exactly when that count comes to zero, which
//! needs no search, and nothing is allocated but the list of captures.
//!
//! Deliberately absent: whose turn it is, and every rule about repetition (`ko`, `position`).

mod text;
mod zobrist;

pub use text::BadBoard;

use crate::{Color, Point, Size};

/// Why a play is not possible (第6, 20条). Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// There is a stone already.
    #[error("there is a stone on that point")]
    Occupied,
    /// The play would leave its own group without liberties (禁着点).
    #[error("a play may not leave its own group without liberties")]
    Suicide,
    /// The play would recreate an earlier position (全局同形).
    #[error("the play would repeat the position after move {repeats}")]
    Ko {
        /// The number of the move after which the position stood before; 0 is the beginning.
        repeats: u32,
    },
}

/// What lies on a point of the padded grid: one of the two colours, nothing, or the rim.
type Cell = u8;
const BLACK: Cell = Color::Black as Cell;
const WHITE: Cell = Color::White as Cell;
const EMPTY: Cell = 2;
const RIM: Cell = 3;

/// One point's place in its group; `liberties` and `stones` count only at the head.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    head: u16,
    next: u16,
    liberties: u16,
    stones: u16,
}

/// A position on a board.
///
/// Equality compares the size and the stones, never only the hash.
#[derive(Clone)]
pub struct Board {
    size: Size,
    hash: u64,
    stones: [u16; 2],
    cells: Box<[Cell]>,
    links: Box<[Link]>,
}

/// What a play would do, found without changing anything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The heads of the opposing groups it takes.
    taken: [u16; 4],
    takes: u8,
    /// How many opposing stones that is.
    pub(crate) taken_stones: u16,
    /// Whether its own group dies of it (with all that it joins).
    pub(crate) own_dies: bool,
    /// The hash of the position after it.
    pub(crate) hash: u64,
}

// Getters.
impl Board {
    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point, if any.
    ///
    /// # Panics
    /// If the point belongs to a larger board.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        color_of(self.cells[self.cell(point)])
    }

    /// How many stones of a colour are on the board.
    #[must_use]
    pub const fn stones(&self, color: Color) -> u16 {
        self.stones[color as usize]
    }

    /// The Zobrist hash of the stones, the same in every process. Boards of different sizes are
    /// not meant to be told apart by it.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The group (块) that a stone belongs to, in ascending order; empty on an empty point.
    #[must_use]
    pub fn group(&self, point: Point) -> Vec<Point> {
        let cell = self.cell(point);
        let mut group = Vec::new();
        if self.cells[cell] < EMPTY {
            self.ring(cell, |stone| group.push(self.point(stone)));
            group.sort_unstable();
        }
        group
    }

    /// The liberties (气) of the group on a point, in ascending order; none on an empty point.
    #[must_use]
    pub fn liberties(&self, point: Point) -> Vec<Point> {
        let mut liberties: Vec<_> = self
            .group(point)
            .into_iter()
            .flat_map(|stone| self.size.neighbours(stone))
            .filter(|&next| self.get(next).is_none())
            .collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }
}

// Inputs.
impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let stride = usize::from(size.cols()) + 1;
        let len = stride * (usize::from(size.rows()) + 2) + 1;
        let mut cells = vec![RIM; len].into_boxed_slice();
        for row in 1..=usize::from(size.rows()) {
            cells[row * stride + 1..(row + 1) * stride].fill(EMPTY);
        }
        let links = vec![Link::default(); len].into_boxed_slice();
        Self { size, hash: 0, stones: [0; 2], cells, links }
    }

    /// Sets a point up as it is told, without capturing anything. Groups without liberties can come
    /// of it, as they do in archives; such a group is taken by nothing until it has had a liberty.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        let cell = self.cell(point);
        if let Some(old) = color_of(self.cells[cell]) {
            self.hash ^= zobrist::number(old, point);
            self.stones[old as usize] -= 1;
            self.cells[cell] = EMPTY;
        }
        if let Some(new) = stone {
            self.lay(point, new);
        }
        self.regroup();
    }

    /// Puts a stone on an empty point and leaves the groups to [`regroup`](Self::regroup).
    fn lay(&mut self, point: Point, color: Color) {
        self.hash ^= zobrist::number(color, point);
        self.stones[color as usize] += 1;
        self.cells[self.cell(point)] = color as Cell;
    }

    /// A board with these stones, set up without capturing anything.
    #[must_use]
    pub fn of(size: Size, stones: impl IntoIterator<Item = (Point, Color)>) -> Self {
        let mut board = Self::new(size);
        for (point, color) in stones {
            if board.get(point).is_none() {
                board.lay(point, color);
            }
        }
        board.regroup();
        board
    }

    /// Plays a stone as records do, whatever lies there and whatever dies of it; tells the opposing
    /// stones removed by capture, in ascending order.
    pub fn force(&mut self, color: Color, point: Point) -> Vec<Point> {
        if self.get(point).is_some() {
            self.set(point, None);
        }
        self.look(color, point).map(|look| self.apply(color, point, &look)).unwrap_or_default()
    }

    /// Plays a stone: opposing groups without liberties are removed, then, if `suicide` allows it,
    /// the own group if it has none. The opposing stones removed come back in ascending order; own
    /// ones show in [`stones`](Self::stones).
    ///
    /// # Errors
    /// [`Illegal::Occupied`] or [`Illegal::Suicide`]; nothing has changed then.
    pub fn play(&mut self, color: Color, point: Point, suicide: bool) -> Result<Vec<Point>, Illegal> {
        let look = self.look(color, point)?;
        if look.own_dies && !suicide {
            return Err(Illegal::Suicide);
        }
        Ok(self.apply(color, point, &look))
    }
}

// The play itself.
impl Board {
    /// What a play would do.
    pub(crate) fn look(&self, color: Color, point: Point) -> Result<Look, Illegal> {
        let cell = self.cell(point);
        if self.cells[cell] != EMPTY {
            return Err(Illegal::Occupied);
        }
        let mut look = Look { taken: [0; 4], takes: 0, taken_stones: 0, own_dies: true, hash: self.hash };
        let around = self.around(cell);
        for (i, &next) in around.iter().enumerate() {
            let stone = self.cells[next];
            if stone == EMPTY {
                look.own_dies = false;
            }
            if stone >= EMPTY {
                continue;
            }
            let head = self.links[next].head;
            let touches = around.iter().filter(|&&n| self.is_head(n, head)).count();
            let free = usize::from(self.links[usize::from(head)].liberties) > touches;
            if stone == color as Cell {
                look.own_dies &= !free;
            } else if !free && !around[..i].iter().any(|&n| self.is_head(n, head)) {
                look.taken[usize::from(look.takes)] = head;
                look.takes += 1;
                look.taken_stones += self.links[usize::from(head)].stones;
            }
        }
        look.own_dies &= look.takes == 0;
        look.hash = self.hash_after(color, point, &look, &around);
        Ok(look)
    }

    fn is_head(&self, cell: usize, head: u16) -> bool {
        self.cells[cell] < EMPTY && self.links[cell].head == head
    }

    fn hash_after(&self, color: Color, point: Point, look: &Look, around: &[usize; 4]) -> u64 {
        let mut hash = self.hash;
        if look.own_dies {
            for (i, &next) in around.iter().enumerate() {
                if self.cells[next] != color as Cell {
                    continue;
                }
                let head = self.links[next].head;
                if !around[..i].iter().any(|&n| self.is_head(n, head)) {
                    self.ring(next, |stone| hash ^= zobrist::number(color, self.point(stone)));
                }
            }
            return hash;
        }
        for &head in &look.taken[..usize::from(look.takes)] {
            self.ring(usize::from(head), |stone| {
                hash ^= zobrist::number(color.opponent(), self.point(stone));
            });
        }
        hash ^ zobrist::number(color, point)
    }

    /// The stones that a play takes, in ascending order.
    pub(crate) fn taken(&self, look: &Look) -> Vec<Point> {
        let mut taken = Vec::with_capacity(usize::from(look.taken_stones));
        for &head in &look.taken[..usize::from(look.takes)] {
            self.ring(usize::from(head), |stone| taken.push(self.point(stone)));
        }
        taken.sort_unstable();
        taken
    }

    /// Does what [`look`](Self::look) found, and tells the opposing stones it took.
    pub(crate) fn apply(&mut self, color: Color, point: Point, look: &Look) -> Vec<Point> {
        let taken = self.taken(look);
        let cell = self.cell(point);
        self.put(color, cell);
        for &head in &look.taken[..usize::from(look.takes)] {
            self.remove(usize::from(head));
        }
        if look.own_dies {
            self.remove(cell);
        }
        self.hash = look.hash;
        taken
    }

    /// Lays a stone down: its neighbours lose a liberty each, and its friends become one group.
    fn put(&mut self, color: Color, cell: usize) {
        self.cells[cell] = color as Cell;
        self.stones[color as usize] += 1;
        let around = self.around(cell);
        let liberties = around.iter().filter(|&&n| self.cells[n] == EMPTY).count();
        self.links[cell] =
            Link { head: cell as u16, next: cell as u16, liberties: liberties as u16, stones: 1 };
        for next in around {
            if self.cells[next] < EMPTY {
                let head = usize::from(self.links[next].head);
                self.links[head].liberties -= 1;
            }
        }
        for next in around {
            if self.cells[next] == color as Cell {
                self.join(cell, next);
            }
        }
    }

    /// Makes two groups one; the smaller takes the head of the larger.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (usize::from(self.links[a].head), usize::from(self.links[b].head));
        if a == b {
            return;
        }
        let (large, small) = if self.links[a].stones >= self.links[b].stones { (a, b) } else { (b, a) };
        let (liberties, stones) = (self.links[small].liberties, self.links[small].stones);
        self.links[large].liberties += liberties;
        self.links[large].stones += stones;
        let mut stone = small;
        loop {
            self.links[stone].head = large as u16;
            stone = usize::from(self.links[stone].next);
            if stone == small {
                break;
            }
        }
        // Exchanging the successors of one stone of each makes one ring of two.
        let next = self.links[large].next;
        self.links[large].next = self.links[small].next;
        self.links[small].next = next;
    }

    /// Takes a whole group off; every stone beside a freed point gains a liberty.
    fn remove(&mut self, start: usize) {
        let color = self.cells[start];
        let mut stone = start;
        loop {
            self.cells[stone] = EMPTY;
            self.stones[usize::from(color)] -= 1;
            for next in self.around(stone) {
                // The group's own stones gain too: they are all on their way out.
                if self.cells[next] < EMPTY {
                    let head = usize::from(self.links[next].head);
                    self.links[head].liberties += 1;
                }
            }
            stone = usize::from(self.links[stone].next);
            if stone == start {
                break;
            }
        }
    }

    /// Finds all groups anew, after a set-up.
    fn regroup(&mut self) {
        for cell in 0..self.cells.len() {
            if self.cells[cell] < EMPTY {
                let liberties = self.around(cell).iter().filter(|&&n| self.cells[n] == EMPTY).count() as u16;
                self.links[cell] = Link { head: cell as u16, next: cell as u16, liberties, stones: 1 };
            }
        }
        for cell in 0..self.cells.len() {
            if self.cells[cell] < EMPTY {
                for next in self.around(cell) {
                    if self.cells[next] == self.cells[cell] {
                        self.join(cell, next);
                    }
                }
            }
        }
    }
}

// The padded grid: a rim of one cell above, below and to the left of each row; the cell to the
// right of a row is the rim to the left of the next.
impl Board {
    /// The cell of a point. The multiplication is an exact division by `cols` for every board.
    fn cell(&self, point: Point) -> usize {
        let (index, cols) = (point.index(), usize::from(self.size.cols()));
        let row = (index * (65536 / cols + 1)) >> 16;
        index + cols + 2 + row
    }

    /// The point of a cell that is not on the rim.
    fn point(&self, cell: usize) -> Point {
        let stride = usize::from(self.size.cols()) + 1;
        let row = (cell * (65536 / stride + 1)) >> 16;
        Point((cell - stride - row) as u16)
    }

    const fn around(&self, cell: usize) -> [usize; 4] {
        let stride = self.size.cols() as usize + 1;
        [cell - stride, cell - 1, cell + 1, cell + stride]
    }

    /// Every stone of the group that this one belongs to.
    fn ring(&self, start: usize, mut each: impl FnMut(usize)) {
        let mut stone = start;
        loop {
            each(stone);
            stone = usize::from(self.links[stone].next);
            if stone == start {
                break;
            }
        }
    }
}

const fn color_of(cell: Cell) -> Option<Color> {
    match cell {
        BLACK => Some(Color::Black),
        WHITE => Some(Color::White),
        _ => None,
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.hash == other.hash && self.cells == other.cells
    }
}

impl Eq for Board {}
