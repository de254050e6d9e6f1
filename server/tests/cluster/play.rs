//! People on different servers play, watch, talk and meet.

use loadtests::{Reply, Socket};
use protocol::{ClientMessage, Code, RoomEvent, ServerMessage, TalkStream};
use uuid::Uuid;

use crate::nodes::{Cluster, Person, begin, play, seated, watch};

const MOVES: [&str; 8] = ["ee", "cc", "gg", "cg", "gc", "ce", "eg", "ec"];

/// The next event of a room.
async fn event(socket: &mut Socket) -> RoomEvent {
    let event = |message: &ServerMessage| match message {
        ServerMessage::Event { event, .. } => Some(event.clone()),
        _ => None,
    };
    socket.find(event).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn three_servers_show_one_game() {
    let Some(cluster) = Cluster::start("three_servers_show_one_game").await else { return };
    let people = [Person::new(&cluster, "black").await, Person::new(&cluster, "white").await];
    let mut told = people[0].socket(cluster.base(0)).await;
    let room = begin(&cluster, [&people[0], &people[1]], 2).await;
    let begun = told.find(|message| match message {
        ServerMessage::GameStarted { room, .. } => Some(*room),
        _ => None,
    });
    assert_eq!(begun.await.unwrap(), room, "who made the challenge hears of it at another server");

    // Each side at another server than the game's, and somebody at each.
    let mut players = [people[0].socket(cluster.base(0)).await, people[1].socket(cluster.base(1)).await];
    let mut guests = Vec::new();
    for node in [0, 1, 1, 2] {
        guests.push(Socket::open(cluster.base(node), None).await.unwrap());
    }
    for socket in players.iter_mut().chain(&mut guests) {
        assert!(matches!(watch(socket, room, None).await, ServerMessage::Snapshot { .. }));
    }
    for (ply, point) in MOVES.into_iter().enumerate() {
        let command = play(room, u32::try_from(ply).unwrap(), point);
        let reply = players[ply % 2].ask(&command).await.unwrap();
        assert!(matches!(reply, Reply::Ack(Some(_))), "{point}: {reply:?}");
        assert_eq!(players[ply % 2].ask(&command).await.unwrap(), reply, "the same answer");
        let stale = play(room, u32::try_from(ply).unwrap(), "aa");
        assert_eq!(players[ply % 2].ask(&stale).await.unwrap(), Reply::Refused(Code::StalePly));
    }
    let mut all = Vec::new();
    for socket in players.iter_mut().chain(&mut guests) {
        let mut events = Vec::new();
        for _ in MOVES {
            events.push(event(socket).await);
        }
        all.push(events);
    }
    assert!(all.iter().all(|events| *events == all[0]), "everybody sees the same");
    assert!(all[0].iter().zip(2..).all(|(event, seq)| event.seq == seq), "in order, without a gap");

    // Who comes back at another server gets exactly what was missed.
    let mut back = people[0].socket(cluster.base(1)).await;
    match watch(&mut back, room, Some(5)).await {
        ServerMessage::Resumed { events, .. } => assert_eq!(events, all[0][4..]),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_is_heard_at_every_server() {
    let Some(cluster) = Cluster::start("what_is_said_is_heard_at_every_server").await else { return };
    let people = [Person::new(&cluster, "black").await, Person::new(&cluster, "white").await];
    let room = begin(&cluster, [&people[0], &people[1]], 0).await;
    let mut sockets = [people[0].socket(cluster.base(1)).await, people[1].socket(cluster.base(2)).await];
    let mut guest = Socket::open(cluster.base(1), None).await.unwrap();
    for socket in sockets.iter_mut().chain([&mut guest]) {
        watch(socket, room, None).await;
    }
    for (at, text) in ["你好", "多多指教"].into_iter().enumerate() {
        let say = ClientMessage::Say {
            id: Uuid::now_v7(),
            room,
            stream: TalkStream::Players,
            text: text.to_owned(),
        };
        assert!(matches!(sockets[at].ask(&say).await.unwrap(), Reply::Ack(_)));
    }
    for socket in sockets.iter_mut().chain([&mut guest]) {
        for text in ["你好", "多多指教"] {
            hears(socket, text).await;
        }
    }
}

/// Waits until somebody has heard it.
async fn hears(socket: &mut Socket, text: &str) {
    let heard = |message: &ServerMessage| match message {
        ServerMessage::Said { line, .. } if line.text == text => Some(()),
        _ => None,
    };
    socket.find(heard).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_game_people_go_on_talking_wherever_they_are() {
    let Some(cluster) = Cluster::start("after_the_game_people_go_on_talking_wherever_they_are").await else {
        return;
    };
    let people = [Person::new(&cluster, "black").await, Person::new(&cluster, "white").await];
    let room = begin(&cluster, [&people[0], &people[1]], 0).await;
    let mut sockets = [people[0].socket(cluster.base(1)).await, people[1].socket(cluster.base(2)).await];
    watch(&mut sockets[0], room, None).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(sockets[0].ask(&resign).await.unwrap(), Reply::Ack(Some(_))));
    // The finished game is each server's own.
    let mut sockets = [people[0].socket(cluster.base(1)).await, people[1].socket(cluster.base(2)).await];
    for socket in &mut sockets {
        watch(socket, room, None).await;
    }
    let say = |text: &str| ClientMessage::Say {
        id: Uuid::now_v7(),
        room,
        stream: TalkStream::Players,
        text: text.to_owned(),
    };
    for text in ["谢谢", "再来一局？"] {
        assert!(matches!(sockets[0].ask(&say(text)).await.unwrap(), Reply::Ack(_)));
        hears(&mut sockets[1], text).await;
    }
    assert!(matches!(sockets[1].ask(&say("好")).await.unwrap(), Reply::Ack(_)));
    hears(&mut sockets[0], "好").await;
    // Each line once: the next thing that is heard is the next line.
    assert!(matches!(sockets[0].ask(&say("下次吧")).await.unwrap(), Reply::Ack(_)));
    let next = sockets[1].find(|message| match message {
        ServerMessage::Said { line, .. } => Some(line.text.clone()),
        _ => None,
    });
    assert_eq!(next.await.unwrap(), "好", "its own");
    hears(&mut sockets[1], "下次吧").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_ended_at_one_server_is_ended_at_all() {
    let Some(cluster) = Cluster::start("a_session_that_is_ended_at_one_server_is_ended_at_all").await else {
        return;
    };
    let api = loadtests::Api::new(cluster.base(0));
    let session = api.register("somebody", "a long enough password").await.unwrap();
    let mut socket = Socket::open(cluster.base(1), Some(&session.access_token)).await.unwrap();
    cluster.log_out(2, &session).await;
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { code, .. } => Some(*code),
        _ => None,
    };
    assert_eq!(socket.find(closing).await.unwrap(), Code::BadToken);
    assert!(Socket::open(cluster.base(1), Some(&session.access_token)).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_elsewhere_are_let_go_of_and_every_request_is_answered() {
    let Some(cluster) = Cluster::start("rooms_elsewhere_are_let_go_of_and_every_request_is_answered").await
    else {
        return;
    };
    let people = [Person::new(&cluster, "black").await, Person::new(&cluster, "white").await];
    let mut guest = Socket::open(cluster.base(1), None).await.unwrap();
    let mut room = Uuid::nil();
    // More than a socket may watch at once.
    for _ in 0..20 {
        room = begin(&cluster, [&people[0], &people[1]], 0).await;
        assert!(matches!(watch(&mut guest, room, None).await, ServerMessage::Snapshot { .. }));
        let unwatch = ClientMessage::Unwatch { id: Uuid::now_v7(), room };
        assert_eq!(guest.ask(&unwatch).await.unwrap(), Reply::Ack(None));
    }
    // As many at once as a socket may say.
    let ids: Vec<Uuid> = (0..40).map(|_| Uuid::now_v7()).collect();
    for id in &ids {
        guest.send(&ClientMessage::Watch { id: *id, room, after: None }).await.unwrap();
    }
    for wanted in ids {
        let answered = |message: &ServerMessage| match message {
            ServerMessage::Snapshot { id, .. } if *id == wanted => Some(()),
            ServerMessage::Refused { id, .. } if *id == Some(wanted) => Some(()),
            _ => None,
        };
        guest.find(answered).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_from_elsewhere_costs_few_notes() {
    let Some(cluster) = Cluster::start("a_move_from_elsewhere_costs_few_notes").await else { return };
    let (room, _, mut players) = seated(&cluster, 2, [0, 0]).await;
    let before = cluster.redis.published();
    for (ply, point) in MOVES.into_iter().enumerate() {
        let reply = players[ply % 2].ask(&play(room, u32::try_from(ply).unwrap(), point)).await.unwrap();
        assert!(matches!(reply, Reply::Ack(Some(_))), "{point}: {reply:?}");
        for socket in &mut players {
            event(socket).await;
        }
    }
    let notes = cluster.redis.published() - before;
    // Echoes and lists of who is there are among them.
    println!("{notes} notes for {} moves", MOVES.len());
    assert!(notes >= 2 * MOVES.len() as u64, "each went there and came back");
}
