//! Somebody at a game who goes from door to door until what was said is answered, as a person's client does.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMessage, Code, ServerMessage};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use super::Fault;
use crate::{Api, Reply, Socket, SocketError};

/// A server that says nothing for so long is left.
const SILENCE: Duration = Duration::from_secs(2);
/// Between two tries.
const AGAIN: Duration = Duration::from_millis(50);
/// Whatever has not healed by then does not: the longest outage that is brought about, and half a minute.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// Everybody's.
pub(crate) const PASSWORD: &str = "a long enough password";

/// An account, and the door at which it is now.
#[derive(Debug)]
pub(crate) struct Traveller {
    name: String,
    doors: Arc<[String]>,
    /// What each door knows this account by.
    tokens: Vec<String>,
    at: usize,
    socket: Option<Socket>,
    /// How often each command is sent at once.
    copies: usize,
}

/// What a command came to.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) reply: Reply,
    /// When it was sent for the last time.
    pub(crate) sent: Instant,
    /// When the answer came.
    pub(crate) came: Instant,
}

impl Traveller {
    /// Somebody who is at a door, and says everything so many times.
    pub(crate) fn new(name: String, token: &str, doors: Arc<[String]>, at: usize, copies: usize) -> Self {
        let tokens = vec![token.to_owned(); doors.len()];
        Self { name, doors, tokens, at, socket: None, copies }
    }

    /// The HTTP API of a door, as this account.
    pub(crate) fn api(&self, door: usize) -> Api {
        Api::new(self.doors[door].as_str()).with_token(&self.tokens[door])
    }

    /// Goes to a door.
    pub(crate) fn go_to(&mut self, door: usize) {
        (self.at, self.socket) = (door, None);
    }

    /// Sends the same command to one door after the other until it is answered.
    pub(crate) async fn insist(&mut self, room: Uuid, command: &ClientMessage) -> Result<Answer, Fault> {
        let start = Instant::now();
        loop {
            let sent = Instant::now();
            if let Some(reply) = self.ask(room, command).await {
                return Ok(Answer { reply, sent, came: Instant::now() });
            }
            while !self.arrive(room).await {
                if start.elapsed() > PATIENCE {
                    return Err(Fault::Broken(format!("no door has game {room}, for {command:?}")));
                }
                self.at = (self.at + 1) % self.doors.len();
                sleep(AGAIN).await;
            }
            if start.elapsed() > PATIENCE {
                return Err(Fault::Broken(format!("{command:?} is never answered")));
            }
        }
    }

    /// The answer at the door where it is; none where that says nothing or has let go of the game.
    async fn ask(&mut self, room: Uuid, command: &ClientMessage) -> Option<Reply> {
        let socket = self.socket.as_mut()?;
        let asking = async {
            for _ in 0..self.copies {
                socket.send(command).await?;
            }
            socket.answer_or_lag(command.id(), room).await
        };
        let Ok(Ok(answer)) = timeout(SILENCE, asking).await else {
            self.go_to((self.at + 1) % self.doors.len());
            return None;
        };
        let answer = answer?;
        let again = [Code::Busy, Code::NotWatching, Code::SeatElsewhere, Code::Internal];
        (!again.iter().any(|code| answer == Reply::Refused(*code))).then_some(answer)
    }

    /// Opens a socket at the door where it is, watches and sits down; whether that came about.
    async fn arrive(&mut self, room: Uuid) -> bool {
        self.socket = None;
        let opening = Socket::open(&self.doors[self.at], Some(&self.tokens[self.at]));
        match timeout(SILENCE, opening).await {
            Ok(Ok(socket)) => {
                self.socket = timeout(SILENCE, sit(socket, room)).await.ok().flatten();
            }
            // A server whose wall clock is another one takes the tokens of the others for old.
            Ok(Err(SocketError::Strange(said))) if said.contains("bad_token") => {
                let api = self.api(self.at);
                if let Ok(Ok(session)) = timeout(SILENCE, api.log_in(&self.name, PASSWORD)).await {
                    self.tokens[self.at] = session.access_token;
                }
            }
            Ok(Err(_)) | Err(_) => {}
        }
        self.socket.is_some()
    }
}

/// Watches a game and sits down. Whoever is told that a room was lost while it waits asks for it again at once: the server that
/// had it is gone, and who is asked first takes it over.
async fn sit(mut socket: Socket, room: Uuid) -> Option<Socket> {
    while !watch(&mut socket, room).await? {}
    let seat = ClientMessage::TakeSeat { id: Uuid::now_v7(), room };
    matches!(socket.ask(&seat).await.ok()?, Reply::Ack(_)).then_some(socket)
}

/// Whether the room is there; nothing when it was refused.
async fn watch(socket: &mut Socket, room: Uuid) -> Option<bool> {
    let request = Uuid::now_v7();
    socket.send(&ClientMessage::Watch { id: request, room, after: None }).await.ok()?;
    let answer = socket.find(|message| match message {
        ServerMessage::Snapshot { id, .. } | ServerMessage::Resumed { id, .. } if *id == request => {
            Some(Some(true))
        }
        ServerMessage::Refused { id, .. } if *id == Some(request) => Some(None),
        ServerMessage::Lagged { room: lost, .. } if *lost == room => Some(Some(false)),
        _ => None,
    });
    answer.await.ok()?
}
