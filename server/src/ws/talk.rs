//! What the client behind one socket says and hears.
//!
//! Deliberately absent: what may be said where; `talk` and the table of `room/visibility` decide that.

use std::sync::Arc;

use protocol::{Code, TalkStream, limits};
use uuid::Uuid;

use crate::doors::SAYING;

use super::client::{Client, acknowledged, code, refused};
use super::wire::talk_stream;
use crate::ids::{AccountId, GameId};
use crate::room::{Floor, Frame, Role, RoomError};
use crate::store::{Hiding, StoreError};
use crate::talk::{self, TalkError, Word};

const _: () = assert!(
    talk::LINES == limits::TALK_LINES
        && talk::PAGE == limits::TALK_PAGE
        && talk::LINE_CHARS == limits::TALK_CHARS
        && talk::REASON_CHARS == limits::REASON_CHARS
        && talk::MUTES == limits::MUTES_AFTER_END
        && talk::NOTE_CHARS == limits::NOTE_CHARS
        && SAYING.burst == limits::TALK_BURST
        && 60_000 / SAYING.per_minute as u64 == limits::TALK_EVERY_MS
);

impl Client {
    /// Hears what is said about a game from now on, after the last lines of it.
    pub(super) fn listen(&mut self, room: GameId, role: Role, floor: Arc<Floor>) {
        // The one before would take this one's place with it.
        self.ears.remove(&room);
        let ear = self.app.talk.listen(room, self.outbox.clone(), (self.account(), role), floor);
        self.ears.insert(room, ear);
    }

    /// Says something; the answer comes when it is kept.
    pub(super) async fn say(
        &mut self,
        id: Uuid,
        room: GameId,
        stream: TalkStream,
        text: &str,
    ) -> Result<Option<Frame>, Code> {
        let who = self.identity().ok_or(Code::NotLoggedIn)?;
        let by = (who.account, who.name.clone());
        let text = talk::line(text).ok_or(Code::BadText)?;
        if self.app.moderation.standing(by.0).silenced {
            return Err(Code::Silenced);
        }
        self.app.doors.saying(by.0, room).map_err(|_| Code::RateLimited)?;
        let (role, floor) = self.floor(room, by.0).await?;
        let word = Word { game: room, stream: talk_stream(stream), command: id, by, role, text };
        let talk = self.app.talk.clone();
        self.pending.push(Box::pin(async move {
            let said = talk.say(word, floor).await;
            said.map_or_else(|error| refused(Some(id), talk_code(&error)), |()| acknowledged(id, None))
        }));
        Ok(None)
    }

    /// What this client is to a game that it speaks about. Whether somebody is a referee is asked each time.
    async fn floor(&self, room: GameId, account: AccountId) -> Result<(Role, Arc<Floor>), Code> {
        if let Some(ear) = self.ears.get(&room) {
            let (role, floor) = (ear.role(), Arc::clone(ear.floor()));
            if role == Role::Staff && self.officer().await?.is_none() {
                return Err(Code::NotYourStream);
            }
            return Ok((role, floor));
        }
        let viewer = self.viewer(self.officer().await?.as_ref());
        match self.room(room, &viewer).await {
            // Whoever was removed neither watches nor speaks.
            Ok(handle) if handle.floor().is_removed(account) => Err(Code::Removed),
            Ok(handle) => Ok((handle.role_of(&viewer), Arc::clone(handle.floor()))),
            Err(RoomError::Over) => {
                let state = self.old_room(room, &viewer).await.map_err(code)?;
                Ok((state.role_of(&viewer), Arc::new(Floor::of(&state, None))))
            }
            Err(error) => Err(code(error)),
        }
    }

    /// Hides a line, for a referee who does not play the game.
    pub(super) async fn hide_line(
        &mut self,
        id: Uuid,
        (room, stream, number): (GameId, TalkStream, u64),
        reason: &str,
    ) -> Result<Option<Frame>, Code> {
        let account = self.account().ok_or(Code::NotLoggedIn)?;
        let (role, _) = self.floor(room, account).await?;
        let officer = self.officer().await?.filter(|_| !matches!(role, Role::Player(_)));
        let officer = officer.ok_or(Code::NotAReferee)?;
        let reason = talk::reason(reason).ok_or(Code::BadText)?;
        let hiding = Hiding { by: (account, officer.name), reason };
        let talk = self.app.talk.clone();
        self.pending.push(Box::pin(async move {
            let hidden = talk.hide(room, talk_stream(stream), number, hiding).await;
            hidden.map_or_else(|error| refused(Some(id), talk_code(&error)), |()| acknowledged(id, None))
        }));
        Ok(None)
    }
}

/// The code of what was not said, hidden or ruled.
pub(super) const fn talk_code(error: &TalkError) -> Code {
    match error {
        TalkError::NotThere => Code::NotYourStream,
        TalkError::Removed => Code::Removed,
        TalkError::Muted => Code::Muted,
        TalkError::IdReused => Code::IdReused,
        TalkError::Full => Code::TalkFull,
        TalkError::NotFound => Code::NotFound,
        TalkError::AlreadyMarked => Code::AlreadyMarked,
        TalkError::TooOften => Code::TooOften,
        TalkError::Store(StoreError::Busy | StoreError::Unavailable(_)) => Code::Busy,
        TalkError::Store(StoreError::Corrupt(_)) => Code::Internal,
    }
}
