//! Accounts and sessions.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::json;
use tianyuan::account::{AccountError, Passwords};
use tianyuan::store::{Accounts, Device};

use crate::client::{Answer, Player, Server, answer, credentials};

const HOST: &str = "__Host-tianyuan";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Refreshes with a cookie, as a page of the server does.
async fn refresh_page(server: &Server, token: &str) -> Answer {
    let request = server
        .request(Method::POST, "/api/v1/sessions/refresh")
        .header("cookie", format!("{HOST}={token}"))
        .header("origin", &server.url)
        .json(&json!({}));
    answer(request).await
}

async fn refresh(server: &Server, token: &str) -> Answer {
    server.post("/api/v1/sessions/refresh", json!({ "refresh_token": token })).await
}

fn refresh_token(answer: &Answer) -> String {
    answer.json(StatusCode::OK)["refresh_token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_page_gets_a_cookie_and_no_refresh_token() {
    let server = Server::start().await;
    let body = json!({"name": "Lee", "password": "correct horse"});
    let registered = server.post("/api/v1/accounts", body.clone()).await;
    let session = registered.json(StatusCode::CREATED);
    assert_eq!(session["account"]["name"], "Lee");
    assert_eq!(session["expires_in_s"], 600);
    assert!(session.get("refresh_token").is_none());
    let (token, attributes) = registered.cookie(HOST).unwrap();
    for attribute in ["HttpOnly", "Secure", "SameSite=Strict", "Path=/", "Max-Age=2592000"] {
        assert!(attributes.split("; ").any(|a| a == attribute), "{attribute}: {attributes}");
    }
    assert!(!attributes.contains("Domain"), "{attributes}");

    let refreshed = refresh_page(&server, &token).await;
    let session = refreshed.json(StatusCode::OK);
    assert!(session.get("refresh_token").is_none());
    let (next, _) = refreshed.cookie(HOST).unwrap();
    assert_ne!(next, token);

    let me = server.request(Method::GET, "/api/v1/me").bearer_auth(session["access_token"].as_str().unwrap());
    let wanted =
        json!({"id": session["account"]["id"], "name": "Lee", "second_factor_needed": false, "powers": []});
    assert_eq!(answer(me).await.json(StatusCode::OK), wanted);
    assert!(server.post("/api/v1/sessions", body).await.cookie(HOST).is_some());
}

#[tokio::test]
async fn on_plain_http_in_the_house_the_cookie_is_plain() {
    let server = Server::with(|config| config.lan = true).await;
    let registered =
        server.post("/api/v1/accounts", json!({"name": "Lee", "password": "correct horse"})).await;
    let (_, attributes) = registered.cookie("tianyuan").unwrap();
    assert!(!attributes.contains("Secure") && attributes.contains("HttpOnly"), "{attributes}");
}

#[tokio::test]
async fn names_that_look_alike_are_one() {
    let server = Server::start().await;
    server.register("Lisa").await;
    for name in ["Lisa", "lisa", "LISA", "Iisa", "ｌｉｓａ", "1isa"] {
        server.post("/api/v1/accounts", credentials(name)).await.problem(409, "name_taken");
    }
    // Whoever has the name may write it in any of these ways.
    server.post("/api/v1/sessions", credentials("LISA")).await.json(StatusCode::OK);
}

#[tokio::test]
async fn of_many_who_want_a_name_one_gets_it() {
    let server = Server::start().await;
    let tries = (0..8).map(|_| server.post("/api/v1/accounts", credentials("Lee")));
    let answers = futures_util::future::join_all(tries).await;
    let made = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
    assert_eq!(made, 1);
    for other in answers.iter().filter(|answer| answer.status != StatusCode::CREATED) {
        other.problem(409, "name_taken");
    }
}

/// Security check 14.
#[tokio::test]
async fn bad_names_and_passwords() {
    let server = Server::start().await;
    for name in [
        "admin",
        "R00T",
        "天元",
        "",
        "a",
        "a b",
        "ab\u{202e}c",
        "a\u{200b}b",
        "р\u{430}ypal",
        "<script>",
        "12345",
        &"x".repeat(21),
    ] {
        server.post("/api/v1/accounts", credentials(name)).await.problem(422, "bad_name");
    }
    let long = "x".repeat(129);
    for password in ["", "1234567", "12345678", "Password1", "nameOfMine", "          ", long.as_str()] {
        let body = json!({"name": "nameofmine", "password": password});
        server.post("/api/v1/accounts", body).await.problem(422, "bad_password");
    }
    server.post("/api/v1/sessions", credentials("nameofmine")).await.problem(401, "wrong_credentials");
}

/// Security check 15: in body and status.
#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_are_answered_alike() {
    let server = Server::start().await;
    server.register("Lee").await;
    let mut answers = Vec::new();
    for (name, password) in
        [("Lee", "wrong horse"), ("Nobody", "wrong horse"), ("no name!", "x"), ("Lee", "")]
    {
        let answer = server.post("/api/v1/sessions", json!({"name": name, "password": password})).await;
        answer.problem(401, "wrong_credentials");
        assert_eq!(answer.header("set-cookie"), "");
        answers.push(answer.text);
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
}

/// Security check 20: a short grace for parallel calls.
#[tokio::test]
async fn parallel_refreshes_get_the_same_successor() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let answers = futures_util::future::join_all((0..10).map(|_| refresh(&server, &lee.refresh))).await;
    let first = refresh_token(&answers[0]);
    assert!(answers.iter().all(|answer| refresh_token(answer) == first));
    let next = refresh_token(&refresh(&server, &first).await);
    assert_ne!(next, first);
}

