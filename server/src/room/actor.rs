//! The loop of one room: one input at a time; journal, then state, then people.

use std::sync::Arc;

use rules::{Action, ByColor, GameEvent, NEVER, Refusal, RoomMs};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use super::audience::Audience;
use super::clock::RoomClock;
use super::handle::{Answer, Input, Order};
use super::history::History;
use super::presence::{Presence, Subscribers};
use super::restore::{Restored, take_in};
use super::seating::PeopleChange;
use super::slumber::{AHEAD_MS, LINGER_MS, rest_after};
use super::state::{Known, RoomState};
use super::{Floor, RoomsParts};
use crate::store::{Append, AppendError, Command, Finish, Gap, Row, StoreError};

/// How soon a room tries again what it may not decide now, in milliseconds.
const AGAIN_MS: u64 = 200;
/// News of who is there is gathered for this long, in milliseconds.
const PRESENCE_MS: u64 = 250;

/// The actor of one room.
pub(super) struct Actor {
    pub(super) parts: Arc<RoomsParts>,
    pub(super) state: RoomState,
    pub(super) epoch: u64,
    pub(super) clock: RoomClock,
    pub(super) history: History,
    /// Those who look on, if they see the game late.
    pub(super) audience: Option<Box<Audience>>,
    pub(super) subscribers: Subscribers,
    pub(super) floor: Arc<Floor>,
    pub(super) mailbox: mpsc::Receiver<Input>,
    pub(super) gaps: watch::Receiver<Gap>,
    pub(super) shown: Presence,
    pub(super) presence_due: Option<Instant>,
    not_before: Option<Instant>,
    /// When the room was last asked for something, in served milliseconds.
    asked_ms: u64,
    /// Room time stood still and the journal does not say so yet: sleep would forget it.
    pub(super) untold: bool,
}

/// The actor cannot go on: the journal is no longer its own, or may hold what it does not know.
pub(super) struct MustEnd;

impl Actor {
    pub(super) fn new(
        parts: Arc<RoomsParts>,
        restored: Restored,
        floor: Arc<Floor>,
        mailbox: mpsc::Receiver<Input>,
    ) -> Self {
        let Restored { state, epoch, clock, history, audience } = restored;
        let gaps = parts.lease.gaps();
        let mut subscribers = Subscribers::new(state.game.setup().appointment.is_some());
        // Whoever was there before this room woke has to come back first.
        subscribers.note_absence(runs_from(&state).unwrap_or(RoomMs(0)).max(state.last_at));
        let asked_ms = parts.time.served_ms();
        Self {
            asked_ms,
            gaps,
            parts,
            state,
            epoch,
            clock,
            history,
            audience,
            subscribers,
            floor,
            mailbox,
            shown: Presence::default(),
            presence_due: None,
            not_before: None,
            untold: false,
        }
    }

    /// Serves the room until it is over or may sleep and nobody watches; `false`: it must be restored.
    pub(super) async fn run(mut self) -> bool {
        let is_at_rest = loop {
            if self.show_late().is_err() {
                break false;
            }
            match self.step().await {
                Ok(true) => {}
                Ok(false) => break true,
                Err(MustEnd) => break false,
            }
        };
        // Whoever put something in before the mailbox closed sees its reply dropped, and asks again.
        self.mailbox.close();
        self.subscribers.dismiss(self.state.id);
        self.turn_down().await;
        is_at_rest
    }

    /// One input or timeout; `false` when nobody needs the room any more.
    async fn step(&mut self) -> Result<bool, MustEnd> {
        let deadline = self.deadline();
        let presence_due = self.presence_due;
        let late_due = self.late_due();
        let sleep_due = self.sleep_due();
        tokio::select! {
            // What has already arrived comes before a flag: its moment of arrival decides.
            biased;
            input = self.mailbox.recv() => match input {
                Some(Input::Order(order, reply)) => {
                    self.asked_ms = self.parts.time.served_ms();
                    let answer = self.order(&order).await;
                    // Who asked may be gone. A room that must end does not know what became of it.
                    let _ = reply.send(*answer.as_ref().unwrap_or(&Answer::Busy));
                    #[cfg(feature = "planted")]
                    crate::planted::pass(crate::planted::ANSWERED, true);
                    answer?;
                }
                Some(Input::Rule(order, reply)) => {
                    let answer = self.rule(*order).await;
                    let _ = reply.send(*answer.as_ref().unwrap_or(&Answer::Busy));
                    answer?;
                }
                Some(Input::Watch(request)) => {
                    self.watch(*request);
                    self.arrivals().await?;
                }
                Some(Input::Unwatch(conn)) => {
                    self.asked_ms = self.parts.time.served_ms();
                    self.subscribers.remove(conn);
                    self.presence_changed();
                }
                Some(Input::SeatOfficer(seat, reply)) => {
                    let answer = self.seat_officer(*seat).await;
                    let _ = reply.send(*answer.as_ref().unwrap_or(&Answer::Busy));
                    answer?;
                }
                Some(Input::TakeSeat(conn, reply)) => {
                    let _ = reply.send(self.take_seat(conn));
                }
                Some(Input::Stop) | None => return Ok(false),
            },
            Ok(()) = self.gaps.changed() => self.due().await?,
            () = until(deadline) => self.due().await?,
            // The audience is shown what is due to it before each step.
            () = until(late_due) => {},
            () = until(presence_due) => self.show_presence(),
            () = until(sleep_due) => return Ok(false),
        }
        let over = self.state.game.outcome().is_some();
        Ok(!(over && self.subscribers.is_empty() && self.mailbox.is_empty()))
    }

