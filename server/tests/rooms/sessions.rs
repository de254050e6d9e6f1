//! The end of a session is the end of its sockets, and of nobody else's.

use std::time::Duration;

use loadtests::{Api, Reply, Socket, SocketError};
use protocol::http::Session;
use protocol::{ClientMessage, Code, ServerMessage};
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
    accounts.refresh(&stolen).await.unwrap();
    let mut socket = socket(&base, &lee).await;
    server.skew_wall(11_000);
    assert!(accounts.refresh(&stolen).await.is_err());
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
