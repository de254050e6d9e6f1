//! What the client behind one socket rules as a referee: on a game that runs, and after its end on who may speak about it.
//!
//! Deliberately absent: what a ruling comes to; that is the room's and the rules', after the end `talk`'s.

use protocol::Code;
use rules::Ruling;

use super::over::answer_of_old;
use super::{Client, acknowledged, answered, code, refused};
use crate::account::Officer;
use crate::ids::AccountId;
use crate::room::{Floor, Frame, RoomError, RulingOrder, Stage};
use crate::store::Command;
use crate::talk::Muting;
use crate::ws::talk::talk_code;
use crate::ws::wire::RulingAsked;

impl Client {
    /// Hands a referee's ruling to its room.
    pub(super) async fn rule(&mut self, asked: RulingAsked) -> Result<Option<Frame>, Code> {
        let arrived_ms = self.app.time.served_ms();
        let account = self.account().ok_or(Code::NotLoggedIn)?;
        let officer = self.officer().await?.ok_or(Code::NotAReferee)?;
        let command = asked.command(account);
        let handle = match self.room(asked.room).await {
            Ok(handle) if handle.floor().stage() == Stage::Running => handle,
            Ok(_) | Err(RoomError::Over) => return self.rule_on_old(asked, &command, officer).await,
            Err(error) => return Err(code(error)),
        };
        if handle.floor().is_removed(account) {
            return Err(Code::Removed);
        }
        if asked.is_about(account) {
            return Err(Code::NotAReferee);
        }
        let (ruling, about) = self.named(asked.ruling(handle.size())?).await?;
        if matches!(ruling, Ruling::Remove { .. }) && about.is_some_and(|about| handle.plays(about)) {
            return Err(Code::PlayerStays);
        }
        if ruling.needs_chief() && !officer.is_chief {
            return Err(Code::ChiefRefereeNeeded);
        }
        let (id, reason, officer) = (asked.id, asked.reason, officer.name);
        let answer = handle.rule(RulingOrder { command, ruling, reason, officer, arrived_ms });
        self.pending.push(Box::pin(async move { answered(id, answer.await) }));
        Ok(None)
    }

    /// A game that is over takes no ruling any more, except on who may speak about it.
    async fn rule_on_old(
        &mut self,
        asked: RulingAsked,
        command: &Command,
        officer: Officer,
    ) -> Result<Option<Frame>, Code> {
        let (id, room) = (asked.id, asked.room);
        let state = self.old_room(room).await.map_err(code)?;
        match answer_of_old(&state, command, true) {
            Err(Code::GameOver) => {}
            answer => return answer.map(Some),
        }
        let ruling = asked.ruling(state.game.setup().size)?;
        if asked.is_about(command.account) && matches!(ruling, Ruling::Mute { .. }) {
            return Err(Code::NotAReferee);
        }
        let (Ruling::Mute { name, on, .. }, Some(account)) = self.named(ruling).await? else {
            return Err(Code::GameOver);
        };
        let (who, by) = ((account, name), (command.account, officer.name));
        let muting = Muting { who, on, by, reason: asked.reason, command: id };
        let (talk, floor) = (self.app.talk.clone(), Floor::of(&state, None));
        self.pending.push(Box::pin(async move {
            let muted = talk.mute(room, muting, &floor).await;
            muted.map_or_else(|error| refused(Some(id), talk_code(&error)), |()| acknowledged(id, None))
        }));
        Ok(None)
    }

    /// A ruling with the name that the wire leaves out; and whom it is about, if it is about somebody.
    async fn named(&self, mut ruling: Ruling) -> Result<(Ruling, Option<AccountId>), Code> {
        let (Ruling::Remove { account, name, .. } | Ruling::Mute { account, name, .. }) = &mut ruling else {
            return Ok((ruling, None));
        };
        let id = AccountId(account.parse().map_err(|_| Code::BadCommand)?);
        *name = self.app.accounts.name(id).await.map_err(|_| Code::Busy)?.ok_or(Code::NotFound)?;
        Ok((ruling, Some(id)))
    }
}
