//! The cookie that carries a web page's refresh token.
//!
//! Deliberately absent: access tokens; pages keep those in memory.

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite, time::Duration};

use crate::config::Config;

/// The cookie's name. With the prefix browsers take it only with `Secure`, for this host alone.
const fn name(config: &Config) -> &'static str {
    if config.lan { "tianyuan" } else { "__Host-tianyuan" }
}

/// The refresh token that a browser sent.
pub(super) fn read(request: &HttpRequest, config: &Config) -> Option<String> {
    request.cookie(name(config)).map(|cookie| cookie.value().to_owned())
}

/// The cookie of a refresh token that lasts so many seconds.
pub(super) fn with(token: String, lasts_s: i64, config: &Config) -> Cookie<'static> {
    Cookie::build(name(config), token)
        .path("/")
        .http_only(true)
        .secure(!config.lan)
        .same_site(SameSite::Strict)
        .max_age(Duration::seconds(lasts_s))
        .finish()
}

/// The cookie that takes the place of a refresh token.
pub(super) fn without(config: &Config) -> Cookie<'static> {
    with(String::new(), 0, config)
}
