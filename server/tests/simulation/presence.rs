//! When a client was certainly there, as far as it can know: between an answer to watch and the last time that it
//! read on and had not been let go of.

use std::collections::HashMap;

use tianyuan::ids::{GameId, NodeId};
use tianyuan::room::ConnId;
use tokio::time::Instant;

/// It left a room in good order: every socket that it had there was taken leave of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gone {
    pub(crate) at: Instant,
    pub(crate) node: NodeId,
    /// How many rows the journal had.
    pub(crate) rows: usize,
}

/// One client's comings and goings.
#[derive(Debug)]
pub(crate) struct Presence {
    /// Since when it watches each room that has not let go of it.
    watches: HashMap<GameId, Instant>,
    read_at: Instant,
    stays: Vec<(GameId, Instant, Instant)>,
    /// Every socket that it has had on this node: the room notices the end of most when it next sends.
    pub(crate) conns: Vec<ConnId>,
    pub(crate) gone: HashMap<GameId, Gone>,
}

impl Presence {
    pub(crate) fn new() -> Self {
        Self {
            watches: HashMap::new(),
            read_at: Instant::now(),
            stays: Vec::new(),
            conns: Vec::new(),
            gone: HashMap::new(),
        }
    }

    /// A room has answered.
    pub(crate) fn came(&mut self, room: GameId) {
        self.gone.remove(&room);
        self.watches.entry(room).or_insert_with(Instant::now);
    }

    /// A room has let go of it, at some time since it last read.
    pub(crate) fn lost(&mut self, room: GameId) {
        if let Some(from) = self.watches.remove(&room) {
            self.stays.push((room, from, self.read_at));
        }
    }

    /// It has read everything.
    pub(crate) fn has_read(&mut self) {
        self.read_at = Instant::now();
    }

    /// Its socket has ended; the rooms that it watched until then.
    pub(crate) fn left(&mut self) -> Vec<GameId> {
        let rooms: Vec<GameId> = self.watches.keys().copied().collect();
        rooms.iter().for_each(|room| self.lost(*room));
        rooms
    }

    /// Whether it watches a room that has not let go of it.
    pub(crate) fn watches(&self, room: GameId) -> bool {
        self.watches.contains_key(&room)
    }

    /// Whether it was certainly in a room at some time between two moments.
    pub(crate) fn was_there(&self, room: GameId, from: Instant, to: Instant) -> bool {
        let stays = self.stays.iter().filter(|stay| stay.0 == room);
        let now = self.watches.get(&room).map(|since| (*since, self.read_at));
        stays.map(|stay| (stay.1, stay.2)).chain(now).any(|(came, left)| came.max(from) < left.min(to))
    }
}
