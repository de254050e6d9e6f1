//! Who is connected to a room.

use std::collections::HashMap;

use rules::{ByColor, Color, RoomMs};

use super::seats::Seats;
use super::{ConnId, Frame, Outbox, Role};
use crate::ids::{AccountId, GameId};

/// Who is there. One account may be there with several sockets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Whether each player is connected.
    pub seats: ByColor<bool>,
    /// How many other sockets watch.
    pub watchers: u32,
}

/// One socket that watches.
#[derive(Debug)]
struct Watcher {
    outbox: Outbox,
    account: Option<AccountId>,
    role: Role,
}

/// The sockets that watch a room.
#[derive(Debug, Default)]
pub(super) struct Subscribers {
    sockets: HashMap<ConnId, Watcher>,
    /// Since when each side has no socket here; nobody's absence is longer than the room has been awake.
    away: ByColor<Option<RoomMs>>,
    /// Who of each player's holds the seat.
    pub(super) seats: Seats,
}

impl Subscribers {
    pub(super) fn new(official: bool) -> Self {
        Self { seats: Seats::new(official), ..Self::default() }
    }

    /// What a socket is here.
    pub(super) fn role(&self, conn: ConnId) -> Option<Role> {
        self.sockets.get(&conn).map(|watcher| watcher.role)
    }

    /// A side's seat goes on to a socket that is there; whether it has.
    pub(super) fn settle(&mut self, color: Color) -> bool {
        if self.seats.stays(color, |conn| self.sockets.contains_key(&conn)) {
            return false;
        }
        let is_of = |watcher: &Watcher| watcher.role == Role::Player(color);
        let there: Vec<ConnId> =
            self.sockets.iter().filter(|(_, watcher)| is_of(watcher)).map(|(conn, _)| *conn).collect();
        self.seats.settle(color, &there)
    }

    /// Tells all sockets of a side whether they hold its seat, with one frame for those that do not and one for the one
    /// that does. `false`: one could not take it and was let go of.
    pub(super) fn tell_seat(&mut self, room: GameId, color: Color, frames: &[Frame; 2]) -> bool {
        let holder = self.seats.holder(color);
        self.hand_out(room, |conn, role| {
            (role == Role::Player(color)).then(|| &frames[usize::from(holder == Some(conn))])
        })
    }

    pub(super) fn add(&mut self, outbox: Outbox, account: Option<AccountId>, role: Role) {
        self.sockets.insert(outbox.conn(), Watcher { outbox, account, role });
    }

    pub(super) fn remove(&mut self, conn: ConnId) {
        self.sockets.remove(&conn);
    }

    /// A socket sits at the game as an officer's from now on.
    pub(super) fn set_staff(&mut self, conn: ConnId) {
        if let Some(watcher) = self.sockets.get_mut(&conn) {
            watcher.role = Role::Staff;
        }
    }

    /// The players change sides: their sockets, their seats and since when they are away go with them.
    pub(super) fn swap_colors(&mut self) {
        for Watcher { role, .. } in self.sockets.values_mut() {
            if let Role::Player(color) = role {
                *color = color.opponent();
            }
        }
        self.away.swap();
        self.seats.swap_colors();
    }

    /// Tells those sockets who are to be let go of, and lets go of them, with everything that they hear of the room.
    pub(super) fn turn_away(&mut self, room: GameId, frame: &Frame, goes: impl Fn(AccountId) -> bool) {
        self.sockets.retain(|_, Watcher { outbox, account, role }| {
            let goes = !matches!(role, Role::Player(_)) && account.is_some_and(&goes);
            if goes {
                let _ = outbox.send(frame.clone());
                outbox.lag(room);
            }
            !goes
        });
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
        self.hand_out(room, |_, role| is_for(role).then_some(frame))
    }

    /// The same with the frame that is for each, if there is one.
    fn hand_out<'a>(&mut self, room: GameId, frame_for: impl Fn(ConnId, Role) -> Option<&'a Frame>) -> bool {
        let before = self.sockets.len();
        self.sockets.retain(|conn, Watcher { outbox, role, .. }| {
            let taken = frame_for(*conn, *role).is_none_or(|frame| outbox.send(frame.clone()));
            if !taken {
                outbox.lag(room);
            }
            taken
        });
        self.sockets.len() == before
    }

    /// Sends those whom it is for a frame that may be missed: a newer one will come.
    pub(super) fn hint(&self, frame: &Frame, is_for: impl Fn(Role) -> bool) {
        for Watcher { outbox, .. } in self.sockets.values().filter(|watcher| is_for(watcher.role)) {
            let _ = outbox.send(frame.clone());
        }
    }

    /// Tells all to ask again.
    pub(super) fn dismiss(&mut self, room: GameId) {
        for (_, Watcher { outbox, .. }) in self.sockets.drain() {
            outbox.lag(room);
        }
    }

    /// The longest round trip among each player's connections, in milliseconds; 0 while there is none.
    pub(super) fn lag_ms(&self) -> ByColor<u64> {
        let mut lag = ByColor::default();
        for Watcher { outbox, role, .. } in self.sockets.values() {
            if let Role::Player(color) = *role {
                let longest = lag.get_mut(color);
                *longest = outbox.round_trip_ms().max(*longest);
            }
        }
        lag
    }

    pub(super) fn presence(&self) -> Presence {
        let mut presence = Presence::default();
        for Watcher { role, .. } in self.sockets.values() {
            match role {
                Role::Player(color) => *presence.seats.get_mut(*color) = true,
                Role::Staff | Role::Spectator | Role::Guest | Role::Stranger => presence.watchers += 1,
            }
        }
        presence
    }
}
