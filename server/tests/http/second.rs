//! Second factors: setting one up, logging in with it, what needs it.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tianyuan::offices::Role;
use totp_rs::{Builder, Secret, Totp};

use crate::client::{Answer, Player, Server, answer, credentials};
use crate::sessions::is_over;

const MINUTE_MS: i64 = 60_000;

/// Somebody's app.
pub(crate) struct Phone(Totp);

impl Phone {
    fn new(set_up: &Value) -> Self {
        let secret = Secret::try_from_base32(set_up["secret"].as_str().unwrap()).unwrap();
        Self(Builder::new().with_secret(secret).with_account_name("name").build().unwrap())
    }

    /// What it shows now, or so many steps of 30 seconds from now.
    pub(crate) fn shows(&self, server: &Server, steps: i64) -> String {
        let second = server.app().time.wall_ms().div_euclid(1000) + 30 * steps;
        self.0.generate(second.try_into().unwrap()).to_string()
    }
}

/// A code that is not the one of now or nearby.
fn wrong(phone: &Phone, server: &Server) -> String {
    let near: Vec<String> = (-2..=2).map(|steps| phone.shows(server, steps)).collect();
    (0..10).map(|n| format!("00000{n}")).find(|code| !near.contains(code)).unwrap()
}

/// Sets a second factor up; the app and the recovery codes.
pub(crate) async fn set_up(server: &Server, who: &Player) -> (Phone, Vec<String>) {
    let made = server.post_as(who, "/api/v1/second-factor", json!({})).await.json(StatusCode::OK);
    let phone = Phone::new(&made);
    let code = json!({"code": phone.shows(server, 0)});
    let confirmed = server.post_as(who, "/api/v1/second-factor/confirm", code).await.json(StatusCode::OK);
    let codes = confirmed["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned());
    (phone, codes.collect())
}

/// The first step of a log-in.
async fn ticket(server: &Server, name: &str) -> String {
    let first = server.post("/api/v1/sessions", credentials(name)).await;
    assert_eq!(first.header("set-cookie"), "");
    let first = first.json(StatusCode::ACCEPTED);
    assert!(first.get("access_token").is_none(), "{first}");
    assert_eq!(first["expires_in_s"], 300);
    first["ticket"].as_str().unwrap().to_owned()
}

/// The second.
async fn enter(server: &Server, ticket: &str, code: &str) -> Answer {
    let body = json!({"ticket": ticket, "code": code, "refresh_in_body": true});
    server.post("/api/v1/log-in/second", body).await
}

fn player(session: &Value) -> Player {
    Player {
        id: session["account"]["id"].as_str().unwrap().to_owned(),
        token: session["access_token"].as_str().unwrap().to_owned(),
        refresh: session["refresh_token"].as_str().unwrap().to_owned(),
    }
}

#[tokio::test]
async fn a_log_in_has_two_steps_then() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let standing = server.get_as(&lee, "/api/v1/second-factor").await.json(StatusCode::OK);
    assert_eq!(standing, json!({"recovery_codes": 0}));
    let (phone, codes) = set_up(&server, &lee).await;
    assert_eq!(codes.len(), 10);
    let standing = server.get_as(&lee, "/api/v1/second-factor").await.json(StatusCode::OK);
    assert!(standing["since_ms"].is_u64() && standing["recovery_codes"] == 10, "{standing}");

    // The code that confirmed it is used up, and so is each that was accepted.
    let first = ticket(&server, "Lee").await;
    enter(&server, &first, &phone.shows(&server, 0)).await.problem(403, "wrong_code");
    enter(&server, &first, &phone.shows(&server, -1)).await.problem(403, "wrong_code");
    let next = phone.shows(&server, 1);
    let session = enter(&server, &first, &next).await.json(StatusCode::OK);
    server.get_as(&player(&session), "/api/v1/me").await.json(StatusCode::OK);
    enter(&server, &first, &codes[0]).await.problem(410, "ticket_gone");
    let second = ticket(&server, "Lee").await;
    enter(&server, &second, &next).await.problem(403, "wrong_code");

    // A recovery code is good once, however it is written.
    let spaced = codes[1].to_uppercase().replace('-', " ");
    let session = enter(&server, &second, &spaced).await.json(StatusCode::OK);
    let third = ticket(&server, "Lee").await;
    enter(&server, &third, &codes[1]).await.problem(403, "wrong_code");
    let standing = server.get_as(&player(&session), "/api/v1/second-factor").await.json(StatusCode::OK);
    assert_eq!(standing["recovery_codes"], 9);
    let listed = server.get_as(&player(&session), "/api/v1/sessions").await.json(StatusCode::OK);
    let proven = |session: &Value| session["second_factor"] == true;
    assert_eq!(listed["sessions"].as_array().unwrap().iter().filter(|one| proven(one)).count(), 3);
}

