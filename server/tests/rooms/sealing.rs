//! Sealed moves (封棋) through sockets: made, kept over restarts, opened once.

use std::fs;
use std::time::Duration;

use loadtests::Reply;
use protocol::{ClientMessage, Code, Color, Event, LastMove, RequestKind, Ruling};
use uuid::Uuid;

use super::procedure::{Hall, Referee, kinds};
use super::table::{Server, offer, snapshot};

use Color::{Black, White};

/// A game after `moves` that is being adjourned.
async fn adjourning(server: &Server, moves: &[&str]) -> Hall {
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(moves).await;
    hall.agree(White, RequestKind::Adjourn).await;
    hall.told().await;
    hall
}

async fn go_on(hall: &mut Hall) -> Vec<Event> {
    hall.told().await;
    hall.done(Black, &hall.table.ask(RequestKind::Continue)).await;
    hall.done(White, &hall.table.ask(RequestKind::Continue)).await;
    hall.told().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_move_is_made_when_play_goes_on() {
    let server = Server::start().await;
    // The sealed move takes the stone in the corner.
    let mut hall = adjourning(&server, &["ba", "aa"]).await;
    hall.refused(Black, &hall.table.command("ab"), Code::SealExpected).await;
    hall.refused(Black, &hall.table.command("pass"), Code::SealExpected).await;
    hall.refused(White, &hall.table.seal("ab"), Code::NotYourTurn).await;
    hall.refused(Black, &hall.table.seal("zz"), Code::BadPoint).await;
    hall.refused(Black, &hall.table.seal(""), Code::BadPoint).await;
    hall.table.ply = 1;
    hall.refused(Black, &hall.table.seal("ab"), Code::StalePly).await;
    hall.table.ply = 2;
    let before = hall.game().await;
    assert_eq!((before.standing.to_seal, before.clock.running.unwrap().color), (Some(Black), Black));
    hall.done(Black, &hall.table.seal("ab")).await;
    let sealed = hall.game().await;
    assert_eq!((&sealed.rows, sealed.moves.len(), sealed.ply), (&before.rows, 2, 2), "nothing is to be seen");
    assert_eq!((sealed.to_move, sealed.clock.running), (None, None));
    assert_eq!((sealed.last.clone(), sealed.prisoners.black), (before.last, 0));
    assert_eq!(kinds(&hall.told().await), ["sealed"]);
    hall.refused(Black, &hall.table.seal("ac"), Code::Paused).await;
    hall.refused(White, &hall.table.command("ee"), Code::Paused).await;
    hall.refused(White, &hall.table.ask(RequestKind::Undo), Code::Paused).await;

    hall.done(Black, &hall.table.ask(RequestKind::Continue)).await;
    let asked = hall.asked(Black).await;
    hall.done(White, &hall.table.reply(asked, false)).await;
    let mut declined = hall.game().await;
    declined.seq = sealed.seq;
    assert_eq!(declined, sealed, "declining leaves nothing behind");
    hall.done(White, &hall.table.ask(RequestKind::Continue)).await;
    let asked = hall.asked(White).await;
    hall.done(Black, &hall.table.reply(asked, true)).await;
    let events = hall.told().await;
    assert_eq!(
        kinds(&events),
        ["requested", "request_closed", "requested", "request_closed", "continued", "played"]
    );
    let after = hall.game().await;
    assert_eq!((after.rows[0].as_str(), after.prisoners.black), (".X.......", 1));
    assert_eq!(after.last, Some(LastMove { color: Black, point: "ab".into() }));
    assert_eq!((after.clock.black, after.clock.white), (sealed.clock.black, sealed.clock.white));
    let runs = after.clock.running.unwrap();
    assert_eq!((runs.color, runs.elapsed_ms), (White, 0));
    hall.table.ply = after.ply;
    assert!(matches!(hall.table.play(White, "ee").await, Reply::Ack(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_sealed_move_is_a_lost_turn_and_a_pass_is_a_pass() {
    let server = Server::start().await;
    for illegal in ["ee", "aa"] {
        // There is a stone on ee, and aa is suicide for Black.
        let mut hall = adjourning(&server, &["ee", "ba", "ef", "ab"]).await;
        hall.done(Black, &hall.table.seal(illegal)).await;
        let events = go_on(&mut hall).await;
        assert_eq!(kinds(&events)[1..], ["request_closed", "continued", "turn_lost"], "{illegal}");
        let game = hall.game().await;
        assert_eq!((game.moves.last().unwrap().lost, game.to_move), (true, Some(White)));
        hall.table.ply = game.ply;
        assert!(matches!(hall.table.play(White, "pass").await, Reply::Ack(_)));
        assert_eq!(hall.game().await.phase, protocol::Phase::Play, "it is none of the two passes");
    }
    let mut hall = adjourning(&server, &["ee", "cc", "ef", "pass"]).await;
    hall.done(Black, &hall.table.seal("pass")).await;
    let events = go_on(&mut hall).await;
    assert_eq!(kinds(&events)[2..], ["continued", "passed", "agreement_opened"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_referee_adjourns_and_resumes_and_reads_nothing() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    referee.socket.watch(hall.table.room, None).await.unwrap();
    referee.done(&hall.table.rule(Ruling::Adjourn { until_ms: None })).await;
    hall.done(Black, &hall.table.seal("gg")).await;
    let refused = Reply::Refused(Code::WrongPhase);
    assert_eq!(referee.say(&hall.table.rule(Ruling::StepBack { moves: 1 })).await, refused);
    hall.told().await;
    referee.done(&hall.table.rule(Ruling::Continue)).await;
    let events = hall.told().await;
    assert_eq!(kinds(&events), ["ruled", "continued", "played"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_to_seal_may_agree_to_play_on_instead() {
    let server = Server::start().await;
    let mut hall = adjourning(&server, &["ee", "cc"]).await;
    let before = hall.game().await.clock;
    let events = go_on(&mut hall).await;
    assert_eq!(kinds(&events), ["requested", "request_closed", "continued"]);
    let after = hall.game().await;
    assert_eq!((after.standing.to_seal, after.to_move), (None, Some(Black)));
    assert_eq!(after.clock.running, before.running, "its clock ran all the time");
    assert!(matches!(hall.table.play(Black, "gg").await, Reply::Ack(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adjourned_game_outlives_the_server_and_its_key_if_need_be() {
    for lost in [false, true] {
        let server = Server::start().await;
        let mut hall = adjourning(&server, &["ba", "aa"]).await;
        hall.done(Black, &hall.table.seal("ab")).await;
        let before = hall.game().await;
        if lost {
            fs::remove_file(server.data().join("seals.json")).unwrap();
        }
        let server = server.restart().await;
        let base = server.base();
        let people = &hall.table.people;
        hall.table.black = people[0].socket(&base).await;
        hall.table.white = people[1].socket(&base).await;
        let room = hall.table.room;
        let api = loadtests::Api::new(&base);
        for color in [Black, White] {
            hall.table.socket(color).watch(room, None).await.unwrap();
        }
        let kept = api.game(room).await.unwrap().game;
        assert_eq!((&kept.rows, kept.clock), (&before.rows, before.clock), "nothing was charged");
        assert_eq!(kept.standing.pause, before.standing.pause, "it is adjourned still");
        for color in [Black, White] {
            let ask = hall.table.ask(RequestKind::Continue);
            assert!(matches!(hall.say(color, &ask).await, Reply::Ack(_)));
        }
        let after = api.game(room).await.unwrap().game;
        assert_eq!((after.clock.black, after.clock.white), (before.clock.black, before.clock.white));
        let wanted = if lost { ("OX.......", Black, 0) } else { (".X.......", White, 1) };
        assert_eq!((after.rows[0].as_str(), after.to_move.unwrap(), after.prisoners.black), wanted);
        let seen = super::table::event(&mut hall.table.white, |event| match event {
            Event::SealLost { .. } => Some(true),
            Event::Played { .. } => Some(false),
            _ => None,
        });
        assert_eq!(seen.await, lost);
        hall.table.ply = after.ply;
        assert!(matches!(hall.table.play(after.to_move.unwrap(), "ee").await, Reply::Ack(_)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_clocks_stand_for_good_sleeps_until_somebody_comes() {
    let server = Server::start().await;
    let base = server.base();
    let mut referee = Referee::new(&server).await;
    let mut sealed = adjourning(&server, &["ba", "aa"]).await;
    sealed.done(Black, &sealed.table.seal("ab")).await;
    let mut paused = Hall::new(&base, &offer(9)).await;
    paused.table.play_all(&["ee"]).await;
    referee.done(&paused.table.rule(Ruling::Pause { until_ms: None })).await;
    let before = [sealed.game().await, paused.game().await];
    let (sealed, paused) = (sealed.leave(), paused.leave());
    drop(referee);
    let asleep = async {
        while server.awake() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), asleep).await.expect("nobody needs the rooms");

    for ((room, people), before) in [sealed, paused].into_iter().zip(before) {
        let mut black = people[0].socket(&base).await;
        let seen = snapshot(black.watch(room, None).await.unwrap());
        assert_eq!(seen, before, "sleep has changed nothing");
        if seen.clock.running.is_none() {
            let mut white = people[1].socket(&base).await;
            for socket in [&mut black, &mut white] {
                let (id, ply) = (Uuid::now_v7(), seen.ply);
                let ask =
                    ClientMessage::Ask { id, room, ply, request: RequestKind::Continue, until_ms: None };
                assert!(matches!(socket.ask(&ask).await.unwrap(), Reply::Ack(_)));
            }
            let after = people[0].api.game(room).await.unwrap().game;
            assert_eq!((after.rows[0].as_str(), after.clock.black), (".X.......", before.clock.black));
        }
    }
}
