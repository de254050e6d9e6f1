//! Headers of every answer, API or page: what a browser may do with it.
//!
//! Deliberately absent: leave for pages of other origins (CORS).

use actix_web::http::header;
use actix_web::middleware::DefaultHeaders;

use crate::config::Config;

/// Only what this server itself serves; no inline script or style; nobody may frame it.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";
/// A year; only where TLS is known to be in front.
const STRICT_TRANSPORT: &str = "max-age=31536000";

/// The headers for these settings.
pub(super) fn security(config: &Config) -> DefaultHeaders {
    let headers = DefaultHeaders::new()
        .add((header::CONTENT_SECURITY_POLICY, POLICY))
        .add((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .add((header::REFERRER_POLICY, "no-referrer"))
        .add((header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"))
        .add((header::CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"));
    if config.tls_in_front {
        headers.add((header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT))
    } else {
        headers
    }
}