    fn deadline(&self) -> Option<Instant> {
        let due = if self.is_arrival_due() {
            self.state.last_at
        } else {
            self.state.game.deadline_over(self.subscribers.lag_ms())?
        };
        let due = self.parts.time.instant(self.clock.served(due));
        Some(self.not_before.map_or(due, |not_before| due.max(not_before)))
    }

    /// When the room goes to sleep: nobody watches it, and for a while nothing is due.
    fn sleep_due(&self) -> Option<Instant> {
        let at_ms = self.asked_ms + LINGER_MS;
        if self.untold || !self.subscribers.is_empty() || !self.state.game.rests(self.clock.room(at_ms)) {
            return None;
        }
        let due = self.state.game.deadline().map(|due| self.clock.served(due));
        due.is_none_or(|due_ms| due_ms > at_ms + AHEAD_MS).then(|| self.parts.time.instant(at_ms))
    }

    fn in_ms(&self, ms: u64) -> Instant {
        self.parts.time.instant(self.parts.time.served_ms() + ms)
    }

    async fn order(&mut self, order: &Order) -> Result<Answer, MustEnd> {
        match self.known(&order.command) {
            Known::Done(seq) => return Ok(Answer::Done(seq)),
            Known::OtherContent => return Ok(Answer::IdReused),
            Known::New => {}
        }
        let Some(seat) = self.state.seat(order.command.account) else { return Ok(Answer::NotAPlayer) };
        if !self.subscribers.seats.admits(seat, order.conn) {
            return Ok(Answer::SeatElsewhere);
        }
        let mut lag_ms = self.subscribers.lag_ms();
        *lag_ms.get_mut(seat) = order.lag_ms.max(*lag_ms.get(seat));
        let Some(now) = self.catch_up(order.arrived_ms, lag_ms).await? else { return Ok(Answer::Busy) };
        let events = match self.decide(seat, order, now).await? {
            Ok(events) => self.revealed(now, events),
            Err(refusal) => return Ok(Answer::Refused(refusal)),
        };
        let seq = self.state.seq + 1;
        let kept = self.keep(now, events, Some(order.command)).await?;
        Ok(if kept { Answer::Done(seq) } else { Answer::Busy })
    }

    /// Whether this node may decide, after it has gone on from any time in which it could not.
    pub(super) async fn may_decide(&mut self) -> Result<bool, MustEnd> {
        Ok(self.parts.lease.holds() && self.after_gap().await?)
    }

    /// Room time of something that arrived, after all that was due before it. None: not now.
    pub(super) async fn catch_up(
        &mut self,
        arrived_ms: u64,
        lag_ms: ByColor<u64>,
    ) -> Result<Option<RoomMs>, MustEnd> {
        if !self.may_decide().await? {
            return Ok(None);
        }
        self.arrivals().await?;
        let now = self.clock.room(arrived_ms).max(self.state.last_at);
        self.expire(now, lag_ms).await?;
        // What was due before this could not be journalled: the store is at its limit.
        let is_behind = self.state.game.deadline_over(lag_ms).is_some_and(|due| now >= due);
        Ok((!is_behind).then_some(now))
    }

    async fn decide(
        &self,
        seat: rules::Color,
        order: &Order,
        now: RoomMs,
    ) -> Result<Result<Vec<GameEvent>, Refusal>, MustEnd> {
        let Order { lag_ms, .. } = *order;
        let action = self.informed(seat, order.action, now);
        let game = &self.state.game;
        let ends_play = matches!(action, Action::Pass { .. } | Action::ClaimPass { .. })
            && game.last_move().is_some_and(|last| last.point.is_none());
        if !ends_play {
            return Ok(game.decide_over(seat, &action, now, lag_ms));
        }
        // Proposing the dead stones takes long enough to keep other rooms of this thread waiting.
        let game = game.clone();
        let decided = tokio::task::spawn_blocking(move || game.decide_over(seat, &action, now, lag_ms)).await;
        decided.map_err(|error| {
            tracing::error!(room = %self.state.id, %error, "the rules failed");
            MustEnd
        })
    }

