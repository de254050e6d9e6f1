//! What can be done with challenges.
//!
//! Deliberately absent: limits on how often somebody may try; they are declared at the door of each
//! endpoint.

use std::sync::Arc;

use rules::{Game, Nigiri, RoomMs, Setup};
use tokio::sync::{broadcast, watch};
use uuid::Uuid;

use super::feed::{Feed, Notice, Origin, Others, Started, View};
use super::wish::{self, BadWish, Wish};
use crate::ids::{AccountId, ChallengeId, GameId, NodeId};
use crate::store::{
    Accept, Blocks, Challenge, ChallengeState, Challenges, ColorChoice, Games, NewGame, Offer, Players, Rest,
    Row, StoreError,
};
use crate::time::Time;

/// Open challenges that one account may have at once.
const PER_ACCOUNT: u64 = 3;
/// How long a challenge stays open.
const OPEN_MS: i64 = 24 * 60 * 60 * 1000;

/// Why something about a challenge was refused.
#[derive(Debug, thiserror::Error)]
pub enum LobbyError {
    /// Such a game cannot be played.
    #[error(transparent)]
    BadWish(#[from] BadWish),
    /// The id names another challenge.
    #[error("this id was used for another challenge")]
    IdReused,
    /// As many as are allowed are open.
    #[error("you have {PER_ACCOUNT} open challenges: withdraw one first")]
    TooMany,
    /// There is none with this id.
    #[error("there is no such challenge")]
    NotFound,
    /// Somebody else accepted it, or it was withdrawn.
    #[error("the challenge was accepted by somebody else, or withdrawn")]
    Gone,
    /// Nobody plays against himself.
    #[error("you cannot accept your own challenge")]
    Own,
    /// 猜先 without a guess.
    #[error("the colours are drawn: say `guess_odd`")]
    GuessNeeded,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something that should not happen; the text is for the log.
    #[error("{0}")]
    Failed(String),
}

/// The lobby. Cheap to clone.
#[derive(Clone)]
pub struct Lobby {
    challenges: Arc<dyn Challenges>,
    games: Arc<dyn Games>,
    blocks: Arc<dyn Blocks>,
    feed: Arc<Feed>,
    node: NodeId,
    time: Time,
}

impl Lobby {
    /// The lobby over a store; games that begin here are owned by `node`.
    #[must_use]
    pub fn new<S: Challenges + Games + Blocks + 'static>(store: Arc<S>, node: NodeId, time: Time) -> Self {
        let (challenges, games, blocks) = (store.clone(), store.clone(), store);
        Self { challenges, games, blocks, feed: Arc::new(Feed::new()), node, time }
    }

    // Looking.

