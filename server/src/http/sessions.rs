//! `/sessions`: where somebody is logged in, for that somebody alone.
//!
//! Deliberately absent: beginning one and going on with it ([`super::accounts`]).

use actix_web::http::Method;
use actix_web::{HttpResponse, web};
use protocol::http::{OpenSession, OpenSessions, Problem};
use uuid::Uuid;

use super::endpoint::{Access, Endpoint};
use super::problem::ApiError;
use super::who::Player;
use super::wire::unix_ms;
use crate::app::App;
use crate::doors::Kind;
use crate::ids::FamilyId;
use crate::store::Session;

const PATH: &str = "/api/v1/sessions";

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: PATH,
        access: Access::Player,
        kind: Kind::Read,
        to: |route| route.to(list),
    },
    Endpoint {
        method: Method::DELETE,
        path: PATH,
        access: Access::Player,
        kind: Kind::Session,
        to: |route| route.to(end_others),
    },
    Endpoint {
        method: Method::DELETE,
        path: "/api/v1/sessions/{id}",
        access: Access::Player,
        kind: Kind::Session,
        to: |route| route.to(end),
    },
];

/// Where you are logged in, the last used first.
#[utoipa::path(get, path = "/api/v1/sessions", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, body = OpenSessions),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = "default", body = Problem),
))]
pub(super) async fn list(app: web::Data<App>, who: Player) -> Result<web::Json<OpenSessions>, ApiError> {
    let sessions = app.accounts.sessions(who.0.account).await?;
    let sessions = sessions.into_iter().map(|session| shown(session, who.0.session)).collect();
    Ok(web::Json(OpenSessions { sessions }))
}

/// Logs out there: its tokens are good no more, and its sockets are closed at every server within a second.
#[utoipa::path(delete, path = "/api/v1/sessions/{id}", tag = "accounts", security(("bearer" = [])),
    params(("id" = Uuid, Path)), responses(
    (status = 204, description = "The session is over"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 404, body = Problem, description = "`not_found`: you have no such session (any more)"),
    (status = "default", body = Problem),
))]
pub(super) async fn end(
    app: web::Data<App>,
    who: Player,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, ApiError> {
    app.accounts.end_session(who.0.account, FamilyId(*id)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Logs out everywhere but here.
#[utoipa::path(delete, path = "/api/v1/sessions", tag = "accounts", security(("bearer" = [])), responses(
    (status = 204, description = "Every other session is over"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = "default", body = Problem),
))]
pub(super) async fn end_others(app: web::Data<App>, who: Player) -> Result<HttpResponse, ApiError> {
    app.accounts.end_sessions(who.0.account, Some(who.0.session)).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn shown(session: Session, asks: FamilyId) -> OpenSession {
    OpenSession {
        id: session.id.0,
        began_ms: unix_ms(session.created_ms),
        used_ms: unix_ms(session.seen_ms),
        network: session.device.network,
        agent: session.device.agent,
        current: session.id == asks,
        second_factor: session.proof.second_ms.is_some(),
    }
}
