//! Scheduled games through sockets: four venues, who comes late, who never comes, one start for both.
//!
//! Served time runs quickly here. The exact millisecond of each rule is held by the tables of the rules.

use std::time::{SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use loadtests::Reply;
use protocol::http::NewChallenge;
use protocol::{
    Appointment, Arrival, ClientMessage, ClockSettings, Code, Color, Event, GameResult, How, Phase,
    ServerMessage, Venue, Winner,
};
use uuid::Uuid;

use super::table::{Person, Server, Table, event, offer, snapshot};

use Color::{Black, White};

/// An hour passes in six seconds.
const PACE: u32 = 600;
const MINUTE_MS: u64 = 60_000;

/// A challenge to a game that begins in so many milliseconds of served time.
fn scheduled(ahead_ms: u64, venue: Venue, clock: ClockSettings) -> NewChallenge {
    let now_ms = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
    let appointment = Some(Appointment { start_ms: now_ms + ahead_ms, venue });
    NewChallenge { clock, appointment, ..offer(9) }
}

const fn day() -> ClockSettings {
    ClockSettings::Absolute { main_ms: 86_400_000 }
}

/// A scheduled game that nobody watches yet.
async fn game(base: &str, offer: &NewChallenge) -> (Uuid, [Person; 2]) {
    let people = [Person::new(base).await, Person::new(base).await];
    people[0].api.challenge(offer).await.unwrap();
    let room = people[1].api.accept(offer.id, None).await.unwrap().game;
    (room, people)
}

/// The result of a game that somebody watches from outside.
async fn result(base: &str, room: Uuid) -> GameResult {
    let mut guest = loadtests::Socket::open(base, None).await.unwrap();
    match snapshot(guest.watch(room, None).await.unwrap()).result {
        Some(result) => result,
        None => super::table::ended(&mut guest).await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_are_there_and_the_clock_begins_at_the_appointed_time() {
    let server = Server::start_at_pace(PACE).await;
    // Long enough for both to be there: four seconds.
    let offer = scheduled(40 * MINUTE_MS, Venue::Remote, day());
    let mut table = Table::new(&server.base(), &offer).await;
    let waiting = snapshot(table.white.watch(table.room, None).await.unwrap());
    assert_eq!((waiting.phase, waiting.to_move, waiting.clock.running), (Phase::Waiting, None, None));
    let start_ms = waiting.settings.appointment.unwrap().start_ms;
    assert_eq!(table.play(Black, "ee").await, Reply::Refused(Code::WrongPhase), "not before its time");
    let (standing, clock) = event(&mut table.white, |event| match event {
        Event::Started { standing, clock } => Some((standing.clone(), *clock)),
        _ => None,
    })
    .await;
    assert_eq!((standing.phase, standing.to_move, standing.arrivals), (Phase::Play, Some(Black), None));
    assert!(clock.running.unwrap().from_ms >= start_ms);
    assert_eq!(clock.black.main_ms, 86_400_000, "nobody is late");
    assert!(matches!(table.play(Black, "ee").await, Reply::Ack(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_late_pays_by_the_venue_and_one_start_serves_both() {
    // A quarter of an hour, after which one of these games is lost, passes in seven seconds.
    let server = Server::start_at_pace(PACE / 5).await;
    let base = server.base();
    let cases = [(Venue::Remote, 2), (Venue::Same, 2), (Venue::Campus, 0), (Venue::Reading, 1)];
    for (venue, times) in cases {
        let (room, people) = game(&base, &scheduled(MINUTE_MS, venue, day())).await;
        let mut white = people[1].socket(&base).await;
        white.watch(room, None).await.unwrap();
        // White is there when the time comes, or comes after it; Black in any case after it.
        let begun =
            |event: &Event| matches!(event, Event::Started { .. } | Event::Arrived { .. }).then_some(());
        event(&mut white, begun).await;
        let mut black = people[0].socket(&base).await;
        black.watch(room, None).await.unwrap();
        let (late_ms, standing, clock) = event(&mut white, |event| match event {
            Event::Arrived { color: Black, late_ms, standing, clock } => {
                Some((*late_ms, standing.clone(), *clock))
            }
            _ => None,
        })
        .await;
        assert!(late_ms > 0, "{venue:?}");
        assert_eq!(clock.black.main_ms, 86_400_000 - times * late_ms, "{venue:?}: {late_ms} late");
        assert_eq!((standing.phase, standing.to_move), (Phase::Play, Some(Black)), "{venue:?}");
        let runs = clock.running.unwrap();
        assert_eq!((runs.color, runs.elapsed_ms), (Black, 0), "{venue:?}: both begin together");
        let play = ClientMessage::Play { id: Uuid::now_v7(), room, ply: 0, point: "ee".into() };
        assert!(matches!(black.ask(&play).await.unwrap(), Reply::Ack(_)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_never_comes_loses_and_so_may_both() {
    let server = Server::start_at_pace(PACE).await;
    let base = server.base();
    let reading = ClockSettings::Byoyomi { main_ms: 0, periods: 15, period_ms: 60_000, last_passes: false };
    let cases =
        [(Venue::Remote, day()), (Venue::Same, day()), (Venue::Campus, day()), (Venue::Reading, reading)];
    join_all(cases.map(async |(venue, clock)| {
        let (room, people) = game(&base, &scheduled(10 * MINUTE_MS, venue, clock)).await;
        let mut white = people[1].socket(&base).await;
        white.watch(room, None).await.unwrap();
        let both = game(&base, &scheduled(MINUTE_MS, venue, clock)).await.0;
        let one = result(&base, room).await;
        assert_eq!((one.winner, one.how), (Winner::White, How::Forfeit), "{venue:?}");
        let neither = result(&base, both).await;
        assert_eq!((neither.winner, neither.how), (Winner::BothLose, How::Forfeit), "{venue:?}");
    }))
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_lost_by_its_lateness_hears_it_and_cannot_resign_it_away() {
    let server = Server::start_at_pace(PACE).await;
    let base = server.base();
    // Black may spend a day, White two minutes: White is lost first, and Black comes after that.
    let offer = NewChallenge {
        white_clock: Some(ClockSettings::Absolute { main_ms: 2 * MINUTE_MS }),
        ..scheduled(MINUTE_MS, Venue::Remote, day())
    };
    let (room, people) = game(&base, &offer).await;
    let mut guest = loadtests::Socket::open(&base, None).await.unwrap();
    let seen = snapshot(guest.watch(room, None).await.unwrap());
    let missed = seen.standing.arrivals.is_some_and(|seats| seats.white == Arrival::Forfeited);
    if !missed {
        event(&mut guest, |event| matches!(event, Event::Missed { color: White, .. }).then_some(())).await;
    }
    let mut white = people[1].socket(&base).await;
    white.watch(room, None).await.unwrap();
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert_eq!(white.ask(&resign).await.unwrap(), Reply::Refused(Code::WrongPhase));
    let mut black = people[0].socket(&base).await;
    black.watch(room, None).await.unwrap();
    let won = super::table::ended(&mut guest).await;
    assert_eq!((won.winner, won.how), (Winner::Black, How::Forfeit));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_appointment_is_kept_by_the_wall_clock_whatever_was_down_meanwhile() {
    const DAY_MS: u64 = 86_400_000;
    for (ahead_ms, left_ms) in [(2 * DAY_MS, DAY_MS), (DAY_MS / 2, 0)] {
        let server = Server::start().await;
        // It is yesterday, until the server is started again.
        server.skew_wall(-86_400_000);
        let mut offer = scheduled(ahead_ms, Venue::Remote, day());
        offer.appointment.as_mut().unwrap().start_ms -= DAY_MS;
        let (room, _) = game(&server.base(), &offer).await;
        let server = server.restart().await;
        let mut guest = loadtests::Socket::open(&server.base(), None).await.unwrap();
        let seen = guest.watch(room, None).await.unwrap();
        let ServerMessage::Snapshot { room_ms, game, .. } = seen else { panic!("{seen:?}") };
        let start_ms = game.settings.appointment.unwrap().start_ms;
        let off_ms = (start_ms - left_ms).abs_diff(room_ms);
        assert!(off_ms < MINUTE_MS, "it is {room_ms}, it begins at {start_ms}");
        assert_eq!(game.phase, Phase::Waiting, "nobody is late because there was no server");
    }
}
