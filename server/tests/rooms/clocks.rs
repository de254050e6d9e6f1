//! Every clock of the rules through real sockets: offered, played, read aloud.

use loadtests::{Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{ClientMessage, ClockSettings, Code, Color, ColorChoice, Event, How, Phase, TimeLeft, Winner};
use uuid::Uuid;

use super::table::{Person, Server, Table, ended, event, offer, snapshot};

fn with(clock: ClockSettings) -> NewChallenge {
    NewChallenge { clock, ..offer(9) }
}

fn byoyomi(periods: u16, period_ms: u64, last_passes: bool) -> NewChallenge {
    with(ClockSettings::Byoyomi { main_ms: 0, periods, period_ms, last_passes })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_system_is_offered_and_played() {
    let server = Server::start().await;
    let base = server.base();
    let (main_ms, stint_ms) = (600_000, 60_000);
    let left = |main_ms, stint_ms, moves| TimeLeft { main_ms, periods: 0, stint_ms, moves };
    // What Black has after its first move, the few milliseconds of that move not counted.
    let cases = [
        (ClockSettings::Fischer { main_ms, increment_ms: 5000, cap_ms: Some(600_001) }, left(600_001, 0, 0)),
        (ClockSettings::Canadian { main_ms: 0, moves: 5, stint_ms, carry_over: true }, left(0, stint_ms, 4)),
        (ClockSettings::Simple { move_ms: 30_000 }, left(30_000, 0, 0)),
        (
            ClockSettings::Correspondence { move_ms: 86_400_000, weekend_stop: true, vacation_days: 3 },
            left(86_400_000, 0, 0),
        ),
        (ClockSettings::Unlimited, left(0, 0, 0)),
    ];
    for (clock, wanted) in cases {
        let mut table = Table::new(&base, &with(clock)).await;
        assert!(matches!(table.play(Color::Black, "ee").await, Reply::Ack(_)), "{clock:?}");
        let game = snapshot(table.white.watch(table.room, None).await.unwrap());
        assert_eq!(game.settings.clock, clock);
        let black = game.clock.black;
        assert_eq!((black.periods, black.moves), (wanted.periods, wanted.moves), "{clock:?}");
        let (spent, lost) = (wanted.main_ms - black.main_ms, wanted.stint_ms - black.stint_ms);
        assert!(spent + lost < 10_000, "{clock:?}: {black:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_side_may_have_a_clock_of_its_own() {
    let server = Server::start().await;
    let base = server.base();
    let own = ClockSettings::Fischer { main_ms: 60_000, increment_ms: 2000, cap_ms: None };
    let offered = NewChallenge { white_clock: Some(own), ..offer(9) };
    let Table { mut black, room, .. } = Table::new(&base, &offered).await;
    let game = snapshot(black.watch(room, None).await.unwrap());
    assert_eq!((game.settings.white_clock, game.clock.white.main_ms), (Some(own), 60_000));
    assert_eq!(game.clock.black.main_ms, 600_000);

    let somebody = Person::new(&base).await;
    let drawn = NewChallenge { id: Uuid::now_v7(), color: ColorChoice::Nigiri, ..offered };
    assert!(somebody.api.challenge(&drawn).await.is_err(), "who has which clock cannot be drawn");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_is_read_to_players_and_spectators_alike() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &byoyomi(2, 10_000, false)).await;
    let mut guest = Socket::open(&base, None).await.unwrap();
    guest.watch(table.room, None).await.unwrap();
    let first = |event: &Event| match event {
        Event::Read { .. } => Some(event.clone()),
        _ => None,
    };
    let heard = event(&mut table.black, first).await;
    assert_eq!(heard, Event::Read { color: Color::Black, second: 1, count: Some(1), periods: 2 });
    assert_eq!(event(&mut table.white, first).await, heard);
    assert_eq!(event(&mut guest, first).await, heard);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_last_period_that_may_pass_is_claimed_or_loses() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &byoyomi(1, 1000, true)).await;
    let room = table.room;
    let claim = ClientMessage::ClaimPass { id: Uuid::now_v7(), room, ply: 0 };
    assert_eq!(table.black.ask(&claim).await.unwrap(), Reply::Refused(Code::WrongPhase));
    let lapsed = |whose| {
        move |event: &Event| matches!(event, Event::Lapsed { color, .. } if *color == whose).then_some(())
    };
    event(&mut table.black, lapsed(Color::Black)).await;
    let game = snapshot(table.white.watch(room, None).await.unwrap());
    assert_eq!((game.phase, game.to_move, game.lapse_due_ms.is_some()), (Phase::Lapsed, None, true));
    let claim = ClientMessage::ClaimPass { id: Uuid::now_v7(), room, ply: 0 };
    assert!(matches!(table.black.ask(&claim).await.unwrap(), Reply::Ack(Some(_))));
    let clock = event(&mut table.black, |event| match event {
        Event::Passed { clock, .. } => Some(*clock),
        _ => None,
    })
    .await;
    assert_eq!(clock.black.periods, 1);
    // White's only period ends too; resigning is still possible, and nothing else.
    event(&mut table.white, lapsed(Color::White)).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(table.white.ask(&resign).await.unwrap(), Reply::Ack(Some(_))));
    let result = ended(&mut table.black).await;
    assert_eq!((result.winner, result.how), (Winner::Black, How::Resignation));
}
