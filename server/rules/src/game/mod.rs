//! One game from its first stone to its result: a pure state machine.
//!
//! An action is *decided* ([`Game::decide`]) into events without changing anything; events change
//! the state ([`Game::evolve`]), and the same events read from a journal make the same state again
//! ([`Game::replay`]). Time is an argument; [`Game::deadline`] says when [`Game::expire`] has
//! something to say, and asking it too early is harmless.
//!
//! Split by phase: `begin` (what a game begins with), `arrival`, `decide_play`, `lapse`, `decide_agreement` and
//! `repetition` (commands); by what interrupts it: `request`, `stop`, `seal`, `undo`, `absence`, `call`, `ruling`, `people`; `days` and `vacation` (通信棋); `expire` (deadlines),
//! `evolve` (the only mutation), `given` (what moves taken back had added), `tally` (what there is to count), `replay` (journals from outside), `sheet` (what
//! every turn cost), `check` (what may be agreed).
//!
//! Deliberately absent: players, accounts and officers; the measuring of connections and of absence; the
//! closing and opening of envelopes.

mod absence;
mod action;
mod agreement;
mod arrival;
mod begin;
mod call;
mod check;
mod credit;
mod days;
mod decide_agreement;
mod decide_play;
mod delay;
mod event;
mod evolve;
mod expire;
mod given;
mod lapse;
mod people;
mod persons;
mod read;
mod repetition;
mod replay;
mod request;
mod ruling;
mod seal;
mod setup;
mod sheet;
mod stop;
mod tally;
mod undo;
mod vacation;

pub use absence::{ABSENCE_MS, Claim};
pub use action::{Action, Refusal};
pub use agreement::{AGREEMENT_MS, ASKED_AGAIN_MS, Agreement, MARKS, ROUNDS};
pub use arrival::{APPOINTMENT_MS, Appointment, Seat, Venue};
pub use call::{CALL_MS, CALL_SEATED_MS, CALLS_A_GAME, Call, CallEnd};
pub use check::{
    ABSOLUTE_MIN_MS, BadSetup, CAP_MAX_MS, CORRESPONDENCE_MS, FIRST_MOVE_MS, INCREMENT_MS, MAIN_MAX_MS,
    PERIOD_MS, PERIODS, SIMPLE_MS, STINT_MOVES, STINT_MS, VACATION_DAYS, WARNING_COST_QUARTERS,
};
pub use credit::{CREDIT_MOVE_MS, CREDIT_QUOTA_MS, CREDIT_REFILL_MS};
pub use delay::Delay;
pub use event::GameEvent;
pub use expire::RESTORE_HOLD_MS;
pub use lapse::LAPSE_MS;
pub use people::{PEOPLE_MOST, SWAP_PLIES};
pub use persons::Person;
pub use repetition::{REPETITION_MS, RepetitionOffer};
pub use replay::{BadJournal, Misplaced};
pub use request::{
    Asked, Closed, GIFT_MS, REQUEST_MS, REQUESTS_A_GAME, REQUESTS_A_STOP, REQUESTS_A_TURN, Request,
};
pub use ruling::{ADDED_MAX_MS, Ruling, Verdict, WARNINGS};
pub use seal::{ENVELOPE_BYTES, Envelope, Opened};
pub use setup::{Placement, Setup};
pub use sheet::{Sheet, SheetEntry, TimeChange, Timed};
pub use stop::{CONTINUE_HOLD_MS, PAUSE_MS, PAUSES_MOST, PauseReason, Pauses, STOP_MS, Stopped};
pub use vacation::{Away, VACATIONS, Vacation};

use {arrival::Arrivals, call::Calls, people::People, request::Requests};

use crate::{Board, ByColor, Color, Count, Marking, Outcome, Point, Position, RoomMs, TimeLeft};

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A scheduled game waits for its time and its players.
    Waiting,
    /// Black places the handicap stones freely.
    Placing,
    /// The board play.
    Play,
    /// The side to move has used up its last period, and may have that count as a pass.
    Lapsed,
    /// The stones are to be agreed (死活确认).
    Agreement,
    /// A position keeps coming back, and both sides are offered what the rules make of it.
    Repetition,
    /// The result stands.
    Over,
}

/// From when a clock runs that nobody has set going.
pub const NEVER: RoomMs = RoomMs(u64::MAX);

/// The clock that runs. What is spent of the turn at `now` is `elapsed_ms + max(0, now − from)`:
/// while `from` lies ahead, the clock stands; during a pause it lies at [`NEVER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// Whose turn it is.
    pub color: Color,
    /// Milliseconds of this turn spent before `from`.
    pub elapsed_ms: u64,
    /// From when it runs.
    pub from: RoomMs,
}

