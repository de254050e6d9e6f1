//! This node's lease, as it knows it by its own monotonic clock.
//!
//! A node that cannot renew stops deciding and flagging before its lease ends in the database, so
//! that no other node can have begun. Leases are of the world's time, since the database counts them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::watch;

use crate::ids::NodeId;
use crate::store::{Beat, Nodes, StoreError};
use crate::time::Time;

/// How often a sign of life is written, in milliseconds: the most that an outage can give a player.
pub const BEAT_MS: u64 = 1_000;
/// How long a lease lasts, in milliseconds.
pub const LEASE_MS: u64 = 3_000;
/// A node stops deciding this long before its lease ends.
const MARGIN_MS: u64 = 500;

/// A time, in served milliseconds, in which this node may not have been able to decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// From the sign of life that was due and did not come through.
    pub from_ms: u64,
    /// Until the lease held again.
    pub to_ms: u64,
}

/// Whether this node may decide.
#[derive(Clone)]
pub struct Lease {
    node: NodeId,
    nodes: Arc<dyn Nodes>,
    time: Time,
    /// Served time until which this node may decide.
    until_ms: Arc<AtomicU64>,
    /// The latest gap.
    gaps: Arc<watch::Sender<Gap>>,
}

impl Lease {
    /// A lease that does not hold yet.
    #[must_use]
    pub fn new(node: NodeId, nodes: Arc<dyn Nodes>, time: Time) -> Self {
        Self { node, nodes, time, until_ms: Arc::default(), gaps: Arc::new(watch::Sender::default()) }
    }

    /// Whether this node may decide now.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.time.served_ms() < self.until_ms.load(Ordering::Acquire)
    }

    /// The latest gap, and news of each that comes.
    #[must_use]
    pub fn gaps(&self) -> watch::Receiver<Gap> {
        self.gaps.subscribe()
    }

    /// Writes a sign of life and renews.
    ///
    /// # Errors
    /// [`StoreError`]: the lease goes on until it ends.
    pub async fn renew(&self) -> Result<(), StoreError> {
        // The lease counts from before the question, since the database may have answered late.
        let asked_ms = self.time.served_ms();
        let beat = Beat { served_ms: asked_ms, wall_ms: self.time.wall_ms() };
        self.nodes.beat(self.node, beat, LEASE_MS).await?;
        let held_ms = self.time.served_in(LEASE_MS - MARGIN_MS);
        let before_ms = self.until_ms.swap(asked_ms + held_ms, Ordering::AcqRel);
        let now_ms = self.time.served_ms();
        if before_ms > 0 && now_ms >= before_ms {
            let due_ms = before_ms - held_ms + self.time.served_in(BEAT_MS);
            self.gaps.send_replace(Gap { from_ms: due_ms, to_ms: now_ms });
        }
        Ok(())
    }

    /// Renews for ever, every [`BEAT_MS`].
    pub async fn keep(self) {
        let mut ticks = tokio::time::interval(std::time::Duration::from_millis(BEAT_MS));
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            ticks.tick().await;
            if let Err(error) = self.renew().await {
                tracing::warn!(%error, "the lease could not be renewed");
            }
        }
    }
}
