//! What people say, what they are answered, and what each of them hears of it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use protocol::TalkStream;
use rand::RngExt;
use tianyuan::ids::GameId;
use tianyuan::room::{Floor, Outbox, Role};
use tianyuan::talk::{TalkError, Word};
use tianyuan::ws::wire::talk_stream;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::World;
use super::absence::seat;
use super::rooms::{black, table_of};
use super::{REFEREE, ROOMS};
use crate::disk::setup;

const STREAMS: [TalkStream; 3] = [TalkStream::Players, TalkStream::Spectators, TalkStream::Staff];

/// A line that somebody has sent.
#[derive(Clone, Debug)]
pub(super) struct Spoken {
    client: usize,
    room: GameId,
    stream: TalkStream,
    command: Uuid,
    text: String,
    /// How many sendings wait for their answer.
    waits: u32,
}

/// What became of one.
pub(super) type Answered = (usize, Result<(), TalkError>);

impl World {
    /// Somebody says something new, or sends it again.
    pub(super) fn speak(&mut self) {
        let again = !self.spoken.is_empty() && self.random.random_bool(0.1);
        let at = if again {
            self.random.random_range(0..self.spoken.len())
        } else {
            let client = self.random.random_range(0..self.clients.len());
            let room = self.rooms[self.random.random_range(0..ROOMS)];
            let stream = STREAMS[self.random.random_range(0..20) / 9];
            self.compose(client, room, stream)
        };
        self.utter(at);
    }

    fn compose(&mut self, client: usize, room: GameId, stream: TalkStream) -> usize {
        self.next_id += 1;
        let command = Uuid::from_u128(self.next_id);
        let text = format!("line {} of {client}", self.next_id);
        self.spoken.push(Spoken { client, room, stream, command, text, waits: 0 });
        self.spoken.len() - 1
    }

    /// Sends a line; whether its client hears of the room, without which it has nothing to say here.
    fn utter(&mut self, at: usize) -> bool {
        let Spoken { client, room, stream, command, text, .. } = self.spoken[at].clone();
        let who = &self.clients[client];
        let Some(ear) = who.hearing.ear(room) else { return false };
        let (by, role, floor) = ((who.account, format!("player {client}")), ear.role(), ear.floor().clone());
        let word = Word { game: room, stream: talk_stream(stream), command, by, role, text };
        let talk = self.node.talk.clone();
        self.spoken[at].waits += 1;
        self.talking.push(Box::pin(async move { (at, talk.say(word, floor).await) }));
        true
    }

    /// What is kept is acknowledged, and what is refused is not kept.
    pub(super) fn spoke(&mut self, (at, answer): Answered) -> bool {
        self.spoken[at].waits -= 1;
        let Spoken { client, room, stream, command, text, waits } = self.spoken[at].clone();
        let mut disk = self.disk.lock();
        let lines = disk.lines.get(&(room, talk_stream(stream)));
        let kept =
            lines.is_some_and(|lines| lines.iter().any(|(id, said)| *id == command && said.text == text));
        let plays = seat(client, table_of(room)).is_some();
        let is_over = disk.games[&room].finish.is_some();
        let name = match answer {
            Ok(()) => {
                assert!(kept, "what is acknowledged is kept: {text}");
                match stream {
                    TalkStream::Players => assert!(plays, "who looks on speaks to the players: {text}"),
                    TalkStream::Spectators => assert!(!plays || is_over, "a player speaks outside: {text}"),
                    TalkStream::Staff => panic!("nobody here is of the staff: {text}"),
                }
                "said"
            }
            Err(TalkError::NotThere) => {
                assert!(!kept || waits > 0, "what is refused is not kept: {text}");
                "not theirs to say"
            }
            Err(TalkError::Store(_)) => "not known to be said",
            Err(error) => panic!("{error}: {text}"),
        };
        disk.coverage.count(format!("line {name}"));
        name == "said"
    }

