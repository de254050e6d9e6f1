//! Three servers on one PostgreSQL and one Redis, real processes all of them: what players on different servers see of
//! each other, and what it costs them when servers are killed, stand still, are cut off from what they stand on or replaced.
#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a failed unwrap is a failed test, and a test waits for one message among all"
)]

#[path = "../support/mod.rs"]
mod support;

mod bus;
mod damage;
mod faults;
mod limits;
mod nodes;
mod order;
mod play;
mod travel;
