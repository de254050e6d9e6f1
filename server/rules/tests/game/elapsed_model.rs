//! A much simpler model of the clocks of a whole game: for each side the sum of the milliseconds in which its
//! clock ran, counted one by one.

use rules::{ByColor, ClockSetup, Color, TimeLeft};

use crate::clock_model::Watched;

pub(crate) struct Model {
    pub(crate) clocks: ByColor<Watched>,
    /// Whose turn it is, and with what it began.
    turn: Option<(Color, Watched)>,
    turn_ms: u64,
    runs_from: u64,
    stands: bool,
    now: u64,
    /// Nothing was left at this moment.
    pub(crate) lost_at: Option<u64>,
    /// What each move's turn began with, as it would have been with what was given and set since.
    began: Vec<(Color, TimeLeft)>,
    /// A side that is absent when the game should begin: with what it began, and for how many milliseconds its clock
    /// has run.
    absent: ByColor<Option<(Watched, u64)>>,
    /// Nothing was left to a side that was absent.
    pub(crate) missed_at: ByColor<Option<u64>>,
}

impl Model {
    pub(crate) fn new(clock: ClockSetup, first: Color) -> Self {
        let watched = Watched::new(clock);
        Self {
            clocks: ByColor::from_fn(|_| watched),
            turn: Some((first, watched)),
            turn_ms: 0,
            runs_from: 0,
            stands: false,
            now: 0,
            lost_at: None,
            began: Vec::new(),
            absent: ByColor::default(),
            missed_at: ByColor::default(),
        }
    }

    pub(crate) fn left(&self) -> ByColor<TimeLeft> {
        ByColor::from_fn(|color| self.clocks.get(color).left)
    }

    /// When the clock runs on, if it does.
    pub(crate) const fn runs_from(&self) -> u64 {
        self.runs_from
    }

    pub(crate) fn advance(&mut self, to: u64) {
        if let (Some((color, _)), false) = (self.turn, self.stands) {
            for ms in self.now.max(self.runs_from)..to {
                if self.lost_at.is_none() && self.clocks.get_mut(color).tick() {
                    self.lost_at = Some(ms + 1);
                }
                self.turn_ms += 1;
            }
        }
        for color in Color::BOTH {
            for ms in self.now.max(self.runs_from)..to {
                if self.absent.get(color).is_some() && self.tick_absent(color) {
                    *self.missed_at.get_mut(color) = Some(ms + 1);
                }
            }
        }
        self.now = to;
    }

    /// A millisecond in which a side is awaited; whether nothing is left then.
    fn tick_absent(&mut self, color: Color) -> bool {
        let had_lost = self.missed_at.get(color).is_some();
        if let Some((_, late_ms)) = self.absent.get_mut(color) {
            *late_ms += 1;
        }
        !had_lost && self.clocks.get_mut(color).tick()
    }

    /// The appointed time has come, and these sides are not there.
    pub(crate) fn await_sides(&mut self, absent: ByColor<bool>) {
        (self.turn, self.runs_from) = (None, self.now);
        let clocks = &self.clocks;
        self.absent = ByColor::from_fn(|color| absent.get(color).then_some((*clocks.get(color), 0)));
    }

    /// A side has come, or has lost by not coming.
    pub(crate) fn awaited(&mut self, color: Color) {
        *self.absent.get_mut(color) = None;
        self.clocks.get_mut(color).read_ms = 0;
    }

    /// A clock that is read against an absent side was changed: its lateness is charged anew.
    fn late_anew(&mut self, color: Color, change: impl Fn(&mut TimeLeft)) {
        let Some((start, late_ms)) = self.absent.get_mut(color) else { return };
        change(&mut start.left);
        let late_ms = *late_ms;
        *self.clocks.get_mut(color) = *start;
        let lost = (0..late_ms).any(|_| self.clocks.get_mut(color).tick());
        *self.missed_at.get_mut(color) = lost.then_some(self.now);
    }

    pub(crate) fn begin(&mut self, color: Color, from: u64) {
        self.turn = Some((color, *self.clocks.get(color)));
        (self.turn_ms, self.runs_from, self.stands) = (0, from, false);
    }

