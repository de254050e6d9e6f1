//! Forgotten passwords: by mail, and by an administrator's hand.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tianyuan::config::{Config, Mail};

use crate::client::{Answer, Player, Server, answer, credentials};
use crate::sessions::is_over;
use crate::support::smtp::Smtp;

const MINUTE_MS: i64 = 60_000;
const PAGE: &str = "https://go.example.org";

fn by(smtp: &Smtp) -> impl FnOnce(&mut Config) + use<> {
    let smtp_url = smtp.url.parse().unwrap();
    move |config| {
        let from = "Tianyuan <go@example.org>".to_owned();
        config.mail = Some(Mail { smtp_url, from, public_url: PAGE.to_owned() });
    }
}

async fn ask(server: &Server, who: &str) -> Answer {
    server.post("/api/v1/reset/ask", json!({ "who": who })).await
}

async fn reset(server: &Server, token: &str, password: &str) -> Answer {
    server.post("/api/v1/reset", json!({"token": token, "password": password})).await
}

async fn put_mail(server: &Server, who: &Player, address: &str, password: &str) -> Answer {
    let body = json!({"address": address, "password": password});
    answer(server.request(Method::PUT, "/api/v1/mail").bearer_auth(&who.token).json(&body)).await
}

async fn mail_of(server: &Server, who: &Player) -> Value {
    server.get_as(who, "/api/v1/mail").await.json(StatusCode::OK)
}

/// Somebody with a confirmed address.
async fn with_mail(server: &Server, smtp: &mut Smtp, name: &str, address: &str) -> Player {
    let who = server.register(name).await;
    assert_eq!(put_mail(server, &who, address, "correct horse").await.status, StatusCode::ACCEPTED);
    let token = smtp.letter().await.token("https://go.example.org/mail");
    let confirmed = server.post("/api/v1/mail/confirm", json!({ "token": token })).await;
    assert_eq!(confirmed.status, StatusCode::NO_CONTENT, "{}", confirmed.text);
    who
}

/// Security check 17: a link is good once, for half an hour, and ends every session.
#[tokio::test]
async fn check_17_a_mailed_link_sets_another_password() {
    let mut smtp = Smtp::start().await;
    let server = Server::with(by(&smtp)).await;
    let lee = with_mail(&server, &mut smtp, "Lee", "Lee@Example.org").await;
    let asked = ask(&server, "lee@example.ORG").await.json(StatusCode::ACCEPTED);
    assert_eq!(asked, json!({"by_mail": true}));
    let letter = smtp.letter().await;
    assert!(letter.to.contains("<Lee@Example.org>"), "{letter:?}");
    let token = letter.token("https://go.example.org/reset");
    assert_eq!(token.len(), 64, "256 bit");
    reset(&server, &token, "short").await.problem(422, "bad_password");
    reset(&server, &token, "LEE").await.problem(422, "bad_password");
    server.get_as(&lee, "/api/v1/me").await.json(StatusCode::OK);
    let done = reset(&server, &token, "battery staple").await;
    assert_eq!(done.status, StatusCode::NO_CONTENT, "{}", done.text);
    is_over(&server, &lee).await;
    let refresh = json!({ "refresh_token": lee.refresh });
    server.post("/api/v1/sessions/refresh", refresh).await.problem(401, "bad_token");
    server.post("/api/v1/sessions", credentials("Lee")).await.problem(401, "wrong_credentials");
    let body = json!({"name": "Lee", "password": "battery staple"});
    server.post("/api/v1/sessions", body).await.json(StatusCode::OK);
    reset(&server, &token, "another staple").await.problem(410, "ticket_gone");
    // Asked for by name; half an hour later it is good no more, and neither is one that was there before another reset.
    ask(&server, "LEE").await.json(StatusCode::ACCEPTED);
    let late = smtp.letter().await.token("/reset");
    server.skew_wall(30 * MINUTE_MS);
    reset(&server, &late, "another staple").await.problem(410, "ticket_gone");
    for none in ["", "x", &"0".repeat(64), &token, &lee.refresh] {
        reset(&server, none, "another staple").await.problem(410, "ticket_gone");
    }
}

