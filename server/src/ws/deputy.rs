//! A ruling on many rooms at once, for those who keep the rooms.
//!
//! Each room gets it the way in which it would come from the officer's own socket: by a client, here or at the server that has the room.
//! So what a ruling may and does, who is told of it and what the audit log says of it are written once.
//! Deliberately absent: whether somebody may rule on many; who asks has seen to that.

use std::time::Duration;

use actix_web::web;
use futures_util::StreamExt;
use protocol::{ClientMessage, Code, Ruling, ServerMessage};
use tokio::time::timeout;
use uuid::Uuid;

use super::client::Client;
use crate::account::Identity;
use crate::app::App;
use crate::ids::GameId;
use crate::room::{OutboxReader, Outgoing, outbox};

/// Rooms that are ruled on at the same time.
const AT_ONCE: usize = 8;
/// So long one room is waited for; what it does later is told when the same is asked again.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is ruled on many rooms.
#[derive(Clone, Debug)]
pub struct ManyRuled {
    /// Made by whoever asks: asked again, it is still one ruling in each room.
    pub id: Uuid,
    /// Which rooms.
    pub rooms: Vec<GameId>,
    /// What.
    pub ruling: Ruling,
    /// Why, for the players.
    pub reason: String,
}

/// Rules on each room; for each, why it was refused, if it was.
pub async fn rule_on_many(
    app: &web::Data<App>,
    by: &Identity,
    many: &ManyRuled,
) -> Vec<(GameId, Option<Code>)> {
    let each = many.rooms.iter().map(|room| async move { (*room, rule(app, by, many, *room).await.err()) });
    futures_util::stream::iter(each).buffered(AT_ONCE).collect().await
}

async fn rule(app: &web::Data<App>, by: &Identity, many: &ManyRuled, room: GameId) -> Result<(), Code> {
    let game = app.games.get(room).await.map_err(|_| Code::Busy)?.ok_or(Code::NotFound)?;
    let (outbox, frames) = outbox(app.connections.stranger());
    let mut deputy = Deputy { client: Client::deputy(app.clone(), outbox, by.clone()), frames };
    // Another id in each room, and the same whenever it is asked again.
    let id = Uuid::from_u128(many.id.as_u128() ^ room.0.as_u128());
    let ruled = timeout(PATIENCE, async {
        if game.private {
            // Into a private game comes only an officer who has sat down, which its players are told.
            let sits = Uuid::from_u128(!id.as_u128());
            deputy.ask(sits, ClientMessage::TakeSeat { id: sits, room: room.0 }).await?;
        }
        let (ruling, reason) = (many.ruling.clone(), many.reason.clone());
        deputy.ask(id, ClientMessage::Rule { id, room: room.0, ruling, reason }).await
    });
    let ruled = ruled.await.unwrap_or(Err(Code::Busy));
    deputy.client.leave().await;
    ruled
}

/// A client without a socket, and what it would be told.
struct Deputy {
    client: Client,
    frames: OutboxReader,
}

impl Deputy {
    /// Asks, and waits for the answer among what comes.
    async fn ask(&mut self, id: Uuid, message: ClientMessage) -> Result<(), Code> {
        let mut heard = self.client.obey(message).await;
        loop {
            if let Some(answer) = heard.and_then(|frame| answer_to(id, &frame)) {
                return answer;
            }
            heard = tokio::select! {
                frame = self.client.next() => Some(frame),
                outgoing = self.frames.next() => match outgoing {
                    Some(Outgoing::Frame(frame)) => Some(frame),
                    Some(Outgoing::Lagged(_)) => None,
                    None => return Err(Code::Busy),
                },
            };
        }
    }
}

/// The answer to a command, if that is what a frame is.
fn answer_to(id: Uuid, frame: &str) -> Option<Result<(), Code>> {
    let message: ServerMessage = serde_json::from_str(frame).ok()?;
    if let ServerMessage::Refused { id: Some(of), code, .. } = message {
        return (of == id).then_some(Err(code));
    }
    let is_done = matches!(message, ServerMessage::Ack { id: of, .. } if of == id);
    is_done.then_some(Ok(()))
}
