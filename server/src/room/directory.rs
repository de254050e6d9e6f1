//! All rooms of this node: woken when somebody needs them, restored after a restart.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use rules::GameEvent;
use tokio::sync::mpsc;

use super::actor::Actor;
use super::place::{self, Place, Places, Slot};
use super::restore::restore;
use super::visibility::is_late;
use super::{Encode, Floor, Lease, MAILBOX, Role, RoomHandle, RoomState, Seals, Viewer, role, with_seat};
use crate::ids::{AccountId, GameId, NodeId};
use crate::store::{Append, AppendError, Game, Games, Journal, Nodes, Row, StoreError};
use crate::time::Time;

/// What rooms are made of.
pub struct RoomsParts {
    /// This run of this server.
    pub node: NodeId,
    /// Its time.
    pub time: Time,
    /// Its lease.
    pub lease: Lease,
    /// Where events are kept.
    pub journal: Arc<dyn Journal>,
    /// Who plays in a game.
    pub games: Arc<dyn Games>,
    /// Signs of life of all nodes.
    pub nodes: Arc<dyn Nodes>,
    /// From what a room shows to bytes.
    pub encoder: Arc<dyn Encode>,
    /// What closes and opens the envelopes of sealed moves.
    pub seals: Seals,
    /// Called whenever a public game has ended.
    pub ended: Box<dyn Fn() + Send + Sync>,
    /// Called whenever the result of a game has become final and everybody has been told.
    pub over: Box<dyn Fn(GameId) + Send + Sync>,
}

impl RoomsParts {
    /// Has the journal keep events.
    pub(super) async fn append(&self, append: Append) -> Result<(), AppendError> {
        #[cfg(feature = "planted")]
        let asked = append.rows.iter().any(|row| row.command.is_some());
        #[cfg(feature = "planted")]
        crate::planted::pass(crate::planted::APPEND, asked);
        #[cfg(feature = "planted")]
        if crate::planted::is(crate::planted::Fault::AcknowledgedEarly) {
            let journal = Arc::clone(&self.journal);
            tokio::spawn(async move { journal.append(append).await });
            return Ok(());
        }
        let from_ms = self.time.served_ms();
        let kept = self.journal.append(append).await;
        let took = Duration::from_millis(self.time.served_ms().saturating_sub(from_ms));
        let outcome = match &kept {
            Ok(()) => "kept",
            Err(AppendError::Fenced) => "fenced",
            Err(AppendError::Repeated | AppendError::Store(_)) => "failed",
        };
        metrics::histogram!("journal_append_seconds", "outcome" => outcome).record(took);
        kept?;
        #[cfg(feature = "planted")]
        crate::planted::pass(crate::planted::APPENDED, asked);
        Ok(())
    }
}

/// Why there is no room.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    /// There is no such game.
    #[error("there is no such game")]
    NotFound,
    /// The game is over; it can be looked at, but nobody serves it.
    #[error("the game is over")]
    Over,
    /// Another node owns it.
    #[error("another server has the game")]
    Elsewhere,
    /// Its journal cannot be read: the room is set apart, with its record untouched.
    #[error("the journal of the game cannot be read: {0}")]
    Broken(String),
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
}

/// What makes no sense now makes none the next time: only the rest is worth another try.
impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Corrupt(why) => Self::Broken(why),
            error @ (StoreError::Busy | StoreError::Unavailable(_)) => Self::Store(error),
        }
    }
}

/// A room is being woken. If that comes to nothing, because the store failed or whoever was waking it is gone, all
/// rooms are looked through.
struct Waking<'a> {
    missing: &'a AtomicBool,
    is_over: bool,
}

impl Drop for Waking<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.missing.store(true, Ordering::Release);
        }
    }
}

/// A journal as somebody sees it.
pub(super) struct Seen {
    pub(super) game: Game,
    pub(super) rows: Vec<Row>,
    /// Whether it ends where the audience is.
    pub(super) is_late: bool,
}

/// What [`Rooms::shown`] is at the node that has a game.
pub type AskShown = Box<dyn Fn(GameId) -> BoxFuture<'static, Result<Option<u64>, RoomError>> + Send + Sync>;

/// All rooms of this node.
#[derive(Clone)]
pub struct Rooms {
    pub(super) parts: Arc<RoomsParts>,
    slots: Arc<Places>,
    /// Rooms whose journal could not be read; they are left alone until the next start.
    broken: Arc<Mutex<HashSet<GameId>>>,
    /// A running game of this very node may be asleep: the next look goes through all of them.
    pub(super) missing: Arc<AtomicBool>,
    elsewhere: Arc<OnceLock<AskShown>>,
    runtime: tokio::runtime::Handle,
}

