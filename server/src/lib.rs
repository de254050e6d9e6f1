//! Tianyuan 天元: a server for playing Go. See `ARCHITECTURE.md` beside this crate.

pub mod account;
pub mod app;
pub mod bus;
pub mod cli;
pub mod config;
mod doors;
mod hex;
pub mod http;
pub mod ids;
pub mod keys;
pub mod lobby;
pub mod mail;
pub mod moderation;
pub mod observe;
pub mod offices;
pub mod people;
#[cfg(feature = "planted")]
pub mod planted;
pub mod room;
pub mod serve;
pub mod store;
pub mod talk;
pub mod time;
pub mod web;
pub mod ws;