/// Security check 15: whoever is asked for, the answer is the same, and given before anything is looked up.
#[tokio::test]
async fn check_15_asking_for_a_link_tells_nothing() {
    let mut smtp = Smtp::start().await;
    let server = Server::with(by(&smtp)).await;
    with_mail(&server, &mut smtp, "Lee", "lee@example.org").await;
    server.register("Cho").await;
    let strangers = ["Cho", "Nobody", "no name!", "nobody@example.org", "", "@", &"x".repeat(9_000)];
    let mut answers = Vec::new();
    for who in strangers.into_iter().chain(["Lee", "lee@example.org"]) {
        let answer = ask(&server, who).await;
        answers.push((answer.status, answer.text.clone(), answer.header("set-cookie").to_owned()));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    // Only who has confirmed an address is written to: by name, and by address.
    for _ in 0..2 {
        assert!(smtp.letter().await.to.contains("lee@example.org"));
    }
    // No letter box is filled: three links at once, of which two are out. Whoever reads is told apart by nothing.
    for _ in 0..3 {
        assert_eq!(ask(&server, "Lee").await.text, answers[0].1);
    }
    smtp.letter().await;
    // A letter to somebody else comes after all that would have been sent before it.
    with_mail(&server, &mut smtp, "Ma", "ma@example.org").await;
    assert!(smtp.is_empty());
}

#[tokio::test]
async fn an_address_is_ones_own_once_its_link_was_opened() {
    let mut smtp = Smtp::start().await;
    let server = Server::with(by(&smtp)).await;
    let lee = server.register("Lee").await;
    assert_eq!(mail_of(&server, &lee).await, json!({"by_mail": true}));
    put_mail(&server, &lee, "lee@example.org", "wrong horse").await.problem(403, "wrong_password");
    for bad in ["lee", "lee@", "a@b\r\nBcc: c@d", "Lee <lee@example.org>"] {
        put_mail(&server, &lee, bad, "correct horse").await.problem(422, "bad_mail");
    }
    assert_eq!(
        put_mail(&server, &lee, "lee@example.org", "correct horse").await.status,
        StatusCode::ACCEPTED
    );
    let letter = smtp.letter().await;
    assert_eq!(mail_of(&server, &lee).await, json!({"by_mail": true}), "not before");
    let token = letter.token("/mail");
    reset(&server, &token, "battery staple").await.problem(410, "ticket_gone");
    let confirm = async |token: &str| server.post("/api/v1/mail/confirm", json!({ "token": token })).await;
    confirm("x").await.problem(410, "ticket_gone");
    assert_eq!(confirm(&token).await.status, StatusCode::NO_CONTENT);
    confirm(&token).await.problem(410, "ticket_gone");
    assert_eq!(mail_of(&server, &lee).await["address"], "lee@example.org");
    put_mail(&server, &lee, "", "wrong horse").await.problem(403, "wrong_password");
    assert_eq!(put_mail(&server, &lee, "", "correct horse").await.status, StatusCode::NO_CONTENT);
    assert_eq!(mail_of(&server, &lee).await, json!({"by_mail": true}));
}

#[tokio::test]
async fn without_mail_an_administrator_hands_a_link_over() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    assert_eq!(ask(&server, "Lee").await.json(StatusCode::ACCEPTED), json!({"by_mail": false}));
    assert_eq!(mail_of(&server, &lee).await, json!({"by_mail": false}));
    put_mail(&server, &lee, "lee@example.org", "correct horse").await.problem(409, "no_mail");
    assert!(server.app().accounts.reset_by_hand("nobody").await.unwrap().is_none());
    let (name, token) = server.app().accounts.reset_by_hand("LEE").await.unwrap().unwrap();
    assert_eq!(name, "Lee");
    server.skew_wall(23 * 60 * MINUTE_MS);
    assert_eq!(reset(&server, &token, "battery staple").await.status, StatusCode::NO_CONTENT);
    reset(&server, &token, "battery staple").await.problem(410, "ticket_gone");
    let (_, token) = server.app().accounts.reset_by_hand("LEE").await.unwrap().unwrap();
    server.skew_wall(48 * 60 * MINUTE_MS);
    reset(&server, &token, "battery staple").await.problem(410, "ticket_gone");
}

#[tokio::test]
async fn of_many_who_use_one_link_one_does() {
    let server = Server::start().await;
    server.register("Lee").await;
    let (_, token) = server.app().accounts.reset_by_hand("Lee").await.unwrap().unwrap();
    let tries = (0..6).map(|n| {
        let (server, token) = (&server, &token);
        async move { reset(server, token, &format!("battery staple {n}")).await.status.as_u16() }
    });
    let mut statuses = futures_util::future::join_all(tries).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 410, 410, 410, 410, 410]);
}
