//! Nonsense, mischief and mistakes: each has its code, changes nothing and disconnects nobody unless
//! the frame itself is broken.

use loadtests::{Reply, Socket, SocketError};
use protocol::{ClientMessage, Code, Color, ServerMessage};
use uuid::Uuid;

use super::table::{Person, Server, Table, offer, snapshot};

#[tokio::test(flavor = "multi_thread")]
async fn each_refused_command_has_its_code_and_changes_nothing() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    // White surrounds aa; Black plays elsewhere, so that aa is suicide for Black.
    table.play_all(&["ee", "ba", "ef", "ab"]).await;
    let before = table.people[0].api.game(table.room).await.unwrap().game;
    let room = table.room;
    let play =
        |point: &str, ply| ClientMessage::Play { id: Uuid::now_v7(), room, ply, point: point.to_owned() };
    let cases = [
        (Color::Black, play("aa", 4), Code::Suicide),
        (Color::Black, play("ba", 4), Code::Occupied),
        (Color::Black, play("zz", 4), Code::BadPoint),
        (Color::Black, play("jj", 4), Code::BadPoint),
        (Color::Black, play("D4", 4), Code::BadPoint),
        (Color::Black, play("", 4), Code::BadPoint),
        (Color::Black, play("cc", 3), Code::StalePly),
        (Color::Black, play("cc", 5), Code::StalePly),
        (Color::White, play("cc", 4), Code::NotYourTurn),
        (Color::White, ClientMessage::Pass { id: Uuid::now_v7(), room, ply: 4 }, Code::NotYourTurn),
        (Color::Black, ClientMessage::Accept { id: Uuid::now_v7(), room, revision: 0 }, Code::WrongPhase),
        (
            Color::Black,
            ClientMessage::Mark { id: Uuid::now_v7(), room, revision: 0, point: "ee".into(), dead: true },
            Code::WrongPhase,
        ),
        (Color::Black, ClientMessage::ResumePlay { id: Uuid::now_v7(), room, revision: 0 }, Code::WrongPhase),
        (Color::Black, ClientMessage::Resign { id: Uuid::now_v7(), room: Uuid::now_v7() }, Code::NotFound),
        (Color::Black, ClientMessage::Hello { version: 1, token: None }, Code::BadCommand),
    ];
    for (color, command, code) in cases {
        let reply = if matches!(command, ClientMessage::Hello { .. }) {
            table.socket(color).send(&command).await.unwrap();
            refusal_without_id(table.socket(color)).await
        } else {
            table.socket(color).ask(&command).await.unwrap()
        };
        assert_eq!(reply, Reply::Refused(code), "{command:?}");
    }
    let mut after = table.people[0].api.game(room).await.unwrap().game;
    after.clock = before.clock;
    assert_eq!(after, before, "nothing has changed");
    assert!(matches!(table.play(Color::Black, "cc").await, Reply::Ack(_)), "and nobody was disconnected");
}