    /// Everybody hears what is kept, and only what is theirs.
    pub(super) fn check_hearing(&mut self, client: usize) {
        let mut disk = self.disk.lock();
        for heard in std::mem::take(&mut self.clients[client].hearing.new) {
            let (room, stream, line) = (heard.room, heard.stream, &heard.line);
            let said = &disk.lines[&(room, talk_stream(stream))][usize::try_from(line.number).unwrap() - 1].1;
            let told = (line.number, &line.text, line.by.id, line.ply);
            assert_eq!(
                told,
                (said.number, &said.text, said.by.0.0, said.ply),
                "everybody hears what is kept"
            );
            let kept = &disk.games[&room];
            let is_over = kept.finish.is_some();
            let plays = seat(client, table_of(room)).is_some();
            match stream {
                TalkStream::Players => {
                    let is_behind = setup(kept).delay.is_some() && !plays;
                    assert!(
                        is_over || !is_behind,
                        "who is behind hears the players before the end: {line:?}"
                    );
                }
                TalkStream::Spectators => {
                    assert!(is_over || !plays, "a player hears those who look on before the end: {line:?}");
                    if plays {
                        disk.coverage.count("players hear the others after the end");
                    }
                }
                TalkStream::Staff => panic!("nobody here is of the staff: {line:?}"),
            }
        }
    }

    /// Listens to what is said about a room.
    pub(super) fn listen(
        &mut self,
        client: usize,
        room: GameId,
        outbox: Outbox,
        (role, floor): (Role, Arc<Floor>),
    ) {
        let (account, talk) = (Some(self.clients[client].account), &self.node.talk);
        self.clients[client].hearing.begin(room, || talk.listen(room, outbox, (account, role), floor));
    }

    /// Listens to what is said about a game that is over.
    pub(super) async fn listen_to_old(&mut self, client: usize, room: GameId, outbox: Outbox) {
        let account = Some(self.clients[client].account);
        let viewer = account.into();
        let looking = timeout(Duration::from_secs(3), self.node.rooms.look(room, &viewer)).await;
        let Ok(Ok(state)) = looking else { return };
        let role = state.role(account);
        self.listen(client, room, outbox, (role, Arc::new(Floor::of(&state, None))));
    }

    /// Nobody waits for the answers of a node that is dead.
    pub(super) fn hush(&mut self) {
        self.talking.clear();
        self.spoken.iter_mut().for_each(|spoken| spoken.waits = 0);
    }

    /// Everybody comes back once more, and hears everything.
    pub(super) async fn catch_up(&mut self) {
        let listens = |world: &Self| {
            let mut pairs =
                world.clients.iter().flat_map(|who| world.rooms.iter().map(move |room| (who, room)));
            pairs.all(|(who, room)| who.hearing.ear(*room).is_some())
        };
        for _ in 0..50 {
            for client in 0..self.clients.len() {
                self.reconnect(client).await;
            }
            sleep(Duration::from_secs(1)).await;
            self.settle().await;
            if listens(self) {
                return self.last_words().await;
            }
        }
        panic!("a room does not come back");
    }

    /// One more line in each conversation, whatever it takes; then whoever hears a conversation has heard all of it.
    async fn last_words(&mut self) {
        let all = self
            .rooms
            .clone()
            .into_iter()
            .flat_map(|room| STREAMS[..2].iter().map(move |stream| (room, *stream)));
        for (room, stream) in all {
            let client = if stream == TalkStream::Players { black(table_of(room)) } else { REFEREE };
            let at = self.compose(client, room, stream);
            for _ in 0..100 {
                assert!(self.utter(at), "everybody listens");
                let answer = self.talking.next().await.expect("an answer");
                if self.spoke(answer) {
                    break;
                }
            }
            self.settle().await;
            let count = self.disk.lock().lines.get(&(room, talk_stream(stream))).map_or(0, Vec::len);
            assert!(count > 0, "the last word is kept");
            for (client, who) in self.clients.iter().enumerate() {
                let Some(ear) = who.hearing.ear(room) else { continue };
                if ear.floor().hears(ear.role(), talk_stream(stream)) {
                    let last = who.hearing.last(room, stream);
                    assert_eq!(last, count as u64, "client {client} hears {stream:?} of {room} to its end");
                }
            }
        }
    }
}
