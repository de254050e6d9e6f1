//! This server's sockets in rooms of other servers.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::ClientMessage;
use tokio::sync::oneshot;
use tokio::time::timeout;
use uuid::Uuid;

use super::note::{Note, Part, What, Who};
use crate::account::Identity;
use crate::bus::{Bus, Topic};
use crate::ids::{FamilyId, GameId, NodeId};
use crate::lobby::{Notice, Others};
use crate::room::{ConnId, Frame, Outbox, RoomError};
use crate::store::{Games, StoreError};
use crate::talk::Spoken;
use crate::time::Time;

/// Questions about audiences elsewhere that may wait for an answer.
const QUESTIONS: usize = 1_024;
/// So long is waited for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the edge is made of.
pub struct EdgeParts {
    /// This server.
    pub node: NodeId,
    /// Its time.
    pub time: Time,
    /// The way to the others.
    pub bus: Arc<dyn Bus>,
    /// Who owns which game.
    pub games: Arc<dyn Games>,
}

/// The sockets of this server that have to do with rooms of others. Cheap to clone.
#[derive(Clone)]
pub struct Edge {
    parts: Arc<EdgeParts>,
    known: Arc<Mutex<Known>>,
}

#[derive(Default)]
struct Known {
    owners: HashMap<NodeId, Owner>,
    sockets: HashMap<ConnId, Socket>,
    /// What others were asked about their audiences, each with where the answer goes.
    questions: HashMap<Uuid, oneshot::Sender<Option<u64>>>,
}

/// A socket of this server.
struct Socket {
    outbox: Outbox,
    /// Where it has a ghost.
    owners: BTreeSet<NodeId>,
}

/// Another server, as its rooms are watched from here.
#[derive(Default)]
struct Owner {
    /// The number of its last batch; nothing before the first that was heard.
    number: Option<u64>,
    /// Which socket has which of its rooms.
    watched: BTreeSet<(ConnId, GameId)>,
}

/// The rooms of other servers that one socket has.
pub(in crate::ws) type FarRooms = HashMap<GameId, NodeId>;

impl Edge {
    /// Nobody has to do with other servers yet.
    #[must_use]
    pub fn new(parts: EdgeParts) -> Self {
        Self { parts: Arc::new(parts), known: Arc::default() }
    }

    /// The other server that has a game and lives; nobody where this one may serve it, or nobody need.
    ///
    /// # Errors
    /// The store's.
    pub(in crate::ws) async fn owner(&self, room: GameId) -> Result<Option<NodeId>, StoreError> {
        Ok(self.parts.games.owner(room).await?.filter(|owner| *owner != self.parts.node))
    }

    /// Sends what a socket asks to the server that has its room, and from then on hears what comes of it, and if it watches
    /// what happens there; `false` when the way is away.
    pub(in crate::ws) async fn ask(
        &self,
        owner: NodeId,
        room: GameId,
        outbox: &Outbox,
        who: Option<&Identity>,
        message: Box<ClientMessage>,
    ) -> bool {
        if !self.lock().owners.contains_key(&owner) {
            if !self.parts.bus.listen(Topic::From(owner)).await {
                return false;
            }
            self.lock().owners.entry(owner).or_default();
        }
        let conn = outbox.conn();
        let mut known = self.lock();
        let new = || Socket { outbox: outbox.clone(), owners: BTreeSet::new() };
        known.sockets.entry(conn).or_insert_with(new).owners.insert(owner);
        if matches!(*message, ClientMessage::Watch { .. }) {
            known.owners.entry(owner).or_default().watched.insert((conn, room));
        }
        drop(known);
        let lag_ms = outbox.round_trip_ms();
        let (edge, who) = (self.parts.node.0, who.map(Who::from));
        let served_ms = Some(self.parts.time.served_ms());
        let asks = Note::Asks { edge, conn, who, lag_ms, served_ms, message };
        self.parts.bus.send(Topic::To(owner), asks.bytes())
    }

    /// A socket has let go of a room.
    pub(in crate::ws) fn drop_room(&self, owner: NodeId, conn: ConnId, room: GameId) {
        if let Some(owner) = self.lock().owners.get_mut(&owner) {
            owner.watched.remove(&(conn, room));
        }
        let drops = Note::Drops { edge: self.parts.node.0, conn, room: room.0 };
        let _ = self.parts.bus.send(Topic::To(owner), drops.bytes());
    }

    /// A socket is gone.
    pub(in crate::ws) fn gone(&self, conn: ConnId) {
        let mut known = self.lock();
        let Some(Socket { owners, .. }) = known.sockets.remove(&conn) else { return };
        for owner in &owners {
            if let Some(owner) = known.owners.get_mut(owner) {
                owner.watched.retain(|(other, _)| *other != conn);
            }
        }
        drop(known);
        for owner in owners {
            // If it is lost, the next list of who is there tells.
            let gone = Note::Gone { edge: self.parts.node.0, conn };
            let _ = self.parts.bus.send(Topic::To(owner), gone.bytes());
        }
    }

    /// Tells each server which sockets it may have ghosts of.
    pub(super) fn tell_who_is_there(&self) {
        let mut there: HashMap<NodeId, Vec<ConnId>> = HashMap::new();
        let known = self.lock();
        for owner in known.owners.keys() {
            there.entry(*owner).or_default();
        }
        for (conn, socket) in &known.sockets {
            for owner in &socket.owners {
                there.entry(*owner).or_default().push(*conn);
            }
        }
        drop(known);
        for (owner, conns) in there {
            let list = Note::There { edge: self.parts.node.0, conns };
            let _ = self.parts.bus.send(Topic::To(owner), list.bytes());
        }
    }

