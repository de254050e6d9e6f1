//! Every bad input has its code, and changes nothing.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Server, answer, credentials, offer, offer_with};

#[tokio::test]
async fn bodies_that_cannot_be_read() {
    let server = Server::start().await;
    let deep = "[".repeat(10_000);
    let send = |body: String, kind: &str| {
        server.request(Method::POST, "/api/v1/accounts").header("content-type", kind).body(body)
    };
    let json = "application/json";
    let good = credentials("Lee").to_string();
    for body in
        ["", "{", "null", "[]", "\"x\"", "{}", "{\"name\": 1, \"password\": 2}", "\u{0}", &deep, &good[1..]]
    {
        answer(send(body.to_owned(), json)).await.problem(400, "bad_request");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        answer(send(good.clone(), kind)).await.problem(415, "bad_request");
    }
    let not_utf8 =
        server.request(Method::POST, "/api/v1/accounts").header("content-type", json).body(vec![0xff; 9]);
    answer(not_utf8).await.problem(400, "bad_request");
    // An unknown field is told, not ignored.
    let role = json!({"name": "Lee", "password": "correct horse", "role": "administrator"});
    let detail = server.post("/api/v1/accounts", role).await.problem(400, "bad_request");
    assert!(detail.contains("role"), "{detail}");
    // Nothing has happened: the name is still free.
    let charset = answer(send(good, "application/json; charset=utf-8")).await;
    assert_eq!(charset.status, 201, "{}", charset.text);
}

#[tokio::test]
async fn bodies_that_are_too_large() {
    let server = Server::start().await;
    let body = json!({"name": "Lee", "password": "x".repeat(16 * 1024)});
    server.post("/api/v1/accounts", body.clone()).await.problem(413, "too_large");
    // Without a length announced, too.
    let bytes = body.to_string().into_bytes();
    let chunks = futures_util::stream::iter(
        bytes.chunks(1000).map(|c| Ok::<_, std::io::Error>(c.to_vec())).collect::<Vec<_>>(),
    );
    let request = server
        .request(Method::POST, "/api/v1/accounts")
        .header("content-type", "application/json")
        .body(reqwest::Body::wrap_stream(chunks));
    answer(request).await.problem(413, "too_large");
}

#[tokio::test]
async fn games_that_cannot_be_played() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let absolute = |ms: Value| json!({"system": "absolute", "main_ms": ms});
    let byoyomi = |main: u64, periods: u64, period: u64| json!({"system": "byoyomi", "main_ms": main, "periods": periods, "period_ms": period});
    let table = [
        ("size", json!(1)),
        ("size", json!(26)),
        ("size", json!(256)),
        ("size", json!(-9)),
        ("size", json!("9")),
        ("komi_quarters", json!(1000)),
        ("komi_quarters", json!(40_000)),
        ("komi_quarters", json!(7.5)),
        ("handicap", json!(1)),
        ("handicap", json!(10)),
        ("placement", json!("anywhere")),
        ("clock", absolute(json!(0))),
        ("clock", absolute(json!(-1))),
        ("clock", absolute(json!(1e30))),
        ("clock", absolute(json!(90_000_000))),
        ("clock", byoyomi(0, 0, 30_000)),
        ("clock", byoyomi(0, 101, 30_000)),
        ("clock", byoyomi(0, 3, 999)),
        ("clock", byoyomi(0, 3, 3_600_001)),
        ("clock", json!({"system": "hourglass", "main_ms": 1000})),
        ("color", json!("red")),
        ("id", json!("1")),
        ("ranked", json!(true)),
    ];
    for (name, value) in table {
        let answer = server.post_as(&lee, "/api/v1/challenges", offer_with(name, value.clone())).await;
        let detail = answer.problem(400, "bad_request");
        assert!(!detail.is_empty(), "{name} {value}");
    }
    let mut drawn = offer_with("handicap", json!(2));
    drawn["color"] = json!("nigiri");
    let detail = server.post_as(&lee, "/api/v1/challenges", drawn).await.problem(400, "bad_request");
    assert!(detail.contains("chosen, not drawn"), "{detail}");
    for missing in ["id", "size", "clock", "color"] {
        let mut some = offer();
        some.as_object_mut().unwrap().remove(missing);
        server.post_as(&lee, "/api/v1/challenges", some).await.problem(400, "bad_request");
    }
    assert_eq!(server.get("/api/v1/challenges").await.text, "[]");
}

#[tokio::test]
async fn queries_that_cannot_be_read() {
    let server = Server::start().await;
    for query in [
        "",
        "?state=",
        "?state=all",
        "?state=live&sort=name",
        "?state=live&before=",
        "?state=live&before=x",
        "?state=live&before=1",
        "?state=live&before=1.x",
        "?state=live&before=99999999999999999999.00000000000000000000000000000000",
        "?state=live&state=finished",
    ] {
        server.get(&format!("/api/v1/games{query}")).await.problem(400, "bad_request");
    }
    server.get("/api/v1/games?state=mine").await.problem(401, "not_logged_in");
}
