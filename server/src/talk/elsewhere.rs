//! Conversations that are heard at several servers at once.
//!
//! About a running game everybody speaks and hears at the server that has it. About one that is over everybody does so
//! at their own, and the servers tell each other only that there is something to read.

use crate::ids::GameId;
use crate::store::TalkStream;

use super::{Talk, Told};

/// What has happened to a conversation, for other servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// Something was said.
    Line,
    /// A line was hidden.
    Hidden(TalkStream, u64),
    /// Somebody was muted, or may speak again.
    Muted,
}

/// Tells other servers.
pub type TellOthers = Box<dyn Fn(GameId, Spoken) + Send + Sync>;

impl Talk {
    /// Has other servers told of what is said here about games that are over, from now on.
    pub fn reach(&self, others: TellOthers) {
        let _ = self.inner.others.set(others);
    }

    pub(super) fn tell_others(&self, game: GameId, spoken: Spoken) {
        if let Some(others) = self.inner.others.get() {
            others(game, spoken);
        }
    }

    /// Something has happened to a conversation at another server: those who listen here are told.
    pub async fn spoken_elsewhere(&self, game: GameId, spoken: Spoken) {
        let Some(hold) = self.hold_if_heard(game) else { return };
        let mut recent = hold.turn.lock().await;
        match spoken {
            Spoken::Line => {
                for stream in TalkStream::ALL {
                    self.catch_up(&hold, stream, &mut recent, None).await;
                }
            }
            Spoken::Hidden(stream, number) => {
                let line = self.inner.store.before(game, stream, Some(number.saturating_add(1)), 1).await;
                let Ok([said]) = line.as_deref() else { return };
                let frames = &self.inner.frames;
                let hidden = |hiding| frames.hidden(game, stream, number, hiding);
                hold.tell(stream, &Told { all: hidden(None), staff: Some(hidden(said.hiding.as_ref())) });
                if let Some(lines) = recent.of(stream) {
                    lines.replace(number, Told::line(frames.as_ref(), said));
                }
            }
            Spoken::Muted => {
                let Some(floor) = hold.floor() else { return };
                if let Some(frame) = self.muted_since(game, &floor).await {
                    hold.tell_all(&frame);
                }
            }
        }
    }
}
