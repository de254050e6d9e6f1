//! `/password`, `/prove`: what somebody proves who it is with, and how that is changed.
//!
//! Whoever has got hold of an access token must not be able to guess a password with it: guesses here count like those of a log-in.
//! Deliberately absent: what a good password is (`account`).

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, web};
use protocol::http::{NewPassword, Problem, Proof};

use super::accounts::folded;
use super::body::Body;
use super::endpoint::{Access, Endpoint, too_often};
use super::peer;
use super::problem::{ApiError, bad_request};
use super::second::let_in;
use super::who::Player;
use crate::account::{AccountError, Identity};
use crate::app::App;
use crate::doors::Kind;
use crate::moderation;

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::POST,
        path: "/api/v1/password",
        access: Access::Player,
        kind: Kind::LogIn,
        to: |route| route.to(change_password),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/prove",
        access: Access::Player,
        kind: Kind::LogIn,
        to: |route| route.to(prove),
    },
];

/// Gives you another password, for the present one, and logs out everywhere but here.
#[utoipa::path(post, path = "/api/v1/password", tag = "accounts", security(("bearer" = [])), request_body = NewPassword,
    responses(
    (status = 204, description = "The password is the new one, and every other session is over"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`wrong_password`: the present one is another"),
    (status = 422, body = Problem, description = "`bad_password`: the new one cannot be one"),
    (status = 429, body = Problem, description = "`rate_limited`; `Retry-After` says for how long"),
    (status = "default", body = Problem),
))]
pub(super) async fn change_password(
    request: HttpRequest,
    app: web::Data<App>,
    who: Player,
    Body(body): Body<NewPassword>,
) -> Result<HttpResponse, ApiError> {
    let changed = app.accounts.change_password(&who.0, &body.password, &body.new_password);
    guarded(&app, &request, &who.0, changed).await?;
    note(&app, &who.0, "account.password").await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Tells the audit log what somebody has done to how their own account is entered.
pub(super) async fn note(app: &App, who: &Identity, act: &str) -> Result<(), ApiError> {
    let act = moderation::act(who, act, format!("person:{}", who.name), "");
    app.moderation.note(act).await?;
    Ok(())
}

/// Proves once more who you are, for what asks for that: it is good for 15 minutes, in this session.
#[utoipa::path(post, path = "/api/v1/prove", tag = "accounts", security(("bearer" = [])), request_body = Proof, responses(
    (status = 204, description = "It is you"),
    (status = 400, body = Problem, description = "`bad_request`: neither password nor code, or both"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`wrong_password`, `wrong_code`"),
    (status = 409, body = Problem, description = "`no_second_factor`"),
    (status = 429, body = Problem, description = "`rate_limited`; `Retry-After` says for how long"),
    (status = "default", body = Problem),
))]
pub(super) async fn prove(
    request: HttpRequest,
    app: web::Data<App>,
    who: Player,
    Body(body): Body<Proof>,
) -> Result<HttpResponse, ApiError> {
    match (body.password, body.code) {
        (Some(password), None) => {
            guarded(&app, &request, &who.0, app.accounts.prove_by_password(&who.0, &password)).await?;
        }
        (None, Some(code)) => {
            let attempt = app.accounts.bring(&who.0, &code).await?;
            let_in(&app, &request, &attempt)?;
            app.accounts.prove_by_code(&who.0, attempt).await?;
        }
        (Some(_), Some(_)) | (None, None) => {
            return Err(bad_request("send a password or a code, one of both"));
        }
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Lets one more try of somebody's password in, and counts a wrong one like one of a log-in.
pub(super) async fn guarded<T>(
    app: &App,
    request: &HttpRequest,
    who: &Identity,
    attempt: impl Future<Output = Result<T, AccountError>>,
) -> Result<T, ApiError> {
    let name = folded(&who.name);
    let now_ms = app.time.served_ms();
    app.doors.name(&name, peer::address(request, &app.config), now_ms).map_err(too_often)?;
    let outcome = attempt.await;
    if let Err(AccountError::WrongPassword) = outcome {
        app.doors.guessed(&name, now_ms);
    }
    Ok(outcome?)
}
