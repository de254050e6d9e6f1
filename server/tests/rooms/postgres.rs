//! The same rooms over PostgreSQL, and a database that stops in the middle.

use std::time::Duration;

use loadtests::Reply;
use protocol::{ClientMessage, Code, Color};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::support::postgres::Postgres;
use super::table::{Server, Table, ended, offer, snapshot};

/// Everything that waits for a database to come back takes less than this.
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn a_game_on_postgres_goes_on_after_a_restart() {
    let Some(postgres) = Postgres::shared("a_game_on_postgres_goes_on_after_a_restart") else { return };
    let server = Server::start_on(postgres.fresh().await).await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    table.play_all(&["ee", "cc", "gg"]).await;
    let server = server.restart().await;
    let base = server.base();
    let mut white = table.people[1].socket(&base).await;
    assert_eq!(snapshot(white.watch(table.room, None).await.unwrap()).ply, 3);
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    assert!(matches!(white.ask(&resign).await.unwrap(), Reply::Ack(_)));
    assert_eq!(ended(&mut white).await.sgf, "B+R");
    assert!(table.people[0].api.sgf(table.room).await.is_err(), "that is another server's address");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_stops_costs_no_move_and_no_time() {
    let Some(mut postgres) = Postgres::start(true) else {
        return super::support::skip(
            "a_database_that_stops_costs_no_move_and_no_time",
            "PostgreSQL is missing",
        );
    };
    let server = Server::start_on(postgres.fresh().await).await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    table.play_all(&["ee", "cc"]).await;
    for (ply, (color, point)) in [(Color::Black, "gg"), (Color::White, "cg")].into_iter().enumerate() {
        postgres.crash();
        let command = table.command(point);
        let unanswered = table.socket(color).ask(&command).await.unwrap();
        assert_eq!(unanswered, Reply::Refused(Code::Busy), "nothing is acknowledged without the database");
        postgres.recover();
        // The same command, until it is answered.
        let start = Instant::now();
        let reply = loop {
            match table.socket(color).ask(&command).await.unwrap() {
                Reply::Refused(Code::Busy) if start.elapsed() < PATIENCE => {
                    sleep(Duration::from_millis(50)).await
                }
                reply => break reply,
            }
        };
        assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");
        table.ply += 1;
        let game = table.people[0].api.game(table.room).await.unwrap().game;
        assert_eq!(game.moves.len(), 3 + ply, "the move is there once");
    }
}
