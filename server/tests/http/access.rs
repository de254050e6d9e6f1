//! Who may use what: by the API's own document, so that no endpoint is forgotten.

use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::{Server, answer};

/// Method, path and whether it is for players, of every endpoint.
async fn endpoints(server: &Server) -> Vec<(Method, String, bool)> {
    let document: Value = serde_json::from_str(&server.get("/api/v1/openapi.json").await.text).unwrap();
    let mut list = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let method = method.to_uppercase().parse().unwrap();
            let path = path.replace("{id}", &Uuid::new_v4().to_string());
            list.push((method, path, operation.get("security").is_some()));
        }
    }
    list
}

#[tokio::test]
async fn what_is_for_players_is_for_nobody_else() {
    let server = Server::start().await;
    let list = endpoints(&server).await;
    assert!(list.iter().filter(|(_, _, players)| *players).count() >= 4);
    for (method, path, players) in list {
        let call = |token: Option<&str>| {
            let request = server.request(method.clone(), &path).json(&json!({}));
            match token {
                Some(token) => request.bearer_auth(token),
                None => request,
            }
        };
        let nobody = answer(call(None)).await;
        assert_ne!(nobody.status.as_u16(), 405, "{method} {path}");
        if players {
            nobody.problem(401, "not_logged_in");
            answer(call(Some("not a token"))).await.problem(401, "bad_token");
            let basic = server.request(method.clone(), &path).header("authorization", "Basic TGVlOmhvcnNl");
            answer(basic).await.problem(401, "bad_token");
        } else if !path.contains("/sessions") {
            assert_ne!(nobody.status.as_u16(), 401, "{method} {path}: {}", nobody.text);
        }
    }
}

#[tokio::test]
async fn other_methods_are_refused_and_say_which_are_not() {
    let server = Server::start().await;
    for (path, allowed) in [
        ("/api/v1/accounts", "POST"),
        ("/api/v1/challenges", "GET, POST"),
        ("/api/v1/sessions/current", "DELETE"),
        ("/healthz", "GET"),
    ] {
        let wrong = answer(server.request(Method::PUT, path)).await;
        wrong.problem(405, "bad_request");
        assert_eq!(wrong.header("allow"), allowed, "{path}");
    }
}

#[tokio::test]
async fn paths_that_lead_nowhere() {
    let server = Server::start().await;
    for path in ["/api", "/api/", "/api/v1", "/api/v1/nothing", "/api/v2/me", "/api/v1/games/x/y"] {
        server.get(path).await.problem(404, "not_found");
    }
    // Ids that are none name nothing.
    for path in ["/api/v1/games/x", "/api/v1/challenges/1", "/api/v1/games/%00/sgf"] {
        server.get(path).await.problem(404, "not_found");
    }
}

#[tokio::test]
async fn other_pages_cannot_use_a_visitors_cookie() {
    let server = Server::with(|config| config.origins = vec!["https://go.example.org".to_owned()]).await;
    let page = server.post("/api/v1/accounts", json!({"name": "Lee", "password": "correct horse"})).await;
    let (token, _) = page.cookie("__Host-tianyuan").unwrap();
    let cookie = format!("__Host-tianyuan={token}");
    let call = |method: Method, path: &str, origin: Option<&str>| {
        let request = server.request(method, path).header("cookie", &cookie).json(&json!({}));
        match origin {
            Some(origin) => request.header("origin", origin),
            None => request,
        }
    };
    for origin in [Some("https://evil.example"), Some("null"), Some("http://127.0.0.1:1"), None] {
        for (method, path) in [
            (Method::POST, "/api/v1/sessions/refresh"),
            (Method::DELETE, "/api/v1/sessions/current"),
            (Method::POST, "/api/v1/sessions"),
            (Method::POST, "/api/v1/accounts"),
            (Method::POST, "/api/v1/challenges"),
        ] {
            answer(call(method, path, origin)).await.problem(403, "bad_origin");
        }
    }
    let named = answer(call(Method::POST, "/api/v1/sessions/refresh", Some("https://go.example.org"))).await;
    assert_eq!(named.status, 200);
    assert_eq!(named.header("access-control-allow-origin"), "");
    // Without cookie and token the page's origin counts too: nobody is logged in from elsewhere.
    let body = json!({"name": "Lee", "password": "correct horse"});
    let login =
        server.request(Method::POST, "/api/v1/sessions").header("origin", "https://evil.example").json(&body);
    answer(login).await.problem(403, "bad_origin");
}
