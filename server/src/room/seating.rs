//! Sockets that sit down, and those that are told of it: players, officers, and people who were removed.

use rules::{Color, GameEvent};

use super::actor::{Actor, MustEnd};
use super::handle::{Answer, OfficerSeat, WatchRequest};
use super::state::Known;
use super::{ConnId, Role, Sitting, with_office};

/// What some events change of who is there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PeopleChange {
    /// The players have changed sides.
    pub(super) swapped: bool,
    /// Somebody was removed.
    removed: bool,
}

impl PeopleChange {
    pub(super) fn of(events: &[GameEvent]) -> Self {
        let any = |is: fn(&GameEvent) -> bool| events.iter().any(is);
        Self {
            swapped: any(|event| matches!(event, GameEvent::ColorsSwapped)),
            removed: any(|event| matches!(event, GameEvent::Removed { .. })),
        }
    }
}

impl Actor {
    /// A socket of a player asks for the seat, and has it at once: a player must never be kept from the board by a
    /// socket of its own that hangs.
    pub(super) fn take_seat(&mut self, conn: ConnId) -> Answer {
        let Some(Role::Player(color)) = self.subscribers.role(conn) else { return Answer::NotWatching };
        if self.state.game.outcome().is_none() && self.subscribers.seats.take(color, conn) {
            self.tell_seat(color);
            self.presence_changed();
        }
        Answer::Heard
    }

    /// An officer sits down; the journal says so the first time, so that both players know that it is there.
    pub(super) async fn seat_officer(&mut self, seat: OfficerSeat) -> Result<Answer, MustEnd> {
        let OfficerSeat { command, officer, conn, arrived_ms } = seat;
        let known = match self.known(&command) {
            Known::Done(seq) => Some(seq),
            Known::OtherContent => return Ok(Answer::IdReused),
            Known::New => None,
        };
        let Some(now) = self.catch_up(arrived_ms, self.subscribers.lag_ms()).await? else {
            return Ok(Answer::Busy);
        };
        let events = match self.state.game.seat_officer(&officer) {
            Ok(events) => events,
            Err(refusal) => return Ok(known.map_or(Answer::Refused(refusal), Answer::Done)),
        };
        let answer = match known {
            Some(seq) => Answer::Done(seq),
            None if events.is_empty() => Answer::Heard,
            None => {
                let seq = self.state.seq + 1;
                if !self.keep(now, events, Some(command)).await? {
                    return Ok(Answer::Busy);
                }
                Answer::Done(seq)
            }
        };
        self.subscribers.set_staff(conn);
        self.presence_changed();
        Ok(answer)
    }

    /// What somebody who asks to watch is to the game; none, and told so, if it was removed.
    pub(super) fn role_of(&self, watch: &WatchRequest) -> Option<Role> {
        let role = self.state.role(watch.account);
        let is_officer =
            watch.officer.as_ref().is_some_and(|officer| self.state.game.officers().contains(officer));
        let is_removed = watch.account.is_some_and(|who| self.state.is_removed(who));
        if is_officer && !is_removed && !matches!(role, Role::Player(_)) {
            return Some(Role::Staff);
        }
        if role == Role::Stranger {
            let _ = watch.outbox.send(self.parts.encoder.removed(Some(watch.request), self.state.id));
            return None;
        }
        Some(role)
    }

    /// What a socket is to the game as it begins to watch; the seat is its own if it is free.
    pub(super) fn sit_down(&mut self, watch: &WatchRequest, role: Role) -> Sitting {
        let Role::Player(color) = role else {
            let staff = with_office(role, watch.rules) == Role::Staff;
            return Sitting { staff, ..Sitting::default() };
        };
        let held =
            self.state.game.outcome().is_none() && self.subscribers.seats.come(color, watch.outbox.conn());
        Sitting { seat: Some(color), held, staff: false }
    }

    /// Sockets follow what the journal says of the people.
    pub(super) fn people_changed(&mut self, change: PeopleChange) {
        if change.swapped {
            self.subscribers.swap_colors();
        }
        if change.removed {
            let frame = self.parts.encoder.removed(None, self.state.id);
            let state = &self.state;
            self.subscribers.turn_away(state.id, &frame, |account| state.is_removed(account));
        }
        if change.swapped || change.removed {
            self.presence_changed();
        }
    }

    /// Sockets have gone: their seats go on to others, who are told.
    pub(super) fn settle_seats(&mut self) {
        for color in Color::BOTH {
            // Whoever cannot even be told of it is let go of, and the seat goes on again.
            while self.subscribers.settle(color) && !self.tell_seat(color) {}
        }
    }

    /// Tells the sockets of a side who of them holds the seat; `false`: somebody was let go of.
    fn tell_seat(&mut self, color: Color) -> bool {
        let (room, encoder) = (self.state.id, &self.parts.encoder);
        self.subscribers.tell_seat(room, color, &[encoder.seat(room, false), encoder.seat(room, true)])
    }
}
