//! The time sheet of a game: the remaining time, what every move cost, in pages, while it runs and after.

use reqwest::StatusCode;
use rules::{Action, Point, Size};
use serde_json::{Value, json};

use crate::client::{Player, Server, offer};
use crate::games::{begin, order, resign};

async fn sheet(server: &Server, game: &str, query: &str) -> Value {
    server.get(&format!("/api/v1/games/{game}/clock{query}")).await.json(StatusCode::OK)
}

/// Plays on this point of the board.
async fn play(server: &Server, who: &Player, game: &str, ply: u32, text: &str) {
    let point = Point::from_sgf(Size::square(9).unwrap(), text).unwrap();
    order(server, who, game, Action::Play { ply, point }).await;
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[tokio::test]
async fn it_tells_every_move_and_what_is_left_now() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let game = begin(&server, &lee, &cho, &offer()).await;
    let empty = sheet(&server, &game, "").await;
    assert_eq!((&empty["seq"], &empty["entries"]), (&json!(1), &json!([])));
    assert_eq!(empty["clock"]["running"]["color"], "black");
    // The clock runs: what is left now and the room's time add up to the main time.
    assert_eq!(number(&empty["black_left"]["main_ms"]) + number(&empty["room_ms"]), 600_000);
    assert_eq!(number(&empty["white_left"]["main_ms"]), 600_000);

    play(&server, &lee, &game, 0, "ee").await;
    play(&server, &cho, &game, 1, "cc").await;
    order(&server, &lee, &game, Action::Pass { ply: 2 }).await;
    resign(&server, &cho, &game).await;
    let record = server.get(&format!("/api/v1/games/{game}")).await.json(StatusCode::OK);
    let told = sheet(&server, &game, "").await;
    let entries = told["entries"].as_array().unwrap();
    let kinds: Vec<_> = entries.iter().map(|entry| entry["entry"]["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["moved", "moved", "moved", "ended"]);
    let moves = record["game"]["moves"].as_array().unwrap();
    let (mut before_ms, mut left_ms) = (0, [600_000, 600_000]);
    for (place, (entry, played)) in entries.iter().zip(moves).enumerate() {
        let what = &entry["entry"];
        assert_eq!((&entry["at_ms"], number(&entry["seq"])), (&played["at_ms"], place as u64 + 2));
        assert_eq!((&what["color"], &what["point"]), (&played["color"], &played["point"]));
        assert_eq!(number(&what["number"]), place as u64 + 1);
        let at_ms = number(&entry["at_ms"]);
        assert_eq!(number(&what["spent_ms"]), at_ms - before_ms, "the clock ran from move to move");
        left_ms[place % 2] -= at_ms - before_ms;
        assert_eq!(number(&what["left"]["main_ms"]), left_ms[place % 2]);
        before_ms = at_ms;
    }
    let cut = number(&entries[3]["entry"]["spent_ms"]);
    assert_eq!(entries[3]["entry"]["color"], "white");
    assert_eq!(number(&told["black_spent_ms"]), 600_000 - left_ms[0]);
    assert_eq!(number(&told["white_spent_ms"]), 600_000 - left_ms[1] + cut);
    assert_eq!((&told["clock"]["running"], &told["next"]), (&json!(null), &json!(null)));
    assert_eq!(told["room_ms"], entries[3]["at_ms"], "it is over");
    assert_eq!(told, sheet(&server, &game, "").await, "and stays as it is");
}

#[tokio::test]
async fn it_comes_in_pages_and_refuses_what_it_does_not_know() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let game = begin(&server, &lee, &cho, &offer()).await;
    // Stones and passes take turns, so that the game goes on: 81 points, and as many passes.
    let mut all = 0;
    for point in Size::square(9).unwrap().all().take(40) {
        order(&server, &lee, &game, Action::Play { ply: all, point }).await;
        order(&server, &cho, &game, Action::Pass { ply: all + 1 }).await;
        all += 2;
    }
    let whole = sheet(&server, &game, "").await;
    assert_eq!(whole["entries"].as_array().unwrap().len(), 80);
    let rest = sheet(&server, &game, "?after=71").await;
    assert_eq!(rest["entries"].as_array().unwrap()[..], whole["entries"].as_array().unwrap()[70..]);
    assert_eq!(sheet(&server, &game, "?after=18446744073709551615").await["entries"], json!([]));
    for bad in ["?after=-1", "?after=x", "?from=1"] {
        server.get(&format!("/api/v1/games/{game}/clock{bad}")).await.problem(400, "bad_request");
    }
}
