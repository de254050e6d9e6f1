//! Who is connected to a room.

use std::collections::HashMap;

use rules::{ByColor, Color, RoomMs};

use super::{ConnId, Frame, Outbox, Role};
use crate::ids::GameId;

/// Who is there. One account may be there with several sockets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Whether each player is connected.
    pub seats: ByColor<bool>,
    /// How many other sockets watch.
    pub watchers: u32,
}

/// The sockets that watch a room.
#[derive(Debug, Default)]
pub(super) struct Subscribers {
    sockets: HashMap<ConnId, (Outbox, Role)>,
    /// Since when each side has no socket here; nobody's absence is longer than the room has been awake.
    away: ByColor<Option<RoomMs>>,
}

impl Subscribers {
    pub(super) fn add(&mut self, outbox: Outbox, role: Role) {
        self.sockets.insert(outbox.conn(), (outbox, role));
    }

    pub(super) fn remove(&mut self, conn: ConnId) {
        self.sockets.remove(&conn);
    }

    /// Notes at `now` who has gone and who is back.
    pub(super) fn note_absence(&mut self, now: RoomMs) {
        let here = self.presence().seats;
        for color in Color::BOTH {
            let away = self.away.get_mut(color);
            *away = if *here.get(color) { None } else { Some(away.unwrap_or(now)) };
        }
    }

    /// Play goes on after the clocks stood: whoever is away has from here on to come back.
    pub(super) fn absence_anew(&mut self, from: RoomMs) {
        self.away = self.away.map(|since| since.map(|since| since.max(from)));
    }

    /// Since when each side is away, as it was last noted.
    pub(super) const fn away_since(&self) -> ByColor<Option<RoomMs>> {
        self.away
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// Sends a frame to all whom it is for; who cannot take it is let go of and told to ask again. `false`: somebody was.
    #[must_use]
    pub(super) fn send(&mut self, room: GameId, frame: &Frame, is_for: impl Fn(Role) -> bool) -> bool {
        let before = self.sockets.len();
        self.sockets.retain(|_, (outbox, role)| {
            let taken = !is_for(*role) || outbox.send(frame.clone());
            if !taken {
                outbox.lag(room);
            }
            taken
        });
        self.sockets.len() == before
    }

    /// Sends those whom it is for a frame that may be missed: a newer one will come.
    pub(super) fn hint(&self, frame: &Frame, is_for: impl Fn(Role) -> bool) {
        for (outbox, _) in self.sockets.values().filter(|(_, role)| is_for(*role)) {
            let _ = outbox.send(frame.clone());
        }
    }

    /// Tells all to ask again.
    pub(super) fn dismiss(&mut self, room: GameId) {
        for (_, (outbox, _)) in self.sockets.drain() {
            outbox.lag(room);
        }
    }

    /// The longest round trip among each player's connections, in milliseconds; 0 while there is none.
    pub(super) fn lag_ms(&self) -> ByColor<u64> {
        let mut lag = ByColor::default();
        for (outbox, role) in self.sockets.values() {
            if let Role::Player(color) = *role {
                let longest = lag.get_mut(color);
                *longest = outbox.round_trip_ms().max(*longest);
            }
        }
        lag
    }

    pub(super) fn presence(&self) -> Presence {
        let mut presence = Presence::default();
        for (_, role) in self.sockets.values() {
            match role {
                Role::Player(color) => *presence.seats.get_mut(*color) = true,
                Role::Staff | Role::Spectator | Role::Stranger => presence.watchers += 1,
            }
        }
        presence
    }
}
