//! Coming late to a scheduled game (RULES 6): four venues, each with its rule.
//!
//! | venue | later than | until then |
//! | --- | --- | --- |
//! | remote | 60 minutes forfeits | twice the lateness comes off the time |
//! | same venue | 15 minutes forfeits | twice the lateness comes off the time |
//! | campus | 20 minutes, these included, forfeits | nothing |
//! | absence byo-yomi | the time being used up | the clock is read against the absent side; what is used stays used |
//!
//! The deduction comes from the main time, then from the periods, and exhausting them loses. Under
//! `chinese-1988` lateness is deducted once. Both late: each by the same rule, possibly both lose. One
//! start for both: the first turn begins when both are there, never before the appointed time.
//! Under absence byo-yomi the clock is read aloud as in play (`read`), against each absent side by its own clock. When
//! both are away and the same is due for both, it is told twice, Black's first: each side's readings are its own, in
//! the journal as in the time sheet. Who speaks them may say it once.
//! Deliberately absent: who is connected; whether a side is there is an argument.

use serde::{Deserialize, Serialize};

use super::given::Given;
use super::{Game, GameEvent, Misplaced, Phase};
use crate::{ByColor, Color, Outcome, Preset, RoomMs, TimeLeft};

const MINUTE_MS: u64 = 60 * 1000;
/// How far ahead a game may be appointed, in milliseconds: four weeks.
pub const APPOINTMENT_MS: u64 = 28 * 24 * 60 * MINUTE_MS;

/// Where the players sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Venue {
    /// Each at home.
    Remote,
    /// All in one place.
    Same,
    /// An event of a school or university.
    Campus,
    /// Fast games: the clock is read against who is absent.
    Reading,
}

/// When and where a scheduled game is to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appointment {
    /// Room time of the start.
    pub start: RoomMs,
    /// Where.
    pub venue: Venue,
}

/// How one side stands before the game has begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// Not there yet.
    #[default]
    Empty,
    /// There.
    Taken,
    /// Lost by its lateness.
    Forfeited,
}

/// Who has come, while a scheduled game waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrivals {
    /// Whether the appointed time has come.
    pub(super) started: bool,
    /// By how much the start has moved on because no server had the game, in milliseconds.
    delay_ms: u64,
    /// How late the absent were when a server was last lost, in milliseconds: what is used stays used.
    late_ms: u64,
    /// How much of its lateness has been read to each side, in milliseconds.
    pub(super) told_ms: ByColor<u64>,
    pub(super) seats: ByColor<Seat>,
}

impl Venue {
    /// From how much lateness on the game is forfeited, in milliseconds, whatever the clock.
    const fn forfeits_from_ms(self) -> Option<u64> {
        match self {
            Self::Remote => Some(60 * MINUTE_MS + 1),
            Self::Same => Some(15 * MINUTE_MS + 1),
            Self::Campus => Some(20 * MINUTE_MS),
            Self::Reading => None,
        }
    }

    /// What so much lateness costs, in milliseconds.
    const fn cost_ms(self, preset: Preset, late_ms: u64) -> u64 {
        match (self, preset) {
            (Self::Campus, _) => 0,
            (Self::Reading, _) | (_, Preset::Chinese1988) => late_ms,
            (Self::Remote | Self::Same, _) => late_ms.saturating_mul(2),
        }
    }
}

// Getters.
impl Game {
    /// How each side stands before a scheduled game has begun.
    #[must_use]
    pub const fn seats(&self) -> ByColor<Seat> {
        self.arrivals.seats
    }

