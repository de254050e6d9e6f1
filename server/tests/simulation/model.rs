//! The much simpler model: what a journal must amount to, worked out by hand.
//!
//! It knows a board as a grid, superko as a list of grids, and a clock as two numbers a side.

mod around;
mod calls;
mod envelopes;
mod given;
mod stops;

use rules::{ClockSetup, Color, GameEvent, Outcome, Point, Setup, Size, TimeLeft};
use tianyuan::store::Row;

use crate::clocks;
use crate::coverage::Coverage;
pub(crate) use around::Claimed;
pub(crate) use envelopes::Envelopes;

/// A grid of stones.
pub(crate) type Grid = Vec<Vec<u8>>;

/// A grid, and the points that a stone took from it.
type After = (Grid, Vec<(usize, usize)>);

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
    /// Up to when the turn has been read aloud.
    told: u64,
    /// Network credit left.
    quotas: [u64; 2],
    over: bool,
    around: around::Around,
    given: given::Given,
}

/// Replays a journal by hand; the board at its end, and what was claimed of somebody who was away.
pub(crate) fn check(
    setup: &Setup,
    rows: &[Row],
    envelopes: &Envelopes,
    coverage: &mut Coverage,
) -> (Grid, Vec<Claimed>) {
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
        turn: setup.appointment.is_none().then_some((0, 0)),
        over: false,
        around: around::Around::new(setup),
        given: given::Given::default(),
    };
    let mut before: Option<&Row> = None;
    for (place, row) in rows.iter().enumerate() {
        assert_eq!(row.seq, place as u64 + 1);
        assert!(before.is_none_or(|before| before.at <= row.at), "time goes forward");
        assert!(!model.over, "nothing happens after the end");
        model.take(row, before, envelopes);
        coverage.count(name(&row.event));
        before = Some(row);
    }
    (model.grid, model.around.claims)
}

fn name(event: &GameEvent) -> String {
    let text = serde_json::to_value(event).unwrap();
    let how = text["outcome"]["how"].as_str().map(|how| format!(" {how}")).unwrap_or_default();
    let what = ["request", "reason"].into_iter().find_map(|field| text[field].as_str());
    let what = what.filter(|_| text["kind"] != "ruled").map(|what| format!(" {what}")).unwrap_or_default();
    let end = text["how"].as_str().map(|end| format!(" {end}")).unwrap_or_default();
    format!("event {}{how}{what}{end}", text["kind"].as_str().unwrap())
}

