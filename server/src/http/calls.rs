//! `/calls`: where referees are wanted.
//!
//! Deliberately absent: calling, and answering a call; both are for sockets.

use actix_web::http::Method;
use actix_web::web;
use protocol::http::{CalledGame, CalledGames, Problem};
use protocol::limits;
use rules::Color;
use serde::Deserialize;
use utoipa::IntoParams;

use super::endpoint::{Access, Endpoint};
use super::games::{cursor, place};
use super::problem::ApiError;
use super::wire;
use crate::app::App;
use crate::doors::Kind;
use crate::offices::Power;

pub(super) const ENDPOINTS: &[Endpoint] = &[Endpoint {
    method: Method::GET,
    path: "/api/v1/calls",
    access: Access::Staff(Power::Rule),
    kind: Kind::Read,
    to: |route| route.to(list),
}];

/// A page of the list.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// The `next` of the page before.
    #[serde(default)]
    after: Option<String>,
}

/// The games in which a referee has been called, those that wait longest first, in pages of at most 50.
#[utoipa::path(get, path = "/api/v1/calls", tag = "games", params(Asked), security(("bearer" = [])), responses(
    (status = 200, body = CalledGames),
    (status = 400, body = Problem, description = "`bad_request`"),
    (status = 401, body = Problem, description = "`not_logged_in`"),
    (status = 403, body = Problem, description = "`not_a_referee`"),
    (status = "default", body = Problem),
))]
pub(super) async fn list(
    app: web::Data<App>,
    asked: web::Query<Asked>,
) -> Result<web::Json<CalledGames>, ApiError> {
    let after = asked.after.as_deref().map(cursor).transpose()?;
    // One more than is shown: it tells whether there is another page.
    let rows = limits::PAGE_ROWS as usize;
    let mut called = app.games.called(after, u64::from(limits::PAGE_ROWS) + 1).await?;
    let more = called.len() > rows;
    called.truncate(rows);
    let next = called.last().filter(|_| more).map(|last| place(last.since_ms, last.game.id));
    let items = called.iter().map(|called| CalledGame {
        game: wire::summary(&called.game),
        since_ms: u64::try_from(called.since_ms).unwrap_or(0),
        slow: Color::BOTH.iter().all(|&color| called.game.setup.clock_of(color).is_slow()),
    });
    Ok(web::Json(CalledGames { items: items.collect(), next }))
}
