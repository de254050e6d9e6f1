//! Somebody is sanctioned in the middle of a game: what both players see, the clock, the result and the record.

use loadtests::{ApiError, Reply, Socket};
use protocol::http::{NewSanction, Operation, Sanction, SanctionKind};
use protocol::{ClientMessage, Code, Color, Event, How, Phase, ServerMessage, TalkStream, Winner};
use reqwest::Method;
use tianyuan::offices::Role;
use uuid::Uuid;

use super::procedure::appoint;
use super::table::{Person, Server, Table, ended, offer, snapshot};

const DAY_MS: u64 = 86_400_000;
/// From when a clock that stands is told to run.
const STANDS: u64 = (1 << 53) - 1;

async fn officer(server: &Server) -> Person {
    let person = Person::new(&server.base()).await;
    appoint(server, &person.name, Role::Administrator).await;
    person
}

async fn impose(by: &Person, on: &Person, kind: SanctionKind, forfeits: bool) -> Sanction {
    let new = NewSanction {
        id: Uuid::now_v7(),
        name: on.name.clone(),
        kind,
        for_ms: Some(DAY_MS),
        game: None,
        report: None,
        reason: "an engine was used".to_owned(),
        forfeits,
    };
    by.api.call(Method::POST, "/sanctions", Some(&new)).await.unwrap()
}

async fn closed_with(socket: &mut Socket) -> Code {
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { code, .. } => Some(*code),
        _ => None,
    };
    socket.find(closing).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_banned_in_a_game_is_gone_and_its_clock_runs() {
    let server = Server::start().await;
    let officer = officer(&server).await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    table.play_all(&["ee", "cc"]).await;
    impose(&officer, &table.people[0], SanctionKind::Ban, false).await;
    assert_eq!(closed_with(&mut table.black).await, Code::Banned);
    let gone = |message: &ServerMessage| match message {
        ServerMessage::Presence { black, .. } => (!black).then_some(()),
        _ => None,
    };
    table.white.find(gone).await.unwrap();
    assert!(Socket::open(&server.base(), table.people[0].api.token()).await.is_err());
    match table.people[0].api.game(table.room).await {
        Err(ApiError::Refused(problem)) => assert_eq!(problem.code, Code::Banned),
        other => panic!("{other:?}"),
    }
    // The game is as it was; whoever stays away loses it by the clock.
    let game = snapshot(table.white.watch(table.room, None).await.unwrap());
    assert_eq!((game.ply, game.phase), (2, Phase::Play));
    let running = game.clock.running.expect("a clock runs");
    assert_eq!(running.color, Color::Black);
    assert!(running.from_ms < STANDS, "it does not stand");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_banned_with_its_games_loses_them_by_a_ruling_with_the_reason() {
    let server = Server::start().await;
    let officer = officer(&server).await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    table.play_all(&["ee", "cc"]).await;
    let ban = impose(&officer, &table.people[0], SanctionKind::Ban, true).await;
    assert!(ban.holds && ban.forfeits);
    let ruled = super::table::event(&mut table.white, |event| match event {
        Event::Ruled { officer, reason } => Some((officer.clone(), reason.clone())),
        _ => None,
    })
    .await;
    assert_eq!(ruled, (officer.name.clone(), "an engine was used".to_owned()));
    let result = ended(&mut table.white).await;
    assert_eq!((result.winner, result.how), (Winner::White, How::Ruling));
    let record = table.people[1].api.game(table.room).await.unwrap();
    assert_eq!(record.game.moves.len(), 2);
    assert_eq!(record.game.result, Some(result));
    assert!(table.people[1].api.sgf(table.room).await.unwrap().contains("RE[W+"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_suspended_or_muted_plays_the_game_to_its_end() {
    let server = Server::start().await;
    let officer = officer(&server).await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    impose(&officer, &table.people[0], SanctionKind::Suspension, false).await;
    impose(&officer, &table.people[0], SanctionKind::Mute, false).await;
    table.play_all(&["ee", "cc"]).await;
    let say = |text: &str| ClientMessage::Say {
        id: Uuid::now_v7(),
        room: table.room,
        stream: TalkStream::Players,
        text: text.to_owned(),
    };
    let (black, white) = (say("hello"), say("hello"));
    assert_eq!(table.black.ask(&black).await.unwrap(), Reply::Refused(Code::Silenced));
    assert!(matches!(table.white.ask(&white).await.unwrap(), Reply::Ack(_)));
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    assert!(matches!(table.black.ask(&resign).await.unwrap(), Reply::Ack(_)));
    assert_eq!(ended(&mut table.white).await.winner, Winner::White);
    let rematch = ClientMessage::Rematch {
        id: Uuid::now_v7(),
        room: table.room,
        action: protocol::RematchAction::Offer,
    };
    assert_eq!(table.black.ask(&rematch).await.unwrap(), Reply::Refused(Code::Suspended));
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_of_a_maintenance_and_games_go_on() {
    let server = Server::start().await;
    let officer = officer(&server).await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    let begin = Operation { maintenance: true, text: "until ten".to_owned() };
    let _: Operation = officer.api.call(Method::PUT, "/operation", Some(&begin)).await.unwrap();
    let told = |message: &ServerMessage| match message {
        ServerMessage::Maintenance { text } => Some(text.clone()),
        _ => None,
    };
    assert_eq!(table.black.find(told).await.unwrap().as_deref(), Some("until ten"));
    assert_eq!(table.white.find(told).await.unwrap().as_deref(), Some("until ten"));
    table.play_all(&["ee", "cc"]).await;
    let end = Operation { maintenance: false, text: String::new() };
    let _: Operation = officer.api.call(Method::PUT, "/operation", Some(&end)).await.unwrap();
    assert_eq!(table.black.find(told).await.unwrap(), None);
}
