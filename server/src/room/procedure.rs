//! What happens around the moves: rulings, envelopes that are opened, players who come late or are away.
//!
//! Deliberately absent: whether somebody is a referee; who asks has seen to that.

use rules::{Action, ByColor, Color, GameEvent, RoomMs};

use super::actor::{Actor, MustEnd};
use super::handle::{Answer, RulingOrder};
use super::state::Known;
use crate::store::Command;

impl Actor {
    /// What is known of a command. What was said by its id was another one.
    pub(super) fn known(&self, command: &Command) -> Known {
        match self.state.known(command) {
            Known::New if self.floor.was_said(command) => Known::OtherContent,
            known @ (Known::New | Known::Done(_) | Known::OtherContent) => known,
        }
    }

    /// Carries out a ruling, told with its reason.
    pub(super) async fn rule(&mut self, order: RulingOrder) -> Result<Answer, MustEnd> {
        match self.known(&order.command) {
            Known::Done(seq) => return Ok(Answer::Done(seq)),
            Known::OtherContent => return Ok(Answer::IdReused),
            Known::New => {}
        }
        let Some(now) = self.catch_up(order.arrived_ms, self.subscribers.lag_ms()).await? else {
            return Ok(Answer::Busy);
        };
        let effect = match self.state.game.decide_ruling(&order.ruling, now) {
            Ok(events) => events,
            Err(refusal) => return Ok(Answer::Refused(refusal)),
        };
        let ruled = GameEvent::Ruled { officer: order.officer, reason: order.reason };
        let events = std::iter::once(ruled).chain(effect).collect();
        let events = self.revealed(now, events);
        let seq = self.state.seq + 1;
        let kept = self.keep(now, events, Some(order.command)).await?;
        Ok(if kept { Answer::Done(seq) } else { Answer::Busy })
    }

    /// The same events, and the sealed move if they have an envelope opened.
    pub(super) fn revealed(&self, now: RoomMs, mut events: Vec<GameEvent>) -> Vec<GameEvent> {
        let goes_on = events.iter().any(|event| matches!(event, GameEvent::Continued { .. }));
        if self.state.game.sealed().is_some() && goes_on {
            let game = self.state.after(now, &events);
            if let Some(envelope) = game.to_reveal() {
                let size = game.setup().size;
                let opened = self.parts.seals.open(self.state.id, game.ply(), size, envelope);
                events.extend(game.reveal(opened, now));
            }
        }
        events
    }

    /// The action with what only the room knows.
    pub(super) fn informed(&self, seat: Color, action: Action, now: RoomMs) -> Action {
        let Action::Claim { ply, claim, absent_ms: _ } = action else { return action };
        let away = *self.subscribers.away_since().get(seat.opponent());
        Action::Claim { ply, claim, absent_ms: away.map(|since| now.since(since)) }
    }

    /// Players who are there have come, once the appointed time has.
    pub(super) async fn arrivals(&mut self) -> Result<(), MustEnd> {
        if !self.state.game.is_waiting() || !self.may_decide().await? {
            return Ok(());
        }
        let now = self.clock.room(self.parts.time.served_ms()).max(self.state.last_at);
        for color in Color::BOTH {
            if *self.here().get(color) {
                let events = self.state.game.arrive(color, now);
                // What cannot be journalled now is due still.
                if !events.is_empty() && !self.keep(now, events, None).await? {
                    self.try_again_later();
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Whether somebody who is there has yet to be journalled as come.
    pub(super) fn is_arrival_due(&self) -> bool {
        let (game, here) = (&self.state.game, self.here());
        let now = self.clock.room(self.parts.time.served_ms()).max(self.state.last_at);
        game.is_waiting()
            && Color::BOTH.into_iter().any(|color| *here.get(color) && !game.arrive(color, now).is_empty())
    }

    /// Who is there, as long as it decides anything: finding out means asking every socket.
    pub(super) fn here(&self) -> ByColor<bool> {
        if self.state.game.is_waiting() { self.subscribers.presence().seats } else { ByColor::default() }
    }

    /// From when on each side's absence can be claimed, while it is away.
    pub(super) fn claimable(&self) -> ByColor<Option<RoomMs>> {
        let setup = self.state.game.setup();
        let is_over = self.state.game.outcome().is_some();
        let away = self.subscribers.away_since();
        ByColor::from_fn(|color| {
            let since = away.get(color).filter(|_| !is_over)?;
            Some(since.plus(setup.clock_of(color).absence_ms()?))
        })
    }
}
