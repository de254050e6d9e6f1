//! Rooms that sleep: games that nobody sits through have no actor while nobody watches them.
//!
//! Each of their appends says in the index by when the room must be awake. What a sleeping game is charged
//! is the up time of the installation since its last event: the time in which some server could have served it,
//! read from clocks that only go forward. After an outage up time stands for a grace as well ([`super::lease`]). So nothing
//! has to be written for a game that sleeps through an outage, and no wall clock that jumps can harm it; the wall
//! clock says only what day it is, and is corrected whenever it and the game's have moved apart.
//! A game that waits for an appointed time (its beginning, or the end of an adjournment or of a referee's pause) goes by
//! the wall clock until then, asleep or awake, served or not: an appointment is a moment of the world.
//! Deliberately absent: rooms of other servers; each wakes its own, and those that nobody owns.

use rules::{Game, GameEvent, RESTORE_HOLD_MS, RoomMs};

use super::RoomsParts;
use super::clock::RoomClock;
use super::state::RoomState;
use crate::store::{Rest, Row};

/// A room stays awake for so long after the last that it was asked for, in milliseconds.
pub(super) const LINGER_MS: u64 = 2_000;
/// Rooms are woken so long before they are due, in milliseconds, so that flags fall at their moment.
pub(super) const AHEAD_MS: u64 = 5_000;
/// A game's calendar that is further from the wall clock is corrected, in milliseconds; so long an outage is told.
const ADRIFT_MS: u64 = 1_000;

/// A sleeping room's time goes on: its clock, and the row that says so when there is something to say.
pub(super) fn wake(
    parts: &RoomsParts,
    state: &RoomState,
    last: &Row,
    up_ms: u64,
) -> (RoomClock, Option<Row>) {
    let time = &parts.time;
    let served_ms = time.served_ms();
    let charged_ms = time.up_at(served_ms).saturating_sub(up_ms);
    let at = RoomMs(last.at.0.saturating_add(charged_ms));
    let clock = RoomClock::new(at, served_ms.max(time.up_from_ms()));
    let wall_ms = wall_ms(parts, &clock);
    let passed_ms = i64::try_from(charged_ms).unwrap_or(i64::MAX);
    let expected_ms = state.game.wall_ms(at).unwrap_or_else(|| last.wall_ms.saturating_add(passed_ms));
    let adrift_ms = wall_ms.saturating_sub(expected_ms);
    let row = (adrift_ms.unsigned_abs() >= ADRIFT_MS).then(|| {
        let uncharged_ms = u64::try_from(adrift_ms).unwrap_or(0);
        Row {
            seq: last.seq + 1,
            at,
            wall_ms: time.wall_ms(),
            node: parts.node,
            served_ms,
            command: None,
            event: Game::woken(at, charged_ms, uncharged_ms, wall_ms),
        }
    });
    (clock, row)
}

/// The clock of a game that waits for an appointed time, and the row that says that a server was missing: by then, or
/// so shortly before that people need a moment to find back.
pub(super) fn keep_appointment(
    parts: &RoomsParts,
    state: &RoomState,
    last: &Row,
    appointed: RoomMs,
) -> (RoomClock, Option<Row>) {
    let (time, gap) = (&parts.time, *parts.lease.gaps().borrow());
    let (served_ms, wall_ms) = (time.served_ms(), time.wall_ms());
    let passed_ms = time.served_in(u64::try_from(wall_ms.saturating_sub(last.wall_ms)).unwrap_or(0));
    let charged_ms = passed_ms.min(appointed.since(last.at));
    let uncharged_ms = passed_ms - charged_ms;
    let at = last.at.plus(charged_ms);
    let was_away = last.node != parts.node || gap.to_ms > last.served_ms;
    let is_back_ms = served_ms.saturating_sub(gap.to_ms);
    let row = (uncharged_ms > 0 || was_away && is_back_ms < RESTORE_HOLD_MS).then(|| Row {
        seq: last.seq + 1,
        at,
        wall_ms,
        node: parts.node,
        served_ms,
        command: None,
        event: state.game.restore(at, charged_ms, uncharged_ms),
    });
    (RoomClock::new(at, served_ms), row)
}

/// The wall time at the moment from which a clock runs.
pub(super) fn wall_ms(parts: &RoomsParts, clock: &RoomClock) -> i64 {
    let ahead_ms = clock.since().saturating_sub(parts.time.served_ms());
    parts.time.wall_ms().saturating_add(i64::try_from(ahead_ms).unwrap_or(i64::MAX))
}

/// How the room may rest after rows that are about to be written.
pub(super) fn rest_after(parts: &RoomsParts, state: &RoomState, rows: &[Row]) -> Rest {
    let Some(last) = rows.last() else { return Rest::awake(parts.time.up_ms()) };
    let up_ms = parts.time.up_at(last.served_ms);
    // Copying a game is dear, and a move wakes none and puts none to sleep.
    let usual = |row: &Row| {
        matches!(row.event, GameEvent::Played { .. } | GameEvent::Passed { .. } | GameEvent::Read { .. })
    };
    if !state.game.rests(last.at) && rows.iter().all(usual) {
        return Rest { called_ms: state.called_ms(&state.game, rows), ..Rest::awake(up_ms) };
    }
    let mut game = state.game.clone();
    if rows.iter().any(|row| game.apply(row.at, &row.event).is_err()) {
        return Rest::awake(up_ms);
    }
    let called_ms = state.called_ms(&game, rows);
    Rest { called_ms, ..Rest::after(&game, last.at, up_ms, last.wall_ms) }
}
