//! What one player asks of the other: to take a move back, a draw, a pause, an adjournment, to go on, or
//! to accept more time (RULES 6, 7).
//!
//! Each side may have one request open. It is accepted, declined or withdrawn by its number; a move, a
//! pause or the end of the game makes it void, and so does silence. Both asking for the same is agreement.
//! What is declined has changed nothing but how often that side may still ask. Asking to go on is counted by itself,
//! for each stop anew; who has asked for it asks again only when that request would have closed by itself. A pause
//! or an adjournment may be asked for with the moment at which play goes on by itself; silence closes such a
//! request by then.
//! Deliberately absent: another game after this one, which is not a matter of this game.

use serde::{Deserialize, Serialize};

use super::{Game, GameEvent, Misplaced, PauseReason, Phase, Refusal, STOP_MS};
use crate::{ByColor, CAP_MAX_MS, ClockSetup, Color, Outcome, RoomMs};

/// How long a request usually stands, in milliseconds.
pub const REQUEST_MS: u64 = 2 * 60 * 1000;
/// How often each side may ask to go on while the clocks stand once.
pub const REQUESTS_A_STOP: u16 = 20;
/// How often each side may ask between two moves, asking to go on apart.
pub const REQUESTS_A_TURN: u16 = 3;
/// How often each side may ask in a game, asking to go on apart.
pub const REQUESTS_A_GAME: u16 = 100;
/// What a gift of time adds to the other side's main time, in milliseconds.
pub const GIFT_MS: u64 = 60 * 1000;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// 悔棋: back to the asking side's latest move.
    Undo,
    /// 和棋.
    Draw,
    /// 暂停.
    Pause,
    /// 封棋.
    Adjourn,
    /// Play goes on: after a pause or an adjournment, or instead of one that has been agreed.
    Continue,
    /// One minute more for the other side.
    Time,
}

/// How a request came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Closed {
    /// The other side accepted.
    Accepted,
    /// The other side declined.
    Declined,
    /// Who asked took it back.
    Withdrawn,
    /// Nobody answered.
    Expired,
}

/// An open request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Its number in the game.
    pub number: u32,
    /// What is asked.
    pub request: Request,
    /// When silence closes it.
    pub due: RoomMs,
    /// When play is to go on, where a pause or an adjournment is asked for and says so.
    pub until: Option<RoomMs>,
}

/// The open requests, and how often each side has asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Requests {
    open: ByColor<Option<Asked>>,
    number: u32,
    this_turn: ByColor<u16>,
    in_game: ByColor<u16>,
    /// From when each side may ask again to go on.
    continue_from: ByColor<RoomMs>,
    /// How often each side has asked to go on while the clocks stand.
    this_stop: ByColor<u16>,
}

impl Requests {
    /// Voids what is open.
    pub(super) fn clear(&mut self) {
        self.open = ByColor::default();
    }

    /// A move voids what is open, and begins the turn's count anew.
    pub(super) fn moved(&mut self) {
        self.clear();
        self.this_turn = ByColor::default();
    }

    /// Play goes on: what is open is void, and the next pause is another matter.
    pub(super) fn went_on(&mut self) {
        self.clear();
        (self.continue_from, self.this_stop) = (ByColor::default(), ByColor::default());
    }

    /// The players change sides: what is open is void, and how often each has asked goes with it.
    pub(super) fn swapped(&mut self) {
        self.clear();
        for count in [&mut self.this_turn, &mut self.in_game, &mut self.this_stop] {
            count.swap();
        }
        self.continue_from.swap();
    }

    /// A server took over; what lay ahead moves on by the hold.
    pub(super) fn restored(&mut self, at: RoomMs, hold: RoomMs) {
        for asked in [&mut self.open.black, &mut self.open.white].into_iter().flatten() {
            if asked.due > at {
                asked.due = hold.plus(asked.due.since(at));
            }
        }
    }

