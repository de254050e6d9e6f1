//! What people say about a game, while it runs and after: beside its room, which it costs nothing.
//!
//! A line is kept by the store before anybody is told of it, and told in the order of its number. Who hears it is decided by
//! the table in `room/visibility` alone. Nothing is lost with this service: it holds the last lines as bytes, and
//! who listens; the store has everything.
//! Deliberately absent: whose socket it is, how often somebody may speak, and words that are not to be said.

mod hall;
mod mutes;
mod text;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

use crate::ids::{AccountId, GameId};
use crate::room::{ConnId, Floor, Frame, Outbox, Role};
use crate::store::{Command, Hiding, Kept, Said, Saying, StoreError, Talk as Store, TalkStream};
use crate::time::Time;
use hall::{Hall, Lines, Listener, Recent, Told};

pub use mutes::{MUTES, Muting};
pub use text::{LINE_CHARS, NOTE_CHARS, REASON_CHARS, line, note, reason};

/// Lines of one conversation of a game.
pub const LINES: u64 = 1_000;
/// The last lines of a conversation that are kept ready for those who come.
pub const PAGE: usize = 50;

/// Turns what is said into frames. A line becomes bytes once.
pub trait TalkFrames: Send + Sync + 'static {
    /// A line, as the element of a list of lines; officers are told who hid it, and why.
    fn line(&self, said: &Said, for_staff: bool) -> Frame;
    /// The frame that carries one such element to a socket.
    fn said(&self, game: GameId, stream: TalkStream, line: &Frame) -> Frame;
    /// The last lines, as elements.
    fn talk(&self, game: GameId, stream: TalkStream, lines: &[Frame]) -> Frame;
    /// A line is hidden; to officers also by whom, and why.
    fn hidden(&self, game: GameId, stream: TalkStream, number: u64, hiding: Option<&Hiding>) -> Frame;
    /// Who may not speak about a game that is over; and the ruling by which that has just changed.
    fn muted(&self, game: GameId, muted: &[(AccountId, String)], ruling: Option<&Muting>) -> Frame;
}

/// Something that somebody wants to say, its text in order.
#[derive(Clone, Debug)]
pub struct Word {
    /// About which game.
    pub game: GameId,
    /// In which conversation.
    pub stream: TalkStream,
    /// The id that the client made.
    pub command: Uuid,
    /// Whose.
    pub by: (AccountId, String),
    /// What that account is to the game.
    pub role: Role,
    /// The text.
    pub text: String,
}

/// Why something was not said.
#[derive(Debug, thiserror::Error)]
pub enum TalkError {
    /// Not in this conversation, or not yet.
    #[error("this account may not speak there")]
    NotThere,
    /// A referee has removed the account from the game.
    #[error("a referee has removed this account")]
    Removed,
    /// A referee has muted the account.
    #[error("a referee has muted this account")]
    Muted,
    /// The id was used for something else.
    #[error("the id was used for something else")]
    IdReused,
    /// The conversation has as many lines as it may.
    #[error("the conversation is full")]
    Full,
    /// There is no such line.
    #[error("there is no such line")]
    NotFound,
    /// That account is muted already, or is not.
    #[error("that is so already")]
    AlreadyMarked,
    /// As many rulings on who may speak as a game may have.
    #[error("that was ruled as often as it may be")]
    TooOften,
    /// The store failed; whether the line is kept is not known.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All conversations of this node. Cheap to clone.
#[derive(Clone)]
pub struct Talk {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn Store>,
    frames: Arc<dyn TalkFrames>,
    time: Time,
    halls: Mutex<HashMap<GameId, Arc<Hall>>>,
}

/// A hold on a game's hall, which goes with its last one.
struct Hold {
    inner: Arc<Inner>,
    /// Always there, until it is dropped.
    hall: Option<Arc<Hall>>,
}

impl std::ops::Deref for Hold {
    type Target = Hall;
    fn deref(&self) -> &Hall {
        self.hall.as_deref().expect("a hold has its hall")
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut halls = self.inner.halls.lock().unwrap_or_else(PoisonError::into_inner);
        // Let go of under the lock, so that of two holds that go at once the later one sees that it is the last.
        let Some(game) = self.hall.take().map(|hall| hall.game) else { return };
        if halls.get(&game).is_some_and(|hall| Arc::strong_count(hall) == 1) {
            halls.remove(&game);
        }
    }
}

/// One socket that listens to the conversations about a game, until this is dropped.
pub struct Ear {
    hold: Hold,
    conn: ConnId,
    role: Role,
    floor: Arc<Floor>,
}

impl Ear {
    /// What whoever listens is to the game.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// What the conversation has to know of the game.
    #[must_use]
    pub const fn floor(&self) -> &Arc<Floor> {
        &self.floor
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.hold.remove(self.conn);
    }
}

impl Talk {
    /// Nobody listens yet.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, frames: Arc<dyn TalkFrames>, time: Time) -> Self {
        Self { inner: Arc::new(Inner { store, frames, time, halls: Mutex::default() }) }
    }

