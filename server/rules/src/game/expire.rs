//! What happens when nobody does anything: flags, first moves, the limit of the agreement; and what
//! a change of server means for them.

use super::{ASKED_AGAIN_MS, Agreement, Game, GameEvent, LAPSE_MS, Phase, ROUNDS, Running};
use crate::{ByColor, Color, Marking, Outcome, RoomMs, TimeLeft};

/// How long the clocks stand after a server took the game over, in milliseconds.
pub const RESTORE_HOLD_MS: u64 = 15 * 1000;

impl Game {
    /// The exact millisecond at which [`expire`](Self::expire) next has something to say: a reading, or
    /// the [`limit`](Self::limit). None without a clock, and when the game is over.
    #[must_use]
    pub fn deadline(&self) -> Option<RoomMs> {
        self.deadline_over(ByColor::default())
    }

    /// The same when each side's connection has a measured round trip of so many milliseconds: the
    /// flag waits for a move that may still be on its way and be credited with it. Readings do not.
    #[must_use]
    pub fn deadline_over(&self, lag_ms: ByColor<u64>) -> Option<RoomMs> {
        let fall =
            self.limit().map(|limit| limit.plus(self.usable_credit_ms(self.next, *lag_ms.get(self.next))));
        [self.request_limit(), self.call_limit(), self.vacation_due(), self.reading_limit(), fall]
            .into_iter()
            .flatten()
            .min()
    }

    /// When silence closes a request.
    fn request_limit(&self) -> Option<RoomMs> {
        self.requests.next_due().map(|asked| asked.due)
    }

    /// When the clock is read next; never after the limit.
    fn reading_limit(&self) -> Option<RoomMs> {
        let limit = self.limit()?;
        self.reading_due().filter(|reading| *reading <= limit)
    }

    /// The exact millisecond at which the time of this phase is over: a side that has not moved
    /// *before* it has lost. None while what is talked over waits for a referee.
    #[must_use]
    pub fn limit(&self) -> Option<RoomMs> {
        if let Some(stopped) = self.stopped {
            return Some(stopped.until);
        }
        match self.phase {
            Phase::Waiting => self.arrival_limit(),
            Phase::Placing | Phase::Play => self.running.and_then(|running| {
                let limit_ms = self.turn_limit_ms(running.color)?.0;
                Some(self.turn_due(running, limit_ms))
            }),
            Phase::Lapsed => self.lapse,
            Phase::Agreement | Phase::Repetition if self.call().is_some() => None,
            Phase::Agreement => self.agreement.as_ref().map(|agreement| agreement.due),
            Phase::Repetition => self.offer.map(|offer| offer.due),
            Phase::Over => None,
        }
    }

    /// What has to happen at `now` of itself: nothing before the [`deadline`](Self::deadline), and
    /// then one thing at a time, in the order in which they were due.
    #[must_use]
    pub fn expire(&self, now: RoomMs) -> Vec<GameEvent> {
        self.expire_over(now, ByColor::default(), ByColor::default())
    }

    /// The same when each side's connection has a measured round trip of so many milliseconds, and these
    /// sides are there.
    #[must_use]
    pub fn expire_over(&self, now: RoomMs, lag_ms: ByColor<u64>, here: ByColor<bool>) -> Vec<GameEvent> {
        let Some(deadline) = self.deadline_over(lag_ms).filter(|deadline| *deadline <= now) else {
            return Vec::new();
        };
        let request = self.request_due(now).filter(|_| self.request_limit() == Some(deadline));
        let call = || self.call_due(now).filter(|_| self.call_limit() == Some(deadline));
        let reading = || self.reading_at(now).filter(|_| self.reading_limit() == Some(deadline));
        let vacation = || self.vacation_over(now).filter(|_| self.vacation_due() == Some(deadline));
        if let Some(first) = request.or_else(call).or_else(vacation).or_else(reading) {
            return vec![first];
        }
        if self.stopped.is_some() {
            return vec![Self::go_on(now)];
        }
        let due = match self.phase {
            Phase::Waiting => self.arrival_due(now, here),
            Phase::Placing | Phase::Play => self.running.map(|running| self.turn_lost(running, now)),
            Phase::Lapsed => Some(self.lapse_due()),
            Phase::Agreement => self.agreement.as_ref().map(|agreement| self.agreement_due(agreement, now)),
            Phase::Repetition => Some(GameEvent::RepetitionDeclined { by: None }),
            Phase::Over => None,
        };
        due.into_iter().collect()
    }

