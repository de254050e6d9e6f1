//! Calling the referee (RULES 2.4, 3.4, 3.6, 7; 第16条.3).
//!
//! A player calls about the matter at hand, and one call is open at a time. What is talked over while the clocks stand
//! — the stones, a repetition — waits for the referee: its limit goes on when the call is closed. The clocks of the
//! board play run on; a referee who finds that they should not stops them.
//! A ruling answers a call, who called may take it back, and silence closes it: after ten minutes, so that nobody
//! keeps the other waiting where no referee is, and after an hour once one sits at the game. When the game turns to
//! another matter (the stones, play again, a pause) it is void without a word.
//! Where a referee sits at the game, what the rules would settle without one is put to the referee first, once in each
//! agreement: the same stones disputed again, and a marking that one side alone accepts.
//! Deliberately absent: who hears of a call, and who answers it.

use serde::{Deserialize, Serialize};

use super::{ASKED_AGAIN_MS, Agreement, Game, GameEvent, Misplaced, Phase, ROUNDS, Refusal, Ruling};
use crate::{ByColor, Color, Point, RoomMs};

/// How long a call usually stands where no referee sits at the game, in milliseconds.
pub const CALL_MS: u64 = 10 * 60 * 1000;
/// How long it usually stands where one does, in milliseconds.
pub const CALL_SEATED_MS: u64 = 60 * 60 * 1000;
/// How often each side may call in a game.
pub const CALLS_A_GAME: u16 = 3;

/// How a call came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallEnd {
    /// A referee ruled, or found nothing to rule on.
    Answered,
    /// Who called took it back.
    Withdrawn,
    /// Nobody came.
    Expired,
}

/// An open call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Who calls; nobody where the rules do.
    pub by: Option<Color>,
    /// From when on the limit of what is talked over stands still.
    pub since: RoomMs,
    /// When silence closes it.
    pub due: RoomMs,
}

/// The open call, and how often each side has called.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    open: Option<Call>,
    /// For how much of the open call what is talked over has waited for a vacation.
    waited_ms: u64,
    made: ByColor<u16>,
}

impl Calls {
    /// Voids what is open: the matter is another one.
    pub(super) fn clear(&mut self) {
        self.open = None;
    }

    /// The players change sides; how often each has called goes with them.
    pub(super) fn swapped(&mut self) {
        self.clear();
        self.made.swap();
    }

    /// What is talked over has waited from then to then for another reason, and need not wait for the call as well.
    pub(super) fn waited(&mut self, from: RoomMs, to: RoomMs) {
        if let Some(call) = self.open {
            self.waited_ms = self.waited_ms.saturating_add(to.since(from.max(call.since)));
        }
    }

    /// A server took over: what lay ahead moves on by the hold.
    pub(super) fn restored(&mut self, at: RoomMs, hold: RoomMs) {
        if let Some(call) = self.open.as_mut().filter(|call| call.due > at) {
            let held_ms = hold.since(at);
            (call.since, call.due) = (call.since.plus(held_ms), call.due.plus(held_ms));
        }
    }
}

impl Ruling {
    /// Whether it answers a call: whatever concerns the game rather than the people around it.
    const fn answers_call(&self) -> bool {
        match self {
            Self::Pause { until: _ }
            | Self::Continue
            | Self::Adjourn { until: _ }
            | Self::SetClock { .. }
            | Self::AddTime { .. }
            | Self::AddTimeToBoth { .. }
            | Self::RestartReading { .. }
            | Self::StepBack { .. }
            | Self::Stones { .. }
            | Self::Result(_)
            | Self::Warn { .. }
            | Self::WithdrawWarning { .. }
            | Self::SwapColors => true,
            Self::AnswerCall | Self::Remove { .. } | Self::Mute { .. } => false,
        }
    }
}

// Getters.
impl Game {
    /// The open call for the referee.
    #[must_use]
    pub const fn call(&self) -> Option<Call> {
        self.calls.open
    }

    /// How often a side may still call.
    #[must_use]
    pub fn calls_left(&self, seat: Color) -> u16 {
        CALLS_A_GAME.saturating_sub(*self.calls.made.get(seat))
    }
}

// Commands.
impl Game {
    /// A player calls the referee, about the matter at hand.
    pub(super) fn decide_call(&self, seat: Color, ply: u32, now: RoomMs) -> Result<Vec<GameEvent>, Refusal> {
        if self.phase == Phase::Waiting {
            return Err(Refusal::WrongPhase);
        }
        if ply != self.ply() {
            return Err(Refusal::StalePly);
        }
        if self.calls.open.is_some() {
            return Err(Refusal::RefereeCalled);
        }
        if self.calls_left(seat) == 0 {
            return Err(Refusal::TooOften);
        }
        Ok(vec![self.referee_called(Some(seat), now)])
    }

