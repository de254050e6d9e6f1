//! A client of Tianyuan that knows only the public protocol, for load and for the server's tests.
//!
//! Deliberately absent: everything that a person's client needs (reconnection, showing a board).

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a client looks for one message and passes over the others"
)]

mod api;
mod load;
mod socket;

pub use api::{Api, ApiError};
pub use load::{Figures, LoadError, Plan, play};
pub use socket::{Reply, Socket, SocketError};