    /// Whether a scheduled game waits for its time or its players.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.phase == Phase::Waiting
    }

    /// From when lateness counts in a scheduled game: the appointed time, moved on by outages that left
    /// the players no way to come.
    #[must_use]
    pub fn start(&self) -> Option<RoomMs> {
        Some(self.setup.appointment?.start.plus(self.arrivals.delay_ms))
    }

    /// When a game that waits for an appointed time goes on, as long as that has not come: one that has not begun, or
    /// that is adjourned or stopped by a referee. Until then the time of the room is that of the world: it goes on
    /// while no server has the room.
    #[must_use]
    pub fn appointed(&self) -> Option<RoomMs> {
        if let Some(stopped) = self.stopped {
            return stopped.is_appointed().then_some(stopped.until);
        }
        self.start().filter(|_| self.is_waiting() && !self.arrivals.started)
    }

    /// How late the absent are at `now`, in milliseconds.
    pub(super) fn late_ms(&self, now: RoomMs) -> u64 {
        let since_ms = self.start().map_or(0, |start| now.since(start));
        if self.arrivals.started { since_ms.max(self.arrivals.late_ms) } else { 0 }
    }

    /// When somebody is so late; a lateness that had come before a server was lost is overdue.
    pub(super) fn late_at(&self, late_ms: u64) -> Option<RoomMs> {
        let start = self.start()?;
        Some(if late_ms <= self.arrivals.late_ms { RoomMs(0) } else { start.plus(late_ms) })
    }

    /// Whether the clock is read against this side, who is absent (absence byo-yomi).
    pub(super) fn is_read_absent(&self, color: Color) -> bool {
        let reads = self.setup.appointment.is_some_and(|appointment| appointment.venue == Venue::Reading);
        self.is_waiting() && reads && self.arrivals.started && *self.arrivals.seats.get(color) == Seat::Empty
    }

    /// Each side's time at `now` before the game has begun.
    pub(super) fn times_absent(&self, now: RoomMs) -> ByColor<TimeLeft> {
        let late = |color| self.left_late(color, self.late_ms(now));
        ByColor::from_fn(
            |color| if self.is_read_absent(color) { late(color) } else { *self.times.get(color) },
        )
    }

    /// When the next thing happens of itself before the game has begun.
    pub(super) fn arrival_limit(&self) -> Option<RoomMs> {
        let start = self.start()?;
        if !self.arrivals.started {
            return Some(start);
        }
        let of = |color| {
            let waits = *self.arrivals.seats.get(color) == Seat::Empty;
            waits.then(|| self.forfeits_from_ms(color)).flatten()
        };
        let late_ms = [of(Color::Black), of(Color::White)].into_iter().flatten().min()?;
        self.late_at(late_ms)
    }

    /// With how much lateness a side loses its game, in milliseconds.
    fn forfeits_from_ms(&self, color: Color) -> Option<u64> {
        let venue = self.setup.appointment?.venue;
        let limit_ms = self.setup.clock_of(color).limit_ms(*self.times.get(color));
        let exhausted = limit_ms.filter(|_| venue != Venue::Campus).map(|limit_ms| {
            let double = venue.cost_ms(self.setup.preset, 1) == 2;
            if double { limit_ms.div_ceil(2) } else { limit_ms }
        });
        [venue.forfeits_from_ms(), exhausted].into_iter().flatten().min()
    }

    /// What a side has left that comes so late.
    fn left_late(&self, color: Color, late_ms: u64) -> TimeLeft {
        let left = *self.times.get(color);
        let Some(appointment) = self.setup.appointment else { return left };
        let cost_ms = appointment.venue.cost_ms(self.setup.preset, late_ms);
        self.setup.clock_of(color).spent(left, cost_ms)
    }
}

// Inputs.
impl Game {
    /// A side has come, at `now`: nothing before the appointed time, when it is there already, or too late.
    #[must_use]
    pub fn arrive(&self, color: Color, now: RoomMs) -> Vec<GameEvent> {
        let waits = self.arrivals.started && *self.arrivals.seats.get(color) == Seat::Empty;
        let (Phase::Waiting, true) = (self.phase, waits) else { return Vec::new() };
        let late_ms = self.late_ms(now);
        if self.forfeits_from_ms(color).is_some_and(|ms| ms <= late_ms) {
            return Vec::new();
        }
        let left_late = self.left_late(color, late_ms);
        let arrived = GameEvent::Arrived { color, late_ms, left: left_late };
        let other = color.opponent();
        let won = *self.arrivals.seats.get(other) == Seat::Forfeited;
        let end = won.then(|| {
            let mut left = self.times_at(now);
            *left.get_mut(color) = left_late;
            GameEvent::Ended { outcome: Outcome::Forfeit { winner: color }, count: None, left }
        });
        std::iter::once(arrived).chain(end).collect()
    }

