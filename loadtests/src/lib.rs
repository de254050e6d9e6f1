//! A client of Tianyuan that knows only the public protocol, for load and for the server's tests.
//!
//! Deliberately absent: everything that shows a board; who comes back after a lost connection is in [`fault`].

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a client looks for one message and passes over the others"
)]

mod api;
mod cable;
mod cluster;
pub mod fault;
mod load;
mod socket;

pub use api::{Api, ApiError};
pub use cable::{Cable, FarEnd};
pub use cluster::{Cluster, ClusterError, NODES, Part, Ways};
pub use load::{Figures, LoadError, Plan, play};
pub use socket::{Reply, Socket, SocketError};
