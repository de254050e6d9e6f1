//! `/tokens`: personal tokens, for bots and tools.
//!
//! Deliberately absent: any use of them here; a token makes, lists and revokes none.

use actix_web::http::Method;
use actix_web::{HttpResponse, web};
use protocol::Code;
use protocol::http::{NewToken, PersonalToken, PersonalTokens, Problem, TokenMade, TokenScope};
use uuid::Uuid;

use super::body::Body;
use super::credentials::note;
use super::endpoint::{Access, Endpoint};
use super::problem::{ApiError, bad_request};
use super::who::Player;
use super::wire::unix_ms;
use crate::account::{Scope, Scopes};
use crate::app::App;
use crate::doors::Kind;
use crate::ids::FamilyId;
use crate::{store, talk};

/// Characters of the name of a token.
const NAME_CHARS: usize = 50;
const PATH: &str = "/api/v1/tokens";

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: PATH,
        access: Access::Player,
        kind: Kind::Read,
        to: |route| route.to(list),
    },
    Endpoint {
        method: Method::POST,
        path: PATH,
        access: Access::Player,
        kind: Kind::Make,
        to: |route| route.to(make),
    },
    Endpoint {
        method: Method::DELETE,
        path: "/api/v1/tokens/{id}",
        access: Access::Player,
        kind: Kind::Session,
        to: |route| route.to(revoke),
    },
];

/// Your personal tokens, the newest first.
#[utoipa::path(get, path = "/api/v1/tokens", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, body = PersonalTokens),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = "default", body = Problem),
))]
pub(super) async fn list(app: web::Data<App>, who: Player) -> Result<web::Json<PersonalTokens>, ApiError> {
    let tokens = app.accounts.personal_tokens(who.0.account).await?;
    Ok(web::Json(PersonalTokens { tokens: tokens.into_iter().map(shown).collect() }))
}

/// Makes a personal token, for a bot or a tool. It goes where an access token goes, and its text is told now and never again.
#[utoipa::path(post, path = "/api/v1/tokens", tag = "accounts", security(("bearer" = [])), request_body = NewToken, responses(
    (status = 201, body = TokenMade),
    (status = 400, body = Problem, description = "`bad_request`: no scope, or an end that is not within a year from now"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`prove_again`"),
    (status = 409, body = Problem, description = "`too_many_tokens`: 20 are allowed"),
    (status = 422, body = Problem, description = "`bad_text`: the name is empty, longer than 50 characters, or not plain text"),
    (status = "default", body = Problem),
))]
pub(super) async fn make(
    app: web::Data<App>,
    who: Player,
    Body(new): Body<NewToken>,
) -> Result<HttpResponse, ApiError> {
    let name = talk::line(&new.name).filter(|name| name.chars().count() <= NAME_CHARS);
    let name = name.ok_or_else(|| ApiError::new(Code::BadText))?;
    let scopes = new.scopes.iter().fold(Scopes::default(), |scopes, scope| scopes.with(scope_of(*scope)));
    if scopes == Scopes::default() {
        return Err(bad_request("a token without a scope is good for nothing: name one"));
    }
    let ends_ms = i64::try_from(new.ends_ms).unwrap_or(i64::MAX);
    let (token, about) = app.accounts.make_personal(&who.0, name, scopes, ends_ms).await?;
    note(&app, &who.0, "account.token_made").await?;
    Ok(HttpResponse::Created().json(TokenMade { token, about: shown(about) }))
}

/// Takes a personal token away: it is good no more, and its sockets are closed at every server within a second.
#[utoipa::path(delete, path = "/api/v1/tokens/{id}", tag = "accounts", security(("bearer" = [])),
    params(("id" = Uuid, Path)), responses(
    (status = 204, description = "It is good no more"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 404, body = Problem, description = "`not_found`: you have no such token (any more)"),
    (status = "default", body = Problem),
))]
pub(super) async fn revoke(
    app: web::Data<App>,
    who: Player,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, ApiError> {
    app.accounts.revoke_personal(who.0.account, FamilyId(*id)).await?;
    note(&app, &who.0, "account.token_revoked").await?;
    Ok(HttpResponse::NoContent().finish())
}

fn shown(token: store::PersonalToken) -> PersonalToken {
    let scopes = Scopes::from_bits(token.scopes);
    PersonalToken {
        id: token.id.0,
        name: token.name,
        scopes: Scopes::EACH.into_iter().filter(|scope| scopes.has(*scope)).map(shown_scope).collect(),
        made_ms: unix_ms(token.created_ms),
        ends_ms: unix_ms(token.ends_ms),
        used_ms: token.used_ms.map(unix_ms),
    }
}

const fn scope_of(scope: TokenScope) -> Scope {
    match scope {
        TokenScope::Read => Scope::Read,
        TokenScope::Play => Scope::Play,
        TokenScope::Chat => Scope::Chat,
    }
}

const fn shown_scope(scope: Scope) -> TokenScope {
    match scope {
        Scope::Read => TokenScope::Read,
        Scope::Play => TokenScope::Play,
        Scope::Chat => TokenScope::Chat,
    }
}
