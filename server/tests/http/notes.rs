//! Private notes: one's own, and nobody else's.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::{Answer, Player, Server, answer, offer, offer_with};
use crate::games::begin;

async fn put(server: &Server, who: &Player, path: &str, text: &str) -> Answer {
    let body = json!({ "text": text });
    answer(server.request(Method::PUT, path).bearer_auth(&who.token).json(&body)).await
}

async fn text(server: &Server, who: &Player, path: &str) -> Value {
    server.get_as(who, path).await.json(StatusCode::OK)["text"].clone()
}

#[tokio::test]
async fn a_note_is_its_writers_alone() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let game = begin(&server, &lee, &cho, &offer()).await;
    let path = format!("/api/v1/games/{game}/note");
    assert_eq!(server.get_as(&lee, &path).await.json(StatusCode::OK), json!({ "text": "" }));

    let kept = put(&server, &lee, &path, "星位\r\n小目 ").await.json(StatusCode::OK);
    assert_eq!(kept["text"], json!("星位\n小目"));
    assert!(kept["changed_ms"].as_u64().is_some_and(|ms| ms > 1_600_000_000_000));
    assert_eq!(server.get_as(&lee, &path).await.json(StatusCode::OK), kept);
    assert_eq!(text(&server, &cho, &path).await, json!(""), "another's is another's");
    put(&server, &cho, &path, "mine").await.json(StatusCode::OK);
    assert_eq!(text(&server, &lee, &path).await, json!("星位\n小目"));

    // Nothing else tells it: not the game, not its conversations, to nobody.
    for path in ["", "/clock", "/chat?stream=players", "/chat?stream=spectators"] {
        let told = server.get_as(&cho, &format!("/api/v1/games/{game}{path}")).await;
        assert!(!told.text.contains("星位"), "{path}");
    }
    assert_eq!(put(&server, &lee, &path, "").await.json(StatusCode::OK), json!({ "text": "" }));
    assert_eq!(text(&server, &lee, &path).await, json!(""));
}

#[tokio::test]
async fn the_longest_note_is_taken_however_json_writes_it() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let game = begin(&server, &lee, &cho, &offer()).await;
    let path = format!("/api/v1/games/{game}/note");
    // The last is one character of four: they are put together.
    for (escape, shown) in
        [(r"\u68cb", "棋"), (r"\ud83c\udc04", "🀄"), (r"\u03c9\u0314\u0342\u0345", "\u{1fa7}")]
    {
        let request = server.request(Method::PUT, &path).bearer_auth(&lee.token);
        let body = format!(r#"{{"text":"{}"}}"#, escape.repeat(4_000));
        let request = request.header("content-type", "application/json").body(body);
        assert_eq!(answer(request).await.json(StatusCode::OK)["text"], json!(shown.repeat(4_000)));
    }
}

#[tokio::test]
async fn what_is_no_note_changes_nothing() {
    let server = Server::start().await;
    let (lee, cho, eve) =
        (server.register("Lee").await, server.register("Cho").await, server.register("Eve").await);
    let game = begin(&server, &lee, &cho, &offer()).await;
    let path = format!("/api/v1/games/{game}/note");
    let longest = "棋".repeat(4_000);
    assert_eq!(put(&server, &eve, &path, &longest).await.json(StatusCode::OK)["text"], json!(longest));
    for bad in ["a\u{202e}b", "a\0", &"a".repeat(4_001)] {
        put(&server, &eve, &path, bad).await.problem(422, "bad_text");
    }
    put(&server, &eve, &path, &"棋".repeat(33_000)).await.problem(413, "too_large");
    assert_eq!(text(&server, &eve, &path).await, json!(longest));

    server.get(&path).await.problem(401, "not_logged_in");
    let body = json!({ "text": "mine" });
    answer(server.request(Method::PUT, &path).json(&body)).await.problem(401, "not_logged_in");
    let body = json!({ "text": "mine", "of": lee.id });
    let other = server.request(Method::PUT, &path).bearer_auth(&eve.token).json(&body);
    answer(other).await.problem(400, "bad_request");

    let private = begin(&server, &lee, &cho, &offer_with("private", json!(true))).await;
    let path = format!("/api/v1/games/{private}/note");
    put(&server, &eve, &path, "mine").await.problem(404, "not_found");
    server.get_as(&eve, &path).await.problem(404, "not_found");
    put(&server, &cho, &path, "mine").await.json(StatusCode::OK);
}
