//! Other servers' sockets in this server's rooms, each with a ghost that does here what its client asks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use protocol::ClientMessage;
use tokio::sync::mpsc;

use super::batches::{Batches, Far, Word};
use super::note::{Note, Who, begun, node};
use crate::app::App;
use crate::bus::{Bus, Heard};
use crate::ids::{AccountId, FamilyId, GameId, NodeId};
use crate::lobby::Notice;
use crate::room::{OutboxReader, Outgoing, outbox};
use crate::store::Nodes;
use crate::ws::client::Client;

/// Ghosts of one server.
const MOST: usize = 50_000;
/// What a ghost has still to do.
const ASKED: usize = 32;
/// How often is looked which servers live that this one has to do with: a lease that has ended is found this late.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// What a ghost has to do.
enum Asked {
    /// What a client asks, and the round trip of its socket in milliseconds.
    Message(u64, Box<ClientMessage>),
    /// The socket has let go of a room.
    Drop(GameId),
}

/// Attends to the bus for as long as it is heard: other servers' sockets, this server's own elsewhere, and what all are told.
pub async fn attend(app: web::Data<App>, bus: Arc<dyn Bus>, mut heard: mpsc::Receiver<Heard>) {
    let batches = Batches::start(bus, app.node);
    let mut ghosts = Ghosts { app, batches, all: HashMap::new() };
    let mut looks = tokio::time::interval(LOOK_EVERY);
    looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            note = heard.recv() => match note {
                Some(Heard::Note(bytes)) => match Note::read(&bytes) {
                    Some(note) => ghosts.take(note).await,
                    None => tracing::warn!("another server said something strange"),
                },
                Some(Heard::Gap) => ghosts.missed(),
                None => return,
            },
            _ = looks.tick() => ghosts.look().await,
        }
    }
}

struct Ghosts {
    app: web::Data<App>,
    batches: Batches,
    all: HashMap<Far, mpsc::Sender<Asked>>,
}

impl Ghosts {
    async fn take(&mut self, note: Note) {
        match note {
            Note::Asks { edge, conn, who, lag_ms, message } => {
                self.asked(Far { edge: node(edge), conn }, who, Asked::Message(lag_ms, message));
            }
            Note::Drops { edge, conn, room } => {
                if let Some(ghost) = self.all.get(&Far { edge: node(edge), conn }) {
                    let _ = ghost.try_send(Asked::Drop(GameId(room)));
                }
            }
            Note::Gone { edge, conn } => {
                self.all.remove(&Far { edge: node(edge), conn });
            }
            Note::Batch { from, number, parts } => {
                if let Some(edge) = &self.app.edge {
                    edge.hear(node(from), number, &parts);
                }
            }
            Note::Lobby => self.app.lobby.changed_elsewhere(),
            Note::Started { challenge, rematch_of, account, game } => {
                self.app.lobby.noticed_elsewhere(begun(challenge, rematch_of, account, game));
            }
            Note::Rematch { account, of, shown } => {
                let (account, of, shown) = (AccountId(account), GameId(of), shown.into());
                self.app.lobby.noticed_elsewhere(Notice::Rematch { account, of, shown });
            }
            Note::Ended { session } => self.app.accounts.ended_elsewhere(FamilyId(session)),
            Note::Unknown => {}
        }
    }

    /// Something may have been missed. The lobby is looked at anew; rooms tell by their numbers.
    fn missed(&self) {
        self.app.lobby.changed_elsewhere();
        if let Some(edge) = &self.app.edge {
            edge.missed();
        }
    }

    /// Hands what a client asks to its ghost. A ghost that has too much to do, or for which there is no place, does nothing,
    /// and its client sends the same again.
    fn asked(&mut self, far: Far, who: Option<Who>, asked: Asked) {
        self.all.retain(|_, ghost| !ghost.is_closed());
        if !self.all.contains_key(&far) {
            if self.all.len() >= MOST {
                return;
            }
            let (ghost, to_do) = mpsc::channel(ASKED);
            let (outbox, frames) = outbox(self.app.connections.stranger());
            let client = Client::ghost(self.app.clone(), outbox, who.map(Into::into));
            tokio::spawn(haunt(client, frames, to_do, far, self.batches.clone()));
            self.all.insert(far, ghost);
        }
        if let Some(ghost) = self.all.get(&far) {
            let _ = ghost.try_send(asked);
        }
    }

    /// Lets the ghosts go whose server is gone, and tells this server's sockets of rooms that are without one.
    async fn look(&mut self) {
        let mut nodes: Vec<NodeId> = self.all.keys().map(|far| far.edge).collect();
        if let Some(edge) = &self.app.edge {
            nodes.extend(edge.owners());
        }
        nodes.sort_unstable();
        nodes.dedup();
        if nodes.is_empty() {
            return;
        }
        // A database that does not answer says nothing about anybody's life.
        let Ok(living) = Nodes::living(&self.app.store, &nodes).await else { return };
        self.all.retain(|far, _| living.contains(&far.edge));
        for gone in nodes.iter().filter(|node| !living.contains(node)) {
            if let Some(edge) = &self.app.edge {
                edge.lost(*gone);
            }
        }
    }
}

/// Does what a client asks, one thing after another, and sends back what it hears, until its socket is gone.
async fn haunt(
    mut client: Client,
    mut frames: OutboxReader,
    mut to_do: mpsc::Receiver<Asked>,
    far: Far,
    batches: Batches,
) {
    loop {
        tokio::select! {
            asked = to_do.recv() => {
                match asked {
                    Some(Asked::Message(lag_ms, message)) => {
                        client.measured(lag_ms);
                        if let Some(reply) = client.obey(*message).await {
                            batches.tell(far, Word::Frame(reply)).await;
                        }
                    }
                    Some(Asked::Drop(room)) => client.lost(room).await,
                    None => break,
                }
            }
            outgoing = frames.next() => match outgoing {
                Some(Outgoing::Frame(frame)) => batches.tell(far, Word::Frame(frame)).await,
                Some(Outgoing::Lagged(room)) => {
                    client.lost(room).await;
                    batches.tell(far, Word::Lagged(room)).await;
                }
                None => break,
            },
            frame = client.next() => batches.tell(far, Word::Frame(frame)).await,
        }
    }
    client.leave().await;
}
