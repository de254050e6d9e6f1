//! Players who go away: the opponent sees it, and after a limit claims something; never on its own turn.
//!
//! Served time runs quickly here: the five minutes after which these games can be claimed pass in two and a half seconds.

use loadtests::{Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{
    AbsenceClaim, ClientMessage, ClockSettings, Code, Color, Event, How, PauseReason, RequestKind,
    ServerMessage, Winner,
};
use uuid::Uuid;

use super::table::{Server, Table, ended, event, offer};

use Color::{Black, White};

const PACE: u32 = 120;
/// A tenth of a day would be more than the most.
const LIMIT_MS: u64 = 5 * 60 * 1000;

async fn table(server: &Server, moves: &[&str]) -> Table {
    let clock = ClockSettings::Absolute { main_ms: 86_400_000 };
    let mut table = Table::new(&server.base(), &NewChallenge { clock, ..offer(9) }).await;
    table.play_all(moves).await;
    table
}

/// The next news of who is there in which Black is here or not: from when White may claim, and since when it counts.
async fn black_is(socket: &mut Socket, here: bool) -> Option<u64> {
    let news = |message: &ServerMessage| match message {
        ServerMessage::Presence { black, black_claim_ms, .. } => (*black == here).then_some(*black_claim_ms),
        _ => None,
    };
    socket.find(news).await.unwrap()
}

/// Sends the claim anew until it is answered otherwise than that the opponent is not away for long enough.
async fn claimed(table: &mut Table, color: Color, claim: AbsenceClaim) -> Reply {
    loop {
        let command = table.claim(claim);
        match table.socket(color).ask(&command).await.unwrap() {
            Reply::Refused(Code::NotAbsent) => tokio::task::yield_now().await,
            other => return other,
        }
    }
}

async fn drop_black(table: &mut Table, base: &str) {
    // A guest's socket in its place.
    table.black = Socket::open(base, None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_win_is_claimed_of_who_stays_away_in_its_turn() {
    let server = Server::start_at_pace(PACE).await;
    let base = server.base();
    let mut table = table(&server, &["ee", "cc"]).await;
    let refused = Reply::Refused(Code::NotAbsent);
    let early = table.claim(AbsenceClaim::Win);
    assert_eq!(table.white.ask(&early).await.unwrap(), refused, "Black is there");
    let own = table.claim(AbsenceClaim::Win);
    assert_eq!(table.black.ask(&own).await.unwrap(), Reply::Refused(Code::OwnTurn));
    let mut guest = Socket::open(&base, None).await.unwrap();
    guest.watch(table.room, None).await.unwrap();

    drop_black(&mut table, &base).await;
    let claim_ms = black_is(&mut table.white, false).await.expect("from when it can be claimed");
    assert_eq!(black_is(&mut guest, false).await, Some(claim_ms), "spectators see it too");
    let early = table.claim(AbsenceClaim::Win);
    assert_eq!(table.white.ask(&early).await.unwrap(), refused, "not away for long enough");
    let early = table.claim(AbsenceClaim::Pause);
    assert_eq!(table.white.ask(&early).await.unwrap(), refused);
    let (id, room) = (Uuid::now_v7(), table.room);
    let stale = ClientMessage::ClaimAbsence { id, room, ply: 1, claim: AbsenceClaim::Win };
    assert_eq!(table.white.ask(&stale).await.unwrap(), Reply::Refused(Code::StalePly));

    assert!(matches!(claimed(&mut table, White, AbsenceClaim::Win).await, Reply::Ack(_)));
    let result = ended(&mut guest).await;
    assert_eq!((result.winner, result.how), (Winner::White, How::Forfeit));
    assert!(result.sgf.starts_with("W+"), "{result:?}");
    let record = table.people[1].api.game(room).await.unwrap().game;
    let spent_ms = 86_400_000 - record.clock.black.main_ms;
    assert!(spent_ms >= LIMIT_MS, "the absent side's clock ran: {spent_ms}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_is_called_and_whoever_comes_back_goes_on() {
    let server = Server::start_at_pace(PACE).await;
    let base = server.base();
    let mut table = table(&server, &["ee", "cc"]).await;
    drop_black(&mut table, &base).await;
    black_is(&mut table.white, false).await;
    assert!(matches!(claimed(&mut table, White, AbsenceClaim::Pause).await, Reply::Ack(_)));
    let pause = event(&mut table.white, |event| match event {
        Event::Paused { standing, .. } => standing.pause,
        _ => None,
    })
    .await;
    assert_eq!(pause.reason, PauseReason::Absence);
    table.black = table.people[0].socket(&base).await;
    table.black.watch(table.room, None).await.unwrap();
    let go_on = table.ask(RequestKind::Continue);
    assert!(matches!(table.black.ask(&go_on).await.unwrap(), Reply::Ack(_)), "it need not ask");
    event(&mut table.white, |event| matches!(event, Event::Continued { .. }).then_some(())).await;
    assert!(matches!(table.play(Black, "gg").await, Reply::Ack(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_back_has_not_been_away_and_one_of_two_sockets_is_enough() {
    let server = Server::start_at_pace(PACE).await;
    let base = server.base();
    let mut table = table(&server, &["ee", "cc"]).await;
    drop_black(&mut table, &base).await;
    let first_ms = black_is(&mut table.white, false).await.unwrap();
    let mut second = table.people[0].socket(&base).await;
    second.watch(table.room, None).await.unwrap();
    table.black = table.people[0].socket(&base).await;
    table.black.watch(table.room, None).await.unwrap();
    assert_eq!(black_is(&mut table.white, true).await, None);
    drop_black(&mut table, &base).await;
    // White's own news that it is there comes in between, so the number of sockets is asked of the room.
    let early = table.claim(AbsenceClaim::Win);
    assert_eq!(table.white.ask(&early).await.unwrap(), Reply::Refused(Code::NotAbsent));
    drop(second);
    let second_ms = black_is(&mut table.white, false).await.unwrap();
    assert!(second_ms > first_ms, "its absence counts anew: {second_ms} after {first_ms}");
    assert!(matches!(claimed(&mut table, White, AbsenceClaim::Win).await, Reply::Ack(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn unwatching_is_going_away_and_nothing_is_claimed_before_both_have_moved() {
    let server = Server::start_at_pace(PACE).await;
    let mut table = table(&server, &[]).await;
    let unwatch = |room| ClientMessage::Unwatch { id: Uuid::now_v7(), room };
    assert_eq!(table.black.ask(&unwatch(table.room)).await.unwrap(), Reply::Ack(None));
    black_is(&mut table.white, false).await;
    let claim = table.claim(AbsenceClaim::Win);
    assert_eq!(table.white.ask(&claim).await.unwrap(), Reply::Refused(Code::WrongPhase));
    // It plays without looking, and is away all the same.
    table.play_all(&["ee", "cc"]).await;
    assert!(matches!(claimed(&mut table, White, AbsenceClaim::Win).await, Reply::Ack(_)));
}
