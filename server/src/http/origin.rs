//! Whether the page that sent a request is one of this server's.
//!
//! Browsers name the page's origin; it must be the host that the request is for, or one from the settings.
//! Whoever names none is no browser: a command line, a mobile client.
//! Deliberately absent: answers for pages of other origins (CORS); they are not given leave to read.

use actix_web::HttpRequest;
use actix_web::http::header;
use protocol::Code;
use url::Url;

use super::cookie;
use super::problem::ApiError;
use crate::config::Config;

/// Whether a request comes from a page of this server, or from no page at all.
#[must_use]
pub fn is_allowed(request: &HttpRequest, config: &Config) -> bool {
    let mut origins = request.headers().get_all(header::ORIGIN);
    match (origins.next(), origins.next()) {
        (None, _) => true,
        (Some(origin), None) => origin.to_str().is_ok_and(|origin| is_ours(origin, request, config)),
        (Some(_), Some(_)) => false,
    }
}

/// Refuses what another page could make a browser send: requests with our cookie or without an access
/// token, from elsewhere.
pub(super) fn check(request: &HttpRequest, config: &Config) -> Result<(), ApiError> {
    let with_cookie = cookie::read(request, config).is_some();
    let with_token = request.headers().contains_key(header::AUTHORIZATION);
    if with_token && !with_cookie {
        // Only code that holds the token can send it.
        return Ok(());
    }
    // Every browser names the origin when it sends a cookie with a changing method.
    let named = request.headers().contains_key(header::ORIGIN);
    if is_allowed(request, config) && (named || !with_cookie) {
        return Ok(());
    }
    Err(ApiError::new(Code::BadOrigin))
}

fn is_ours(origin: &str, request: &HttpRequest, config: &Config) -> bool {
    if config.origins.iter().any(|allowed| allowed == origin) {
        return true;
    }
    let Ok(origin) = Url::parse(origin) else { return false };
    let scheme = match origin.scheme() {
        "https" => "https",
        "http" if !config.tls_in_front => "http",
        _ => return false,
    };
    let Some(host) = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()) else {
        return false;
    };
    // Read with the same scheme, so that a port left out means the same on both sides.
    let Ok(ours) = Url::parse(&format!("{scheme}://{host}")) else { return false };
    ours.has_host() && ours.origin() == origin.origin()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn request(host: &str, headers: &[(&'static str, &str)]) -> HttpRequest {
        let request = TestRequest::default().insert_header((header::HOST, host));
        headers.iter().fold(request, |request, header| request.append_header(*header)).to_http_request()
    }

    fn config() -> Config {
        let mut config = Config::for_tests(std::path::Path::new("nowhere"));
        config.origins = vec!["https://go.example.org".to_owned()];
        config
    }

    #[test]
    fn same_host_or_named_in_the_settings() {
        let table = [
            ("localhost:8080", "http://localhost:8080", true),
            ("example.org", "https://example.org", true),
            ("example.org:443", "https://example.org", true),
            ("example.org", "http://example.org", true),
            ("inside:8080", "https://go.example.org", true),
            ("localhost:8080", "http://localhost:8081", false),
            ("localhost:8080", "http://localhost", false),
            ("example.org", "https://evil.org", false),
            ("example.org", "https://example.org.evil.org", false),
            ("example.org", "https://evil.org/example.org", false),
            ("inside:8080", "http://go.example.org", false),
            ("localhost", "null", false),
            ("", "http://", false),
            ("localhost", "file://localhost", false),
        ];
        for (host, origin, allowed) in table {
            let request = request(host, &[("origin", origin)]);
            assert_eq!(is_allowed(&request, &config()), allowed, "{host} {origin}");
        }
        assert!(is_allowed(&request("localhost", &[]), &config()));
        let two = [("origin", "http://localhost"), ("origin", "http://evil.org")];
        assert!(!is_allowed(&request("localhost", &two), &config()));
    }

    #[test]
    fn behind_tls_the_page_must_have_come_by_tls() {
        let mut config = config();
        config.tls_in_front = true;
        assert!(!is_allowed(&request("example.org", &[("origin", "http://example.org")]), &config));
        assert!(is_allowed(&request("example.org", &[("origin", "https://example.org")]), &config));
    }

    #[test]
    fn cookies_need_an_origin_and_tokens_do_not() {
        let cookie = ("cookie", "__Host-tianyuan=x");
        let (here, evil) = (("origin", "http://localhost"), ("origin", "http://evil.org"));
        let token = ("authorization", "Bearer x");
        let table: &[(&[(&'static str, &str)], bool)] = &[
            (&[], true),
            (&[here], true),
            (&[evil], false),
            (&[cookie], false),
            (&[cookie, here], true),
            (&[cookie, evil], false),
            (&[token], true),
            (&[token, evil], true),
            (&[token, cookie, evil], false),
            (&[token, cookie, here], true),
        ];
        for (headers, allowed) in table {
            assert_eq!(check(&request("localhost", headers), &config()).is_ok(), *allowed, "{headers:?}");
        }
    }
}
