//! What the client behind one socket does about rematches, and sees of them.
//!
//! Deliberately absent: what may be done when; `lobby` decides that.

use protocol::{Code, limits};
use uuid::Uuid;

use super::{Client, acknowledged, refused};
use crate::doors::Kind;
use crate::ids::GameId;
use crate::lobby::{OFFERS, OPEN_MS, RematchError, RematchRefusal, WITHIN_MS};
use crate::moderation::BeginsNothing;
use crate::store::{RematchAction, RematchCommand, StoreError};
use crate::ws::wire;

const _: () = assert!(
    OFFERS == limits::REMATCH_OFFERS
        && OPEN_MS == limits::REMATCH_OPEN_MS
        && WITHIN_MS.unsigned_abs() == limits::REMATCH_WITHIN_MS
);

impl Client {
    /// Offers a rematch, or answers an offer; the answer comes when it is kept.
    pub(super) fn rematch(
        &mut self,
        id: Uuid,
        room: GameId,
        action: protocol::RematchAction,
    ) -> Result<(), Code> {
        let by = self.account().ok_or(Code::NotLoggedIn)?;
        let action = wire::rematch_action(action);
        // To offer one costs others their attention, as a challenge does.
        let kind = match action {
            RematchAction::Offer => Kind::Make,
            RematchAction::Accept | RematchAction::Decline | RematchAction::Withdraw => Kind::Act,
        };
        self.app.doors.account(kind, by).map_err(|_| Code::RateLimited)?;
        if matches!(action, RematchAction::Offer | RematchAction::Accept) {
            self.app.moderation.may_begin(by).map_err(begins_nothing)?;
        }
        let rematches = self.app.rematches.clone();
        self.pending.push(Box::pin(async move {
            let acted = rematches.act(room, RematchCommand { by, id, action }).await;
            acted.map_or_else(|error| refused(Some(id), code(&error)), |()| acknowledged(id, None))
        }));
        Ok(())
    }

    /// Tells a player who comes to a finished game where its rematch stands. A store that does not answer costs that alone.
    pub(super) async fn show_rematch(&self, room: GameId) {
        let Some(account) = self.account() else { return };
        match Box::pin(self.app.rematches.look(room, account)).await {
            Ok(Some(shown)) if !self.outbox.send(wire::rematch(room, &shown)) => self.outbox.lag(room),
            Ok(_) => {}
            Err(error) => tracing::warn!(%room, %error, "a rematch could not be read"),
        }
    }
}

/// The code of why somebody begins no game.
const fn begins_nothing(why: BeginsNothing) -> Code {
    match why {
        BeginsNothing::Banned => Code::Banned,
        BeginsNothing::Suspended => Code::Suspended,
        BeginsNothing::Maintenance => Code::Maintenance,
    }
}

fn code(error: &RematchError) -> Code {
    match error {
        RematchError::NotFound => Code::NotFound,
        RematchError::NotAPlayer => Code::NotAPlayer,
        RematchError::NotOver => Code::WrongPhase,
        RematchError::Refused(RematchRefusal::IdReused) => Code::IdReused,
        RematchError::Refused(RematchRefusal::AlreadyAsked) => Code::AlreadyAsked,
        RematchError::Refused(RematchRefusal::NotOpen) => Code::NoSuchRequest,
        RematchError::Refused(RematchRefusal::TooOften) => Code::TooOften,
        RematchError::Refused(RematchRefusal::TooLate) => Code::TooLate,
        RematchError::Store(StoreError::Busy | StoreError::Unavailable(_)) => Code::Busy,
        RematchError::Store(StoreError::Corrupt(_)) | RematchError::Failed(_) => {
            tracing::error!(%error, "a rematch failed");
            Code::Internal
        }
    }
}