async fn refusal_without_id(socket: &mut Socket) -> Reply {
    socket
        .find(|message| match message {
            ServerMessage::Refused { id: None, code, .. } => Some(Reply::Refused(*code)),
            _ => None,
        })
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn ko_is_refused_with_the_move_that_it_repeats() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    table.play_all(&["ba", "ca", "ab", "db", "bc", "cc", "cb", "bb"]).await;
    // White has just taken the stone at cb.
    let command = table.command("cb");
    table.black.send(&command).await.unwrap();
    let (code, repeats) = table
        .black
        .find(|message| match message {
            ServerMessage::Refused { code, repeats, .. } => Some((*code, *repeats)),
            _ => None,
        })
        .await
        .unwrap();
    assert_eq!((code, repeats), (Code::Ko, Some(7)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_takes_effect_once_whatever_is_sent_again() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    let command = table.command("ee");
    let first = table.black.ask(&command).await.unwrap();
    let mut elsewhere = table.people[0].socket(&base).await;
    for _ in 0..3 {
        assert_eq!(elsewhere.ask(&command).await.unwrap(), first, "the same answer on any connection");
    }
    let ClientMessage::Play { id, room, .. } = command else { unreachable!() };
    let other = ClientMessage::Play { id, room, ply: 0, point: "cc".to_owned() };
    assert_eq!(elsewhere.ask(&other).await.unwrap(), Reply::Refused(Code::IdReused));
    // The same id from the other player is another command.
    let theirs = ClientMessage::Play { id, room, ply: 1, point: "cc".to_owned() };
    assert!(matches!(table.white.ask(&theirs).await.unwrap(), Reply::Ack(_)));
    // A repeated pass cannot end the game.
    table.ply = 2;
    let pass = table.command("pass");
    let passed = table.black.ask(&pass).await.unwrap();
    assert_eq!(table.black.ask(&pass).await.unwrap(), passed);
    assert_eq!(table.people[0].api.game(room).await.unwrap().game.ply, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_guests_may_watch_but_not_touch() {
    let server = Server::start().await;
    let base = server.base();
    let table = Table::new(&base, &offer(9)).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    let mut guest = Socket::open(&base, None).await.unwrap();
    snapshot(guest.watch(table.room, None).await.unwrap());
    assert_eq!(guest.ask(&resign).await.unwrap(), Reply::Refused(Code::NotLoggedIn));
    let mut stranger = Person::new(&base).await.socket(&base).await;
    assert_eq!(stranger.ask(&resign).await.unwrap(), Reply::Refused(Code::NotAPlayer));
    assert!(table.people[0].api.game(table.room).await.unwrap().summary.result.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_broken_frame_ends_the_conversation() {
    let server = Server::start().await;
    let base = server.base();
    let mut guest = Socket::open(&base, None).await.unwrap();
    guest.send_text(r#"{"type":"castle"}"#).await.unwrap();
    assert_eq!(refusal_without_id(&mut guest).await, Reply::Refused(Code::UnknownCommand));
    guest.send_text(r#"{"type":"play","room":7}"#).await.unwrap();
    assert_eq!(refusal_without_id(&mut guest).await, Reply::Refused(Code::BadCommand));

    for (frame, close) in [("not json".to_owned(), 1007), ("[1]".to_owned(), 1007), (" ".repeat(5000), 1009)]
    {
        let mut socket = Socket::open(&base, None).await.unwrap();
        socket.send_text(frame.as_str()).await.unwrap();
        assert_eq!(closed(&mut socket).await, Some(close), "{:.10}", frame);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conversation_begins_with_a_hello_that_holds() {
    let server = Server::start().await;
    let base = server.base();
    let hello =
        |version, token: Option<&str>| ClientMessage::Hello { version, token: token.map(str::to_owned) };
    let cases = [
        (ClientMessage::Ping { id: Uuid::now_v7() }, Code::HelloExpected),
        (hello(2, None), Code::UnsupportedVersion),
        (hello(1, Some("not.a.token")), Code::BadToken),
    ];
    for (first, code) in cases {
        let mut socket = Socket::connect(&base).await.unwrap();
        socket.send(&first).await.unwrap();
        assert!(
            matches!(socket.next().await, Ok(ServerMessage::Closing { code: why, .. }) if why == code),
            "{first:?}"
        );
        assert_eq!(closed(&mut socket).await, Some(1002));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_refused_and_then_cut() {
    let server = Server::start_limited().await;
    let mut socket = Socket::open(&server.base(), None).await.unwrap();
    let ping = protocol::encode(&ClientMessage::Ping { id: Uuid::now_v7() });
    let (mut pongs, mut refused) = (0, 0);
    for _ in 0..300 {
        if socket.send_text(ping.as_str()).await.is_err() {
            break;
        }
    }
    let end = loop {
        match socket.next().await {
            Ok(ServerMessage::Pong { .. }) => pongs += 1,
            Ok(ServerMessage::Refused { code: Code::RateLimited, .. }) => refused += 1,
            Ok(other) => assert!(matches!(other, ServerMessage::Closing { .. }), "{other:?}"),
            Err(error) => break error,
        }
    };
    assert!(pongs >= 40 && refused >= 100, "{pongs} pongs, {refused} refused, {end}");
}

/// The code with which the server closes.
async fn closed(socket: &mut Socket) -> Option<u16> {
    loop {
        match socket.next().await {
            Ok(_) => {}
            Err(SocketError::Closed(code)) => return code,
            Err(other) => panic!("{other}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_is_not_there_for_others() {
    let server = Server::start().await;
    let base = server.base();
    let private = protocol::http::NewChallenge { private: true, ..offer(9) };
    let mut table = Table::new(&base, &private).await;
    let resign = |id| ClientMessage::Resign { id, room: table.room };
    let mut guest = Socket::open(&base, None).await.unwrap();
    let mut stranger = Person::new(&base).await.socket(&base).await;
    let (before, after) = (Uuid::now_v7(), Uuid::now_v7());
    let theirs = resign(before);
    for over in [false, true] {
        if over {
            assert!(matches!(table.black.ask(&resign(after)).await.unwrap(), Reply::Ack(_)));
        }
        for socket in [&mut guest, &mut stranger] {
            let refused = socket.watch(table.room, None).await.unwrap();
            assert!(
                matches!(refused, ServerMessage::Refused { code: Code::NotFound, .. }),
                "what is hidden is shown: {refused:?}"
            );
        }
        assert_eq!(stranger.ask(&theirs).await.unwrap(), Reply::Refused(Code::NotFound));
        assert!(
            server.app().games.list(tianyuan::store::GameFilter::Live, None, 10).await.unwrap().is_empty()
        );
    }
    let mut white = table.people[1].socket(&base).await;
    assert!(snapshot(white.watch(table.room, None).await.unwrap()).result.is_some());
}
