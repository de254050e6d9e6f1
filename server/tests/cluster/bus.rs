//! What goes over a Redis that several installations use.

use tianyuan::bus::{Bus, Heard, RedisBus, Topic};
use tianyuan::ids::NodeId;
use tokio::sync::mpsc;
use tokio::time::timeout;
use uuid::Uuid;

use crate::nodes::PATIENCE;
use crate::support::redis::Redis;

/// The bus of one server, and what comes in.
struct Server {
    node: NodeId,
    bus: RedisBus,
    heard: mpsc::Receiver<Heard>,
}

impl Server {
    /// Listens when it is there.
    async fn start(redis: &Redis, installation: &str) -> Self {
        let (node, (sink, heard)) = (NodeId(Uuid::now_v7()), mpsc::channel(64));
        let bus = RedisBus::start(&redis.url().parse().unwrap(), installation, node, sink);
        let listens = async { while !bus.listen(Topic::From(node)).await {} };
        timeout(PATIENCE, listens).await.expect("it listens");
        Self { node, bus, heard }
    }

    async fn next(&mut self) -> Vec<u8> {
        loop {
            match timeout(PATIENCE, self.heard.recv()).await.expect("something is heard").unwrap() {
                Heard::Note(note) => return note,
                Heard::Gap => {}
            }
        }
    }
}

#[tokio::test]
async fn installations_on_one_redis_do_not_hear_each_other() {
    let Some(redis) = Redis::start("installations_on_one_redis_do_not_hear_each_other") else { return };
    let speaker = Server::start(&redis, "one").await;
    let mut same = Server::start(&redis, "one").await;
    let mut other = Server::start(&redis, "another").await;
    assert!(speaker.bus.send(Topic::Others, b"news".to_vec()));
    assert!(speaker.bus.send(Topic::To(other.node), b"later".to_vec()));
    assert_eq!(same.next().await, b"news");
    assert_eq!(other.next().await, b"later", "the news went out before");
}
