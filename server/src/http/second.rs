//! `/second-factor`, `/log-in/second`: a second factor, and the step of a log-in that asks for it.
//!
//! Deliberately absent: what a code is and that each is accepted once (`account`).

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, web};
use protocol::http::{
    Problem, RecoveryCodes, SecondFactor, SecondFactorCode, SecondFactorOff, SecondFactorSetUp,
    SecondStepCode, Session,
};

use super::accounts::{folded, recognize, session};
use super::body::Body;
use super::credentials::{guarded, note};
use super::endpoint::{Access, Endpoint, too_often};
use super::peer;
use super::problem::ApiError;
use super::who::Player;
use super::wire::unix_ms;
use crate::account::Attempt;
use crate::app::App;
use crate::doors::Kind;

const PATH: &str = "/api/v1/second-factor";

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::POST,
        path: "/api/v1/log-in/second",
        access: Access::Open,
        kind: Kind::LogIn,
        to: |route| route.to(enter),
    },
    Endpoint {
        method: Method::GET,
        path: PATH,
        access: Access::Player,
        kind: Kind::Read,
        to: |route| route.to(standing),
    },
    Endpoint {
        method: Method::POST,
        path: PATH,
        access: Access::Player,
        kind: Kind::Session,
        to: |route| route.to(set_up),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/second-factor/confirm",
        access: Access::Player,
        kind: Kind::LogIn,
        to: |route| route.to(confirm),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/second-factor/recovery",
        access: Access::Player,
        kind: Kind::Session,
        to: |route| route.to(renew_recovery),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/second-factor/off",
        access: Access::Player,
        kind: Kind::LogIn,
        to: |route| route.to(switch_off),
    },
];

/// The second step of a log-in: the code that belongs to the ticket of the first.
#[utoipa::path(post, path = "/api/v1/log-in/second", tag = "accounts", request_body = SecondStepCode, responses(
    (status = 200, body = Session),
    (status = 403, body = Problem, description = "`wrong_code`"),
    (status = 410, body = Problem, description = "`ticket_gone`: log in again"),
    (status = 429, body = Problem, description = "`rate_limited`; `Retry-After` says for how long"),
    (status = "default", body = Problem),
))]
pub(super) async fn enter(
    request: HttpRequest,
    app: web::Data<App>,
    Body(body): Body<SecondStepCode>,
) -> Result<HttpResponse, ApiError> {
    let attempt = app.accounts.second_step(&body.ticket, &body.code).await?;
    let_in(&app, &request, &attempt)?;
    let grant = app.accounts.enter(attempt, peer::device(&request, &app.config)).await?;
    recognize(&app, &request, &grant);
    Ok(session(HttpResponse::Ok(), grant, body.refresh_in_body, &app.config))
}

/// Whether you have a second factor.
#[utoipa::path(get, path = "/api/v1/second-factor", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, body = SecondFactor),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = "default", body = Problem),
))]
pub(super) async fn standing(app: web::Data<App>, who: Player) -> Result<web::Json<SecondFactor>, ApiError> {
    let standing = app.accounts.standing(&who.0).await?;
    let since_ms = standing.since_ms.map(unix_ms);
    Ok(web::Json(SecondFactor { since_ms, recovery_codes: standing.recovery_left }))
}

/// Begins to set one up: put it into an app, then confirm it with its first code, within 15 minutes.
#[utoipa::path(post, path = "/api/v1/second-factor", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, body = SecondFactorSetUp, description = "Not in force yet"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`prove_again`"),
    (status = 409, body = Problem, description = "`second_factor_on`"),
    (status = "default", body = Problem),
))]
pub(super) async fn set_up(
    app: web::Data<App>,
    who: Player,
) -> Result<web::Json<SecondFactorSetUp>, ApiError> {
    let made = app.accounts.set_up(&who.0).await?;
    Ok(web::Json(SecondFactorSetUp { secret: made.secret, uri: made.uri, qr_svg: made.picture }))
}

/// Puts it in force.
#[utoipa::path(post, path = "/api/v1/second-factor/confirm", tag = "accounts", security(("bearer" = [])),
    request_body = SecondFactorCode, responses(
    (status = 200, body = RecoveryCodes, description = "It is in force, and proven in this session"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`wrong_code`"),
    (status = 409, body = Problem, description = "`no_second_factor`: none is being set up; `second_factor_on`"),
    (status = "default", body = Problem),
))]
pub(super) async fn confirm(
    app: web::Data<App>,
    who: Player,
    Body(body): Body<SecondFactorCode>,
) -> Result<web::Json<RecoveryCodes>, ApiError> {
    let codes = app.accounts.confirm(&who.0, &body.code).await?;
    note(&app, &who.0, "account.factor_on").await?;
    Ok(web::Json(RecoveryCodes { codes }))
}

/// New recovery codes in the place of the old ones.
#[utoipa::path(post, path = "/api/v1/second-factor/recovery", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, body = RecoveryCodes),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`prove_again`"),
    (status = 409, body = Problem, description = "`no_second_factor`"),
    (status = "default", body = Problem),
))]
pub(super) async fn renew_recovery(
    app: web::Data<App>,
    who: Player,
) -> Result<web::Json<RecoveryCodes>, ApiError> {
    let codes = app.accounts.renew_recovery(&who.0).await?;
    note(&app, &who.0, "account.recovery_codes").await?;
    Ok(web::Json(RecoveryCodes { codes }))
}

/// Switches it off, and logs out everywhere.
#[utoipa::path(post, path = "/api/v1/second-factor/off", tag = "accounts", security(("bearer" = [])),
    request_body = SecondFactorOff, responses(
    (status = 204, description = "There is none any more, and every session is over"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`wrong_password`, `wrong_code`"),
    (status = 409, body = Problem, description = "`no_second_factor`"),
    (status = 429, body = Problem, description = "`rate_limited`; `Retry-After` says for how long"),
    (status = "default", body = Problem),
))]
pub(super) async fn switch_off(
    request: HttpRequest,
    app: web::Data<App>,
    who: Player,
    Body(body): Body<SecondFactorOff>,
) -> Result<HttpResponse, ApiError> {
    let attempt = app.accounts.bring(&who.0, &body.code).await?;
    let_in(&app, &request, &attempt)?;
    guarded(&app, &request, &who.0, app.accounts.switch_off(attempt, &body.password)).await?;
    note(&app, &who.0, "account.factor_off").await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Lets one more code in; one that is too long to be guessed always.
pub(super) fn let_in(app: &App, request: &HttpRequest, attempt: &Attempt) -> Result<(), ApiError> {
    if !attempt.is_guess() {
        return Ok(());
    }
    let address = peer::address(request, &app.config);
    app.doors.code(&folded(&attempt.account().name), address).map_err(too_often)
}