    /// How many games are talked about or listened to.
    #[must_use]
    pub fn halls(&self) -> usize {
        self.lock().len()
    }

    /// Listens from now on. The last lines of each conversation that this role hears come as soon as the store has given them:
    /// nobody waits for it. A store that does not answer costs these lines and nothing else.
    #[must_use]
    pub fn listen(
        &self,
        game: GameId,
        outbox: Outbox,
        (account, role): (Option<AccountId>, Role),
        floor: Arc<Floor>,
    ) -> Ear {
        let hold = self.hold(game);
        let conn = outbox.conn();
        hold.add(Listener { outbox: outbox.clone(), account, role, floor: Arc::clone(&floor) });
        let (this, hears) = (self.clone(), Arc::clone(&floor));
        tokio::spawn(async move { this.begin(game, &outbox, role, &hears).await });
        Ear { hold, conn, role, floor }
    }

    /// Tells a socket that has begun to listen the last lines.
    async fn begin(&self, game: GameId, outbox: &Outbox, role: Role, floor: &Floor) {
        let hold = self.hold(game);
        let mut recent = hold.turn.lock().await;
        for stream in TalkStream::ALL {
            self.read(game, stream, &mut recent).await;
            let lines = recent.frames(stream, role);
            // Asked last: it may have gone, or been removed, meanwhile.
            let may_hear = hold.has(outbox.conn()) && floor.hears(role, stream);
            if may_hear && !lines.is_empty() && !outbox.send(self.inner.frames.talk(game, stream, &lines)) {
                outbox.lag(game);
            }
        }
        if let Some(frame) = self.muted_since(game, floor).await
            && !outbox.send(frame)
        {
            outbox.lag(game);
        }
    }