/// Security check 20: reuse revokes the family.
#[tokio::test]
async fn a_token_used_again_later_ends_the_session() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    server.get_as(&lee, "/api/v1/me").await.json(StatusCode::OK);
    let other = server.post("/api/v1/sessions", credentials("Lee")).await;
    let next = refresh_token(&refresh(&server, &lee.refresh).await);
    server.skew_wall(9_000);
    assert_eq!(refresh_token(&refresh(&server, &lee.refresh).await), next, "within the grace");
    server.skew_wall(11_000);
    refresh(&server, &lee.refresh).await.problem(401, "bad_token");
    refresh(&server, &next).await.problem(401, "bad_token");
    is_over(&server, &lee.token).await;
    refresh_token(&refresh(&server, &refresh_token(&other)).await); // another log-in is not touched
}

/// Security check 20: an absolute end.
#[tokio::test]
async fn sessions_end_by_themselves() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    server.skew_wall(31 * DAY_MS);
    refresh(&server, &lee.refresh).await.problem(401, "bad_token");

    server.skew_wall(0);
    let mut token = refresh_token(&server.post("/api/v1/sessions", credentials("Lee")).await);
    for day in [29, 58, 87] {
        server.skew_wall(day * DAY_MS);
        token = refresh_token(&refresh(&server, &token).await);
    }
    server.skew_wall(91 * DAY_MS);
    refresh(&server, &token).await.problem(401, "bad_token");
}

/// An access token is good no more, within a second at all servers.
async fn is_over(server: &Server, token: &str) {
    let (start, mut refused) = (Instant::now(), 0);
    while refused < 3 {
        let me = answer(server.request(Method::GET, "/api/v1/me").bearer_auth(token)).await;
        if me.status == StatusCode::OK && start.elapsed() < Duration::from_secs(1) {
            refused = 0;
        } else {
            me.problem(401, "bad_token");
            refused += 1;
        }
    }
}

