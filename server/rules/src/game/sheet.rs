//! The time sheet (用时): what every move cost, and every reading of the clock, out of the journal.
//!
//! "Any player may ask for the remaining time and the reading history" (RULES 6; 第12, 16条). The sheet is read from the
//! journal alone, so it can be asked for at any time and comes out the same for ever.
//! Deliberately absent: corrections. It tells what the clocks did; a ruling on them is an event of its own.

use super::{BadJournal, Game, GameEvent};
use crate::{ByColor, Color, Point, RoomMs, TimeLeft};

/// What happened to the clocks of a game, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// One entry for each event that has to do with time.
    pub entries: Vec<SheetEntry>,
    /// Milliseconds that each side has spent in all its finished turns, before credit.
    pub spent_ms: ByColor<u64>,
    /// A turn whose clock has stopped for good before its move was made: the last period is used up and a pass may be
    /// asked for, or the move is sealed. How many milliseconds it lasted, and what of them was given back.
    stopped: Option<(u64, u64)>,
}

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetEntry {
    /// The place of its event in the journal, from 0.
    pub index: usize,
    /// When.
    pub at: RoomMs,
    /// What.
    pub what: Timed,
}

/// What an entry tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timed {
    /// A stone, a pass or a freely placed handicap stone ended a turn.
    Moved {
        /// Its number, from 1; freely placed stones are counted.
        number: u32,
        /// Whose.
        color: Color,
        /// Where; a pass has no point.
        point: Option<Point>,
        /// Whether the turn was lost (弃权) rather than passed.
        lost: bool,
        /// Milliseconds that the turn lasted while the clock ran.
        spent_ms: u64,
        /// Milliseconds of it that were given back for the way through the network.
        credit_ms: u64,
        /// The mover's time after it.
        left: TimeLeft,
    },
    /// The clock was read aloud (读秒报时).
    Read {
        /// The number of the move that was being thought about.
        number: u32,
        /// Whose clock.
        color: Color,
        /// Milliseconds that the turn had lasted; before a scheduled game has begun, that the side was late.
        spent_ms: u64,
        /// As of [`GameEvent::Read`].
        second: u16,
        /// As of [`GameEvent::Read`].
        count: Option<u8>,
        /// As of [`GameEvent::Read`].
        periods: u16,
    },
    /// A last period was used up where that may count as a pass (第22条.5).
    Lapsed {
        /// Whose.
        color: Color,
        /// Milliseconds that the turn had lasted.
        spent_ms: u64,
    },
    /// Something else changed the clocks: a pause, a sealed move, an undo, a ruling, lateness.
    Changed {
        /// What.
        change: TimeChange,
        /// Whose clock, or whose turn it was.
        color: Color,
        /// Milliseconds that the turn under way had lasted, if one was.
        spent_ms: u64,
        /// Milliseconds that were added, or that somebody came late, or for which the clocks then stood; 0 otherwise.
        ms: u64,
        /// The side's time after it, where that is told.
        left: Option<TimeLeft>,
    },
    /// An outage of the server, which nobody pays for beyond the first part.
    Restored {
        /// Milliseconds from the last event before it that were still served, and so counted.
        charged_ms: u64,
        /// Wall milliseconds that nobody served and nobody was charged for.
        uncharged_ms: u64,
        /// For how many milliseconds the clocks then stood.
        hold_ms: u64,
    },
    /// The game ended.
    Ended {
        /// The turn that it cut short: whose, and how many milliseconds that had lasted.
        turn: Option<(Color, u64)>,
        /// Both sides' time.
        left: ByColor<TimeLeft>,
    },
}

impl Timed {
    /// The same, the turn being lost.
    fn lost(mut self) -> Self {
        if let Self::Moved { lost, .. } = &mut self {
            *lost = true;
        }
        self
    }
}

/// How clocks were changed by something else than a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeChange {
    /// The clocks stand (暂停).
    Paused,
    /// They are to run again.
    Continued,
    /// The move is sealed and the clocks stand (封棋).
    Sealed,
    /// The sealed move was lost with its key: the side moves anew.
    SealLost,
    /// Moves were taken back; a turn begins anew, and no time is given back.
    Undone,
    /// Main time was added.
    Added,
    /// The clock was set by ruling; a turn under way begins anew.
    Set,
    /// The reading goes on from a second that had passed (第16条.2).
    ReadingRestarted,
    /// A side came late to a scheduled game.
    Late,
}

