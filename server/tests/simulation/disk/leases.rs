//! Leases of nodes on the disk that they share, by the test's virtual time.

use std::time::Duration;

use async_trait::async_trait;
use tianyuan::ids::NodeId;
use tianyuan::store::{Beat, Gap, LastUp, Nodes, StoreError};
use tokio::time::Instant;

use super::{Held, Link};

#[async_trait]
impl Nodes for Link {
    async fn beat(&self, node: NodeId, beat: Beat, lease_ms: u64) -> Result<(), StoreError> {
        self.pass().await?;
        let ends = Instant::now() + Duration::from_millis(lease_ms);
        self.disk.lock().leases.insert(node, (beat, ends));
        Ok(())
    }

    async fn release(&self, node: NodeId) -> Result<(), StoreError> {
        self.pass().await?;
        if let Some((_, ends)) = self.disk.lock().leases.get_mut(&node) {
            *ends = Instant::now();
        }
        Ok(())
    }

    async fn release_others(&self, node: NodeId) -> Result<(), StoreError> {
        self.pass().await?;
        for (other, (_, ends)) in &mut self.disk.lock().leases {
            if *other != node {
                *ends = Instant::now();
            }
        }
        Ok(())
    }

    async fn living(&self, nodes: &[NodeId]) -> Result<Vec<NodeId>, StoreError> {
        self.pass().await?;
        let disk = self.disk.lock();
        let lives = |node: &&NodeId| disk.leases.get(node).is_some_and(|(_, ends)| *ends > Instant::now());
        Ok(nodes.iter().filter(lives).copied().collect())
    }

    async fn away(&self, node: NodeId, gap: Gap) -> Result<(), StoreError> {
        self.pass().await?;
        let mut disk = self.disk.lock();
        let wall_ms = disk.leases.get(&node).map_or(0, |(beat, _)| beat.wall_ms);
        let gaps = disk.gaps.entry(node).or_default();
        gaps.entry(gap.from_ms).and_modify(|(_, to_ms)| *to_ms = gap.to_ms).or_insert((wall_ms, gap.to_ms));
        Ok(())
    }

    async fn last_beat(&self, node: NodeId, since_ms: u64) -> Result<Option<Beat>, StoreError> {
        self.pass().await?;
        let disk = self.disk.lock();
        let gap = disk.gaps.get(&node).and_then(|gaps| gaps.iter().find(|(_, (_, to_ms))| *to_ms > since_ms));
        Ok(disk.leases.get(&node).map(|(beat, _)| match gap {
            Some((&served_ms, &(wall_ms, _))) => Beat { served_ms, wall_ms, ..*beat },
            None => *beat,
        }))
    }

    async fn last_up(&self, node: NodeId) -> Result<Option<LastUp>, StoreError> {
        self.pass().await?;
        self.wait(Held::LastUp).await;
        let disk = self.disk.lock();
        let others = || disk.leases.iter().filter(|(other, _)| **other != node).map(|(_, lease)| lease);
        let lives = others().any(|(_, ends)| *ends > Instant::now());
        let latest = others().map(|(beat, _)| beat).max_by_key(|beat| (beat.up_ms, beat.wall_ms));
        Ok(latest.map(|beat| LastUp {
            up_ms: beat.up_ms,
            grace_ms: beat.grace_ms,
            wall_ms: beat.wall_ms,
            lives,
        }))
    }
}
