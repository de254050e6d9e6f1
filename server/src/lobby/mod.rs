//! The lobby: offers to play, and the game that each becomes.
//!
//! [`Lobby`] makes, lists, withdraws and accepts challenges; [`Lobby::subscribe`] tells that something has
//! changed and [`Lobby::view`] what there is to see now.
//! Deliberately absent: matchmaking, and the running of games; a game that has begun is the rooms'.

mod feed;
mod service;
mod wish;

pub use feed::{Others, Started, View};
pub use service::{Lobby, LobbyError};
pub use wish::{BadWish, Wish};
