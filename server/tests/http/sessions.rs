//! Where somebody is logged in, and another password.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::{Answer, Player, Server, answer, credentials};

/// Another log-in of somebody who is registered, from a client that says what it is.
pub(crate) async fn log_in(server: &Server, name: &str, agent: &str) -> Player {
    let request = server.request(Method::POST, "/api/v1/sessions").header("user-agent", agent);
    let session = answer(request.json(&credentials(name))).await.json(StatusCode::OK);
    Player {
        id: session["account"]["id"].as_str().unwrap().to_owned(),
        token: session["access_token"].as_str().unwrap().to_owned(),
        refresh: session["refresh_token"].as_str().unwrap().to_owned(),
    }
}

async fn listed(server: &Server, who: &Player) -> Vec<Value> {
    let list = server.get_as(who, "/api/v1/sessions").await.json(StatusCode::OK);
    list["sessions"].as_array().unwrap().clone()
}

async fn refresh(server: &Server, who: &Player) -> Answer {
    server.post("/api/v1/sessions/refresh", json!({ "refresh_token": who.refresh })).await
}

/// An access token is good no more, within a second at all servers.
pub(crate) async fn is_over(server: &Server, who: &Player) {
    let (start, mut refused) = (Instant::now(), 0);
    while refused < 3 {
        let me = server.get_as(who, "/api/v1/me").await;
        if me.status == StatusCode::OK && start.elapsed() < Duration::from_secs(1) {
            refused = 0;
        } else {
            me.problem(401, "bad_token");
            refused += 1;
        }
    }
}

/// Security check 22: sessions are listed and revoked by their owner.
#[tokio::test]
async fn check_22_one_sees_ones_sessions_and_ends_one() {
    let server = Server::start().await;
    let first = server.register("Lee").await;
    let phone = log_in(&server, "Lee", "Phone/1").await;
    let cho = server.register("Cho").await;
    let sessions = listed(&server, &first).await;
    assert_eq!(sessions.len(), 2, "{sessions:?}");
    let by = |agent: &str| sessions.iter().find(|session| session["agent"] == agent).unwrap().clone();
    let (here, there) = (by(""), by("Phone/1"));
    assert_eq!((&here["current"], &there["current"]), (&json!(true), &json!(false)));
    for session in [&here, &there] {
        assert_eq!(session["network"], "127.0.0.0/24");
        assert_eq!(session["second_factor"], false);
        let [began, used] = ["began_ms", "used_ms"].map(|name| session[name].as_u64().unwrap());
        assert!(began > 1_700_000_000_000 && used == began, "{session}");
    }
    let path = format!("/api/v1/sessions/{}", there["id"].as_str().unwrap());
    server.delete_as(&cho, &path).await.problem(404, "not_found");
    server.get_as(&phone, "/api/v1/me").await.json(StatusCode::OK);
    assert_eq!(server.delete_as(&first, &path).await.status, StatusCode::NO_CONTENT);
    is_over(&server, &phone).await;
    refresh(&server, &phone).await.problem(401, "bad_token");
    server.delete_as(&first, &path).await.problem(404, "not_found");
    for nothing in [Uuid::new_v4().to_string(), "x".to_owned()] {
        server.delete_as(&first, &format!("/api/v1/sessions/{nothing}")).await.problem(404, "not_found");
    }
    assert_eq!(listed(&server, &first).await.len(), 1);
    // One's own is no other than the rest.
    let path = format!("/api/v1/sessions/{}", here["id"].as_str().unwrap());
    assert_eq!(server.delete_as(&first, &path).await.status, StatusCode::NO_CONTENT);
    is_over(&server, &first).await;
    server.get_as(&cho, "/api/v1/me").await.json(StatusCode::OK);
}

#[tokio::test]
async fn going_on_elsewhere_is_seen() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let request =
        server.request(Method::POST, "/api/v1/sessions/refresh").header("user-agent", "x".repeat(999));
    server.skew_wall(600_000);
    let renewed = answer(request.json(&json!({ "refresh_token": lee.refresh }))).await.json(StatusCode::OK);
    let lee = Player { token: renewed["access_token"].as_str().unwrap().to_owned(), ..lee };
    let sessions = listed(&server, &lee).await;
    assert_eq!(sessions[0]["agent"], "x".repeat(160));
    let [began, used] = ["began_ms", "used_ms"].map(|name| sessions[0][name].as_u64().unwrap());
    assert!(used - began >= 590_000, "{sessions:?}");
}

#[tokio::test]
async fn all_others_end_at_once() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let others = [log_in(&server, "Lee", "a").await, log_in(&server, "Lee", "b").await];
    let cho = server.register("Cho").await;
    assert_eq!(server.delete_as(&lee, "/api/v1/sessions").await.status, StatusCode::NO_CONTENT);
    for other in &others {
        is_over(&server, other).await;
        refresh(&server, other).await.problem(401, "bad_token");
    }
    assert_eq!(listed(&server, &lee).await.len(), 1);
    assert_eq!(
        server.delete_as(&lee, "/api/v1/sessions").await.status,
        StatusCode::NO_CONTENT,
        "none is left"
    );
    server.get_as(&lee, "/api/v1/me").await.json(StatusCode::OK);
    server.get_as(&cho, "/api/v1/me").await.json(StatusCode::OK);
}

async fn change(server: &Server, who: &Player, from: &str, to: &str) -> Answer {
    server.post_as(who, "/api/v1/password", json!({"password": from, "new_password": to})).await
}

#[tokio::test]
async fn another_password_ends_the_other_sessions() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let other = log_in(&server, "Lee", "a").await;
    change(&server, &lee, "wrong horse", "battery staple").await.problem(403, "wrong_password");
    for bad in ["short", "password", "LEE", "          "] {
        change(&server, &lee, "correct horse", bad).await.problem(422, "bad_password");
    }
    server.get_as(&other, "/api/v1/me").await.json(StatusCode::OK);
    let changed = change(&server, &lee, "correct horse", "battery staple").await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT, "{}", changed.text);
    is_over(&server, &other).await;
    server.get_as(&lee, "/api/v1/me").await.json(StatusCode::OK);
    refresh(&server, &lee).await.json(StatusCode::OK);
    server.post("/api/v1/sessions", credentials("Lee")).await.problem(401, "wrong_credentials");
    let body = json!({"name": "Lee", "password": "battery staple"});
    server.post("/api/v1/sessions", body).await.json(StatusCode::OK);
}

#[tokio::test]
async fn of_two_who_change_a_password_at_once_one_does() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let changes =
        (0..6).map(|n| {
            let (server, lee) = (&server, &lee);
            async move {
                change(server, lee, "correct horse", &format!("battery staple {n}")).await.status.as_u16()
            }
        });
    let mut statuses = futures_util::future::join_all(changes).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 403, 403, 403, 403, 403]);
}