#[tokio::test]
async fn a_ticket_is_for_five_tries_and_five_minutes() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let (phone, codes) = set_up(&server, &lee).await;
    let tried = ticket(&server, "Lee").await;
    let waits = ticket(&server, "Lee").await;
    let wrong = wrong(&phone, &server);
    for bad in [wrong.as_str(), "", "12345", "abcd", &"1".repeat(9_000)] {
        enter(&server, &tried, bad).await.problem(403, "wrong_code");
    }
    enter(&server, &tried, &codes[0]).await.problem(410, "ticket_gone");
    for none in ["", "x", &"0".repeat(64), &lee.refresh, &lee.token] {
        enter(&server, none, &codes[0]).await.problem(410, "ticket_gone");
    }
    server.skew_wall(5 * MINUTE_MS);
    enter(&server, &waits, &codes[0]).await.problem(410, "ticket_gone");
    // A password that is another now makes a ticket worthless.
    let waits = ticket(&server, "Lee").await;
    let changed = json!({"password": "correct horse", "new_password": "battery staple"});
    assert_eq!(server.post_as(&lee, "/api/v1/password", changed).await.status, StatusCode::NO_CONTENT);
    enter(&server, &waits, &codes[0]).await.problem(410, "ticket_gone");
}

#[tokio::test]
async fn of_many_who_bring_one_code_one_enters() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let (phone, _) = set_up(&server, &lee).await;
    let code = phone.shows(&server, 1);
    let mut tickets = Vec::new();
    for _ in 0..6 {
        tickets.push(ticket(&server, "Lee").await);
    }
    let answers =
        futures_util::future::join_all(tickets.iter().map(|ticket| enter(&server, ticket, &code))).await;
    let entered = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(entered, 1);
    for other in answers.iter().filter(|answer| answer.status != StatusCode::OK) {
        other.problem(403, "wrong_code");
    }
}

/// Security check 15: the step that asks for a second factor tells nothing before the password is right.
#[tokio::test]
async fn check_15_a_wrong_password_does_not_tell_of_a_second_factor() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    set_up(&server, &lee).await;
    server.register("Cho").await;
    let mut answers = Vec::new();
    for name in ["Lee", "Cho", "Nobody"] {
        let answer = server.post("/api/v1/sessions", json!({"name": name, "password": "wrong horse"})).await;
        answer.problem(401, "wrong_credentials");
        answers.push(answer.text);
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
}

