//! Faults of other servers that nothing else here would find (`server/tests/LESSONS.md`).

use loadtests::{Reply, Socket};
use protocol::{ClientMessage, Clock, Color, Event, ServerMessage};

use super::table::{Person, Server, Table, event, offer, served_now};

/// The reply was lost with the connection, and whoever had moved went on losing time until it was sent again.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_reply_costs_no_time() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    let command = table.command("ee");
    table.black.send(&command).await.unwrap();
    let (left, from_ms) = event(&mut table.white, |event| match event {
        Event::Played { clock, .. } => Some((clock.black, clock.running.unwrap().from_ms)),
        _ => None,
    })
    .await;
    // Nobody has read the reply, and nobody will.
    table.black = Socket::open(&base, None).await.unwrap();
    // White answers, and Black does not know yet that its move is made.
    let thought = table.command("cc");
    let ClientMessage::Play { id, room, point, .. } = thought else { unreachable!() };
    let reply = table.white.ask(&ClientMessage::Play { id, room, point, ply: 1 }).await.unwrap();
    assert!(matches!(reply, Reply::Ack(Some(3))), "{reply:?}");
    let mut back = table.people[0].socket(&base).await;
    back.watch(table.room, None).await.unwrap();
    assert_eq!(back.ask(&command).await.unwrap(), Reply::Ack(Some(2)), "answered like the first");
    let game = table.people[0].api.game(table.room).await.unwrap().game;
    assert_eq!((game.ply, game.clock.black), (2, left), "the clock stopped when the move first arrived");
    let running = game.clock.running.unwrap();
    assert_eq!(running.color, Color::Black);
    assert!(running.from_ms >= from_ms && running.elapsed_ms == 0, "{running:?} after {from_ms}");
}

/// What a first look tells of time: the room's, the server's, and the clocks.
async fn look(socket: &mut Socket, table: &Table, after: Option<u64>) -> (u64, u64, Option<Clock>) {
    match socket.watch(table.room, after).await.unwrap() {
        ServerMessage::Snapshot { room_ms, served_ms, game, .. } => (room_ms, served_ms, Some(game.clock)),
        ServerMessage::Resumed { room_ms, served_ms, .. } => (room_ms, served_ms, None),
        other => panic!("{other:?}"),
    }
}

/// Whoever came back was shown another clock than the others.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_is_told_the_time_to_the_millisecond() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    table.play_all(&["ee", "cc", "gg"]).await;
    let mut before = table.people[0].socket(&base).await;
    let mut guest = Socket::open(&base, None).await.unwrap();
    let mut after = Person::new(&base).await.socket(&base).await;
    let looks = [
        look(&mut before, &table, None).await,
        look(&mut guest, &table, Some(2)).await,
        look(&mut after, &table, None).await,
    ];
    for pair in looks.windows(2) {
        assert!(pair[0].0 <= pair[1].0, "time goes forward: {looks:?}");
    }
    // What each reckons from it, by the time of the server where it is; a note from there takes a moment.
    let most_ms = if server.is_one() { 0 } else { 1_000 };
    let mut moments = Vec::new();
    for (socket, (room_ms, served_ms, _)) in [&mut before, &mut guest, &mut after].into_iter().zip(&looks) {
        moments.push(room_ms + served_now(socket).await - served_ms);
    }
    let true_ms = look(&mut before, &table, None).await.0;
    for pair in moments.windows(2) {
        assert!(pair[0] <= pair[1] + most_ms, "room time runs beside the server's: {moments:?}");
    }
    assert!(moments.iter().all(|moment| *moment <= true_ms + most_ms), "{moments:?} until {true_ms}");
    assert!(
        looks.iter().zip(&moments).all(|(look, moment)| look.0 <= *moment),
        "{moments:?} after {looks:?}"
    );
    let (shown, last) = (looks[0].2.unwrap(), looks[2].2.unwrap());
    assert_eq!((shown.black, shown.white), (last.black, last.white));
    assert_eq!(shown.running, last.running, "whose turn, from when, and what of it was spent");
    assert_eq!(shown.running.unwrap().color, Color::White);
}
