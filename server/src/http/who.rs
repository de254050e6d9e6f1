//! Who sent a request.
//!
//! Deliberately absent: cookies. They only carry refresh tokens; nothing is done in somebody's name because
//! of a cookie.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use protocol::Code;

use super::problem::ApiError;
use crate::account::{AccountService, Identity};
use crate::ids::AccountId;
use crate::moderation::Officer;

/// Somebody who is logged in, for endpoints that are only for those.
pub(super) struct Player(pub(super) Identity);

/// Somebody who may be logged in.
pub(super) struct Viewer(pub(super) Option<Identity>);

impl Viewer {
    /// Whose account it is, if anybody's.
    pub(super) fn account(&self) -> Option<AccountId> {
        self.0.as_ref().map(|identity| identity.account)
    }
}

impl FromRequest for Player {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let identity = request.extensions().get::<Identity>().cloned();
        ready(identity.map(Self).ok_or_else(|| ApiError::new(Code::NotLoggedIn)))
    }
}

impl FromRequest for Viewer {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.extensions().get::<Identity>().cloned())))
    }
}

/// Somebody with an office, for endpoints that are only for those.
pub(super) struct Staff(pub(super) Officer);

impl FromRequest for Staff {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let officer = request.extensions().get::<Officer>().cloned();
        ready(officer.map(Self).ok_or_else(|| ApiError::new(Code::NotAllowed)))
    }
}

/// Reads the access token of a request; `None` when there is none.
pub(super) async fn read(
    request: &HttpRequest,
    accounts: &AccountService,
) -> Result<Option<Identity>, ApiError> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else { return Ok(None) };
    let bad = || ApiError::new(Code::BadToken);
    let (scheme, token) = value.to_str().ok().and_then(|value| value.split_once(' ')).ok_or_else(bad)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(bad().because("the scheme must be Bearer"));
    }
    accounts.authenticate(token.trim()).await?.map(Some).ok_or_else(bad)
}
