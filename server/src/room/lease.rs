//! This node's lease, as it knows it by its own monotonic clock.
//!
//! A node that cannot renew stops deciding and flagging before its lease ends in the database, so
//! that no other node can have begun. Leases are of the world's time, since the database counts them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::watch;

use crate::ids::NodeId;
use crate::store::{Beat, Gap, Nodes, StoreError};
use crate::time::Time;

/// How often a sign of life is written, in milliseconds: the most that an outage can give a player.
pub const BEAT_MS: u64 = 1_000;
/// How long a lease lasts, in milliseconds.
pub const LEASE_MS: u64 = 3_000;
/// After an outage the clocks of games that nobody sits through stand for as long again, and at most so many
/// milliseconds: whoever's time ran out meanwhile finds the hour in which to move.
pub const GRACE_MAX_MS: u64 = 60 * 60 * 1000;
/// A node stops deciding this long before its lease ends.
const MARGIN_MS: u64 = 500;

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
        let before_ms = self.until_ms.load(Ordering::Acquire);
        if before_ms == 0 {
            self.go_on_from_others().await?;
        }
        let held_ms = self.time.served_in(LEASE_MS - MARGIN_MS);
        loop {
            // The lease counts from before the question, since the database may have answered late.
            let asked_ms = self.time.served_ms();
            let was_away = before_ms > 0 && asked_ms >= before_ms;
            let gap = Gap {
                from_ms: (before_ms + self.time.served_in(BEAT_MS)).saturating_sub(held_ms),
                to_ms: asked_ms,
            };
            if was_away {
                self.nodes.away(self.node, gap).await?;
            }
            self.nodes.beat(self.node, self.beat(asked_ms), LEASE_MS).await?;
            let now_ms = self.time.served_ms();
            if was_away {
                let gap = Gap { to_ms: now_ms, ..gap };
                self.go_on_after(gap).await?;
                self.gaps.send_replace(gap);
            } else if before_ms > 0 && now_ms >= before_ms {
                // The answer came too late: nothing was decided meanwhile, which is to be told before anything is.
                continue;
            }
            // Last, so that whoever sees the lease hold sees the gap before it as well.
            self.until_ms.store(asked_ms + held_ms, Ordering::Release);
            return Ok(());
        }
    }

    /// Gives the lease back, with a last sign of life that says until when people were served: clocks are charged up to
    /// `served_ms`, although signs of life of later moments may have been written while the server was ending.
    ///
    /// # Errors
    /// [`StoreError`]: the lease goes on until it ends.
    pub async fn end(&self, served_ms: u64) -> Result<(), StoreError> {
        let beat = Beat { served_ms, ..self.beat(self.time.served_ms()) };
        self.nodes.beat(self.node, beat, LEASE_MS).await?;
        self.nodes.release(self.node).await
    }

    /// A sign of life at this served time.
    fn beat(&self, served_ms: u64) -> Beat {
        let grace_ms = self.time.up_from_ms().saturating_sub(served_ms);
        Beat { served_ms, wall_ms: self.time.wall_ms(), up_ms: self.time.up_at(served_ms), grace_ms }
    }

    /// The first time: up time goes on from where the other servers have brought it, and stands for a grace when
    /// none of them lives.
    async fn go_on_from_others(&self) -> Result<(), StoreError> {
        let now_ms = self.time.served_ms();
        let Some(last) = self.nodes.last_up(self.node).await? else {
            self.time.go_up(0, now_ms);
            return Ok(());
        };
        let outage_ms = u64::try_from(self.time.wall_ms().saturating_sub(last.wall_ms)).unwrap_or(0);
        let grace_ms = if last.lives { 0 } else { outage_ms.min(GRACE_MAX_MS) };
        // One that was under way is not cut short.
        self.time.go_up(last.up_ms, now_ms + grace_ms.max(last.grace_ms));
        Ok(())
    }

    /// This node was away: up time stood, unless another node kept it going.
    async fn go_on_after(&self, gap: Gap) -> Result<(), StoreError> {
        let stood_ms = self.time.up_at(gap.from_ms);
        match self.nodes.last_up(self.node).await? {
            Some(other) if other.lives => self.time.go_up(stood_ms.max(other.up_ms), gap.to_ms),
            Some(_) | None => {
                let grace_ms = (gap.to_ms - gap.from_ms).min(GRACE_MAX_MS);
                self.time.go_up(stood_ms, self.time.up_from_ms().max(gap.to_ms + grace_ms));
            }
        }
        Ok(())
    }

    /// Renews every [`BEAT_MS`] until `end` comes, but never stops half-way: a sign of life that nobody waits for
    /// any more might reach the database after the lease was given back, and bring it to life again.
    pub async fn keep(self, end: impl Future) {
        let mut end = std::pin::pin!(end);
        let mut ticks = tokio::time::interval(std::time::Duration::from_millis(BEAT_MS));
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                _ = &mut end => return,
                _ = ticks.tick() => {}
            }
            if let Err(error) = self.renew().await {
                tracing::warn!(%error, "the lease could not be renewed");
            }
        }
    }
}
