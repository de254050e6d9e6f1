//! `/accounts`, `/sessions`, `/me`.

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use protocol::http::{Credentials, Me, NewAccount, Problem, Refresh, SecondStep, Session};

use super::body::{Body, OptionalBody};
use super::endpoint::{Access, Endpoint, too_often};
use super::order::staff::powers;
use super::problem::ApiError;
use super::who::Player;
use super::{cookie, peer, wire};
use crate::account::{AccountError, Entry, Grant, Name, SECOND_STEP_MS, Scope};
use crate::app::App;
use crate::config::Config;
use crate::doors::Kind;

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::POST,
        path: "/api/v1/accounts",
        access: Access::Open,
        kind: Kind::Register,
        to: |route| route.to(register),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/sessions",
        access: Access::Open,
        kind: Kind::LogIn,
        to: |route| route.to(log_in),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/sessions/refresh",
        access: Access::Open,
        kind: Kind::Session,
        to: |route| route.to(refresh),
    },
    Endpoint {
        method: Method::DELETE,
        path: "/api/v1/sessions/current",
        access: Access::Open,
        kind: Kind::Session,
        to: |route| route.to(log_out),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/me",
        access: Access::Token(Scope::Read),
        kind: Kind::Read,
        to: |route| route.to(me),
    },
];

/// Makes an account and logs in.
#[utoipa::path(post, path = "/api/v1/accounts", tag = "accounts", request_body = NewAccount, responses(
    (status = 201, body = Session, description = "The account, and a session; the refresh token is in a cookie or in the body, as was asked."),
    (status = 403, body = Problem, description = "`invitation_needed`, `invitation_invalid`, `registration_closed`"),
    (status = 409, body = Problem, description = "`name_taken`"),
    (status = 422, body = Problem, description = "`bad_name`, `bad_password`"),
    (status = "default", body = Problem),
))]
pub(super) async fn register(
    request: HttpRequest,
    app: web::Data<App>,
    body: Body<NewAccount>,
) -> Result<HttpResponse, ApiError> {
    let Body(body) = body;
    let device = peer::device(&request, &app.config);
    let grant = app.accounts.register(&body.name, &body.password, body.invitation.as_deref(), device).await?;
    recognize(&app, &request, &grant);
    Ok(session(HttpResponse::Created(), grant, body.refresh_in_body, &app.config))
}

/// Logs in, or asks for the second factor.
#[utoipa::path(post, path = "/api/v1/sessions", tag = "accounts", request_body = Credentials, responses(
    (status = 200, body = Session),
    (status = 202, body = SecondStep, description = "The password is right, and the account has a second factor"),
    (status = 401, body = Problem, description = "`wrong_credentials`, whether or not there is such a name"),
    (status = 429, body = Problem, description = "`rate_limited`; `Retry-After` says for how long"),
    (status = "default", body = Problem),
))]
pub(super) async fn log_in(
    request: HttpRequest,
    app: web::Data<App>,
    body: Body<Credentials>,
) -> Result<HttpResponse, ApiError> {
    let Body(body) = body;
    // However it is written: one name has one allowance.
    let name = folded(&body.name);
    app.doors.name(&name, peer::address(&request, &app.config), app.time.served_ms()).map_err(too_often)?;
    let device = peer::device(&request, &app.config);
    let entry = match app.accounts.log_in(&body.name, &body.password, device).await {
        Err(AccountError::WrongCredentials) => {
            app.doors.guessed(&name, app.time.served_ms());
            Err(AccountError::WrongCredentials)
        }
        other => other,
    }?;
    let grant = match entry {
        Entry::Session(grant) => *grant,
        Entry::SecondStep(ticket) => {
            let expires_in_s = u64::try_from(SECOND_STEP_MS / 1000).unwrap_or(0);
            return Ok(HttpResponse::Accepted().json(SecondStep { ticket, expires_in_s }));
        }
    };
    recognize(&app, &request, &grant);
    Ok(session(HttpResponse::Ok(), grant, body.refresh_in_body, &app.config))
}

/// Gets a new access token for a refresh token, from the body or from the cookie; the refresh token is
/// replaced in the same place. Sent again within ten seconds, the answer is the same successor; later the
/// session is ended, for somebody else may have the token.
#[utoipa::path(post, path = "/api/v1/sessions/refresh", tag = "accounts", request_body = Refresh, responses(
    (status = 200, body = Session),
    (status = 401, body = Problem, description = "`bad_token`: log in again"),
    (status = "default", body = Problem),
))]
pub(super) async fn refresh(
    request: HttpRequest,
    app: web::Data<App>,
    body: OptionalBody<Refresh>,
) -> Result<HttpResponse, ApiError> {
    let in_body = body.0.refresh_token.is_some();
    let token = body.0.refresh_token.or_else(|| cookie::read(&request, &app.config));
    let grant = match token {
        Some(token) => app.accounts.refresh(&token, &peer::device(&request, &app.config)).await,
        None => Err(AccountError::BadToken),
    }?;
    recognize(&app, &request, &grant);
    Ok(session(HttpResponse::Ok(), grant, in_body, &app.config))
}

/// Logs out: ends the session of the refresh token in the body or in the cookie. There need be none.
#[utoipa::path(delete, path = "/api/v1/sessions/current", tag = "accounts", request_body = Option<Refresh>, responses(
    (status = 204, description = "The session is over"),
    (status = "default", body = Problem),
))]
pub(super) async fn log_out(
    request: HttpRequest,
    app: web::Data<App>,
    body: OptionalBody<Refresh>,
) -> Result<HttpResponse, ApiError> {
    let tokens = [body.0.refresh_token, cookie::read(&request, &app.config)];
    for token in tokens.into_iter().flatten() {
        app.accounts.log_out(&token).await?;
    }
    Ok(HttpResponse::NoContent().cookie(cookie::without(&app.config)).finish())
}

/// Who the access token speaks for.
#[utoipa::path(get, path = "/api/v1/me", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, body = Me),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = "default", body = Problem),
))]
pub(super) async fn me(app: web::Data<App>, who: Player) -> Result<web::Json<Me>, ApiError> {
    let second_factor_needed = app.accounts.second_factor_needed(&who.0).await?;
    let powers = powers(app.accounts.holds(&who.0).await?);
    Ok(web::Json(Me { id: who.0.account.0, name: who.0.name, second_factor_needed, powers }))
}

/// Remembers where the owner of a name is.
pub(super) fn recognize(app: &App, request: &HttpRequest, grant: &Grant) {
    app.doors.recognized(&folded(&grant.identity.name), peer::address(request, &app.config));
}

/// A name as it is compared; as it is when it cannot be one.
pub(super) fn folded(name: &str) -> String {
    Name::new(name).map_or_else(|_| name.to_owned(), |name| name.key().to_owned())
}

/// Answers with a session; its refresh token goes into the body or into the cookie, never both.
pub(super) fn session(
    mut response: HttpResponseBuilder,
    grant: Grant,
    in_body: bool,
    config: &Config,
) -> HttpResponse {
    let refresh_token = if in_body {
        Some(grant.refresh_token)
    } else {
        response.cookie(cookie::with(grant.refresh_token, grant.refresh_expires_in_s, config));
        None
    };
    response.json(Session {
        account: wire::player(&grant.identity),
        access_token: grant.access_token,
        expires_in_s: grant.expires_in_s,
        refresh_token,
    })
}
