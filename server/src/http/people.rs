//! `/people/{name}`, `/me/profile`.
//!
//! Deliberately absent: a list of people. Who knows a name may look; names are given out to moderators alone (`order::staff`).

use actix_web::http::header::{ETAG, EntityTag, Header, IF_MATCH, IfMatch};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, web};
use protocol::http::{Country, Locale, Office, Person, Problem, Profile, ProfileChanges};

use super::body::Body;
use super::endpoint::{Access, Endpoint};
use super::problem::{ApiError, bad_request, not_found};
use super::who::Player;
use crate::app::App;
use crate::doors::Kind;
use crate::offices::{Offices, Role};
use crate::people::Changes;
use crate::store;

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/v1/people/{name}",
        access: Access::Guest,
        kind: Kind::Read,
        to: |route| route.to(person),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/me/profile",
        access: Access::Player,
        kind: Kind::Read,
        to: |route| route.to(profile),
    },
    Endpoint {
        method: Method::PATCH,
        path: "/api/v1/me/profile",
        access: Access::Player,
        kind: Kind::Act,
        to: |route| route.to(change_profile),
    },
];

/// Somebody, by the name of the account, however it is written.
#[utoipa::path(get, path = "/api/v1/people/{name}", tag = "people", params(("name" = String, Path)), responses(
    (status = 200, body = Person),
    (status = 404, body = Problem, description = "`not_found`: nobody has this name"),
    (status = "default", body = Problem),
))]
pub(super) async fn person(
    app: web::Data<App>,
    name: web::Path<String>,
) -> Result<web::Json<Person>, ApiError> {
    Ok(web::Json(seen(&app, &name).await?))
}

/// Somebody, as everybody sees them.
pub(super) async fn seen(app: &App, name: &str) -> Result<Person, ApiError> {
    let account = app.people.named(name).await?.ok_or_else(not_found)?;
    let (profile, _) = app.people.profile(account.id).await?;
    Ok(Person {
        id: account.id.0,
        name: account.name,
        shown: profile.shown,
        country: profile.country.as_deref().and_then(Country::of),
        since_ms: u64::try_from(account.created_ms).unwrap_or(0),
        office: office(account.offices),
    })
}

/// What everybody may know of somebody's offices: who judges games. Who administers a server or keeps order on it is not shown.
fn office(offices: Offices) -> Option<Office> {
    let has = |role| offices.iter().any(|office| office == role);
    if has(Role::ChiefReferee) {
        Some(Office::ChiefReferee)
    } else {
        has(Role::Referee).then_some(Office::Referee)
    }
}

/// What you say of yourself.
#[utoipa::path(get, path = "/api/v1/me/profile", tag = "people", security(("bearer" = [])), responses(
    (status = 200, body = Profile, headers(("ETag" = String, description = "The revision, for `If-Match`"))),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = "default", body = Problem),
))]
pub(super) async fn profile(app: web::Data<App>, who: Player) -> Result<HttpResponse, ApiError> {
    let (profile, revision) = app.people.profile(who.0.account).await?;
    Ok(shown(profile, revision))
}

/// Changes what you say of yourself: what is absent stays, `null` takes it away.
#[utoipa::path(patch, path = "/api/v1/me/profile", tag = "people", request_body = ProfileChanges, security(("bearer" = [])),
    params(("If-Match" = String, Header, description = "The `ETag` of the profile that is changed, or `*` for whatever it is")),
    responses(
    (status = 200, body = Profile, headers(("ETag" = String, description = "The new revision"))),
    (status = 400, body = Problem, description = "`bad_request`: no such country, language or time zone"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 409, body = Problem, description = "`name_taken`: the name to be shown looks like another account's name"),
    (status = 412, body = Problem, description = "`changed_meanwhile`: get it again"),
    (status = 422, body = Problem, description = "`bad_name`: that cannot be shown as a name"),
    (status = 428, body = Problem, description = "`bad_request`: `If-Match` is missing"),
    (status = "default", body = Problem),
))]
pub(super) async fn change_profile(
    request: HttpRequest,
    app: web::Data<App>,
    who: Player,
    Body(changes): Body<ProfileChanges>,
) -> Result<HttpResponse, ApiError> {
    let at = revision(&request)?;
    let changes = Changes {
        shown: changes.shown,
        country: changes.country.map(|country| country.map(|country| country.code().to_owned())),
        locale: changes.locale.map(|locale| locale.map(kept_locale)),
        time_zone: changes.time_zone,
    };
    let (profile, revision) = app.people.change_profile(who.0.account, at, changes).await?;
    Ok(shown(profile, revision))
}

/// Which revision a change was made from; none: any.
fn revision(request: &HttpRequest) -> Result<Option<u64>, ApiError> {
    let missing = || {
        bad_request("say in If-Match which ETag you have read, so that nothing of another device is lost")
            .status(StatusCode::PRECONDITION_REQUIRED)
    };
    if !request.headers().contains_key(IF_MATCH) {
        return Err(missing());
    }
    match IfMatch::parse(request) {
        Ok(IfMatch::Any) => Ok(None),
        Ok(IfMatch::Items(tags)) if !tags.is_empty() => {
            // A tag that is none of ours is that of no revision.
            let revision = tags.iter().filter(|tag| !tag.weak).find_map(|tag| tag.tag().parse().ok());
            Ok(Some(revision.unwrap_or(u64::MAX)))
        }
        Ok(IfMatch::Items(_)) | Err(_) => {
            Err(bad_request("If-Match cannot be read: send the ETag as it came"))
        }
    }
}

fn shown(profile: store::Profile, revision: u64) -> HttpResponse {
    let tag = EntityTag::new_strong(revision.to_string());
    HttpResponse::Ok().insert_header((ETAG, tag)).json(body(profile, revision))
}

/// A profile as its owner sees it.
pub(super) fn body(profile: store::Profile, revision: u64) -> Profile {
    Profile {
        shown: profile.shown,
        country: profile.country.as_deref().and_then(Country::of),
        locale: profile.locale.map(|locale| match locale {
            store::Locale::Zh => Locale::Zh,
            store::Locale::En => Locale::En,
        }),
        time_zone: profile.time_zone,
        revision,
    }
}

const fn kept_locale(locale: Locale) -> store::Locale {
    match locale {
        Locale::Zh => store::Locale::Zh,
        Locale::En => store::Locale::En,
    }
}
