//! The only mutation: how each event changes the state.

use super::{Agreement, Game, GameEvent, Misplaced, MoveRecord, NEVER, Phase, Running};
use crate::{ByColor, Color, Count, Counting, Marking, Outcome, Point, RoomMs, TimeLeft};

impl Game {
    /// Changes the state by an event that [`decide`](Self::decide), [`expire`](Self::expire) or
    /// [`restore`](Self::restore) made of this very state; `at` is the `now` that they were given.
    ///
    /// # Panics
    /// If the event cannot follow from this state: a journal and a state that differ must not go on.
    /// Journals from outside are read by [`replay`](Self::replay), which never panics.
    pub fn evolve(&mut self, at: RoomMs, event: &GameEvent) {
        if let Err(why) = self.apply(at, event) {
            panic!("an event that cannot follow from the state of the game: {why}");
        }
    }

    /// Changes the state by an event of an unchecked journal.
    ///
    /// # Errors
    /// [`Misplaced`] when the event cannot follow; the state is then of no use.
    pub fn apply(&mut self, at: RoomMs, event: &GameEvent) -> Result<(), Misplaced> {
        if !self.may_follow(event) {
            return Err(Misplaced::Phase);
        }
        match event {
            GameEvent::Opened { .. } => Err(Misplaced::Opened),
            GameEvent::HandicapPlaced { point } => self.placed(at, *point),
            GameEvent::Played { point, captures, left, credit_ms } => {
                self.played(at, *point, captures, *left, *credit_ms)
            }
            GameEvent::Passed { left, credit_ms } => self.passed(at, *left, *credit_ms),
            GameEvent::Read { color, second, count, periods } => self.read(*color, *second, *count, *periods),
            GameEvent::Lapsed { due } => self.lapsed(*due),
            GameEvent::AgreementOpened { dead, revision, due } => {
                self.agreement_opened(dead, *revision, *due)
            }
            GameEvent::Marked { by, stones, dead, revision } => self.marked(*by, stones, *dead, *revision),
            GameEvent::SetAside { by, points, neutral, revision } => {
                self.set_aside(*by, points, *neutral, *revision)
            }
            GameEvent::Accepted { by, revision } => self.accepted(*by, *revision),
            GameEvent::AskedAgain { due } => self.asked_again(*due),
            GameEvent::PlayResumed { by: _, to_move } => self.play_resumed(at, *to_move),
            GameEvent::RepetitionOffered { verdict, first, due } => {
                self.repetition_offered(*verdict, *first, *due)
            }
            GameEvent::RepetitionAccepted { by } => self.repetition_accepted(*by),
            GameEvent::RepetitionDeclined { by: _ } => self.repetition_declined(at),
            GameEvent::Started { here } => self.started(at, *here),
            GameEvent::Arrived { color, late_ms: _, left } => self.arrived(at, *color, *left),
            GameEvent::Missed { color } => self.missed(*color),
            GameEvent::Requested { by, number, request, due, until } => {
                self.requested(*by, *number, *request, (*due, *until))
            }
            GameEvent::RequestClosed { number, how: _ } => self.request_closed(*number),
            GameEvent::RefereeCalled { by, due } => self.called(at, *by, *due),
            GameEvent::CallClosed { how: _ } => self.call_closed(at),
            GameEvent::Paused { reason, until } => self.paused(at, *reason, *until),
            GameEvent::Continued { hold } => self.continued(at, *hold),
            GameEvent::Adjourning { until } => self.adjourning(*until),
            GameEvent::Sealed { envelope, left, credit_ms } => self.seal(at, *envelope, *left, *credit_ms),
            GameEvent::SealLost => self.seal_lost(at),
            GameEvent::TurnLost { left } => self.turn_lost_by(at, *left),
            GameEvent::Undone { moves } => self.undone(at, *moves),
            GameEvent::TimeAdded { color, ms } => self.time_added(at, *color, *ms),
            GameEvent::Ruled { officer: _, reason: _ } => Ok(()),
            GameEvent::ClockSet { color, left } => self.clock_set(at, *color, *left),
            GameEvent::ReadingRestarted { second } => self.reading_restarted(at, *second),
            GameEvent::StonesRuled { dead, revision } => self.stones_ruled(dead, *revision),
            GameEvent::Warned { color } => {
                self.warned(*color);
                Ok(())
            }
            GameEvent::WarningWithdrawn { color } => self.warning_withdrawn(*color),
            GameEvent::Muted { account, name } => self.people.mute(account, name, true),
            GameEvent::Unmuted { account, name } => self.people.mute(account, name, false),
            GameEvent::OfficerSeated { officer } => self.officer_sat(officer),
            GameEvent::Removed { account, name } => self.people.remove(account, name, true),
            GameEvent::Readmitted { account, name } => self.people.remove(account, name, false),
            GameEvent::ColorsSwapped => self.colors_swapped(),
            GameEvent::Restored { charged_ms: _, uncharged_ms: _, hold, wall_ms } => {
                self.restored(at, *hold, *wall_ms);
                Ok(())
            }
            GameEvent::VacationBegan { by, until } => self.vacation_began(*by, at, *until),
            GameEvent::VacationEnded { by, left_ms } => self.vacation_ended(*by, at, *left_ms),
            GameEvent::Ended { outcome, count, left } => self.end(*outcome, *count, *left),
        }
    }

