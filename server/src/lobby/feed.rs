//! What the lobby tells: that it has changed, that a game has begun, and what there is to see.
//!
//! A change is only a number that grows; who sees it grow asks for the view, which is read from the store
//! once per number however many ask.
//! Deliberately absent: a list of changes. Lists are short, and whoever slept needs no history.

use std::sync::{Arc, OnceLock};

use tokio::sync::{Mutex, broadcast, watch};

use crate::ids::{AccountId, ChallengeId, GameId};
use crate::store::{Challenge, Challenges, Game, GameFilter, Games, StoreError};

/// Rows of each list of the view.
const ROWS: u64 = 50;
/// Beginnings that a subscriber may be late by; one that is later loses the oldest.
const STARTED: usize = 256;

/// A challenge was accepted and its game has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Started {
    /// The challenge.
    pub challenge: ChallengeId,
    /// Whose it was: who should be told.
    pub account: AccountId,
    /// The game.
    pub game: GameId,
}

/// The public lobby as it was at a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Open public challenges, newest first.
    pub challenges: Vec<Challenge>,
    /// Running public games, newest first.
    pub games: Vec<Game>,
}

/// The lobbies of other servers, which show the same lists.
pub trait Others: Send + Sync {
    /// The lists have changed.
    fn changed(&self);
    /// A game has begun.
    fn started(&self, started: Started);
}

/// The channels of one lobby and its latest view.
pub(super) struct Feed {
    others: OnceLock<Box<dyn Others>>,
    version: watch::Sender<u64>,
    started: broadcast::Sender<Started>,
    latest: Mutex<Option<(u64, Arc<View>)>>,
}

impl Feed {
    pub(super) fn new() -> Self {
        Self {
            others: OnceLock::new(),
            version: watch::Sender::new(0),
            started: broadcast::Sender::new(STARTED),
            latest: Mutex::new(None),
        }
    }

    /// Tells the lobbies of other servers too, from now on.
    pub(super) fn reach(&self, others: Box<dyn Others>) {
        let _ = self.others.set(others);
    }

    /// Says that something has changed, here and elsewhere.
    pub(super) fn changed(&self) {
        self.changed_elsewhere();
        if let Some(others) = self.others.get() {
            others.changed();
        }
    }

    /// Another server says that something has changed.
    pub(super) fn changed_elsewhere(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// Says that a game has begun, here and elsewhere; nobody need listen.
    pub(super) fn start(&self, started: Started) {
        self.start_elsewhere(started);
        if let Some(others) = self.others.get() {
            others.started(started);
        }
    }

    /// Another server says that a game has begun.
    pub(super) fn start_elsewhere(&self, started: Started) {
        self.started.send(started).ok();
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    pub(super) fn started(&self) -> broadcast::Receiver<Started> {
        self.started.subscribe()
    }

    /// The view at the present version or a later one.
    pub(super) async fn view(
        &self,
        challenges: &dyn Challenges,
        games: &dyn Games,
    ) -> Result<Arc<View>, StoreError> {
        // Whoever comes while one reads waits here, and finds what that one has read.
        let mut latest = self.latest.lock().await;
        // Before reading: what changes meanwhile makes this view old at once, never wrongly new.
        let version = *self.version.borrow();
        if let Some((at, view)) = latest.as_ref()
            && *at == version
        {
            return Ok(Arc::clone(view));
        }
        let view = Arc::new(View {
            challenges: challenges.open(ROWS).await?,
            games: games.list(GameFilter::Live, None, ROWS).await?,
        });
        *latest = Some((version, Arc::clone(&view)));
        Ok(view)
    }
}
