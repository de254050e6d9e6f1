//! What the sockets of a room are told, at once or late.
//!
//! Deliberately absent: what is decided; nothing here changes the game.

use tokio::time::Instant;

use super::actor::{Actor, MustEnd};
use super::audience::Told;
use super::handle::{Input, WatchRequest};
use super::visibility::is_late;
use super::{Frame, Moment, Role};
use crate::store::Row;

impl Actor {
    /// Tells the event that has just been taken in. `false`: somebody could not take it.
    pub(super) fn tell_newest(&mut self, row: &Row) -> bool {
        let Some(event) = self.history.newest() else { return true };
        let frame = self.parts.encoder.broadcast(self.state.id, event);
        let Some(audience) = &mut self.audience else {
            return self.subscribers.send(self.state.id, &frame, |_| true);
        };
        audience.holds(row, event.clone());
        self.subscribers.send(self.state.id, &frame, |role| !is_late(role))
    }

    /// Shows the audience, if it is behind, what it is to see by now.
    pub(super) fn show_late(&mut self) -> Result<(), MustEnd> {
        let Some(audience) = &mut self.audience else { return Ok(()) };
        let now = self.clock.room(self.parts.time.served_ms());
        let told = audience.shows(now, self.state.game.outcome().is_some()).map_err(|error| {
            tracing::error!(room = %self.state.id, %error, "the audience cannot follow the game");
            MustEnd
        })?;
        if told.is_empty() {
            return Ok(());
        }
        self.floor.follow(&self.state, Some(&audience.state));
        let mut all_there = true;
        for told in told {
            match told {
                Told::Event(event) => {
                    let frame = self.parts.encoder.broadcast(self.state.id, &event);
                    all_there &= self.subscribers.send(self.state.id, &frame, is_late);
                }
                Told::Presence(frame) => self.subscribers.hint(&frame, is_late),
            }
        }
        if !all_there {
            self.presence_changed();
        }
        Ok(())
    }

    /// When the audience is to see the next thing, if that is a matter of time.
    pub(super) fn late_due(&self) -> Option<Instant> {
        let due = self.audience.as_ref()?.due()?;
        Some(self.parts.time.instant(self.clock.served(due)))
    }

    /// A socket watches from now on: it gets what it has missed, or everything.
    pub(super) fn watch(&mut self, watch: WatchRequest) {
        let Some(role) = self.role_of(&watch) else { return };
        let reply = self.reply(&watch, role);
        if !watch.outbox.send(reply) {
            watch.outbox.lag(self.state.id);
            self.subscribers.remove(watch.outbox.conn());
            return self.presence_changed();
        }
        let presence = match self.audience.as_ref().filter(|_| is_late(role)) {
            Some(audience) => audience.presence.clone(),
            None => Some(self.presence_frame()),
        };
        if let Some(frame) = presence {
            let _ = watch.outbox.send(frame);
        }
        self.subscribers.add(watch.outbox, watch.account, role);
        self.presence_changed();
    }

    /// The room ends: whoever asked to watch it meanwhile is told to ask again.
    pub(super) async fn turn_down(&mut self) {
        while let Some(input) = self.mailbox.recv().await {
            if let Input::Watch(watch) = input {
                let _ = watch.outbox.send(self.parts.encoder.busy(watch.request));
                watch.outbox.lag(self.state.id);
            }
        }
    }

    fn reply(&mut self, watch: &WatchRequest, role: Role) -> Frame {
        let sitting = self.sit_down(watch, role);
        let served_ms = self.parts.time.served_ms();
        let now = self.clock.room(served_ms);
        // A clock that stands goes on from a moment that lies ahead.
        let served_ms = watch.outbox.theirs_ms(served_ms.max(self.clock.since()));
        let late = self.audience.as_mut().filter(|_| is_late(role) && self.state.game.outcome().is_none());
        let (state, history, now) = match late {
            Some(audience) => {
                let now = Moment { room: audience.now(now), served_ms, late: true };
                (&audience.state, &mut audience.history, now)
            }
            None => (&self.state, &mut self.history, Moment { room: now, served_ms, late: false }),
        };
        let encoder = &self.parts.encoder;
        match watch.after.and_then(|seq| history.after(seq)) {
            Some(events) => encoder.resumed(watch.request, sitting, state.id, events, now),
            None => encoder.snapshot(watch.request, sitting, state.view(), now),
        }
    }

    /// Tells who is there.
    pub(super) fn show_presence(&mut self) {
        self.presence_due = None;
        self.shown = self.subscribers.presence();
        let frame = self.presence_frame();
        let Some(audience) = &mut self.audience else { return self.subscribers.hint(&frame, |_| true) };
        self.subscribers.hint(&frame, |role| !is_late(role));
        let now = self.clock.room(self.parts.time.served_ms());
        audience.holds_presence(frame, now);
    }

    fn presence_frame(&self) -> Frame {
        self.parts.encoder.presence(self.state.id, self.subscribers.presence(), self.claimable())
    }
}
