//! Endpoints as data, and the one guard that stands before each.
//!
//! The guard asks in this order: how often does this address ask; does the page that sent this belong here;
//! who is it, and is its token good for this; how often does this account ask. What an endpoint does not declare it does not
//! get: nothing is reachable that is not in [`all`].
//! Deliberately absent: on whom an office may be used; that is decided where it is done.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::{Next, from_fn};
use actix_web::{HttpMessage, ResponseError, Route, web};
use protocol::Code;

use super::problem::ApiError;
use super::{
    accounts, blocks, calls, challenges, credentials, docs, export, games, health, invitations, leaving,
    openapi, order, origin, peer, people, reset, second, sessions, sheet, talk, tokens, who,
};
use crate::account::{Identity, Scope};
use crate::app::App;
use crate::doors::{Kind, Later};
use crate::moderation::Officer;
use crate::offices::{Offices, Power};

/// Who may use an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Everybody; an access token is not looked at.
    Open,
    /// Everybody; whoever brings an access token brings a good one, and may see more. A personal token must be good for reading.
    Guest,
    /// Whoever is logged in, also those who are banned: what they are told of it.
    Sanctioned,
    /// Whoever is logged in; no personal token will do.
    Player,
    /// Whoever is logged in, or brings a personal token that is good for this.
    Token(Scope),
    /// Whoever has any office and holds it here; what is asked for says which it wants.
    AnyOffice,
    /// Whoever has an office that brings this power at this moment, and holds it here.
    Staff(Power),
}

impl Access {
    /// Whether nobody gets by without an access token.
    #[cfg(test)]
    pub(super) const fn wants_token(self) -> bool {
        match self {
            Self::Open | Self::Guest => false,
            Self::Sanctioned | Self::Player | Self::Token(_) | Self::AnyOffice | Self::Staff(_) => true,
        }
    }

    const fn wants_office(self) -> bool {
        matches!(self, Self::AnyOffice | Self::Staff(_))
    }

    /// Whether somebody with these offices gets in where one is wanted.
    fn allows(self, offices: Offices) -> Result<(), ApiError> {
        match self {
            Self::Staff(power) if offices.may(power) => Ok(()),
            Self::Staff(Power::Rule) => Err(ApiError::new(Code::NotAReferee)),
            Self::AnyOffice if offices.is_empty() => Err(ApiError::new(Code::NotAllowed)),
            Self::Staff(_) => Err(ApiError::new(Code::NotAllowed)),
            Self::Open | Self::Guest | Self::Sanctioned | Self::Player | Self::Token(_) | Self::AnyOffice => {
                Ok(())
            }
        }
    }

    /// Whether somebody may, as far as that hangs on how it says who it is.
    fn admits(self, who: &Identity) -> bool {
        let Some(scopes) = who.scopes else { return true };
        match self {
            Self::Open => true,
            Self::Guest => scopes.has(Scope::Read),
            Self::Sanctioned | Self::Player | Self::AnyOffice | Self::Staff(_) => false,
            Self::Token(scope) => scopes.has(scope),
        }
    }
}

/// One method at one path.
pub(super) struct Endpoint {
    /// The method.
    pub(super) method: Method,
    /// The path, with `{names}`.
    pub(super) path: &'static str,
    /// Who may.
    pub(super) access: Access,
    /// How often.
    pub(super) kind: Kind,
    /// Puts the handler on.
    pub(super) to: fn(Route) -> Route,
}

