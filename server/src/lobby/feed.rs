//! What the lobby tells: that it has changed, what concerns somebody, and what there is to see.
//!
//! A change is only a number that grows; who sees it grow asks for the view, which is read from the store
//! once per number however many ask.
//! Deliberately absent: a list of changes. Lists are short, and whoever slept needs no history.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use tokio::sync::{Mutex, broadcast, watch};

use super::rematch::RematchShown;
use crate::ids::{AccountId, ChallengeId, GameId};
use crate::store::{Blocks, Challenge, Challenges, Game, GameFilter, Games, StoreError};

/// Rows of each list of the view.
const ROWS: u64 = 50;
/// So many pairs of people who do not meet are looked up for a view; who is missed sees a challenge that cannot be accepted.
const APART: u64 = 10_000;
/// Notices that a subscriber may be late by; one that is later loses the oldest.
const NOTICES: usize = 256;

/// What a game has come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A challenge that was accepted.
    Challenge(ChallengeId),
    /// A finished game, whose rematch it is.
    RematchOf(GameId),
}

/// A game has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Started {
    /// What it has come from.
    pub from: Origin,
    /// Who should be told.
    pub account: AccountId,
    /// The game.
    pub game: GameId,
}

/// Something that concerns one account, wherever in the lobby or at whichever game it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A game of theirs has begun.
    Started(Started),
    /// A rematch stands otherwise than before.
    Rematch {
        /// Who should be told.
        account: AccountId,
        /// The finished game.
        of: GameId,
        /// Where it stands, for that account.
        shown: RematchShown,
    },
}

impl Notice {
    /// Who should be told.
    #[must_use]
    pub const fn account(&self) -> AccountId {
        match self {
            Self::Started(Started { account, .. }) | Self::Rematch { account, .. } => *account,
        }
    }
}

/// The public lobby as it was at a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Open public challenges, newest first.
    pub challenges: Vec<Challenge>,
    /// Running public games, newest first.
    pub games: Vec<Game>,
    /// Whoever does not see all of these challenges, each with those whose challenges are left out: one has blocked the other.
    pub apart: HashMap<AccountId, HashSet<AccountId>>,
}

impl View {
    /// The challenges that somebody sees.
    pub fn challenges_for(&self, viewer: Option<AccountId>) -> impl Iterator<Item = &Challenge> {
        let apart = viewer.and_then(|viewer| self.apart.get(&viewer));
        self.challenges
            .iter()
            .filter(move |challenge| !apart.is_some_and(|apart| apart.contains(&challenge.offer.by)))
    }
}

/// The lobbies of other servers, which show the same lists.
pub trait Others: Send + Sync {
    /// The lists have changed.
    fn changed(&self);
    /// Somebody is told something.
    fn noticed(&self, notice: &Notice);
}

/// The channels of one lobby and its latest view.
pub(super) struct Feed {
    others: OnceLock<Box<dyn Others>>,
    version: watch::Sender<u64>,
    // Shared, because every socket is woken by each notice, and few are meant.
    notices: broadcast::Sender<Arc<Notice>>,
    latest: Mutex<Option<(u64, Arc<View>)>>,
}

impl Feed {
    pub(super) fn new() -> Self {
        Self {
            others: OnceLock::new(),
            version: watch::Sender::new(0),
            notices: broadcast::Sender::new(NOTICES),
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

    /// Tells somebody something, here and elsewhere; nobody need listen.
    pub(super) fn notify(&self, notice: Notice) {
        if let Some(others) = self.others.get() {
            others.noticed(&notice);
        }
        self.notify_elsewhere(notice);
    }

    /// Another server tells somebody something.
    pub(super) fn notify_elsewhere(&self, notice: Notice) {
        self.notices.send(Arc::new(notice)).ok();
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    pub(super) fn notices(&self) -> broadcast::Receiver<Arc<Notice>> {
        self.notices.subscribe()
    }

    /// The view at the present version or a later one.
    pub(super) async fn view(
        &self,
        challenges: &dyn Challenges,
        games: &dyn Games,
        blocks: &dyn Blocks,
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
        let challenges = challenges.open(ROWS).await?;
        let challengers: Vec<AccountId> = challenges.iter().map(|challenge| challenge.offer.by).collect();
        let view = Arc::new(View {
            apart: blocks.apart_from(&challengers, APART).await?,
            games: games.list(GameFilter::Live, None, ROWS).await?,
            challenges,
        });
        *latest = Some((version, Arc::clone(&view)));
        Ok(view)
    }
}