    /// The one that silence closes first.
    pub(super) fn next_due(&self) -> Option<Asked> {
        [self.open.black, self.open.white].into_iter().flatten().min_by_key(|asked| (asked.due, asked.number))
    }
}

// Getters.
impl Game {
    /// What each side asks, if anything.
    #[must_use]
    pub const fn requests(&self) -> ByColor<Option<Asked>> {
        self.requests.open
    }
}

// Commands.
impl Game {
    /// One side asks the other.
    pub(super) fn decide_ask(
        &self,
        seat: Color,
        ply: u32,
        request: Request,
        until: Option<RoomMs>,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if ply != self.ply() {
            return Err(Refusal::StalePly);
        }
        self.may_ask(seat, request)?;
        Self::may_stop_until(until, now, self.longest_stop_ms(request))?;
        if self.stopped.is_some_and(|stopped| stopped.reason == PauseReason::Absence) {
            return Ok(vec![Self::go_on(now)]); // Whoever is back need not ask.
        }
        if self.requests.open.get(seat).is_some() {
            return Err(Refusal::AlreadyAsked);
        }
        if let Some(same) = self.requests.open.get(seat.opponent())
            && (same.request, same.until) == (request, until)
            && now < same.due
            && request != Request::Undo
            && request != Request::Time
        {
            return Ok(self.grant(seat.opponent(), *same, now));
        }
        let limits = (*self.requests.this_turn.get(seat), *self.requests.in_game.get(seat));
        let too_often = match request {
            Request::Continue => {
                now < *self.requests.continue_from.get(seat)
                    || *self.requests.this_stop.get(seat) >= REQUESTS_A_STOP
            }
            Request::Undo | Request::Draw | Request::Pause | Request::Adjourn | Request::Time => {
                limits.0 >= REQUESTS_A_TURN || limits.1 >= REQUESTS_A_GAME
            }
        };
        let number = self.requests.number.checked_add(1).filter(|_| !too_often).ok_or(Refusal::TooOften)?;
        let due = now.plus(self.setup.answer_ms(REQUEST_MS));
        let due = until.map_or(due, |until| due.min(until));
        Ok(vec![GameEvent::Requested { by: seat, number, request, due, until }])
    }

    /// How long what is asked for may stop the game, in milliseconds; 0 where it does not.
    const fn longest_stop_ms(&self, request: Request) -> u64 {
        match request {
            Request::Pause => self.setup.pauses.length_ms,
            Request::Adjourn => *STOP_MS.end(),
            Request::Undo | Request::Draw | Request::Continue | Request::Time => 0,
        }
    }

    /// The other side answers.
    pub(super) fn decide_reply(
        &self,
        seat: Color,
        number: u32,
        accept: bool,
        now: RoomMs,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let asked = self.numbered(seat.opponent(), number)?;
        if asked.due <= now {
            return Err(Refusal::NoSuchRequest);
        }
        if !accept {
            return Ok(vec![GameEvent::RequestClosed { number, how: Closed::Declined }]);
        }
        self.may_ask(seat.opponent(), asked.request)?;
        Ok(self.grant(seat.opponent(), asked, now))
    }

    /// Who asked takes it back.
    pub(super) fn decide_withdraw(&self, seat: Color, number: u32) -> Result<Vec<GameEvent>, Refusal> {
        self.numbered(seat, number)?;
        Ok(vec![GameEvent::RequestClosed { number, how: Closed::Withdrawn }])
    }

