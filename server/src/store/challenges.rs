//! Offers to play. Each is accepted by one account at most, by transaction.

use async_trait::async_trait;
use rules::Setup;

use super::{NewGame, StoreError};
use crate::ids::{AccountId, ChallengeId, GameId};

/// How the colours are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorChoice {
    /// The challenger is Black.
    Black,
    /// The challenger is White.
    White,
    /// 猜先.
    Nigiri,
}

/// The hidden part of 猜先, kept until the guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Published at once.
    pub hash: String,
    /// Hidden until the guess.
    pub number: u8,
    /// Hidden until the guess.
    pub nonce: String,
}

/// What is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Made by the client.
    pub id: ChallengeId,
    /// Whose.
    pub by: AccountId,
    /// The challenger's name that day.
    pub by_name: String,
    /// The game; its `nigiri` is empty until the guess.
    pub setup: Setup,
    /// The challenger's colour.
    pub color: ColorChoice,
    /// The draw, for [`ColorChoice::Nigiri`].
    pub draw: Option<Draw>,
    /// Whether only who knows the id can see it.
    pub private: bool,
    /// Wall time, Unix milliseconds.
    pub created_ms: i64,
}

/// Where an offer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    /// It can be accepted.
    Open,
    /// It was withdrawn.
    Withdrawn,
    /// Somebody accepted it.
    Accepted {
        /// Who.
        by: AccountId,
        /// The game.
        game: GameId,
    },
}

/// An offer and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// What is offered.
    pub offer: Offer,
    /// Where it stands.
    pub state: ChallengeState,
}

/// What became of an attempt to accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accept {
    /// The game has begun.
    Begun,
    /// The same account had accepted it before; this is its game.
    Already(GameId),
    /// Somebody else was first, or it was withdrawn, or never was.
    Gone,
}

/// Keeps offers.
#[async_trait]
pub trait Challenges: Send + Sync {
    /// Adds an offer, unless its id is known or its account has `most` open ones already: counted in the same transaction.
    /// `Ok(None)`: too many. Otherwise the challenge as it is kept now, which is an older one when the id was known.
    async fn offer(&self, offer: Offer, most: u64) -> Result<Option<Challenge>, StoreError>;
    /// One challenge.
    async fn get(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError>;
    /// Open public challenges, newest first.
    async fn open(&self, limit: u64) -> Result<Vec<Challenge>, StoreError>;
    /// Withdraws an open challenge of this account; `false` if it is not open or not its own.
    async fn withdraw(&self, id: ChallengeId, by: AccountId) -> Result<bool, StoreError>;
    /// Accepts: in one transaction the challenge is taken and the game with its first row is there, or nothing is.
    async fn accept(&self, id: ChallengeId, by: AccountId, game: NewGame) -> Result<Accept, StoreError>;
    /// Withdraws open challenges older than `before_ms`; how many.
    async fn expire(&self, before_ms: i64) -> Result<u64, StoreError>;
}