    /// Asks the server that has a game how far its audience is, as [`Rooms::shown`](crate::room::Rooms::shown) says.
    ///
    /// # Errors
    /// `Elsewhere` when it does not answer in time, or too much is asked; the store's.
    pub async fn shown(&self, game: GameId) -> Result<Option<u64>, RoomError> {
        let owner = self.owner(game).await?.ok_or(RoomError::Elsewhere)?;
        let question = Uuid::new_v4();
        let told = self.question(question).ok_or(RoomError::Elsewhere)?;
        let asks = Note::HowFar { edge: self.parts.node.0, question, room: game.0 };
        if !self.parts.bus.send(Topic::To(owner), asks.bytes()) {
            return Err(RoomError::Elsewhere);
        }
        match timeout(PATIENCE, told).await {
            Ok(Ok(shown)) => Ok(shown),
            Ok(Err(_)) | Err(_) => Err(RoomError::Elsewhere),
        }
    }

    /// Where the answer to a question will come; nothing when too many wait. Who does not wait any more makes place.
    fn question(&self, question: Uuid) -> Option<oneshot::Receiver<Option<u64>>> {
        let (tell, told) = oneshot::channel();
        let questions = &mut self.lock().questions;
        questions.retain(|_, tell| !tell.is_closed());
        if questions.len() >= QUESTIONS {
            return None;
        }
        questions.insert(question, tell);
        Some(told)
    }

    /// A question was answered.
    pub(super) fn is_shown(&self, question: Uuid, seq: Option<u64>) {
        if let Some(tell) = self.lock().questions.remove(&question) {
            let _ = tell.send(seq);
        }
    }

    /// Tells all servers that a session was ended.
    pub fn session_ended(&self, session: FamilyId) {
        let _ = self.parts.bus.send(Topic::Others, Note::Ended { session: session.0 }.bytes());
    }

    /// Tells all servers what has happened to a conversation about a game that is over.
    pub fn spoken(&self, game: GameId, spoken: Spoken) {
        let note = Note::Spoken { game: game.0, spoken: spoken.into() };
        let _ = self.parts.bus.send(Topic::Others, note.bytes());
    }

    /// The servers whose rooms are watched from here.
    pub(super) fn owners(&self) -> Vec<NodeId> {
        let known = self.lock();
        known.owners.iter().filter(|(_, owner)| !owner.watched.is_empty()).map(|(node, _)| *node).collect()
    }

    /// Gives what another server tells to the sockets that it is for.
    pub(super) fn hear(&self, from: NodeId, number: u64, parts: &[Part]) {
        let mut known = self.lock();
        let Known { owners, sockets, .. } = &mut *known;
        let Some(owner) = owners.get_mut(&from) else { return };
        if owner.number.is_some_and(|last| number != last + 1) {
            tracing::warn!(%from, number, last = ?owner.number, "what another server told is missing");
            owner.lag(sockets);
        }
        owner.number = Some(number);
        for part in parts {
            let Some((_, conns)) = part.to.iter().find(|(edge, _)| *edge == self.parts.node.0) else {
                continue;
            };
            match &part.what {
                What::Frame(text) => {
                    let frame = Frame::from(text.clone());
                    for conn in conns {
                        let full = |socket: &&Socket| !socket.outbox.send(frame.clone());
                        if sockets.get(conn).filter(full).is_some() {
                            owner.lag_one(*conn, sockets);
                        }
                    }
                }
                What::Lagged(room) => {
                    for conn in conns {
                        owner.watched.remove(&(*conn, GameId(*room)));
                        if let Some(socket) = sockets.get(conn) {
                            socket.outbox.lag(GameId(*room));
                        }
                    }
                }
            }
        }
    }

    /// What others have told since may be missing.
    pub(super) fn missed(&self) {
        let mut known = self.lock();
        let Known { owners, sockets, .. } = &mut *known;
        for owner in owners.values_mut() {
            owner.lag(sockets);
            owner.number = None;
        }
    }

    /// Another server is gone: whoever watches its rooms asks again, and who is asked first takes them over.
    pub(super) fn lost(&self, node: NodeId) {
        let mut known = self.lock();
        let Known { owners, sockets, .. } = &mut *known;
        if let Some(mut owner) = owners.remove(&node) {
            owner.lag(sockets);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Others for Edge {
    fn changed(&self) {
        let _ = self.parts.bus.send(Topic::Others, Note::Lobby.bytes());
    }

    fn noticed(&self, notice: &Notice) {
        let _ = self.parts.bus.send(Topic::Others, Note::of(notice).bytes());
    }
}

impl Owner {
    /// All who watch its rooms ask again.
    fn lag(&mut self, sockets: &HashMap<ConnId, Socket>) {
        for (conn, room) in std::mem::take(&mut self.watched) {
            if let Some(socket) = sockets.get(&conn) {
                socket.outbox.lag(room);
            }
        }
    }

    /// One socket asks again for all that it has there.
    fn lag_one(&mut self, conn: ConnId, sockets: &HashMap<ConnId, Socket>) {
        let (its, others) =
            std::mem::take(&mut self.watched).into_iter().partition(|(other, _)| *other == conn);
        self.watched = others;
        Self { watched: its, number: None }.lag(sockets);
    }
}
