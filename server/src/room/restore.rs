//! From the journal to a room that takes commands again.
//!
//! The new owner charges the running clock up to the last sign of life of the one before, and no
//! further; what nobody served costs nobody anything, and the clock then stands for a moment more so
//! that people find back (RULES 6, server downtime is a pause). A room that has slept is woken otherwise: `slumber`.

use rules::{GameEvent, RoomMs};

use super::audience::Audience;
use super::clock::RoomClock;
use super::history::History;
use super::slumber;
use super::state::RoomState;
use super::{Encode, Entry, RoomError, RoomsParts, STALL_MS};
use crate::ids::GameId;
use crate::store::{Append, AppendError, Game, Row, StoreError};

/// A room that this node owns.
pub(super) struct Restored {
    pub(super) state: RoomState,
    pub(super) epoch: u64,
    pub(super) clock: RoomClock,
    pub(super) history: History,
    /// Those who look on, if they see the game late.
    pub(super) audience: Option<Box<Audience>>,
}

/// Claims a running game and takes it over.
pub(super) async fn restore(parts: &RoomsParts, id: GameId) -> Result<Restored, RoomError> {
    let kept = parts.games.get(id).await?.ok_or(RoomError::NotFound)?;
    if kept.outcome.is_some() {
        return Err(RoomError::Over);
    }
    if !parts.lease.holds() {
        // How long this very outage lasts is known when the lease is back.
        return Err(RoomError::Store(StoreError::Busy));
    }
    let claim = parts.journal.claim(id, parts.node).await?.ok_or(RoomError::Elsewhere)?;
    let mut rows = parts.journal.read(id).await?;
    let opened_by = kept.players.clone();
    let (mut state, mut history) = replay(parts.encoder.as_ref(), kept, &rows)?;
    #[cfg(feature = "planted")]
    if crate::planted::is(crate::planted::Fault::AnswersForgotten) {
        state.forget_answers();
    }
    let Some(last) = rows.last() else { return Err(RoomError::Broken("the journal is empty".into())) };

    let up_ms = claim.up_ms.filter(|_| state.game.rests(last.at));
    let (mut clock, row) = match (state.game.appointed(), up_ms) {
        (Some(appointed), _) => slumber::keep_appointment(parts, &state, last, appointed),
        (None, Some(up_ms)) => slumber::wake(parts, &state, last, up_ms),
        // A game that was opened on this node a moment ago has never been without a server.
        (None, None) if last.node == parts.node && rows.len() == 1 => {
            (RoomClock::new(last.at, last.served_ms), None)
        }
        (None, None) => {
            let row = restored_row(parts, &state, last).await?;
            (RoomClock::new(row.at, row.served_ms), Some(row))
        }
    };
    if let Some(row) = row {
        let new = vec![row.clone()];
        let rest = slumber::rest_after(parts, &state, &new);
        let append = Append { game: id, epoch: claim.epoch, rows: new, rest, finish: None };
        parts.append(append).await.map_err(|error| match error {
            AppendError::Fenced | AppendError::Repeated => RoomError::Elsewhere,
            AppendError::Store(error) => error.into(),
        })?;
        let now_ms = parts.time.served_ms();
        if state.game.appointed().is_none()
            && now_ms.saturating_sub(row.served_ms) >= parts.time.served_in(STALL_MS)
        {
            // While this was written nobody could move: room time goes on from now.
            clock = RoomClock::new(row.at, now_ms.max(clock.since()));
        }
        take_in(parts.encoder.as_ref(), &mut state, &mut history, &row)?;
        rows.push(row);
    }
    let audience = Audience::of(parts.encoder.as_ref(), &state, opened_by, &rows)?.map(Box::new);
    Ok(Restored { state, epoch: claim.epoch, clock, history, audience })
}

async fn restored_row(parts: &RoomsParts, state: &RoomState, last: &Row) -> Result<Row, RoomError> {
    let beat = parts.nodes.last_beat(last.node, last.served_ms).await?;
    if !parts.lease.holds() {
        // The way here may have taken all of an outage, and the sign of life be one that came after it.
        return Err(RoomError::Store(StoreError::Busy));
    }
    let wall_ms = parts.time.wall_ms();
    let charged_ms = match beat {
        #[cfg(feature = "planted")]
        _ if crate::planted::is(crate::planted::Fault::OutageCharged) => {
            u64::try_from(wall_ms - last.wall_ms).unwrap_or(0)
        }
        Some(beat) => beat.served_ms.saturating_sub(last.served_ms),
        None => 0,
    };
    let alive_ms = beat.map_or(last.wall_ms, |beat| beat.wall_ms.max(last.wall_ms));
    let uncharged_ms = u64::try_from(wall_ms - alive_ms).unwrap_or(0);
    let at = RoomMs(last.at.0.saturating_add(charged_ms));
    Ok(Row {
        seq: last.seq + 1,
        at,
        wall_ms,
        node: parts.node,
        served_ms: parts.time.served_ms(),
        command: None,
        event: state.game.restore(at, charged_ms, uncharged_ms),
    })
}

/// Replays a journal, keeping its last events as bytes for those who come back.
fn replay(encoder: &dyn Encode, kept: Game, rows: &[Row]) -> Result<(RoomState, History), RoomError> {
    let most = super::RESUME_EVENTS;
    let skipped = rows.len().saturating_sub(most).max(1).min(rows.len());
    let mut state = RoomState::replay(kept.id, kept.players, kept.private, &rows[..skipped])
        .map_err(|e| RoomError::Broken(e.to_string()))?;
    let mut history = History::new(most);
    match &rows[..skipped] {
        [opened] => history.push(encode(encoder, &state, opened)),
        passed => passed.iter().for_each(|_| history.skip()),
    }
    for row in &rows[skipped..] {
        take_in(encoder, &mut state, &mut history, row)?;
    }
    Ok((state, history))
}

/// Changes the state by a row and keeps its bytes.
pub(super) fn take_in(
    encoder: &dyn Encode,
    state: &mut RoomState,
    history: &mut History,
    row: &Row,
) -> Result<(), RoomError> {
    state.record(row).map_err(|e| RoomError::Broken(e.to_string()))?;
    history.push(encode(encoder, state, row));
    Ok(())
}

pub(super) fn encode(encoder: &dyn Encode, state: &RoomState, row: &Row) -> super::Frame {
    let event: &GameEvent = &row.event;
    encoder.event(state.view(), Entry { seq: row.seq, at: row.at, event })
}
