//! `/api/docs`: the API's document as pages in which it can be read and tried (Swagger UI, inside the binary).
//!
//! It is held to the policy of every page: its scripts and styles are files of this server, and nothing comes from another host.
//! One style attribute that it sets by itself is let through by its hash.
//! Deliberately absent: its files that the page does not name.

use std::sync::{Arc, OnceLock};

use actix_web::http::{Method, header};
use actix_web::middleware::Compress;
use actix_web::{HttpResponse, web};
use protocol::http::Problem;
use utoipa_swagger_ui::{Config, serve};

use super::endpoint::{Access, Endpoint};
use super::headers;
use super::problem::{ApiError, not_found};
use crate::doors::Kind;

/// The one style attribute that Swagger UI writes into its page.
const STYLE: &str = "'unsafe-hashes' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/// What the page is made of.
const FILES: [&str; 7] = [
    "swagger-ui.css",
    "index.css",
    "swagger-ui-bundle.js",
    "swagger-ui-standalone-preset.js",
    "swagger-initializer.js",
    "favicon-32x32.png",
    "favicon-16x16.png",
];

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/docs",
        access: Access::Open,
        kind: Kind::Read,
        to: |route| route.to(page),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/docs/{file}",
        access: Access::Open,
        kind: Kind::Read,
        to: |route| route.to(part).wrap(Compress::default()),
    },
];

/// The document as a page to read and to try.
#[utoipa::path(get, path = "/api/docs", tag = "operation", responses(
    (status = 200, body = String, content_type = "text/html"),
    (status = "default", body = Problem),
))]
pub(super) async fn page() -> Result<HttpResponse, ApiError> {
    let (bytes, content_type) = file("index.html").ok_or_else(not_found)?;
    // Its links begin beside it, and this address has nothing behind it.
    let page = String::from_utf8_lossy(&bytes);
    let page = page.replace("=\"./", "=\"/api/docs/").replace("=\"index.css", "=\"/api/docs/index.css");
    let policy = headers::POLICY.replace("style-src 'self'", &format!("style-src 'self' {STYLE}"));
    let policy = (header::CONTENT_SECURITY_POLICY, policy);
    Ok(HttpResponse::Ok().insert_header(policy).content_type(content_type).body(page))
}

/// A part of that page.
#[utoipa::path(get, path = "/api/docs/{file}", tag = "operation", params(("file" = String, Path)), responses(
    (status = 200, description = "The file, by its own type", content(
        (String = "text/css"), (String = "text/javascript"), (String = "image/png"),
    )),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = "default", body = Problem),
))]
pub(super) async fn part(name: web::Path<String>) -> Result<HttpResponse, ApiError> {
    let name = FILES.iter().find(|file| **file == *name).ok_or_else(not_found)?;
    let (bytes, content_type) = file(name).ok_or_else(not_found)?;
    let kept = (header::CACHE_CONTROL, "public, max-age=86400");
    Ok(HttpResponse::Ok().insert_header(kept).content_type(content_type).body(bytes))
}

/// A file of the page and its type.
fn file(name: &str) -> Option<(Vec<u8>, String)> {
    static CONFIG: OnceLock<Arc<Config<'static>>> = OnceLock::new();
    // Never asks another host whether the document is valid.
    let config = CONFIG.get_or_init(|| {
        Arc::new(Config::from("/api/v1/openapi.json").validator_url("none").deep_linking(true))
    });
    let file = serve(name, Arc::clone(config)).ok().flatten()?;
    Some((file.bytes.into_owned(), file.content_type))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_all_that_it_names_and_nothing_of_other_hosts() {
        let (page, content_type) = file("index.html").expect("the page");
        assert_eq!(content_type, "text/html");
        let page = String::from_utf8(page).expect("text");
        let named = ["href=\"", "src=\""].iter().flat_map(|begin| page.split(begin).skip(1));
        let named: Vec<_> = named.filter_map(|rest| rest.split('"').next()).collect();
        assert!(named.len() >= 6, "{named:?}");
        for name in named {
            let name = name.trim_start_matches("./");
            assert!(FILES.contains(&name), "{name}");
        }
        for name in FILES {
            assert!(file(name).is_some_and(|(bytes, _)| !bytes.is_empty()), "{name}");
        }
        let begins = String::from_utf8(file("swagger-initializer.js").expect("a script").0).expect("text");
        assert!(begins.contains("/api/v1/openapi.json") && !begins.contains("://"), "{begins}");
    }
}
