//! `DELETE /me`: leaving.
//!
//! Deliberately absent: a way back, and leaving in the middle of a game.

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, web};
use protocol::http::{Leaving, Problem};

use super::accounts::folded;
use super::body::Body;
use super::endpoint::{Access, Endpoint, too_often};
use super::problem::ApiError;
use super::who::Player;
use super::{cookie, peer};
use crate::account::AccountError;
use crate::app::App;
use crate::doors::Kind;

pub(super) const ENDPOINTS: &[Endpoint] = &[Endpoint {
    method: Method::DELETE,
    path: "/api/v1/me",
    access: Access::Player,
    kind: Kind::LogIn,
    to: |route| route.to(leave),
}];

/// Ends your account at once and for ever. Your sessions, tokens, second factor, mail address, profile, blocks and notes are deleted; your games and what you said stay
/// under a name like `deleted-1a2b3c4d`. Your name is nobody's ever after.
#[utoipa::path(delete, path = "/api/v1/me", tag = "people", request_body = Leaving, security(("bearer" = [])), responses(
    (status = 204, description = "The account is gone"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`wrong_password`"),
    (status = 409, body = Problem, description = "`games_running`: finish or resign your games first"),
    (status = 429, body = Problem, description = "`rate_limited`; `Retry-After` says for how long"),
    (status = "default", body = Problem),
))]
pub(super) async fn leave(
    request: HttpRequest,
    app: web::Data<App>,
    who: Player,
    Body(leaving): Body<Leaving>,
) -> Result<HttpResponse, ApiError> {
    // Passwords are guessed here as elsewhere.
    let name = folded(&who.0.name);
    app.doors.name(&name, peer::address(&request, &app.config), app.time.served_ms()).map_err(too_often)?;
    if let Err(error) = app.accounts.depart(&who.0, &leaving.password).await {
        if matches!(error, AccountError::WrongPassword) {
            app.doors.guessed(&name, app.time.served_ms());
        }
        return Err(error.into());
    }
    app.lobby.changed();
    Ok(HttpResponse::NoContent().cookie(cookie::without(&app.config)).finish())
}
