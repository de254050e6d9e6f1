//! `/healthz` and `/readyz`, for whoever keeps the server running.

use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use actix_web::{HttpResponse, web};

use super::endpoint::{Access, Endpoint};
use crate::app::App;
use crate::doors::Kind;

/// A database that takes longer is not there.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/healthz",
        access: Access::Open,
        kind: Kind::Read,
        to: |route| route.to(alive),
    },
    Endpoint {
        method: Method::GET,
        path: "/readyz",
        access: Access::Open,
        kind: Kind::Read,
        to: |route| route.to(ready),
    },
];

/// The process is alive.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = String)))]
pub(super) async fn alive() -> HttpResponse {
    text(StatusCode::OK, "alive\n")
}

/// The database answers: requests can be served.
#[utoipa::path(get, path = "/readyz", tag = "operation", responses(
    (status = 200, body = String),
    (status = 503, body = String, description = "The database does not answer"),
))]
pub(super) async fn ready(app: web::Data<App>) -> HttpResponse {
    match tokio::time::timeout(PATIENCE, app.store.ping()).await {
        Ok(Ok(())) => return text(StatusCode::OK, "ready\n"),
        Ok(Err(error)) => tracing::warn!(%error, "not ready"),
        Err(_) => tracing::warn!("not ready: no answer within {PATIENCE:?}"),
    }
    text(StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
}

fn text(status: StatusCode, text: &'static str) -> HttpResponse {
    HttpResponse::build(status).content_type("text/plain; charset=utf-8").body(text)
}