    /// How long the present turn may last in milliseconds, and whether the first-move limit is what
    /// ends it rather than the clock.
    fn turn_limit_ms(&self, color: Color) -> Option<(u64, bool)> {
        let clock_ms = self.setup.clock_of(color).limit_ms(*self.times.get(color));
        let first_ms = self.setup.first_move_ms.filter(|_| !self.opened());
        match (first_ms, clock_ms) {
            (Some(first_ms), None) => Some((first_ms, true)),
            (Some(first_ms), Some(clock_ms)) if first_ms <= clock_ms => Some((first_ms, true)),
            (Some(_) | None, clock_ms) => clock_ms.map(|ms| (ms, false)),
        }
    }

    fn turn_lost(&self, running: Running, now: RoomMs) -> GameEvent {
        if self.turn_limit_ms(running.color).is_some_and(|(_, aborts)| aborts) {
            return self.ended(Outcome::Aborted, None, now);
        }
        if self.phase == Phase::Play && self.may_lapse(running.color) {
            return GameEvent::Lapsed { due: now.plus(LAPSE_MS) };
        }
        self.lost_on_time(running.color)
    }

    /// The end of the game by the clock of one side, of which nothing is left.
    pub(super) fn lost_on_time(&self, loser: Color) -> GameEvent {
        let mut left = self.times;
        *left.get_mut(loser) = TimeLeft::default();
        GameEvent::Ended { outcome: Outcome::Time { winner: loser.opponent() }, count: None, left }
    }

    /// The limit of the agreement (RULES 3.6): first the question is put once more. Then a marking
    /// that one side alone accepted stands if it is the server's, else a referee who sits there is called, else play goes on with the silent
    /// side to move (after the last phase all stones stand as alive); and if neither has accepted,
    /// the server's proposal stands.
    fn agreement_due(&self, agreement: &Agreement, now: RoomMs) -> GameEvent {
        if !agreement.asked_again {
            return GameEvent::AskedAgain { due: self.answer_due(now, ASKED_AGAIN_MS) };
        }
        let silent = match (agreement.accepted.black, agreement.accepted.white) {
            (true, false) => Color::White,
            (false, true) => Color::Black,
            (false, false) | (true, true) => return self.counted(&agreement.proposed, now),
        };
        if agreement.marking == agreement.proposed {
            self.counted(&agreement.proposed, now)
        } else if let Some(called) = self.referred(agreement, now) {
            called
        } else if agreement.round >= ROUNDS {
            self.counted(&Marking::default(), now)
        } else {
            GameEvent::PlayResumed { by: None, to_move: silent }
        }
    }

    /// The event by which a server takes the game over at `now`: room time goes on from the old
    /// server's last sign of life, and the clocks stand for [`RESTORE_HOLD_MS`]. `charged_ms` was
    /// served between the last event and that sign of life; `uncharged_ms` of wall time nobody
    /// served. A limit that had passed while the old server lived stays passed; and when the game is
    /// over there is nothing to hold.
    #[must_use]
    pub fn restore(&self, now: RoomMs, charged_ms: u64, uncharged_ms: u64) -> GameEvent {
        let hold = if self.phase == Phase::Over { now } else { now.plus(RESTORE_HOLD_MS) };
        GameEvent::Restored { charged_ms, uncharged_ms, hold, wall_ms: None }
    }
}
