//! Personal tokens: made, listed, revoked; what each is good for.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tianyuan::offices::Role;
use uuid::Uuid;

use crate::client::{Answer, Player, Server, answer, offer};

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

fn wish(server: &Server, scopes: &[&str], lasts_ms: i64) -> Value {
    json!({"name": "我的棋手 bot", "scopes": scopes, "ends_ms": server.app().time.wall_ms() + lasts_ms})
}

async fn ask(server: &Server, who: &Player, wish: Value) -> Answer {
    server.post_as(who, "/api/v1/tokens", wish).await
}

/// Makes a token of somebody; who comes with it, and its id.
pub(crate) async fn made(server: &Server, who: &Player, scopes: &[&str]) -> (Player, String) {
    let made = ask(server, who, wish(server, scopes, DAY_MS)).await.json(StatusCode::CREATED);
    let token = made["token"].as_str().unwrap().to_owned();
    let secret = token.strip_prefix("tyn_").unwrap();
    assert!(secret.len() == 64 && secret.bytes().all(|byte| byte.is_ascii_hexdigit()), "256 bit");
    (Player { token, ..who.clone() }, made["about"]["id"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_token_is_made_listed_and_revoked() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let (bot, id) = made(&server, &lee, &["play", "read", "read"]).await;
    let list = async |who: &Player| {
        server.get_as(who, "/api/v1/tokens").await.json(StatusCode::OK)["tokens"].clone()
    };
    let listed = list(&lee).await;
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["scopes"], json!(["read", "play"]));
    assert_eq!((&listed[0]["name"], &listed[0]["id"]), (&json!("我的棋手 bot"), &json!(id)));
    assert!(listed[0].get("used_ms").is_none(), "{listed}");
    assert!(!listed.to_string().contains(&bot.token[4..]), "its text is told once");
    assert_eq!(list(&cho).await, json!([]));
    let me = server.get_as(&bot, "/api/v1/me").await.json(StatusCode::OK);
    assert_eq!((&me["id"], &me["name"]), (&json!(lee.id), &json!("Lee")));
    assert!(list(&lee).await[0]["used_ms"].is_u64());
    let path = format!("/api/v1/tokens/{id}");
    server.delete_as(&cho, &path).await.problem(404, "not_found");
    server.get_as(&bot, "/api/v1/me").await.json(StatusCode::OK);
    assert_eq!(server.delete_as(&lee, &path).await.status, StatusCode::NO_CONTENT);
    server.get_as(&bot, "/api/v1/me").await.problem(401, "bad_token");
    server.delete_as(&lee, &path).await.problem(404, "not_found");
    server.delete_as(&lee, &format!("/api/v1/tokens/{}", Uuid::new_v4())).await.problem(404, "not_found");
    server.get_as(&lee, "/api/v1/me").await.json(StatusCode::OK);
}

#[tokio::test]
async fn what_cannot_be_a_token_is_none() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    for bad in [json!([]), json!(["staff"]), json!("read"), json!(["read", null])] {
        let mut wish = wish(&server, &[], DAY_MS);
        wish["scopes"] = bad;
        ask(&server, &lee, wish).await.problem(400, "bad_request");
    }
    for bad in ["", "   ", &"x".repeat(51), "a\u{202e}b", "a\nb"] {
        let mut wish = wish(&server, &["read"], DAY_MS);
        wish["name"] = json!(bad);
        ask(&server, &lee, wish).await.problem(422, "bad_text");
    }
    for bad in [0, -DAY_MS, 368 * DAY_MS] {
        ask(&server, &lee, wish(&server, &["read"], bad)).await.problem(400, "bad_request");
    }
    let mut endless = wish(&server, &["read"], DAY_MS);
    endless["ends_ms"] = json!(u64::MAX);
    ask(&server, &lee, endless).await.problem(400, "bad_request");
    let (bot, _) = made(&server, &lee, &["read"]).await;
    let (body, last) = bot.token.split_at(bot.token.len() - 1);
    let changed = format!("{body}{}", if last == "0" { "1" } else { "0" });
    for token in
        ["tyn_", &bot.token[4..], &bot.token.to_uppercase(), body, &changed, &format!("{}0", bot.token)]
    {
        let me = answer(server.request(Method::GET, "/api/v1/me").bearer_auth(token)).await;
        me.problem(401, "bad_token");
    }
    for _ in 1..20 {
        ask(&server, &lee, wish(&server, &["chat"], DAY_MS)).await.json(StatusCode::CREATED);
    }
    ask(&server, &lee, wish(&server, &["chat"], DAY_MS)).await.problem(409, "too_many_tokens");
}

