//! The much simpler model: what a journal must amount to, worked out by hand.
//!
//! It knows a board as a grid, superko as a list of grids, and a clock as two numbers a side.

use rules::{ClockSetup, Color, GameEvent, Outcome, Point, Setup, Size, TimeLeft};
use tianyuan::store::Row;

use crate::clocks;
use crate::coverage::Coverage;

/// A grid of stones.
pub(crate) type Grid = Vec<Vec<u8>>;

struct Model {
    size: Size,
    clocks: [ClockSetup; 2],
    /// The last period is used up, and may count as a pass.
    lapsed: bool,
    grid: Grid,
    positions: Vec<Grid>,
    next: Color,
    left: [TimeLeft; 2],
    /// Spent of the turn before `from`, and `from`; nothing while clocks stand.
    turn: Option<(u64, u64)>,
    /// How many readings of the turn have been told.
    told: usize,
    /// Network credit left.
    quotas: [u64; 2],
    over: bool,
}

/// Replays a journal by hand; the board at its end.
pub(crate) fn check(setup: &Setup, rows: &[Row], coverage: &mut Coverage) -> Grid {
    let side = usize::from(setup.size.cols());
    let grid = vec![vec![b'.'; side]; side];
    let setups = Color::BOTH.map(|color| setup.clock_of(color));
    let mut model = Model {
        size: setup.size,
        clocks: setups,
        lapsed: false,
        told: 0,
        quotas: [2000; 2],
        positions: vec![grid.clone()],
        grid,
        next: Color::Black,
        left: setups.map(clocks::full),
        turn: Some((0, 0)),
        over: false,
    };
    let mut before: Option<&Row> = None;
    for (place, row) in rows.iter().enumerate() {
        assert_eq!(row.seq, place as u64 + 1);
        assert!(before.is_none_or(|before| before.at <= row.at), "time goes forward");
        assert!(!model.over, "nothing happens after the end");
        model.take(row, before);
        coverage.count(name(&row.event));
        before = Some(row);
    }
    model.grid
}

fn name(event: &GameEvent) -> String {
    let text = serde_json::to_value(event).unwrap();
    let how = text["outcome"]["how"].as_str().map(|how| format!(" {how}")).unwrap_or_default();
    format!("event {}{how}", text["kind"].as_str().unwrap())
}

impl Model {
    fn take(&mut self, row: &Row, before: Option<&Row>) {
        let at = row.at.0;
        match &row.event {
            GameEvent::Opened { .. } => assert_eq!(at, 0),
            GameEvent::Played { point, captures, left, credit_ms } => {
                self.play(*point, captures);
                self.moved(at, *left, *credit_ms);
            }
            GameEvent::Passed { left, credit_ms } => self.moved(at, *left, *credit_ms),
            GameEvent::Read { color, second, count, periods } => {
                let (spent, wanted) = (self.spent(at), self.readings()[self.told]);
                assert_eq!(*color, self.next, "who is to move is read");
                assert!(spent >= wanted.0, "read early: {spent} of {wanted:?}");
                assert_eq!((*second, *count, *periods), (wanted.1, wanted.2, wanted.3), "the next reading");
                self.told += 1;
            }
            GameEvent::Lapsed { due } => {
                assert_eq!(self.told, self.readings().len(), "read to the end");
                assert!(matches!(self.clock(), ClockSetup::Byoyomi { last_passes: true, .. }));
                assert!(self.spent(at) >= self.limit() && due.0 == at + 15_000, "lapsed early");
                (self.turn, self.lapsed) = (None, true);
            }
            GameEvent::AgreementOpened { .. } => self.turn = None,
            GameEvent::PlayResumed { to_move, .. } => {
                self.next = *to_move;
                (self.turn, self.told) = (Some((0, at)), 0);
            }
            GameEvent::Restored { charged_ms, hold, .. } => {
                let last = before.expect("a restored game was opened");
                assert_eq!(at, last.at.0 + charged_ms, "charged is what has passed");
                assert!(hold.0 >= at);
                // A limit that had passed stays passed, though a move on its way may still be credited.
                let open = self.turn.is_some() && self.spent(at) < self.limit();
                if let Some((spent, from)) = self.turn.filter(|_| open) {
                    self.turn = Some((spent + at.saturating_sub(from), hold.0.max(from)));
                }
            }
            GameEvent::Ended { outcome, .. } => {
                self.over = true;
                if let Outcome::Time { winner } = outcome {
                    assert_eq!(*winner, self.next.opponent(), "only the side to move can lose on time");
                    if !self.lapsed {
                        assert_eq!(self.told, self.readings().len(), "read to the end");
                        let (spent, limit) = (self.spent(at), self.limit());
                        assert!(spent >= limit, "the flag fell early: {spent} of {limit}");
                    }
                }
            }
            _ => {}
        }
    }

