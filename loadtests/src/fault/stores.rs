//! Faults of what the nodes stand on: the database, Redis, and the ways to them.

use std::time::Duration;

use rand::RngExt;
use tokio::time::{Instant, sleep};

use super::Fault;
use super::scenario::Scene;
use crate::{NODES, Part};

/// Longer than the lease of three seconds, and than the silence after which a node opens its way through Redis anew.
const LONG: Duration = Duration::from_secs(4);
/// Both directions, what a node sends, what it is answered.
const DIRECTIONS: [(bool, bool); 3] = [(true, true), (true, false), (false, true)];

pub(super) async fn redis_kill(scene: &mut Scene<'_>) -> Result<(), Fault> {
    scene.cluster.signal(Part::Redis, "KILL").await?;
    scene.round.near_go_on(4).await?;
    sleep(LONG).await;
    scene.cluster.start_again(Part::Redis, &[]).await?;
    scene.round.go_on(3).await
}

pub(super) async fn redis_flush(scene: &mut Scene<'_>) -> Result<(), Fault> {
    for _ in 0..3 {
        scene.cluster.tell_redis(&["FLUSHALL"]).await?;
        scene.round.go_on(2).await?;
    }
    Ok(())
}

pub(super) async fn redis_half_open(scene: &mut Scene<'_>) -> Result<(), Fault> {
    for node in 0..NODES {
        scene.ways(node).redis.hold(true, true);
    }
    scene.round.near_go_on(4).await?;
    sleep(LONG).await;
    for node in 0..NODES {
        scene.ways(node).redis.hold(false, false);
    }
    scene.round.go_on(3).await
}

pub(super) async fn redis_way(scene: &mut Scene<'_>) -> Result<(), Fault> {
    for (node, (up, down)) in DIRECTIONS.into_iter().enumerate() {
        scene.ways(node).redis.hold(up, down);
        scene.round.go_on(2).await?;
        scene.ways(node).redis.hold(false, false);
        scene.round.go_on(1).await?;
    }
    Ok(())
}

pub(super) async fn database_stop(scene: &mut Scene<'_>) -> Result<(), Fault> {
    let seconds = if scene.short { 3 } else { scene.random.random_range(1..=30) };
    let all = scene.all();
    scene.outage(all, false);
    scene.cluster.signal(Part::Postgres, "QUIT").await?;
    scene.cluster.gone(Part::Postgres).await?;
    let gone = Instant::now();
    sleep(Duration::from_secs(seconds)).await;
    scene.silences.push((gone, Instant::now()));
    scene.cluster.start_again(Part::Postgres, &[]).await?;
    scene.round.go_on(3).await
}

pub(super) async fn database_way(scene: &mut Scene<'_>) -> Result<(), Fault> {
    for (node, (up, down)) in DIRECTIONS.into_iter().enumerate() {
        let games = scene.games_of(node).await?;
        scene.outage(games, true);
        scene.ways(node).database.hold(up, down);
        scene.round.go_on(2).await?;
        // What it had sent comes to the database only now.
        scene.ways(node).database.hold(false, false);
        scene.round.go_on(1).await?;
    }
    Ok(())
}
