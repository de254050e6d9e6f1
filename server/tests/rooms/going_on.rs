//! Games that wait for an appointed moment: stopped ones that go on by themselves, and scheduled ones that begin. Their
//! rooms sleep until then, for weeks and through restarts, and the moment is kept by the wall clock.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use protocol::http::NewChallenge;
use protocol::{Appointment, ClientMessage, Code, Color, RequestKind, Ruling, Venue};
use rules::{GameEvent, RESTORE_HOLD_MS, RoomMs};
use tianyuan::ids::GameId;
use tianyuan::store::{Journal, Row};
use uuid::Uuid;

use super::procedure::{Hall, Referee};
use super::slumber::{asleep, until};
use super::table::{Server, Table, offer};

use Color::{Black, White};

const WEEKS_MS: u64 = 21 * 86_400_000;
/// So long before the moment the wall clock is moved on to it.
const BEFORE_MS: u64 = 4_000;
/// A moment is kept so exactly on a busy machine.
const EXACT_MS: u64 = 1_000;

async fn rows(server: &Server, room: Uuid) -> Vec<Row> {
    server.app().store.read(GameId(room)).await.unwrap()
}

/// The first row of such an event.
async fn row(server: &Server, room: Uuid, wanted: impl Fn(&GameEvent) -> bool) -> Row {
    let mut found = None;
    until("such an event", async || {
        found = rows(server, room).await.into_iter().find(|row| wanted(&row.event));
        found.is_some()
    })
    .await;
    found.expect("it was waited for")
}

/// The wall clock shows what it will show so long after `opened`.
fn skew(server: &Server, opened: Instant, to_ms: u64) {
    let passed_ms = u64::try_from(opened.elapsed().as_millis()).unwrap();
    server.skew_wall(i64::try_from(to_ms - passed_ms).unwrap());
}

/// A game that both have agreed to adjourn for three weeks, and Black's move is sealed; when it was opened.
async fn adjourned(server: &Server) -> (Uuid, Instant) {
    let opened = Instant::now();
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ba", "aa"]).await;
    let (room, ply) = (hall.table.room, hall.table.ply);
    let ask = |request, until_ms| ClientMessage::Ask { id: Uuid::now_v7(), room, ply, request, until_ms };
    for (request, until_ms) in [
        (RequestKind::Adjourn, 0),
        (RequestKind::Adjourn, 5 * WEEKS_MS),
        (RequestKind::Pause, WEEKS_MS),
        (RequestKind::Undo, WEEKS_MS),
        (RequestKind::Adjourn, u64::MAX),
    ] {
        hall.refused(Black, &ask(request, Some(until_ms)), Code::BadMoment).await;
    }
    hall.done(Black, &ask(RequestKind::Adjourn, Some(WEEKS_MS))).await;
    let asked = hall.game().await.standing.black_asks.unwrap();
    assert_eq!(asked.until_ms, Some(WEEKS_MS));
    hall.done(White, &hall.table.reply(asked.number, true)).await;
    assert_eq!(hall.game().await.standing.adjourns_until_ms, Some(WEEKS_MS));
    hall.done(Black, &hall.table.seal("ab")).await;
    let standing = hall.game().await.standing;
    assert_eq!(standing.pause.unwrap().until_ms, Some(WEEKS_MS));
    assert_eq!(standing.adjourns_until_ms, None);
    hall.leave();
    asleep(server).await;
    (room, opened)
}

/// It happened at that moment; on a machine so busy that the server lost its lease meanwhile, after the moment in
/// which people find back.
async fn was_kept(server: &Server, room: Uuid, at: RoomMs, moment_ms: u64) {
    let outage = |row: &Row| matches!(row.event, GameEvent::Restored { .. });
    let hold_ms = if rows(server, room).await.iter().any(outage) { RESTORE_HOLD_MS } else { 0 };
    let late_ms = at.0.checked_sub(moment_ms).expect("not before its time");
    assert!(late_ms <= hold_ms + EXACT_MS, "{late_ms} ms late");
}

