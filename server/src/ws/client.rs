//! What the client behind one socket may and does ask for.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actix_web::web;
use protocol::{ClientMessage, Code, ServerMessage, encode, limits};
use uuid::Uuid;

use super::connections::Place;
use super::far::FarRooms;
use super::lobby::LobbyWatch;
use super::outside::{Channels, Ears, Outside};
use super::wire::{Asked, refusal_code, room_command, ruling_command};
use crate::account::{Identity, Officer};
use crate::app::App;
use crate::ids::{AccountId, GameId};
use crate::moderation;
use crate::room::{Answer, Frame, Order, Outbox, Role, RoomError, RoomHandle, Stage, Viewer, WatchRequest};
use crate::talk::Ear;

mod elsewhere;
mod later;
mod over;
mod rematch;
mod ruling;
mod seating;

use {later::Later, over::answer_of_old};

/// The client behind one socket.
pub(super) struct Client {
    pub(super) app: web::Data<App>,
    /// Who has no socket here has none: a ghost, a deputy.
    place: Option<Place>,
    /// Whether it asks other servers for their rooms; a ghost's server has done so.
    reaches: bool,
    pub(super) outbox: Outbox,
    identity: Option<Identity>,
    rooms: HashMap<GameId, RoomHandle>,
    /// Of every game that is watched, running or over.
    pub(super) ears: HashMap<GameId, Ear>,
    /// Games at which this client has sat down as an officer.
    sits_at: HashSet<GameId>,
    /// What it was told of its role: whether it is a chief referee, if it is a referee.
    told: Option<bool>,
    lobby: Option<LobbyWatch>,
    /// What is at other servers.
    far: FarRooms,
    pub(super) pending: Later,
}

impl Client {
    pub(super) fn new(app: web::Data<App>, place: Place, outbox: Outbox) -> Self {
        Self { place: Some(place), reaches: true, ..Self::ghost(app, outbox, None) }
    }

    /// One that has no socket at all: it asks in somebody's name for something that came over HTTP.
    pub(super) fn deputy(app: web::Data<App>, outbox: Outbox, of: Identity) -> Self {
        Self { reaches: true, ..Self::ghost(app, outbox, Some(of)) }
    }

    /// One whose socket is at another server, which knows who it is.
    pub(super) fn ghost(app: web::Data<App>, outbox: Outbox, identity: Option<Identity>) -> Self {
        Self {
            app,
            place: None,
            reaches: false,
            outbox,
            identity,
            rooms: HashMap::new(),
            ears: HashMap::new(),
            sits_at: HashSet::new(),
            told: None,
            lobby: None,
            far: FarRooms::new(),
            pending: Later::default(),
        }
    }

    /// Listens from now on; who has not said hello yet hears nothing, but misses nothing either.
    pub(super) fn channels(&self) -> Channels {
        Channels {
            closing: self.app.connections.closing(),
            notices: self.app.lobby.notices(),
            roles: self.app.accounts.watch_roles(),
            maintenance: self.app.moderation.watch_maintenance(),
        }
    }

    /// What comes from outside to whoever has said hello.
    pub(super) fn outside(&self, channels: Channels) -> Outside {
        let session = self.identity.as_ref().map(|who| self.app.accounts.ended(who.session));
        let session_ended = Box::pin(async move {
            match session {
                Some(ended) => ended.await,
                None => std::future::pending().await,
            }
        });
        let account = self.account();
        let banned = Box::pin(moderation::banned(self.app.moderation.watch_standings(), account));
        Outside::new(Ears { channels, session_ended, banned, account, told: self.told })
    }

    /// Takes the hello's token and answers.
    pub(super) async fn welcome(&mut self, token: Option<&str>) -> Result<Frame, Code> {
        if let Some(token) = token {
            let identity =
                self.app.accounts.authenticate(token).await.map_err(|_| Code::Busy)?.ok_or(Code::BadToken)?;
            if self.place.as_mut().is_some_and(|place| !place.speak_for(identity.account)) {
                return Err(Code::RateLimited);
            }
            if self.app.moderation.standing(identity.account).banned {
                return Err(Code::Banned);
            }
            self.identity = Some(identity);
        }
        let officer = self.officer().await?;
        self.told = officer.as_ref().map(|officer| officer.is_chief);
        let account = self.identity.as_ref();
        Ok(encode(&ServerMessage::Welcome {
            version: protocol::VERSION,
            account: account.map(|who| protocol::PlayerRef { id: who.account.0, name: who.name.clone() }),
            served_ms: self.app.time.served_ms(),
            referee: officer.is_some(),
            chief: officer.is_some_and(|officer| officer.is_chief),
            maintenance: self.app.moderation.maintenance().map(|maintenance| maintenance.text),
        })
        .into())
    }

