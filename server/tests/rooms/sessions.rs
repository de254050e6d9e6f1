//! The end of a session is the end of its sockets, and of nobody else's.

use std::time::Duration;

use loadtests::{Api, Reply, Socket, SocketError};
use protocol::http::Session;
use protocol::{ClientMessage, Code, ServerMessage};
use tianyuan::config::Config;
use tianyuan::ids::AccountId;
use tianyuan::offices::Role;
use tianyuan::store::{Device, Sessions};
use tokio::time::timeout;
use uuid::Uuid;

use super::table::{Server, Table, offer};

const PASSWORD: &str = "a long enough password";

async fn log_out(base: &str, session: &Session) {
    let url = format!("{base}/api/v1/sessions/current");
    let body = serde_json::json!({ "refresh_token": session.refresh_token });
    let answer = reqwest::Client::new().delete(url).json(&body).send().await.unwrap();
    assert_eq!(answer.status(), 204);
}

async fn socket(base: &str, session: &Session) -> Socket {
    Socket::open(base, Some(&session.access_token)).await.unwrap()
}

/// The code that a socket is closed with, which is told in a message and as policy of the protocol.
async fn closed(socket: &mut Socket) -> Code {
    let mut told = None;
    loop {
        match socket.next().await {
            Ok(ServerMessage::Closing { code, .. }) => told = Some(code),
            Ok(_) => {}
            Err(SocketError::Closed(Some(1008))) => return told.unwrap(),
            Err(other) => panic!("{other}"),
        }
    }
}

async fn is_open(socket: &mut Socket) {
    let id = Uuid::now_v7();
    socket.send(&ClientMessage::Ping { id }).await.unwrap();
    let pong = |message: &ServerMessage| matches!(message, ServerMessage::Pong { .. }).then_some(());
    socket.find(pong).await.unwrap();
}

