//! `/games`.
//!
//! Deliberately absent: playing; that is for sockets.

use actix_web::http::{Method, header};
use actix_web::{HttpResponse, web};
use protocol::http::{GamePage, GameRecord, Problem};
use protocol::{Code, limits};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::endpoint::{Access, Endpoint};
use super::problem::{ApiError, bad_request};
use super::who::Viewer;
use super::wire;
use crate::app::App;
use crate::doors::Kind;
use crate::ids::{AccountId, GameId};
use crate::room::{self, RoomError};
use crate::store::{Cursor, Game, GameFilter};
use crate::ws::wire::snapshot;

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/v1/games",
        access: Access::Guest,
        kind: Kind::Read,
        to: |route| route.to(list),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/games/{id}",
        access: Access::Guest,
        kind: Kind::Read,
        to: |route| route.to(get),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/games/{id}/sgf",
        access: Access::Guest,
        kind: Kind::Read,
        to: |route| route.to(sgf),
    },
];

/// Which games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// Running public ones.
    Live,
    /// Finished public ones, and one's own private ones.
    Finished,
    /// One's own running ones, private ones too.
    Mine,
}

/// A page of a list of games.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// Which games.
    state: State,
    /// Only games of the account with this id; not with `mine`.
    #[serde(default)]
    player: Option<Uuid>,
    /// The `next` of the page before.
    #[serde(default)]
    before: Option<String>,
}

/// Games, newest first, in pages of at most 50.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(Asked), responses(
    (status = 200, body = GamePage),
    (status = 400, body = Problem, description = "`bad_request`"),
    (status = 401, body = Problem, description = "`not_logged_in`, for one's own games"),
    (status = "default", body = Problem),
))]
pub(super) async fn list(
    app: web::Data<App>,
    viewer: Viewer,
    asked: web::Query<Asked>,
) -> Result<web::Json<GamePage>, ApiError> {
    let filter = match (asked.state, asked.player.map(AccountId)) {
        (State::Live, None) => GameFilter::Live,
        (State::Live, Some(player)) => GameFilter::LiveBy(player),
        (State::Finished, None) => viewer.account().map_or(GameFilter::Finished, GameFilter::FinishedFor),
        (State::Finished, Some(player)) => GameFilter::FinishedBy(player, viewer.account()),
        (State::Mine, None) => {
            GameFilter::LiveOf(viewer.account().ok_or_else(|| ApiError::new(Code::NotLoggedIn))?)
        }
        (State::Mine, Some(_)) => {
            return Err(bad_request("`mine` are your own games: leave `player` out, or ask for live ones"));
        }
    };
    let before = asked.before.as_deref().map(cursor).transpose()?;
    // One more than is shown: it tells whether there is another page.
    let rows = limits::PAGE_ROWS as usize;
    let mut games = app.games.list(filter, before, u64::from(limits::PAGE_ROWS) + 1).await?;
    let more = games.len() > rows;
    games.truncate(rows);
    let next = games.last().filter(|_| more).map(|last| place(placed_ms(filter, last), last.id));
    Ok(web::Json(GamePage { items: games.iter().map(wire::summary).collect(), next }))
}

/// A game with all its moves, as it stands.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = Uuid, Path)), responses(
    (status = 200, body = GameRecord),
    (status = 404, body = Problem, description = "`not_found`: there is none, or it is private and not yours"),
    (status = "default", body = Problem),
))]
pub(super) async fn get(
    app: web::Data<App>,
    viewer: Viewer,
    id: web::Path<Uuid>,
) -> Result<web::Json<GameRecord>, ApiError> {
    let read = async |viewer| app.rooms.read(GameId(*id), &viewer).await;
    let (kept, room) = as_seen(&app, &viewer, read).await?;
    Ok(web::Json(GameRecord { summary: wire::summary(&kept), game: snapshot(&room.view()) }))
}

/// The record of a finished game, as SGF.
#[utoipa::path(get, path = "/api/v1/games/{id}/sgf", tag = "games", params(("id" = Uuid, Path)), responses(
    (status = 200, body = String, content_type = "application/x-go-sgf"),
    (status = 404, body = Problem, description = "`not_found`: there is none, or it is private and not yours"),
    (status = 409, body = Problem, description = "`wrong_phase`: the game is still being played"),
    (status = "default", body = Problem),
))]
pub(super) async fn sgf(
    app: web::Data<App>,
    viewer: Viewer,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, ApiError> {
    let kept = visible(&app, GameId(*id), &viewer).await?;
    let Some(sgf) = app.games.sgf(kept.id).await? else {
        return Err(ApiError::new(Code::WrongPhase).because("the game is still being played"));
    };
    Ok(HttpResponse::Ok()
        .content_type("application/x-go-sgf; charset=utf-8")
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"tianyuan-{}.sgf\"", kept.id),
        ))
        .body(sgf))
}

/// A game that this viewer may see; for others it is not there.
pub(super) async fn visible(app: &App, id: GameId, viewer: &Viewer) -> Result<Game, ApiError> {
    Ok(as_seen(app, viewer, async |viewer| app.rooms.admit(id, &viewer).await).await?.0)
}

/// What somebody sees; where that is nothing, what the officer sees that it may be.
pub(super) async fn as_seen<T>(
    app: &App,
    viewer: &Viewer,
    look: impl AsyncFn(room::Viewer) -> Result<T, RoomError>,
) -> Result<T, ApiError> {
    let seen = look(viewer.account().into()).await;
    if !matches!(seen, Err(RoomError::NotFound)) {
        return Ok(seen?);
    }
    let viewer = with_office(app, viewer).await?;
    if viewer.office.is_none() { Ok(seen?) } else { Ok(look(viewer).await?) }
}

/// Somebody with the office that it may have.
pub(super) async fn with_office(app: &App, viewer: &Viewer) -> Result<room::Viewer, ApiError> {
    let office = match &viewer.0 {
        Some(who) => app.accounts.officer(who).await?.map(|officer| officer.name),
        None => None,
    };
    Ok(room::Viewer { account: viewer.account(), office })
}

/// The time by which a game has its place in a list.
pub(super) fn placed_ms(filter: GameFilter, game: &Game) -> i64 {
    match filter {
        GameFilter::Live | GameFilter::Rooms(_) | GameFilter::LiveOf(_) | GameFilter::LiveBy(_) => {
            game.started_ms
        }
        GameFilter::Finished | GameFilter::FinishedFor(_) | GameFilter::FinishedBy(..) => {
            game.ended_ms.unwrap_or(game.started_ms)
        }
    }
}

/// The place of a game in a list, as clients carry it.
pub(super) fn place(at_ms: i64, game: GameId) -> String {
    format!("{at_ms}.{}", game.0.simple())
}

/// The place that a client brings back.
pub(super) fn cursor(text: &str) -> Result<Cursor, ApiError> {
    let place = || {
        let (at_ms, id) = text.split_once('.')?;
        Some(Cursor { at_ms: at_ms.parse().ok()?, id: GameId(Uuid::try_parse(id).ok()?) })
    };
    place().ok_or_else(|| bad_request("that is no `next` of a page"))
}
