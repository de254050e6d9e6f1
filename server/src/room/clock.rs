//! Room time over served time.

use rules::RoomMs;

/// Room time runs beside the node's served time from the moment the room was taken over.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomClock {
    room_ms: u64,
    served_ms: u64,
}

impl RoomClock {
    /// Room time `at` was at served time `served_ms`.
    pub(super) const fn new(at: RoomMs, served_ms: u64) -> Self {
        Self { room_ms: at.0, served_ms }
    }

    /// The served time from which it runs.
    pub(super) const fn since(&self) -> u64 {
        self.served_ms
    }

    /// Room time at a served time; never before the take-over.
    pub(super) const fn room(&self, served_ms: u64) -> RoomMs {
        RoomMs(self.room_ms.saturating_add(served_ms.saturating_sub(self.served_ms)))
    }

    /// Served time at a room time.
    pub(super) const fn served(&self, at: RoomMs) -> u64 {
        self.served_ms.saturating_add(at.0.saturating_sub(self.room_ms))
    }
}
