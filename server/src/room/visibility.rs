//! Who may see a game: the one place that decides it, for sockets and HTTP alike.
//!
//! A public game is everybody's to see; a private one its players' alone, and for others it is not there.
//! Deliberately absent: staff, delayed spectators and sealed moves; when they come, they come here.

use crate::ids::AccountId;
use crate::store::Players;

/// Whether somebody (nobody: a guest) may see a game.
#[must_use]
pub fn may_see(viewer: Option<AccountId>, players: &Players, private: bool) -> bool {
    !private || viewer.is_some_and(|viewer| [players.black.0, players.white.0].contains(&viewer))
}
