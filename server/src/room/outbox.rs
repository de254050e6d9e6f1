//! The bounded way from rooms to one socket.
//!
//! A room never waits for a socket: when the outbox is full, the room lets go of the socket and
//! leaves a note, and the socket tells its client to ask again once it has caught up.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, mpsc};

use super::OUTBOX;
use crate::ids::GameId;

/// Bytes of one text frame, shared by all who get it.
pub type Frame = bytestring::ByteString;

/// Names one socket of this node.
pub type ConnId = u64;

/// The rooms' end.
#[derive(Clone, Debug)]
pub struct Outbox {
    conn: ConnId,
    frames: mpsc::Sender<Frame>,
    lagged: Arc<Lagged>,
    /// The round trip of the connection in milliseconds, as last measured; 0 before that.
    round_trip_ms: Arc<AtomicU64>,
    /// By how many milliseconds the served time of the socket's server is ahead of that of this one.
    ahead_ms: Arc<AtomicI64>,
}

/// The socket's end.
#[derive(Debug)]
pub struct OutboxReader {
    frames: mpsc::Receiver<Frame>,
    lagged: Arc<Lagged>,
}

/// The rooms of which something was missed, and a bell for the socket that waits for frames.
#[derive(Debug, Default)]
struct Lagged {
    rooms: Mutex<BTreeSet<GameId>>,
    bell: Notify,
}

/// Both ends of the outbox of a socket.
#[must_use]
pub fn outbox(conn: ConnId) -> (Outbox, OutboxReader) {
    let (sender, frames) = mpsc::channel(OUTBOX);
    let lagged = Arc::<Lagged>::default();
    let (round_trip_ms, ahead_ms) = (Arc::default(), Arc::default());
    (
        Outbox { conn, frames: sender, lagged: Arc::clone(&lagged), round_trip_ms, ahead_ms },
        OutboxReader { frames, lagged },
    )
}

impl Outbox {
    /// Which socket this is.
    #[must_use]
    pub const fn conn(&self) -> ConnId {
        self.conn
    }

    /// The round trip of the connection in milliseconds; 0 while it is unknown.
    #[must_use]
    pub fn round_trip_ms(&self) -> u64 {
        self.round_trip_ms.load(Ordering::Relaxed)
    }

    /// Notes what was measured, for all who hold this outbox.
    pub fn measured(&self, round_trip_ms: u64) {
        self.round_trip_ms.store(round_trip_ms, Ordering::Relaxed);
    }

    /// A served time of this server, as the server of the socket counts: by that one's time a client reckons.
    #[must_use]
    pub fn theirs_ms(&self, served_ms: u64) -> u64 {
        served_ms.saturating_add_signed(self.ahead_ms.load(Ordering::Relaxed))
    }

    /// Notes how far ahead the served time of the socket's server is.
    pub fn is_ahead(&self, ahead_ms: i64) {
        self.ahead_ms.store(ahead_ms, Ordering::Relaxed);
    }

    /// Puts a frame in; `false` when it is full or the socket is gone.
    #[must_use]
    pub fn send(&self, frame: Frame) -> bool {
        self.frames.try_send(frame).is_ok()
    }

    /// Notes that the socket has missed something of a room. The note needs no place in the queue:
    /// it is read after the frames that fill it.
    pub fn lag(&self, room: GameId) {
        self.lagged.rooms.lock().unwrap_or_else(PoisonError::into_inner).insert(room);
        self.lagged.bell.notify_one();
    }
}

/// What comes out of an outbox.
#[derive(Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A frame to write.
    Frame(Frame),
    /// Something of this room was missed.
    Lagged(GameId),
}

impl OutboxReader {
    /// The next thing to write; `None` when nobody can put anything in any more.
    /// May be dropped and called again without losing anything.
    pub async fn next(&mut self) -> Option<Outgoing> {
        loop {
            if let Ok(frame) = self.frames.try_recv() {
                return Some(Outgoing::Frame(frame));
            }
            let missed = self.lagged.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop_first();
            if let Some(room) = missed {
                return Some(Outgoing::Lagged(room));
            }
            tokio::select! {
                biased;
                frame = self.frames.recv() => return frame.map(Outgoing::Frame),
                () = self.lagged.bell.notified() => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_outbox_refuses_and_the_note_comes_after_what_fills_it() {
        let (outbox, mut reader) = outbox(1);
        let room = GameId(uuid::Uuid::from_u128(7));
        for n in 0..OUTBOX {
            assert!(outbox.send(Frame::from(n.to_string())));
        }
        assert!(!outbox.send(Frame::from_static("one too many")));
        outbox.lag(room);
        outbox.lag(room);
        for n in 0..OUTBOX {
            assert_eq!(reader.next().await, Some(Outgoing::Frame(Frame::from(n.to_string()))));
        }
        assert_eq!(reader.next().await, Some(Outgoing::Lagged(room)));
        drop(outbox);
        assert_eq!(reader.next().await, None);
    }

    #[tokio::test]
    async fn a_note_wakes_whoever_waits_for_a_frame() {
        let (outbox, mut reader) = outbox(1);
        let room = GameId(uuid::Uuid::from_u128(7));
        let (missed, ()) = tokio::join!(biased; reader.next(), async { outbox.lag(room) });
        assert_eq!(missed, Some(Outgoing::Lagged(room)));
        assert!(outbox.send(Frame::from_static("a frame")));
        assert_eq!(reader.next().await, Some(Outgoing::Frame(Frame::from_static("a frame"))));
    }
}
