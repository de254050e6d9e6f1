//! How people leave games: noted by the server, for moderators to judge.

use loadtests::{Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{ClientMessage, ClockSettings, Event};
use rules::Conduct;
use uuid::Uuid;

use super::table::{Person, Server, Table, event, offer};

const MAIN_MS: u64 = 200_000;

/// A game in which it is Black's turn, each side having moved once.
async fn blacks_turn(base: &str) -> Table {
    let clock = ClockSettings::Absolute { main_ms: MAIN_MS };
    let mut table = Table::new(base, &NewChallenge { clock, ..offer(9) }).await;
    table.play_all(&["ee", "ef"]).await;
    table
}

async fn until_over(socket: &mut Socket) {
    event(socket, |event| matches!(event, Event::Ended { .. }).then_some(())).await;
}

/// What is noted of somebody: what, at which move.
async fn noted(server: &Server, person: &Person) -> Vec<(Conduct, u32)> {
    let app = server.app();
    let account = app.accounts.find(&person.name).await.unwrap().unwrap();
    let noted = app.moderation.noted(account.id, 10).await.unwrap();
    noted.into_iter().map(|(_, _, noted)| (noted.conduct, noted.ply)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_away_and_who_lets_the_clock_run_is_noted_and_who_resigns_is_not() {
    let server = Server::start_at_pace(60).await;
    let base = server.base();
    let mut stayed = blacks_turn(&base).await;
    let Table { black, mut white, people: left, .. } = blacks_turn(&base).await;
    black.close().await;
    let mut resigned = blacks_turn(&base).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: resigned.room };
    assert!(matches!(resigned.black.ask(&resign).await.unwrap(), Reply::Ack(Some(_))));
    for socket in [&mut stayed.white, &mut white, &mut resigned.white] {
        until_over(socket).await;
    }
    assert_eq!(noted(&server, &stayed.people[0]).await, [(Conduct::Stalled, 2)]);
    assert_eq!(noted(&server, &left[0]).await, [(Conduct::Escaped, 2)]);
    for other in [&resigned.people[0], &stayed.people[1], &left[1]] {
        assert_eq!(noted(&server, other).await, []);
    }
}