    fn play_resumed(&mut self, at: RoomMs, to_move: Color) -> Result<(), Misplaced> {
        let disputed = self.discussed()?.disputed();
        self.remember_disputed(&disputed);
        self.agreement = None;
        self.calls.clear();
        self.phase = Phase::Play;
        self.passes = 0;
        self.resumptions.push(self.moves.len());
        self.turn(to_move, at);
        Ok(())
    }

    /// The turn of one side begins.
    pub(super) fn turn(&mut self, color: Color, at: RoomMs) {
        let from = if self.stopped.is_some() { NEVER } else { at };
        self.running = Some(Running { color, elapsed_ms: 0, from });
        (self.next, self.told_ms) = (color, 0);
    }

    fn placed(&mut self, at: RoomMs, point: Point) -> Result<(), Misplaced> {
        self.expect(Phase::Placing)?;
        if !self.has(point) {
            return Err(Misplaced::Point);
        }
        if self.board().get(point).is_some() {
            return Err(Misplaced::Illegal(crate::Illegal::Occupied));
        }
        self.position.place(Color::Black, point);
        let left = self.times.black;
        let record = MoveRecord::pass(Color::Black, at, left, 0);
        self.moves.push(MoveRecord { point: Some(point), placed: true, ..record });
        self.placed += 1;
        if self.placed < self.setup.handicap {
            self.turn(Color::Black, at);
        } else {
            self.phase = Phase::Play;
            self.turn(Color::White, at);
        }
        Ok(())
    }

    fn played(
        &mut self,
        at: RoomMs,
        point: Point,
        captures: &[Point],
        left: TimeLeft,
        credit_ms: u64,
    ) -> Result<(), Misplaced> {
        self.expect_turn()?;
        if !self.has(point) {
            return Err(Misplaced::Point);
        }
        let color = self.next;
        if self.setup.rules.repetition.verdict().is_some() {
            let stood = self.position.stood(color, point);
            self.left_cycle(stood.times);
        }
        if self.put(color, point)? != captures {
            return Err(Misplaced::Captures);
        }
        let captured = u16::try_from(captures.len()).unwrap_or(u16::MAX);
        self.passes = 0;
        let record = MoveRecord::pass(color, at, left, credit_ms);
        self.moved(at, MoveRecord { point: Some(point), captured, ..record });
        Ok(())
    }

    /// A stone comes on the board, and prisoners go off it.
    pub(super) fn put(&mut self, color: Color, point: Point) -> Result<Vec<Point>, Misplaced> {
        let own_before = self.board().stones(color);
        let captures = self.position.play(color, point)?;
        // Under rules that allow suicide, the stones that died of it are the opponent's prisoners.
        let own_lost = (own_before + 1).saturating_sub(self.board().stones(color));
        *self.prisoners.get_mut(color) += u32::try_from(captures.len()).unwrap_or(u32::MAX);
        *self.prisoners.get_mut(color.opponent()) += u32::from(own_lost);
        Ok(captures)
    }