    /// Whether the game is one in which a side may ask for this now.
    pub(super) fn may_ask(&self, seat: Color, request: Request) -> Result<(), Refusal> {
        let holds = |holds: bool, otherwise: Refusal| if holds { Ok(()) } else { Err(otherwise) };
        if request == Request::Continue {
            // What a referee has stopped, a referee sets going.
            let is_theirs = match self.stopped {
                Some(stopped) => stopped.reason != PauseReason::Referee,
                None => self.sealing,
            };
            return holds(is_theirs, Refusal::WrongPhase);
        }
        holds(self.stopped.is_none(), Refusal::Paused)?;
        holds(!self.sealing, Refusal::SealExpected)?;
        holds(self.phase == Phase::Play, Refusal::WrongPhase)?;
        match request {
            Request::Undo => holds(self.last_own(seat).is_some(), Refusal::WrongPhase),
            Request::Draw => holds(self.opened(), Refusal::WrongPhase),
            Request::Pause => {
                holds(self.counts_seconds(), Refusal::NotInThisGame)?;
                holds(self.may_pause(), Refusal::TooOften)
            }
            Request::Adjourn => {
                holds(self.counts_seconds() && self.setup.pauses.adjourn, Refusal::NotInThisGame)?;
                holds(self.opened(), Refusal::WrongPhase)
            }
            Request::Time => {
                let other = seat.opponent();
                let left = self.times.get(other);
                holds(self.sits(other), Refusal::NotInThisGame)?;
                holds(left.main_ms.saturating_add(GIFT_MS) <= CAP_MAX_MS, Refusal::TooOften)
            }
            Request::Continue => Ok(()),
        }
    }

    /// What an accepted request of `by` comes to.
    fn grant(&self, by: Color, asked: Asked, now: RoomMs) -> Vec<GameEvent> {
        let closed = GameEvent::RequestClosed { number: asked.number, how: Closed::Accepted };
        let effect = match asked.request {
            Request::Undo => GameEvent::Undone { moves: self.last_own(by).unwrap_or_default() },
            Request::Draw => self.ended(Outcome::Agreed, None, now),
            Request::Pause => self.pause(PauseReason::Agreed, asked.until, now),
            Request::Adjourn => GameEvent::Adjourning { until: asked.until },
            Request::Continue => Self::go_on(now),
            Request::Time => GameEvent::TimeAdded { color: by.opponent(), ms: GIFT_MS },
        };
        vec![closed, effect]
    }

    /// The open request of one side, if that is its number.
    fn numbered(&self, by: Color, number: u32) -> Result<Asked, Refusal> {
        self.requests.open.get(by).filter(|asked| asked.number == number).ok_or(Refusal::NoSuchRequest)
    }

    /// Whether people sit through this game.
    pub(super) fn counts_seconds(&self) -> bool {
        Color::BOTH.into_iter().any(|color| self.sits(color))
    }

    /// Whether one side's clock counts seconds.
    fn sits(&self, color: Color) -> bool {
        !matches!(self.setup.clock_of(color), ClockSetup::Correspondence { .. } | ClockSetup::Unlimited)
    }

    /// Silence closes a request.
    pub(super) fn request_due(&self, now: RoomMs) -> Option<GameEvent> {
        let asked = self.requests.next_due().filter(|asked| asked.due <= now)?;
        Some(GameEvent::RequestClosed { number: asked.number, how: Closed::Expired })
    }
}

// What becomes of it.
impl Game {
    pub(super) fn requested(
        &mut self,
        by: Color,
        number: u32,
        request: Request,
        (due, until): (RoomMs, Option<RoomMs>),
    ) -> Result<(), Misplaced> {
        let requests = &mut self.requests;
        if self.phase == Phase::Over || number <= requests.number || requests.open.get(by).is_some() {
            return Err(Misplaced::Request);
        }
        requests.number = number;
        *requests.open.get_mut(by) = Some(Asked { number, request, due, until });
        if request == Request::Continue {
            *requests.continue_from.get_mut(by) = due;
            let count = requests.this_stop.get_mut(by);
            *count = count.saturating_add(1);
        } else {
            for count in [requests.this_turn.get_mut(by), requests.in_game.get_mut(by)] {
                *count = count.saturating_add(1);
            }
        }
        Ok(())
    }

    pub(super) fn request_closed(&mut self, number: u32) -> Result<(), Misplaced> {
        for color in Color::BOTH {
            let open = self.requests.open.get_mut(color);
            if open.is_some_and(|asked| asked.number == number) {
                *open = None;
                return Ok(());
            }
        }
        Err(Misplaced::Request)
    }
}
