//! Officers who sit down at a game, and people whom they remove from it.

use loadtests::{ApiError, Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{ClientMessage, Code, Event, Ruling, ServerMessage, TalkStream};
use reqwest::Method;
use tianyuan::offices::{Offices, Role};
use uuid::Uuid;

use super::procedure::{Referee, appoint};
use super::seats::take;
use super::table::{Person, Server, Table, event, offer, snapshot};
use super::talk::{id_of, listen, page, say};

fn rule(room: Uuid, ruling: Ruling) -> ClientMessage {
    ClientMessage::Rule { id: Uuid::now_v7(), room, ruling, reason: "as the rules have it".to_owned() }
}

/// What a request to watch is refused with.
async fn turned_away(socket: &mut Socket, room: Uuid) -> Code {
    match socket.watch(room, None).await.unwrap() {
        ServerMessage::Refused { code, .. } => code,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_officer_sits_down_and_both_players_are_told_once() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    let sits = take(table.room);
    let seq = referee.done(&sits).await;
    for socket in [&mut table.black, &mut table.white] {
        let officer = event(socket, |event| match event {
            Event::OfficerSeated { officer, .. } => Some(officer.clone()),
            _ => None,
        });
        assert_eq!(officer.await, referee.name);
    }
    assert_eq!(referee.say(&sits).await, Reply::Ack(Some(seq)), "the same answer");
    assert_eq!(referee.say(&take(table.room)).await, Reply::Ack(None), "it sits already");
    let seen = snapshot(referee.socket.watch(table.room, None).await.unwrap());
    assert_eq!((seen.officers, seen.seq), (vec![referee.name.clone()], seq));
    assert_eq!(referee.say(&table.command("ee")).await, Reply::Refused(Code::NotAPlayer));
    referee.done(&rule(table.room, Ruling::Pause { until_ms: None })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_officer_enters_a_private_game_by_sitting_down_while_it_is_one() {
    let server = Server::start().await;
    let base = server.base();
    let mut referee = Referee::new(&server).await;
    let table = Table::new(&base, &NewChallenge { private: true, ..offer(9) }).await;
    let room = table.room;
    let mut somebody = Person::new(&base).await.socket(&base).await;
    assert_eq!(somebody.ask(&take(room)).await.unwrap(), Reply::Refused(Code::NotFound));
    assert_eq!(
        turned_away(&mut referee.socket, room).await,
        Code::NotFound,
        "looking in is not sitting down"
    );
    referee.done(&take(room)).await;
    snapshot(referee.socket.watch(room, None).await.unwrap());
    referee.done(&rule(room, Ruling::Pause { until_ms: None })).await;
    let mut another = referee.person.socket(&base).await;
    let rules = rule(room, Ruling::Continue);
    assert!(
        matches!(another.ask(&rules).await.unwrap(), Reply::Ack(Some(_))),
        "it sits at the game, not at a socket"
    );
    snapshot(another.watch(room, None).await.unwrap());

    appoint(&server, &referee.name, Offices::NONE).await;
    assert_eq!(
        referee.say(&rule(room, Ruling::Continue)).await,
        Reply::Refused(Code::NotAReferee),
        "at once"
    );
    referee.socket = referee.person.socket(&base).await;
    assert_eq!(turned_away(&mut referee.socket, room).await, Code::NotFound, "the seat went with the role");
    assert_eq!(referee.say(&take(room)).await, Reply::Refused(Code::NotFound));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_sat_at_a_private_game_looks_it_up_and_moderates_it_for_ever() {
    let server = Server::start().await;
    let base = server.base();
    let (mut referee, stranger) = (Referee::new(&server).await, Referee::new(&server).await);
    let mut table = Table::new(&base, &NewChallenge { private: true, ..offer(9) }).await;
    let room = table.room;
    let sees = async |person: &Person| person.api.game(room).await.is_ok();
    assert!(!sees(&referee.person).await, "looking it up is not sitting down either");
    referee.done(&take(room)).await;
    assert!(sees(&referee.person).await && !sees(&stranger.person).await);
    let Err(ApiError::Refused(problem)) = referee.person.api.sgf(room).await else { panic!("a record") };
    assert_eq!(problem.code, Code::WrongPhase, "it is there, and not over");
    assert_eq!(table.black.ask(&say(room, TalkStream::Players, "well")).await.unwrap(), Reply::Ack(None));

    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(table.black.ask(&resign).await.unwrap(), Reply::Ack(Some(_))));
    let white = id_of(&table.people[1]).await;
    let mute = |on| rule(room, Ruling::Mute { account: white, on });
    // While the room is there, and when it is not any more.
    for wait in [false, true] {
        if wait {
            table.black.ask(&ClientMessage::Unwatch { id: Uuid::now_v7(), room }).await.unwrap();
            table.white.ask(&ClientMessage::Unwatch { id: Uuid::now_v7(), room }).await.unwrap();
            drop(std::mem::replace(&mut referee.socket, referee.person.socket(&base).await));
            server.app().rooms.stop().await;
        }
        let mut fresh = referee.person.socket(&base).await;
        snapshot(fresh.watch(room, None).await.unwrap());
        assert_eq!(fresh.ask(&mute(!wait)).await.unwrap(), Reply::Ack(None));
        let lines = page(Some(&referee.person), &base, room, "stream=players").await.unwrap().lines;
        assert_eq!(lines.len(), 1, "and reads what was said");
        let mut unseated = stranger.person.socket(&base).await;
        assert_eq!(turned_away(&mut unseated, room).await, Code::NotFound);
        assert_eq!(unseated.ask(&mute(true)).await.unwrap(), Reply::Refused(Code::NotFound));
        assert!(page(Some(&stranger.person), &base, room, "stream=players").await.is_err());
    }
    assert!(sees(&referee.person).await && referee.person.api.sgf(room).await.is_ok());
    appoint(&server, &referee.name, Offices::NONE).await;
    assert!(!sees(&referee.person).await, "it went with the role");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_muted_though_the_game_ends_meanwhile() {
    let server = Server::start().await;
    let base = server.base();
    let mut referee = Referee::new(&server).await;
    for _ in 0..8 {
        let mut table = Table::new(&base, &offer(9)).await;
        let (room, white) = (table.room, id_of(&table.people[1]).await);
        let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
        let mute = rule(room, Ruling::Mute { account: white, on: true });
        let (resigned, muted) = tokio::join!(table.black.ask(&resign), referee.say(&mute));
        assert!(matches!(resigned.unwrap(), Reply::Ack(Some(_))));
        assert!(matches!(muted, Reply::Ack(_)), "{muted:?}");
        let line = say(room, TalkStream::Players, "but");
        assert_eq!(table.white.ask(&line).await.unwrap(), Reply::Refused(Code::Muted));
    }
}

/// Why the server closes a socket.
async fn closed(socket: &mut Socket) -> Code {
    let why = socket.find(|message| match message {
        ServerMessage::Closing { code, .. } => Some(*code),
        _ => None,
    });
    let why = why.await.unwrap();
    while socket.next().await.is_ok() {} // until it is closed
    why
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_begins_or_ends_takes_effect_on_open_sockets() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    let (mut referee, other) = (Referee::new(&server).await, Person::new(&base).await);
    let mut sockets = [referee.person.socket(&base).await, other.socket(&base).await];
    // They only look on, and say and ask nothing.
    for socket in [&mut referee.socket].into_iter().chain(&mut sockets) {
        listen(socket, table.room).await;
    }
    let [second, others] = &mut sockets;
    appoint(&server, &referee.name, Offices::NONE).await;
    assert_eq!(
        (closed(&mut referee.socket).await, closed(second).await),
        (Code::RoleChanged, Code::RoleChanged)
    );
    appoint(&server, &other.name, Role::Referee).await;
    assert_eq!(closed(others).await, Code::RoleChanged);
    appoint(&server, &other.name, Role::ChiefReferee).await;
    let mut again = other.socket(&base).await;
    snapshot(again.watch(table.room, None).await.unwrap());
    assert_eq!(again.ask(&say(table.room, TalkStream::Staff, "here")).await.unwrap(), Reply::Ack(None));
    table.play_all(&["ee", "cc"]).await; // nobody else's socket was touched
    event(&mut again, |event| matches!(event, Event::Played { .. }).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referee_who_plays_has_a_players_seat() {
    let server = Server::start().await;
    let base = server.base();
    let table = Table::new(&base, &offer(9)).await;
    let mut referee = Referee::of(table.people[0].clone(), &server).await;
    assert!(snapshot(referee.socket.watch(table.room, None).await.unwrap()).removed.is_empty());
    assert_eq!(referee.say(&take(table.room)).await, Reply::Ack(None));
    let pause = rule(table.room, Ruling::Pause { until_ms: None });
    assert_eq!(referee.say(&pause).await, Reply::Refused(Code::NotAReferee));
    let kept = table.people[0].api.game(table.room).await.unwrap().game;
    assert!(kept.officers.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_removed_does_not_see_the_game_again_while_it_runs() {
    let server = Server::start().await;
    let base = server.base();
    let mut referee = Referee::new(&server).await;
    let mut table = Table::new(&base, &offer(9)).await;
    let room = table.room;
    let onlooker = Person::new(&base).await;
    let mut socket = onlooker.socket(&base).await;
    let me = onlooker.api.register(&format!("{}x", onlooker.name), "a long enough password").await.unwrap();
    let mut socket2 = Socket::open(&base, Some(&me.access_token)).await.unwrap();
    for socket in [&mut socket, &mut socket2] {
        snapshot(socket.watch(room, None).await.unwrap());
    }
    let remove = |account, on| rule(room, Ruling::Remove { account, on });
    let game = table.people[0].api.game(room).await.unwrap().game;
    assert_eq!(referee.say(&remove(game.black.id, true)).await, Reply::Refused(Code::PlayerStays));
    assert_eq!(referee.say(&remove(Uuid::now_v7(), true)).await, Reply::Refused(Code::NotFound));
    assert_eq!(referee.say(&remove(me.account.id, false)).await, Reply::Refused(Code::AlreadyMarked));
    referee.done(&remove(me.account.id, true)).await;
    let gone = |message: &ServerMessage| matches!(message, ServerMessage::Removed { .. }).then_some(());
    socket2.find(gone).await.unwrap();
    let told = event(&mut table.black, |event| match event {
        Event::Removed { account } => Some(account.clone()),
        _ => None,
    });
    assert_eq!(told.await, me.account);
    assert_eq!(turned_away(&mut socket2, room).await, Code::Removed);
    let mine = onlooker.api.with_token(&me.access_token);
    assert!(mine.game(room).await.is_err(), "nor the page of the game");
    for what in ["clock", "sgf", "note"] {
        let path = format!("/games/{room}/{what}");
        let asked: Result<serde_json::Value, _> = mine.call(Method::GET, &path, None::<&()>).await;
        let Err(ApiError::Refused(problem)) = asked else { panic!("{asked:?}") };
        assert_eq!(problem.code, Code::NotFound, "nor anything of it: {what}");
    }
    let me_again = Person { name: me.account.name.clone(), api: mine.clone() };
    assert_eq!(
        page(Some(&me_again), &base, room, "stream=players").await,
        Err(Code::NotFound),
        "nor of what is said"
    );
    // A referee is told who it was, and nobody else is.
    let seen = snapshot(referee.socket.watch(room, None).await.unwrap());
    assert_eq!(seen.removed, std::slice::from_ref(&me.account));
    assert!(snapshot(table.white.watch(room, None).await.unwrap()).removed.is_empty());
    assert!(onlooker.api.game(room).await.is_ok(), "others see it");
    table.play_all(&["ee"]).await;
    event(&mut socket, |event| matches!(event, Event::Played { .. }).then_some(())).await;

    referee.done(&remove(me.account.id, false)).await;
    snapshot(socket2.watch(room, None).await.unwrap());
    referee.done(&remove(me.account.id, true)).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(table.black.ask(&resign).await.unwrap(), Reply::Ack(_)));
    assert!(mine.game(room).await.is_ok(), "a finished game is open to it as to all");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referee_is_removed_by_a_chief_referee_and_does_not_rule_on_itself_or_an_equal() {
    let server = Server::start().await;
    let base = server.base();
    let mut referee = Referee::new(&server).await;
    let person = Person::new(&base).await;
    let id = id_of(&person).await;
    let mut other = Referee::of(person.clone(), &server).await;
    let table = Table::new(&base, &offer(9)).await;
    let room = table.room;
    other.done(&take(room)).await;
    snapshot(other.socket.watch(room, None).await.unwrap());
    for ruling in [Ruling::Remove { account: id, on: true }, Ruling::Mute { account: id, on: true }] {
        assert_eq!(other.say(&rule(room, ruling)).await, Reply::Refused(Code::NotAReferee), "on itself");
    }
    let removal = Ruling::Remove { account: id, on: true };
    for ruling in [removal.clone(), Ruling::Mute { account: id, on: true }] {
        assert_eq!(referee.say(&rule(room, ruling)).await, Reply::Refused(Code::OfficerStays), "on an equal");
    }
    referee.appoint(&server, Role::ChiefReferee).await;
    let chief = id_of(&referee.person).await;
    let ruling = rule(room, Ruling::Mute { account: chief, on: true });
    assert_eq!(other.say(&ruling).await, Reply::Refused(Code::OfficerStays), "on its chief");
    referee.done(&rule(room, removal)).await;
    let removed = Reply::Refused(Code::Removed);
    assert_eq!(turned_away(&mut other.socket, room).await, Code::Removed);
    assert_eq!(other.say(&take(room)).await, removed, "not by another door");
    assert_eq!(other.say(&rule(room, Ruling::Pause { until_ms: None })).await, removed);
    let mut fresh = person.socket(&base).await;
    assert_eq!(fresh.ask(&take(room)).await.unwrap(), removed);
    assert_eq!(turned_away(&mut fresh, room).await, Code::Removed);
    let back = rule(room, Ruling::Remove { account: id, on: false });
    let mut third = Referee::new(&server).await;
    assert_eq!(third.say(&back).await, Reply::Refused(Code::OfficerStays), "what a chief has done stands");
    referee.done(&back).await;
    snapshot(fresh.watch(room, None).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_private_game_is_not_there_for_whoever_asks_for_a_seat() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &NewChallenge { private: true, ..offer(9) }).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    assert!(matches!(table.black.ask(&resign).await.unwrap(), Reply::Ack(Some(_))));
    let room = table.room;
    table.black.close().await;
    table.white.close().await;
    let mut somebody = Person::new(&base).await.socket(&base).await;
    assert_eq!(somebody.ask(&take(room)).await.unwrap(), Reply::Refused(Code::NotFound));
}
