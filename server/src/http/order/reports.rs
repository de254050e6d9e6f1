//! `/reports`: what people report, and what moderators do about it; `/people/{name}/file`: what they see of somebody.

use actix_web::http::Method;
use actix_web::{HttpResponse, web};
use protocol::http::{
    ClaimReport, CloseReport, Conduct, NewReport, NotedConduct, OfficerWord, PersonFile, Problem, Reason,
    Report, ReportFile, ReportKind, ReportPage, ReportState,
};
use protocol::limits;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::staff::office;
use super::{Eyes, name_key, sanction, text};
use crate::app::App;
use crate::doors::Kind;
use crate::http::body::Body;
use crate::http::endpoint::{Access, Endpoint};
use crate::http::games::{cursor, place};
use crate::http::problem::{ApiError, bad_request, not_found};
use crate::http::who::{Player, Staff};
use crate::ids::GameId;
use crate::moderation::{self, Closing};
use crate::offices::Power;
use crate::store::{self, ReportFilter};
use crate::ws::wire::{line as shown_line, shown_stream, talk_stream};

/// The largest body: 4,000 characters, each of which may be escaped.
const BYTES: usize = 64 * 1024;

/// So many lines before and after one are shown with it.
const AROUND: u64 = 5;

pub(in crate::http) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::POST,
        path: "/api/v1/reports",
        access: Access::Player,
        kind: Kind::Make,
        to: |route| route.to(make),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/reports",
        access: Access::Staff(Power::Moderate),
        kind: Kind::Read,
        to: |route| route.to(list),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/reports/{id}",
        access: Access::Staff(Power::Moderate),
        kind: Kind::Read,
        to: |route| route.to(get),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/reports/{id}/claim",
        access: Access::Staff(Power::Moderate),
        kind: Kind::Act,
        to: |route| route.to(claim),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/reports/{id}/notes",
        access: Access::Staff(Power::Moderate),
        kind: Kind::Act,
        to: |route| route.to(note),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/reports/{id}/close",
        access: Access::Staff(Power::Moderate),
        kind: Kind::Act,
        to: |route| route.to(close),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/people/{name}/file",
        access: Access::Staff(Power::Moderate),
        kind: Kind::Read,
        to: |route| route.to(file),
    },
];

/// Which reports.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct Asked {
    /// In which state.
    state: ReportState,
    /// Only those that you see to yourself; they are `claimed`.
    #[serde(default)]
    mine: bool,
    /// The `next` of the page before.
    #[serde(default)]
    after: Option<String>,
}

/// Reports somebody, a game or a line of its chat. Of one person at most 20 wait.
#[utoipa::path(post, path = "/api/v1/reports", tag = "order", request_body = NewReport, security(("bearer" = [])), responses(
    (status = 204, description = "It is kept; moderators see it"),
    (status = 400, body = Problem, description = "`bad_request`: `detail` says what makes no sense"),
    (status = 403, body = Problem, description = "`not_by_you`: nobody reports themselves"),
    (status = 404, body = Problem, description = "`not_found`: no such account or game"),
    (status = 409, body = Problem, description = "`too_often`: as many of yours wait as may"),
    (status = 422, body = Problem, description = "`bad_text`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn make(
    app: web::Data<App>,
    who: Player,
    Body(new): Body<NewReport, BYTES>,
) -> Result<HttpResponse, ApiError> {
    let (stream, line) = (new.stream.map(talk_stream), new.line.map(u64::from));
    if stream.is_some() != line.is_some() || new.ply.is_some() && new.game.is_none() {
        return Err(bad_request("a line wants its conversation, and both and a ply want their game"));
    }
    let asked = moderation::NewReport {
        id: new.id,
        kind: asked_kind(new.kind),
        game: new.game.map(|game| (GameId(game), new.ply.map(u64::from))),
        line: stream.zip(line),
        text: text(&new.text)?,
    };
    app.moderation.report(&who.0, &name_key(&new.name)?, asked).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The reports in a state, the oldest first.
#[utoipa::path(get, path = "/api/v1/reports", tag = "order", params(Asked), security(("bearer" = [])), responses(
    (status = 200, body = ReportPage),
    (status = 400, body = Problem, description = "`bad_request`"),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn list(
    app: web::Data<App>,
    by: Staff,
    asked: web::Query<Asked>,
) -> Result<web::Json<ReportPage>, ApiError> {
    let after = asked.after.as_deref().map(cursor).transpose()?;
    let rows = limits::PAGE_ROWS as usize;
    let filter = match (asked.mine, asked.state) {
        (false, state) => ReportFilter::In(asked_state(state)),
        (true, ReportState::Claimed) => ReportFilter::ClaimedBy(by.0.who.account),
        (true, ReportState::Open | ReportState::Upheld | ReportState::Dismissed) => {
            return Err(bad_request("those that you see to yourself are `claimed`"));
        }
    };
    let mut kept = app.moderation.reports(filter, after, u64::from(limits::PAGE_ROWS) + 1).await?;
    let more = kept.len() > rows;
    kept.truncate(rows);
    let next = kept.last().filter(|_| more).map(|last| place(last.made_ms, GameId(last.id)));
    Ok(web::Json(ReportPage { items: kept.iter().map(report).collect(), next }))
}

/// One report with what moderators noted, and with what was said around a line.
#[utoipa::path(get, path = "/api/v1/reports/{id}", tag = "order", params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = ReportFile),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn get(
    app: web::Data<App>,
    by: Staff,
    id: web::Path<Uuid>,
) -> Result<web::Json<ReportFile>, ApiError> {
    let (kept, notes) = app.moderation.reported(*id).await?;
    let notes = notes.into_iter().map(|note| OfficerWord { at_ms: note.at_ms, by: note.by, text: note.text });
    let game = match kept.game {
        Some((game, _)) => app.games.get(game).await?,
        None => None,
    };
    let said = match (&game, kept.line) {
        (Some(game), Some((stream, line))) if may_read(&by.0, &kept, game, stream) => {
            around(&app, game.id, stream, line).await?
        }
        (Some(_) | None, _) => Vec::new(),
    };
    let private = game.is_some_and(|game| game.private);
    Ok(web::Json(ReportFile { report: report(&kept), private, said, notes: notes.collect() }))
}

