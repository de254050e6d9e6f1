//! Leaving, and what is told of oneself before.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::{Answer, Player, Server, answer, credentials, offer, offer_with};
use crate::games::{begin, resign};

async fn leave(server: &Server, who: &Player, password: &str) -> Answer {
    let request = server.request(Method::DELETE, "/api/v1/me").bearer_auth(&who.token);
    answer(request.json(&json!({ "password": password }))).await
}

/// Asks again until the answer is as it must be: renaming goes on behind the answer, on whichever server.
async fn until(server: &Server, path: &str, is_so: impl Fn(&str) -> bool) -> String {
    let mut text = String::new();
    for _ in 0..400 {
        text = server.get(path).await.text;
        if is_so(&text) {
            return text;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("{path}: {text}");
}

#[tokio::test]
async fn who_leaves_is_gone_at_once_and_for_ever() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let game = begin(&server, &lee, &cho, &offer()).await;
    leave(&server, &lee, "correct horse").await.problem(409, "games_running");
    resign(&server, &lee, &game).await;
    server.challenge(&lee, &offer()).await;
    let other = server.post("/api/v1/sessions", credentials("Lee")).await.json(StatusCode::OK);

    leave(&server, &lee, "wrong horse").await.problem(403, "wrong_password");
    let bare = server.request(Method::DELETE, "/api/v1/me").bearer_auth(&lee.token);
    answer(bare).await.problem(415, "bad_request");
    server.get_as(&lee, "/api/v1/me").await.json(StatusCode::OK);
    let done = leave(&server, &lee, "correct horse").await;
    assert_eq!(done.status, StatusCode::NO_CONTENT, "{}", done.text);

    // Every session, at every server; within a second, which is what the way between servers has.
    for token in [&lee.token, other["access_token"].as_str().unwrap()] {
        let mut refused = false;
        for _ in 0..40 {
            let mut codes = Vec::new();
            for _ in 0..3 {
                let asked = answer(server.request(Method::GET, "/api/v1/me").bearer_auth(token)).await;
                codes.push(asked.status.as_u16());
            }
            refused = codes == [401, 401, 401];
            if refused {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(25)).await;
        }
        assert!(refused, "within a second");
    }
    server
        .post("/api/v1/sessions/refresh", json!({"refresh_token": lee.refresh}))
        .await
        .problem(401, "bad_token");
    server.post("/api/v1/sessions", credentials("Lee")).await.problem(401, "wrong_credentials");
    server.post("/api/v1/accounts", credentials("LEE")).await.problem(409, "name_taken");
    server.post("/api/v1/accounts", credentials("deleted-00000000")).await.problem(422, "bad_name");
    server.get("/api/v1/people/Lee").await.problem(404, "not_found");

    // What is the other's too stays, under another name.
    let path = format!("/api/v1/games/{game}");
    let sgf = until(&server, &format!("{path}/sgf"), |text| !text.contains("Lee")).await;
    assert!(sgf.contains("PB[deleted-") && sgf.contains("PW[Cho]"), "{sgf}");
    for path in [path.as_str(), "/api/v1/games?state=finished"] {
        let told = until(&server, path, |text| !text.contains("Lee")).await;
        assert!(told.contains("\"name\":\"deleted-"), "{told}");
    }
    until(&server, "/api/v1/challenges", |text| text == "[]").await;
}

#[tokio::test]
async fn all_that_is_kept_is_told_to_its_owner() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let over = begin(&server, &lee, &cho, &offer_with("private", json!(true))).await;
    resign(&server, &cho, &over).await;
    let live = begin(&server, &cho, &lee, &offer()).await;
    let write =
        |path: String, body: Value| server.request(Method::PUT, &path).bearer_auth(&lee.token).json(&body);
    answer(write(format!("/api/v1/games/{over}/note"), json!({"text": "小目 \"quoted\""}))).await;
    answer(server.request(Method::PUT, "/api/v1/me/blocks/Cho").bearer_auth(&lee.token)).await;
    let profile = server.request(Method::PATCH, "/api/v1/me/profile").bearer_auth(&lee.token);
    answer(profile.header("if-match", "*").json(&json!({"time_zone": "Asia/Seoul"}))).await;

    let export = server.get_as(&lee, "/api/v1/me/export").await;
    assert!(export.header("content-disposition").contains("tianyuan-export.json"));
    let told = export.json(StatusCode::OK);
    let read: protocol::http::Export = serde_json::from_value(told.clone()).unwrap();
    assert_eq!((read.account.name.as_str(), read.profile.time_zone.as_deref()), ("Lee", Some("Asia/Seoul")));
    assert_eq!(read.blocks.iter().map(|block| block.who.name.as_str()).collect::<Vec<_>>(), ["Cho"]);
    let games: Vec<_> = read.games.iter().map(|game| game.id.to_string()).collect();
    assert_eq!(games, [live, over.clone()]);
    let notes: Vec<_> = read.notes.iter().map(|note| (note.game.to_string(), note.text.as_str())).collect();
    assert_eq!(notes, [(over, "小目 \"quoted\"")]);
    assert_eq!(read.lines, []);
    for secret in ["argon2", "password", "token", "hash"] {
        assert!(!told.to_string().contains(secret), "{secret}");
    }
    let others = server.get_as(&cho, "/api/v1/me/export").await.json(StatusCode::OK);
    assert!(!others.to_string().contains("小目") && others["blocks"] == json!([]), "{others}");
    server.get("/api/v1/me/export").await.problem(401, "not_logged_in");
}

#[tokio::test]
async fn one_account_twice_at_once_and_then_now_and_then() {
    let server = Server::with(|config| config.limits = true).await;
    let lee = server.register("Lee").await;
    let mut let_in = 0;
    for _ in 0..4 {
        let export = server.get_as(&lee, "/api/v1/me/export").await;
        if export.status == StatusCode::OK {
            let_in += 1;
        } else {
            export.problem(429, "rate_limited");
        }
    }
    assert_eq!(let_in, 2);
}
