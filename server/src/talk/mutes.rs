//! Who may not speak about a game that is over (禁言, RULES 7). Its journal has ended: rulings on that are kept beside the lines, all of
//! them and for ever, and the last one on an account stands, whatever the journal says.
//!
//! Whoever says something has the store asked, so that a mute holds on every node from the moment at which it is kept.
//! Deliberately absent: games that run, whose mutes are events; and who may rule.

use uuid::Uuid;

use super::{Talk, TalkError};
use crate::ids::{AccountId, GameId};
use crate::room::{Floor, Frame, Stage};
use crate::store::{Mute, StoreError};

/// Rulings on who may speak about one game that is over.
pub const MUTES: usize = 200;

/// A ruling on who may speak.
#[derive(Clone, Debug)]
pub struct Muting {
    /// On whom, with the name of the day.
    pub who: (AccountId, String),
    /// Whether that account may not speak any more; otherwise it may again.
    pub on: bool,
    /// By which officer.
    pub by: (AccountId, String),
    /// Why.
    pub reason: String,
    /// The id that the officer's client made.
    pub command: Uuid,
}

impl Muting {
    fn is_same(&self, kept: &Mute) -> bool {
        (kept.who.0, kept.on, &kept.reason) == (self.who.0, self.on, &self.reason)
    }
}

impl Talk {
    /// Mutes somebody after the end of a game, or gives somebody the word back, and tells all who listen.
    ///
    /// # Errors
    /// `AlreadyMarked`, `TooOften`, `IdReused`; or the store's, after which the same may be sent again.
    pub async fn mute(&self, game: GameId, muting: Muting, floor: &Floor) -> Result<(), TalkError> {
        let hold = self.hold(game);
        let _turn = hold.turn.lock().await;
        let store = &self.inner.store;
        let mut mutes = store.mutes(game).await?;
        let by_this = |kept: &&Mute| (kept.by.0, kept.command) == (muting.by.0, muting.command);
        if let Some(kept) = mutes.iter().find(by_this) {
            return if muting.is_same(kept) { Ok(()) } else { Err(TalkError::IdReused) };
        }
        if stands(&mutes, muting.who.0, floor) == muting.on {
            return Err(TalkError::AlreadyMarked);
        }
        if mutes.len() >= MUTES {
            return Err(TalkError::TooOften);
        }
        let mute = Mute {
            number: mutes.last().map_or(1, |last| last.number + 1),
            who: muting.who.clone(),
            on: muting.on,
            by: muting.by.clone(),
            reason: muting.reason.clone(),
            command: muting.command,
            wall_ms: self.inner.time.wall_ms(),
        };
        // Another node may have been first: sent again it is decided anew. An id of another game stays taken.
        if !store.mute(game, mute.clone()).await? {
            return Err(StoreError::Busy.into());
        }
        mutes.push(mute);
        hold.tell_all(&self.inner.frames.muted(game, &muted(&mutes, floor), Some(&muting)));
        Ok(())
    }

    /// Whether an account may not speak about a game.
    pub(super) async fn is_muted(
        &self,
        game: GameId,
        account: AccountId,
        floor: &Floor,
    ) -> Result<bool, StoreError> {
        if floor.stage() == Stage::Running {
            return Ok(floor.is_muted(account));
        }
        Ok(stands(&self.inner.store.mutes(game).await?, account, floor))
    }

    /// Who may not speak, if that has been ruled on since the end of the game.
    pub(super) async fn muted_since(&self, game: GameId, floor: &Floor) -> Option<Frame> {
        if floor.stage() == Stage::Running {
            return None;
        }
        match self.inner.store.mutes(game).await {
            Ok(mutes) if mutes.is_empty() => None,
            Ok(mutes) => Some(self.inner.frames.muted(game, &muted(&mutes, floor), None)),
            Err(error) => {
                super::unread(game, &error);
                None
            }
        }
    }
}

/// Whether an account is muted by the last ruling on it, the journal's among them.
fn stands(mutes: &[Mute], account: AccountId, floor: &Floor) -> bool {
    let last = mutes.iter().rev().find(|mute| mute.who.0 == account);
    last.map_or_else(|| floor.is_muted(account), |mute| mute.on)
}

/// Everybody who is muted.
fn muted(mutes: &[Mute], floor: &Floor) -> Vec<(AccountId, String)> {
    let mut muted = floor.muted();
    for mute in mutes {
        muted.retain(|(who, _)| *who != mute.who.0);
        muted.extend(mute.on.then(|| mute.who.clone()));
    }
    muted
}
