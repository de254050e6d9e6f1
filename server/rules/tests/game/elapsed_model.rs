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
        self.now = to;
    }

    pub(crate) fn begin(&mut self, color: Color, from: u64) {
        self.turn = Some((color, *self.clocks.get(color)));
        (self.turn_ms, self.runs_from, self.stands) = (0, from, false);
    }

    /// The side to move moves or passes, and then nobody's clock runs.
    pub(crate) fn press(&mut self) {
        if let Some((color, _)) = self.turn.take() {
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

    /// Moves were taken back, and it is the turn of this side.
    pub(crate) fn undone(&mut self, next: Color) {
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
