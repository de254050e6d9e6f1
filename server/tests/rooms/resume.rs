//! Coming back after whatever happened to the connection.

use std::net::IpAddr;
use std::time::Duration;

use loadtests::{Reply, Socket};
use protocol::{ClientMessage, Color, RoomEvent, ServerMessage, encode, limits};
use tianyuan::ids::GameId;
use tianyuan::room::{Outgoing, outbox};
use uuid::Uuid;

use super::raw::{Raw, TEXT, masked};
use super::table::{Server, Table, offer, snapshot};

/// Addresses of this machine.
const WIRELESS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));
const MOBILE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 3));

/// Watches after an event; what was missed.
async fn resumed(raw: &mut Raw, room: Uuid, after: u64) -> Vec<RoomEvent> {
    raw.say(&ClientMessage::Watch { id: Uuid::now_v7(), room, after: Some(after) }).await;
    raw.find(|message| match message {
        ServerMessage::Resumed { events, .. } => Some(events.clone()),
        _ => None,
    })
    .await
}

async fn answered(raw: &mut Raw, command: &ClientMessage) -> Reply {
    raw.say(command).await;
    raw.find(|message| match message {
        ServerMessage::Ack { id, seq } if Some(*id) == command.id() => Some(Reply::Ack(*seq)),
        ServerMessage::Refused { id, code, .. } if *id == command.id() => Some(Reply::Refused(*code)),
        _ => None,
    })
    .await
}

/// A phone that went from one network to the other never came back (lichobile #419): it comes from another address, and the
/// server still thinks the old socket there.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_from_another_address_goes_on_where_it_was() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    let room = table.room;
    table.black = Socket::open(&server.base(), None).await.unwrap();
    let mut old = Raw::of(&table.people[0], WIRELESS, &server).await;
    assert_eq!(resumed(&mut old, room, 1).await, []);
    let sent = table.command("ee");
    assert_eq!(answered(&mut old, &sent).await, Reply::Ack(Some(2)));
    table.ply = 1;
    assert!(matches!(table.play(Color::White, "cc").await, Reply::Ack(_)));

    let mut new = Raw::of(&table.people[0], MOBILE, &server).await;
    let missed: Vec<u64> = resumed(&mut new, room, 2).await.iter().map(|event| event.seq).collect();
    assert_eq!(missed, [3]);
    assert_eq!(answered(&mut new, &sent).await, Reply::Ack(Some(2)), "answered as on the old socket");
    let take = ClientMessage::TakeSeat { id: Uuid::now_v7(), room };
    assert_eq!(answered(&mut new, &take).await, Reply::Ack(None));
    assert_eq!(answered(&mut new, &table.command("gg")).await, Reply::Ack(Some(4)));
    drop(old);
}

/// A connection that is cut within a frame has said nothing: what is sent again is answered once.
#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_was_cut_anywhere_takes_effect_once() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    let (room, command) = (table.room, table.command("ee"));
    let frame = masked(TEXT, encode(&command).as_bytes());
    let mut cuts: Vec<usize> = (1..frame.len()).step_by(9).collect();
    cuts.push(frame.len() - 1);
    assert!(cuts.len() > 10, "{cuts:?}");
    for cut in cuts {
        // The seat goes on to each new socket as the one before is gone.
        let mut raw = Raw::of(&table.people[0], WIRELESS, &server).await;
        assert_eq!(resumed(&mut raw, room, 1).await, [], "nothing was taken for a command before byte {cut}");
        let take = ClientMessage::TakeSeat { id: Uuid::now_v7(), room };
        assert_eq!(answered(&mut raw, &take).await, Reply::Ack(None));
        raw.bytes(&frame[..cut]).await;
    }
    let take = ClientMessage::TakeSeat { id: Uuid::now_v7(), room };
    assert_eq!(table.black.ask(&take).await.unwrap(), Reply::Ack(None));
    for _ in 0..2 {
        assert_eq!(table.black.ask(&command).await.unwrap(), Reply::Ack(Some(2)));
    }
    table.ply = 1;
    assert_eq!(table.play(Color::White, "cc").await, Reply::Ack(Some(3)));
}

/// Who was away for minutes has missed more than is kept ready, and gets everything anew; who has missed just as much as is
/// kept gets exactly that.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_missed_too_much_gets_everything_anew() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &offer(19)).await;
    let kept = u64::try_from(limits::RESUME_EVENTS).unwrap();
    let points: Vec<String> = (0..u32::try_from(kept + 6).unwrap()).map(super::kills::point).collect();
    table.play_all(&points.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let last = snapshot(table.black.watch(table.room, None).await.unwrap()).seq;
    let mut back = Socket::open(&server.base(), None).await.unwrap();
    for after in [1, last - kept - 1] {
        let seen = snapshot(back.watch(table.room, Some(after)).await.unwrap());
        assert_eq!((seen.seq, seen.ply, seen.moves.len()), (last, table.ply, points.len()), "after {after}");
    }
    for after in [last - kept, last - 1, last] {
        let ServerMessage::Resumed { events, .. } = back.watch(table.room, Some(after)).await.unwrap() else {
            panic!("what was missed after {after} is kept")
        };
        let seqs: Vec<u64> = events.iter().map(|event| event.seq).collect();
        assert_eq!(seqs, (after + 1..=last).collect::<Vec<_>>());
    }
}

/// A room that ends tells its sockets to ask again; one that has nothing to write was told only with the next ping.
#[tokio::test(start_paused = true)]
async fn a_note_wakes_a_socket_that_has_nothing_to_write() {
    let (outbox, mut reader) = outbox(1);
    let room = GameId(Uuid::now_v7());
    let waiting = tokio::spawn(async move { reader.next().await });
    tokio::task::yield_now().await;
    outbox.lag(room);
    let told = tokio::time::timeout(Duration::from_secs(60), waiting).await;
    assert_eq!(told.expect("nobody sends anything else").unwrap(), Some(Outgoing::Lagged(room)));
}