#[tokio::test]
async fn a_token_ends_by_itself_and_with_a_reset_only() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let (bot, _) = made(&server, &lee, &["read"]).await;
    let changed = json!({"password": "correct horse", "new_password": "battery staple"});
    assert_eq!(server.post_as(&lee, "/api/v1/password", changed).await.status, StatusCode::NO_CONTENT);
    assert_eq!(server.delete_as(&lee, "/api/v1/sessions").await.status, StatusCode::NO_CONTENT);
    server.get_as(&bot, "/api/v1/me").await.json(StatusCode::OK);
    server.skew_wall(DAY_MS - MINUTE_MS);
    server.get_as(&bot, "/api/v1/me").await.json(StatusCode::OK);
    server.skew_wall(DAY_MS);
    server.get_as(&bot, "/api/v1/me").await.problem(401, "bad_token");
}

/// Security check 23: who has only got hold of an old access token makes no token that outlives it.
#[tokio::test]
async fn check_23_making_a_token_asks_for_a_fresh_proof() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    server.skew_wall(15 * MINUTE_MS);
    let renewed = server.post("/api/v1/sessions/refresh", json!({ "refresh_token": lee.refresh })).await;
    let token = renewed.json(StatusCode::OK)["access_token"].as_str().unwrap().to_owned();
    let lee = Player { token, ..lee };
    ask(&server, &lee, wish(&server, &["read"], DAY_MS)).await.problem(403, "prove_again");
}

const READ: &[(&str, &str)] = &[("GET", "/api/v1/me")];
const PLAY: &[(&str, &str)] = &[
    ("POST", "/api/v1/challenges"),
    ("DELETE", "/api/v1/challenges/{id}"),
    ("POST", "/api/v1/challenges/{id}/accept"),
];
/// Whoever comes without a token may, too; a token must be good for reading.
const GUEST: &[&str] = &[
    "/api/v1/challenges",
    "/api/v1/challenges/{id}",
    "/api/v1/games",
    "/api/v1/games/{id}",
    "/api/v1/games/{id}/clock",
    "/api/v1/games/{id}/chat",
    "/api/v1/games/{id}/sgf",
    "/api/v1/people/{name}",
];
/// A token is not looked at.
const OPEN: &[&str] = &[
    "/api/v1/accounts",
    "/api/v1/sessions",
    "/api/v1/sessions/refresh",
    "/api/v1/sessions/current",
    "/api/v1/log-in/second",
    "/api/v1/openapi.json",
    "/api/v1/operation",
    "/api/docs",
    "/api/docs/{file}",
    "/healthz",
    "/readyz",
    "/api/v1/reset/ask",
    "/api/v1/reset",
    "/api/v1/mail/confirm",
];

/// Security check 25: by the API's own document, each endpoint with each token. What is not named here admits none.
#[tokio::test]
async fn check_25_each_endpoint_with_each_scope() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    server.app().accounts.appoint("Lee", Role::Administrator).await.unwrap().unwrap();
    let mut bots = Vec::new();
    for scope in ["read", "play", "chat"] {
        bots.push((scope, made(&server, &lee, &[scope]).await.0));
    }
    let document: Value = serde_json::from_str(&server.get("/api/v1/openapi.json").await.text).unwrap();
    let mut seen = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let method = method.to_uppercase();
            let is_for_players = operation.get("security").is_some();
            let named = |list: &[(&str, &str)]| list.contains(&(method.as_str(), path.as_str()));
            if !is_for_players && OPEN.contains(&path.as_str()) {
                continue;
            }
            seen += 1;
            let at = path.replace("{id}", &Uuid::new_v4().to_string());
            for (scope, bot) in &bots {
                let admitted = match *scope {
                    "read" => named(READ) || (!is_for_players && GUEST.contains(&path.as_str())),
                    "play" => named(PLAY),
                    _ => false,
                };
                let request =
                    server.request(method.parse().unwrap(), &at).bearer_auth(&bot.token).json(&json!({}));
                let answer = answer(request).await;
                let refused =
                    answer.status == StatusCode::FORBIDDEN && answer.text.contains("\"token_scope\"");
                assert_eq!(refused, !admitted, "{method} {path} with {scope}: {}", answer.text);
            }
        }
    }
    assert!(seen >= 25, "{seen}");
    // A token that is good for playing plays.
    let bot = &bots[1].1;
    let id = server.challenge(bot, &offer()).await;
    assert_eq!(
        server.delete_as(bot, &format!("/api/v1/challenges/{id}")).await.status,
        StatusCode::NO_CONTENT
    );
}
