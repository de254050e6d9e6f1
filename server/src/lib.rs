//! Tianyuan 天元: a server for playing Go. See `ARCHITECTURE.md` beside this crate.

pub mod ids;
pub mod store;
pub mod time;