impl Running {
    /// Milliseconds of the turn spent at `now`.
    #[must_use]
    pub const fn elapsed_ms(&self, now: RoomMs) -> u64 {
        self.elapsed_ms.saturating_add(now.since(self.from))
    }
}

/// One move of the game, in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRecord {
    /// Whose.
    pub color: Color,
    /// Where; a pass has no point.
    pub point: Option<Point>,
    /// Whether it is a freely placed handicap stone rather than a move.
    pub placed: bool,
    /// Whether the turn was lost (弃权) rather than passed; it has no point then.
    pub lost: bool,
    /// When.
    pub at: RoomMs,
    /// How many opposing stones it removed.
    pub captured: u16,
    /// The mover's time after it.
    pub left: TimeLeft,
    /// Milliseconds of the turn that were given back for the way through the network.
    pub credit_ms: u64,
}

impl MoveRecord {
    /// A pass at `at`, and what it left.
    const fn pass(color: Color, at: RoomMs, left: TimeLeft, credit_ms: u64) -> Self {
        Self { color, point: None, placed: false, lost: false, at, captured: 0, left, credit_ms }
    }
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    setup: Setup,
    position: Position,
    /// Moves and freely placed stones.
    moves: Vec<MoveRecord>,
    /// By how much the number of the next ply exceeds that of moves, because moves were taken back.
    passed_plies: u32,
    /// How many of `moves` are freely placed stones.
    placed: u8,
    phase: Phase,
    /// Whose turn it is, or would be if play went on.
    next: Color,
    /// Passes in a row since the last stone or resumption.
    passes: u32,
    /// How many moves there were each time that play was resumed: passes before do not count on.
    resumptions: Vec<usize>,
    prisoners: ByColor<u32>,
    times: ByColor<TimeLeft>,
    running: Option<Running>,
    /// How much of the turn has been read aloud, in milliseconds.
    told_ms: u64,
    /// What is left of each side's network credit, in milliseconds.
    quotas: ByColor<u64>,
    /// What changed each side's time otherwise than by its moves, each with how many moves there were then.
    given: ByColor<Vec<(usize, given::Given)>>,
    /// When the side whose last period is used up must have asked for a pass.
    lapse: Option<RoomMs>,
    agreement: Option<Agreement>,
    /// The stones about which play was last resumed.
    disputed: Vec<(Point, Color)>,
    /// The number of the latest marking of the game; 0 before the first.
    revision: u32,
    /// How many agreement phases have been opened.
    rounds: u8,
    /// The marking of the count that ended the game.
    counted: Marking,
    /// The outcome that a repetition offers.
    offer: Option<RepetitionOffer>,
    /// Whether the cycle that the game is in has been offered, and declined.
    declined: bool,
    /// Who has come to a scheduled game that has not begun.
    arrivals: Arrivals,
    /// What the players ask of each other.
    requests: Requests,
    /// The call for the referee.
    calls: Calls,
    /// Why the clocks stand, while they do.
    stopped: Option<Stopped>,
    /// How many pauses the players have had.
    pauses: u8,
    /// Whether the side to move is to seal its move, and when play goes on then, where anybody said so.
    sealing: bool,
    adjourns_until: Option<RoomMs>,
    /// The sealed move.
    sealed: Option<Envelope>,
    /// Play goes on with the sealed move; the next turn runs from here.
    reveal_from: Option<RoomMs>,
    /// Warnings that each side has.
    warnings: ByColor<u8>,
    people: People,
    /// Wall time of room time 0 as it would have been without the outages so far, where it is known.
    zero_wall_ms: Option<i64>,
    vacations: ByColor<Vacation>,
    outcome: Option<Outcome>,
    count: Option<Count>,
}