    /// Carries out a message here; the reply, if it is ready at once.
    async fn obey_here(&mut self, message: ClientMessage) -> Option<Frame> {
        if let Some(asked) = room_command(&message) {
            let id = asked.id;
            return self.order(asked).await.unwrap_or_else(|code| Some(refused(Some(id), code)));
        }
        if let Some(asked) = ruling_command(&message) {
            let ruled = match asked {
                Ok(asked) => self.rule(asked).await,
                Err(code) => Err(code),
            };
            return ruled.unwrap_or_else(|code| Some(refused(message.id(), code)));
        }
        match message {
            ClientMessage::Ping { id } => {
                let served_ms = self.app.time.served_ms();
                Some(encode(&ServerMessage::Pong { id, served_ms }).into())
            }
            ClientMessage::Watch { id, room, after } => {
                self.watch(id, GameId(room), after).await.unwrap_or_else(|code| Some(refused(Some(id), code)))
            }
            ClientMessage::Unwatch { id, room } => {
                self.lost(GameId(room)).await;
                self.sits_at.remove(&GameId(room));
                Some(acknowledged(id, None))
            }
            ClientMessage::TakeSeat { id, room } => {
                self.take_seat(id, GameId(room)).await.err().map(|code| refused(Some(id), code))
            }
            ClientMessage::Lobby { id, on } => {
                self.lobby = on.then(|| LobbyWatch::new(&self.app, self.account()));
                Some(acknowledged(id, None))
            }
            ClientMessage::Say { id, room, stream, text } => {
                let said = self.say(id, GameId(room), stream, &text).await;
                said.unwrap_or_else(|code| Some(refused(Some(id), code)))
            }
            ClientMessage::HideLine { id, room, stream, number, reason } => {
                let hidden = self.hide_line(id, (GameId(room), stream, number), &reason).await;
                hidden.unwrap_or_else(|code| Some(refused(Some(id), code)))
            }
            ClientMessage::Rematch { id, room, action } => {
                self.rematch(id, GameId(room), action).err().map(|code| refused(Some(id), code))
            }
            // The conversation is open already; and the commands of a room are done above.
            ClientMessage::Hello { .. }
            | ClientMessage::Play { .. }
            | ClientMessage::Pass { .. }
            | ClientMessage::ClaimPass { .. }
            | ClientMessage::Resign { .. }
            | ClientMessage::Mark { .. }
            | ClientMessage::SetAside { .. }
            | ClientMessage::AnswerRepetition { .. }
            | ClientMessage::CallReferee { .. }
            | ClientMessage::WithdrawCall { .. }
            | ClientMessage::BeginVacation { .. }
            | ClientMessage::EndVacation { .. }
            | ClientMessage::Accept { .. }
            | ClientMessage::ResumePlay { .. }
            | ClientMessage::Ask { .. }
            | ClientMessage::Reply { .. }
            | ClientMessage::Withdraw { .. }
            | ClientMessage::Seal { .. }
            | ClientMessage::ClaimAbsence { .. }
            | ClientMessage::Rule { .. } => Some(refused(message.id(), Code::BadCommand)),
        }
    }

    /// Hands a command to its room; the answer comes later, except for a game that is over.
    async fn order(&mut self, asked: Asked) -> Result<Option<Frame>, Code> {
        let arrived_ms = self.app.time.served_ms();
        let account = self.account().ok_or(Code::NotLoggedIn)?;
        let seals = self.app.rooms.seals();
        let command = asked.command(account, seals);
        let viewer = self.viewer(None);
        let handle = match self.room(asked.room, &viewer).await {
            Ok(handle) => handle,
            Err(RoomError::Over) => {
                let state = self.old_room(asked.room, &viewer).await.map_err(code)?;
                return answer_of_old(&state, &command, false).map(Some);
            }
            Err(error) => return Err(code(error)),
        };
        let action = asked.action(handle.size(), seals)?;
        let (conn, lag_ms) = (self.outbox.conn(), self.outbox.round_trip_ms());
        let answer = handle.order(Order { command, action, arrived_ms, conn, lag_ms });
        let id = asked.id;
        self.pending.push(Box::pin(async move { answered(id, answer.await) }));
        Ok(None)
    }

    /// This client as an officer. It is asked each time, since a role can end at any moment.
    pub(super) async fn officer(&self) -> Result<Option<Officer>, Code> {
        match self.identity() {
            Some(who) => self.app.accounts.officer(who).await.map_err(|_| Code::Busy),
            None => Ok(None),
        }
    }

    /// This client as somebody who sees a game, with the office that it was found to have.
    pub(super) fn viewer(&self, officer: Option<&Officer>) -> Viewer {
        Viewer { account: self.account(), office: officer.map(|officer| officer.name.clone()) }
    }

    /// A room of this node, the one that is watched or a fresh one; what is not for this client is not there.
    pub(super) async fn room(&self, id: GameId, viewer: &Viewer) -> Result<RoomHandle, RoomError> {
        if let Some(handle) = self.rooms.get(&id).filter(|handle| handle.is_open()) {
            return Ok(handle.clone());
        }
        // In a box, because few sockets ever wait for this, and every socket would have room for it.
        let handle = Box::pin(self.app.rooms.wake(id)).await?;
        if handle.role_of(viewer) == Role::Stranger { Err(RoomError::NotFound) } else { Ok(handle) }
    }

