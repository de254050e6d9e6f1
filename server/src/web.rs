//! The web client, from inside the binary.
//!
//! Files whose names carry a hash of their content may be kept for ever; the rest is asked for again each
//! time and answered by its tag. A path that is no file is a page of the client, which finds its own way.
//! Deliberately absent: API, sockets, and security headers, which the server adds to every answer.

use std::borrow::Cow;
use std::fmt::Write as _;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, EntityTag, Header, IfNoneMatch};
use actix_web::http::{Method, header};
use actix_web::middleware::Compress;
use actix_web::{HttpRequest, HttpResponse, Route, web};
use rust_embed::RustEmbed;

/// What the build script made of `web/`.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/web"]
struct Client;

/// Where the client's build puts files whose names carry a hash.
const HASHED: &str = "assets/";

/// The route for everything that no other takes; the only one that compresses, for there is no secret in it.
#[must_use]
pub fn route() -> Route {
    web::to(client).wrap(Compress::default())
}

/// Answers everything that no other route takes: a file of the client, its page, or 404.
async fn client(request: HttpRequest) -> HttpResponse {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, "GET, HEAD")).finish();
    }
    let path = request.path().trim_start_matches('/');
    match Client::get(path) {
        Some(file) if !path.is_empty() => answer(&request, path, file),
        _ if is_page(path) => match Client::get("index.html") {
            Some(page) => answer(&request, "index.html", page),
            None => HttpResponse::NotFound().finish(),
        },
        _ => HttpResponse::NotFound()
            .content_type("text/plain; charset=utf-8")
            .body("There is no such page.\n"),
    }
}

/// Whether a path can be a page of the client: not a missing file, nor a door of the server.
fn is_page(path: &str) -> bool {
    let mut parts = path.split('/');
    let first = parts.next().unwrap_or_default();
    let last = parts.next_back().unwrap_or(first);
    !matches!(first, "api" | "ws" | "assets") && !last.contains('.')
}

fn answer(request: &HttpRequest, path: &str, file: rust_embed::EmbeddedFile) -> HttpResponse {
    let tag = tag(&file.metadata.sha256_hash());
    let keep = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&tag)),
        Err(_) => false,
    };
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((CACHE_CONTROL, keep)).insert_header((ETAG, tag.to_string()));
    if known {
        return response.finish();
    }
    response.insert_header((CONTENT_TYPE, content_type(file.metadata.mimetype())));
    match file.data {
        Cow::Borrowed(bytes) => response.body(bytes),
        Cow::Owned(bytes) => response.body(bytes),
    }
}

/// A tag from the first half of the content's SHA-256; weak, for it is the same compressed or not.
fn tag(hash: &[u8; 32]) -> EntityTag {
    let mut hex = String::with_capacity(32);
    for byte in &hash[..16] {
        let _ = write!(hex, "{byte:02x}"); // writing to a String cannot fail
    }
    EntityTag::new_weak(hex)
}

fn content_type(mime: &str) -> String {
    let text = mime.starts_with("text/") || matches!(mime, "application/json" | "application/manifest+json");
    if text { format!("{mime}; charset=utf-8") } else { mime.to_owned() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot unwrap has failed

    use super::*;
    use actix_web::App;
    use actix_web::http::StatusCode;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};

    async fn get(path: &str) -> HttpResponse {
        client(TestRequest::with_uri(path).to_http_request()).await
    }

    fn header(response: &HttpResponse, name: header::HeaderName) -> &str {
        response.headers().get(name).unwrap().to_str().unwrap()
    }

    #[actix_web::test]
    async fn pages_of_the_client_are_its_index() {
        for path in ["/", "/games", "/games/0197-ab", "/login?next=/games"] {
            let response = get(path).await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(header(&response, CONTENT_TYPE), "text/html; charset=utf-8");
            assert_eq!(header(&response, CACHE_CONTROL), "no-cache");
        }
    }

    #[actix_web::test]
    async fn missing_files_and_doors_of_the_server_are_not_pages() {
        for path in [
            "/api/v1/nothing",
            "/api",
            "/ws",
            "/assets/gone",
            "/logo.png",
            "/a/b.js",
            "/../Cargo.toml",
            "/%2e%2e/build.rs",
        ] {
            assert_eq!(get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[actix_web::test]
    async fn a_known_tag_is_not_sent_again() {
        let tag = header(&get("/").await, ETAG).to_owned();
        let ask = |known: &str| {
            let request =
                TestRequest::with_uri("/").insert_header((header::IF_NONE_MATCH, known)).to_http_request();
            client(request)
        };
        let again = ask(&format!("\"other\", {tag}")).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(header(&again, ETAG), tag);
        assert_eq!(ask("\"other\"").await.status(), StatusCode::OK);
    }

    #[actix_web::test]
    async fn every_file_is_served_and_only_hashed_ones_are_kept() {
        for path in Client::iter() {
            let response = get(&format!("/{path}")).await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(
                header(&response, CACHE_CONTROL).contains("immutable"),
                path.starts_with(HASHED),
                "{path}"
            );
        }
    }

    #[actix_web::test]
    async fn only_reading_is_allowed() {
        let response = client(TestRequest::post().uri("/").to_http_request()).await;
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    }

    #[actix_web::test]
    async fn pages_are_compressed_for_those_who_can_read_it() {
        let app = init_service(App::new().default_service(route())).await;
        let ask = TestRequest::with_uri("/").insert_header((header::ACCEPT_ENCODING, "gzip"));
        let packed = call_service(&app, ask.to_request()).await;
        assert_eq!(packed.headers().get(header::CONTENT_ENCODING).unwrap(), "gzip");
        let plain = call_service(&app, TestRequest::with_uri("/").to_request()).await;
        assert!(plain.headers().get(header::CONTENT_ENCODING).is_none());
        assert_eq!(packed.headers().get(ETAG), plain.headers().get(ETAG));
        let (packed, plain) = (read_body(packed).await, read_body(plain).await);
        assert!(packed.starts_with(&[0x1f, 0x8b]) && plain.starts_with(b"<!doctype"), "{plain:?}");
    }
}
