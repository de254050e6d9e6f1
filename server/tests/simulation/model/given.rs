//! What moves that are taken back had added to a clock, and what is read against who is awaited.

use rules::{Color, TimeLeft, Venue};

use super::Model;
use crate::clocks;

/// What each move's turn began with, as it would have been with what was given and set since; and how much of its
/// lateness was read to each side, unless its clock was changed since.
#[derive(Debug)]
pub(super) struct Given {
    began: Vec<(Color, TimeLeft)>,
    told_late: [Option<u64>; 2],
}

impl Default for Given {
    fn default() -> Self {
        Self { began: Vec::new(), told_late: [Some(0); 2] }
    }
}

impl Given {
    /// A move, or one that is sealed.
    pub(super) fn moved(&mut self, color: Color, began: TimeLeft) {
        self.began.push((color, began));
    }

    /// A side's clock was changed otherwise than by a move.
    pub(super) fn changed(&mut self, color: Color, change: impl Fn(&mut TimeLeft)) {
        self.told_late[color as usize] = None;
        self.began.iter_mut().filter(|(whose, _)| *whose == color).for_each(|(_, began)| change(began));
    }
}

impl Model {
    /// The sealed move was lost.
    pub(super) fn lost(&mut self, at: u64) {
        self.take_back(at, self.given.began.len() - 1);
    }

    /// The moves after so many have added nothing to any clock.
    pub(super) fn take_back(&mut self, at: u64, moves: usize) {
        let gone = self.given.began.split_off(moves);
        for color in Color::BOTH {
            let Some((_, began)) = gone.iter().find(|(whose, _)| *whose == color) else { continue };
            let place = color as usize;
            let lowered = |left: TimeLeft| TimeLeft {
                main_ms: left.main_ms.min(began.main_ms),
                stint_ms: left.stint_ms.min(began.stint_ms),
                moves: began.moves,
                ..left
            };
            let left = self.left[place];
            let adds = matches!(
                self.clocks[place],
                rules::ClockSetup::Fischer { .. } | rules::ClockSetup::Canadian { .. }
            );
            if !adds || lowered(left) == left {
                continue;
            }
            let mut now = left;
            if let Some((_, from)) = self.turn.filter(|_| self.next == color) {
                let spent = self.spent(at).min(self.limit() - 1);
                now = clocks::spent(self.clock(), left, spent);
                self.turn = Some((0, from.max(at)));
            }
            self.left[place] = lowered(now);
        }
    }

    /// A reading against a side that is awaited.
    pub(super) fn read_awaited(&mut self, at: u64, color: Color, read: (u16, Option<u8>, u16)) {
        let appointment = self.around.appointment().expect("a scheduled game");
        assert_eq!(appointment.venue, Venue::Reading, "nothing is read at other venues");
        assert!(!self.around.is_here(color), "who is there is not read");
        let place = color as usize;
        let readings = clocks::readings(self.clocks[place], self.left[place]);
        let told = self.given.told_late[place];
        let mut next = readings.into_iter().filter(|reading| told.is_none_or(|told| reading.0 > told));
        let same = |reading: &(u64, u16, Option<u8>, u16)| (reading.1, reading.2, reading.3) == read;
        // After a change of its clock it is not worked out how late the side was; the rest follows in order.
        let found = if told.is_some() { next.next().filter(same) } else { next.find(same) };
        let (late, ..) = found.expect("the next reading");
        assert!(at - appointment.start.0 >= late, "read early");
        self.given.told_late[place] = Some(late);
    }
}
