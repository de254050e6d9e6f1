//! How often somebody may ask.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Server, answer, offer};

/// Asks until it is refused for asking too often; how often it was let in.
async fn until_refused(server: &Server, most: usize, request: impl Fn() -> reqwest::RequestBuilder) -> usize {
    for count in 0..most {
        let answer = answer(request()).await;
        if answer.status == 429 {
            answer.problem(429, "rate_limited");
            let seconds: u64 = answer.header("retry-after").parse().unwrap();
            assert!((1..=60).contains(&seconds), "{seconds}");
            return count;
        }
    }
    panic!("{}: {most} requests were let in", server.url);
}

#[tokio::test]
async fn one_name_from_one_address() {
    let server = Server::with(|config| config.limits = true).await;
    let wrong = json!({"name": "Lee", "password": "wrong horse"});
    let log_in = |body: &Value| server.request(Method::POST, "/api/v1/sessions").json(body);
    let count = until_refused(&server, 20, || log_in(&wrong)).await;
    assert!((8..=10).contains(&count), "{count}");
    // Written otherwise it is the same name.
    for name in ["LEE", "ｌｅｅ"] {
        answer(log_in(&json!({"name": name, "password": "wrong horse"}))).await.problem(429, "rate_limited");
    }
    // Another name is not refused yet; the address as a whole is later.
    answer(log_in(&json!({"name": "Cho", "password": "wrong horse"})))
        .await
        .problem(401, "wrong_credentials");
}