impl Sheet {
    /// The sheet of a journal, and the game that the journal tells of.
    ///
    /// # Errors
    /// [`BadJournal`] names the first event that cannot be.
    pub fn of(journal: impl IntoIterator<Item = (RoomMs, GameEvent)>) -> Result<(Self, Game), BadJournal> {
        let mut sheet = Self::default();
        let game =
            Game::replay_shown(journal, |before, index, at, event| sheet.note(before, index, at, event))?;
        Ok((sheet, game))
    }

    /// Takes in one more event; `before` is the game as it was just before it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`changed` tells the rest apart, each by name")]
    fn note(&mut self, before: &Game, index: usize, at: RoomMs, event: &GameEvent) {
        let color = before.next;
        let spent_ms = before.running.map(|running| before.elapsed_ms(running, at));
        let what = match *event {
            GameEvent::HandicapPlaced { point } => {
                self.moved(before, spent_ms, Some(point), 0, *before.times.get(Color::Black))
            }
            GameEvent::Played { point, left, credit_ms, .. } => {
                self.moved(before, spent_ms, Some(point), credit_ms, left)
            }
            GameEvent::Passed { left, credit_ms } => self.moved(before, spent_ms, None, credit_ms, left),
            GameEvent::TurnLost { left } => self.moved(before, spent_ms, None, 0, left).lost(),
            GameEvent::Read { color, second, count, periods } => Timed::Read {
                number: number(before),
                color,
                spent_ms: spent_ms.unwrap_or_else(|| before.late_ms(at)),
                second,
                count,
                periods,
            },
            GameEvent::Lapsed { .. } => {
                self.stopped = spent_ms.map(|spent_ms| (spent_ms, 0));
                Timed::Lapsed { color, spent_ms: spent_ms.unwrap_or(0) }
            }
            GameEvent::Restored { charged_ms, uncharged_ms, hold, wall_ms: _ } => {
                Timed::Restored { charged_ms, uncharged_ms, hold_ms: hold.since(at) }
            }
            GameEvent::Ended { left, .. } => {
                let turn = self.cut_short(color, spent_ms).map(|spent_ms| (color, spent_ms));
                Timed::Ended { turn, left }
            }
            _ => match self.changed(before, at, event, spent_ms) {
                Some(what) => what,
                None => return,
            },
        };
        self.entries.push(SheetEntry { index, at, what });
    }

    /// What else there is that changes a clock; the rest of the events have nothing to do with time.
    fn changed(
        &mut self,
        before: &Game,
        at: RoomMs,
        event: &GameEvent,
        turn_ms: Option<u64>,
    ) -> Option<Timed> {
        let (next, lasted) = (before.next, turn_ms.unwrap_or(0));
        let (change, color, spent_ms, ms, left) = match *event {
            GameEvent::Paused { .. } => (TimeChange::Paused, next, lasted, 0, None),
            GameEvent::Continued { hold } => (TimeChange::Continued, next, lasted, hold.since(at), None),
            GameEvent::Sealed { left, credit_ms, .. } => {
                self.stopped = turn_ms.map(|spent_ms| (spent_ms, credit_ms));
                (TimeChange::Sealed, next, lasted, 0, Some(left))
            }
            GameEvent::SealLost | GameEvent::Undone { .. } => {
                let (change, spent_ms) = self.void(before, at, event, turn_ms);
                (change, next, spent_ms, 0, None)
            }
            GameEvent::ClockSet { color, left } => {
                let own = turn_ms.filter(|_| color == next).inspect(|&spent_ms| self.add(color, spent_ms));
                (TimeChange::Set, color, own.unwrap_or(0), 0, Some(left))
            }
            GameEvent::TimeAdded { color, ms } => {
                let main_ms = before.times.get(color).main_ms.saturating_add(ms);
                (TimeChange::Added, color, 0, ms, Some(TimeLeft { main_ms, ..*before.times.get(color) }))
            }
            GameEvent::ReadingRestarted { .. } => (TimeChange::ReadingRestarted, next, lasted, 0, None),
            GameEvent::Arrived { color, late_ms, left } => (TimeChange::Late, color, 0, late_ms, Some(left)),
            GameEvent::Opened { .. }
            | GameEvent::HandicapPlaced { .. }
            | GameEvent::Played { .. }
            | GameEvent::Passed { .. }
            | GameEvent::Read { .. }
            | GameEvent::Lapsed { .. }
            | GameEvent::AgreementOpened { .. }
            | GameEvent::Marked { .. }
            | GameEvent::SetAside { .. }
            | GameEvent::Accepted { .. }
            | GameEvent::AskedAgain { .. }
            | GameEvent::PlayResumed { .. }
            | GameEvent::RepetitionOffered { .. }
            | GameEvent::RepetitionAccepted { .. }
            | GameEvent::RepetitionDeclined { .. }
            | GameEvent::Started { .. }
            | GameEvent::Missed { .. }
            | GameEvent::Requested { .. }
            | GameEvent::RequestClosed { .. }
            | GameEvent::RefereeCalled { .. }
            | GameEvent::CallClosed { .. }
            | GameEvent::Adjourning { .. }
            | GameEvent::TurnLost { .. }
            | GameEvent::Ruled { .. }
            | GameEvent::StonesRuled { .. }
            | GameEvent::Warned { .. }
            | GameEvent::WarningWithdrawn { .. }
            | GameEvent::Muted { .. }
            | GameEvent::Unmuted { .. }
            | GameEvent::OfficerSeated { .. }
            | GameEvent::Removed { .. }
            | GameEvent::Readmitted { .. }
            | GameEvent::ColorsSwapped
            | GameEvent::Restored { .. }
            | GameEvent::VacationBegan { .. }
            | GameEvent::VacationEnded { .. }
            | GameEvent::Ended { .. } => return None,
        };
        Some(Timed::Changed { change, color, spent_ms, ms, left })
    }