    /// The side to move moves or passes, and then nobody's clock runs.
    pub(crate) fn press(&mut self) {
        if let Some((color, start)) = self.turn.take() {
            self.began.push((color, start.left));
            self.clocks.get_mut(color).press();
        }
    }

    pub(crate) const fn stop(&mut self) {
        self.stands = true;
    }

    pub(crate) const fn go_on(&mut self, hold: u64) {
        (self.stands, self.runs_from) = (false, hold);
    }

    /// A server takes over.
    pub(crate) fn restored(&mut self, hold: u64) {
        if !self.stands {
            self.runs_from = self.runs_from.max(hold);
        }
    }

    /// How many moves were made, and sealed.
    pub(crate) const fn moves(&self) -> usize {
        self.began.len()
    }

    /// A reading says what the watched clock shows.
    pub(crate) fn read(&self, color: Color, second: u16, periods: u16) {
        let clock = self.clocks.get(color);
        let is_second = clock.read_ms == u64::from(second) * 1000;
        assert!(clock.read_ms == 0 || is_second, "{second} is read {} ms into the period", clock.read_ms);
        assert_eq!(clock.left.periods, periods);
    }

    /// The side whose sealed move was lost has nothing for it.
    pub(crate) fn seal_lost(&mut self) {
        let moves = self.began.len() - 1;
        self.take_back(moves);
    }

    /// No side has more than it had when the moves after so many were not made.
    fn take_back(&mut self, moves: usize) {
        let gone = self.began.split_off(moves);
        for color in Color::BOTH {
            let Some((_, began)) = gone.iter().find(|(whose, _)| *whose == color) else { continue };
            let lowered = |left: TimeLeft| TimeLeft {
                main_ms: left.main_ms.min(began.main_ms),
                stint_ms: left.stint_ms.min(began.stint_ms),
                moves: began.moves,
                ..left
            };
            let clock = self.clocks.get_mut(color);
            if !matches!(clock.setup, ClockSetup::Fischer { .. } | ClockSetup::Canadian { .. }) {
                continue;
            }
            match &mut self.turn {
                Some((whose, start)) if *whose == color => {
                    if lowered(start.left) != start.left {
                        clock.left = lowered(clock.left);
                        (*start, self.turn_ms) = (*clock, 0);
                    }
                }
                _ => clock.left = lowered(clock.left),
            }
        }
    }

    /// All but so many moves were taken back, and it is the turn of this side.
    pub(crate) fn undone(&mut self, next: Color, moves: usize) {
        self.break_off(next);
        self.take_back(moves);
    }

    fn break_off(&mut self, next: Color) {
        let stands = self.stands;
        match self.turn {
            Some((color, _)) if color == next => return,
            Some((color, _)) => {
                let clock = self.clocks.get_mut(color);
                clock.read_ms = 0;
                if let ClockSetup::Simple { move_ms } | ClockSetup::Correspondence { move_ms, .. } =
                    clock.setup
                {
                    clock.left.main_ms = move_ms;
                }
            }
            None => {}
        }
        self.begin(next, self.now);
        self.stands = stands;
    }

    pub(crate) fn set(&mut self, color: Color, left: TimeLeft) {
        self.began.iter_mut().filter(|(whose, _)| *whose == color).for_each(|(_, began)| *began = left);
        if self.absent.get(color).is_some() {
            return self.late_anew(color, |start| *start = left);
        }
        let clock = self.clocks.get_mut(color);
        (clock.left, clock.read_ms) = (left, 0);
        if let Some((whose, start)) = &mut self.turn
            && *whose == color
        {
            (*start, self.turn_ms) = (*clock, 0);
        }
    }

    /// What the turn has lasted is charged to the clock as if it had always had this more.
    pub(crate) fn add(&mut self, color: Color, ms: u64) {
        self.began.iter_mut().filter(|(whose, _)| *whose == color).for_each(|(_, began)| began.main_ms += ms);
        if self.absent.get(color).is_some() {
            return self.late_anew(color, |start| start.main_ms += ms);
        }
        match &mut self.turn {
            Some((whose, start)) if *whose == color => {
                start.left.main_ms += ms;
                let mut clock = *start;
                for _ in 0..self.turn_ms {
                    clock.tick();
                }
                *self.clocks.get_mut(color) = clock;
            }
            _ => self.clocks.get_mut(color).left.main_ms += ms,
        }
    }
}
