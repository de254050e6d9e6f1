//! Outages that the room's own server lives through: the database is away or slow.
//!
//! What nobody could decide is charged to nobody (RULES 6). Room time stands still from the last moment at
//! which the journal was known to work; the room journals `Restored`, goes on from there, and asks everybody
//! to look again, because room time and served time have moved against each other.
//! A slow append whose very next one fails is charged up to the last sign of life: what ended the room is
//! not known to whoever restores it.
//! Deliberately absent: outages that end the server; `restore` is for those.

use rules::{Game, GameEvent, RoomMs};

use super::STALL_MS;
use super::actor::{Actor, MustEnd};
use super::clock::RoomClock;
use super::slumber;
use crate::store::Row;

impl Actor {
    /// Goes on after this node could not decide for a while. `false`: not yet.
    pub(super) async fn after_gap(&mut self) -> Result<bool, MustEnd> {
        let gap = *self.gaps.borrow_and_update();
        if gap.to_ms <= self.clock.since() || self.state.game.outcome().is_some() {
            return Ok(true);
        }
        let appointed = self.state.game.appointed();
        let now_ms = self.parts.time.served_ms();
        let at = match appointed {
            // The world's clock has gone on meanwhile.
            Some(due) => self.clock.room(now_ms).min(due),
            None => self.clock.room(gap.from_ms),
        };
        let at = at.max(self.state.last_at);
        let charged_ms = at.0 - self.state.last_at.0;
        let uncharged_ms = self.parts.time.served_ms().saturating_sub(self.clock.served(at));
        let event = if appointed.is_none() && self.state.game.rests(at) {
            Game::woken(at, charged_ms, uncharged_ms, slumber::wall_ms(&self.parts, &self.clock_from(at)))
        } else {
            self.state.game.restore(at, charged_ms, uncharged_ms)
        };
        self.go_on(at, event).await
    }

    /// Goes on after an append that took too long: what came in before it was charged to its sender
    /// by the moment of arrival, and who is to move now could not have seen it.
    pub(super) async fn after_stall(&mut self, at: RoomMs, asked_ms: u64) -> Result<(), MustEnd> {
        let uncharged_ms = self.parts.time.served_ms().saturating_sub(asked_ms);
        if uncharged_ms < self.parts.time.served_in(STALL_MS) || self.state.game.outcome().is_some() {
            return Ok(());
        }
        // No hold: everybody is still there.
        let rests = self.state.game.rests(at);
        let wall_ms = rests.then(|| slumber::wall_ms(&self.parts, &self.clock_from(at)));
        let event = GameEvent::Restored { charged_ms: 0, uncharged_ms, hold: at, wall_ms };
        if !self.go_on(at, event).await? {
            // The journal has no place to say so just now; the time is forgiven all the same.
            self.stand_still(at);
            self.untold = true;
        }
        Ok(())
    }

    /// Journals that the room goes on from `at`, now.
    async fn go_on(&mut self, at: RoomMs, event: GameEvent) -> Result<bool, MustEnd> {
        let row = Row {
            seq: self.state.seq + 1,
            at,
            wall_ms: self.parts.time.wall_ms(),
            node: self.parts.node,
            served_ms: self.parts.time.served_ms(),
            command: None,
            event,
        };
        // Who sees the game late is shown what is due by the time that goes on from here, not by the one that ran on meanwhile.
        let clock = self.clock_from(at);
        let ran_on = std::mem::replace(&mut self.clock, clock);
        if !self.write(vec![row], None).await? {
            self.clock = ran_on;
            return Ok(false);
        }
        self.stand_still(at);
        Ok(true)
    }

    /// Room time goes on from `at`, now, and everybody is asked to look again.
    fn stand_still(&mut self, at: RoomMs) {
        self.clock = self.clock_from(at);
        self.subscribers.dismiss(self.state.id);
        // Who does not come back is away from now on.
        self.presence_changed();
    }

    /// A clock that goes on from `at`, now; that of a game that nobody sits through when up time does, unless it waits
    /// for an appointed time.
    fn clock_from(&self, at: RoomMs) -> RoomClock {
        let now_ms = self.parts.time.served_ms();
        let game = &self.state.game;
        let stands =
            if game.appointed().is_none() && game.rests(at) { self.parts.time.up_from_ms() } else { 0 };
        RoomClock::new(at, now_ms.max(stands))
    }
}
