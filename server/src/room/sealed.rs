//! Which games lie adjourned with a sealed move, looked up as a server starts: whether it can open them all is to be known
//! before anybody plays on.
//!
//! Deliberately absent: opening anything ([`super::seals`]).

use rules::{Envelope, GameEvent};
use uuid::Uuid;

use crate::ids::GameId;
use crate::store::{Due, Games, Journal, Rest, Row, StoreError};

/// Games that are looked up at once.
const PAGE: u64 = 256;

/// Every game with an envelope that is closed still. Each waits for its appointed time, so that only the games that do are
/// looked at. A journal that cannot be read is passed over: its room is set apart when somebody asks for it.
///
/// # Errors
/// The store's.
pub async fn envelopes(
    games: &dyn Games,
    journal: &dyn Journal,
) -> Result<Vec<(GameId, Envelope)>, StoreError> {
    let mut closed = Vec::new();
    let mut after = Due::place(Rest::APPOINTED, GameId(Uuid::nil()));
    loop {
        // What is never due has no appointment either.
        let page = games.due(Rest::NEVER - 1, Some(after), PAGE).await?;
        let Some(last) = page.last() else { return Ok(closed) };
        after = *last;
        for Due { id, .. } in page {
            match journal.read(id).await {
                Ok(rows) => closed.extend(envelope(&rows).map(|envelope| (id, envelope))),
                Err(StoreError::Corrupt(error)) => {
                    tracing::error!(game = %id, %error, "a journal cannot be read")
                }
                Err(error @ (StoreError::Busy | StoreError::Unavailable(_))) => return Err(error),
            }
        }
    }
}

/// The sealed move with which a journal ends, unless it was opened.
fn envelope(rows: &[Row]) -> Option<Envelope> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what has no move in it leaves the envelope as it was"
    )]
    let last = rows.iter().rev().find_map(|row| match row.event {
        GameEvent::Sealed { envelope, .. } => Some(Some(envelope)),
        GameEvent::Played { .. }
        | GameEvent::Passed { .. }
        | GameEvent::TurnLost { .. }
        | GameEvent::SealLost => Some(None),
        _ => None,
    });
    last.flatten()
}
