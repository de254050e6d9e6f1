//! The game of Go as Tianyuan plays it (中国围棋竞赛规则, 2002 edition).
//!
//! Pure: no input or output, no clock of its own, nothing random. `Setup` → [`Game`] is the way in
//! for live games, [`Position`] for boards and records, [`sgf`] for files, [`rank`], [`rating`] and
//! [`matching`] for players.
//!
//! Deliberately absent: accounts, rooms, and the wire.

mod board;
mod clock;
mod color;
mod conduct;
mod count;
mod game;
mod ko;
mod label;
mod marking;
mod nigiri;
mod player;
mod point;
mod position;
mod preset;
mod result;
mod ruleset;

pub mod area;
pub mod handicap;
pub mod matching;
pub mod proposal;
pub mod rank;
pub mod rating;
pub mod sgf;
pub mod territory;

pub use area::Owner;
pub use board::{BadBoard, Board, Illegal};
pub use clock::{Calendar, ClockSetup, RoomMs, TimeLeft};
pub use color::{ByColor, Color};
pub use conduct::{Conduct, LEFT_MS, LET_RUN_MS, Noted, noted};
pub use count::{Count, Tally, TerritoryParts, owners};
pub use game::{
    ABSENCE_MS, ABSOLUTE_MIN_MS, ADDED_MAX_MS, AGREEMENT_MS, APPOINTMENT_MS, ASKED_AGAIN_MS, Action,
    Agreement, Appointment, Asked, Away, BadJournal, BadSetup, CALL_MS, CALL_SEATED_MS, CALLS_A_GAME,
    CAP_MAX_MS, CONTINUE_HOLD_MS, CORRESPONDENCE_MS, CREDIT_MOVE_MS, CREDIT_QUOTA_MS, CREDIT_REFILL_MS, Call,
    CallEnd, Claim, Closed, Delay, ENVELOPE_BYTES, Envelope, FIRST_MOVE_MS, GIFT_MS, Game, GameEvent,
    INCREMENT_MS, LAPSE_MS, MAIN_MAX_MS, MARKS, Misplaced, MoveRecord, NEVER, Opened, PAUSE_MS, PAUSES_MOST,
    PEOPLE_MOST, PERIOD_MS, PERIODS, PauseReason, Pauses, Person, Phase, Placement, REPETITION_MS,
    REQUEST_MS, REQUESTS_A_GAME, REQUESTS_A_STOP, REQUESTS_A_TURN, RESTORE_HOLD_MS, ROUNDS, Refusal,
    RepetitionOffer, Request, Ruling, Running, SIMPLE_MS, STINT_MOVES, STINT_MS, STOP_MS, SWAP_PLIES, Seat,
    Setup, Sheet, SheetEntry, Stopped, TimeChange, Timed, VACATION_DAYS, VACATIONS, Vacation, Venue, Verdict,
    WARNING_COST_QUARTERS, WARNINGS,
};
pub use ko::Stood;
pub use marking::Marking;
pub use nigiri::{BadNigiri, HANDFUL, NONCE_DIGITS, Nigiri};
pub use player::{BadPlayer, Player};
pub use point::{BadPoint, BadSize, Point, SIDES, Size};
pub use position::Position;
pub use preset::Preset;
pub use result::{MarginUnit, Outcome, Repeated, Winner, mu_text, zi_text};
pub use ruleset::{
    Counting, HandicapBack, KoRule, PassRule, Repetition, Resumption, RuleSet, Start, Ties, WARNING_QUARTERS,
};
