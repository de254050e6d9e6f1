//! Other servers' sockets in this server's rooms, each with a ghost that does here what its client asks.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use protocol::{ClientMessage, Code};
use tokio::sync::mpsc::{self, error::TrySendError};
use uuid::Uuid;

use super::batches::{Batches, Far, Word};
use super::edge::Edge;
use super::note::{Note, Who, begun};
use crate::app::App;
use crate::bus::{Bus, Heard, Topic};
use crate::ids::{AccountId, FamilyId, GameId, NodeId};
use crate::lobby::Notice;
use crate::room::{ConnId, OutboxReader, Outgoing, outbox};
use crate::store::Nodes;
use crate::ws::client::{Client, refused};

/// Ghosts of one server.
const MOST: usize = 50_000;
/// What a ghost has still to do.
const ASKED: usize = 128;
/// How often is looked which servers live that this one has to do with: a lease that has ended is found this late.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// So many looks lie between two accounts of what was used up here.
const LOOKS_AN_ACCOUNT: u32 = 4;
/// So many looks lie between two lists of who is there: what was lost on the way is made good this late.
const LOOKS_A_LIST: u32 = 20;

/// What a ghost has to do.
enum Asked {
    /// What a client asks, the round trip of its socket, and how far ahead the served time of its server is, both in
    /// milliseconds.
    Message { lag_ms: u64, ahead_ms: i64, message: Box<ClientMessage> },
    /// The socket has let go of a room.
    Drop(GameId),
    /// Something of what the client asks may have been lost.
    Missed,
}

/// Attends to the bus for as long as it is heard: other servers' sockets, this server's own elsewhere, and what all are told.
pub async fn attend(app: web::Data<App>, bus: Arc<dyn Bus>, mut heard: mpsc::Receiver<Heard>) {
    let batches = Batches::start(Arc::clone(&bus), app.node);
    let mut ghosts = Ghosts { app, bus, batches, all: HashMap::new() };
    let mut gaps = ghosts.app.lease.gaps();
    let mut looked: u32 = 0;
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
            // This server was away, and others may have let its ghosts go.
            Ok(()) = gaps.changed() => ghosts.missed(),
            _ = looks.tick() => {
                ghosts.look().await;
                looked = looked.wrapping_add(1);
                if looked.is_multiple_of(LOOKS_AN_ACCOUNT) {
                    ghosts.tell_what_is_spent();
                }
                if looked.is_multiple_of(LOOKS_A_LIST) {
                    ghosts.app.edge.iter().for_each(Edge::tell_who_is_there);
                }
            }
        }
    }
}

struct Ghosts {
    app: web::Data<App>,
    bus: Arc<dyn Bus>,
    batches: Batches,
    all: HashMap<Far, mpsc::Sender<Asked>>,
}

