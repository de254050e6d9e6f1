//! `/people`, `/officers`, `/people/{name}/offices`, `/people/{name}/reset-link` and `/operation`: who may do what, who gets in again, and
//! whether games begin.

use actix_web::http::Method;
use actix_web::{HttpResponse, web};
use protocol::Code;
use protocol::http::{
    FoundPeople, FoundPerson, NewOffices, Office, OfficeHolder, OfficeHolders, Operation, Problem, Reason,
    ResetLink,
};

use serde::Deserialize;
use utoipa::IntoParams;

use super::{name_key, text};
use crate::app::App;
use crate::doors::Kind;
use crate::http::body::Body;
use crate::http::endpoint::{Access, Endpoint};
use crate::http::problem::{ApiError, not_found};
use crate::http::who::Staff;
use crate::offices::{Offices, Power, Role};
use crate::talk;

/// People who are found at once.
const FOUND: u64 = 20;
/// The largest body with a reason: 4,000 characters, each of which may be escaped.
const TEXT_BYTES: usize = 64 * 1024;

pub(in crate::http) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/v1/officers",
        access: Access::Staff(Power::Appoint),
        kind: Kind::Read,
        to: |route| route.to(list),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/people",
        access: Access::Staff(Power::Moderate),
        kind: Kind::Read,
        to: |route| route.to(find),
    },
    Endpoint {
        method: Method::PUT,
        path: "/api/v1/people/{name}/offices",
        access: Access::Staff(Power::Appoint),
        kind: Kind::Act,
        to: |route| route.to(appoint),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/people/{name}/reset-link",
        access: Access::Staff(Power::Appoint),
        kind: Kind::Act,
        to: |route| route.to(reset_link),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/operation",
        access: Access::Open,
        kind: Kind::Read,
        to: |route| route.to(operation),
    },
    Endpoint {
        method: Method::PUT,
        path: "/api/v1/operation",
        access: Access::Staff(Power::Operate),
        kind: Kind::Act,
        to: |route| route.to(operate),
    },
];

/// Everybody with an office.
#[utoipa::path(get, path = "/api/v1/officers", tag = "order", security(("bearer" = [])), responses(
    (status = 200, body = OfficeHolders),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn list(app: web::Data<App>) -> Result<web::Json<OfficeHolders>, ApiError> {
    let held = app.accounts.office_holders().await?;
    let items = held
        .into_iter()
        .map(|(name, offices)| OfficeHolder { name, offices: offices.iter().map(office).collect() });
    Ok(web::Json(OfficeHolders { items: items.collect() }))
}

/// Whom to look for.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct Asked {
    /// How the name begins, in capitals or not.
    name: String,
}

/// People whose names begin so, for moderators; nobody else is given names.
#[utoipa::path(get, path = "/api/v1/people", tag = "order", params(Asked), security(("bearer" = [])), responses(
    (status = 200, body = FoundPeople),
    (status = 400, body = Problem, description = "`bad_request`"),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn find(
    app: web::Data<App>,
    asked: web::Query<Asked>,
) -> Result<web::Json<FoundPeople>, ApiError> {
    let found = app.accounts.beginning(&asked.name, FOUND).await?;
    let items = found.into_iter().map(|account| FoundPerson {
        name: account.name,
        created_ms: account.created_ms,
        offices: account.offices.iter().map(office).collect(),
    });
    Ok(web::Json(FoundPeople { items: items.collect() }))
}

