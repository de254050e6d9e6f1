//! Headers of every answer, and health.

use reqwest::Method;

use crate::client::{Server, answer};

#[tokio::test]
async fn every_answer_says_what_a_browser_may_do() {
    let server = Server::start().await;
    for (method, path) in [
        (Method::GET, "/"),
        (Method::GET, "/api/v1/challenges"),
        (Method::GET, "/api/v1/me"),
        (Method::GET, "/api/v1/nothing"),
        (Method::PUT, "/api/v1/me"),
        (Method::POST, "/api/v1/accounts"),
        (Method::GET, "/healthz"),
        (Method::GET, "/assets/nothing.js"),
    ] {
        let answer = answer(server.request(method.clone(), path)).await;
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.split(';').any(|p| p.trim() == part), "{method} {path}: {part} in {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{method} {path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{method} {path}");
        assert_eq!(answer.header("strict-transport-security"), "", "{method} {path}");
        assert_eq!(answer.header("access-control-allow-origin"), "", "{method} {path}");
        if path.starts_with("/api") {
            assert_eq!(answer.header("cache-control"), "no-store", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn behind_tls_browsers_are_told_to_insist_on_it() {
    let server = Server::with(|config| config.tls_in_front = true).await;
    for path in ["/healthz", "/api/v1/me"] {
        assert_eq!(server.get(path).await.header("strict-transport-security"), "max-age=31536000");
    }
}

#[tokio::test]
async fn alive_and_ready() {
    let server = Server::start().await;
    assert_eq!(server.get("/healthz").await.status, 200);
    assert_eq!(server.get("/readyz").await.status, 200);
    for app in server.apps() {
        app.store.close().await;
    }
    assert_eq!(server.get("/healthz").await.status, 200);
    assert_eq!(server.get("/readyz").await.status, 503);
    // What is broken inside is not told outside.
    let answer = server.get("/api/v1/challenges").await;
    assert_eq!(answer.problem(500, "internal"), "");
}