impl Ghosts {
    async fn take(&mut self, note: Note) {
        let now_ms = self.app.time.served_ms();
        match note {
            Note::Asks { edge, conn, who, lag_ms, served_ms, message } => {
                // Too little by what the note took, so that a client sees a clock rather that much too late.
                let ahead_ms = served_ms.map_or(0, |theirs| theirs.wrapping_sub(now_ms).cast_signed());
                self.asked(
                    Far { edge: NodeId(edge), conn },
                    who,
                    Asked::Message { lag_ms, ahead_ms, message },
                );
            }
            Note::Drops { edge, conn, room } => {
                if let Some(ghost) = self.all.get(&Far { edge: NodeId(edge), conn }) {
                    let _ = ghost.try_send(Asked::Drop(GameId(room)));
                }
            }
            Note::There { edge, conns } => {
                let there: HashSet<ConnId> = conns.into_iter().collect();
                self.keep(|far| far.edge != NodeId(edge) || there.contains(&far.conn));
            }
            Note::Gone { edge, conn } => {
                self.all.remove(&Far { edge: NodeId(edge), conn });
            }
            Note::Batch { from, number, parts } => {
                if let Some(edge) = &self.app.edge {
                    edge.hear(NodeId(from), number, &parts);
                }
            }
            Note::HowFar { edge, question, room } => self.tell_how_far(NodeId(edge), question, GameId(room)),
            Note::Shown { question, seq } => {
                self.app.edge.iter().for_each(|edge| edge.is_shown(question, seq));
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
            Note::Spoken { game, spoken } => {
                let (talk, game) = (self.app.talk.clone(), GameId(game));
                if let Some(spoken) = spoken.read() {
                    tokio::spawn(async move { talk.spoken_elsewhere(game, spoken).await });
                }
            }
            Note::Spent { spent } => self.app.doors.spent_elsewhere(&spent, now_ms),
            Note::Unknown => {}
        }
    }

    /// Tells all servers what of how often people may ask was used up here. Where the way is away each allows on its own.
    fn tell_what_is_spent(&self) {
        if let Some(spent) = self.app.doors.take_spent() {
            let _ = self.bus.send(Topic::Others, Note::Spent { spent }.bytes());
        }
    }

    /// Tells another server how far the audience of a room is. Where that cannot be said there is no answer, and it is
    /// `busy` there.
    fn tell_how_far(&self, edge: NodeId, question: Uuid, room: GameId) {
        let (rooms, bus) = (self.app.rooms.clone(), Arc::clone(&self.bus));
        tokio::spawn(async move {
            if let Ok(seq) = rooms.shown(room).await {
                let _ = bus.send(Topic::To(edge), Note::Shown { question, seq }.bytes());
            }
        });
    }

    /// Something may have been missed, either way. The lobby and the sessions are looked at anew, and all sockets that have to do with rooms
    /// elsewhere ask again.
    fn missed(&self) {
        tracing::warn!("notes of other servers may have been missed");
        self.app.lobby.changed_elsewhere();
        self.app.accounts.may_have_missed();
        for ghost in self.all.values() {
            let _ = ghost.try_send(Asked::Missed);
        }
        if let Some(edge) = &self.app.edge {
            edge.missed();
        }
    }

    /// Hands what a client asks to its ghost. Where it has too much to do, or there is no place for one, the answer is `busy`.
    fn asked(&mut self, far: Far, who: Option<Who>, asked: Asked) {
        if !self.all.contains_key(&far) {
            if self.all.len() >= MOST {
                return self.turn_down(far, asked);
            }
            let (ghost, to_do) = mpsc::channel(ASKED);
            let (outbox, frames) = outbox(self.app.connections.stranger());
            let client = Client::ghost(self.app.clone(), outbox, who.map(Into::into));
            tokio::spawn(haunt(client, frames, to_do, far, self.batches.clone()));
            self.all.insert(far, ghost);
        }
        let sent = self.all.get(&far).map(|ghost| ghost.try_send(asked));
        if let Some(Err(TrySendError::Full(asked) | TrySendError::Closed(asked))) = sent {
            self.turn_down(far, asked);
        }
    }

    fn turn_down(&self, far: Far, asked: Asked) {
        if let Asked::Message { message, .. } = asked {
            self.batches.try_tell(far, Word::Frame(refused(message.id(), Code::Busy)));
        }
    }

    /// Lets the other ghosts go. A socket that is there all the same is told to ask again.
    fn keep(&mut self, stays: impl Fn(&Far) -> bool) {
        self.all.retain(|far, ghost| {
            let stays = stays(far) && !ghost.is_closed();
            if !stays {
                let _ = ghost.try_send(Asked::Missed);
            }
            stays
        });
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
        self.keep(|far| living.contains(&far.edge));
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
                    Some(Asked::Message { lag_ms, ahead_ms, message }) => {
                        client.measured(lag_ms);
                        client.outbox.is_ahead(ahead_ms);
                        if let Some(reply) = client.obey(*message).await {
                            batches.tell(far, Word::Frame(reply)).await;
                        }
                    }
                    Some(Asked::Drop(room)) => client.lost(room).await,
                    Some(Asked::Missed) => {
                        for room in client.watched() {
                            client.lost(room).await;
                            batches.tell(far, Word::Lagged(room)).await;
                        }
                    }
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