impl Model {
    fn take(&mut self, row: &Row, before: Option<&Row>, envelopes: &Envelopes) {
        let at = row.at.0;
        self.expected(row, envelopes);
        match &row.event {
            GameEvent::Opened { .. } => assert_eq!(at, 0),
            GameEvent::Played { point, captures, left, credit_ms } => {
                self.play(*point, captures);
                self.ended_turn(row, Some(*point), (*left, *credit_ms), envelopes);
            }
            GameEvent::Passed { left, credit_ms } => {
                self.ended_turn(row, None, (*left, *credit_ms), envelopes);
            }
            GameEvent::Read { color, second, count, periods } if self.around.waits() => {
                self.read_awaited(at, *color, (*second, *count, *periods));
            }
            GameEvent::Read { color, second, count, periods } => {
                let (spent, wanted) = (self.spent(at), self.untold().next().expect("something to read"));
                assert_eq!(*color, self.next, "who is to move is read");
                assert!(spent >= wanted.0, "read early: {spent} of {wanted:?}");
                assert_eq!((*second, *count, *periods), (wanted.1, wanted.2, wanted.3), "the next reading");
                self.told = wanted.0;
            }
            GameEvent::Lapsed { due } => {
                assert_eq!(self.untold().next(), None, "read to the end");
                assert!(matches!(self.clock(), ClockSetup::Byoyomi { last_passes: true, .. }));
                assert!(self.spent(at) >= self.limit() && due.0 == at + 15_000, "lapsed early");
                // What is used up stays so, whatever is added to it.
                self.left[self.next as usize] = TimeLeft::default();
                (self.turn, self.lapsed) = (None, true);
            }
            GameEvent::AgreementOpened { .. } => {
                self.turn = None;
                self.around.agrees();
            }
            GameEvent::PlayResumed { to_move, .. } => {
                self.around.call = None;
                self.turn_of(*to_move, at);
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
                self.check_end(row, outcome);
                if let Outcome::Time { winner } = outcome {
                    assert_eq!(*winner, self.next.opponent(), "only the side to move can lose on time");
                    if !self.lapsed {
                        assert_eq!(self.untold().next(), None, "read to the end");
                        let (spent, limit) = (self.spent(at), self.limit());
                        assert!(spent >= limit, "the flag fell early: {spent} of {limit}");
                    }
                }
            }
            event => self.take_around(row, event, envelopes),
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

    /// Those that have not been told.
    fn untold(&self) -> impl Iterator<Item = (u64, u16, Option<u8>, u16)> {
        let told = self.told;
        self.readings().into_iter().filter(move |reading| reading.0 > told)
    }

    fn limit(&self) -> u64 {
        clocks::limit(self.clock(), self.left[self.next as usize])
    }

    /// The clock of the side to move, at its move.
    fn paid(&mut self, at: u64, after: TimeLeft, credit: u64) {
        let clock = self.clock();
        let left = self.left[self.next as usize];
        let wanted = if self.lapsed {
            TimeLeft { periods: 1, ..TimeLeft::default() }
        } else {
            let spent = self.spent(at);
            let quota = self.quotas[self.next as usize];
            assert!(credit <= quota.min(500).min(spent), "credited {credit} of {quota}");
            assert!(spent - credit < self.limit(), "a move after the flag");
            let due = self.untold().find(|reading| reading.0 <= spent);
            assert_eq!(due, None, "everything that was due has been read");
            clocks::moved(clock, left, spent - credit)
        };
        assert_eq!(wanted, after, "the reading after the move");
        self.given.moved(self.next, left);
        self.lapsed = false;
        let quota = &mut self.quotas[self.next as usize];
        *quota = (*quota - credit + 250).min(2000);
        self.left[self.next as usize] = after;
    }

    /// A side's turn begins.
    fn turn_of(&mut self, color: Color, at: u64) {
        let from = if self.around.stands() { u64::MAX } else { at };
        (self.next, self.turn, self.told) = (color, Some((0, from)), 0);
    }

    fn play(&mut self, point: Point, captures: &[Point]) {
        let (grid, taken) = self.after(point).unwrap_or_else(|why| panic!("{why}"));
        let told: Vec<(usize, usize)> =
            captures.iter().map(|point| self.xy(*point)).map(|(x, y)| (y, x)).collect();
        assert_eq!(told, taken, "captures");
        self.grid = grid;
        self.positions.push(self.grid.clone());
    }

    /// The grid after a stone of the side to move, and what it takes; or why it may not be played.
    fn after(&self, point: Point) -> Result<After, &'static str> {
        let stone = if self.next == Color::Black { b'X' } else { b'O' };
        let (x, y) = self.xy(point);
        if self.grid[y][x] != b'.' {
            return Err("stones go on empty points");
        }
        let mut grid = self.grid.clone();
        grid[y][x] = stone;
        let mut taken = Vec::new();
        for (nx, ny) in around_of(&grid, x, y) {
            if grid[ny][nx] != stone && grid[ny][nx] != b'.' {
                taken.extend(group_without_liberties(&grid, nx, ny));
            }
        }
        taken.sort_unstable();
        taken.dedup();
        taken.iter().for_each(|(y, x)| grid[*y][*x] = b'.');
        if !group_without_liberties(&grid, x, y).is_empty() {
            return Err("no suicide");
        }
        if self.positions.contains(&grid) {
            return Err("no position comes back");
        }
        Ok((grid, taken))
    }

    fn xy(&self, point: Point) -> (usize, usize) {
        let (x, y) = self.size.xy(point);
        (x.into(), y.into())
    }
}

fn around_of(grid: &Grid, x: usize, y: usize) -> Vec<(usize, usize)> {
    let side = grid.len();
    let all = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    all.into_iter().filter(|(x, y)| *x < side && *y < side).collect()
}

/// The group of a stone as (row, column), if it has no liberty.
fn group_without_liberties(grid: &Grid, x: usize, y: usize) -> Vec<(usize, usize)> {
    let stone = grid[y][x];
    let (mut group, mut todo) = (Vec::new(), vec![(x, y)]);
    while let Some((x, y)) = todo.pop() {
        if group.contains(&(y, x)) {
            continue;
        }
        group.push((y, x));
        for (x, y) in around_of(grid, x, y) {
            match grid[y][x] {
                b'.' => return Vec::new(),
                other if other == stone => todo.push((x, y)),
                _ => {}
            }
        }
    }
    group
}
