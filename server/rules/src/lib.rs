//! The game of Go as Tianyuan plays it.

mod color;
mod point;
pub use color::{ByColor, Color};
pub use point::{BadPoint, BadSize, Point, SIDES, Size};