/// Whether a moderator may read what a report says was said. Nobody gets by a report of their own to what was not for them, and no player
/// to what those who look on say; what officers say is for officers.
fn may_read(
    by: &moderation::Officer,
    report: &store::Report,
    game: &store::Game,
    stream: store::TalkStream,
) -> bool {
    let me = by.who.account;
    let has_to_do = [report.by.0, report.on.0, game.players.black.0, game.players.white.0].contains(&me);
    !has_to_do && (stream != store::TalkStream::Staff || by.offices.may(Power::Rule))
}

/// A line and those around it. A moderator sees them also where the game is closed to others, and while it runs.
async fn around(
    app: &App,
    game: GameId,
    stream: store::TalkStream,
    line: u64,
) -> Result<Vec<protocol::Line>, ApiError> {
    let beyond = line.saturating_add(AROUND + 1).min(i64::MAX.unsigned_abs());
    let mut said = app.talk.page(game, stream, Some(beyond), 2 * AROUND + 1).await?;
    // Where there are none after it these are too many before it.
    said.retain(|other| other.number.abs_diff(line) <= AROUND);
    Ok(said.iter().map(|said| shown_line(said, true)).collect())
}

/// Sees to a report from now on, or lets go of it.
#[utoipa::path(post, path = "/api/v1/reports/{id}/claim", tag = "order", params(("id" = Uuid, Path)),
    request_body = ClaimReport, security(("bearer" = [])), responses(
    (status = 200, body = Report),
    (status = 403, body = Problem, description = "`not_allowed`, `not_by_you`: you made it, or it is about you"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = 409, body = Problem, description = "`report_taken`, `already_decided`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn claim(
    app: web::Data<App>,
    by: Staff,
    id: web::Path<Uuid>,
    body: Body<ClaimReport>,
) -> Result<web::Json<Report>, ApiError> {
    Ok(web::Json(report(&app.moderation.claim(&by.0, *id, body.0.claim).await?)))
}

/// Notes something about a report, for other moderators.
#[utoipa::path(post, path = "/api/v1/reports/{id}/notes", tag = "order", params(("id" = Uuid, Path)),
    request_body = Reason, security(("bearer" = [])), responses(
    (status = 204, description = "It is noted"),
    (status = 403, body = Problem, description = "`not_allowed`, `not_by_you`"),
    (status = 404, body = Problem, description = "`not_found`: no such report, or it has 200 notes"),
    (status = 422, body = Problem, description = "`bad_text`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn note(
    app: web::Data<App>,
    by: Staff,
    id: web::Path<Uuid>,
    Body(reason): Body<Reason, BYTES>,
) -> Result<HttpResponse, ApiError> {
    app.moderation.note_report(&by.0, *id, text(&reason.text)?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Closes a report that one sees to.
#[utoipa::path(post, path = "/api/v1/reports/{id}/close", tag = "order", params(("id" = Uuid, Path)),
    request_body = CloseReport, security(("bearer" = [])), responses(
    (status = 200, body = Report),
    (status = 403, body = Problem, description = "`not_allowed`, `not_by_you`"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = 409, body = Problem, description = "`report_taken`: claim it first; `already_decided`"),
    (status = 422, body = Problem, description = "`bad_text`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn close(
    app: web::Data<App>,
    by: Staff,
    id: web::Path<Uuid>,
    Body(body): Body<CloseReport, BYTES>,
) -> Result<web::Json<Report>, ApiError> {
    let closing = Closing { upheld: body.upheld, text: text(&body.text)? };
    Ok(web::Json(report(&app.moderation.close(&by.0, *id, closing).await?)))
}

/// What moderators see of somebody: sanctions, reports about and by them, games that they left.
#[utoipa::path(get, path = "/api/v1/people/{name}/file", tag = "order", params(("name" = String, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = PersonFile),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn file(
    app: web::Data<App>,
    name: web::Path<String>,
) -> Result<web::Json<PersonFile>, ApiError> {
    let account = app.accounts.find(&name).await?.ok_or_else(not_found)?;
    let now_ms = app.time.wall_ms();
    let sanctions = app.moderation.sanctions_on(account.id).await?;
    let rows = u64::from(limits::PAGE_ROWS);
    let about = app.moderation.reports(ReportFilter::About(account.id), None, rows).await?;
    let by = app.moderation.reports(ReportFilter::By(account.id), None, rows).await?;
    let noted = app.moderation.noted(account.id, rows).await?;
    Ok(web::Json(PersonFile {
        name: account.name,
        created_ms: account.created_ms,
        offices: account.offices.iter().map(office).collect(),
        sanctions: sanctions.iter().map(|kept| sanction(kept, now_ms, Eyes::Officers)).collect(),
        reported: about.iter().map(report).collect(),
        reporting: by.iter().map(report).collect(),
        conduct: noted.into_iter().map(conduct).collect(),
    }))
}

fn conduct((game, at_ms, noted): (GameId, i64, store::Noted)) -> NotedConduct {
    let conduct = match noted.conduct {
        rules::Conduct::Stalled => Conduct::Stalled,
        rules::Conduct::Escaped => Conduct::Escaped,
    };
    NotedConduct { conduct, game: game.0, ply: noted.ply, lasted_ms: noted.lasted_ms, at_ms }
}

fn report(kept: &store::Report) -> Report {
    Report {
        id: kept.id,
        state: shown_state(kept.state),
        kind: shown_kind(kept.kind),
        by: kept.by.1.clone(),
        name: kept.on.1.clone(),
        game: kept.game.map(|(game, _)| game.0),
        ply: kept.game.and_then(|(_, ply)| ply),
        stream: kept.line.map(|(stream, _)| shown_stream(stream)),
        line: kept.line.map(|(_, line)| line),
        text: kept.text.clone(),
        made_ms: kept.made_ms,
        officer: kept.officer.as_ref().map(|(_, name)| name.clone()),
    }
}

const fn shown_state(state: store::ReportState) -> ReportState {
    match state {
        store::ReportState::Open => ReportState::Open,
        store::ReportState::Claimed => ReportState::Claimed,
        store::ReportState::Upheld => ReportState::Upheld,
        store::ReportState::Dismissed => ReportState::Dismissed,
    }
}

const fn asked_state(state: ReportState) -> store::ReportState {
    match state {
        ReportState::Open => store::ReportState::Open,
        ReportState::Claimed => store::ReportState::Claimed,
        ReportState::Upheld => store::ReportState::Upheld,
        ReportState::Dismissed => store::ReportState::Dismissed,
    }
}

const fn shown_kind(kind: store::ReportKind) -> ReportKind {
    match kind {
        store::ReportKind::Abuse => ReportKind::Abuse,
        store::ReportKind::Help => ReportKind::Help,
        store::ReportKind::Stalling => ReportKind::Stalling,
        store::ReportKind::Escaping => ReportKind::Escaping,
        store::ReportKind::Sandbagging => ReportKind::Sandbagging,
        store::ReportKind::Name => ReportKind::Name,
        store::ReportKind::Other => ReportKind::Other,
    }
}

const fn asked_kind(kind: ReportKind) -> store::ReportKind {
    match kind {
        ReportKind::Abuse => store::ReportKind::Abuse,
        ReportKind::Help => store::ReportKind::Help,
        ReportKind::Stalling => store::ReportKind::Stalling,
        ReportKind::Escaping => store::ReportKind::Escaping,
        ReportKind::Sandbagging => store::ReportKind::Sandbagging,
        ReportKind::Name => store::ReportKind::Name,
        ReportKind::Other => store::ReportKind::Other,
    }
}