/// Security check 16.
#[tokio::test]
async fn one_name_from_many_addresses() {
    let server = Server::with(|config| {
        config.limits = true;
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let post = async |path: &str, from: String, body: Value| {
        answer(server.request(Method::POST, path).header("x-forwarded-for", from).json(&body)).await
    };
    let right = json!({"name": "Lee", "password": "correct horse", "refresh_in_body": true});
    let lee = post("/api/v1/accounts", "192.0.2.1".to_owned(), right.clone()).await;
    let lee: Value = serde_json::from_str(&lee.text).unwrap();
    // Written in many ways, from many addresses of few networks; nobody has the second name.
    for name in [["Lee", "LEE"], ["Cho", "ｃｈｏ"]] {
        let mut let_in = 0;
        for n in 0..80 {
            let wrong = json!({"name": name[n % 2], "password": "wrong horse"});
            let tried = post("/api/v1/sessions", format!("198.51.{}.{}", n % 2, n), wrong).await;
            match tried.status.as_u16() {
                401 => let_in += 1,
                _ => drop(tried.problem(429, "rate_limited")),
            }
        }
        assert!((31..=40).contains(&let_in), "{let_in} guesses of {name:?}");
    }
    let try_from = async |from: &str| {
        let tried = post("/api/v1/sessions", from.to_owned(), right.clone()).await;
        (tried.status.as_u16(), tried)
    };
    let (status, tried) = try_from("198.51.0.99").await;
    assert_eq!(status, 429, "a stranger's neighbourhood: {}", tried.text);
    for _ in 0..4 {
        assert_eq!(
            try_from("192.0.2.1").await.0,
            200,
            "where the name was registered: more than strangers may"
        );
    }
    assert_eq!(try_from("203.0.113.1").await.0, 200, "at a new place");
    // A session makes an address known that would be a stranger's.
    let refresh = json!({"refresh_token": lee["refresh_token"]});
    assert_eq!(post("/api/v1/sessions/refresh", "198.51.0.99".to_owned(), refresh).await.status, 200);
    assert_eq!(try_from("198.51.0.99").await.0, 200, "where a session goes on");
}

#[tokio::test]
async fn one_address() {
    let server = Server::with(|config| config.limits = true).await;
    let bad = json!({"name": "!", "password": ""});
    let count =
        until_refused(&server, 50, || server.request(Method::POST, "/api/v1/accounts").json(&bad)).await;
    assert!((20..=24).contains(&count), "{count}");
    // Whoever claims to be forwarded from elsewhere is still the same, without a proxy in the settings.
    let forwarded =
        server.request(Method::POST, "/api/v1/accounts").header("x-forwarded-for", "1.1.1.1").json(&bad);
    answer(forwarded).await.problem(429, "rate_limited");
}

#[tokio::test]
async fn one_account() {
    let server = Server::with(|config| config.limits = true).await;
    let lee = server.register("Lee").await;
    let cho = server.register("Cho").await;
    let make =
        |token: &str| server.request(Method::POST, "/api/v1/challenges").bearer_auth(token).json(&offer());
    let count = until_refused(&server, 20, || make(&lee.token)).await;
    assert!((10..=12).contains(&count), "{count}");
    assert_eq!(answer(make(&cho.token)).await.status, 201, "somebody else is not refused");
}

#[tokio::test]
async fn behind_a_proxy_everybody_has_an_address() {
    let server = Server::with(|config| {
        config.limits = true;
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let bad = json!({"name": "!", "password": ""});
    let from = |address: &str| {
        server.request(Method::POST, "/api/v1/accounts").header("x-forwarded-for", address).json(&bad)
    };
    until_refused(&server, 50, || from("1.1.1.1")).await;
    answer(from("1.1.1.2")).await.problem(422, "bad_name");
    answer(from("9.9.9.9, 1.1.1.1")).await.problem(429, "rate_limited");
}

#[tokio::test]
async fn open_challenges_of_one_account() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let mut first = None;
    for _ in 0..3 {
        first.get_or_insert(server.challenge(&lee, &offer()).await);
    }
    server.post_as(&lee, "/api/v1/challenges", offer()).await.problem(409, "too_many_challenges");
    server.delete_as(&lee, &format!("/api/v1/challenges/{}", first.unwrap())).await;
    server.challenge(&lee, &offer()).await;
    let many =
        futures_util::future::join_all((0..20).map(|_| server.post_as(&lee, "/api/v1/challenges", offer())));
    for refused in many.await {
        refused.problem(409, "too_many_challenges");
    }
}

#[tokio::test]
async fn the_published_numbers_are_the_ones_in_force() {
    use protocol::limits::{CHALLENGES_PER_ACCOUNT, NAME_CHARS, PAGE_ROWS, PASSWORD_CHARS};
    let server = Server::start().await;
    let name = |n: usize| json!({"name": "x".repeat(n), "password": "correct horse"});
    for (body, code) in [
        (name(NAME_CHARS.start() - 1), Some("bad_name")),
        (name(*NAME_CHARS.start()), None),
        (name(*NAME_CHARS.end()), None),
        (name(NAME_CHARS.end() + 1), Some("bad_name")),
        (json!({"name": "Cho", "password": "z".repeat(PASSWORD_CHARS.start() - 1)}), Some("bad_password")),
        (json!({"name": "Cho", "password": "z".repeat(PASSWORD_CHARS.end() + 1)}), Some("bad_password")),
        (json!({"name": "Cho", "password": "围".repeat(*PASSWORD_CHARS.end())}), None),
        (json!({"name": "Lee", "password": "围".repeat(*PASSWORD_CHARS.start())}), None),
    ] {
        let answer = server.post("/api/v1/accounts", body).await;
        match code {
            Some(code) => drop(answer.problem(422, code)),
            None => assert_eq!(answer.status, 201, "{}", answer.text),
        }
    }
    assert_eq!((CHALLENGES_PER_ACCOUNT, PAGE_ROWS), (3, 50), "what other tests here count on");
}

/// Security check 16: guesses of a password by whoever has an access token are guesses like those of a log-in.
#[tokio::test]
async fn one_guesses_no_password_with_a_token() {
    let server = Server::with(|config| config.limits = true).await;
    let lee = server.register("Lee").await;
    let guess = json!({"password": "wrong horse", "new_password": "battery staple"});
    let change = || server.request(Method::POST, "/api/v1/password").bearer_auth(&lee.token).json(&guess);
    let count = until_refused(&server, 20, change).await;
    assert!((8..=10).contains(&count), "{count}");
    let log_in = server.request(Method::POST, "/api/v1/sessions");
    let name = json!({"name": "Lee", "password": "wrong horse"});
    answer(log_in.json(&name)).await.problem(429, "rate_limited");
}
