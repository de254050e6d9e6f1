//! Vacations in 通信棋 (RULES 6): so many days a side, taken whenever it likes, in which its own clock stands.
//!
//! A vacation is used up by the time that it lasts, whoever's turn it is and whatever day; it ends when its player
//! says so, or when nothing is left. Who is away may play all the same. What is due outside the clocks (agreement,
//! repetition) waits for as long as the vacation may still last, and no longer once it has ended.
//! Deliberately absent: vacations from all of a player's games at once.

use super::{Game, GameEvent, Misplaced, Phase, Refusal, Setup};
use crate::{ByColor, Color, RoomMs};

/// How many vacations a side may begin in one game, so that no journal grows without end.
pub const VACATIONS: u16 = 50;

/// One side's vacation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vacation {
    /// What was left when the latest one began or ended, in milliseconds.
    pub left_ms: u64,
    /// The one under way.
    pub away: Option<Away>,
    /// How many have begun.
    begun: u16,
}

/// A vacation under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Away {
    /// When it began.
    pub since: RoomMs,
    /// When it is used up.
    pub until: RoomMs,
}

impl Vacation {
    /// What both sides begin with.
    pub(super) fn full(setup: &Setup) -> ByColor<Self> {
        let full = |color| Self { left_ms: setup.clock_of(color).vacation_ms(), away: None, begun: 0 };
        ByColor::from_fn(full)
    }
}

impl Game {
    /// Both sides' vacations.
    #[must_use]
    pub const fn vacations(&self) -> ByColor<Vacation> {
        self.vacations
    }

    pub(super) fn decide_begin_vacation(&self, seat: Color, now: RoomMs) -> Result<Vec<GameEvent>, Refusal> {
        let vacation = self.vacations.get(seat);
        if vacation.away.is_some() {
            return Err(Refusal::OnVacation);
        }
        if vacation.left_ms == 0 {
            return Err(Refusal::NoVacation);
        }
        if vacation.begun >= VACATIONS {
            return Err(Refusal::TooOften);
        }
        Ok(vec![GameEvent::VacationBegan { by: seat, until: now.plus(vacation.left_ms) }])
    }

    pub(super) fn decide_end_vacation(&self, seat: Color, now: RoomMs) -> Result<Vec<GameEvent>, Refusal> {
        let away = self.vacations.get(seat).away.ok_or(Refusal::NotOnVacation)?;
        Ok(vec![GameEvent::VacationEnded { by: seat, left_ms: away.until.since(now) }])
    }

    /// When the first vacation under way is used up.
    pub(super) fn vacation_due(&self) -> Option<RoomMs> {
        self.first_to_return().map(|(_, until)| until)
    }

    /// The end of a vacation that is used up by `now`.
    pub(super) fn vacation_over(&self, now: RoomMs) -> Option<GameEvent> {
        let (by, until) = self.first_to_return()?;
        (until <= now).then_some(GameEvent::VacationEnded { by, left_ms: 0 })
    }

    fn first_to_return(&self) -> Option<(Color, RoomMs)> {
        if self.phase == Phase::Over {
            return None;
        }
        let until = |color: Color| Some((color, self.vacations.get(color).away?.until));
        Color::BOTH.into_iter().filter_map(until).min_by_key(|(_, until)| *until)
    }

    pub(super) fn vacation_began(&mut self, by: Color, at: RoomMs, until: RoomMs) -> Result<(), Misplaced> {
        let vacation = self.vacations.get_mut(by);
        if self.phase == Phase::Over
            || vacation.away.is_some()
            || until.since(at) != vacation.left_ms
            || until <= at
        {
            return Err(Misplaced::Vacation);
        }
        vacation.away = Some(Away { since: at, until });
        vacation.begun = vacation.begun.saturating_add(1);
        self.wait(|due| due.plus(until.since(at)));
        Ok(())
    }

    pub(super) fn vacation_ended(&mut self, by: Color, at: RoomMs, left_ms: u64) -> Result<(), Misplaced> {
        let away = self.vacations.get(by).away.filter(|_| self.phase != Phase::Over);
        let Some(away) = away.filter(|away| away.until.since(at) == left_ms) else {
            return Err(Misplaced::Vacation);
        };
        if self.running.is_some_and(|running| running.color == by) {
            self.fold(at, at);
        }
        let vacation = self.vacations.get_mut(by);
        (vacation.left_ms, vacation.away) = (left_ms, None);
        self.calls.waited(away.since, at);
        self.wait(|due| RoomMs(due.0.saturating_sub(away.until.since(at))));
        Ok(())
    }

    /// Since when somebody is on vacation.
    pub(super) fn away_since(&self) -> Option<RoomMs> {
        Color::BOTH.into_iter().filter_map(|color| Some(self.vacations.get(color).away?.since)).min()
    }

    /// Moves what is due outside the clocks.
    pub(super) fn wait(&mut self, moved: impl Fn(RoomMs) -> RoomMs) {
        if let Some(agreement) = &mut self.agreement {
            agreement.due = moved(agreement.due);
        }
        if let Some(offer) = &mut self.offer {
            offer.due = moved(offer.due);
        }
    }
}