/// Every endpoint of the API.
pub(super) fn all() -> impl Iterator<Item = &'static Endpoint> {
    [
        accounts::ENDPOINTS,
        sessions::ENDPOINTS,
        credentials::ENDPOINTS,
        second::ENDPOINTS,
        reset::ENDPOINTS,
        tokens::ENDPOINTS,
        people::ENDPOINTS,
        blocks::ENDPOINTS,
        export::ENDPOINTS,
        leaving::ENDPOINTS,
        invitations::ENDPOINTS,
        challenges::ENDPOINTS,
        games::ENDPOINTS,
        calls::ENDPOINTS,
        sheet::ENDPOINTS,
        talk::ENDPOINTS,
        order::sanctions::ENDPOINTS,
        order::reports::ENDPOINTS,
        order::audit::ENDPOINTS,
        order::staff::ENDPOINTS,
        order::rooms::ENDPOINTS,
        health::ENDPOINTS,
        openapi::ENDPOINTS,
        docs::ENDPOINTS,
    ]
    .into_iter()
    .flatten()
}

/// Registers every endpoint, and what answers other methods at their paths.
pub(super) fn register(config: &mut web::ServiceConfig) {
    let mut paths: Vec<&str> = Vec::new();
    for endpoint in all() {
        if !paths.contains(&endpoint.path) {
            paths.push(endpoint.path);
        }
    }
    for path in paths {
        let mut resource = web::resource(path);
        let mut methods = Vec::new();
        for endpoint in all().filter(|endpoint| endpoint.path == path) {
            methods.push(endpoint.method.as_str());
            let route = (endpoint.to)(web::method(endpoint.method.clone()));
            resource =
                resource.route(route.wrap(from_fn(move |request, next| guard(endpoint, request, next))));
        }
        let allowed = methods.join(", ");
        config.service(resource.default_service(web::to(move || {
            let problem = ApiError::new(Code::BadRequest)
                .status(StatusCode::METHOD_NOT_ALLOWED)
                .because(format_args!("only {allowed} can be used here"));
            let mut response = problem.error_response();
            if let Ok(allowed) = allowed.parse() {
                response.headers_mut().insert(header::ALLOW, allowed);
            }
            std::future::ready(response)
        })));
    }
}

/// Lets a request through to its handler, or answers it.
async fn guard(
    endpoint: &'static Endpoint,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    // An answer and not an error: errors would pass by the headers that every answer gets.
    let mut response = match check(endpoint, &request).await {
        Ok(()) => next.call(request).await?.map_into_left_body(),
        Err(problem) => request.into_response(problem.error_response()).map_into_right_body(),
    };
    let headers = response.headers_mut();
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    }
    Ok(response)
}

async fn check(endpoint: &Endpoint, request: &ServiceRequest) -> Result<(), ApiError> {
    let app = request.app_data::<web::Data<App>>().ok_or_else(|| ApiError::new(Code::Internal))?;
    let address = peer::address(request.request(), &app.config);
    app.doors.address(endpoint.kind, address).map_err(too_often)?;
    if !endpoint.method.is_safe() {
        origin::check(request.request(), &app.config)?;
    }
    let identity = match endpoint.access {
        Access::Open => None,
        Access::Guest => who::read(request.request(), &app.accounts).await?,
        Access::Sanctioned | Access::Player | Access::Token(_) | Access::AnyOffice | Access::Staff(_) => {
            let identity = who::read(request.request(), &app.accounts).await?;
            Some(identity.ok_or_else(|| ApiError::new(Code::NotLoggedIn))?)
        }
    };
    if let Some(identity) = identity {
        if !endpoint.access.admits(&identity) {
            return Err(ApiError::new(Code::TokenScope));
        }
        app.doors.account(endpoint.kind, identity.account).map_err(too_often)?;
        if endpoint.access != Access::Sanctioned && app.moderation.standing(identity.account).banned {
            return Err(ApiError::new(Code::Banned));
        }
        if endpoint.access.wants_office() {
            let offices = app.accounts.holds(&identity).await?;
            endpoint.access.allows(offices)?;
            request.extensions_mut().insert(Officer { who: identity.clone(), offices });
        }
        request.extensions_mut().insert(identity);
    }
    Ok(())
}

/// The answer to somebody who asks too often.
pub(super) fn too_often(later: Later) -> ApiError {
    ApiError::new(Code::RateLimited).retry_after_s(later.0)
}
