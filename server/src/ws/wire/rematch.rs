//! Rematches, and what else the lobby tells somebody, as the wire shows it.

use protocol::{ServerMessage, encode};

use super::game::account;
use crate::ids::{ChallengeId, GameId};
use crate::lobby::{Notice, Origin, RematchShown, Started};
use crate::room::Frame;
use crate::store::RematchAction;

/// An action as the domain knows it.
pub(in crate::ws) const fn rematch_action(action: protocol::RematchAction) -> RematchAction {
    match action {
        protocol::RematchAction::Offer => RematchAction::Offer,
        protocol::RematchAction::Accept => RematchAction::Accept,
        protocol::RematchAction::Decline => RematchAction::Decline,
        protocol::RematchAction::Withdraw => RematchAction::Withdraw,
    }
}

/// Where the rematch of a game stands.
pub(in crate::ws) fn rematch(of: GameId, shown: &RematchShown) -> Frame {
    let offer = shown
        .offer
        .as_ref()
        .map(|(by, left_ms)| protocol::RematchOffer { by: account(by), left_ms: *left_ms });
    let message = ServerMessage::Rematch {
        room: of.0,
        revision: shown.revision,
        offer,
        offers_left: u32::try_from(shown.offers_left).unwrap_or(u32::MAX),
        game: shown.game.map(|game| game.0),
    };
    encode(&message).into()
}

/// A notice of the lobby.
pub(in crate::ws) fn notice(notice: &Notice) -> Frame {
    match notice {
        Notice::Started(Started { from, game, .. }) => {
            let (Origin::Challenge(ChallengeId(challenge)) | Origin::RematchOf(GameId(challenge))) = *from;
            encode(&ServerMessage::GameStarted { challenge, room: game.0 }).into()
        }
        Notice::Rematch { of, shown, .. } => rematch(*of, shown),
    }
}