#[tokio::test]
async fn logging_out_ends_the_session() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let other = server.post("/api/v1/sessions", credentials("Lee")).await.json(StatusCode::OK);
    let renewed = refresh(&server, &lee.refresh).await.json(StatusCode::OK);
    let lee = Player { refresh: renewed["refresh_token"].as_str().unwrap().to_owned(), ..lee };
    let me = |token: &str| answer(server.request(Method::GET, "/api/v1/me").bearer_auth(token));
    let [second, elsewhere] = [&renewed, &other].map(|session| session["access_token"].as_str().unwrap());
    let request = server.request(Method::DELETE, "/api/v1/sessions/current");
    let out = answer(request.json(&json!({ "refresh_token": lee.refresh }))).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    refresh(&server, &lee.refresh).await.problem(401, "bad_token");
    // Every access token of the session is over with it, and none of another.
    is_over(&server, &lee.token).await;
    is_over(&server, second).await;
    me(elsewhere).await.json(StatusCode::OK);

    let page = server.post("/api/v1/sessions", json!({"name": "Lee", "password": "correct horse"})).await;
    let (token, _) = page.cookie(HOST).unwrap();
    let request = server
        .request(Method::DELETE, "/api/v1/sessions/current")
        .header("cookie", format!("{HOST}={token}"))
        .header("origin", &server.url);
    let out = answer(request).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    let (empty, attributes) = out.cookie(HOST).unwrap();
    assert!(
        empty.is_empty() && attributes.contains("Max-Age=0") && attributes.contains("Secure"),
        "{attributes}"
    );
    refresh_page(&server, &token).await.problem(401, "bad_token");

    let nobody = answer(server.request(Method::DELETE, "/api/v1/sessions/current")).await;
    assert_eq!(nobody.status, StatusCode::NO_CONTENT);
}

/// Security check 18.
#[tokio::test]
async fn access_tokens_end_after_ten_minutes() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    server.get_as(&lee, "/api/v1/me").await.json(StatusCode::OK);
    server.skew_wall(600_000);
    let late = server.get_as(&lee, "/api/v1/me").await;
    late.problem(401, "bad_token");
    assert_eq!(late.header("www-authenticate"), "Bearer");
}

#[tokio::test]
async fn refresh_tokens_are_no_access_tokens_and_neither_goes_in_a_url() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let with = |token: &str| server.request(Method::GET, "/api/v1/me").bearer_auth(token);
    answer(with(&lee.refresh)).await.problem(401, "bad_token");
    refresh(&server, &lee.token).await.problem(401, "bad_token");
    refresh(&server, "").await.problem(401, "bad_token");
    let url = format!("/api/v1/me?access_token={0}&token={0}", lee.token);
    server.get(&url).await.problem(401, "not_logged_in");
    let cookie =
        server.request(Method::GET, "/api/v1/me").header("cookie", format!("{HOST}={}", lee.refresh));
    answer(cookie).await.problem(401, "not_logged_in");
}

/// Security check 15: in what it costs.
#[tokio::test]
async fn a_name_that_nobody_has_costs_a_hash_too() {
    let server = Server::start().await;
    server.register("Lee").await;
    // A pool that never has a place: whoever needs a hash is told so.
    let accounts = server.app().accounts.clone().with_passwords(Passwords::new(0, 0));
    for name in ["Lee", "Nobody", "no name!"] {
        let answer = accounts.log_in(name, "correct horse", Device::default()).await;
        assert!(matches!(answer, Err(AccountError::Busy)), "{name}");
    }
}

#[tokio::test]
async fn keys_outlive_the_server_and_so_do_sessions() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let server = server.restart().await;
    server.get_as(&lee, "/api/v1/me").await.json(StatusCode::OK);
    refresh_token(&refresh(&server, &lee.refresh).await);
}

/// Security check 24: no account and no secret is there by default.
#[tokio::test]
async fn check_24_nobody_is_there_at_first() {
    let [one, other] = [Server::start().await, Server::start().await];
    assert_eq!(one.app().store.officers(9).await.unwrap(), []);
    let lee = one.register("Lee").await;
    one.get_as(&lee, "/api/v1/me").await.json(StatusCode::OK);
    other.get_as(&lee, "/api/v1/me").await.problem(401, "bad_token");
}