// Getters.
impl Game {
    /// What was agreed before the first move.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The stones on the board; dead ones are never taken off it.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.position.board()
    }

    /// The position with its history: what may be played.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The number of the next ply, which a command names. It is how many moves there are (stones, passes and
    /// freely placed handicap stones) until moves are taken back; it never falls.
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX).saturating_add(self.passed_plies)
    }

    /// Where the game stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is; nobody's before a scheduled game has begun, while the clocks stand, until a sealed
    /// move is opened, once a last period is used up, in agreement, while a repetition is offered, and when the game is over.
    #[must_use]
    pub const fn to_move(&self) -> Option<Color> {
        match self.phase {
            Phase::Placing | Phase::Play if self.stopped.is_none() && self.sealed.is_none() => {
                Some(self.next)
            }
            Phase::Waiting
            | Phase::Placing
            | Phase::Play
            | Phase::Lapsed
            | Phase::Agreement
            | Phase::Repetition
            | Phase::Over => None,
        }
    }

    /// The latest move.
    #[must_use]
    pub fn last_move(&self) -> Option<&MoveRecord> {
        self.moves.last()
    }

    /// How many opposing stones each side has captured.
    #[must_use]
    pub const fn prisoners(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// All moves in order, freely placed handicap stones first.
    #[must_use]
    pub fn moves(&self) -> &[MoveRecord] {
        &self.moves
    }

    /// Each side's time as it stood when its turn last ended.
    #[must_use]
    pub const fn times(&self) -> ByColor<TimeLeft> {
        self.times
    }

    /// Each side's time at `now`, the running turn taken off, or what is read against an absent side.
    #[must_use]
    pub fn times_at(&self, now: RoomMs) -> ByColor<TimeLeft> {
        let mut times = self.times;
        if let (Some(running), Phase::Play) = (self.running, self.phase) {
            let left = times.get_mut(running.color);
            *left = self.setup.clock_of(running.color).spent(*left, self.elapsed_ms(running, now));
        }
        if self.is_waiting() { self.times_absent(now) } else { times }
    }

    /// The clock that runs; none in agreement and when the game is over. A freely placed stone has
    /// the whole time anew and costs nothing of it.
    #[must_use]
    pub const fn running(&self) -> Option<Running> {
        self.running
    }

    /// The side that may have its last period count as a pass, and until when.
    #[must_use]
    pub fn lapse(&self) -> Option<(Color, RoomMs)> {
        self.lapse.map(|due| (self.next, due))
    }

    /// The marking under discussion, in agreement.
    #[must_use]
    pub const fn agreement(&self) -> Option<&Agreement> {
        self.agreement.as_ref()
    }

    /// Whether each side has made its first move; also when it was taken back since.
    fn opened(&self) -> bool {
        self.position.moves() >= 2 || self.passed_plies > 0
    }

    /// Whether the board has such a point.
    fn has(&self, point: Point) -> bool {
        point.index() < usize::from(self.setup.size.points())
    }
}

// Commands: these change nothing.
impl Game {
    /// What an action of one side comes to, at `now`: the events to journal and then to
    /// [`evolve`](Self::evolve) by. Nothing has changed yet.
    ///
    /// # Errors
    /// [`Refusal`]; the flag comes first, then the phase, the ply or revision answered, the turn,
    /// and then the rules of the board.
    pub fn decide(&self, seat: Color, action: &Action, now: RoomMs) -> Result<Vec<GameEvent>, Refusal> {
        self.decide_over(seat, action, now, 0)
    }

    /// The same for an action that arrived over a connection with a measured round trip of `lag_ms`,
    /// which may be credited to the side to move.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub fn decide_over(
        &self,
        seat: Color,
        action: &Action,
        now: RoomMs,
        lag_ms: u64,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::GameOver);
        }
        let credit_ms = self.usable_credit_ms(seat, lag_ms);
        if self.limit().is_some_and(|limit| now >= limit.plus(credit_ms)) {
            return Err(Refusal::TimeUp);
        }
        self.may_act(seat, action)?;
        match *action {
            Action::Play { ply, point } => self.decide_stone(seat, ply, point, now, lag_ms),
            Action::Pass { ply } => self.decide_pass(seat, ply, now, lag_ms),
            Action::ClaimPass { ply } => self.decide_claim_pass(seat, ply, now),
            Action::Resign => {
                Ok(vec![self.ended(Outcome::Resignation { winner: seat.opponent() }, None, now)])
            }
            Action::Mark { revision, point, dead } => self.decide_mark(seat, revision, point, dead, now),
            Action::Neutral { revision, point, neutral } => {
                self.decide_neutral(seat, revision, point, neutral, now)
            }
            Action::Accept { revision } => self.decide_accept(seat, revision, now),
            Action::Ask { ply, request, until } => self.decide_ask(seat, ply, request, until, now),
            Action::Reply { number, accept } => self.decide_reply(seat, number, accept, now),
            Action::Withdraw { number } => self.decide_withdraw(seat, number),
            Action::Seal { ply, envelope } => self.decide_seal(seat, ply, envelope, now, lag_ms),
            Action::Claim { ply, claim, absent_ms } => self.decide_claim(seat, ply, claim, absent_ms, now),
            Action::Answer { ply, accept } => self.decide_answer(seat, ply, accept, now),
            Action::Resume { revision } => self.decide_resume(seat, revision, now),
            Action::CallReferee { ply } => self.decide_call(seat, ply, now),
            Action::WithdrawCall => self.decide_withdraw_call(seat),
            Action::BeginVacation => self.decide_begin_vacation(seat, now),
            Action::EndVacation => self.decide_end_vacation(seat, now),
        }
    }

    /// The end of the game at `now`.
    fn ended(&self, outcome: Outcome, count: Option<Count>, now: RoomMs) -> GameEvent {
        GameEvent::Ended { outcome, count, left: self.times_at(now) }
    }
}
