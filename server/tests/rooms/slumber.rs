//! Games that nobody sits through: their rooms sleep, wake on demand and for their flags, and an outage costs nobody.

use std::time::Duration;

use loadtests::{Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{ClientMessage, ClockSettings, Code, Color, Event, ServerMessage};
use rules::Outcome;
use tianyuan::ids::GameId;
use tianyuan::room::{GRACE_MAX_MS, Viewer};
use tianyuan::store::Journal;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::support::postgres::Postgres;
use super::table::{Server, Table, event, offer, snapshot};

/// Time for a move: the least that the rules allow.
const HOUR_MS: u64 = 3_600_000;
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

fn with(clock: ClockSettings) -> NewChallenge {
    NewChallenge { clock, ..offer(9) }
}

fn correspondence(vacation_days: u16) -> NewChallenge {
    with(ClockSettings::Correspondence { move_ms: HOUR_MS, weekend_stop: false, vacation_days })
}

/// Waits until something holds.
pub(crate) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !holds().await {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("never: {what}"));
}

pub(crate) async fn asleep(server: &Server) {
    until("every room asleep", async || server.awake() == 0).await;
}

/// So much time of the installation passes at once.
fn pass_time(server: &Server, ms: u64) {
    for app in server.apps() {
        app.time.go_up(app.time.up_ms() + ms, app.time.served_ms());
    }
}

async fn rows(server: &Server, room: Uuid) -> usize {
    server.app().store.read(GameId(room)).await.unwrap().len()
}

async fn outcome(server: &Server, room: Uuid) -> Option<Outcome> {
    server.app().games.get(GameId(room)).await.unwrap().unwrap().outcome
}

/// Both players leave.
async fn leave(table: Table) -> (Uuid, [super::table::Person; 2]) {
    table.black.close().await;
    table.white.close().await;
    (table.room, table.people)
}

async fn play(socket: &mut Socket, room: Uuid, ply: u32, point: &str) {
    let play = ClientMessage::Play { id: Uuid::now_v7(), room, ply, point: point.to_owned() };
    let reply = socket.ask(&play).await.unwrap();
    assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");
}