    /// A number that grows with every change; several changes may be one step.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.feed.subscribe()
    }

    /// What concerns somebody, from now on.
    #[must_use]
    pub fn notices(&self) -> broadcast::Receiver<Arc<Notice>> {
        self.feed.notices()
    }

    /// What there is to see; read once for all who ask between two changes.
    ///
    /// # Errors
    /// The store's.
    pub async fn view(&self) -> Result<Arc<View>, StoreError> {
        self.feed.view(&*self.challenges, &*self.games, &*self.blocks).await
    }

    /// One challenge as somebody may see it who knows its id: open, or its own game's players.
    ///
    /// # Errors
    /// `NotFound`, `Gone`, `Store`.
    pub async fn get(&self, id: ChallengeId, viewer: Option<AccountId>) -> Result<Challenge, LobbyError> {
        let challenge = self.challenges.get(id).await?.ok_or(LobbyError::NotFound)?;
        match challenge.state {
            ChallengeState::Open if self.is_kept_from(&challenge.offer, viewer).await? => {
                Err(LobbyError::Gone)
            }
            ChallengeState::Open => Ok(challenge),
            ChallengeState::Accepted { by, .. }
                if viewer == Some(by) || viewer == Some(challenge.offer.by) =>
            {
                Ok(challenge)
            }
            ChallengeState::Accepted { .. } | ChallengeState::Withdrawn => Err(LobbyError::Gone),
        }
    }

    // Commands.

    /// Has the lobbies of other servers told what this one is told, from now on.
    pub fn reach(&self, others: Box<dyn Others>) {
        self.feed.reach(others);
    }

    /// Another server says that the lists have changed.
    pub fn changed_elsewhere(&self) {
        self.feed.changed_elsewhere();
    }

    /// Another server tells somebody something.
    pub fn noticed_elsewhere(&self, notice: Notice) {
        self.feed.notify_elsewhere(notice);
    }

    /// Says that the list of games has changed: rooms call it when a game ends.
    pub fn changed(&self) {
        self.feed.changed();
    }

    /// Makes a challenge. The same wish with the same id makes no second one.
    ///
    /// # Errors
    /// `BadWish`, `IdReused`, `TooMany`, `Store`.
    pub async fn make(&self, by: (AccountId, &str), wish: &Wish) -> Result<Challenge, LobbyError> {
        let created_ms = self.time.wall_ms();
        let setup = match wish.setup(created_ms) {
            // It may have been made while its time lay ahead.
            Err(BadWish::Past) => match self.challenges.get(wish.id).await? {
                Some(kept) => wish.setup(kept.offer.created_ms),
                None => Err(BadWish::Past),
            },
            setup => setup,
        }?;
        let draw = match wish.color {
            ColorChoice::Nigiri => Some(wish::hide().map_err(|why| LobbyError::Failed(why.to_string()))?),
            ColorChoice::Black | ColorChoice::White => None,
        };
        let offer = Offer {
            id: wish.id,
            by: by.0,
            by_name: by.1.to_owned(),
            setup,
            color: wish.color,
            draw,
            private: wish.private,
            created_ms,
        };
        let kept = self.challenges.offer(offer.clone(), PER_ACCOUNT).await?.ok_or(LobbyError::TooMany)?;
        let same = &kept.offer;
        let known = (same.by, &same.setup, same.color, same.private);
        // Its appointment counts from when it was first made.
        if known != (offer.by, &wish.setup(same.created_ms)?, offer.color, offer.private) {
            return Err(LobbyError::IdReused);
        }
        if same.created_ms == offer.created_ms && same.draw == offer.draw {
            self.feed.changed();
        }
        Ok(kept)
    }

    /// Withdraws one's own open challenge.
    ///
    /// # Errors
    /// `NotFound` when it is not one's own, `Gone` when it is not open any more, `Store`.
    pub async fn withdraw(&self, id: ChallengeId, by: AccountId) -> Result<(), LobbyError> {
        if self.challenges.withdraw(id, by).await? {
            self.feed.changed();
            return Ok(());
        }
        match self.challenges.get(id).await? {
            Some(challenge) if challenge.offer.by == by => match challenge.state {
                ChallengeState::Withdrawn => Ok(()), // asked twice
                ChallengeState::Open | ChallengeState::Accepted { .. } => Err(LobbyError::Gone),
            },
            Some(_) | None => Err(LobbyError::NotFound),
        }
    }

    /// Accepts a challenge; the game has then begun. Of many who try at once, one succeeds; asked again,
    /// that one gets the same game.
    ///
    /// # Errors
    /// `NotFound`, `Gone`, `Own`, `GuessNeeded`, `Store`.
    pub async fn accept(
        &self,
        id: ChallengeId,
        by: (AccountId, &str),
        guess_odd: Option<bool>,
    ) -> Result<GameId, LobbyError> {
        let Challenge { offer, state } = self.challenges.get(id).await?.ok_or(LobbyError::NotFound)?;
        if offer.by == by.0 {
            return Err(LobbyError::Own);
        }
        match state {
            ChallengeState::Open if self.is_over_age(offer.created_ms) || self.is_past(&offer) => {
                return Err(LobbyError::Gone);
            }
            ChallengeState::Open if self.is_kept_from(&offer, Some(by.0)).await? => {
                return Err(LobbyError::Gone);
            }
            ChallengeState::Open => {}
            ChallengeState::Accepted { by: winner, game } if winner == by.0 => return Ok(game),
            ChallengeState::Accepted { .. } | ChallengeState::Withdrawn => return Err(LobbyError::Gone),
        }
        let game = self.game(&offer, by, guess_odd)?;
        let started = Started { from: Origin::Challenge(id), account: offer.by, game: game.id };
        match self.challenges.accept(id, by.0, game).await? {
            Accept::Begun => {
                self.feed.notify(Notice::Started(started));
                self.feed.changed();
                Ok(started.game)
            }
            Accept::Already(game) => Ok(game),
            Accept::Gone => Err(LobbyError::Gone),
        }
    }

    /// Withdraws challenges that have been open for a day; how many.
    ///
    /// # Errors
    /// The store's.
    pub async fn sweep(&self) -> Result<u64, StoreError> {
        let gone = self.challenges.expire(self.time.wall_ms() - OPEN_MS).await?;
        if gone > 0 {
            self.feed.changed();
        }
        Ok(gone)
    }

    /// Whether one of the two has blocked the other: nobody is told which, nor that it is that.
    async fn is_kept_from(&self, offer: &Offer, viewer: Option<AccountId>) -> Result<bool, StoreError> {
        match viewer.filter(|viewer| *viewer != offer.by) {
            Some(viewer) => self.blocks.are_apart(offer.by, viewer).await,
            None => Ok(false),
        }
    }

    fn is_over_age(&self, created_ms: i64) -> bool {
        created_ms < self.time.wall_ms() - OPEN_MS
    }

    /// Whether the appointed time of an offer is over: whoever took it now would find the other late.
    fn is_past(&self, offer: &Offer) -> bool {
        let waited_ms = u64::try_from(self.time.wall_ms() - offer.created_ms).unwrap_or(0);
        offer.setup.appointment.is_some_and(|appointed| appointed.start.0 <= waited_ms)
    }

    /// The game that an offer becomes.
    fn game(
        &self,
        offer: &Offer,
        by: (AccountId, &str),
        guess_odd: Option<bool>,
    ) -> Result<NewGame, LobbyError> {
        let mut setup = offer.setup.clone();
        if let Some(appointment) = &mut setup.appointment {
            let waited_ms = u64::try_from(self.time.wall_ms() - offer.created_ms).unwrap_or(0);
            appointment.start = RoomMs(appointment.start.since(RoomMs(waited_ms)));
        }
        setup.wall_ms = Some(self.time.wall_ms());
        let challenger_is_black = match (offer.color, &offer.draw) {
            (ColorChoice::Black, _) => true,
            (ColorChoice::White, _) => false,
            (ColorChoice::Nigiri, Some(draw)) => {
                let guess = guess_odd.ok_or(LobbyError::GuessNeeded)?;
                let nigiri = Nigiri::draw(draw.number, &draw.nonce, guess)
                    .map_err(|why| LobbyError::Failed(why.to_string()))?;
                let guesser_is_black = nigiri.guesser_is_black();
                setup.nigiri = Some(nigiri);
                !guesser_is_black
            }
            (ColorChoice::Nigiri, None) => {
                return Err(LobbyError::Failed("a draw without hidden stones".to_owned()));
            }
        };
        let challenger = (offer.by, offer.by_name.clone());
        let acceptor = (by.0, by.1.to_owned());
        let (black, white) =
            if challenger_is_black { (challenger, acceptor) } else { (acceptor, challenger) };
        self.open(setup, Players { black, white }, offer.private)
    }

    /// Where people are told what concerns them.
    pub(super) fn feed(&self) -> &Feed {
        &self.feed
    }

    /// A game to begin, owned by this node.
    pub(super) fn open(&self, setup: Setup, players: Players, private: bool) -> Result<NewGame, LobbyError> {
        let (game, event) = Game::open(setup.clone()).map_err(|why| LobbyError::Failed(why.to_string()))?;
        let served_ms = self.time.served_ms();
        let opened = Row {
            seq: 1,
            at: RoomMs(0),
            wall_ms: setup.wall_ms.unwrap_or_else(|| self.time.wall_ms()),
            node: self.node,
            served_ms,
            command: None,
            event,
        };
        let rest = Rest::after(&game, RoomMs(0), self.time.up_at(served_ms), opened.wall_ms);
        // Random, not in the order of time: whoever has the id of a private game was given it.
        Ok(NewGame { id: GameId(Uuid::new_v4()), players, private, owner: self.node, opened, rest, setup })
    }
}
