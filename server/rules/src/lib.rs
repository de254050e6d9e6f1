//! The game of Go as Tianyuan plays it.

mod color;
mod point;
pub use color::{ByColor, Color};
pub use point::{BadPoint, BadSize, Point, SIDES, Size};

pub mod area;
mod board;
mod count;
mod ko;
mod label;
mod position;
pub mod proposal;
mod ruleset;
pub use area::Owner;
pub use board::{BadBoard, Board, Illegal};
pub use count::Count;
pub use position::Position;
pub use ruleset::{HandicapBack, KoRule, Preset, RuleSet};
