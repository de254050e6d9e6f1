//! Who may make an account: everybody, the invited, or nobody.

use reqwest::StatusCode;
use serde_json::{Value, json};
use tianyuan::account::Invite;
use tianyuan::config::Registration;
use tianyuan::offices::Role;

use crate::client::{Player, Server, credentials};

const ACCOUNTS: &str = "/api/v1/accounts";

fn with(name: &str, invitation: &str) -> Value {
    let mut body = credentials(name);
    body["invitation"] = json!(invitation);
    body
}

async fn invite(server: &Server, uses: u32) -> (uuid::Uuid, String) {
    let invite = Invite { uses, days: 1, note: String::new() };
    server.app().accounts.invite(invite).await.unwrap()
}

#[tokio::test]
async fn the_invited_come_in_as_often_as_it_says() {
    let server = Server::with(|config| config.registration = Registration::Invited).await;
    let (_, secret) = invite(&server, 2).await;
    server.post(ACCOUNTS, credentials("Lee")).await.problem(403, "invitation_needed");
    for wrong in ["", "zz", &"0".repeat(64), &secret[1..], &format!("{secret} ")] {
        server.post(ACCOUNTS, with("Lee", wrong)).await.problem(403, "invitation_invalid");
    }
    server.post(ACCOUNTS, with("Lee", &secret)).await.json(StatusCode::CREATED);
    // What does not become an account uses nothing up.
    server.post(ACCOUNTS, with("LEE", &secret)).await.problem(409, "name_taken");
    server.post(ACCOUNTS, with("a b", &secret)).await.problem(422, "bad_name");
    server.post(ACCOUNTS, with("Cho", &secret)).await.json(StatusCode::CREATED);
    server.post(ACCOUNTS, with("Eve", &secret)).await.problem(403, "invitation_invalid");
    // Who is there already needs none.
    server.post("/api/v1/sessions", credentials("Lee")).await.json(StatusCode::OK);

    let (id, secret) = invite(&server, 1).await;
    assert!(server.app().accounts.uninvite(id).await.unwrap());
    server.post(ACCOUNTS, with("Eve", &secret)).await.problem(403, "invitation_invalid");
}

#[tokio::test]
async fn of_many_with_the_last_use_one_comes_in() {
    let server = Server::with(|config| config.registration = Registration::Invited).await;
    let (_, secret) = invite(&server, 1).await;
    let names: Vec<String> = (0..8).map(|n| format!("player{n}x")).collect();
    let tries = names.iter().map(|name| server.post(ACCOUNTS, with(name, &secret)));
    let done = futures_util::future::join_all(tries).await;
    let (came, refused): (Vec<_>, Vec<_>) =
        done.iter().partition(|answer| answer.status == StatusCode::CREATED);
    assert_eq!(came.len(), 1, "{done:?}");
    for answer in refused {
        answer.problem(403, "invitation_invalid");
    }
}

#[tokio::test]
async fn administrators_invite_and_nobody_else_does() {
    let server = Server::with(|config| config.registration = Registration::Invited).await;
    let mut people = Vec::new();
    for (name, role) in [("Kong", Role::Administrator), ("Hua", Role::Moderator)] {
        server.app().accounts.create(name, "correct horse", role).await.unwrap();
        let session = server.post("/api/v1/sessions", credentials(name)).await.json(StatusCode::OK);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        people.push(Player {
            id: text(&session["account"]["id"]),
            token: text(&session["access_token"]),
            refresh: text(&session["refresh_token"]),
        });
    }
    let (kong, hua) = (&people[0], &people[1]);
    let path = "/api/v1/invitations";
    let wanted = json!({"uses": 2, "days": 3, "note": "棋社"});
    server.post_as(hua, path, wanted.clone()).await.problem(403, "not_allowed");
    server.get_as(hua, path).await.problem(403, "not_allowed");
    let bad = [
        json!({"uses": 0, "days": 3}),
        json!({"uses": 1001, "days": 3}),
        json!({"uses": 1, "days": 366}),
        json!({"uses": 1}),
    ];
    for body in bad {
        server.post_as(kong, path, body).await.problem(400, "bad_request");
    }
    let long = json!({"uses": 1, "days": 1, "note": "x".repeat(201)});
    server.post_as(kong, path, long).await.problem(422, "bad_text");

    let made = server.post_as(kong, path, wanted).await.json(StatusCode::CREATED);
    let secret = made["path"].as_str().unwrap().strip_prefix("/join#").unwrap();
    server.post(ACCOUNTS, with("Lee", secret)).await.json(StatusCode::CREATED);
    let listed = server.get_as(kong, path).await;
    assert!(!listed.text.contains(secret), "told once");
    let listed = listed.json(StatusCode::OK);
    let item = &listed["items"][0];
    assert_eq!((&item["uses"], &item["left"], &item["note"]), (&json!(2), &json!(1), &json!("棋社")));
    assert_eq!((listed["items"].as_array().unwrap().len(), &listed["next"]), (1, &json!(null)));
    let this = format!("{path}/{}", made["id"].as_str().unwrap());
    server.delete_as(hua, &this).await.problem(403, "not_allowed");
    assert_eq!(server.delete_as(kong, &this).await.status, StatusCode::NO_CONTENT);
    server.delete_as(kong, &this).await.problem(404, "not_found");
    server.post(ACCOUNTS, with("Cho", secret)).await.problem(403, "invitation_invalid");

    let log = server.get_as(kong, "/api/v1/audit").await;
    assert!(!log.text.contains(secret), "nor there");
    let log = log.json(StatusCode::OK);
    let acts: Vec<&Value> = log["items"].as_array().unwrap().iter().map(|entry| &entry["act"]).collect();
    assert_eq!(acts, ["invitation.withdraw", "invitation.make"], "what was refused is not in it");
    assert_eq!(
        (&log["items"][1]["after"], &log["items"][1]["reason"]),
        (&json!("2 uses, 3 days"), &json!("棋社"))
    );
}

#[tokio::test]
async fn a_closed_server_takes_nobody() {
    let server = Server::with(|config| config.registration = Registration::Closed).await;
    let (_, secret) = invite(&server, 1).await;
    for body in [credentials("Lee"), with("Lee", &secret)] {
        server.post(ACCOUNTS, body).await.problem(403, "registration_closed");
    }
}
