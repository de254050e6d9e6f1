//! What an officer orders at one server is so at all within a second (security checks 21 and 46).

use std::time::Duration;

use loadtests::{Reply, Socket};
use protocol::http::{NewSanction, Operation, Sanction, SanctionKind};
use protocol::{ClientMessage, Code, ServerMessage, TalkStream};
use reqwest::Method;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::nodes::{Cluster, PATIENCE, Person, insist, seated};

fn sanction(on: &str, kind: SanctionKind, forfeits: bool) -> NewSanction {
    NewSanction {
        id: Uuid::now_v7(),
        name: on.to_owned(),
        kind,
        for_ms: Some(86_400_000),
        game: None,
        report: None,
        reason: "an engine was used".to_owned(),
        forfeits,
    }
}

async fn impose(officer: &Person, base: &str, new: &NewSanction) {
    let _: Sanction = officer.at(base).call(Method::POST, "/sanctions", Some(new)).await.unwrap();
}

async fn closed_with(socket: &mut Socket) -> Code {
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { code, .. } => Some(*code),
        _ => None,
    };
    socket.find(closing).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mute_a_maintenance_and_a_ban_reach_every_server() {
    let test = "a_mute_a_maintenance_and_a_ban_reach_every_server";
    let Some(cluster) = Cluster::start(test).await else { return };
    // The game is at the third server, Black at the first, White at the second, the officer at the third.
    let (room, people, [mut black, mut white]) = seated(&cluster, 2, [0, 1]).await;
    let officer = Person::new(&cluster, "officer").await;
    cluster.appoint("officer", "administrator").await;

    impose(&officer, cluster.base(2), &sanction("black", SanctionKind::Mute, false)).await;
    let start = Instant::now();
    loop {
        let (id, text) = (Uuid::now_v7(), "hello".to_owned());
        let say = ClientMessage::Say { id, room, stream: TalkStream::Players, text };
        match insist(&mut black, room, &say).await.0 {
            Reply::Refused(Code::Silenced) => break,
            other => assert!(start.elapsed() < PATIENCE, "{other:?}"),
        }
        sleep(Duration::from_millis(50)).await;
    }
    println!("a mute reached another server after {} ms", start.elapsed().as_millis());

    let begin = Operation { maintenance: true, text: "until ten".to_owned() };
    let start = Instant::now();
    let api = officer.at(cluster.base(2));
    let _: Operation = api.call(Method::PUT, "/operation", Some(&begin)).await.unwrap();
    let told = |message: &ServerMessage| matches!(message, ServerMessage::Maintenance { .. }).then_some(());
    white.find(told).await.unwrap();
    println!("a maintenance was told at another server after {} ms", start.elapsed().as_millis());

    // The ban ends the sockets of the one and the game of both, by whichever server has it.
    let start = Instant::now();
    impose(&officer, cluster.base(1), &sanction("black", SanctionKind::Ban, true)).await;
    assert_eq!(closed_with(&mut black).await, Code::Banned);
    println!("a ban closed a socket at another server after {} ms", start.elapsed().as_millis());
    let ended = |message: &ServerMessage| match message {
        ServerMessage::Event { event, .. } => {
            matches!(event.event, protocol::Event::Ended { .. }).then_some(())
        }
        _ => None,
    };
    white.find(ended).await.unwrap();
    for node in 0..3 {
        let record = people[1].at(cluster.base(node)).game(room).await.unwrap();
        assert_eq!(record.game.result.unwrap().winner, protocol::Winner::White, "server {node}");
        assert!(Socket::open(cluster.base(node), people[0].api.token()).await.is_err());
    }
}
