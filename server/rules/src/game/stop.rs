//! Pauses (暂停) and adjournments (封棋): the clocks stand and nobody may move (RULES 6).
//!
//! A pause costs nobody time: what was spent of the turn stays spent, every limit that lay ahead lies
//! as far ahead when play goes on, and play goes on only after a moment for both to find back.
//! An adjournment begins with the side to move sealing its move (`seal`), on its own clock.
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
    /// When play goes on of itself, if it does.
    pub until: Option<RoomMs>,
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
            | Action::Answer { .. } => Ok(()),
        }
    }

    /// A pause of the players' own, if they may have another.
    pub(super) fn pause(&self, reason: PauseReason, now: RoomMs) -> GameEvent {
        GameEvent::Paused { reason, until: Some(now.plus(self.setup.pauses.length_ms)) }
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
        self.stopped = Some(Stopped { reason, since: at, until });
        // An envelope that has not been opened yet waits again.
        self.reveal_from = None;
        if matches!(reason, PauseReason::Agreed | PauseReason::Absence) {
            self.pauses = self.pauses.saturating_add(1);
        }
        self.requests.clear();
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
        if let Some(agreement) = &mut self.agreement {
            agreement.due = ahead(agreement.due);
        }
        if let Some(offer) = &mut self.offer {
            offer.due = ahead(offer.due);
        }
        if self.sealed.is_some() {
            self.reveal_from = Some(hold);
        }
        Ok(())
    }
}