    /// Carries out what is due, if this node may decide.
    async fn due(&mut self) -> Result<(), MustEnd> {
        if self.may_decide().await? {
            // Who is there has come before anybody is too late.
            self.arrivals().await?;
            let lag_ms = self.subscribers.lag_ms();
            return self.expire(self.clock.room(self.parts.time.served_ms()), lag_ms).await;
        }
        self.try_again_later();
        Ok(())
    }

    /// What is due cannot be carried out just now.
    pub(super) fn try_again_later(&mut self) {
        self.not_before = Some(self.in_ms(AGAIN_MS));
    }

    /// Carries out what is due at `now`, over connections with these round trips.
    async fn expire(&mut self, now: RoomMs, lag_ms: ByColor<u64>) -> Result<(), MustEnd> {
        loop {
            let events = self.state.game.expire_over(now, lag_ms, self.here());
            let events = self.revealed(now, events);
            if events.is_empty() {
                return Ok(());
            }
            let may_decide = self.parts.lease.holds();
            if !may_decide || !self.keep(now.max(self.state.last_at), events, None).await? {
                self.try_again_later();
                return Ok(());
            }
        }
    }

    /// Journals events, changes the state by them and tells people. `false`: the store could not
    /// take them and nothing has changed.
    pub(super) async fn keep(
        &mut self,
        at: RoomMs,
        events: Vec<GameEvent>,
        command: Option<Command>,
    ) -> Result<bool, MustEnd> {
        let finish = self.finish(at, &events);
        let change = PeopleChange::of(&events);
        let rows = self.rows(at, events, command);
        let over = finish.is_some();
        let asked_ms = self.parts.time.served_ms();
        let stood = runs_from(&self.state).is_none();
        if !self.write(rows, finish).await? {
            return Ok(false);
        }
        if let Some(from) = runs_from(&self.state).filter(|_| stood) {
            self.subscribers.absence_anew(from);
            self.presence_due = Some(self.in_ms(PRESENCE_MS));
        }
        self.people_changed(change);
        if over {
            (self.parts.over)(self.state.id);
        }
        if (over || change.swapped) && !self.state.private {
            (self.parts.ended)();
        }
        self.after_stall(at, asked_ms).await?;
        Ok(true)
    }

    /// Has rows journalled, follows them and tells people. `false`: nothing has changed.
    pub(super) async fn write(&mut self, rows: Vec<Row>, finish: Option<Finish>) -> Result<bool, MustEnd> {
        let rest = rest_after(&self.parts, &self.state, &rows);
        let append = Append { game: self.state.id, epoch: self.epoch, rows: rows.clone(), rest, finish };
        match self.parts.append(append).await {
            Ok(()) => {}
            Err(AppendError::Store(StoreError::Busy)) => return Ok(false),
            Err(error) => {
                tracing::warn!(room = %self.state.id, %error, "the room must be restored");
                return Err(MustEnd);
            }
        }
        self.untold = false;
        let mut all_there = true;
        for row in &rows {
            take_in(self.parts.encoder.as_ref(), &mut self.state, &mut self.history, row).map_err(
                |error| {
                    tracing::error!(room = %self.state.id, %error, "the room cannot follow its own journal");
                    MustEnd
                },
            )?;
            #[cfg(feature = "planted")]
            crate::planted::pass(crate::planted::EVOLVED, row.command.is_some());
            all_there &= self.tell_newest(row);
        }
        #[cfg(feature = "planted")]
        crate::planted::pass(crate::planted::PUBLISHED, rows.iter().any(|row| row.command.is_some()));
        self.show_late()?;
        self.floor.follow(&self.state, self.audience.as_ref().map(|audience| &audience.state));
        if !all_there {
            self.presence_changed();
        }
        Ok(true)
    }

    fn rows(&self, at: RoomMs, events: Vec<GameEvent>, mut command: Option<Command>) -> Vec<Row> {
        let (wall_ms, served_ms) = (self.parts.time.wall_ms(), self.clock.served(at));
        let first = self.state.seq + 1;
        (first..)
            .zip(events)
            .map(|(seq, event)| Row {
                seq,
                at,
                wall_ms,
                node: self.parts.node,
                served_ms,
                command: command.take(),
                event,
            })
            .collect()
    }

    /// The final record, when the events end the game.
    /// Notes who has come and gone, and tells people soon.
    pub(super) fn presence_changed(&mut self) {
        self.settle_seats();
        let now = self.clock.room(self.parts.time.served_ms());
        self.subscribers.note_absence(now);
        if self.presence_due.is_none() && self.subscribers.presence() != self.shown {
            self.presence_due = Some(self.in_ms(PRESENCE_MS));
        }
    }
}

/// From when the clock of the present turn runs, unless it stands until somebody says otherwise.
fn runs_from(state: &RoomState) -> Option<RoomMs> {
    state.game.running().map(|turn| turn.from).filter(|from| *from != NEVER)
}

async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