/// Gives somebody these offices and no others; their sockets come back as who they are then. Not to oneself.
#[utoipa::path(put, path = "/api/v1/people/{name}/offices", tag = "order", params(("name" = String, Path)),
    request_body = NewOffices, security(("bearer" = [])), responses(
    (status = 204, description = "It is so from now on"),
    (status = 403, body = Problem, description = "`not_allowed`, `not_by_you`"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = 422, body = Problem, description = "`bad_text`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn appoint(
    app: web::Data<App>,
    by: Staff,
    name: web::Path<String>,
    body: Body<NewOffices>,
) -> Result<HttpResponse, ApiError> {
    let roles: Vec<Role> = body.0.offices.iter().map(|office| role(*office)).collect();
    let reason = text(&body.0.reason)?;
    app.moderation.appoint(&by.0, &name_key(&name)?, Offices::of(&roles), &reason).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Makes a link by which somebody sets another password, to be handed over; it stands in this answer and nowhere else. For nobody
/// with an office that is not below yours: `tianyuan admin reset-link` is for those.
#[utoipa::path(post, path = "/api/v1/people/{name}/reset-link", tag = "order", params(("name" = String, Path)),
    request_body = Reason, security(("bearer" = [])), responses(
    (status = 201, body = ResetLink),
    (status = 403, body = Problem, description = "`not_allowed`, `not_by_you`, `prove_again`"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = 422, body = Problem, description = "`bad_text`"),
    (status = 503, body = Problem, description = "`busy`: enough links of theirs are good already"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn reset_link(
    app: web::Data<App>,
    by: Staff,
    name: web::Path<String>,
    Body(reason): Body<Reason, TEXT_BYTES>,
) -> Result<HttpResponse, ApiError> {
    let (key, reason) = (name_key(&name)?, text(&reason.text)?);
    app.accounts.fresh(&by.0.who).await?;
    app.moderation.note_reset_link(&by.0, &key, &reason).await?;
    let (name, token) = app.accounts.reset_by_hand(&name).await?.ok_or_else(not_found)?;
    Ok(HttpResponse::Created().json(ResetLink { name, path: format!("/reset#{token}") }))
}

/// Whether the server is being looked after, so that no game begins.
#[utoipa::path(get, path = "/api/v1/operation", tag = "operation", responses((status = 200, body = Operation)))]
pub(in crate::http) async fn operation(app: web::Data<App>) -> web::Json<Operation> {
    let maintenance = app.moderation.maintenance();
    let text = maintenance.as_ref().map(|maintenance| maintenance.text.clone());
    web::Json(Operation { maintenance: maintenance.is_some(), text: text.unwrap_or_default() })
}

/// Begins or ends the maintenance, at all servers: games that run go on, none begins, everybody is told.
#[utoipa::path(put, path = "/api/v1/operation", tag = "operation", request_body = Operation,
    security(("bearer" = [])), responses(
    (status = 200, body = Operation),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = 422, body = Problem, description = "`bad_text`: longer than 300 characters, or not plain text"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn operate(
    app: web::Data<App>,
    by: Staff,
    body: Body<Operation>,
) -> Result<web::Json<Operation>, ApiError> {
    let text = match body.0.text.trim() {
        "" => String::new(),
        text => talk::line(text).ok_or_else(|| ApiError::new(Code::BadText))?,
    };
    app.moderation.maintain(&by.0, body.0.maintenance.then_some(text)).await?;
    Ok(operation(app).await)
}

/// What offices let somebody do, as the wire shows it.
pub(in crate::http) fn powers(offices: Offices) -> Vec<protocol::http::Power> {
    Power::ALL.into_iter().filter(|power| offices.may(*power)).map(power).collect()
}

const fn power(power: Power) -> protocol::http::Power {
    match power {
        Power::Rule => protocol::http::Power::Rule,
        Power::RuleAsChief => protocol::http::Power::RuleAsChief,
        Power::Organise => protocol::http::Power::Organise,
        Power::KeepRanks => protocol::http::Power::KeepRanks,
        Power::Moderate => protocol::http::Power::Moderate,
        Power::Ban => protocol::http::Power::Ban,
        Power::KeepRooms => protocol::http::Power::KeepRooms,
        Power::Appoint => protocol::http::Power::Appoint,
        Power::Audit => protocol::http::Power::Audit,
        Power::Operate => protocol::http::Power::Operate,
    }
}

/// An office as the wire shows it.
pub(super) const fn office(role: Role) -> Office {
    match role {
        Role::Referee => Office::Referee,
        Role::ChiefReferee => Office::ChiefReferee,
        Role::Organiser => Office::Organiser,
        Role::RankOfficer => Office::RankOfficer,
        Role::Moderator => Office::Moderator,
        Role::Administrator => Office::Administrator,
    }
}

const fn role(office: Office) -> Role {
    match office {
        Office::Referee => Role::Referee,
        Office::ChiefReferee => Role::ChiefReferee,
        Office::Organiser => Role::Organiser,
        Office::RankOfficer => Role::RankOfficer,
        Office::Moderator => Role::Moderator,
        Office::Administrator => Role::Administrator,
    }
}
