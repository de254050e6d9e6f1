//! Games that nobody sits through, for now or at all: which of their days count, and when their rooms may sleep
//! (RULES 6, 通信棋).
//!
//! A turn costs the milliseconds that the side's calendar counts, those of its own vacation left out. Where every
//! day counts and nobody is away, that is the plain difference, as in every other game.
//! Deliberately absent: the wall clock. What day it is follows from the wall time of room time 0, which the
//! journal has, and which each change of server corrects.

use super::{Game, GameEvent, Phase, Running};
use crate::{Calendar, ClockSetup, Color, RoomMs};

impl Game {
    /// Whether the room of this game need not be awake while nobody watches it and nothing is due: nobody
    /// sits through it, or it waits for an [appointed](Self::appointed) time.
    #[must_use]
    pub fn rests(&self, _now: RoomMs) -> bool {
        self.appointed().is_some()
            || !matches!(self.phase, Phase::Waiting | Phase::Over)
                && Color::BOTH.iter().all(|&color| self.setup.clock_of(color).is_slow())
    }

    /// The wall time at a room time, in Unix milliseconds, as the journal has it; none where it does not say.
    #[must_use]
    pub fn wall_ms(&self, at: RoomMs) -> Option<i64> {
        Some(self.zero_wall_ms?.saturating_add(i64::try_from(at.0).unwrap_or(i64::MAX)))
    }

    /// Which days count for the clock of a side.
    #[must_use]
    pub fn calendar(&self, color: Color) -> Calendar {
        match (self.setup.clock_of(color), self.zero_wall_ms) {
            (ClockSetup::Correspondence { weekend_stop: true, .. }, Some(zero_ms)) => {
                Calendar::weekdays(zero_ms)
            }
            _ => Calendar::every_day(),
        }
    }

    /// The event by which a server wakes a resting game, of which some time was not served: the time of the
    /// room is now `now`, of which `charged_ms` were served since its last event, and the wall clock shows `wall_ms`.
    /// There is no hold: the grace after an outage is not served time either.
    #[must_use]
    pub const fn woken(now: RoomMs, charged_ms: u64, uncharged_ms: u64, wall_ms: i64) -> GameEvent {
        GameEvent::Restored { charged_ms, uncharged_ms, hold: now, wall_ms: Some(wall_ms) }
    }

    /// What a turn has cost by `now`, in milliseconds.
    pub(super) fn elapsed_ms(&self, running: Running, now: RoomMs) -> u64 {
        let calendar = self.calendar(running.color);
        let all_ms = calendar.work_ms(running.from, now);
        let away_ms = self
            .vacations
            .get(running.color)
            .away
            .map_or(0, |away| calendar.work_ms(running.from.max(away.since), now.min(away.until)));
        running.elapsed_ms.saturating_add(all_ms.saturating_sub(away_ms))
    }

    /// When a turn will have cost `limit_ms`.
    pub(super) fn turn_due(&self, running: Running, limit_ms: u64) -> RoomMs {
        let calendar = self.calendar(running.color);
        let left_ms = limit_ms.saturating_sub(running.elapsed_ms);
        let due = calendar.after(running.from, left_ms);
        match self.vacations.get(running.color).away {
            Some(away) if away.since < due && running.from < away.until => {
                let before_ms = calendar.work_ms(running.from, away.since);
                calendar.after(away.until, left_ms.saturating_sub(before_ms))
            }
            Some(_) | None => due,
        }
    }

    /// When an answer outside the clocks is due that is asked for at `now`, and usually within `usual_ms`: no
    /// day that a clock does not count, and no vacation, is part of it.
    pub(super) fn answer_due(&self, now: RoomMs, usual_ms: u64) -> RoomMs {
        let answer_ms = self.setup.answer_ms(usual_ms);
        let due = |color| self.calendar(color).after(now, answer_ms);
        let away_ms = |color| self.vacations.get(color).away.map_or(0, |away| away.until.since(now));
        due(Color::Black)
            .max(due(Color::White))
            .plus(away_ms(Color::Black).saturating_add(away_ms(Color::White)))
    }

    /// Writes down what the turn has cost by `at`; its clock goes on from `from`, or later if it stands longer.
    pub(super) fn fold(&mut self, at: RoomMs, from: RoomMs) {
        if let Some(running) = self.running {
            let elapsed_ms = self.elapsed_ms(running, at);
            self.running = Some(Running { elapsed_ms, from: running.from.max(from), ..running });
        }
    }

    /// Corrects what is known of the wall clock: room time `at` was at `wall_ms`.
    pub(super) fn date(&mut self, at: RoomMs, wall_ms: Option<i64>) {
        if let Some(wall_ms) = wall_ms {
            self.zero_wall_ms = Some(wall_ms.saturating_sub(i64::try_from(at.0).unwrap_or(i64::MAX)));
        }
    }
}