impl Rooms {
    /// No rooms yet. Their actors run on the runtime of the caller.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    #[must_use]
    pub fn new(parts: RoomsParts) -> Self {
        let runtime = tokio::runtime::Handle::current();
        // A game that began before the rooms did is as good as missing.
        let missing = Arc::new(AtomicBool::new(true));
        Self {
            parts: Arc::new(parts),
            slots: Arc::default(),
            broken: Arc::default(),
            missing,
            elsewhere: Arc::default(),
            runtime,
        }
    }

    /// What closes the envelopes of sealed moves.
    #[must_use]
    pub fn seals(&self) -> &Seals {
        &self.parts.seals
    }

    /// Whether a room is awake here.
    #[must_use]
    pub fn is_here(&self, id: GameId) -> bool {
        let slot = self.lock().get(&id).map(Arc::clone);
        slot.is_some_and(|slot| slot.get().is_some_and(RoomHandle::is_open))
    }

    /// How many rooms are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.lock().values().filter(|slot| slot.get().is_some()).count()
    }

    /// The room of a running game, restored from its journal if it is not awake.
    ///
    /// # Errors
    /// [`RoomError`].
    pub async fn wake(&self, id: GameId) -> Result<RoomHandle, RoomError> {
        if self.is_broken(id) {
            return Err(RoomError::Broken("it was set apart until the next start".to_owned()));
        }
        let mut waking = Waking { missing: &self.missing, is_over: false };
        loop {
            let place = Place::take(&self.slots, id);
            match place.room().get_or_try_init(|| self.restore(id)).await {
                Ok(handle) if handle.is_open() => {
                    waking.is_over = true;
                    return Ok(handle.clone());
                }
                // That room has ended, and the next takes its place.
                Ok(_) => place.clear(),
                Err(error) => {
                    waking.is_over = !matches!(error, RoomError::Store(_));
                    return Err(error);
                }
            }
        }
    }

    async fn restore(&self, id: GameId) -> Result<RoomHandle, RoomError> {
        let restored = match restore(&self.parts, id).await {
            Err(error @ RoomError::Broken(_)) => {
                tracing::error!(room = %id, %error, "the room is set apart");
                self.broken.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
                return Err(error);
            }
            restored => restored?,
        };
        let (mailbox, inputs) = mpsc::channel(MAILBOX);
        let handle = RoomHandle {
            id,
            size: restored.state.game.setup().size,
            players: Arc::new(restored.state.players.clone()),
            private: restored.state.private,
            shown: restored.audience.as_ref().map(|audience| audience.shown()),
            floor: Arc::new(Floor::of(&restored.state, restored.audience.as_ref().map(|late| &late.state))),
            mailbox,
        };
        let mut actor = Actor::new(Arc::clone(&self.parts), restored, Arc::clone(&handle.floor), inputs);
        // Whoever asks how far the audience is shall not hear how far it was.
        if actor.show_late().is_err() {
            return Err(RoomError::Broken("the audience cannot follow the game".to_owned()));
        }
        let this = self.clone();
        self.runtime.spawn(async move {
            // A panic ends this room alone; its journal is untouched and the next who asks restores it.
            let is_at_rest = tokio::spawn(actor.run()).await.unwrap_or_else(|error| {
                tracing::error!(room = %id, %error, "a room failed");
                false
            });
            if !is_at_rest {
                this.missing.store(true, Ordering::Release);
            }
            this.lock().retain(|other, slot| *other != id || slot.get().is_none_or(RoomHandle::is_open));
        });
        Ok(handle)
    }

    /// A game as its journal has it and as somebody sees it, running or over.
    ///
    /// # Errors
    /// [`RoomError`]; what is not for this viewer is not there.
    pub async fn look(&self, id: GameId, viewer: &Viewer) -> Result<RoomState, RoomError> {
        Ok(self.read(id, viewer).await?.1)
    }

    /// The same, and the game's row.
    ///
    /// # Errors
    /// As [`Self::look`].
    pub async fn read(&self, id: GameId, viewer: &Viewer) -> Result<(Game, RoomState), RoomError> {
        let Seen { game, rows, .. } = self.journal_for(id, viewer).await?;
        let state = RoomState::replay(id, game.players.clone(), game.private, &rows)
            .map_err(|error| RoomError::Broken(error.to_string()))?;
        Ok((game, state))
    }

    /// A game that somebody may see, and what they are to it. No room is woken for it.
    ///
    /// # Errors
    /// [`RoomError`]; what is not for this viewer is not there.
    pub async fn admit(&self, id: GameId, viewer: &Viewer) -> Result<(Game, Role), RoomError> {
        let game = self.parts.games.get(id).await?.ok_or(RoomError::NotFound)?;
        let mut role = role(viewer.account, &game.players, game.private);
        if let Some(office) = &viewer.office {
            let sat = role == Role::Stranger && sat(&self.parts.journal.read(id).await?, office);
            role = with_seat(role, sat);
        }
        let is_removed = match viewer.account {
            Some(account) if role != Role::Stranger => self.is_removed(&game, account).await?,
            Some(_) | None => false,
        };
        if role == Role::Stranger || is_removed { Err(RoomError::NotFound) } else { Ok((game, role)) }
    }

    /// Whether somebody was removed from a game and is not to know of it while it runs.
    async fn is_removed(&self, game: &Game, viewer: AccountId) -> Result<bool, RoomError> {
        if game.outcome.is_some() {
            return Ok(false);
        }
        let awake = self.lock().get(&game.id).and_then(|slot| slot.get().cloned());
        match awake.filter(RoomHandle::is_open) {
            Some(room) => Ok(room.floor().is_removed(viewer)),
            None => Ok(is_removed(&self.parts.journal.read(game.id).await?, viewer)),
        }
    }

    /// The journal of a game as somebody sees it. No room is woken for it, unless the viewer is behind: how far the audience is,
    /// the room alone knows.
    pub(super) async fn journal_for(&self, id: GameId, viewer: &Viewer) -> Result<Seen, RoomError> {
        let game = self.parts.games.get(id).await?.ok_or(RoomError::NotFound)?;
        let role = role(viewer.account, &game.players, game.private);
        if role == Role::Stranger && viewer.office.is_none() {
            return Err(RoomError::NotFound);
        }
        let mut shown = None;
        if is_late(role) && game.setup.delay.is_some() && game.outcome.is_none() {
            shown = match (self.shown(id).await, self.elsewhere.get()) {
                (Err(RoomError::Elsewhere), Some(ask)) => ask(id).await?,
                (shown, _) => shown?,
            };
        }
        let mut rows = self.parts.journal.read(id).await?;
        let is_hidden =
            role == Role::Stranger && !viewer.office.as_ref().is_some_and(|office| sat(&rows, office));
        let is_removed = |account| game.outcome.is_none() && is_removed(&rows, account);
        if is_hidden || viewer.account.is_some_and(is_removed) {
            return Err(RoomError::NotFound);
        }
        rows.retain(|row| shown.is_none_or(|last| row.seq <= last));
        Ok(Seen { game, rows, is_late: shown.is_some() })
    }

    /// The number of the last event that the audience of a game of this node has been shown; none when nothing is held
    /// back.
    ///
    /// # Errors
    /// [`RoomError`].
    pub async fn shown(&self, id: GameId) -> Result<Option<u64>, RoomError> {
        match self.wake(id).await {
            Ok(room) => Ok(room.shown()),
            // It has come to its end meanwhile, and nothing is held back any more.
            Err(RoomError::Over) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Asks the other nodes, from now on, how far the audience of a game of theirs is.
    pub fn reach(&self, ask: AskShown) {
        let _ = self.elsewhere.set(ask);
    }

    pub(super) fn is_asleep(&self, id: GameId) -> bool {
        // Whoever was waking it may have been dropped, and left an empty slot.
        !self.is_broken(id) && self.lock().get(&id).is_none_or(|slot| slot.get().is_none())
    }

    fn is_broken(&self, id: GameId) -> bool {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).contains(&id)
    }

    /// Ends all rooms after what they are doing.
    pub async fn stop(&self) {
        let slots: Vec<Slot> = self.lock().drain().map(|(_, slot)| slot).collect();
        futures_util::stream::iter(slots)
            .for_each_concurrent(None, |slot| async move {
                if let Some(handle) = slot.get() {
                    handle.stop().await;
                }
            })
            .await;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Slot>> {
        place::lock(&self.slots)
    }
}

/// Whether an officer of this name has sat down at a game.
fn sat(rows: &[Row], office: &str) -> bool {
    rows.iter().any(|row| matches!(&row.event, GameEvent::OfficerSeated { officer } if officer == office))
}

/// Whether a journal's last word on somebody is that it was removed.
fn is_removed(rows: &[Row], viewer: AccountId) -> bool {
    let viewer = viewer.to_string();
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else says so")]
    let on = |row: &Row| match &row.event {
        GameEvent::Removed { account, .. } if *account == viewer => Some(true),
        GameEvent::Readmitted { account, .. } if *account == viewer => Some(false),
        _ => None,
    };
    rows.iter().rev().find_map(on).unwrap_or(false)
}
