//! What the client behind one socket rules as a referee: on a game that runs, and after its end on who may speak about it.
//!
//! Deliberately absent: what a ruling comes to; that is the room's and the rules', after the end `talk`'s.

use std::sync::Arc;

use protocol::Code;
use rules::{Refusal, Ruling};
use uuid::Uuid;

use super::over::answer_of_old;
use super::{Client, acknowledged, answered, code, refused};
use crate::account::Officer;
use crate::ids::{AccountId, GameId};
use crate::moderation;
use crate::room::{Answer, Floor, Frame, RoomError, RulingOrder, Stage};
use crate::store::{Act, Command};
use crate::talk::{Muting, Talk};
use crate::ws::talk::talk_code;
use crate::ws::wire::RulingAsked;

impl Client {
    /// Hands a referee's ruling to its room.
    pub(super) async fn rule(&mut self, asked: RulingAsked) -> Result<Option<Frame>, Code> {
        let arrived_ms = self.app.time.served_ms();
        let account = self.account().ok_or(Code::NotLoggedIn)?;
        let officer = self.officer().await?.ok_or(Code::NotAReferee)?;
        let command = asked.command(account);
        let handle = match self.room(asked.room, &self.viewer(Some(&officer))).await {
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
        self.outranks(&officer, &ruling, about).await?;
        if ruling.needs_chief() && !officer.is_chief {
            return Err(Code::ChiefRefereeNeeded);
        }
        let (id, reason, floor) = (asked.id, asked.reason, Arc::clone(handle.floor()));
        let muting = muting(&ruling, about, (account, &officer), &reason, id);
        let entry = self.entry(asked.room, &ruling, &reason);
        let order = RulingOrder { command, ruling, reason, officer: officer.name, arrived_ms };
        let (answer, talk, room) = (handle.rule(order), self.app.talk.clone(), asked.room);
        let moderation = self.app.moderation.clone();
        self.pending.push(Box::pin(async move {
            let answer = answer.await;
            if let (Answer::Done(_), Some(entry)) = (&answer, entry)
                && let Err(error) = moderation.note(entry).await
            {
                tracing::error!(%error, %room, "a ruling is in the game's journal and not in the audit log");
            }
            match (answer, muting) {
                // The game has ended on the way.
                (Answer::Refused(Refusal::GameOver), Some(muting)) => {
                    muted(&talk, room, muting, &floor).await
                }
                (answer, _) => answered(id, answer),
            }
        }));
        Ok(None)
    }

    /// What the audit log is told of a ruling.
    fn entry(&self, room: GameId, ruling: &Ruling, reason: &str) -> Option<Act> {
        let act = moderation::act(self.identity()?, "game.rule", format!("game:{room}"), reason);
        Some(act.change("", format!("{ruling:?}")))
    }

    /// A game that is over takes no ruling any more, except on who may speak about it.
    async fn rule_on_old(
        &mut self,
        asked: RulingAsked,
        command: &Command,
        officer: Officer,
    ) -> Result<Option<Frame>, Code> {
        let (id, room) = (asked.id, asked.room);
        let state = self.old_room(room, &self.viewer(Some(&officer))).await.map_err(code)?;
        match answer_of_old(&state, command, true) {
            Err(Code::GameOver) => {}
            answer => return answer.map(Some),
        }
        let ruling = asked.ruling(state.game.setup().size)?;
        if asked.is_about(command.account) && matches!(ruling, Ruling::Mute { .. }) {
            return Err(Code::NotAReferee);
        }
        let (ruling, about) = self.named(ruling).await?;
        let muting = muting(&ruling, about, (command.account, &officer), &asked.reason, id);
        let muting = muting.ok_or(Code::GameOver)?;
        self.outranks(&officer, &ruling, about).await?;
        let (talk, floor) = (self.app.talk.clone(), Floor::of(&state, None));
        self.pending.push(Box::pin(async move { muted(&talk, room, muting, &floor).await }));
        Ok(None)
    }

    /// Nobody removes or mutes an equal. What a chief referee has done to a referee, it takes back itself.
    async fn outranks(
        &self,
        officer: &Officer,
        ruling: &Ruling,
        about: Option<AccountId>,
    ) -> Result<(), Code> {
        let (Ruling::Remove { on, .. } | Ruling::Mute { on, .. }, Some(about)) = (ruling, about) else {
            return Ok(());
        };
        match self.app.accounts.office(about).await.map_err(|_| Code::Busy)? {
            Some(other) if !officer.is_chief || other.is_chief && *on => Err(Code::OfficerStays),
            Some(_) | None => Ok(()),
        }
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

/// A ruling on who may speak, as the conversation of a game that is over takes it; nothing for any other.
fn muting(
    ruling: &Ruling,
    about: Option<AccountId>,
    (by, officer): (AccountId, &Officer),
    reason: &str,
    command: Uuid,
) -> Option<Muting> {
    let (Ruling::Mute { name, on, .. }, Some(about)) = (ruling, about) else { return None };
    let by = (by, officer.name.clone());
    Some(Muting { who: (about, name.clone()), on: *on, by, reason: reason.to_owned(), command })
}

async fn muted(talk: &Talk, room: GameId, muting: Muting, floor: &Floor) -> Frame {
    let id = muting.command;
    let muted = talk.mute(room, muting, floor).await;
    muted.map_or_else(|error| refused(Some(id), talk_code(&error)), |()| acknowledged(id, None))
}
