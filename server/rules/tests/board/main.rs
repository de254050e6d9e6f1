//! The board against outsiders (other engines' games, boards and suites) and against a naive model.
#![allow(clippy::unwrap_used, reason = "a test says what broke by panicking")]

mod area;
mod fixtures;
mod katago;
mod labels;
mod naive;
mod peers;
mod playouts;
mod presets;
mod properties;
mod proposal;
mod territory;
