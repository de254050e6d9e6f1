//! The place of a room among all rooms of a node, while somebody waits for the room to be there.
//!
//! One room is restored once at a time: while one waiter is still at it, nobody gets another place for the same game, or there would
//! be two actors of one room here, of which the journal fences one that goes on refusing by an old position.
//! Deliberately absent: rooms that have ended; who finds one in a place takes it away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

use super::RoomHandle;
use crate::ids::GameId;

/// Where a room is, or will be.
pub(super) type Slot = Arc<OnceCell<RoomHandle>>;

/// All places of a node.
pub(super) type Places = Mutex<HashMap<GameId, Slot>>;

/// All places, to be looked at or changed.
pub(super) fn lock(places: &Places) -> MutexGuard<'_, HashMap<GameId, Slot>> {
    places.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One waiter's hold on a place. Whoever lets go last of one in which no room has come takes it away.
pub(super) struct Place<'a> {
    places: &'a Places,
    id: GameId,
    slot: Slot,
}

impl<'a> Place<'a> {
    /// Takes hold of a game's place, a new one if it has none.
    pub(super) fn take(places: &'a Places, id: GameId) -> Self {
        let slot = Arc::clone(lock(places).entry(id).or_default());
        Self { places, id, slot }
    }

    /// What will be there.
    pub(super) fn room(&self) -> &OnceCell<RoomHandle> {
        &self.slot
    }

    /// Takes the place away, although there is a room.
    pub(super) fn clear(&self) {
        let mut places = lock(self.places);
        if places.get(&self.id).is_some_and(|kept| Arc::ptr_eq(kept, &self.slot)) {
            places.remove(&self.id);
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        // Let go of under the lock, so that of two at once one is the last.
        let mut places = lock(self.places);
        let slot = std::mem::take(&mut self.slot);
        let is_kept = places.get(&self.id).is_some_and(|kept| Arc::ptr_eq(kept, &slot));
        if is_kept && slot.get().is_none() && Arc::strong_count(&slot) == 2 {
            places.remove(&self.id);
        }
    }
}
