//! Leases of servers: who is alive, by the database's clock.

use async_trait::async_trait;

use super::StoreError;
use crate::ids::NodeId;

/// The last sign of life of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The node's running time in milliseconds.
    pub served_ms: u64,
    /// Wall time, Unix milliseconds.
    pub wall_ms: i64,
    /// Up time of the installation.
    pub up_ms: u64,
    /// How much longer it stands, in milliseconds.
    pub grace_ms: u64,
}

/// A time, in a node's served milliseconds, in which it may not have been able to decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// From the sign of life that was due and did not come through.
    pub from_ms: u64,
    /// Until its lease held again.
    pub to_ms: u64,
}

/// How far the other nodes have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastUp {
    /// The latest up time that one of them has given, in milliseconds.
    pub up_ms: u64,
    /// How much longer it stood then.
    pub grace_ms: u64,
    /// When that was, by its wall clock.
    pub wall_ms: i64,
    /// Whether any of them lives.
    pub lives: bool,
}

/// Keeps the leases.
#[async_trait]
pub trait Nodes: Send + Sync {
    /// Writes a sign of life and renews (or begins) the lease, by the database's clock.
    async fn beat(&self, node: NodeId, beat: Beat, lease_ms: u64) -> Result<(), StoreError>;

    /// Keeps that the node was away, until which nobody charges what came after. To be told before the first sign of life that
    /// follows, so that nobody sees that one without the gap before it; told again of the same beginning, its end is moved.
    async fn away(&self, node: NodeId, gap: Gap) -> Result<(), StoreError>;

    /// Ends the node's lease at once: at a graceful stop.
    async fn release(&self, node: NodeId) -> Result<(), StoreError>;

    /// Ends every other node's lease. Only for a store that no other server can have open.
    async fn release_others(&self, node: NodeId) -> Result<(), StoreError>;

    /// The last sign of life of a node before it was away for the first time after `since_ms` of its served time. Its up time and
    /// grace are those of its last sign of life of all.
    async fn last_beat(&self, node: NodeId, since_ms: u64) -> Result<Option<Beat>, StoreError>;

    /// Those of some nodes whose lease holds.
    async fn living(&self, nodes: &[NodeId]) -> Result<Vec<NodeId>, StoreError>;

    /// How far the nodes other than `node` have come; nothing when there never was any.
    async fn last_up(&self, node: NodeId) -> Result<Option<LastUp>, StoreError>;
}
