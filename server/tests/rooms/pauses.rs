//! Pauses through sockets: they cost nobody time, and who may end one ends it.

use loadtests::Reply;
use protocol::http::NewChallenge;
use protocol::{ClientMessage, ClockSettings, Code, Color, Event, PauseReason, PauseSettings, RequestKind};
use uuid::Uuid;

use super::procedure::{Hall, kinds};
use super::table::{Server, event, offer};

use Color::{Black, White};

/// What stands in `running.from_ms` while the clocks stand.
const NEVER: u64 = (1 << 53) - 1;

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_is_agreed_costs_nothing_and_ends_when_both_want() {
    let server = Server::start().await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    hall.told().await;
    hall.agree(White, RequestKind::Pause).await;
    let events = hall.told().await;
    assert_eq!(kinds(&events), ["requested", "request_closed", "paused"]);
    let Event::Paused { standing, clock } = events[2].clone() else { panic!("{events:?}") };
    let pause = standing.pause.unwrap();
    assert_eq!((pause.reason, pause.until_ms), (PauseReason::Agreed, Some(pause.since_ms + 600_000)));
    assert_eq!((standing.to_move, standing.pauses), (None, 1));
    let turn = clock.running.unwrap();
    assert_eq!((turn.color, turn.from_ms), (Black, NEVER));

    hall.refused(Black, &hall.table.command("gg"), Code::Paused).await;
    hall.refused(Black, &hall.table.command("pass"), Code::Paused).await;
    hall.refused(White, &hall.table.ask(RequestKind::Draw), Code::Paused).await;
    hall.refused(White, &hall.table.claim(protocol::AbsenceClaim::Win), Code::Paused).await;
    hall.done(White, &hall.table.ask(RequestKind::Continue)).await;
    hall.done(Black, &hall.table.ask(RequestKind::Continue)).await;
    let events = hall.told().await;
    assert_eq!(kinds(&events), ["requested", "request_closed", "continued"]);
    let Event::Continued { standing, clock: after } = events[2].clone() else { panic!("{events:?}") };
    assert_eq!((standing.pause, standing.to_move), (None, Some(Black)));
    let runs = after.running.unwrap();
    assert_eq!((runs.color, runs.elapsed_ms), (Black, turn.elapsed_ms), "what was spent stays spent");
    assert_eq!((after.black, after.white), (clock.black, clock.white), "and nothing else");
    assert!(runs.from_ms > pause.since_ms + 10_000 - 1, "a moment for both to find back");
    assert!(matches!(hall.table.play(Black, "gg").await, Reply::Ack(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_ends_of_itself_and_there_are_so_many() {
    let server = Server::start_at_pace(120).await;
    let pauses = Some(PauseSettings { most: 1, length_ms: 60_000, adjourn: false });
    let clock = ClockSettings::Absolute { main_ms: 86_400_000 };
    let mut hall = Hall::new(&server.base(), &NewChallenge { clock, pauses, ..offer(9) }).await;
    hall.table.play_all(&["ee", "cc"]).await;
    hall.agree(Black, RequestKind::Pause).await;
    let before = event(&mut hall.table.white, |event| match event {
        Event::Paused { standing, clock } => Some((standing.pause.unwrap(), *clock)),
        _ => None,
    })
    .await;
    let after = event(&mut hall.table.white, |event| match event {
        Event::Continued { clock, .. } => Some(*clock),
        _ => None,
    })
    .await;
    let (was, is) = (before.1.running.unwrap(), after.running.unwrap());
    assert_eq!(was.elapsed_ms, is.elapsed_ms, "the pause itself is charged to nobody");
    assert!(is.from_ms >= before.0.until_ms.unwrap() + 10_000, "{is:?} after {:?}", before.0);
    hall.refused(Black, &hall.table.ask(RequestKind::Pause), Code::TooOften).await;
    hall.refused(Black, &hall.table.ask(RequestKind::Adjourn), Code::NotInThisGame).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_may_resign_in_a_pause() {
    let server = Server::start().await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    hall.agree(White, RequestKind::Pause).await;
    hall.done(White, &ClientMessage::Resign { id: Uuid::now_v7(), room: hall.table.room }).await;
    assert!(hall.game().await.result.is_some());
    assert_eq!(kinds(&hall.told().await).last().map(String::as_str), Some("ended"));
}
