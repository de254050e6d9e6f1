//! One player at several sockets: one of them plays, and the player says which.

use loadtests::{Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{Appointment, ClientMessage, Code, Color, ServerMessage, Venue};
use uuid::Uuid;

use super::procedure::kinds;
use super::table::{Server, Table, event, offer};

use Color::Black;

pub(crate) fn take(room: Uuid) -> ClientMessage {
    ClientMessage::TakeSeat { id: Uuid::now_v7(), room }
}

/// Watches, and whether the socket holds the seat.
async fn watch(socket: &mut Socket, room: Uuid, after: Option<u64>) -> bool {
    match socket.watch(room, after).await.unwrap() {
        ServerMessage::Snapshot { held, seat, .. } | ServerMessage::Resumed { held, seat, .. } => {
            assert_eq!(seat, Some(Black));
            held
        }
        other => panic!("{other:?}"),
    }
}

/// The next news of the seat.
async fn seat(socket: &mut Socket) -> bool {
    let news = |message: &ServerMessage| match message {
        ServerMessage::Seat { held, .. } => Some(*held),
        _ => None,
    };
    socket.find(news).await.unwrap()
}

/// A game and a second socket of Black's.
async fn two_devices(base: &str, offer: &NewChallenge) -> (Table, Socket) {
    let table = Table::new(base, offer).await;
    let mut second = table.people[0].socket(base).await;
    assert!(!watch(&mut second, table.room, None).await);
    (table, second)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_socket_plays_the_other_sees_all_and_takes_the_seat_when_it_asks() {
    let server = Server::start().await;
    let base = server.base();
    let (mut table, mut second) = two_devices(&base, &offer(9)).await;
    let first = table.command("ee");
    let elsewhere = Reply::Refused(Code::SeatElsewhere);
    assert_eq!(second.ask(&first).await.unwrap(), elsewhere);
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    assert_eq!(second.ask(&resign).await.unwrap(), elsewhere, "whatever changes the game");
    let mut third = table.people[0].socket(&base).await;
    assert_eq!(third.ask(&first).await.unwrap(), elsewhere, "nor without watching");
    // The id is not spent by the refusal.
    let done = table.black.ask(&first).await.unwrap();
    assert!(matches!(done, Reply::Ack(Some(_))), "{done:?}");
    table.ply += 1;
    assert_eq!(second.ask(&first).await.unwrap(), done, "what took effect is answered like the first time");
    event(&mut second, |event| (kinds(std::slice::from_ref(event)) == ["played"]).then_some(())).await;

    assert_eq!(second.ask(&take(table.room)).await.unwrap(), Reply::Ack(None));
    assert!(seat(&mut second).await);
    assert!(!seat(&mut table.black).await, "who had it is told");
    assert!(matches!(table.play(Color::White, "cc").await, Reply::Ack(_)));
    let next = table.command("gg");
    assert_eq!(table.black.ask(&next).await.unwrap(), elsewhere);
    assert!(matches!(second.ask(&next).await.unwrap(), Reply::Ack(Some(_))));
    assert!(watch(&mut second, table.room, Some(1)).await, "asking again moves nothing");
    assert!(!watch(&mut table.black, table.room, Some(1)).await);
    let kept = table.people[0].api.game(table.room).await.unwrap().game;
    assert_eq!(kept.seq, 4, "the journal knows nothing of seats");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_other_socket_has_the_seat_when_the_first_goes() {
    let server = Server::start().await;
    let base = server.base();
    let (mut table, mut second) = two_devices(&base, &offer(9)).await;
    let mut third = table.people[0].socket(&base).await;
    assert!(!watch(&mut third, table.room, None).await);
    table.black.close().await;
    assert!(seat(&mut second).await);
    assert!(!seat(&mut third).await, "and the youngest is told that it is not its own");
    table.black = second;
    table.play_all(&["ee", "cc"]).await;
    let unwatch = ClientMessage::Unwatch { id: Uuid::now_v7(), room: table.room };
    table.black.ask(&unwatch).await.unwrap();
    assert!(seat(&mut third).await, "who looks away has left its seat");
    assert!(matches!(third.ask(&table.command("gg")).await.unwrap(), Reply::Ack(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn in_an_official_game_the_seat_moves_only_when_it_is_asked_for() {
    let server = Server::start().await;
    let base = server.base();
    let start_ms = u64::try_from(server.app().time.wall_ms()).unwrap() + 3_600_000;
    let appointment = Some(Appointment { start_ms, venue: Venue::Remote });
    let (table, mut second) = two_devices(&base, &NewChallenge { appointment, ..offer(9) }).await;
    let command = table.command("ee");
    let Table { black, room, people, .. } = table;
    black.close().await;
    assert!(!seat(&mut second).await);
    assert_eq!(second.ask(&command).await.unwrap(), Reply::Refused(Code::SeatElsewhere));
    let mut third = people[0].socket(&base).await;
    assert!(!watch(&mut third, room, None).await, "nor by coming");
    assert_eq!(third.ask(&take(room)).await.unwrap(), Reply::Ack(None));
    assert!(seat(&mut third).await);
    let early = Reply::Refused(Code::WrongPhase);
    assert_eq!(third.ask(&command).await.unwrap(), early, "it is heard, and too early");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_for_players_who_watch() {
    let server = Server::start().await;
    let base = server.base();
    let table = Table::new(&base, &offer(9)).await;
    let refused = |code| Reply::Refused(code);
    let mut guest = Socket::open(&base, None).await.unwrap();
    assert_eq!(guest.ask(&take(table.room)).await.unwrap(), refused(Code::NotLoggedIn));
    let mut blind = table.people[0].socket(&base).await;
    assert_eq!(blind.ask(&take(table.room)).await.unwrap(), refused(Code::NotWatching));
    assert_eq!(blind.ask(&take(Uuid::now_v7())).await.unwrap(), refused(Code::NotFound));
    let somebody = super::table::Person::new(&base).await;
    let mut onlooker = somebody.socket(&base).await;
    onlooker.watch(table.room, None).await.unwrap();
    assert_eq!(onlooker.ask(&take(table.room)).await.unwrap(), refused(Code::NotAPlayer));
}