async fn sleeps_and_goes_on(server: Server) {
    for offer in [correspondence(0), with(ClockSettings::Unlimited)] {
        let mut table = Table::new(&server.base(), &offer).await;
        table.play_all(&["ee", "cc"]).await;
        let (room, people) = leave(table).await;
        asleep(&server).await;
        let before = rows(&server, room).await;

        // A command alone wakes it, from a socket that watches nothing.
        let mut black = people[0].socket(&server.base()).await;
        play(&mut black, room, 2, "gg").await;
        assert_eq!(rows(&server, room).await, before + 1, "waking is no event");
        black.close().await;
        asleep(&server).await;
        let mut white = people[1].socket(&server.base()).await;
        assert_eq!(snapshot(white.watch(room, None).await.unwrap()).ply, 3);
        assert_eq!(server.awake(), 1, "as long as it is watched");
        assert_eq!(rows(&server, room).await, before + 1);
        white.close().await;
    }
    asleep(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_nobody_watches_sleeps_and_goes_on() {
    sleeps_and_goes_on(Server::start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_on_postgres_sleeps_and_goes_on() {
    let Some(postgres) = Postgres::shared("a_room_on_postgres_sleeps_and_goes_on") else { return };
    sleeps_and_goes_on(Server::start_on(postgres.fresh().await).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_with_nobody_connected_after_a_restart() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &correspondence(0)).await;
    table.play_all(&["ee", "cc"]).await;
    let (room, _) = leave(table).await;
    asleep(&server).await;
    // Most of the hour goes by before the restart, the rest of it after.
    pass_time(&server, HOUR_MS - 60_000);
    let server = server.restart().await;
    assert_eq!(server.awake(), 0, "a restart wakes nothing that is not due");
    assert_eq!(outcome(&server, room).await, None);
    pass_time(&server, 60_000);
    until("the flag", async || outcome(&server, room).await.is_some()).await;
    assert_eq!(outcome(&server, room).await, Some(Outcome::Time { winner: rules::Color::White }));
    asleep(&server).await;
    let state = server.app().rooms.look(GameId(room), &Viewer::default()).await.unwrap();
    assert_eq!((state.game.times().black.main_ms, state.game.ply()), (0, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_in_the_last_minute_counts_after_sleep() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &correspondence(0)).await;
    table.play_all(&["ee", "cc"]).await;
    let (room, people) = leave(table).await;
    asleep(&server).await;
    pass_time(&server, HOUR_MS - 30_000);
    let mut black = people[0].socket(&server.base()).await;
    let ServerMessage::Snapshot { room_ms, game, .. } = black.watch(room, None).await.unwrap() else {
        panic!("not a snapshot")
    };
    let due_ms = game.clock.days.unwrap().due_ms.unwrap();
    assert!((1..=30_000).contains(&(due_ms - room_ms)), "{due_ms} at {room_ms}");
    play(&mut black, room, 2, "gg").await;
    let clock = event(&mut black, |event| match event {
        Event::Played { clock, .. } => Some(*clock),
        _ => None,
    })
    .await;
    assert_eq!(clock.running.unwrap().color, Color::White);
    assert_eq!(clock.black.main_ms, HOUR_MS, "the next move has the whole hour");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_charged_to_nobody_and_followed_by_a_grace() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &correspondence(0)).await;
    table.play_all(&["ee", "cc"]).await;
    let (room, people) = leave(table).await;
    asleep(&server).await;
    // As if the last sign of life were five hours old when the next server starts.
    server.skew_wall(-5 * 3_600_000);
    let server = server.restart().await;
    let time = &server.app().time;
    let stands_ms = time.up_from_ms() - time.served_ms();
    assert!((GRACE_MAX_MS - 30_000..=GRACE_MAX_MS).contains(&stands_ms), "an hour's grace: {stands_ms}");
    let mut black = people[0].socket(&server.base()).await;
    let (room_ms, served_ms, game) = match black.watch(room, None).await.unwrap() {
        ServerMessage::Snapshot { room_ms, served_ms, game, .. } => (room_ms, served_ms, game),
        other => panic!("{other:?}"),
    };
    let days = game.clock.days.unwrap();
    let left_ms = days.due_ms.unwrap() - room_ms;
    assert!((HOUR_MS - 60_000..=HOUR_MS).contains(&left_ms), "only what was served: {left_ms}");
    assert!(served_ms >= time.up_from_ms(), "until then the clock stands");
    let journal = server.app().store.read(GameId(room)).await.unwrap();
    let rules::GameEvent::Restored { charged_ms, uncharged_ms, hold, wall_ms } =
        journal.last().unwrap().event
    else {
        panic!("{journal:?}")
    };
    assert!(charged_ms < 60_000, "{charged_ms}");
    assert!(uncharged_ms >= GRACE_MAX_MS - 60_000, "{uncharged_ms}");
    assert_eq!((hold, wall_ms.is_some()), (journal.last().unwrap().at, true));
    play(&mut black, room, 2, "gg").await;

    // A second restart within the hour takes nothing of it away.
    let server = server.restart().await;
    let time = &server.app().time;
    let stands_ms = time.up_from_ms() - time.served_ms();
    assert!(
        (GRACE_MAX_MS - 60_000..=GRACE_MAX_MS).contains(&stands_ms),
        "the rest of the grace: {stands_ms}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wall_clock_that_jumps_costs_nobody_a_game() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &correspondence(0)).await;
    table.play_all(&["ee", "cc"]).await;
    let (room, people) = leave(table).await;
    for jump_ms in [-86_400_000 * 400, 86_400_000 * 400, 0] {
        server.skew_wall(0);
        let mut black = people[0].socket(&server.base()).await;
        asleep(&server).await;
        server.skew_wall(jump_ms);
        let ServerMessage::Snapshot { room_ms, game, .. } = black.watch(room, None).await.unwrap() else {
            panic!("not a snapshot")
        };
        let days = game.clock.days.unwrap();
        assert!(days.due_ms.unwrap() - room_ms > HOUR_MS - 120_000, "{days:?} at {room_ms}");
        let shown_ms = days.wall_ms.unwrap() + i64::try_from(room_ms).unwrap();
        assert!(
            (shown_ms - server.app().time.wall_ms()).abs() < 60_000,
            "the calendar follows the wall clock"
        );
        black.close().await;
    }
    assert_eq!(outcome(&server, room).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_stops_the_clock_and_ends_by_itself() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &correspondence(1)).await;
    table.play_all(&["ee", "cc"]).await;
    let room = table.room;
    let begin = || ClientMessage::BeginVacation { id: Uuid::now_v7(), room };
    let end = || ClientMessage::EndVacation { id: Uuid::now_v7(), room };
    assert_eq!(table.black.ask(&end()).await.unwrap(), Reply::Refused(Code::NotOnVacation));
    assert!(matches!(table.black.ask(&begin()).await.unwrap(), Reply::Ack(Some(_))));
    assert_eq!(table.black.ask(&begin()).await.unwrap(), Reply::Refused(Code::OnVacation));
    let (until_ms, clock) = event(&mut table.white, |event| match event {
        Event::VacationBegan { by: Color::Black, until_ms, due_ms: None, clock } => Some((*until_ms, *clock)),
        _ => None,
    })
    .await;
    let days = clock.days.unwrap();
    assert_eq!((days.black.until_ms, days.white.until_ms), (Some(until_ms), None));
    assert!(days.due_ms.unwrap() > until_ms && days.due_ms.unwrap() <= until_ms + HOUR_MS);

    let (room, people) = leave(table).await;
    asleep(&server).await;
    // More than an hour is no loss; and when the day is used up, the server says so with nobody there.
    pass_time(&server, 20 * HOUR_MS);
    let before = rows(&server, room).await;
    assert_eq!(outcome(&server, room).await, None);
    pass_time(&server, 4 * HOUR_MS);
    until("the end of the vacation", async || rows(&server, room).await > before).await;
    let mut black = people[0].socket(&server.base()).await;
    let game = snapshot(black.watch(room, None).await.unwrap());
    let days = game.clock.days.unwrap();
    assert_eq!((days.black.left_ms, days.black.until_ms, game.result), (0, None, None));
    let begin = ClientMessage::BeginVacation { id: Uuid::now_v7(), room };
    assert_eq!(black.ask(&begin).await.unwrap(), Reply::Refused(Code::NoVacation));
    play(&mut black, room, 2, "gg").await;
}
