//! `/challenges`.

use actix_web::http::Method;
use actix_web::{HttpResponse, web};
use protocol::Code;
use protocol::http::{AcceptChallenge, Accepted, Challenge, NewChallenge, Problem};
use uuid::Uuid;

use super::body::{Body, OptionalBody};
use super::endpoint::{Access, Endpoint};
use super::problem::ApiError;
use super::who::{Player, Viewer};
use super::wire;
use crate::account::Scope;
use crate::app::App;
use crate::doors::Kind;
use crate::ids::ChallengeId;
use crate::lobby::LobbyError;
use crate::store::ChallengeState;

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/v1/challenges",
        access: Access::Guest,
        kind: Kind::Read,
        to: |route| route.to(list),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/challenges",
        access: Access::Token(Scope::Play),
        kind: Kind::Make,
        to: |route| route.to(make),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/challenges/{id}",
        access: Access::Guest,
        kind: Kind::Read,
        to: |route| route.to(get),
    },
    Endpoint {
        method: Method::DELETE,
        path: "/api/v1/challenges/{id}",
        access: Access::Token(Scope::Play),
        kind: Kind::Act,
        to: |route| route.to(withdraw),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/challenges/{id}/accept",
        access: Access::Token(Scope::Play),
        kind: Kind::Act,
        to: |route| route.to(accept),
    },
];

/// The newest open public challenges, at most 50; not those of people whom you have blocked, or who have blocked you.
#[utoipa::path(get, path = "/api/v1/challenges", tag = "lobby", responses(
    (status = 200, body = Vec<Challenge>),
    (status = "default", body = Problem),
))]
pub(super) async fn list(app: web::Data<App>, viewer: Viewer) -> Result<web::Json<Vec<Challenge>>, ApiError> {
    let view = app.lobby.view().await?;
    Ok(web::Json(
        view.challenges_for(viewer.account()).map(|challenge| wire::challenge(challenge, None)).collect(),
    ))
}

/// Makes a challenge. Sent again with the same id, it is still one challenge.
#[utoipa::path(post, path = "/api/v1/challenges", tag = "lobby", request_body = NewChallenge, security(("bearer" = [])), responses(
    (status = 201, body = Challenge),
    (status = 400, body = Problem, description = "`bad_request`: such a game cannot be played; `detail` says why"),
    (status = 409, body = Problem, description = "`too_many_challenges`, `id_reused`"),
    (status = "default", body = Problem),
))]
pub(super) async fn make(
    app: web::Data<App>,
    who: Player,
    body: Body<NewChallenge>,
) -> Result<HttpResponse, ApiError> {
    let by = (who.0.account, who.0.name.as_str());
    let wish = wire::wish(&body.0).map_err(LobbyError::from)?;
    app.moderation.may_begin(who.0.account)?;
    let challenge = app.lobby.make(by, &wish).await?;
    Ok(HttpResponse::Created().json(wire::challenge(&challenge, Some(who.0.account))))
}

/// One challenge, private ones too: who has the id was given it.
#[utoipa::path(get, path = "/api/v1/challenges/{id}", tag = "lobby", params(("id" = Uuid, Path)), responses(
    (status = 200, body = Challenge),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = 410, body = Problem, description = "`challenge_gone`: accepted by somebody else, or withdrawn"),
    (status = "default", body = Problem),
))]
pub(super) async fn get(
    app: web::Data<App>,
    viewer: Viewer,
    id: web::Path<Uuid>,
) -> Result<web::Json<Challenge>, ApiError> {
    let challenge = app.lobby.get(ChallengeId(*id), viewer.account()).await?;
    Ok(web::Json(wire::challenge(&challenge, viewer.account())))
}

/// Withdraws one's own challenge.
#[utoipa::path(delete, path = "/api/v1/challenges/{id}", tag = "lobby", params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204, description = "It is not open any more"),
    (status = 404, body = Problem, description = "`not_found`: none of yours has this id"),
    (status = 410, body = Problem, description = "`challenge_gone`: it was accepted"),
    (status = "default", body = Problem),
))]
pub(super) async fn withdraw(
    app: web::Data<App>,
    who: Player,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, ApiError> {
    app.lobby.withdraw(ChallengeId(*id), who.0.account).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Accepts a challenge; the game has then begun. Of many who try at once one succeeds; sent again, that
/// one gets the same answer.
#[utoipa::path(post, path = "/api/v1/challenges/{id}/accept", tag = "lobby", params(("id" = Uuid, Path)),
    request_body = AcceptChallenge, security(("bearer" = [])), responses(
    (status = 200, body = Accepted),
    (status = 400, body = Problem, description = "`bad_request`: 猜先 without a guess"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = 409, body = Problem, description = "`own_challenge`"),
    (status = 410, body = Problem, description = "`challenge_gone`"),
    (status = "default", body = Problem),
))]
pub(super) async fn accept(
    app: web::Data<App>,
    who: Player,
    id: web::Path<Uuid>,
    body: OptionalBody<AcceptChallenge>,
) -> Result<web::Json<Accepted>, ApiError> {
    let by = (who.0.account, who.0.name.as_str());
    app.moderation.may_begin(who.0.account)?;
    let known = app.lobby.get(ChallengeId(*id), Some(who.0.account)).await?;
    // Whoever offered it may begin no game any more: as if it were withdrawn.
    if known.state == ChallengeState::Open && app.moderation.may_begin(known.offer.by).is_err() {
        return Err(ApiError::new(Code::ChallengeGone));
    }
    let game = app.lobby.accept(ChallengeId(*id), by, body.0.guess_odd).await?;
    // Its clocks begin now, whether or not anybody comes. The game is there already: if its room cannot be
    // woken at this moment, it will be soon.
    if let Err(error) = app.rooms.wake(game).await {
        tracing::debug!(room = %game, %error, "a new room could not be woken at once");
    }
    Ok(web::Json(Accepted { game: game.0 }))
}
