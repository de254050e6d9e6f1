//! Offers with an appointed time, and with pauses of their own.

use std::time::{SystemTime, UNIX_EPOCH};

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::{Server, offer, offer_with};

const WEEK_MS: u64 = 7 * 24 * 60 * 60 * 1000;
const PATH: &str = "/api/v1/challenges";

fn now_ms() -> u64 {
    u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

fn appointed(start_ms: u64) -> Value {
    offer_with("appointment", json!({"start_ms": start_ms, "venue": "remote"}))
}

#[tokio::test]
async fn an_appointment_lies_ahead_and_within_four_weeks() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    for past in [0, 1, now_ms() - 1] {
        let why = server.post_as(&lee, PATH, appointed(past)).await.problem(400, "bad_request");
        assert!(why.contains("choose a later one"), "{why}");
    }
    for far in [now_ms() + 4 * WEEK_MS + 60_000, (1 << 53) - 1, u64::MAX] {
        server.post_as(&lee, PATH, appointed(far)).await.problem(400, "bad_request");
    }
    for bad in
        [json!({"start_ms": -1, "venue": "remote"}), json!({"start_ms": 1}), json!({"venue": "remote"})]
    {
        server.post_as(&lee, PATH, offer_with("appointment", bad)).await.problem(400, "bad_request");
    }
    let unknown = json!({"start_ms": now_ms() + WEEK_MS, "venue": "moon"});
    server.post_as(&lee, PATH, offer_with("appointment", unknown)).await.problem(400, "bad_request");
    for venue in ["remote", "same", "campus", "reading"] {
        let start_ms = now_ms() + 4 * WEEK_MS - 1_000;
        let body = offer_with("appointment", json!({"start_ms": start_ms, "venue": venue}));
        let somebody = server.register(&format!("at-{venue}")).await;
        let made = server.post_as(&somebody, PATH, body).await.json(StatusCode::CREATED);
        let told = &made["settings"]["appointment"];
        assert_eq!(
            *told,
            json!({"start_ms": start_ms, "venue": venue}),
            "told in wall time, as it was asked"
        );
    }
}

#[tokio::test]
async fn the_same_appointment_sent_again_is_the_same_challenge() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let start_ms = now_ms() + 30_000;
    let body = appointed(start_ms);
    let first = server.post_as(&lee, PATH, body.clone()).await.json(StatusCode::CREATED);
    let again = server.post_as(&lee, PATH, body.clone()).await.json(StatusCode::CREATED);
    assert_eq!(first, again);
    let mut other = body.clone();
    other["appointment"]["start_ms"] = json!(start_ms + 1);
    server.post_as(&lee, PATH, other).await.problem(409, "id_reused");
    // And when its time has come meanwhile.
    server.skew_wall(60_000);
    assert_eq!(server.post_as(&lee, PATH, body.clone()).await.json(StatusCode::CREATED), first);
    let mut new = body;
    new["id"] = offer()["id"].clone();
    server.post_as(&lee, PATH, new).await.problem(400, "bad_request");
    // Nobody takes it any more: whoever made it would be late without having known.
    let path = format!("{PATH}/{}/accept", first["id"].as_str().unwrap());
    server.post_as(&cho, &path, json!({})).await.problem(410, "challenge_gone");
}

#[tokio::test]
async fn pauses_are_within_their_bounds() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let pauses = |most: Value, length_ms: Value| {
        offer_with("pauses", json!({"most": most, "length_ms": length_ms, "adjourn": true}))
    };
    let bad = [
        (json!(21), json!(60_000)),
        (json!(256), json!(60_000)),
        (json!(-1), json!(60_000)),
        (json!(1), json!(59_999)),
        (json!(1), json!(3_600_001)),
        (json!(1), json!(u64::MAX)),
        (json!(1), json!(null)),
    ];
    for (most, length_ms) in bad {
        let answer = server.post_as(&lee, PATH, pauses(most.clone(), length_ms.clone())).await;
        answer.problem(400, "bad_request");
    }
    for (most, length_ms) in [(0, 60_000), (20, 3_600_000)] {
        let made =
            server.post_as(&lee, PATH, pauses(json!(most), json!(length_ms))).await.json(StatusCode::CREATED);
        assert_eq!(made["settings"]["pauses"]["most"], most);
    }
    let made = server.post_as(&lee, PATH, offer()).await.json(StatusCode::CREATED);
    assert_eq!(made["settings"]["pauses"], json!({"most": 3, "length_ms": 600_000, "adjourn": true}));
}
