//! `/games/{id}/clock`: the remaining time and the reading history, for any player (RULES 6) and whoever may see the game.
//!
//! Deliberately absent: a view of one's own; both sides, the referee and spectators see the same.

use actix_web::http::Method;
use actix_web::web;
use protocol::http::{Problem, TimeChange, TimeEntry, TimeSheet, Timed};
use protocol::limits;
use rules::{SheetEntry, Size};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::endpoint::{Access, Endpoint};
use super::games::as_seen;
use super::problem::ApiError;
use super::who::Viewer;
use crate::app::App;
use crate::doors::Kind;
use crate::ids::GameId;
use crate::room;
use crate::ws::wire::{Shown, clock, point_text};

pub(super) const ENDPOINTS: &[Endpoint] = &[Endpoint {
    method: Method::GET,
    path: "/api/v1/games/{id}/clock",
    access: Access::Guest,
    kind: Kind::Read,
    to: |route| route.to(get),
}];

/// A page of a time sheet.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// The `next` of the page before: only entries of later events are told.
    #[serde(default)]
    #[param(format = "uint64")]
    after: u64,
}

/// The remaining time, and what every move cost and every reading was, in pages of at most 500 entries.
#[utoipa::path(get, path = "/api/v1/games/{id}/clock", tag = "games", params(("id" = Uuid, Path), Asked), responses(
    (status = 200, body = TimeSheet),
    (status = 400, body = Problem, description = "`bad_request`"),
    (status = 404, body = Problem, description = "`not_found`: there is none, or it is private and not yours"),
    (status = "default", body = Problem),
))]
pub(super) async fn get(
    app: web::Data<App>,
    viewer: Viewer,
    id: web::Path<Uuid>,
    asked: web::Query<Asked>,
) -> Result<web::Json<TimeSheet>, ApiError> {
    let read = async |viewer| app.rooms.time_sheet(GameId(*id), &viewer).await;
    Ok(web::Json(page(&as_seen(&app, &viewer, read).await?, asked.after)))
}

/// The entries of events later than `after`, as many as a page holds.
fn page(told: &room::TimeSheet, after: u64) -> TimeSheet {
    let room::TimeSheet { sheet, game, seq, now } = told;
    let size = game.setup().size;
    let from = sheet.entries.partition_point(|entry| number(entry) <= after);
    let to = sheet.entries.len().min(from + limits::SHEET_ENTRIES);
    let shown = &sheet.entries[from..to];
    let left = game.times_at(*now);
    TimeSheet {
        seq: *seq,
        room_ms: now.0,
        clock: clock(game),
        black_left: left.black.shown(),
        white_left: left.white.shown(),
        black_spent_ms: sheet.spent_ms.black,
        white_spent_ms: sheet.spent_ms.white,
        entries: shown.iter().map(|entry| self::entry(size, entry)).collect(),
        next: shown.last().filter(|_| to < sheet.entries.len()).map(number),
    }
}

/// The number of an entry's event; the first is 1.
const fn number(entry: &SheetEntry) -> u64 {
    entry.index as u64 + 1
}

fn entry(size: Size, told: &SheetEntry) -> TimeEntry {
    let entry = match told.what {
        rules::Timed::Moved { number, color, point, lost, spent_ms, credit_ms, left } => Timed::Moved {
            number,
            color: color.shown(),
            point: point_text(size, point),
            lost,
            spent_ms,
            credit_ms,
            left: left.shown(),
        },
        rules::Timed::Read { number, color, spent_ms, second, count, periods } => {
            Timed::Read { number, color: color.shown(), spent_ms, second, count, periods }
        }
        rules::Timed::Lapsed { color, spent_ms } => Timed::Lapsed { color: color.shown(), spent_ms },
        rules::Timed::Changed { change, color, spent_ms, ms, left } => Timed::Changed {
            change: changed(change),
            color: color.shown(),
            spent_ms,
            ms,
            left: left.map(Shown::shown),
        },
        rules::Timed::Restored { charged_ms, uncharged_ms, hold_ms } => {
            Timed::Restored { charged_ms, uncharged_ms, hold_ms }
        }
        rules::Timed::Ended { turn, left } => Timed::Ended {
            color: turn.map(|(color, _)| color.shown()),
            spent_ms: turn.map_or(0, |(_, ms)| ms),
            black: left.black.shown(),
            white: left.white.shown(),
        },
    };
    TimeEntry { seq: number(told), at_ms: told.at.0, entry }
}

const fn changed(change: rules::TimeChange) -> TimeChange {
    match change {
        rules::TimeChange::Paused => TimeChange::Paused,
        rules::TimeChange::Continued => TimeChange::Continued,
        rules::TimeChange::Sealed => TimeChange::Sealed,
        rules::TimeChange::SealLost => TimeChange::SealLost,
        rules::TimeChange::Undone => TimeChange::Undone,
        rules::TimeChange::Added => TimeChange::Added,
        rules::TimeChange::Set => TimeChange::Set,
        rules::TimeChange::ReadingRestarted => TimeChange::ReadingRestarted,
        rules::TimeChange::Late => TimeChange::Late,
    }
}

#[cfg(test)]
mod tests {
    use rules::{Color, Preset, RoomMs, Setup, Sheet};

    use super::*;

    #[test]
    fn pages_follow_each_other_without_a_gap() {
        let size = Size::square(9).expect("a size");
        let setup = Setup {
            size,
            preset: Preset::Chinese,
            rules: Preset::Chinese.rules(0),
            handicap: 0,
            placement: rules::Placement::Fixed,
            clock: rules::ClockSetup::Unlimited,
            white_clock: None,
            first_move_ms: None,
            nigiri: None,
            wall_ms: None,
            appointment: None,
            delay: None,
            pauses: rules::Pauses::default(),
        };
        let (game, _) = rules::Game::open(setup).expect("a game");
        let all = limits::SHEET_ENTRIES * 2 + 7;
        // Not every event has an entry: these are the odd ones.
        let entries = (0..all).map(|n| SheetEntry {
            index: 2 * n + 1,
            at: RoomMs(n as u64),
            what: rules::Timed::Lapsed { color: Color::Black, spent_ms: 0 },
        });
        let mut sheet = Sheet::default();
        sheet.entries = entries.collect();
        let told = room::TimeSheet { sheet, game, seq: 2 * all as u64, now: RoomMs(0) };
        let (mut after, mut seen, mut pages) = (0, Vec::new(), 0);
        loop {
            let page = page(&told, after);
            assert!(page.entries.len() <= limits::SHEET_ENTRIES);
            seen.extend(page.entries.iter().map(|entry| entry.seq));
            pages += 1;
            match page.next {
                Some(next) => after = next,
                None => break,
            }
        }
        assert_eq!(pages, 3);
        assert_eq!(seen, (0..all as u64).map(|n| 2 * n + 2).collect::<Vec<_>>());
        assert_eq!(page(&told, after).entries.len(), 7, "the last page ends the sheet");
    }
}
