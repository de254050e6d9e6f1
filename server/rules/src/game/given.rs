//! What moves have added to a clock, and what becomes of it when they are taken back (RULES 6, "Undo restores no
//! time").
//!
//! A step back gives nobody anything: what was spent stays spent, and no side has more than it had when the
//! position last stood, so that no increment and no stint can be had twice by taking moves back. What was given or
//! set otherwise than by moves (a referee, the other side, lateness) stays. The same holds for a sealed move that is
//! lost. Where each move has its time, the next has it whole, and 包干 and 读秒 add nothing.
//! Deliberately absent: what a broken-off turn costs, which is the clock's (`broken_off`).

use super::Game;
use crate::{ByColor, ClockSetup, Color, RoomMs, TimeLeft};

/// A change of one side's time that none of its moves made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given {
    /// It was set.
    Set(TimeLeft),
    /// So much main time was added, in milliseconds.
    Added(u64),
    /// Moves were taken back, and left no more than this.
    AtMost(TimeLeft),
}

/// The lower of two readings, part by part; of the moves of a stint those that `began` had to go, since moves that
/// are taken back do not count.
fn lower(now: TimeLeft, began: TimeLeft) -> TimeLeft {
    TimeLeft {
        main_ms: now.main_ms.min(began.main_ms),
        periods: now.periods.min(began.periods),
        stint_ms: now.stint_ms.min(began.stint_ms),
        moves: began.moves,
    }
}

impl Game {
    /// Notes a change that no move made.
    pub(super) fn note_given(&mut self, color: Color, given: Given) {
        let moves = self.moves.len();
        let list = self.given.get_mut(color);
        if matches!(given, Given::Set(_)) {
            // Whatever was before it, nobody will ask for any more.
            list.clear();
        }
        list.push((moves, given));
    }

    /// What a side had when the position after the first `to` moves last stood, with all that was given since.
    fn had(&self, color: Color, to: usize) -> TimeLeft {
        let own = self.moves[..to].iter().rposition(|record| record.color == color && !record.placed);
        let full = self.setup.clock_of(color).full();
        let (first, left) = own.map_or((0, full), |index| (index + 1, self.moves[index].left));
        let since = self.given.get(color).iter().filter(|(moves, _)| *moves >= first);
        since.fold(left, |left, (_, given)| match *given {
            Given::Set(left) => left,
            Given::Added(ms) => TimeLeft { main_ms: left.main_ms.saturating_add(ms), ..left },
            Given::AtMost(most) => lower(left, most),
        })
    }

    /// The moves after the first `to`, which are off the board already, have added nothing to the clocks of the sides
    /// that made them; `first` is each side's first of them.
    pub(super) fn take_back(&mut self, at: RoomMs, to: usize, first: ByColor<Option<usize>>) {
        for color in Color::BOTH {
            // What was given while those moves stood belongs to the position that is left; what an earlier step back
            // left after the side's first move that is gone is no matter any more.
            let list = self.given.get_mut(color);
            let first = *first.get(color);
            let until = first.unwrap_or(to);
            list.retain(|(moves, given)| *moves <= until || !matches!(given, Given::AtMost(_)));
            list.iter_mut().for_each(|(moves, _)| *moves = (*moves).min(to));
            if first.is_some() {
                self.lower_to(at, color, self.had(color, to));
            }
            self.note_given(color, Given::AtMost(*self.times.get(color)));
        }
    }

    /// The sealed move of the side to move is lost, and has added nothing to its clock.
    pub(super) fn take_back_sealed(&mut self, at: RoomMs) {
        let color = self.next;
        self.lower_to(at, color, self.had(color, self.moves.len()));
        self.note_given(color, Given::AtMost(*self.times.get(color)));
    }

    fn lower_to(&mut self, at: RoomMs, color: Color, had: TimeLeft) {
        let now = *self.times.get(color);
        let adds =
            matches!(self.setup.clock_of(color), ClockSetup::Fischer { .. } | ClockSetup::Canadian { .. });
        if adds && lower(now, had) != now {
            // A turn that goes on is written down first: what it has cost is none of what is taken back.
            let running = self.running.filter(|turn| turn.color == color);
            let spent_ms = running.map_or(0, |turn| self.elapsed_ms(turn, at));
            let left = if spent_ms > 0 { self.setup.clock_of(color).broken_off(now, spent_ms) } else { now };
            *self.times.get_mut(color) = lower(left, had);
            if let Some(turn) = self.running.as_mut().filter(|turn| turn.color == color) {
                (turn.elapsed_ms, turn.from) = (0, turn.from.max(at));
            }
        }
    }
}
