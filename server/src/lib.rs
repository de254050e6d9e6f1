//! Tianyuan 天元: a server for playing Go. See `ARCHITECTURE.md` beside this crate.

pub mod config;
pub mod ids;
pub mod store;
pub mod time;