/// Security check 21: log-out.
#[tokio::test(flavor = "multi_thread")]
async fn logging_out_closes_the_sockets_of_the_session() {
    let server = Server::start().await;
    let base = server.base();
    let api = Api::new(&base);
    let here = api.register("Lee", PASSWORD).await.unwrap();
    let elsewhere = api.log_in("Lee", PASSWORD).await.unwrap();
    let (mut one, mut two) = (socket(&base, &here).await, socket(&base, &here).await);
    let mut other = socket(&base, &elsewhere).await;
    let mut guest = Socket::open(&base, None).await.unwrap();

    log_out(&base, &here).await;
    let both = async { (closed(&mut one).await, closed(&mut two).await) };
    let codes = timeout(Duration::from_secs(1), both).await.expect("closed within a second");
    assert_eq!(codes, (Code::BadToken, Code::BadToken));
    is_open(&mut other).await;
    is_open(&mut guest).await;

    let mut again = Socket::connect(&base).await.unwrap();
    let hello = ClientMessage::Hello { version: protocol::VERSION, token: Some(here.access_token) };
    again.send(&hello).await.unwrap();
    let answer = again.next().await.unwrap();
    assert!(matches!(answer, ServerMessage::Closing { code: Code::BadToken, .. }), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn misuse_of_a_refresh_token_closes_them_too() {
    let server = Server::start().await;
    let base = server.base();
    let lee = Api::new(&base).register("Lee", PASSWORD).await.unwrap();
    let accounts = &server.app().accounts;
    let stolen = lee.refresh_token.clone().unwrap();
    accounts.refresh(&stolen, &Device::default()).await.unwrap();
    let mut socket = socket(&base, &lee).await;
    server.skew_wall(11_000);
    assert!(accounts.refresh(&stolen, &Device::default()).await.is_err());
    let code = timeout(Duration::from_secs(1), closed(&mut socket)).await.expect("closed within a second");
    assert_eq!(code, Code::BadToken);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_without_the_socket_that_was_closed() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    table.play_all(&["ee"]).await;
    let white = table.people[1].api.game(table.room).await.unwrap().game.white.name;
    let elsewhere = Api::new(&base).log_in(&white, PASSWORD).await.unwrap();
    let mut second = socket(&base, &elsewhere).await;
    second.watch(table.room, None).await.unwrap();
    log_out(&base, &elsewhere).await;
    closed(&mut second).await;
    let reply = table.white.ask(&table.command("cc")).await.unwrap();
    assert!(matches!(reply, Reply::Ack(_)), "the first socket still plays: {reply:?}");
}

/// Security check 21: a session that is ended from another place, or by another password, loses its sockets within a second.
#[tokio::test(flavor = "multi_thread")]
async fn check_21_ending_a_session_from_elsewhere_closes_its_sockets() {
    let server = Server::start().await;
    let base = server.base();
    let api = Api::new(&base);
    let here = api.register("Lee", PASSWORD).await.unwrap();
    let mut stays = socket(&base, &here).await;
    let http = reqwest::Client::new();
    let changed = serde_json::json!({"password": PASSWORD, "new_password": "another long password"});
    for (n, (method, path, body)) in [
        (reqwest::Method::DELETE, "/api/v1/sessions", None),
        (reqwest::Method::POST, "/api/v1/password", Some(changed)),
    ]
    .into_iter()
    .enumerate()
    {
        let there = api.log_in("Lee", PASSWORD).await.unwrap();
        let mut closes = socket(&base, &there).await;
        let request = http.request(method, format!("{base}{path}")).bearer_auth(&here.access_token);
        let request = body.into_iter().fold(request, |request, body| request.json(&body));
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 204, "{n}");
        let code =
            timeout(Duration::from_secs(1), closed(&mut closes)).await.expect("closed within a second");
        assert_eq!(code, Code::BadToken);
        is_open(&mut stays).await;
    }
}

/// A personal token of somebody who is logged in; its text and the path to revoke it by.
async fn personal(base: &str, session: &Session, scopes: &[&str], now_ms: i64) -> (String, String) {
    let body = serde_json::json!({"name": "bot", "scopes": scopes, "ends_ms": now_ms + 60_000});
    let request =
        reqwest::Client::new().post(format!("{base}/api/v1/tokens")).bearer_auth(&session.access_token);
    let made: serde_json::Value = request.json(&body).send().await.unwrap().json().await.unwrap();
    let path = format!("{base}/api/v1/tokens/{}", made["about"]["id"].as_str().unwrap());
    (made["token"].as_str().unwrap().to_owned(), path)
}

/// Security check 25: a socket that speaks by a personal token is obeyed as far as its scopes go.
#[tokio::test(flavor = "multi_thread")]
async fn a_personal_token_speaks_on_a_socket_for_its_scopes() {
    let server = Server::start().await;
    let base = server.base();
    let table = Table::new(&base, &offer(9)).await;
    let room = table.room;
    let black = table.people[0].api.game(room).await.unwrap().game.black.name;
    let session = Api::new(&base).log_in(&black, PASSWORD).await.unwrap();
    let now_ms = server.app().time.wall_ms();
    let id = Uuid::now_v7;
    let said = || ClientMessage::Say {
        id: id(),
        room,
        stream: protocol::TalkStream::Players,
        text: "hello".to_owned(),
    };
    for (scopes, watches, plays, says) in [
        (&["read"][..], true, false, false),
        (&["read", "chat"], true, false, true),
        (&["play"], false, true, false),
    ] {
        let (token, path) = personal(&base, &session, scopes, now_ms).await;
        let mut socket = Socket::open(&base, Some(&token)).await.unwrap();
        is_open(&mut socket).await;
        let watch = ClientMessage::Watch { id: id(), room, after: None };
        let seat = ClientMessage::TakeSeat { id: id(), room };
        let rule = ClientMessage::HideLine {
            id: id(),
            room,
            stream: protocol::TalkStream::Players,
            number: 1,
            reason: "reason".to_owned(),
        };
        // Who is let in may be told something else, such as that it has to watch first.
        for (message, is_let_in) in [(watch, watches), (seat, plays), (said(), says), (rule, false)] {
            let asked = message.id();
            socket.send(&message).await.unwrap();
            let answer = |message: &ServerMessage| match message {
                ServerMessage::Refused { id, code, .. } if *id == asked => Some(*code),
                ServerMessage::Ack { id, .. } if Some(*id) == asked => Some(Code::NotFound),
                ServerMessage::Snapshot { .. } | ServerMessage::Seat { .. } => Some(Code::NotFound),
                _ => None,
            };
            let code = socket.find(answer).await.unwrap();
            assert_eq!(code != Code::TokenScope, is_let_in, "{scopes:?}: {message:?} {code:?}");
        }
        let revoked =
            reqwest::Client::new().delete(path).bearer_auth(&session.access_token).send().await.unwrap();
        assert_eq!(revoked.status(), 204);
        let code =
            timeout(Duration::from_secs(1), closed(&mut socket)).await.expect("closed within a second");
        assert_eq!(code, Code::BadToken);
    }
}

/// Security check 23: on a socket, too, an office is held only where a second factor was proven, and by no personal token.
#[tokio::test(flavor = "multi_thread")]
async fn check_23_an_office_is_held_on_a_socket_after_a_second_factor() {
    let server = Server::start_with(|config| Config { staff_second_factor: true, ..config }, 1).await;
    let base = server.base();
    let lee = Api::new(&base).register("Lee", PASSWORD).await.unwrap();
    let app = server.app();
    app.accounts.appoint("Lee", Role::ChiefReferee).await.unwrap().unwrap();
    let welcome = async |token: &str| {
        let mut socket = Socket::connect(&base).await.unwrap();
        let hello = ClientMessage::Hello { version: protocol::VERSION, token: Some(token.to_owned()) };
        socket.send(&hello).await.unwrap();
        match socket.next().await.unwrap() {
            ServerMessage::Welcome { referee, chief, .. } => (referee, chief),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(welcome(&lee.access_token).await, (false, false));
    let session = app.accounts.sessions(AccountId(lee.account.id)).await.unwrap()[0].id;
    app.store.prove(session, true, app.time.wall_ms()).await.unwrap();
    assert_eq!(welcome(&lee.access_token).await, (true, true));
    let (token, _) = personal(&base, &lee, &["read", "play", "chat"], app.time.wall_ms()).await;
    assert_eq!(welcome(&token).await, (false, false));
}
