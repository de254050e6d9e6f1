//! Connections that hang: nobody closes them, and nothing comes any more.
//!
//! Liveness is measured in the time of the world, whatever pace a game has, so this takes as long as the server's patience.

use std::net::IpAddr;
use std::time::Duration;

use loadtests::{Reply, Socket};
use protocol::{ClientMessage, Color, Event, ServerMessage, encode, limits};
use tokio::time::{interval, timeout};
use uuid::Uuid;

use super::raw::{Raw, TEXT, masked};
use super::table::{Server, Table, event, offer, snapshot};

use Color::White;

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// A player's socket of which every byte is ours, in the place of the one that it had.
async fn instead(server: &Server, table: &mut Table, color: Color) -> Raw {
    let mut raw = Raw::of(&table.people[usize::from(color == White)], HERE, server).await;
    raw.say(&ClientMessage::Watch { id: Uuid::now_v7(), room: table.room, after: None }).await;
    raw.find(|message| matches!(message, ServerMessage::Snapshot { .. }).then_some(())).await;
    *table.socket(color) = Socket::open(&server.base(), None).await.unwrap();
    raw
}

/// Which of the players are there, as soon as White is not.
async fn white_goes(socket: &mut Socket) -> bool {
    loop {
        let message = serde_json::from_str(&socket.next_text().await.unwrap()).unwrap();
        if let ServerMessage::Presence { black, white: false, .. } = message {
            return black;
        }
    }
}

/// A byte of a message each second: it never comes to its end.
async fn trickle(raw: &mut Raw) {
    let endless = masked(TEXT, &[b' '; 4_000]);
    let mut seconds = interval(Duration::from_secs(1));
    for byte in endless {
        seconds.tick().await;
        raw.bytes(&[byte]).await;
    }
}

/// A half-open socket had its seat for ever (OnlineGo #200), and a page in the background was taken for one that is gone
/// (online-go.com #3406, lichess mobile #1222): only the answers to the server's own pings count.
#[tokio::test(flavor = "multi_thread")]
async fn who_hangs_is_away_in_time_and_who_answers_pings_is_there() {
    let server = Server::start().await;
    let base = server.base();
    let mut silent = Table::new(&base, &offer(9)).await;
    let mut slow = Table::new(&base, &offer(9)).await;
    silent.play_all(&["ee"]).await;
    // Black's page is in the background from before on; White's network is gone, and in the other game as good as gone.
    let mut background = instead(&server, &mut silent, Color::Black).await;
    let hanging = instead(&server, &mut silent, White).await;
    let mut trickling = instead(&server, &mut slow, White).await;
    let mut guests = [Socket::open(&base, None).await.unwrap(), Socket::open(&base, None).await.unwrap()];
    for (guest, table) in guests.iter_mut().zip([&silent, &slow]) {
        guest.watch(table.room, None).await.unwrap();
    }
    // Nobody else waits for them.
    let mut other = Table::new(&base, &offer(9)).await;
    other.play_all(&["ee", "cc", "gg", "cg", "gc"]).await;
    assert!(matches!(slow.play(Color::Black, "ee").await, Reply::Ack(_)));

    let [first, second] = &mut guests;
    let gone = async { tokio::join!(white_goes(first), white_goes(second)) };
    let patience = Duration::from_millis(2 * limits::SILENCE_MS);
    let (black_is_there, _) = tokio::select! {
        gone = timeout(patience, gone) => gone.expect("who hangs is let go of"),
        () = background.answer_pings() => unreachable!("it answers for ever"),
        () = trickle(&mut trickling) => panic!("a message without end was waited for"),
    };
    assert!(black_is_there, "whoever answers pings is there");

    let play = |ply, point: &str| ClientMessage::Play {
        id: Uuid::now_v7(),
        room: silent.room,
        ply,
        point: point.to_owned(),
    };
    let mut back = silent.people[1].socket(&base).await;
    let seen = back.watch(silent.room, None).await.unwrap();
    assert!(
        matches!(seen, ServerMessage::Snapshot { held: true, .. }),
        "the seat was kept: {}",
        encode(&seen)
    );
    assert_eq!(snapshot(seen).ply, 1);
    assert!(matches!(back.ask(&play(1, "cc")).await.unwrap(), Reply::Ack(_)));
    background.say(&play(2, "gg")).await;
    let last = event(&mut back, |event| match event {
        Event::Played { ply: 3, point, .. } => Some(point.clone()),
        _ => None,
    });
    assert_eq!(last.await, "gg", "the page in the background plays on by the same socket");
    drop(hanging);
}
