//! The lobby: offers to play, and the game that each becomes.
//!
//! [`Lobby`] makes, lists, withdraws and accepts challenges; [`Lobby::subscribe`] tells that something has
//! changed and [`Lobby::view`] what there is to see now. [`Rematches`] are offers between two who have just played.
//! Deliberately absent: matchmaking, and the running of games; a game that has begun is the rooms'.

mod again;
mod feed;
mod rematch;
mod rematches;
mod service;
mod wish;

pub use feed::{Notice, Origin, Others, Started, View};
pub use rematch::{OFFERS, OPEN_MS, RematchRefusal, RematchShown, WITHIN_MS};
pub use rematches::{RematchError, Rematches};
pub use service::{Lobby, LobbyError};
pub use wish::{BadWish, Wish};