    fn spent(&self, at: u64) -> u64 {
        let (spent, from) = self.turn.expect("a clock runs");
        spent + at.saturating_sub(from)
    }

    fn clock(&self) -> ClockSetup {
        self.clocks[self.next as usize]
    }

    fn readings(&self) -> Vec<(u64, u16, Option<u8>, u16)> {
        clocks::readings(self.clock(), self.left[self.next as usize])
    }

    fn limit(&self) -> u64 {
        clocks::limit(self.clock(), self.left[self.next as usize])
    }

    fn moved(&mut self, at: u64, after: TimeLeft, credit: u64) {
        let clock = self.clock();
        let left = self.left[self.next as usize];
        let wanted = if self.lapsed {
            TimeLeft { periods: 1, ..TimeLeft::default() }
        } else {
            let spent = self.spent(at);
            let quota = self.quotas[self.next as usize];
            assert!(credit <= quota.min(500).min(spent), "credited {credit} of {quota}");
            assert!(spent - credit < self.limit(), "a move after the flag");
            let due = self.readings().iter().filter(|reading| reading.0 <= spent).count();
            assert_eq!(self.told, due, "everything that was due has been read");
            clocks::moved(clock, left, spent - credit)
        };
        assert_eq!(wanted, after, "the reading after the move");
        self.lapsed = false;
        let quota = &mut self.quotas[self.next as usize];
        *quota = (*quota - credit + 250).min(2000);
        self.left[self.next as usize] = after;
        self.next = self.next.opponent();
        (self.turn, self.told) = (Some((0, at)), 0);
    }

    fn play(&mut self, point: Point, captures: &[Point]) {
        let stone = if self.next == Color::Black { b'X' } else { b'O' };
        let (x, y) = self.xy(point);
        assert_eq!(self.grid[y][x], b'.', "stones go on empty points");
        self.grid[y][x] = stone;
        let mut taken = Vec::new();
        for (nx, ny) in self.around(x, y) {
            if self.grid[ny][nx] != stone && self.grid[ny][nx] != b'.' {
                taken.extend(self.group_without_liberties(nx, ny));
            }
        }
        taken.sort_unstable();
        taken.dedup();
        taken.iter().for_each(|(y, x)| self.grid[*y][*x] = b'.');
        let told: Vec<(usize, usize)> =
            captures.iter().map(|point| self.xy(*point)).map(|(x, y)| (y, x)).collect();
        assert_eq!(told, taken, "captures");
        assert!(self.group_without_liberties(x, y).is_empty(), "no suicide");
        assert!(!self.positions.contains(&self.grid), "no position comes back");
        self.positions.push(self.grid.clone());
    }

    fn xy(&self, point: Point) -> (usize, usize) {
        let (x, y) = self.size.xy(point);
        (x.into(), y.into())
    }

    fn around(&self, x: usize, y: usize) -> Vec<(usize, usize)> {
        let side = self.grid.len();
        let all = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        all.into_iter().filter(|(x, y)| *x < side && *y < side).collect()
    }

    /// The group of a stone as (row, column), if it has no liberty.
    fn group_without_liberties(&self, x: usize, y: usize) -> Vec<(usize, usize)> {
        let stone = self.grid[y][x];
        let (mut group, mut todo) = (Vec::new(), vec![(x, y)]);
        while let Some((x, y)) = todo.pop() {
            if group.contains(&(y, x)) {
                continue;
            }
            group.push((y, x));
            for (x, y) in self.around(x, y) {
                match self.grid[y][x] {
                    b'.' => return Vec::new(),
                    other if other == stone => todo.push((x, y)),
                    _ => {}
                }
            }
        }
        group
    }
}
