//! One life of one server: the product's rooms over a faulty way to the disk.

use std::sync::Arc;

use tianyuan::ids::{GameId, NodeId};
use tianyuan::room::{Answer, Known, Lease, Order, RoomError, Rooms, RoomsParts, RulingOrder, Seals};
use tianyuan::store::Command;
use tianyuan::talk::Talk;
use tianyuan::time::Time;
use tianyuan::ws::wire::Encoder;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::disk::{Disk, Link};

/// One life of one server.
pub(crate) struct Node {
    pub(crate) id: NodeId,
    pub(crate) time: Time,
    pub(crate) link: Link,
    pub(crate) rooms: Rooms,
    pub(crate) talk: Talk,
    pub(crate) tasks: Vec<JoinHandle<()>>,
    /// Whether its way to the store was ever cut, so that its last sign of life may be old.
    pub(crate) was_cut: bool,
}

impl Node {
    /// What is left of a server that has died: only what it was writing may still arrive. Its rooms would otherwise
    /// look at their leases five times a second until the run ends, and most of a run's time went there.
    pub(crate) fn bury(&self) {
        self.tasks.iter().for_each(JoinHandle::abort);
        let rooms = self.rooms.clone();
        // A room that waits for its dead link never comes back, so nobody waits for this.
        tokio::spawn(async move { rooms.stop().await });
    }
}

/// Starts a server over the disk.
pub(crate) async fn start(disk: &Disk, seed: u64, wall_ms: i64, seals: Seals) -> Node {
    let (id, time, link) =
        (NodeId(Uuid::from_u128(seed.into())), Time::start_at(wall_ms), Link::new(disk, seed));
    let shared = Arc::new(link.clone());
    let lease = Lease::new(id, shared.clone(), time.clone());
    lease.renew().await.unwrap();
    let talk = Talk::new(shared.clone(), Arc::new(Encoder), time.clone());
    let listeners = talk.clone();
    let rooms = Rooms::new(RoomsParts {
        node: id,
        time: time.clone(),
        lease: lease.clone(),
        journal: shared.clone(),
        games: shared.clone(),
        nodes: shared,
        encoder: Arc::new(Encoder),
        seals,
        over: Box::new(move |game| {
            let talk = listeners.clone();
            tokio::spawn(async move { talk.over(game).await });
        }),
        ended: Box::new(|| {}),
    });
    let tasks = vec![
        tokio::spawn(lease.keep(std::future::pending::<()>())),
        tokio::spawn(rooms.clone().keep_awake()),
    ];
    Node { id, time, link, rooms, talk, tasks, was_cut: false }
}

/// What a socket does with a command.
pub(crate) async fn order(rooms: &Rooms, room: GameId, order: Order) -> Answer {
    match rooms.wake(room).await {
        Ok(handle) => handle.order(order).await,
        Err(RoomError::Over) => of_old(rooms, room, &order.command, false).await,
        Err(_) => Answer::Busy,
    }
}

/// What it does with a referee's.
pub(crate) async fn rule(rooms: &Rooms, room: GameId, order: RulingOrder) -> Answer {
    match rooms.wake(room).await {
        Ok(handle) => handle.rule(order).await,
        Err(RoomError::Over) => of_old(rooms, room, &order.command, true).await,
        Err(_) => Answer::Busy,
    }
}

async fn of_old(rooms: &Rooms, room: GameId, command: &Command, is_ruling: bool) -> Answer {
    match rooms.look(room, &Some(command.account).into()).await {
        Ok(state) if state.seat(command.account).is_some() == is_ruling => {
            if is_ruling {
                Answer::NotAReferee
            } else {
                Answer::NotAPlayer
            }
        }
        Ok(state) => match state.known(command) {
            Known::Done(seq) => Answer::Done(seq),
            Known::OtherContent => Answer::IdReused,
            Known::New => Answer::Refused(rules::Refusal::GameOver),
        },
        Err(_) => Answer::Busy,
    }
}
