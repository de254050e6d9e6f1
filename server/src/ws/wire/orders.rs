//! From messages to actions, and from refusals to codes.

use protocol::{ClientMessage, Code};
use rules::{Action, Point, Refusal, RoomMs, Ruling, Size};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::table::{claim, request, ruling};
use crate::ids::{AccountId, GameId};
use crate::room::Seals;
use crate::store::Command;
use crate::talk;

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

/// What a pass is on the wire.
const PASS: &str = "pass";

#[derive(Clone, Debug)]
enum Unread {
    Ready(Action),
    Play { ply: u32, point: String },
    Mark { revision: u32, point: String, dead: bool },
    Neutral { revision: u32, point: String, neutral: bool },
    Seal { ply: u32, point: String },
}

impl Asked {
    /// The action on a board of this size. A move that is to be sealed is in its envelope from here on.
    ///
    /// # Errors
    /// [`Code::BadPoint`] when a text names no point of it.
    pub fn action(&self, size: Size, seals: &Seals) -> Result<Action, Code> {
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
            Unread::Seal { ply, point } => {
                let point = if point == PASS { None } else { Some(read(point)?) };
                let envelope = seals.close(self.room, *ply, point).ok_or(Code::Internal)?;
                Action::Seal { ply: *ply, envelope }
            }
        })
    }

    /// The command as the journal keeps it.
    #[must_use]
    pub fn command(&self, account: AccountId, seals: &Seals) -> Command {
        let is_secret = matches!(self.action, Unread::Seal { .. });
        let hash = if is_secret { seals.blind(self.hash) } else { self.hash };
        Command { account, id: self.id, hash }
    }
}

/// A referee's ruling whose points are still texts.
#[derive(Clone, Debug)]
pub struct RulingAsked {
    /// The command's id.
    pub id: Uuid,
    /// The room.
    pub room: GameId,
    /// Why.
    pub reason: String,
    hash: [u8; 32],
    ruling: protocol::Ruling,
}

impl RulingAsked {
    /// The ruling on a board of this size.
    ///
    /// # Errors
    /// [`Code::BadPoint`] when a text names no point of it.
    pub fn ruling(&self, size: Size) -> Result<Ruling, Code> {
        ruling(&self.ruling, size).ok_or(Code::BadPoint)
    }

    /// Whether it mutes or removes this account, or takes that back: nobody rules on himself.
    #[must_use]
    pub fn is_about(&self, account: AccountId) -> bool {
        use protocol::Ruling::{Mute, Remove};
        matches!(self.ruling, Mute { account: about, .. } | Remove { account: about, .. } if about == account.0)
    }

    /// The command as the journal keeps it.
    #[must_use]
    pub const fn command(&self, account: AccountId) -> Command {
        Command { account, id: self.id, hash: self.hash }
    }
}

/// The command of an officer who sits down, as the journal keeps it.
#[must_use]
pub fn seat_command(account: AccountId, id: Uuid, room: GameId) -> Command {
    let message = ClientMessage::TakeSeat { id, room: room.0 };
    Command { account, id, hash: Sha256::digest(protocol::encode(&message)).into() }
}

/// The ruling that a message is; nothing if it is of another kind.
///
/// # Errors
/// [`Code::BadCommand`] when it has no reason, or one that is too long or not plain text.
#[must_use]
pub fn ruling_command(message: &ClientMessage) -> Option<Result<RulingAsked, Code>> {
    let ClientMessage::Rule { id, room, ruling, reason } = message else { return None };
    let asked = talk::reason(reason).map(|reason| {
        let hash = Sha256::digest(protocol::encode(message)).into();
        RulingAsked { id: *id, room: GameId(*room), reason, hash, ruling: ruling.clone() }
    });
    Some(asked.ok_or(Code::BadCommand))
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
        ClientMessage::Ask { id, room, ply, request: what, until_ms } => {
            let until = until_ms.map(RoomMs);
            (id, room, Unread::Ready(Action::Ask { ply: *ply, request: request(*what), until }))
        }
        ClientMessage::Reply { id, room, request, accept } => {
            (id, room, Unread::Ready(Action::Reply { number: *request, accept: *accept }))
        }
        ClientMessage::Withdraw { id, room, request } => {
            (id, room, Unread::Ready(Action::Withdraw { number: *request }))
        }
        ClientMessage::Seal { id, room, ply, point } => {
            (id, room, Unread::Seal { ply: *ply, point: point.clone() })
        }
        ClientMessage::ClaimAbsence { id, room, ply, claim: what } => {
            (id, room, Unread::Ready(Action::Claim { ply: *ply, claim: claim(*what), absent_ms: None }))
        }
        ClientMessage::Accept { id, room, revision } => {
            (id, room, Unread::Ready(Action::Accept { revision: *revision }))
        }
        ClientMessage::ResumePlay { id, room, revision } => {
            (id, room, Unread::Ready(Action::Resume { revision: *revision }))
        }
        ClientMessage::CallReferee { id, room, ply } => {
            (id, room, Unread::Ready(Action::CallReferee { ply: *ply }))
        }
        ClientMessage::WithdrawCall { id, room } => (id, room, Unread::Ready(Action::WithdrawCall)),
        ClientMessage::BeginVacation { id, room } => (id, room, Unread::Ready(Action::BeginVacation)),
        ClientMessage::EndVacation { id, room } => (id, room, Unread::Ready(Action::EndVacation)),
        ClientMessage::Hello { .. }
        | ClientMessage::Ping { .. }
        | ClientMessage::Watch { .. }
        | ClientMessage::Unwatch { .. }
        | ClientMessage::Lobby { .. }
        | ClientMessage::Say { .. }
        | ClientMessage::HideLine { .. }
        | ClientMessage::Rematch { .. }
        | ClientMessage::TakeSeat { .. }
        | ClientMessage::Rule { .. } => return None,
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
        Refusal::Paused => Code::Paused,
        Refusal::SealExpected => Code::SealExpected,
        Refusal::AlreadyAsked => Code::AlreadyAsked,
        Refusal::NoSuchRequest => Code::NoSuchRequest,
        Refusal::RefereeCalled => Code::RefereeCalled,
        Refusal::NotInThisGame => Code::NotInThisGame,
        Refusal::OwnTurn => Code::OwnTurn,
        Refusal::NotAbsent => Code::NotAbsent,
        Refusal::BadClock => Code::BadClock,
        Refusal::BadMoment => Code::BadMoment,
        Refusal::TooLate => Code::TooLate,
        Refusal::NoVacation => Code::NoVacation,
        Refusal::OnVacation => Code::OnVacation,
        Refusal::NotOnVacation => Code::NotOnVacation,
        Refusal::TimeUp => Code::TimeUp,
    };
    (code, None)
}
