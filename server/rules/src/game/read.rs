//! The clock read aloud (读秒报时; RULES 6): when the next reading is due, and what it is.
//!
//! A reading is told once. What has been told survives a change of server; what fell due before
//! the old one fell silent is told by the new one at once. Before a scheduled game begins the clock is read in the same
//! way against who is absent, where the venue says so (`arrival`).

use super::{Game, GameEvent, Misplaced, Phase};
use crate::clock::Reading;
use crate::{Color, RoomMs};

impl Game {
    /// The next reading of the turn under way; handicap stones are set without any. None after the
    /// limit of a first move.
    fn next_reading(&self) -> Option<(Color, Reading)> {
        if self.is_waiting() {
            return self.next_absent_reading();
        }
        let running = self.running.filter(|_| self.phase == Phase::Play && self.stopped.is_none())?;
        let color = running.color;
        let reading = self.setup.clock_of(color).next_reading(*self.times.get(color), self.told_ms)?;
        Some((color, reading))
    }

    /// The next reading against a side that is absent; of two that are due together Black's.
    fn next_absent_reading(&self) -> Option<(Color, Reading)> {
        let next = |color| {
            let (left, told_ms) = (*self.times.get(color), *self.arrivals.told_ms.get(color));
            let is_read = self.is_read_absent(color);
            Some((color, self.setup.clock_of(color).next_reading(left, told_ms).filter(|_| is_read)?))
        };
        Color::BOTH.into_iter().filter_map(next).min_by_key(|(_, reading)| reading.elapsed_ms)
    }

    /// When it is due. One that fell due before a change of server is overdue, though the clock stands.
    pub(super) fn reading_due(&self) -> Option<RoomMs> {
        let (_, reading) = self.next_reading()?;
        if self.is_waiting() {
            return self.late_at(reading.elapsed_ms);
        }
        let running = self.running?;
        match reading.elapsed_ms.checked_sub(running.elapsed_ms) {
            None | Some(0) if running.elapsed_ms > 0 => Some(RoomMs(0)),
            to_go => Some(running.from.plus(to_go.unwrap_or(0))),
        }
    }

    /// The reading that is to be told at `now`; none that would come after the limit.
    pub(super) fn reading_at(&self, now: RoomMs) -> Option<GameEvent> {
        let due = self.reading_due()?;
        if now < due || self.limit().is_some_and(|limit| limit < due) {
            return None;
        }
        let (color, Reading { second, count, periods, .. }) = self.next_reading()?;
        Some(GameEvent::Read { color, second, count, periods })
    }

    pub(super) fn read(
        &mut self,
        color: Color,
        second: u16,
        count: Option<u8>,
        periods: u16,
    ) -> Result<(), Misplaced> {
        let (whose, next) = self.next_reading().ok_or(Misplaced::Reading)?;
        if whose != color || (next.second, next.count, next.periods) != (second, count, periods) {
            return Err(Misplaced::Reading);
        }
        if self.is_waiting() {
            *self.arrivals.told_ms.get_mut(color) = next.elapsed_ms;
        } else {
            self.told_ms = next.elapsed_ms;
        }
        Ok(())
    }
}
