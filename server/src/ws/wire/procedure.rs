//! Events around the moves, with what has changed by them.

use protocol::Event;
use rules::{Color, Game, GameEvent};

use super::clocks::{clock, due};
use super::game::{Shown, agreement, last, person, rows};
use super::table::standing;

/// The event as the wire shows it; none if it is one of play itself.
pub(super) fn procedure(game: &Game, event: &GameEvent) -> Option<Event> {
    let (standing, clock) = (|| standing(game), || clock(game));
    Some(match event {
        GameEvent::Started { .. } => Event::Started { standing: standing(), clock: clock() },
        GameEvent::Arrived { color, late_ms, .. } => {
            Event::Arrived { color: color.shown(), late_ms: *late_ms, standing: standing(), clock: clock() }
        }
        GameEvent::Missed { color } => Event::Missed { color: color.shown(), standing: standing() },
        GameEvent::Requested { by, .. } => Event::Requested {
            by: by.shown(),
            request: game.requests().get(*by).map(Shown::shown)?,
            standing: standing(),
        },
        GameEvent::RequestClosed { number, how } => {
            Event::RequestClosed { number: *number, how: how.shown(), standing: standing() }
        }
        GameEvent::Paused { .. } => Event::Paused { standing: standing(), clock: clock() },
        GameEvent::Continued { .. } => Event::Continued { standing: standing(), clock: clock() },
        GameEvent::Adjourning { .. } => Event::Adjourning { standing: standing() },
        // The envelope stays where it is.
        GameEvent::Sealed { credit_ms, .. } => Event::Sealed {
            color: game.sealer().unwrap_or(Color::Black).shown(),
            credit_ms: *credit_ms,
            standing: standing(),
            clock: clock(),
        },
        GameEvent::SealLost => Event::SealLost { standing: standing(), clock: clock() },
        GameEvent::TurnLost { .. } => Event::TurnLost {
            color: game.last_move().map_or(Color::Black, |record| record.color).shown(),
            standing: standing(),
            clock: clock(),
        },
        GameEvent::Undone { moves } => undone(game, *moves),
        GameEvent::TimeAdded { .. }
        | GameEvent::Ruled { .. }
        | GameEvent::ClockSet { .. }
        | GameEvent::ReadingRestarted { .. }
        | GameEvent::StonesRuled { .. }
        | GameEvent::Warned { .. }
        | GameEvent::WarningWithdrawn { .. }
        | GameEvent::Muted { .. }
        | GameEvent::Unmuted { .. }
        | GameEvent::OfficerSeated { .. }
        | GameEvent::RefereeCalled { .. }
        | GameEvent::CallClosed { .. }
        | GameEvent::Removed { .. }
        | GameEvent::Readmitted { .. }
        | GameEvent::VacationBegan { .. }
        | GameEvent::VacationEnded { .. } => return ruled(game, event),
        GameEvent::Opened { .. }
        | GameEvent::HandicapPlaced { .. }
        | GameEvent::Played { .. }
        | GameEvent::Passed { .. }
        | GameEvent::Read { .. }
        | GameEvent::Lapsed { .. }
        | GameEvent::AgreementOpened { .. }
        | GameEvent::Marked { .. }
        | GameEvent::SetAside { .. }
        | GameEvent::Accepted { .. }
        | GameEvent::AskedAgain { .. }
        | GameEvent::PlayResumed { .. }
        | GameEvent::RepetitionOffered { .. }
        | GameEvent::RepetitionAccepted { .. }
        | GameEvent::RepetitionDeclined { .. }
        | GameEvent::ColorsSwapped
        | GameEvent::Restored { .. }
        | GameEvent::Ended { .. } => return None,
    })
}

/// Moves were taken back.
fn undone(game: &Game, moves: u32) -> Event {
    let prisoners = game.prisoners().shown();
    let (rows, last) = (rows(game), last(game));
    Event::Undone { moves, rows, last, prisoners, standing: standing(game), clock: clock(game) }
}

/// What referees are called for and do, and time that is given or taken.
#[expect(clippy::wildcard_enum_match_arm, reason = "`procedure` names every kind")]
fn ruled(game: &Game, event: &GameEvent) -> Option<Event> {
    let (standing, clock) = (|| standing(game), || clock(game));
    Some(match event {
        GameEvent::TimeAdded { color, ms } => {
            Event::TimeAdded { color: color.shown(), ms: *ms, clock: clock() }
        }
        GameEvent::Ruled { officer, reason } => {
            Event::Ruled { officer: officer.clone(), reason: reason.clone() }
        }
        GameEvent::ClockSet { color, .. } => Event::ClockSet { color: color.shown(), clock: clock() },
        GameEvent::ReadingRestarted { second } => Event::ReadingRestarted { second: *second, clock: clock() },
        GameEvent::StonesRuled { .. } => Event::StonesRuled { agreement: agreement(game)? },
        GameEvent::Warned { color } => Event::Warned { color: color.shown(), standing: standing() },
        GameEvent::WarningWithdrawn { color } => {
            Event::WarningWithdrawn { color: color.shown(), standing: standing() }
        }
        GameEvent::Muted { account, name } => Event::Muted { account: person(account, name) },
        GameEvent::Unmuted { account, name } => Event::Unmuted { account: person(account, name) },
        GameEvent::RefereeCalled { .. } => Event::RefereeCalled { standing: standing() },
        GameEvent::CallClosed { how } => {
            Event::CallClosed { how: how.shown(), due_ms: due(game), standing: standing() }
        }
        GameEvent::OfficerSeated { officer } => {
            Event::OfficerSeated { officer: officer.clone(), standing: standing() }
        }
        GameEvent::Removed { account, name } => Event::Removed { account: person(account, name) },
        GameEvent::Readmitted { account, name } => Event::Readmitted { account: person(account, name) },
        GameEvent::VacationBegan { by, until } => {
            let (by, until_ms) = (by.shown(), until.0);
            Event::VacationBegan { by, until_ms, due_ms: due(game), clock: clock() }
        }
        GameEvent::VacationEnded { by, .. } => {
            Event::VacationEnded { by: by.shown(), due_ms: due(game), clock: clock() }
        }
        _ => return None,
    })
}
