//! `/sanctions` and `/me/sanctions`: imposing, reading, appealing, deciding.

use actix_web::http::Method;
use actix_web::{HttpResponse, web};
use protocol::http::{Decision, NewSanction, Problem, Reason, Sanction, SanctionList};
use uuid::Uuid;

use super::{Eyes, asked, name_key, sanction, text};
use crate::app::App;
use crate::doors::Kind;
use crate::http::body::Body;
use crate::http::endpoint::{Access, Endpoint};
use crate::http::problem::ApiError;
use crate::http::who::{Player, Staff};
use crate::ids::GameId;
use crate::moderation;
use crate::offices::Power;
use crate::store;

/// The largest body: 4,000 characters, each of which may be escaped.
const BYTES: usize = 64 * 1024;

pub(in crate::http) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/v1/me/sanctions",
        access: Access::Sanctioned,
        kind: Kind::Read,
        to: |route| route.to(mine),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/me/sanctions/{id}/seen",
        access: Access::Sanctioned,
        kind: Kind::Act,
        to: |route| route.to(seen),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/me/sanctions/{id}/appeal",
        access: Access::Sanctioned,
        kind: Kind::Make,
        to: |route| route.to(appeal),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/sanctions",
        access: Access::AnyOffice,
        kind: Kind::Act,
        to: |route| route.to(impose),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/sanctions/{id}/lift",
        access: Access::AnyOffice,
        kind: Kind::Act,
        to: |route| route.to(lift),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/appeals",
        access: Access::Staff(Power::Moderate),
        kind: Kind::Read,
        to: |route| route.to(appeals),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/sanctions/{id}/decision",
        access: Access::AnyOffice,
        kind: Kind::Act,
        to: |route| route.to(decide),
    },
];

fn list(app: &App, kept: &[store::Sanction], eyes: Eyes) -> web::Json<SanctionList> {
    let now_ms = app.time.wall_ms();
    web::Json(SanctionList { items: kept.iter().map(|kept| sanction(kept, now_ms, eyes)).collect() })
}

fn one(app: &App, kept: &store::Sanction, eyes: Eyes) -> Sanction {
    sanction(kept, app.time.wall_ms(), eyes)
}

/// The sanctions on you, with why and until when; also for those who are banned.
#[utoipa::path(get, path = "/api/v1/me/sanctions", tag = "order", security(("bearer" = [])), responses(
    (status = 200, body = SanctionList),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn mine(
    app: web::Data<App>,
    who: Player,
) -> Result<web::Json<SanctionList>, ApiError> {
    let kept = app.moderation.sanctions_on(who.0.account).await?;
    Ok(list(&app, &kept, Eyes::Theirs))
}

/// Says that you have read one.
#[utoipa::path(post, path = "/api/v1/me/sanctions/{id}/seen", tag = "order", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 204, description = "It is noted"),
    (status = 404, body = Problem, description = "`not_found`: none on you has this id"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn seen(
    app: web::Data<App>,
    who: Player,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, ApiError> {
    app.moderation.saw(&who.0, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Appeals against one, once; somebody else than who imposed it decides, and that is final.
#[utoipa::path(post, path = "/api/v1/me/sanctions/{id}/appeal", tag = "order", params(("id" = Uuid, Path)),
    request_body = Reason, security(("bearer" = [])), responses(
    (status = 200, body = Sanction),
    (status = 404, body = Problem, description = "`not_found`: none on you has this id"),
    (status = 409, body = Problem, description = "`already_decided`: you have appealed already, or it was lifted"),
    (status = 422, body = Problem, description = "`bad_text`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn appeal(
    app: web::Data<App>,
    who: Player,
    id: web::Path<Uuid>,
    Body(reason): Body<Reason, BYTES>,
) -> Result<web::Json<Sanction>, ApiError> {
    let kept = app.moderation.appeal(&who.0, *id, text(&reason.text)?).await?;
    Ok(web::Json(one(&app, &kept, Eyes::Theirs)))
}

/// Imposes a sanction. Notices, mutes and suspensions want a moderator, bans an administrator, a frozen rank a rank officer, an
/// annulment a chief referee; nobody does it to an equal, to an opponent or in a game of their own.
#[utoipa::path(post, path = "/api/v1/sanctions", tag = "order", request_body = NewSanction,
    security(("bearer" = [])), responses(
    (status = 201, body = Sanction),
    (status = 400, body = Problem, description = "`bad_request`: `detail` says what makes no sense"),
    (status = 403, body = Problem, description = "`not_allowed`, `not_by_you`"),
    (status = 404, body = Problem, description = "`not_found`: no such account or game"),
    (status = 422, body = Problem, description = "`bad_text`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn impose(
    app: web::Data<App>,
    by: Staff,
    Body(new): Body<NewSanction, BYTES>,
) -> Result<HttpResponse, ApiError> {
    let asked = moderation::NewSanction {
        id: new.id,
        kind: asked(new.kind),
        for_ms: new.for_ms,
        game: new.game.map(GameId),
        report: new.report,
        reason: text(&new.reason)?,
        forfeits: new.forfeits,
    };
    let kept = app.moderation.impose(&by.0, &name_key(&new.name)?, asked).await?;
    Ok(HttpResponse::Created().json(one(&app, &kept, Eyes::Officers)))
}

/// Lifts a sanction before its end.
#[utoipa::path(post, path = "/api/v1/sanctions/{id}/lift", tag = "order", params(("id" = Uuid, Path)),
    request_body = Reason, security(("bearer" = [])), responses(
    (status = 200, body = Sanction),
    (status = 403, body = Problem, description = "`not_allowed`, `not_by_you`"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = 409, body = Problem, description = "`already_decided`: it was lifted before"),
    (status = 422, body = Problem, description = "`bad_text`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn lift(
    app: web::Data<App>,
    by: Staff,
    id: web::Path<Uuid>,
    Body(reason): Body<Reason, BYTES>,
) -> Result<web::Json<Sanction>, ApiError> {
    let kept = app.moderation.lift(&by.0, *id, text(&reason.text)?).await?;
    Ok(web::Json(one(&app, &kept, Eyes::Officers)))
}

/// The appeals that wait, the longest first.
#[utoipa::path(get, path = "/api/v1/appeals", tag = "order", security(("bearer" = [])), responses(
    (status = 200, body = SanctionList),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn appeals(app: web::Data<App>) -> Result<web::Json<SanctionList>, ApiError> {
    let kept = app.moderation.appeals().await?;
    Ok(list(&app, &kept, Eyes::Officers))
}

/// Decides an appeal, finally; not by who imposed the sanction.
#[utoipa::path(post, path = "/api/v1/sanctions/{id}/decision", tag = "order", params(("id" = Uuid, Path)),
    request_body = Decision, security(("bearer" = [])), responses(
    (status = 200, body = Sanction),
    (status = 403, body = Problem, description = "`not_allowed`, `not_by_you`"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = 409, body = Problem, description = "`already_decided`: no appeal waits"),
    (status = 422, body = Problem, description = "`bad_text`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn decide(
    app: web::Data<App>,
    by: Staff,
    id: web::Path<Uuid>,
    Body(decision): Body<Decision, BYTES>,
) -> Result<web::Json<Sanction>, ApiError> {
    let kept = app.moderation.decide(&by.0, *id, decision.lift, text(&decision.text)?).await?;
    Ok(web::Json(one(&app, &kept, Eyes::Officers)))
}
