//! Between the wire and the domain, by hand, in one place.

mod axes;
mod clocks;
mod encoder;
mod game;
mod maintenance;
mod orders;
mod procedure;
mod rematch;
mod table;
mod talk;

pub use axes::changed;
pub use clocks::{clock, clock_setup};
pub use encoder::Encoder;
pub use game::{Shown, account, color, point_text, result, settings, snapshot};
pub(in crate::ws) use maintenance::maintenance;
pub use orders::{Asked, RulingAsked, refusal_code, room_command, ruling_command, seat_command};
pub(in crate::ws) use rematch::{notice, rematch, rematch_action};
pub(crate) use table::{delay, pauses, standing, venue};
pub use talk::{line, shown_stream, talk_stream};