    pub(super) fn account(&self) -> Option<AccountId> {
        self.identity.as_ref().map(|who| who.account)
    }

    pub(super) const fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    async fn watch(
        &mut self,
        request: Uuid,
        room: GameId,
        after: Option<u64>,
    ) -> Result<Option<Frame>, Code> {
        if !self.has_place_for(room) {
            return Err(Code::TooManyRooms);
        }
        let officer = match self.officer().await {
            // Who cannot be asked about is none: an officer hears more when watching again.
            Err(_) if !self.sits_at.contains(&room) => None,
            officer => officer?,
        };
        let viewer = self.viewer(officer.as_ref());
        let handle = match self.room(room, &viewer).await {
            Ok(handle) => handle,
            Err(RoomError::Over) => return self.look(request, room, &viewer).await.map(Some),
            Err(error) => return Err(code(error)),
        };
        let account = self.account();
        if account.is_some_and(|account| handle.floor().is_removed(account)) {
            return Err(Code::Removed);
        }
        let (role, is_over) = (handle.role_of(&viewer), handle.floor().stage() == Stage::Over);
        let rules = viewer.office.is_some();
        // Who has only asked to sit down sits nowhere yet.
        let officer = viewer.office.filter(|officer| handle.floor().has_officer(officer));
        if role == Role::Stranger {
            return Err(Code::NotFound);
        }
        let watch = WatchRequest { request, account, officer, rules, after, outbox: self.outbox.clone() };
        if !handle.watch(watch) {
            return Err(Code::Busy);
        }
        let floor = Arc::clone(handle.floor());
        self.rooms.insert(room, handle);
        self.listen(room, role, floor);
        // The room of a game that has just ended may still be there.
        if is_over && matches!(role, Role::Player(_)) {
            self.show_rematch(room).await;
        }
        Ok(None)
    }

    /// Whether it may watch a room, here or elsewhere.
    fn has_place_for(&self, room: GameId) -> bool {
        let has_it = self.ears.contains_key(&room) || self.far.contains_key(&room);
        has_it || self.ears.len() + self.far.len() < limits::ROOMS_PER_SOCKET
    }

    /// The next thing that has become ready for this client. May be dropped and called again.
    pub(super) async fn next(&mut self) -> Frame {
        tokio::select! {
            frame = self.pending.next() => frame,
            frame = LobbyWatch::next(&mut self.lobby) => frame,
        }
    }

    /// A round trip of this connection was measured.
    pub(super) fn measured(&self, round_trip_ms: u64) {
        self.outbox.measured(round_trip_ms);
    }

    /// Served time, by which round trips are measured.
    pub(super) fn served_ms(&self) -> u64 {
        self.app.time.served_ms()
    }

    /// Lets go of a room, if that or its conversation has not let go of this socket already.
    pub(super) async fn lost(&mut self, room: GameId) {
        self.ears.remove(&room);
        if let Some(handle) = self.rooms.remove(&room) {
            handle.unwatch(self.outbox.conn()).await;
        }
        self.lost_elsewhere(room);
    }

    /// What it watches here.
    pub(super) fn watched(&self) -> Vec<GameId> {
        self.ears.keys().copied().collect()
    }

    /// Lets go of all rooms.
    pub(super) async fn leave(&mut self) {
        self.ears.clear();
        for (_, handle) in self.rooms.drain() {
            handle.unwatch(self.outbox.conn()).await;
        }
        self.leave_elsewhere();
    }
}

pub(super) fn acknowledged(id: Uuid, seq: Option<u64>) -> Frame {
    encode(&ServerMessage::Ack { id, seq }).into()
}

/// A refusal by its code alone.
pub(super) fn refused(id: Option<Uuid>, code: Code) -> Frame {
    let message = code.meaning().to_owned();
    encode(&ServerMessage::Refused { id, code, message, repeats: None }).into()
}

fn answered(id: Uuid, answer: Answer) -> Frame {
    metrics::counter!("room_answers_total", "answer" => answer.name()).increment(1);
    match answer {
        Answer::Done(seq) => acknowledged(id, Some(seq)),
        Answer::Refused(refusal) => {
            let (code, repeats) = refusal_code(refusal);
            let message = refusal.to_string();
            encode(&ServerMessage::Refused { id: Some(id), code, message, repeats }).into()
        }
        Answer::IdReused => refused(Some(id), Code::IdReused),
        Answer::NotAPlayer => refused(Some(id), Code::NotAPlayer),
        Answer::NotAReferee => refused(Some(id), Code::NotAReferee),
        Answer::SeatElsewhere => refused(Some(id), Code::SeatElsewhere),
        Answer::NotWatching => refused(Some(id), Code::NotWatching),
        Answer::Heard => acknowledged(id, None),
        Answer::Busy => refused(Some(id), Code::Busy),
    }
}

pub(super) fn code(error: RoomError) -> Code {
    match error {
        RoomError::NotFound => Code::NotFound,
        RoomError::Over => Code::GameOver,
        RoomError::Elsewhere | RoomError::Store(_) => Code::Busy,
        RoomError::Broken(_) => Code::Internal,
    }
}
