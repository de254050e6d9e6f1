//! Between the bodies of the API and the domain, by hand.
//!
//! Deliberately absent: everything that sockets show too; that is in `ws::wire`.

use protocol as wire;
use protocol::http;
use rules::{Placement, Preset};

use crate::account::Identity;
use crate::ids::{AccountId, ChallengeId};
use crate::lobby::{BadWish, Wish};
use crate::store::{Challenge, ChallengeState, ColorChoice, Game, Offer};
use crate::ws::wire::{account, changed, clock_setup, delay, pauses, result, settings, venue};

/// Somebody who is logged in.
#[must_use]
pub fn player(identity: &Identity) -> wire::PlayerRef {
    wire::PlayerRef { id: identity.account.0, name: identity.name.clone() }
}

/// A wish, as its body words it.
///
/// # Errors
/// [`BadWish::Rules`] when there are no rules of that name.
pub fn wish(body: &http::NewChallenge) -> Result<Wish, BadWish> {
    let preset = match &body.rules {
        Some(name) => Preset::named(name).ok_or(BadWish::Rules)?,
        None => Preset::default(),
    };
    Ok(Wish {
        id: ChallengeId(body.id),
        size: body.size,
        preset,
        rules: changed(preset.rules(body.handicap), &body.changes.unwrap_or_default()),
        komi_quarters: body.komi_quarters,
        handicap: body.handicap,
        placement: match body.placement {
            wire::Placement::Fixed => Placement::Fixed,
            wire::Placement::Free => Placement::Free,
        },
        clock: clock_setup(body.clock),
        white_clock: body.white_clock.map(clock_setup),
        color: match body.color {
            wire::ColorChoice::Black => ColorChoice::Black,
            wire::ColorChoice::White => ColorChoice::White,
            wire::ColorChoice::Nigiri => ColorChoice::Nigiri,
        },
        pauses: body.pauses.map(pauses).unwrap_or_default(),
        appointment: body
            .appointment
            .map(|wished| (i64::try_from(wished.start_ms).unwrap_or(i64::MAX), venue(wished.venue))),
        delay: body.delay.map(delay),
        private: body.private,
    })
}

/// A challenge as somebody sees it; its game is shown to the two players only.
#[must_use]
pub fn challenge(challenge: &Challenge, viewer: Option<AccountId>) -> http::Challenge {
    let Challenge { offer, state } = challenge;
    let game = match *state {
        ChallengeState::Accepted { by, game }
            if viewer.is_some_and(|viewer| viewer == by || viewer == offer.by) =>
        {
            Some(game.0)
        }
        ChallengeState::Accepted { .. } | ChallengeState::Open | ChallengeState::Withdrawn => None,
    };
    http::Challenge {
        id: offer.id.0,
        by: wire::PlayerRef { id: offer.by.0, name: offer.by_name.clone() },
        settings: settings_of(offer),
        color: match offer.color {
            ColorChoice::Black => wire::ColorChoice::Black,
            ColorChoice::White => wire::ColorChoice::White,
            ColorChoice::Nigiri => wire::ColorChoice::Nigiri,
        },
        // The number and the nonce stay hidden.
        nigiri_hash: offer.draw.as_ref().map(|draw| draw.hash.clone()),
        private: offer.private,
        game,
        created_ms: unix_ms(offer.created_ms),
    }
}

/// What an offer says; its appointment in wall time.
fn settings_of(offer: &Offer) -> wire::Settings {
    let mut shown = settings(&offer.setup);
    if let Some(appointment) = &mut shown.appointment {
        appointment.start_ms = appointment.start_ms.saturating_add(unix_ms(offer.created_ms));
    }
    shown
}

/// A game as a row of a list.
#[must_use]
pub fn summary(game: &Game) -> http::GameSummary {
    // Whom an audience that is behind would see change sides before its time.
    let is_held_back = game.setup.delay.is_some() && game.outcome.is_none();
    let players = if is_held_back { game.players.clone() } else { game.players_now() };
    http::GameSummary {
        id: game.id.0,
        black: account(&players.black),
        white: account(&players.white),
        size: game.setup.size.cols(),
        handicap: game.setup.handicap,
        started_ms: unix_ms(game.started_ms),
        ended_ms: game.ended_ms.map(unix_ms),
        result: game.outcome.map(|outcome| result(outcome, game.setup.unit())),
        annulled: game.annulled,
    }
}

/// Wall times on the wire are not negative.
pub(super) fn unix_ms(ms: i64) -> u64 {
    u64::try_from(ms).unwrap_or(0)
}