    /// A turn comes to nothing: its sealed move is lost, or moves before it are taken back.
    fn void(
        &mut self,
        before: &Game,
        at: RoomMs,
        event: &GameEvent,
        turn_ms: Option<u64>,
    ) -> (TimeChange, u64) {
        let spent_ms = self.cut_short(before.next, turn_ms).unwrap_or(0);
        if matches!(event, GameEvent::SealLost) {
            return (TimeChange::SealLost, spent_ms);
        }
        self.turn_goes_on(before, at, event);
        (TimeChange::Undone, spent_ms)
    }

    /// A turn ended with a move. What was sealed, and a pass that was asked for after the last period, cost what had
    /// been spent until then.
    fn moved(
        &mut self,
        before: &Game,
        turn_ms: Option<u64>,
        point: Option<Point>,
        credit_ms: u64,
        left: TimeLeft,
    ) -> Timed {
        let stopped = self.stopped.take().or(turn_ms.map(|turn_ms| (turn_ms, credit_ms)));
        let (spent_ms, credit_ms) = stopped.unwrap_or((0, credit_ms));
        self.add(before.next, spent_ms);
        Timed::Moved {
            number: number(before),
            color: before.next,
            point,
            lost: false,
            spent_ms,
            credit_ms,
            left,
        }
    }

    /// A turn ended without a move; how long it had lasted, if one was under way.
    fn cut_short(&mut self, color: Color, turn_ms: Option<u64>) -> Option<u64> {
        let spent_ms = self.stopped.take().map(|(spent_ms, _)| spent_ms).or(turn_ms)?;
        self.add(color, spent_ms);
        Some(spent_ms)
    }

    /// A step back after which the same turn goes on: its move will count what it has cost so far.
    fn turn_goes_on(&mut self, before: &Game, at: RoomMs, event: &GameEvent) {
        let mut after = before.clone();
        let turn = after.apply(at, event).ok().and(after.running).filter(|turn| turn.color == before.next);
        let carried_ms = turn.map_or(0, |turn| after.elapsed_ms(turn, at));
        let sum = self.spent_ms.get_mut(before.next);
        *sum = sum.saturating_sub(carried_ms);
    }

    fn add(&mut self, color: Color, spent_ms: u64) {
        let sum = self.spent_ms.get_mut(color);
        *sum = sum.saturating_add(spent_ms);
    }
}

/// The number of the move to come, as the record counts: after an undo it is given again.
fn number(before: &Game) -> u32 {
    u32::try_from(before.moves.len()).unwrap_or(u32::MAX).saturating_add(1)
}