#[tokio::test]
async fn it_is_set_up_by_its_first_code() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let path = "/api/v1/second-factor";
    let confirm = async |code: String| {
        server.post_as(&lee, "/api/v1/second-factor/confirm", json!({ "code": code })).await
    };
    confirm("123456".to_owned()).await.problem(409, "no_second_factor");
    let renew = "/api/v1/second-factor/recovery";
    server.post_as(&lee, renew, json!({})).await.problem(409, "no_second_factor");
    let first = server.post_as(&lee, path, json!({})).await.json(StatusCode::OK);
    let made = server.post_as(&lee, path, json!({})).await.json(StatusCode::OK);
    assert_ne!(first["secret"], made["secret"]);
    assert!(made["uri"].as_str().unwrap().starts_with("otpauth://totp/Tianyuan:Lee?"), "{made}");
    assert!(made["qr_svg"].as_str().unwrap().starts_with("<svg "));
    let (old, phone) = (Phone::new(&first), Phone::new(&made));
    confirm(old.shows(&server, 0)).await.problem(403, "wrong_code");
    confirm(wrong(&phone, &server)).await.problem(403, "wrong_code");
    // Nothing is asked for while it is not in force.
    server.post("/api/v1/sessions", credentials("Lee")).await.json(StatusCode::OK);
    server.skew_wall(6 * MINUTE_MS);
    let codes = confirm(phone.shows(&server, 0)).await.json(StatusCode::OK);
    confirm(phone.shows(&server, 1)).await.problem(409, "second_factor_on");
    server.post_as(&lee, path, json!({})).await.problem(409, "second_factor_on");
    // New recovery codes take the place of the old ones.
    let renewed = server.post_as(&lee, renew, json!({})).await.json(StatusCode::OK);
    assert_ne!(codes["codes"], renewed["codes"]);
    let ticket = ticket(&server, "Lee").await;
    enter(&server, &ticket, codes["codes"][0].as_str().unwrap()).await.problem(403, "wrong_code");
    enter(&server, &ticket, renewed["codes"][0].as_str().unwrap()).await.json(StatusCode::OK);
}

#[tokio::test]
async fn it_is_switched_off_by_password_and_code() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let off = async |password: &str, code: &str| {
        let body = json!({"password": password, "code": code});
        server.post_as(&lee, "/api/v1/second-factor/off", body).await
    };
    off("correct horse", "123456").await.problem(409, "no_second_factor");
    let (phone, codes) = set_up(&server, &lee).await;
    off("wrong horse", &codes[0]).await.problem(403, "wrong_password");
    off("correct horse", &wrong(&phone, &server)).await.problem(403, "wrong_code");
    let done = off("correct horse", &codes[0]).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT, "{}", done.text);
    is_over(&server, &lee).await;
    let again = server.post("/api/v1/sessions", credentials("Lee")).await.json(StatusCode::OK);
    let standing = server.get_as(&player(&again), "/api/v1/second-factor").await.json(StatusCode::OK);
    assert_eq!(standing, json!({"recovery_codes": 0}));
}

/// Refreshes, so that a time in which the access token would end has passed.
async fn later(server: &Server, who: &Player, ms: i64) -> Player {
    server.skew_wall(ms);
    let renewed = server.post("/api/v1/sessions/refresh", json!({ "refresh_token": who.refresh })).await;
    player(&renewed.json(StatusCode::OK))
}

/// Security check 23: what would serve whoever has only got hold of a token asks for a proof of the last 15 minutes.
#[tokio::test]
async fn check_23_a_proof_grows_old() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let path = "/api/v1/second-factor";
    let lee = later(&server, &lee, 14 * MINUTE_MS).await;
    server.post_as(&lee, path, json!({})).await.json(StatusCode::OK);
    let lee = later(&server, &lee, 16 * MINUTE_MS).await;
    server.post_as(&lee, path, json!({})).await.problem(403, "prove_again");
    let prove = async |body: Value| server.post_as(&lee, "/api/v1/prove", body).await;
    prove(json!({})).await.problem(400, "bad_request");
    prove(json!({"password": "correct horse", "code": "123456"})).await.problem(400, "bad_request");
    prove(json!({"password": "wrong horse"})).await.problem(403, "wrong_password");
    prove(json!({"code": "123456"})).await.problem(409, "no_second_factor");
    server.post_as(&lee, path, json!({})).await.problem(403, "prove_again");
    assert_eq!(prove(json!({"password": "correct horse"})).await.status, StatusCode::NO_CONTENT);
    let (phone, _) = set_up(&server, &lee).await;
    prove(json!({"code": wrong(&phone, &server)})).await.problem(403, "wrong_code");
    assert_eq!(prove(json!({"code": phone.shows(&server, 1)})).await.status, StatusCode::NO_CONTENT);
    prove(json!({"code": phone.shows(&server, 1)})).await.problem(403, "wrong_code");
}

