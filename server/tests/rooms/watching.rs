//! Coming, going and coming back.

use std::time::Duration;

use loadtests::{Reply, Socket};
use protocol::{ClientMessage, Code, Color, RoomEvent, ServerMessage};
use tianyuan::ids::GameId;
use tianyuan::room::{ConnId, Outgoing, WatchRequest, outbox};
use uuid::Uuid;

use super::table::{Person, Server, Table, offer, snapshot};

/// What a client with `after` gets.
async fn resume(socket: &mut Socket, room: Uuid, after: u64) -> Vec<RoomEvent> {
    match socket.watch(room, Some(after)).await.unwrap() {
        ServerMessage::Resumed { events, .. } => events,
        other => panic!("not resumed: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_gets_exactly_what_was_missed() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    table.play_all(&["ee", "cc", "gg"]).await;
    let mut all = Vec::new();
    for seq in 1..=4 {
        let mut guest = Socket::open(&base, None).await.unwrap();
        let events = resume(&mut guest, table.room, seq).await;
        assert_eq!(
            events.iter().map(|event| event.seq).collect::<Vec<_>>(),
            (seq + 1..=4).collect::<Vec<_>>()
        );
        all.push(events);
    }
    assert_eq!(all[0][1..], all[1][..], "everybody sees the same");
    // A number that never was gets everything anew.
    let mut guest = Socket::open(&base, None).await.unwrap();
    let seen = snapshot(guest.watch(table.room, Some(99)).await.unwrap());
    assert_eq!((seen.seq, seen.ply), (4, 3));
}

#[tokio::test]
async fn who_asks_to_watch_a_room_that_is_ending_is_told_to_ask_again() {
    let server = Server::start().await;
    let table = Table::new(&server.base(), &offer(9)).await;
    let room = GameId(table.room);
    let app = server.owner(table.room).await;
    let handle = app.rooms.wake(room).await.unwrap();
    let (outbox, mut reader) = outbox(ConnId::MAX);
    let request = Uuid::now_v7();
    let watch = WatchRequest { request, account: None, officer: None, rules: false, after: None, outbox };
    // On one thread, so that the room comes to it only when both lie in its mailbox.
    let ((), is_in) = tokio::join!(biased; app.rooms.stop(), async { handle.watch(watch) });
    assert!(is_in);
    let Some(Outgoing::Frame(frame)) = reader.next().await else { panic!("no answer") };
    let answer: ServerMessage = serde_json::from_str(&frame).unwrap();
    assert!(
        matches!(answer, ServerMessage::Refused { id, code: Code::Busy, .. } if id == Some(request)),
        "{answer:?}"
    );
    assert_eq!(reader.next().await, Some(Outgoing::Lagged(room)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_cut_sockets_in_one_game_cost_no_move() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(19)).await;
    let mut hanging = Vec::new();
    for n in 0..100_u8 {
        let seq = u64::from(n) + 1;
        let color = if n % 2 == 0 { Color::Black } else { Color::White };
        let point = format!("{}{}", char::from(b'a' + n % 19), char::from(b'a' + (n / 19) * 2));
        let command = table.command(&point);
        // Sent on the socket in the seat, which is dropped before any answer, or hangs so that the server thinks it there.
        let person = &table.people[usize::from(color == Color::White)];
        let back = person.socket(&base).await;
        let room = table.room;
        let seat = table.socket(color);
        seat.send(&command).await.unwrap();
        let cut = std::mem::replace(seat, back);
        hanging.extend((n % 3 == 0).then_some(cut));
        let events = resume(seat, room, seq).await;
        // What a client does that comes back.
        let take = ClientMessage::TakeSeat { id: Uuid::now_v7(), room };
        assert_eq!(seat.ask(&take).await.unwrap(), Reply::Ack(None));
        let reply = table.socket(color).ask(&command).await.unwrap();
        assert_eq!(reply, Reply::Ack(Some(seq + 1)), "move {n} after {events:?}");
        table.ply += 1;
    }
    let game = table.people[0].api.game(table.room).await.unwrap().game;
    assert_eq!((game.ply, game.seq), (100, 101));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_whose_game_ends_with_nobody_there_goes_to_sleep() {
    let server = Server::start().await;
    let base = server.base();
    let people = [Person::new(&base).await, Person::new(&base).await];
    let offer = offer(9);
    people[0].api.challenge(&offer).await.unwrap();
    let room = people[1].api.accept(offer.id, None).await.unwrap().game;
    let mut black = people[0].socket(&base).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(black.ask(&resign).await.unwrap(), Reply::Ack(Some(_))));
    let asleep = async {
        while server.awake() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), asleep).await.expect("nobody needs the room any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_who_is_there() {
    let server = Server::start().await;
    let base = server.base();
    let table = Table::new(&base, &offer(9)).await;
    let mut guest = Socket::open(&base, None).await.unwrap();
    guest.watch(table.room, None).await.unwrap();
    let seen = |black, white, watchers| {
        move |message: &ServerMessage| match message {
            ServerMessage::Presence { black: b, white: w, watchers: n, .. } => {
                ((*b, *w, *n) == (black, white, watchers)).then_some(())
            }
            _ => None,
        }
    };
    guest.find(seen(true, true, 1)).await.unwrap();
    let Table { black, mut white, .. } = table;
    drop(black);
    guest.find(seen(false, true, 1)).await.unwrap();
    drop(guest);
    white.find(seen(false, true, 0)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_watches_a_bounded_number_of_rooms() {
    let server = Server::start().await;
    let base = server.base();
    let mut guest = Socket::open(&base, None).await.unwrap();
    let people = [Person::new(&base).await, Person::new(&base).await];
    let mut rooms = Vec::new();
    for _ in 0..=protocol::limits::ROOMS_PER_SOCKET {
        let offer = offer(9);
        people[0].api.challenge(&offer).await.unwrap();
        rooms.push(people[1].api.accept(offer.id, None).await.unwrap().game);
    }
    let last = rooms.pop().unwrap();
    for room in &rooms {
        snapshot(guest.watch(*room, None).await.unwrap());
    }
    let refused = guest.watch(last, None).await.unwrap();
    assert!(matches!(refused, ServerMessage::Refused { code: Code::TooManyRooms, .. }), "{refused:?}");
    let unwatch = ClientMessage::Unwatch { id: Uuid::now_v7(), room: rooms[0] };
    assert_eq!(guest.ask(&unwatch).await.unwrap(), Reply::Ack(None));
    snapshot(guest.watch(last, None).await.unwrap());
}
