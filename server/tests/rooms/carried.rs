//! An installation that was played on is carried over to a PostgreSQL and played on there.

use loadtests::Reply;
use protocol::{ClientMessage, Color, Event, RematchAction, RequestKind, ServerMessage, TalkStream};
use reqwest::Method;
use sea_orm::{ConnectionTrait, Database};
use serde_json::{Value, json};
use tianyuan::config::Config;
use tianyuan::store::sql::{DatabaseUrl, transfer};
use uuid::Uuid;

use super::procedure::Hall;
use super::rematch;
use super::support::postgres::Postgres;
use super::table::{Person, Server, Table, offer, snapshot};
use super::talk::{page, say};

use Color::{Black, White};

/// What the server lived on after the last move, by its signs of life.
const LIVED_ON_MS: u64 = 77_000;

/// Carries everything over; the settings of a server there, with the keys where they are.
async fn carry_over(config: Config, to: DatabaseUrl) -> Config {
    let from = config.database();
    let file = format!("sqlite:{}?mode=rw", from.file().unwrap().display());
    let db = Database::connect(file).await.unwrap();
    // As if the last sign of life had come that much after the last move.
    let later = format!("UPDATE nodes SET served_ms = served_ms + {LIVED_ON_MS}");
    assert_eq!(db.execute_unprepared(&later).await.unwrap().rows_affected(), 1);
    db.close().await.unwrap();
    transfer(&from, &to, &|_| {}).await.unwrap();
    Config { database_url: Some(to), ..config }
}

/// A game that is adjourned with a sealed move, which takes the stone in the corner.
async fn sealed(base: &str) -> Hall {
    let mut hall = Hall::new(base, &offer(9)).await;
    hall.table.play_all(&["ba", "aa"]).await;
    hall.agree(White, RequestKind::Adjourn).await;
    hall.done(Black, &hall.table.seal("ab")).await;
    hall
}

/// Somebody as they come back to another address: with the token that they had.
fn back(person: &Person, base: &str) -> Person {
    let api = loadtests::Api::new(base).with_token(person.api.token().unwrap());
    Person { api, name: person.name.clone() }
}

async fn go_on(mut table: Table, base: &str) {
    let mut black = back(&table.people[0], base).socket(base).await;
    table.white = back(&table.people[1], base).socket(base).await;
    let missed = match black.watch(table.room, Some(4)).await.unwrap() {
        ServerMessage::Resumed { events, .. } => events,
        other => panic!("{other:?}"),
    };
    let Event::Restored { clock, .. } = &missed[0].event else { panic!("{missed:?}") };
    let running = clock.running.unwrap();
    assert_eq!(running.color, White);
    let charged = LIVED_ON_MS..LIVED_ON_MS + 60_000;
    assert!(charged.contains(&running.elapsed_ms), "up to the last sign of life, no further: {clock:?}");
    assert!(running.from_ms >= missed[0].at_ms + 15_000, "the clock stands for a moment");
    let seen = snapshot(table.white.watch(table.room, None).await.unwrap());
    assert_eq!((seen.ply, seen.moves.len()), (3, 3));
    assert!(matches!(table.play(White, "dd").await, Reply::Ack(Some(_))));
    table.black = black;
    assert!(matches!(table.play(Black, "ff").await, Reply::Ack(Some(_))));
}

async fn open_the_envelope(mut hall: Hall, base: &str) {
    for color in [Black, White] {
        let person = back(&hall.table.people[usize::from(color == White)], base);
        *hall.table.socket(color) = person.socket(base).await;
        let room = hall.table.room;
        hall.table.socket(color).watch(room, None).await.unwrap();
    }
    for color in [Black, White] {
        let ask = hall.table.ask(RequestKind::Continue);
        assert!(matches!(hall.say(color, &ask).await, Reply::Ack(_)));
    }
    let after = loadtests::Api::new(base).game(hall.table.room).await.unwrap().game;
    assert_eq!((after.rows[0].as_str(), after.to_move), (".X.......", Some(White)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_goes_on_at_a_postgres_to_which_everything_was_carried() {
    let name = "a_server_goes_on_at_a_postgres_to_which_everything_was_carried";
    let Some(postgres) = Postgres::shared(name) else { return };
    let to: DatabaseUrl = postgres.fresh().await.parse().unwrap();
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    table.play_all(&["ee", "cc", "gg"]).await;
    let line = say(table.room, TalkStream::Players, "好棋");
    assert!(matches!(table.black.ask(&line).await.unwrap(), Reply::Ack(_)));
    let path = format!("/games/{}/note", table.room);
    let note: Value =
        table.people[0].api.call(Method::PUT, &path, Some(&json!({ "text": "星位" }))).await.unwrap();
    let hall = sealed(&base).await;
    let mut over = rematch::finished(&base, &offer(9)).await;
    let again = rematch::command(over.room, RematchAction::Offer);
    assert!(matches!(over.black.ask(&again).await.unwrap(), Reply::Ack(_)));
    let record = over.people[0].api.sgf(over.room).await.unwrap();
    let open = offer(13);
    over.people[0].api.challenge(&open).await.unwrap();

    let server = server.restart_after(|config| carry_over(config, to)).await;
    assert!(server.app().config.database().file().is_none());
    let base = server.base();
    let [black, white] = [0, 1].map(|at: usize| back(&over.people[at], &base));
    assert_eq!(black.api.sgf(over.room).await.unwrap(), record);
    let game = white.api.accept(open.id, None).await.unwrap().game;
    assert_eq!(
        white.api.game(game).await.unwrap().game.settings.size,
        13,
        "an offer from before begins a game"
    );
    let mut socket = white.socket(&base).await;
    socket.watch(over.room, None).await.unwrap();
    let told = rematch::told(&mut socket, over.room).await;
    assert_eq!((told.offer.as_ref(), told.revision), (Some(&black.name), 1), "the rematch is offered still");

    let writer = back(&table.people[0], &base);
    let kept: Value = writer.api.call(Method::GET, &path, None::<&()>).await.unwrap();
    assert_eq!((&kept, &kept["text"]), (&note, &json!("星位")));
    let lines = page(Some(&writer), &base, table.room, "stream=players").await.unwrap().lines;
    assert_eq!(lines.iter().map(|line| &*line.text).collect::<Vec<_>>(), ["好棋"]);
    go_on(table, &base).await;
    open_the_envelope(hall, &base).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: game };
    let mut black = black.socket(&base).await;
    assert!(matches!(black.ask(&resign).await.unwrap(), Reply::Ack(Some(_))));
}
