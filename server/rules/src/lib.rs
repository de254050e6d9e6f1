//! The game of Go as Tianyuan plays it (中国围棋竞赛规则, 2002 edition).
//!
//! Pure: no input or output, no clock of its own, nothing random. `Setup` → [`Game`] is the way in
//! for live games, [`Position`] for boards and records, [`sgf`] for files.
//!
//! Deliberately absent: players, ranks, rooms, and the wire.

mod board;
mod clock;
mod color;
mod count;
mod game;
mod ko;
mod label;
mod nigiri;
mod point;
mod position;
mod result;
mod ruleset;

pub mod area;
pub mod handicap;
pub mod proposal;
pub mod sgf;

pub use area::Owner;
pub use board::{BadBoard, Board, Illegal};
pub use clock::{ClockSetup, RoomMs, TimeLeft};
pub use color::{ByColor, Color};
pub use count::Count;
pub use game::{
    ABSOLUTE_MIN_MS, AGREEMENT_MS, ASKED_AGAIN_MS, Action, Agreement, BadJournal, BadSetup, FIRST_MOVE_MS,
    Game, GameEvent, MAIN_MAX_MS, MARKS, Misplaced, MoveRecord, PERIOD_MS, PERIODS, Phase, Placement,
    RESTORE_HOLD_MS, ROUNDS, Refusal, Running, Setup,
};
pub use nigiri::{BadNigiri, HANDFUL, NONCE_DIGITS, Nigiri};
pub use point::{BadPoint, BadSize, Point, SIDES, Size};
pub use position::Position;
pub use result::{Outcome, Winner, mu_text, zi_text};
pub use ruleset::{HandicapBack, KoRule, Preset, RuleSet};