    /// What happens of itself while the game waits, when these sides are there.
    pub(super) fn arrival_due(&self, now: RoomMs, here: ByColor<bool>) -> Option<GameEvent> {
        if !self.arrivals.started {
            return Some(GameEvent::Started { here });
        }
        let late_ms = self.late_ms(now);
        let is_lost = |&color: &Color| {
            *self.arrivals.seats.get(color) == Seat::Empty
                && self.forfeits_from_ms(color).is_some_and(|ms| ms <= late_ms)
        };
        let loser = Color::BOTH.into_iter().find(is_lost)?;
        match self.arrivals.seats.get(loser.opponent()) {
            Seat::Empty => Some(GameEvent::Missed { color: loser }),
            Seat::Taken => Some(self.ended(Outcome::Forfeit { winner: loser.opponent() }, None, now)),
            Seat::Forfeited => Some(self.ended(Outcome::BothLose, None, now)),
        }
    }
}

// What becomes of it.
impl Game {
    pub(super) fn started(&mut self, at: RoomMs, here: ByColor<bool>) -> Result<(), Misplaced> {
        self.expect(Phase::Waiting)?;
        if self.arrivals.started {
            return Err(Misplaced::Phase);
        }
        self.arrivals.started = true;
        self.arrivals.seats = here.map(|here| if here { Seat::Taken } else { Seat::Empty });
        self.begin_when_both(at);
        Ok(())
    }

    pub(super) fn arrived(&mut self, at: RoomMs, color: Color, left: TimeLeft) -> Result<(), Misplaced> {
        self.take_seat(color, Seat::Taken)?;
        *self.times.get_mut(color) = left;
        self.note_given(color, Given::Set(left));
        self.begin_when_both(at);
        Ok(())
    }

    pub(super) fn missed(&mut self, color: Color) -> Result<(), Misplaced> {
        if self.is_read_absent(color) {
            // Nothing is left of what was read.
            *self.times.get_mut(color) = self.left_late(color, u64::MAX);
        }
        self.take_seat(color, Seat::Forfeited)
    }

    fn take_seat(&mut self, color: Color, how: Seat) -> Result<(), Misplaced> {
        self.expect(Phase::Waiting)?;
        let seat = self.arrivals.seats.get_mut(color);
        if !self.arrivals.started || *seat != Seat::Empty {
            return Err(Misplaced::Phase);
        }
        *seat = how;
        Ok(())
    }

    /// A server took the game over: nobody is late because there was none, nor while the players find back.
    pub(super) fn arrivals_restored(&mut self, at: RoomMs, hold: RoomMs) {
        let Some(start) = self.start() else { return };
        if self.arrivals.started && self.limit().is_some_and(|limit| limit <= at) {
            return;
        }
        // Lateness goes on from what it was, once the hold is over.
        self.arrivals.late_ms = self.late_ms(at);
        let moved = RoomMs(hold.0.saturating_sub(self.arrivals.late_ms)).max(start);
        self.arrivals.delay_ms = self.arrivals.delay_ms.saturating_add(moved.since(start));
    }

    /// A clock that is read against an absent side was changed: what of its lateness has passed is not read again.
    pub(super) fn reread_absent(&mut self, at: RoomMs, color: Color) {
        if self.is_read_absent(color) {
            let late_ms = self.late_ms(at);
            let told_ms = self.arrivals.told_ms.get_mut(color);
            *told_ms = late_ms.max(*told_ms);
        }
    }

    fn begin_when_both(&mut self, at: RoomMs) {
        if self.arrivals.seats == (ByColor { black: Seat::Taken, white: Seat::Taken }) {
            let (phase, next) = Self::first_turn(&self.setup);
            self.phase = phase;
            self.turn(next, at);
        }
    }
}
