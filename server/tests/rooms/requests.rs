//! What players ask of each other: told to all alike, answered once, and never by the wrong people.

use loadtests::{Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{
    AbsenceClaim, ClientMessage, ClockSettings, Code, Color, Event, How, RequestEnd, RequestKind, Winner,
};
use uuid::Uuid;

use super::procedure::{Hall, kinds};
use super::table::{Person, Server, offer};

use Color::{Black, White};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_declined_withdrawn_or_played_over_leaves_the_game_as_it_was() {
    let server = Server::start().await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    hall.told().await;
    let before = hall.game().await;

    hall.done(White, &hall.table.ask(RequestKind::Undo)).await;
    let number = hall.asked(White).await;
    hall.done(Black, &hall.table.reply(number, false)).await;
    hall.done(Black, &hall.table.ask(RequestKind::Draw)).await;
    let second = hall.asked(Black).await;
    hall.done(Black, &hall.table.withdraw(second)).await;

    let mut after = hall.game().await;
    assert_eq!(after.seq, before.seq + 4);
    after.seq = before.seq;
    assert_eq!(after, before, "nothing is left behind");
    let events = hall.told().await;
    assert_eq!(kinds(&events), ["requested", "request_closed", "requested", "request_closed"]);
    let ends: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::RequestClosed { number, how, .. } => Some((*number, *how)),
            _ => None,
        })
        .collect();
    assert_eq!(ends, [(number, RequestEnd::Declined), (second, RequestEnd::Withdrawn)]);

    hall.done(White, &hall.table.ask(RequestKind::Pause)).await;
    let third = hall.asked(White).await;
    assert!(matches!(hall.table.play(Black, "gg").await, Reply::Ack(_)));
    hall.refused(Black, &hall.table.reply(third, true), Code::NoSuchRequest).await;
    assert_eq!(hall.game().await.standing.white_asks, None, "a move voids what is open");
    assert_eq!(kinds(&hall.told().await), ["requested", "played"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_with_what_it_captured_and_no_time_is_given_back() {
    let server = Server::start().await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    // Black takes the stone in the corner.
    hall.table.play_all(&["ba", "aa", "ab"]).await;
    let before = hall.game().await;
    assert_eq!((before.prisoners.black, before.rows[0].as_str()), (1, ".X......."));
    hall.agree(Black, RequestKind::Undo).await;
    let after = hall.game().await;
    assert_eq!((after.prisoners.black, after.rows[0].as_str()), (0, "OX......."));
    assert_eq!((after.moves.len(), after.to_move), (2, Some(Black)));
    assert!(after.ply > before.ply, "the number of a ply is never used twice");
    assert_eq!(after.clock.black, before.clock.black, "no time is given back");
    assert_eq!(hall.table.play(Black, "ab").await, Reply::Refused(Code::StalePly));
    hall.table.ply = after.ply;
    assert!(matches!(hall.table.play(Black, "ee").await, Reply::Ack(_)));
    let events = hall.told().await;
    assert_eq!(
        kinds(&events),
        ["played", "played", "played", "requested", "request_closed", "undone", "played"]
    );
    let Event::Undone { rows, .. } = &events[5] else { panic!("{events:?}") };
    assert_eq!(*rows, after.rows);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_agreed_and_a_minute_is_given() {
    let server = Server::start().await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    let before = hall.game().await.clock;
    hall.agree(Black, RequestKind::Time).await;
    let after = hall.game().await.clock;
    assert_eq!((after.white.main_ms, after.black), (before.white.main_ms + 60_000, before.black));
    // Both asking for the same is agreement.
    hall.done(Black, &hall.table.ask(RequestKind::Draw)).await;
    hall.done(White, &hall.table.ask(RequestKind::Draw)).await;
    let result = hall.game().await.result.expect("it is over");
    assert_eq!((result.winner, result.how), (Winner::Draw, How::Agreement));
    assert!(hall.table.people[0].api.sgf(hall.table.room).await.unwrap().contains("RE[0]"));
    assert_eq!(
        kinds(&hall.told().await)[2..],
        ["requested", "request_closed", "time_added", "requested", "request_closed", "ended"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_has_its_first_answer_and_another_is_refused() {
    let server = Server::start().await;
    let base = server.base();
    let mut hall = Hall::new(&base, &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    let room = hall.table.room;
    let (asked, answered, sealed) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let ask = |request| ClientMessage::Ask { id: asked, room, ply: 2, request, until_ms: None };
    let first = hall.done(Black, &ask(RequestKind::Adjourn)).await;
    let number = hall.asked(Black).await;
    let reply = |accept| ClientMessage::Reply { id: answered, room, request: number, accept };
    let second = hall.done(White, &reply(true)).await;
    let seal = |point: &str| ClientMessage::Seal { id: sealed, room, ply: 2, point: point.to_owned() };
    let third = hall.done(Black, &seal("gg")).await;
    let before = hall.game().await;

    // On other sockets, after all that has happened since.
    for _ in 0..2 {
        assert_eq!(hall.second.ask(&ask(RequestKind::Adjourn)).await.unwrap(), Reply::Ack(Some(first)));
        assert_eq!(hall.second.ask(&seal("gg")).await.unwrap(), Reply::Ack(Some(third)));
        let mut elsewhere = hall.table.people[1].socket(&base).await;
        assert_eq!(elsewhere.ask(&reply(true)).await.unwrap(), Reply::Ack(Some(second)));
        assert_eq!(elsewhere.ask(&reply(false)).await.unwrap(), Reply::Refused(Code::IdReused));
    }
    let reused = Reply::Refused(Code::IdReused);
    assert_eq!(hall.second.ask(&ask(RequestKind::Draw)).await.unwrap(), reused);
    for other in ["gf", "pass", "ee"] {
        assert_eq!(hall.second.ask(&seal(other)).await.unwrap(), reused, "{other}");
    }
    let withdraw = |id| ClientMessage::Withdraw { id, room, request: number };
    assert_eq!(hall.second.ask(&withdraw(asked)).await.unwrap(), reused);
    assert_eq!(hall.second.ask(&withdraw(sealed)).await.unwrap(), reused);
    assert_eq!(hall.game().await, before, "and nothing has changed");
    // The same after the game is over, when its room is gone.
    hall.done(White, &ClientMessage::Resign { id: Uuid::now_v7(), room }).await;
    server.stop_rooms().await;
    assert_eq!(hall.second.ask(&seal("gg")).await.unwrap(), Reply::Ack(Some(third)));
    assert_eq!(hall.second.ask(&seal("gf")).await.unwrap(), reused);
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_and_foreign_numbers_are_refused() {
    let server = Server::start().await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.refused(White, &hall.table.ask(RequestKind::Undo), Code::WrongPhase).await;
    hall.refused(Black, &hall.table.ask(RequestKind::Draw), Code::WrongPhase).await;
    hall.table.play_all(&["ee", "cc"]).await;
    for ply in [1, 3, u32::MAX] {
        let (id, room) = (Uuid::now_v7(), hall.table.room);
        let stale = ClientMessage::Ask { id, room, ply, request: RequestKind::Pause, until_ms: None };
        hall.refused(Black, &stale, Code::StalePly).await;
    }
    hall.refused(White, &hall.table.ask(RequestKind::Continue), Code::WrongPhase).await;
    hall.refused(White, &hall.table.seal("gg"), Code::WrongPhase).await;
    hall.done(Black, &hall.table.ask(RequestKind::Pause)).await;
    let number = hall.asked(Black).await;
    hall.refused(Black, &hall.table.ask(RequestKind::Draw), Code::AlreadyAsked).await;
    for wrong in [0, number + 1, u32::MAX] {
        hall.refused(White, &hall.table.reply(wrong, true), Code::NoSuchRequest).await;
        hall.refused(Black, &hall.table.withdraw(wrong), Code::NoSuchRequest).await;
    }
    hall.refused(Black, &hall.table.reply(number, true), Code::NoSuchRequest).await;
    hall.refused(White, &hall.table.withdraw(number), Code::NoSuchRequest).await;
    hall.done(White, &hall.table.reply(number, false)).await;
    hall.refused(White, &hall.table.reply(number, true), Code::NoSuchRequest).await;
    for _ in 0..2 {
        hall.done(Black, &hall.table.ask(RequestKind::Draw)).await;
        let number = hall.asked(Black).await;
        hall.done(Black, &hall.table.withdraw(number)).await;
    }
    hall.refused(Black, &hall.table.ask(RequestKind::Draw), Code::TooOften).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_asks_or_answers() {
    let server = Server::start().await;
    let base = server.base();
    let mut hall = Hall::new(&base, &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    hall.done(Black, &hall.table.ask(RequestKind::Adjourn)).await;
    let number = hall.asked(Black).await;
    let table = &hall.table;
    let commands = [
        table.ask(RequestKind::Draw),
        table.reply(number, true),
        table.withdraw(number),
        table.seal("gg"),
        table.claim(AbsenceClaim::Win),
    ];
    let before = hall.game().await;
    let mut stranger = Person::new(&base).await.socket(&base).await;
    let mut guest = Socket::open(&base, None).await.unwrap();
    for command in &commands {
        assert_eq!(stranger.ask(command).await.unwrap(), Reply::Refused(Code::NotAPlayer), "{command:?}");
        assert_eq!(guest.ask(command).await.unwrap(), Reply::Refused(Code::NotLoggedIn), "{command:?}");
    }
    assert_eq!(hall.game().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_pauses_a_game_that_nobody_sits_through() {
    let server = Server::start().await;
    let clock = ClockSettings::Unlimited;
    let mut hall = Hall::new(&server.base(), &NewChallenge { clock, ..offer(9) }).await;
    hall.table.play_all(&["ee", "cc"]).await;
    for request in [RequestKind::Pause, RequestKind::Adjourn, RequestKind::Time] {
        hall.refused(Black, &hall.table.ask(request), Code::NotInThisGame).await;
    }
    hall.refused(White, &hall.table.claim(AbsenceClaim::Win), Code::NotInThisGame).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silence_closes_a_request() {
    // A day of main time passes in twelve minutes, the two minutes of a request in a second.
    let server = Server::start_at_pace(120).await;
    let clock = ClockSettings::Absolute { main_ms: 86_400_000 };
    let mut hall = Hall::new(&server.base(), &NewChallenge { clock, ..offer(9) }).await;
    hall.table.play_all(&["ee", "cc"]).await;
    hall.done(White, &hall.table.ask(RequestKind::Draw)).await;
    let number = hall.asked(White).await;
    let ended = super::table::event(&mut hall.table.black, |event| match event {
        Event::RequestClosed { number, how, .. } => Some((*number, *how)),
        _ => None,
    });
    assert_eq!(ended.await, (number, RequestEnd::Expired));
    hall.refused(Black, &hall.table.reply(number, true), Code::NoSuchRequest).await;
}