    fn passed(&mut self, at: RoomMs, left: TimeLeft, credit_ms: u64) -> Result<(), Misplaced> {
        if self.phase == Phase::Lapsed {
            (self.phase, self.lapse) = (Phase::Play, None);
        } else {
            self.expect_turn()?;
        }
        let color = self.next;
        self.position.pass(color);
        self.passes = self.passes.saturating_add(1);
        self.moved(at, MoveRecord::pass(color, at, left, credit_ms));
        Ok(())
    }

    pub(super) fn moved(&mut self, at: RoomMs, record: MoveRecord) {
        let from = match self.reveal_from {
            // It was sealed: what it cost was reckoned then.
            Some(_) => self.opened_at().unwrap_or(at),
            None => {
                *self.times.get_mut(record.color) = record.left;
                self.spend_credit(record.color, record.credit_ms);
                at
            }
        };
        self.requests.moved();
        self.moves.push(record);
        self.turn(record.color.opponent(), from);
    }

    fn agreement_opened(&mut self, dead: &[Point], revision: u32, due: RoomMs) -> Result<(), Misplaced> {
        self.expect(Phase::Play)?;
        if self.passes < 2 {
            return Err(Misplaced::Phase);
        }
        self.check_stones(dead)?;
        self.follow(revision)?;
        self.rounds = self.rounds.saturating_add(1);
        self.agreement = Some(Agreement::new(self.rounds, Marking::of_dead(dead.to_vec()), revision, due));
        self.phase = Phase::Agreement;
        (self.running, self.sealing) = (None, false);
        self.requests.clear();
        self.calls.clear();
        Ok(())
    }

    fn marked(&mut self, by: Color, stones: &[Point], dead: bool, revision: u32) -> Result<(), Misplaced> {
        self.discussed()?;
        self.check_stones(stones)?;
        self.follow(revision)?;
        let agreement = self.agreement.as_mut().ok_or(Misplaced::Phase)?;
        agreement.mark(self.position.board(), by, stones, dead, revision);
        Ok(())
    }

    fn set_aside(
        &mut self,
        by: Color,
        points: &[Point],
        neutral: bool,
        revision: u32,
    ) -> Result<(), Misplaced> {
        let marking = self.discussed()?.marking.clone();
        let bare =
            |&point: &Point| self.has(point) && (self.board().get(point).is_none() || marking.is_dead(point));
        let is_counted = self.setup.rules.counting == Counting::Territory;
        if !is_counted || !points.is_sorted_by(|a, b| a < b) || !points.iter().all(bare) {
            return Err(Misplaced::Territory);
        }
        self.follow(revision)?;
        self.discussed()?.set_aside(by, points, neutral, revision);
        Ok(())
    }

    fn asked_again(&mut self, due: RoomMs) -> Result<(), Misplaced> {
        let agreement = self.discussed()?;
        agreement.asked_again = true;
        agreement.due = due;
        Ok(())
    }

    fn accepted(&mut self, by: Color, revision: u32) -> Result<(), Misplaced> {
        let agreement = self.discussed()?;
        if agreement.revision != revision {
            return Err(Misplaced::Revision);
        }
        *agreement.accepted.get_mut(by) = true;
        Ok(())
    }

    /// Limits that lie ahead move on by the hold; what has been spent stays spent, and a limit that
    /// had passed before the old server fell silent stays passed.
    fn restored(&mut self, at: RoomMs, hold: RoomMs, wall_ms: Option<i64>) {
        let hold = hold.max(at);
        if self.phase == Phase::Waiting {
            self.arrivals_restored(at, hold);
            self.date(at, wall_ms);
            return;
        }
        if let Some(stopped) = self.stopped.as_mut().filter(|stopped| stopped.is_appointed()) {
            // An appointment is moved no further than people need to find back.
            stopped.until = stopped.until.max(hold);
            self.requests.restored(at, hold);
            self.date(at, wall_ms);
            return;
        }
        if self.phase == Phase::Over || self.limit().is_some_and(|limit| limit <= at) {
            return;
        }
        self.requests.restored(at, hold);
        self.calls.restored(at, hold);
        self.reveal_from = self.reveal_from.map(|from| from.max(hold));
        if let Some(stopped) = &mut self.stopped {
            // The other limits are reckoned from when the clocks stopped, and stand.
            stopped.until = hold.plus(stopped.until.since(at));
            self.date(at, wall_ms);
            return;
        }
        // A hold that is under way is not cut short.
        self.fold(at, hold);
        self.date(at, wall_ms);
        if let Some(due) = &mut self.lapse {
            *due = hold.plus(due.since(at));
        }
        // While a call is open these may have passed: they stand still.
        let held_ms = hold.since(at);
        self.wait(|due| due.plus(held_ms));
    }

