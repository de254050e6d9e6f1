//! From messages to actions, and from refusals to codes.

use protocol::{ClientMessage, Code};
use rules::{Action, Point, Refusal, Size};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::ids::{AccountId, GameId};
use crate::store::Command;

/// A command for a room whose points are still texts, because the board's size is the room's.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The command's id.
    pub id: Uuid,
    /// The room.
    pub room: GameId,
    hash: [u8; 32],
    action: Unread,
}

#[derive(Clone, Debug)]
enum Unread {
    Ready(Action),
    Play { ply: u32, point: String },
    Mark { revision: u32, point: String, dead: bool },
    Neutral { revision: u32, point: String, neutral: bool },
}

impl Asked {
    /// The action on a board of this size.
    ///
    /// # Errors
    /// [`Code::BadPoint`] when a text names no point of it.
    pub fn action(&self, size: Size) -> Result<Action, Code> {
        let read = |text: &str| Point::from_sgf(size, text).map_err(|_| Code::BadPoint);
        Ok(match &self.action {
            Unread::Ready(action) => *action,
            Unread::Play { ply, point } => Action::Play { ply: *ply, point: read(point)? },
            Unread::Mark { revision, point, dead } => {
                Action::Mark { revision: *revision, point: read(point)?, dead: *dead }
            }
            Unread::Neutral { revision, point, neutral } => {
                Action::Neutral { revision: *revision, point: read(point)?, neutral: *neutral }
            }
        })
    }

    /// The command as the journal keeps it.
    #[must_use]
    pub const fn command(&self, account: AccountId) -> Command {
        Command { account, id: self.id, hash: self.hash }
    }
}

/// The command for a room that a message is; nothing if it is of another kind.
#[must_use]
pub fn room_command(message: &ClientMessage) -> Option<Asked> {
    let (id, room, action) = match message {
        ClientMessage::Play { id, room, ply, point } => {
            (id, room, Unread::Play { ply: *ply, point: point.clone() })
        }
        ClientMessage::Pass { id, room, ply } => (id, room, Unread::Ready(Action::Pass { ply: *ply })),
        ClientMessage::ClaimPass { id, room, ply } => {
            (id, room, Unread::Ready(Action::ClaimPass { ply: *ply }))
        }
        ClientMessage::Resign { id, room } => (id, room, Unread::Ready(Action::Resign)),
        ClientMessage::Mark { id, room, revision, point, dead } => {
            (id, room, Unread::Mark { revision: *revision, point: point.clone(), dead: *dead })
        }
        ClientMessage::SetAside { id, room, revision, point, neutral } => {
            (id, room, Unread::Neutral { revision: *revision, point: point.clone(), neutral: *neutral })
        }
        ClientMessage::AnswerRepetition { id, room, ply, accept } => {
            (id, room, Unread::Ready(Action::Answer { ply: *ply, accept: *accept }))
        }
        ClientMessage::Accept { id, room, revision } => {
            (id, room, Unread::Ready(Action::Accept { revision: *revision }))
        }
        ClientMessage::ResumePlay { id, room, revision } => {
            (id, room, Unread::Ready(Action::Resume { revision: *revision }))
        }
        ClientMessage::Hello { .. }
        | ClientMessage::Ping { .. }
        | ClientMessage::Watch { .. }
        | ClientMessage::Unwatch { .. }
        | ClientMessage::Lobby { .. } => return None,
    };
    let hash = Sha256::digest(protocol::encode(message)).into();
    Some(Asked { id: *id, room: GameId(*room), hash, action })
}

/// The code of a refusal, and the move that a ko repeats.
#[must_use]
pub const fn refusal_code(refusal: Refusal) -> (Code, Option<u32>) {
    let code = match refusal {
        Refusal::GameOver => Code::GameOver,
        Refusal::WrongPhase => Code::WrongPhase,
        Refusal::NotYourTurn => Code::NotYourTurn,
        Refusal::StalePly => Code::StalePly,
        Refusal::StaleRevision => Code::StaleRevision,
        Refusal::Occupied => Code::Occupied,
        Refusal::Suicide => Code::Suicide,
        Refusal::Ko { repeats } => return (Code::Ko, Some(repeats)),
        Refusal::NoStone => Code::NoStone,
        Refusal::NoTerritory => Code::NoTerritory,
        Refusal::AlreadyMarked => Code::AlreadyMarked,
        Refusal::AlreadyAccepted => Code::AlreadyAccepted,
        Refusal::TooOften => Code::TooOften,
        Refusal::TimeUp => Code::TimeUp,
    };
    (code, None)
}