const fn goes_on(event: &GameEvent) -> bool {
    matches!(event, GameEvent::Continued { .. })
}

/// The envelope is opened at that moment, and White's clock runs.
async fn is_going_on(server: &Server, room: Uuid, from_ms: u64) {
    let continued = row(server, room, goes_on).await;
    was_kept(server, room, continued.at, from_ms).await;
    let rows = rows(server, room).await;
    let GameEvent::Played { ref captures, .. } = rows.last().unwrap().event else {
        panic!("the sealed move is played: {:?}", rows.last())
    };
    assert_eq!(captures.len(), 1);
    let game = loadtests::Api::new(server.base()).game(room).await.unwrap().game;
    assert_eq!((game.to_move, game.clock.running.unwrap().color), (Some(White), White));
    assert_eq!(server.awake(), 1, "its clock runs");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adjourned_game_goes_on_at_its_moment_with_nobody_there() {
    let server = Server::start().await;
    let (room, opened) = adjourned(&server).await;
    let before = rows(&server, room).await.len();
    skew(&server, opened, WEEKS_MS - 600_000);
    asleep(&server).await;
    assert_eq!(rows(&server, room).await.len(), before, "sleep and waking are no events");
    skew(&server, opened, WEEKS_MS - BEFORE_MS);
    is_going_on(&server, room, WEEKS_MS).await;
}

/// Restarts between are no matter; but if no server was there at the very moment, people first find back.
#[tokio::test(flavor = "multi_thread")]
async fn restarts_while_a_game_is_adjourned_move_its_moment_no_further_than_need_be() {
    let server = Server::start().await;
    let (room, opened) = adjourned(&server).await;
    let server = server.restart().await;
    asleep(&server).await;
    let server = server.restart().await;
    // Three days after its moment.
    skew(&server, opened, WEEKS_MS + 3 * 86_400_000);
    is_going_on(&server, room, WEEKS_MS).await;
    let continued = row(&server, room, goes_on).await.at.0;
    assert!(continued >= WEEKS_MS + RESTORE_HOLD_MS, "people find back first");
    let told = row(&server, room, |event| matches!(event, GameEvent::Restored { .. })).await;
    assert_eq!(told.at, RoomMs(WEEKS_MS), "room time went on to its moment, and no further");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referees_pause_ends_at_the_moment_that_was_ruled() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    let opened = Instant::now();
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ee"]).await;
    let room = hall.table.room;
    for until_ms in [0, 5 * WEEKS_MS] {
        let ruling = Ruling::Pause { until_ms: Some(until_ms) };
        let reply = referee.say(&hall.table.rule(ruling)).await;
        assert_eq!(reply, loadtests::Reply::Refused(Code::BadMoment));
    }
    referee.done(&hall.table.rule(Ruling::Pause { until_ms: Some(WEEKS_MS) })).await;
    hall.leave();
    drop(referee);
    asleep(&server).await;
    skew(&server, opened, WEEKS_MS - BEFORE_MS);
    let continued = row(&server, room, goes_on).await;
    was_kept(&server, room, continued.at, WEEKS_MS).await;
}

/// The room of a scheduled game sleeps until shortly before its time.
#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_game_sleeps_and_begins_at_its_time() {
    let server = Server::start().await;
    let now_ms = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
    let opened = Instant::now();
    let appointment = Some(Appointment { start_ms: now_ms + WEEKS_MS, venue: Venue::Remote });
    let offer = NewChallenge { appointment, ..offer(9) };
    let Table { room, black, white, .. } = Table::new(&server.base(), &offer).await;
    black.close().await;
    white.close().await;
    asleep(&server).await;
    let start =
        loadtests::Api::new(server.base()).game(room).await.unwrap().game.settings.appointment.unwrap();
    skew(&server, opened, WEEKS_MS - BEFORE_MS);
    let started = row(&server, room, |event| matches!(event, GameEvent::Started { .. })).await;
    was_kept(&server, room, started.at, start.start_ms).await;
}
