//! Pauses (暂停) and adjournments (封棋): the clocks stand and nobody may move (RULES 6).
//!
//! A pause costs nobody time: what was spent of the turn stays spent, every limit that lay ahead lies
//! as far ahead when play goes on, and play goes on only after a moment for both to find back.
//! An adjournment begins with the side to move sealing its move (`seal`), on its own clock.
//! Every stop has its end, at which play goes on by itself whoever is there (RULES 6: by the event schedule; after an
//! adjournment there is no lateness limit, the clock simply runs): the moment that was agreed or ruled, or the latest
//! that there is. Adjournments and a referee's pauses are kept by the world's clock, as appointments are; the
//! players' short pauses by served time.
//! Deliberately absent: outages, which nobody asked for (`expire`).

use serde::{Deserialize, Serialize};

use super::{Action, Game, GameEvent, Misplaced, NEVER, Phase, Refusal, Running, Seat};
use crate::{Color, RoomMs};

/// How long the clocks still stand once play goes on, in milliseconds.
pub const CONTINUE_HOLD_MS: u64 = 10 * 1000;
/// How often a game may be paused by its players.
pub const PAUSES_MOST: std::ops::RangeInclusive<u8> = 0..=20;
/// How long one of these pauses may last, in milliseconds: a minute to an hour.
pub const PAUSE_MS: std::ops::RangeInclusive<u64> = 60 * 1000..=60 * 60 * 1000;
/// How far ahead the moment may lie at which a game goes on, in milliseconds: a minute to 90 days. Where nobody has said
/// when, an adjourned game, or one that a referee stopped, goes on after the longest.
pub const STOP_MS: std::ops::RangeInclusive<u64> = 60 * 1000..=90 * 24 * 60 * 60 * 1000;

/// What the players may do with their clocks by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pauses {
    /// How often the game may be paused.
    pub most: u8,
    /// How long a pause lasts at most, in milliseconds.
    pub length_ms: u64,
    /// Whether it may be adjourned.
    pub adjourn: bool,
}

impl Default for Pauses {
    /// Three pauses of ten minutes, and adjournment.
    fn default() -> Self {
        Self { most: 3, length_ms: 10 * 60 * 1000, adjourn: true }
    }
}

/// Why the clocks stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// Both agreed to a pause.
    Agreed,
    /// One side is away, and the other called it a pause.
    Absence,
    /// The referee stopped the clocks.
    Referee,
    /// The game is adjourned, a move sealed.
    Adjourned,
}

/// The clocks stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Why.
    pub reason: PauseReason,
    /// Since when.
    pub since: RoomMs,
    /// When play goes on of itself.
    pub until: RoomMs,
}

impl Stopped {
    /// Whether its end is kept by the world's clock: nobody sits there meanwhile.
    #[must_use]
    pub const fn is_appointed(&self) -> bool {
        matches!(self.reason, PauseReason::Adjourned | PauseReason::Referee)
    }
}

// Getters.
impl Game {
    /// Why and since when the clocks stand, while they do.
    #[must_use]
    pub const fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// How many pauses the players have had.
    #[must_use]
    pub const fn pauses(&self) -> u8 {
        self.pauses
    }
}

// Commands.
impl Game {
    /// While the clocks stand nobody moves, before an adjournment the move is sealed, and after it nothing
    /// comes before the sealed move. Who has lost by its lateness has nothing left to resign.
    pub(super) fn may_act(&self, seat: Color, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Resign if *self.arrivals.seats.get(seat) == Seat::Forfeited => Err(Refusal::WrongPhase),
            Action::Resign => Ok(()),
            _ if self.stopped.is_none() && self.sealed.is_some() => Err(Refusal::Paused),
            Action::Ask { .. }
            | Action::Reply { .. }
            | Action::Withdraw { .. }
            | Action::BeginVacation
            | Action::EndVacation => Ok(()),
            _ if self.stopped.is_some() => Err(Refusal::Paused),
            Action::Play { .. } | Action::Pass { .. } if self.sealing => Err(Refusal::SealExpected),
            Action::Play { .. }
            | Action::Pass { .. }
            | Action::ClaimPass { .. }
            | Action::Mark { .. }
            | Action::Neutral { .. }
            | Action::Accept { .. }
            | Action::Resume { .. }
            | Action::Seal { .. }
            | Action::Claim { .. }
            | Action::CallReferee { .. }
            | Action::WithdrawCall
            | Action::Answer { .. } => Ok(()),
        }
    }

    /// A pause of the players' own, if they may have another, to the end that they agreed on.
    pub(super) fn pause(&self, reason: PauseReason, until: Option<RoomMs>, now: RoomMs) -> GameEvent {
        let longest = now.plus(self.setup.pauses.length_ms);
        GameEvent::Paused { reason, until: Some(until.map_or(longest, |until| until.min(longest))) }
    }

    /// Whether the moment lies as far ahead as a stop may last that lasts `most_ms` at most.
    pub(super) fn may_stop_until(until: Option<RoomMs>, now: RoomMs, most_ms: u64) -> Result<(), Refusal> {
        let fits = until.is_none_or(|until| (*STOP_MS.start()..=most_ms).contains(&until.since(now)));
        if fits { Ok(()) } else { Err(Refusal::BadMoment) }
    }

    /// When a stop that begins at `at` ends; where nobody has said when, the latest moment that there is.
    pub(super) fn stop_end(at: RoomMs, until: Option<RoomMs>) -> RoomMs {
        until.unwrap_or_else(|| at.plus(*STOP_MS.end()))
    }

    /// Whether the players may pause once more.
    pub(super) const fn may_pause(&self) -> bool {
        self.pauses < self.setup.pauses.most
    }

    /// Play goes on.
    pub(super) const fn go_on(now: RoomMs) -> GameEvent {
        GameEvent::Continued { hold: now.plus(CONTINUE_HOLD_MS) }
    }
}

// What becomes of it.
impl Game {
    pub(super) fn paused(
        &mut self,
        at: RoomMs,
        reason: PauseReason,
        until: Option<RoomMs>,
    ) -> Result<(), Misplaced> {
        if self.stopped.is_some() || matches!(self.phase, Phase::Over | Phase::Waiting) {
            return Err(Misplaced::Phase);
        }
        self.fold(at, NEVER);
        self.stopped = Some(Stopped { reason, since: at, until: Self::stop_end(at, until) });
        // An envelope that has not been opened yet waits again.
        self.reveal_from = None;
        if matches!(reason, PauseReason::Agreed | PauseReason::Absence) {
            self.pauses = self.pauses.saturating_add(1);
        }
        self.requests.clear();
        self.calls.clear();
        Ok(())
    }

    pub(super) fn continued(&mut self, at: RoomMs, hold: RoomMs) -> Result<(), Misplaced> {
        self.requests.went_on();
        let Some(stopped) = self.stopped.take() else {
            // Nothing but an adjournment that does not come to pass.
            let was_sealing = std::mem::take(&mut self.sealing);
            return if was_sealing { Ok(()) } else { Err(Misplaced::Phase) };
        };
        let hold = hold.max(at);
        self.running = self.running.map(|turn| Running { from: hold, ..turn });
        let ahead = |due: RoomMs| hold.plus(due.since(stopped.since));
        self.lapse = self.lapse.map(ahead);
        self.wait(ahead);
        if self.sealed.is_some() {
            self.reveal_from = Some(hold);
        }
        Ok(())
    }
}
