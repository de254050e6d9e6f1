//! What people say around the moves, and what everybody in a room is told of it.

use loadtests::{Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{
    AbsenceClaim, ClientMessage, Code, Color, Event, RequestKind, RoomEvent, Ruling, ServerMessage, Snapshot,
};
use tianyuan::offices::{Offices, Role};
use uuid::Uuid;

use super::table::{Person, Server, Table};

/// A table at which somebody else watches, and Black sits with two sockets.
pub(crate) struct Hall {
    pub(crate) table: Table,
    pub(crate) guest: Socket,
    pub(crate) second: Socket,
    /// Up to which event everybody has been heard.
    heard: u64,
}

impl Hall {
    pub(crate) async fn new(base: &str, offer: &NewChallenge) -> Self {
        let table = Table::new(base, offer).await;
        let mut guest = Socket::open(base, None).await.unwrap();
        let mut second = table.people[0].socket(base).await;
        for socket in [&mut guest, &mut second] {
            socket.watch(table.room, Some(1)).await.unwrap();
        }
        Self { table, guest, second, heard: 1 }
    }

    /// Everybody goes; which room it was, and who played.
    pub(crate) fn leave(self) -> (Uuid, [Person; 2]) {
        (self.table.room, self.table.people)
    }

    /// A command of one side that must take effect.
    pub(crate) async fn done(&mut self, color: Color, command: &ClientMessage) -> u64 {
        match self.say(color, command).await {
            Reply::Ack(Some(seq)) => seq,
            other => panic!("{command:?}: {other:?}"),
        }
    }

    /// A command of one side that must change nothing.
    pub(crate) async fn refused(&mut self, color: Color, command: &ClientMessage, code: Code) {
        let before = self.game().await;
        assert_eq!(self.say(color, command).await, Reply::Refused(code), "{command:?}");
        let mut after = self.game().await;
        if after.seq != before.seq {
            // A store that was slow meanwhile moves the clock on, and nothing else.
            (after.seq, after.clock) = (before.seq, before.clock);
        }
        assert_eq!(after, before, "a refusal changes nothing");
    }

    pub(crate) async fn say(&mut self, color: Color, command: &ClientMessage) -> Reply {
        self.table.socket(color).ask(command).await.unwrap()
    }

    /// One side asks for something, and the other says yes.
    pub(crate) async fn agree(&mut self, by: Color, request: RequestKind) {
        let asked = self.table.ask(request);
        self.done(by, &asked).await;
        let number = self.asked(by).await;
        self.done(other(by), &self.table.reply(number, true)).await;
    }

    /// The number of what one side asks.
    pub(crate) async fn asked(&self, by: Color) -> u32 {
        let standing = self.game().await.standing;
        let asked = if by == Color::Black { standing.black_asks } else { standing.white_asks };
        asked.expect("an open request").number
    }

    /// The game as HTTP tells it.
    pub(crate) async fn game(&self) -> Snapshot {
        self.table.people[0].api.game(self.table.room).await.unwrap().game
    }

    /// What everybody was told since the last time: the same, without what a busy machine adds.
    pub(crate) async fn told(&mut self) -> Vec<Event> {
        let last = self.game().await.seq;
        let (room, after) = (self.table.room, std::mem::replace(&mut self.heard, last));
        let mut all = Vec::new();
        for socket in [&mut self.table.black, &mut self.table.white, &mut self.guest, &mut self.second] {
            all.push(told(socket, room, after, last).await);
        }
        for other in &all[1..] {
            assert_eq!(*other, all[0], "everybody is told the same");
        }
        let quiet = |event: &Event| !matches!(event, Event::Restored { .. } | Event::Read { .. });
        all.swap_remove(0).into_iter().map(|event| event.event).filter(quiet).collect()
    }
}

/// The events after number `after` that a socket has got and those that it still gets, up to number `last`.
async fn told(socket: &mut Socket, room: Uuid, after: u64, last: u64) -> Vec<RoomEvent> {
    let mut events: Vec<RoomEvent> = Vec::new();
    while events.last().map_or(after, |event| event.seq) < last {
        match socket.next().await.unwrap() {
            ServerMessage::Event { event, .. } => events.push(event),
            ServerMessage::Lagged { .. } => {
                let after = events.last().map_or(after, |event| event.seq);
                match socket.watch(room, Some(after)).await.unwrap() {
                    ServerMessage::Resumed { events: missed, .. } => events.extend(missed),
                    other => panic!("not resumed: {other:?}"),
                }
            }
            _ => {}
        }
    }
    events
}

/// The kinds of some events, in their order.
pub(crate) fn kinds(events: &[Event]) -> Vec<String> {
    let kind = |event| serde_json::to_value(event).unwrap()["kind"].as_str().unwrap().to_owned();
    events.iter().map(kind).collect()
}

pub(crate) const fn other(color: Color) -> Color {
    match color {
        Color::Black => Color::White,
        Color::White => Color::Black,
    }
}

/// Commands, each with an id of its own.
impl Table {
    pub(crate) fn ask(&self, request: RequestKind) -> ClientMessage {
        ClientMessage::Ask { id: Uuid::now_v7(), room: self.room, ply: self.ply, request, until_ms: None }
    }

    pub(crate) fn reply(&self, request: u32, accept: bool) -> ClientMessage {
        ClientMessage::Reply { id: Uuid::now_v7(), room: self.room, request, accept }
    }

    pub(crate) fn withdraw(&self, request: u32) -> ClientMessage {
        ClientMessage::Withdraw { id: Uuid::now_v7(), room: self.room, request }
    }

    pub(crate) fn seal(&self, point: &str) -> ClientMessage {
        let (id, room, ply) = (Uuid::now_v7(), self.room, self.ply);
        ClientMessage::Seal { id, room, ply, point: point.to_owned() }
    }

    pub(crate) fn claim(&self, claim: AbsenceClaim) -> ClientMessage {
        ClientMessage::ClaimAbsence { id: Uuid::now_v7(), room: self.room, ply: self.ply, claim }
    }

    pub(crate) fn rule(&self, ruling: Ruling) -> ClientMessage {
        let reason = "as the rules have it".to_owned();
        ClientMessage::Rule { id: Uuid::now_v7(), room: self.room, ruling, reason }
    }
}

/// Somebody with a role, at a socket.
pub(crate) struct Referee {
    pub(crate) name: String,
    pub(crate) person: Person,
    pub(crate) socket: Socket,
}

/// Gives somebody a role.
pub(crate) async fn appoint(server: &Server, name: &str, offices: impl Into<Offices>) {
    let given = server.app().accounts.appoint(name, offices).await.unwrap();
    assert_eq!(given.as_deref(), Some(name));
}

impl Referee {
    pub(crate) async fn new(server: &Server) -> Self {
        Self::of(Person::new(&server.base()).await, server).await
    }

    /// Somebody becomes a referee.
    pub(crate) async fn of(person: Person, server: &Server) -> Self {
        appoint(server, &person.name, Role::Referee).await;
        let socket = person.socket(&server.base()).await;
        Self { name: person.name.clone(), person, socket }
    }

    /// Another role, and a new socket, since the one before is closed for it.
    pub(crate) async fn appoint(&mut self, server: &Server, offices: impl Into<Offices>) {
        appoint(server, &self.name, offices).await;
        self.socket = self.person.socket(&server.base()).await;
    }

    pub(crate) async fn say(&mut self, command: &ClientMessage) -> Reply {
        self.socket.ask(command).await.unwrap()
    }

    pub(crate) async fn done(&mut self, command: &ClientMessage) -> u64 {
        match self.say(command).await {
            Reply::Ack(Some(seq)) => seq,
            other => panic!("{command:?}: {other:?}"),
        }
    }
}
