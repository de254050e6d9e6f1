//! Rooms through real sockets, against a real database: what players and spectators see.
#![allow(clippy::unwrap_used, reason = "tests may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for one message among many")]

#[path = "../support/mod.rs"]
mod support;

mod absence;
mod calls;
mod carried;
mod clocks;
mod commands;
mod conduct;
mod credit;
mod delay;
mod full_disk;
mod game;
mod going_on;
mod hanging;
mod kills;
mod kills_load;
mod kills_points;
mod kills_procedure;
mod lateness;
mod left;
mod lessons;
mod officers;
mod pauses;
mod planted;
mod postgres;
mod presets;
mod procedure;
mod programs;
mod raw;
mod real_games;
mod rematch;
mod rematch_kills;
mod removal;
mod requests;
mod restart;
mod resume;
mod rulings;
mod sanctions;
mod sealing;
mod seats;
mod secrecy;
mod sessions;
mod silence;
mod slumber;
mod swap;
mod table;
mod talk;
mod three_servers;
mod watching;
