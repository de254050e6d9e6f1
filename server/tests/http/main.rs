//! The HTTP API, as a client meets it: the real server on a free port, a real store in a folder of its own.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "../support/mod.rs"]
mod support;

mod access;
mod accounts;
mod appointments;
mod audit;
mod bad_input;
mod blocks;
mod challenges;
mod client;
mod desk;
mod games;
mod headers;
mod invitations;
mod leaving;
mod limits;
mod notes;
mod offices;
mod order;
mod people;
mod presets;
mod reset;
mod second;
mod sessions;
mod sheet;
mod three_servers;
mod tokens;
