//! A graceful stop and a new start: games go on, and nobody pays for the time between.

use std::time::Duration;

use loadtests::{Reply, Socket, SocketError};
use protocol::{ClientMessage, Code, Color, Event, ServerMessage};
use sea_orm::ConnectionTrait;
use tianyuan::ids::GameId;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::Instant;
use uuid::Uuid;

use super::table::{Server, Table, event, offer, snapshot};

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_games_clocks_and_answers() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    table.play_all(&["ee", "cc"]).await;
    let last = table.command("gg");
    let answer = table.black.ask(&last).await.unwrap();
    let before = table.people[0].api.game(table.room).await.unwrap().game;

    let server = server.restart().await;
    let why = loop {
        match table.black.next().await {
            Ok(ServerMessage::Closing { code, .. }) => break Some(code),
            Ok(_) => {}
            Err(SocketError::Closed(_)) => break None,
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(why, Some(Code::GoingAway), "people are told before the socket closes");

    let base = server.base();
    let mut black = table.people[0].socket(&base).await;
    let mut white = table.people[1].socket(&base).await;
    let missed = match black.watch(table.room, Some(before.seq)).await.unwrap() {
        ServerMessage::Resumed { events, .. } => events,
        other => panic!("{other:?}"),
    };
    let Event::Restored { clock, .. } = &missed[0].event else { panic!("{missed:?}") };
    let running = clock.running.unwrap();
    assert_eq!(running.color, Color::White);
    assert!(running.from_ms >= missed[0].at_ms + 15_000, "the clock stands for a moment");
    assert_eq!((clock.black, clock.white), (before.clock.black, before.clock.white));

    assert_eq!(black.ask(&last).await.unwrap(), answer, "an answer that was lost is given again");
    let seen = snapshot(white.watch(table.room, None).await.unwrap());
    assert_eq!((seen.ply, seen.rows), (3, before.rows));
    let play = ClientMessage::Play { id: Uuid::now_v7(), room: table.room, ply: 3, point: "dd".into() };
    assert!(matches!(white.ask(&play).await.unwrap(), Reply::Ack(_)));
    let clock = event(&mut black, |event| match event {
        Event::Played { clock, .. } => Some(*clock),
        _ => None,
    })
    .await;
    assert!(clock.white.main_ms > 590_000, "the outage is charged to nobody: {clock:?}");
    assert_eq!(server.awake(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_that_takes_long_is_charged_to_nobody() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    // Somebody who never ends what it says; the server waits for a while.
    let mut slow = TcpStream::connect(base.trim_start_matches("http://")).await.unwrap();
    let half = "POST /api/v1/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{";
    slow.write_all(half.as_bytes()).await.unwrap();
    table.play_all(&["ee", "cc"]).await;
    let start = Instant::now();
    let server = server.restart().await;
    assert!(start.elapsed() > Duration::from_secs(3), "it did not take long, so that this shows nothing");

    let mut black = table.people[0].socket(&server.base()).await;
    let seen = snapshot(black.watch(table.room, None).await.unwrap());
    let running = seen.clock.running.unwrap();
    assert_eq!(running.color, Color::Black);
    assert!(running.elapsed_ms < 1_500, "the stop was charged: {running:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_cannot_be_read_sets_its_room_apart_until_the_next_start() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    table.play_all(&["ee", "cc"]).await;
    let db = server.database().await;
    let write = async |was: &str, is: &str| {
        let update = format!("UPDATE journal SET event = replace(event, '{was}', '{is}') WHERE seq = 3");
        assert_eq!(db.execute_unprepared(&update).await.unwrap().rows_affected(), 1);
    };
    let mut guest = Socket::open(&base, None).await.unwrap();

    write("played", "strayed").await;
    server.stop_rooms().await;
    assert_eq!(refused(guest.watch(table.room, None).await.unwrap()), Code::Internal);
    write("strayed", "played").await;
    assert_eq!(refused(guest.watch(table.room, None).await.unwrap()), Code::Internal, "it is left alone");
    let mut other = Table::new(&base, &offer(9)).await;
    other.play_all(&["ee"]).await;
    db.close().await.unwrap();

    let server = server.restart().await;
    let mut guest = Socket::open(&server.base(), None).await.unwrap();
    assert_eq!(snapshot(guest.watch(table.room, None).await.unwrap()).ply, 2, "its record is untouched");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_wakes_though_whoever_was_waking_it_is_gone() {
    let server = Server::start().await;
    let table = Table::new(&server.base(), &offer(9)).await;
    let rooms = &server.app().rooms;
    rooms.stop().await;
    tokio::select! {
        biased;
        _ = rooms.wake(GameId(table.room)) => {}
        () = std::future::ready(()) => {} // and with this the waking is dropped
    }
    let awake = async {
        while rooms.awake() == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), awake).await.expect("flags fall with nobody connected");
}

fn refused(message: ServerMessage) -> Code {
    match message {
        ServerMessage::Refused { code, .. } => code,
        other => panic!("not refused: {other:?}"),
    }
}
