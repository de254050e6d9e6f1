//! Which of a player's sockets holds the seat (RULES 7, DESIGN 5): the others see all that a player sees, and play nothing.
//!
//! The first socket of a player that watches sits down. When it goes, the oldest other one of the player has the seat; in
//! official games, which are those with an appointment, nobody has it until it is asked for, since a device that lies
//! about must not come to play in them by itself. Whoever comes when no socket of the player is left sits down.
//! Deliberately absent: the journal. Who holds a seat is no fact of the game, and a server that takes it over asks anew.

use rules::{ByColor, Color};

use super::ConnId;

/// The two seats of a room.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seats {
    official: bool,
    seats: ByColor<Chair>,
}

/// One of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chair {
    holder: Option<ConnId>,
    /// Its holder has gone, others of the player are there, and none of them has asked for it.
    kept_free: bool,
}

impl Seats {
    /// Both free.
    pub(super) fn new(official: bool) -> Self {
        Self { official, ..Self::default() }
    }

    /// A socket of a side has come, or asks again; whether it holds the seat.
    pub(super) fn come(&mut self, color: Color, conn: ConnId) -> bool {
        let chair = self.seats.get_mut(color);
        if chair.holder.is_none() && !chair.kept_free {
            chair.holder = Some(conn);
        }
        chair.holder == Some(conn)
    }

    /// A socket asks for the seat and has it; whether that changed anything.
    pub(super) fn take(&mut self, color: Color, conn: ConnId) -> bool {
        let taken = Chair { holder: Some(conn), kept_free: false };
        std::mem::replace(self.seats.get_mut(color), taken) != taken
    }

    /// Whether a side's seat stays as it is, whoever else has come or gone: its holder is there, or it is free for whoever
    /// comes.
    pub(super) fn stays(&self, color: Color, is_there: impl Fn(ConnId) -> bool) -> bool {
        let chair = self.seats.get(color);
        chair.holder.map_or(!chair.kept_free, is_there)
    }

    /// Only these sockets of a side are still there; whether its seat has another holder now, or none.
    pub(super) fn settle(&mut self, color: Color, there: &[ConnId]) -> bool {
        let official = self.official;
        let chair = self.seats.get_mut(color);
        let before = *chair;
        if there.is_empty() {
            *chair = Chair::default();
        } else if chair.holder.is_some_and(|holder| !there.contains(&holder)) {
            // Sockets are numbered in the order in which they were opened.
            let holder = there.iter().min().copied().filter(|_| !official);
            *chair = Chair { holder, kept_free: holder.is_none() };
        }
        chair.holder != before.holder
    }

    /// The players change sides, and keep their sockets.
    pub(super) fn swap_colors(&mut self) {
        self.seats.swap();
    }

    /// Which socket holds a side's seat.
    pub(super) const fn holder(&self, color: Color) -> Option<ConnId> {
        self.seats.get(color).holder
    }

    /// Whether what comes by this socket may be played for a side: it holds the seat, or nobody who watches does.
    pub(super) fn admits(&self, color: Color, conn: ConnId) -> bool {
        let chair = self.seats.get(color);
        chair.holder.map_or(!chair.kept_free, |holder| holder == conn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use Color::{Black, White};

    #[test]
    fn the_first_sits_down_and_the_oldest_follows() {
        let mut seats = Seats::new(false);
        assert!(seats.admits(Black, 9), "nobody watches");
        assert!(seats.come(Black, 3));
        assert!(!seats.come(Black, 2), "a second one watches");
        assert!(seats.come(Black, 3), "and the first may ask again");
        assert!(seats.come(White, 4), "each side has its own");
        assert!(seats.admits(Black, 3) && !seats.admits(Black, 2) && !seats.admits(Black, 9));
        assert!(!seats.settle(Black, &[3, 2, 5]));
        assert!(seats.settle(Black, &[5, 2]));
        assert_eq!((seats.holder(Black), seats.holder(White)), (Some(2), Some(4)));
        assert!(seats.settle(Black, &[]));
        assert!(seats.come(Black, 7), "the seat is free");
    }

    #[test]
    fn nobody_is_looked_for_while_the_seat_stays() {
        let mut seats = Seats::new(true);
        assert!(seats.stays(Black, |_| false), "it is free");
        seats.come(Black, 1);
        assert!(seats.stays(Black, |conn| conn == 1) && !seats.stays(Black, |conn| conn == 2));
        seats.settle(Black, &[2]);
        assert!(!seats.stays(Black, |_| true), "who is left may go, too");
        assert!(seats.stays(White, |_| false));
    }

    #[test]
    fn the_seat_is_taken_at_once() {
        for official in [false, true] {
            let mut seats = Seats::new(official);
            assert!(seats.come(Black, 1) && !seats.come(Black, 2));
            assert!(seats.take(Black, 2));
            assert!(!seats.take(Black, 2), "it has it already");
            assert!(seats.admits(Black, 2) && !seats.admits(Black, 1));
        }
    }

    #[test]
    fn an_official_seat_moves_only_when_it_is_asked_for() {
        let mut seats = Seats::new(true);
        assert!(seats.come(Black, 1) && !seats.come(Black, 2));
        assert!(seats.settle(Black, &[2]));
        assert_eq!(seats.holder(Black), None);
        assert!(!seats.come(Black, 3) && !seats.come(Black, 2), "not by coming either");
        assert!(!seats.admits(Black, 2) && !seats.admits(Black, 8));
        assert!(!seats.settle(Black, &[2, 3]));
        assert!(seats.take(Black, 3));
        assert!(seats.settle(Black, &[2]) && !seats.admits(Black, 2));
        seats.settle(Black, &[]);
        assert!(seats.come(Black, 4), "who comes when nobody of the player is left sits down");
    }
}
