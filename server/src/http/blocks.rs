//! `/me/blocks`: whom one does not want to meet.
//!
//! Who has blocked one is told to nobody, and no answer depends on it in another way than on a challenge that is gone.
//! Deliberately absent: chat, which is the same bytes for all who hear it: a client leaves the lines of the blocked out by this list.

use actix_web::http::Method;
use actix_web::{HttpResponse, web};
use protocol::http::{Block, BlockList, Problem};
use protocol::{PlayerRef, limits};

use super::endpoint::{Access, Endpoint};
use super::problem::ApiError;
use super::who::Player;
use crate::app::App;
use crate::doors::Kind;
use crate::ids::AccountId;
use crate::people::BLOCKS;

const _: () = assert!(BLOCKS == limits::BLOCKS);

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/v1/me/blocks",
        access: Access::Player,
        kind: Kind::Read,
        to: |route| route.to(list),
    },
    Endpoint {
        method: Method::PUT,
        path: "/api/v1/me/blocks/{name}",
        access: Access::Player,
        kind: Kind::Act,
        to: |route| route.to(block),
    },
    Endpoint {
        method: Method::DELETE,
        path: "/api/v1/me/blocks/{name}",
        access: Access::Player,
        kind: Kind::Act,
        to: |route| route.to(unblock),
    },
];

/// Whom you have blocked, at most 500, the latest first.
#[utoipa::path(get, path = "/api/v1/me/blocks", tag = "people", security(("bearer" = [])), responses(
    (status = 200, body = BlockList),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = "default", body = Problem),
))]
pub(super) async fn list(app: web::Data<App>, who: Player) -> Result<web::Json<BlockList>, ApiError> {
    Ok(web::Json(seen(&app, who.0.account).await?))
}

/// The list as its owner sees it.
pub(super) async fn seen(app: &App, by: AccountId) -> Result<BlockList, ApiError> {
    let blocked = app.people.blocked(by).await?;
    let items = blocked.into_iter().map(|block| Block {
        who: PlayerRef { id: block.other.0, name: block.name },
        since_ms: u64::try_from(block.since_ms).unwrap_or(0),
    });
    Ok(BlockList { items: items.collect() })
}

/// Blocks somebody, who is not told: neither of you sees or accepts a challenge of the other's, and neither can offer the
/// other a rematch. Games that are being played go on.
#[utoipa::path(put, path = "/api/v1/me/blocks/{name}", tag = "people", params(("name" = String, Path)), security(("bearer" = [])), responses(
    (status = 204, description = "They are blocked"),
    (status = 400, body = Problem, description = "`bad_request`: that is yourself"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 404, body = Problem, description = "`not_found`: nobody has this name"),
    (status = 409, body = Problem, description = "`list_full`: 500 are blocked"),
    (status = "default", body = Problem),
))]
pub(super) async fn block(
    app: web::Data<App>,
    who: Player,
    name: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.people.block(who.0.account, &name).await?;
    app.lobby.changed();
    Ok(HttpResponse::NoContent().finish())
}

/// Unblocks somebody; they need not be blocked.
#[utoipa::path(delete, path = "/api/v1/me/blocks/{name}", tag = "people", params(("name" = String, Path)), security(("bearer" = [])), responses(
    (status = 204, description = "They are not blocked"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 404, body = Problem, description = "`not_found`: nobody has this name"),
    (status = "default", body = Problem),
))]
pub(super) async fn unblock(
    app: web::Data<App>,
    who: Player,
    name: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.people.unblock(who.0.account, &name).await?;
    app.lobby.changed();
    Ok(HttpResponse::NoContent().finish())
}