    fn end(
        &mut self,
        outcome: Outcome,
        count: Option<Count>,
        left: ByColor<TimeLeft>,
    ) -> Result<(), Misplaced> {
        if self.phase == Phase::Over {
            return Err(Misplaced::Phase);
        }
        let margin = match outcome {
            Outcome::Counting { margin_quarters, ties } if ties == self.setup.rules.ties => {
                Some(margin_quarters)
            }
            Outcome::Counting { .. } => return Err(Misplaced::Count),
            Outcome::Repetition { verdict } if self.setup.rules.repetition.verdict() != Some(verdict) => {
                return Err(Misplaced::Repetition);
            }
            Outcome::Resignation { .. }
            | Outcome::Time { .. }
            | Outcome::Repetition { .. }
            | Outcome::Agreed
            | Outcome::Forfeit { .. }
            | Outcome::BothLose
            | Outcome::Ruled { .. }
            | Outcome::Aborted => None,
        };
        if margin != count.map(|count| count.margin_quarters) {
            return Err(Misplaced::Count);
        }
        if let (Some(agreement), Some(count)) = (self.agreement.take(), count) {
            self.counted = self.marking_of(agreement, count);
        }
        (self.lapse, self.offer) = (None, None);
        self.phase = Phase::Over;
        self.outcome = Some(outcome);
        self.count = count;
        self.times = left;
        self.running = None;
        (self.stopped, self.sealing, self.sealed, self.reveal_from) = (None, false, None, None);
        self.requests.clear();
        self.calls.clear();
        Ok(())
    }

    /// The marking that was counted: the one that both accepted; otherwise the server's proposal, or
    /// all stones alive, whichever gives that count.
    fn marking_of(&self, agreement: Agreement, count: Count) -> Marking {
        let accepted = agreement.accepted.black && agreement.accepted.white;
        if accepted {
            agreement.marking
        } else if self.count_of(&agreement.proposed) == count {
            agreement.proposed
        } else {
            Marking::default()
        }
    }

    /// A turn is under way, or is made up by a sealed move.
    fn expect_turn(&self) -> Result<(), Misplaced> {
        self.expect(Phase::Play)?;
        let is_free = self.stopped.is_none() && (self.sealed.is_some() == self.reveal_from.is_some());
        if is_free && !self.sealing { Ok(()) } else { Err(Misplaced::Phase) }
    }

    pub(super) fn expect(&self, phase: Phase) -> Result<(), Misplaced> {
        if self.phase == phase { Ok(()) } else { Err(Misplaced::Phase) }
    }

    /// The agreement of the present phase.
    fn discussed(&mut self) -> Result<&mut Agreement, Misplaced> {
        self.expect(Phase::Agreement)?;
        self.agreement.as_mut().ok_or(Misplaced::Phase)
    }

    /// Markings are numbered one by one over the whole game.
    pub(super) fn follow(&mut self, revision: u32) -> Result<(), Misplaced> {
        if self.revision.checked_add(1) != Some(revision) {
            return Err(Misplaced::Revision);
        }
        self.revision = revision;
        Ok(())
    }

    pub(super) fn check_stones(&self, stones: &[Point]) -> Result<(), Misplaced> {
        let ascending = stones.is_sorted_by(|a, b| a < b);
        let lie = stones.iter().all(|&point| self.has(point) && self.board().get(point).is_some());
        if ascending && lie { Ok(()) } else { Err(Misplaced::Stones) }
    }
}
