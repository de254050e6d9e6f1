//! What servers tell each other, as JSON: a server of another version leaves out what it does not know.

use protocol::ClientMessage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::account::{Identity, Scopes};
use crate::doors::Spent;
use crate::ids::{AccountId, ChallengeId, FamilyId, GameId};
use crate::lobby::{Notice, Origin, RematchShown, Started};
use crate::room::ConnId;
use crate::store::TalkStream;
use crate::talk;

/// One note.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "note", rename_all = "snake_case")]
pub(super) enum Note {
    /// To the owner of a room: what a socket of the server `edge` asks.
    Asks {
        edge: Uuid,
        conn: ConnId,
        who: Option<Who>,
        /// The round trip of the socket, in milliseconds.
        lag_ms: u64,
        /// The served time of the edge, in milliseconds; a server of a version before does not tell it.
        #[serde(default)]
        served_ms: Option<u64>,
        message: Box<ClientMessage>,
    },
    /// To the owner of a room: the socket has let go of it.
    Drops { edge: Uuid, conn: ConnId, room: Uuid },
    /// To the owner of a room: the socket is gone.
    Gone { edge: Uuid, conn: ConnId },
    /// To the owner of rooms: all sockets of the server `edge` that may have ghosts there.
    There { edge: Uuid, conns: Vec<ConnId> },
    /// From the owner of rooms: what its ghosts have to say. Numbers have no gap.
    Batch { from: Uuid, number: u64, parts: Vec<Part> },
    /// To the owner of a room: how far its audience is. It may not answer.
    HowFar { edge: Uuid, question: Uuid, room: Uuid },
    /// The answer: the number of the last event shown; none when nothing is held back.
    Shown { question: Uuid, seq: Option<u64> },
    /// To all: the lists of the lobby have changed.
    Lobby,
    /// To all: a challenge was accepted, or a rematch of a finished game, which then stands for the challenge, too.
    Started {
        challenge: Uuid,
        #[serde(default)]
        rematch_of: Option<Uuid>,
        account: Uuid,
        game: Uuid,
    },
    /// To all: where a rematch stands for somebody.
    Rematch { account: Uuid, of: Uuid, shown: Shown },
    /// To all: a session was ended.
    Ended { session: Uuid },
    /// To all: something has happened to a conversation about a game that is over.
    Spoken { game: Uuid, spoken: Spoken },
    /// To all: what was used up of how often people may ask.
    Spent { spent: Spent },
    /// Something that a later version says.
    #[serde(other)]
    Unknown,
}

/// Somebody who is logged in, as the server of its socket knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Who {
    account: Uuid,
    name: String,
    session: Uuid,
    /// What a personal token is good for, as bits.
    #[serde(default)]
    scopes: Option<u8>,
}

/// The same thing for some sockets.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Part {
    /// By server.
    pub(super) to: Vec<(Uuid, Vec<ConnId>)>,
    pub(super) what: What,
}

/// What a socket is to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum What {
    /// A frame, as it is.
    Frame(String),
    /// Something of this room was missed.
    Lagged(Uuid),
}

/// Where a rematch stands.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Shown {
    revision: u64,
    /// Whose offer, the name, and for how many milliseconds.
    offer: Option<(Uuid, String, u64)>,
    offers_left: usize,
    game: Option<Uuid>,
}

impl Note {
    pub(super) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Nothing if another server said something strange.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// Something that concerns somebody.
    pub(super) fn of(notice: &Notice) -> Self {
        match notice {
            Notice::Started(Started { from, account, game }) => {
                let (challenge, rematch_of) = match from {
                    Origin::Challenge(challenge) => (challenge.0, None),
                    Origin::RematchOf(of) => (of.0, Some(of.0)),
                };
                Self::Started { challenge, rematch_of, account: account.0, game: game.0 }
            }
            Notice::Rematch { account, of, shown } => {
                Self::Rematch { account: account.0, of: of.0, shown: shown.into() }
            }
        }
    }
}

impl From<&RematchShown> for Shown {
    fn from(shown: &RematchShown) -> Self {
        Self {
            revision: shown.revision,
            offer: shown.offer.clone().map(|((by, name), left_ms)| (by.0, name, left_ms)),
            offers_left: shown.offers_left,
            game: shown.game.map(|game| game.0),
        }
    }
}

impl From<Shown> for RematchShown {
    fn from(shown: Shown) -> Self {
        Self {
            revision: shown.revision,
            offer: shown.offer.map(|(by, name, left_ms)| ((AccountId(by), name), left_ms)),
            offers_left: shown.offers_left,
            game: shown.game.map(GameId),
        }
    }
}

impl From<&Identity> for Who {
    fn from(identity: &Identity) -> Self {
        Self {
            account: identity.account.0,
            name: identity.name.clone(),
            session: identity.session.0,
            scopes: identity.scopes.map(Scopes::bits),
        }
    }
}

impl From<Who> for Identity {
    fn from(who: Who) -> Self {
        Self {
            account: AccountId(who.account),
            name: who.name,
            session: FamilyId(who.session),
            scopes: who.scopes.map(Scopes::from_bits),
        }
    }
}

/// What has happened to a conversation; the stream by its place in the list of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Spoken {
    Line,
    Hidden(usize, u64),
    Muted,
}

impl From<talk::Spoken> for Spoken {
    fn from(spoken: talk::Spoken) -> Self {
        match spoken {
            talk::Spoken::Line => Self::Line,
            talk::Spoken::Hidden(stream, number) => Self::Hidden(stream as usize, number),
            talk::Spoken::Muted => Self::Muted,
        }
    }
}

impl Spoken {
    /// Nothing for a stream that this server does not know.
    pub(super) fn read(self) -> Option<talk::Spoken> {
        Some(match self {
            Self::Line => talk::Spoken::Line,
            Self::Hidden(stream, number) => talk::Spoken::Hidden(*TalkStream::ALL.get(stream)?, number),
            Self::Muted => talk::Spoken::Muted,
        })
    }
}

/// A beginning that another server told of.
pub(super) fn begun(challenge: Uuid, rematch_of: Option<Uuid>, account: Uuid, game: Uuid) -> Notice {
    let challenge = Origin::Challenge(ChallengeId(challenge));
    let from = rematch_of.map_or(challenge, |of| Origin::RematchOf(GameId(of)));
    Notice::Started(Started { from, account: AccountId(account), game: GameId(game) })
}