/// Security check 23: whoever has an office holds it only where a second factor was proven. This is the default of the settings.
#[tokio::test]
async fn check_23_an_office_needs_a_second_factor() {
    let server = Server::with(|config| config.staff_second_factor = true).await;
    let lee = server.register("Lee").await;
    let elsewhere = player(&server.post("/api/v1/sessions", credentials("Lee")).await.json(StatusCode::OK));
    let needed = async |who: &Player| {
        let me = server.get_as(who, "/api/v1/me").await.json(StatusCode::OK);
        me["second_factor_needed"].as_bool().unwrap()
    };
    assert!(!needed(&lee).await, "a player needs none");
    server.app().accounts.appoint("Lee", Role::Referee).await.unwrap().unwrap();
    assert!(needed(&lee).await);
    server.get_as(&lee, "/api/v1/calls").await.problem(403, "not_a_referee");
    let (phone, _) = set_up(&server, &lee).await;
    assert!(!needed(&lee).await);
    server.get_as(&lee, "/api/v1/calls").await.json(StatusCode::OK);
    // The other session has proven nothing yet.
    assert!(needed(&elsewhere).await);
    server.get_as(&elsewhere, "/api/v1/calls").await.problem(403, "not_a_referee");
    let code = json!({"code": phone.shows(&server, 1)});
    assert_eq!(server.post_as(&elsewhere, "/api/v1/prove", code).await.status, StatusCode::NO_CONTENT);
    server.get_as(&elsewhere, "/api/v1/calls").await.json(StatusCode::OK);
    // A log-in by both steps has.
    server.skew_wall(MINUTE_MS);
    let ticket = ticket(&server, "Lee").await;
    let session = enter(&server, &ticket, &phone.shows(&server, 0)).await.json(StatusCode::OK);
    server.get_as(&player(&session), "/api/v1/calls").await.json(StatusCode::OK);
}

/// Security check 16: codes are few, and whoever guesses them does not lock the owner out, who has recovery codes.
#[tokio::test]
async fn guesses_of_codes_are_limited_and_recovery_codes_are_not() {
    let server = Server::with(|config| config.limits = true).await;
    if !server.is_one() {
        return; // each server has limits of its own, see `limits`
    }
    let lee = server.register("Lee").await;
    let (phone, codes) = set_up(&server, &lee).await;
    let wrong = wrong(&phone, &server);
    let guess = || server.request(Method::POST, "/api/v1/prove").bearer_auth(&lee.token);
    let mut refused = None;
    for n in 0..10 {
        let answer = answer(guess().json(&json!({ "code": wrong }))).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            answer.problem(429, "rate_limited");
            refused = Some(n);
            break;
        }
        answer.problem(403, "wrong_code");
    }
    assert_eq!(refused, Some(8));
    let proven = answer(guess().json(&json!({"code": codes[0]}))).await;
    assert_eq!(proven.status, StatusCode::NO_CONTENT, "{}", proven.text);
}

#[tokio::test]
async fn a_second_factor_outlives_the_server_until_it_is_taken_away() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let (phone, _) = set_up(&server, &lee).await;
    let server = server.restart().await;
    let ticket = ticket(&server, "Lee").await;
    let session = enter(&server, &ticket, &phone.shows(&server, 1)).await.json(StatusCode::OK);
    assert_eq!(server.app().accounts.take_second_factor("LEE").await.unwrap().as_deref(), Some("Lee"));
    is_over(&server, &player(&session)).await;
    server.post("/api/v1/sessions", credentials("Lee")).await.json(StatusCode::OK);
}