    /// Who called takes it back.
    pub(super) fn decide_withdraw_call(&self, seat: Color) -> Result<Vec<GameEvent>, Refusal> {
        let call = self.calls.open.filter(|call| call.by == Some(seat));
        call.map(|_| vec![GameEvent::CallClosed { how: CallEnd::Withdrawn }]).ok_or(Refusal::NoSuchRequest)
    }

    /// A referee has looked, and leaves it as it is.
    pub(super) fn decide_answer_call(&self) -> Result<GameEvent, Refusal> {
        let is_open = self.calls.open.is_some();
        is_open.then_some(GameEvent::CallClosed { how: CallEnd::Answered }).ok_or(Refusal::NoSuchRequest)
    }

    /// What a ruling closes before it takes effect.
    pub(super) fn answered_by(&self, ruling: &Ruling) -> Option<GameEvent> {
        let answered = self.calls.open.is_some() && ruling.answers_call();
        answered.then_some(GameEvent::CallClosed { how: CallEnd::Answered })
    }

    /// What a dispute comes to where a referee sits at the game: the third one, and one about the same stones again, are
    /// the referee's to settle (RULES 3.4).
    ///
    /// # Errors
    /// [`Refusal::RefereeCalled`] while the ruling is awaited.
    pub(super) fn dispute_referred(
        &self,
        agreement: &Agreement,
        now: RoomMs,
    ) -> Result<Option<GameEvent>, Refusal> {
        if !self.has_referee() || !(agreement.round >= ROUNDS || self.is_disputed_again(agreement)) {
            return Ok(None);
        }
        if self.calls.open.is_some() {
            return Err(Refusal::RefereeCalled);
        }
        Ok(self.referred(agreement, now))
    }

    /// The call that the rules make once in each agreement, where one sits at the game.
    pub(super) fn referred(&self, agreement: &Agreement, now: RoomMs) -> Option<GameEvent> {
        (self.has_referee() && !agreement.referred).then(|| self.referee_called(None, now))
    }

    fn referee_called(&self, by: Option<Color>, now: RoomMs) -> GameEvent {
        let usual_ms = if self.has_referee() { CALL_SEATED_MS } else { CALL_MS };
        GameEvent::RefereeCalled { by, due: self.answer_due(now, usual_ms) }
    }

    fn has_referee(&self) -> bool {
        !self.officers().is_empty()
    }

    /// Whether some of the stones were disputed when play was last resumed, and still stand.
    fn is_disputed_again(&self, agreement: &Agreement) -> bool {
        let stands = |stone| self.board().get(stone);
        let disputed = agreement.disputed();
        self.disputed.iter().any(|(stone, owner)| stands(*stone) == Some(*owner) && disputed.contains(stone))
    }

    /// When silence closes the call.
    pub(super) fn call_limit(&self) -> Option<RoomMs> {
        self.calls.open.map(|call| call.due)
    }

    /// Silence closes it.
    pub(super) fn call_due(&self, now: RoomMs) -> Option<GameEvent> {
        let is_due = self.call_limit().is_some_and(|due| due <= now);
        is_due.then_some(GameEvent::CallClosed { how: CallEnd::Expired })
    }
}

// What becomes of it.
impl Game {
    pub(super) fn called(&mut self, at: RoomMs, by: Option<Color>, due: RoomMs) -> Result<(), Misplaced> {
        if self.phase == Phase::Waiting || self.stopped.is_some() || self.calls.open.is_some() {
            return Err(Misplaced::Call);
        }
        if let Some(seat) = by {
            let made = self.calls.made.get_mut(seat);
            *made = made.saturating_add(1);
        } else if let Some(agreement) = &mut self.agreement {
            agreement.referred = true;
        }
        (self.calls.open, self.calls.waited_ms) = (Some(Call { by, since: at, due }), 0);
        Ok(())
    }

    /// What was talked over goes on where its limit stood, and at least as long as a last question does. From the
    /// beginning of a vacation it has waited for that.
    pub(super) fn call_closed(&mut self, at: RoomMs) -> Result<(), Misplaced> {
        let call = self.calls.open.take().ok_or(Misplaced::Call)?;
        let until = self.away_since().map_or(at, |since| since.max(call.since));
        let least = self.answer_due(at, ASKED_AGAIN_MS);
        let waits_ms = until.since(call.since).saturating_sub(self.calls.waited_ms);
        self.wait(|due| due.plus(waits_ms).max(least));
        Ok(())
    }

    /// A referee has sat down: an open call stands for longer.
    pub(super) fn officer_sat(&mut self, officer: &str) -> Result<(), Misplaced> {
        self.people.sit(officer)?;
        if let Some(call) = self.calls.open {
            let due = call.due.max(self.answer_due(call.since, CALL_SEATED_MS));
            self.calls.open = Some(Call { due, ..call });
        }
        Ok(())
    }

    /// Play goes on after a dispute about these stones.
    pub(super) fn remember_disputed(&mut self, stones: &[Point]) {
        let stands = |&stone: &Point| self.board().get(stone).map(|owner| (stone, owner));
        self.disputed = stones.iter().filter_map(stands).collect();
    }
}
