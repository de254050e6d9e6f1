//! `/calls`: where referees are wanted.
//!
//! Deliberately absent: calling, and answering a call; both are for sockets.

use actix_web::http::Method;
use actix_web::web;
use protocol::http::{CalledGame, CalledGames, Problem};
use protocol::{Code, limits};

use super::endpoint::{Access, Endpoint};
use super::problem::ApiError;
use super::who::Viewer;
use super::wire;
use crate::app::App;
use crate::doors::Kind;

pub(super) const ENDPOINTS: &[Endpoint] = &[Endpoint {
    method: Method::GET,
    path: "/api/v1/calls",
    access: Access::Player,
    kind: Kind::Read,
    to: |route| route.to(list),
}];

/// The games in which a referee has been called, those that wait longest first.
#[utoipa::path(get, path = "/api/v1/calls", tag = "games", security(("bearer" = [])), responses(
    (status = 200, body = CalledGames),
    (status = 401, body = Problem, description = "`not_logged_in`"),
    (status = 403, body = Problem, description = "`not_a_referee`"),
    (status = "default", body = Problem),
))]
pub(super) async fn list(app: web::Data<App>, viewer: Viewer) -> Result<web::Json<CalledGames>, ApiError> {
    let asker = viewer.0.ok_or_else(|| ApiError::new(Code::NotLoggedIn))?;
    if app.accounts.officer(asker).await?.is_none() {
        return Err(ApiError::new(Code::NotAReferee));
    }
    let called = app.games.called(u64::from(limits::PAGE_ROWS)).await?;
    let items = called.iter().map(|called| CalledGame {
        game: wire::summary(&called.game),
        since_ms: u64::try_from(called.since_ms).unwrap_or(0),
    });
    Ok(web::Json(CalledGames { items: items.collect() }))
}