    /// Says something; the answer comes when it is kept. It is carried to its end even when whoever asked is gone.
    ///
    /// # Errors
    /// [`TalkError`]; only after a failure of the store is it not known whether the line is kept.
    pub async fn say(&self, word: Word, floor: Arc<Floor>) -> Result<(), TalkError> {
        let this = self.clone();
        let said = tokio::spawn(async move { this.keep(word, &floor).await });
        said.await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string()).into()))
    }

    async fn keep(&self, word: Word, floor: &Floor) -> Result<(), TalkError> {
        let Word { game, stream, command, by, role, text } = word;
        let hold = self.hold(game);
        let mut recent = hold.turn.lock().await;
        let (ply, wall_ms) = (floor.ply(role), self.inner.time.wall_ms());
        let mut said = Said { number: 0, by, text, ply, wall_ms, hidden: false, hiding: None };
        let saying =
            Saying { game, stream, command, by: said.by.clone(), text: said.text.clone(), ply, wall_ms };
        let refused = if floor.is_removed(saying.by.0) {
            Some(TalkError::Removed)
        } else if !floor.speaks(role, stream) {
            Some(TalkError::NotThere)
        } else if self.is_muted(game, saying.by.0, floor).await? {
            Some(TalkError::Muted)
        } else {
            None
        };
        let kept = match refused {
            None => self.inner.store.say(saying, LINES).await?,
            // What was said while it might be is answered as it was.
            Some(refused) => self.inner.store.known(&saying).await?.ok_or(refused)?,
        };
        if matches!(kept, Kept::New(_) | Kept::Already(_)) {
            floor.note_said(&Command { account: said.by.0, id: command, hash: [0; 32] });
        }
        match kept {
            Kept::New(number) => {
                said.number = number;
                self.catch_up(&hold, stream, &mut recent, Some(said)).await;
                Ok(())
            }
            Kept::Already(_) => {
                self.catch_up(&hold, stream, &mut recent, None).await;
                Ok(())
            }
            Kept::IdReused => Err(TalkError::IdReused),
            Kept::Full => Err(TalkError::Full),
        }
    }

    /// Tells what is kept and has not been told: a new line, and those before it whose fate was not known.
    async fn catch_up(&self, hall: &Hall, stream: TalkStream, recent: &mut Recent, new: Option<Said>) {
        let next = recent.of(stream).as_ref().map(|lines| lines.last + 1);
        let missed = match (next, new) {
            (None, new) => new.into_iter().collect(),
            (Some(next), Some(new)) if new.number <= next => vec![new],
            (Some(next), _) => {
                let missed = self.inner.store.after(hall.game, stream, next - 1, PAGE as u64 + 1).await;
                missed.unwrap_or_else(|error| {
                    unread(hall.game, &error);
                    Vec::new()
                })
            }
        };
        let frames = &self.inner.frames;
        if missed.len() > PAGE {
            // Too many for the sockets' outboxes: they get the last ones, and ask for the others when they want them.
            *recent.of(stream) = None;
            self.read(hall.game, stream, recent).await;
            let last = |role| frames.talk(hall.game, stream, &recent.frames(stream, role));
            let told = Told { all: last(Role::Spectator), staff: Some(last(Role::Staff)) };
            hall.tell(stream, &told);
            return;
        }
        for said in missed {
            let line = Told::line(frames.as_ref(), &said);
            hall.tell(stream, &line.map(|line| frames.said(hall.game, stream, line)));
            if let Some(lines) = recent.of(stream) {
                lines.push(said.number, line);
            }
        }
    }

    /// Hides a line and tells all who have it.
    ///
    /// # Errors
    /// [`TalkError::NotFound`], or the store's.
    pub async fn hide(
        &self,
        game: GameId,
        stream: TalkStream,
        number: u64,
        hiding: Hiding,
    ) -> Result<(), TalkError> {
        let hold = self.hold(game);
        let mut recent = hold.turn.lock().await;
        let Inner { store, frames, time, .. } = &*self.inner;
        if !store.hide(game, stream, number, hiding.clone(), time.wall_ms()).await? {
            return Err(TalkError::NotFound);
        }
        let hidden = |hiding| frames.hidden(game, stream, number, hiding);
        hold.tell(stream, &Told { all: hidden(None), staff: Some(hidden(Some(&hiding))) });
        let line = store.before(game, stream, Some(number.saturating_add(1)), 1).await;
        match (line.as_deref(), recent.of(stream)) {
            (Ok([said]), Some(lines)) => lines.replace(number, Told::line(frames.as_ref(), said)),
            // Whoever comes next has it read anew.
            (_, recent) => *recent = None,
        }
        Ok(())
    }

    /// The result is final: what was kept from somebody until now is told.
    pub async fn over(&self, game: GameId) {
        let Some(hall) = self.lock().get(&game).map(Arc::clone) else { return };
        let hold = Hold { inner: Arc::clone(&self.inner), hall: Some(hall) };
        let mut recent = hold.turn.lock().await;
        for stream in TalkStream::ALL {
            self.read(game, stream, &mut recent).await;
            // To officers everything was open before.
            let lines = recent.frames(stream, Role::Spectator);
            if !lines.is_empty() {
                hold.open(stream, &self.inner.frames.talk(game, stream, &lines));
            }
        }
    }

    /// The last `limit` lines of a conversation with numbers below `before`.
    ///
    /// # Errors
    /// The store's.
    pub async fn page(
        &self,
        game: GameId,
        stream: TalkStream,
        before: Option<u64>,
        limit: u64,
    ) -> Result<Vec<Said>, StoreError> {
        self.inner.store.before(game, stream, before, limit).await
    }

    /// Has the last lines of a conversation ready, if the store answers.
    async fn read(&self, game: GameId, stream: TalkStream, recent: &mut Recent) {
        let recent = recent.of(stream);
        if recent.is_none() {
            match self.inner.store.before(game, stream, None, PAGE as u64).await {
                Ok(said) => {
                    let lines = recent.insert(Lines::default());
                    let frames = self.inner.frames.as_ref();
                    said.iter().for_each(|said| lines.push(said.number, Told::line(frames, said)));
                }
                Err(error) => unread(game, &error),
            }
        }
    }

    fn hold(&self, game: GameId) -> Hold {
        let hall = Arc::clone(self.lock().entry(game).or_insert_with(|| Arc::new(Hall::new(game))));
        Hold { inner: Arc::clone(&self.inner), hall: Some(hall) }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<Hall>>> {
        self.inner.halls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The log is told; whoever listens finds a gap in the numbers, and asks.
fn unread(game: GameId, error: &StoreError) {
    tracing::warn!(%game, %error, "what was said could not be read");
}
