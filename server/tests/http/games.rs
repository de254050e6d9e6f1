//! Lists, records and SGF of games.

use std::collections::HashSet;

use reqwest::StatusCode;
use rules::Action;
use serde_json::{Value, json};
use tianyuan::ids::{AccountId, GameId};
use tianyuan::room::{Answer, Order};
use tianyuan::store::Command;
use uuid::Uuid;

use crate::client::{Player, Server, offer, offer_with};

/// Begins a game between two; its id.
pub(crate) async fn begin(server: &Server, black: &Player, white: &Player, offer: &Value) -> String {
    let id = server.challenge(black, offer).await;
    server.accept(white, &id).await
}

/// Resigns in a game.
pub(crate) async fn resign(server: &Server, who: &Player, game: &str) {
    order(server, who, game, Action::Resign).await;
}

/// Does something in a game.
pub(crate) async fn order(server: &Server, who: &Player, game: &str, action: Action) {
    let app = server.owner(game.parse().unwrap()).await;
    let room = app.rooms.wake(GameId(game.parse().unwrap())).await.unwrap();
    let command = Command { account: AccountId(who.id.parse().unwrap()), id: Uuid::new_v4(), hash: [0; 32] };
    let order = Order { command, action, arrived_ms: app.time.served_ms(), conn: 0, lag_ms: 0 };
    assert!(matches!(room.order(order).await, Answer::Done(_)));
}

async fn page(server: &Server, query: &str) -> Value {
    server.get(&format!("/api/v1/games?{query}")).await.json(StatusCode::OK)
}

#[tokio::test]
async fn from_beginning_to_end() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("曹薰铉").await);
    let game = begin(&server, &lee, &cho, &offer()).await;
    let path = format!("/api/v1/games/{game}");

    let record = server.get(&path).await.json(StatusCode::OK);
    assert_eq!(record["summary"]["id"], json!(game));
    assert_eq!(record["summary"]["white"], json!({"id": cho.id, "name": "曹薰铉"}));
    assert_eq!(record["summary"]["result"], json!(null));
    assert_eq!((&record["game"]["phase"], &record["game"]["to_move"]), (&json!("play"), &json!("black")));
    assert_eq!(record["game"]["rows"], json!(vec!["........."; 9]));
    assert_eq!(page(&server, "state=live").await["items"][0], record["summary"]);
    assert_eq!(page(&server, "state=finished").await["items"], json!([]));
    server.get(&format!("{path}/sgf")).await.problem(409, "wrong_phase");

    resign(&server, &cho, &game).await;
    let record = server.get(&path).await.json(StatusCode::OK);
    assert_eq!(record["game"]["phase"], "over");
    let result = &record["summary"]["result"];
    assert_eq!(
        (&result["winner"], &result["how"], &result["sgf"]),
        (&json!("black"), &json!("resignation"), &json!("B+R"))
    );
    assert!(record["summary"]["ended_ms"].as_u64() >= record["summary"]["started_ms"].as_u64());
    assert_eq!(page(&server, "state=live").await["items"], json!([]));
    let finished = page(&server, "state=finished").await;
    assert_eq!(finished["items"], json!([record["summary"]]));
    assert_eq!(finished["next"], json!(null));

    let sgf = server.get(&format!("{path}/sgf")).await;
    assert_eq!(sgf.status, StatusCode::OK);
    assert_eq!(sgf.header("content-type"), "application/x-go-sgf; charset=utf-8");
    assert_eq!(sgf.header("content-disposition"), format!("attachment; filename=\"tianyuan-{game}.sgf\""));
    let trees = rules::sgf::read(sgf.text.as_bytes()).unwrap();
    assert_eq!(trees.len(), 1);
    for part in ["SZ[9]", "PB[Lee]", "PW[曹薰铉]", "RE[B+R]"] {
        assert!(sgf.text.contains(part), "{part} in {}", sgf.text);
    }
}

#[tokio::test]
async fn private_games_are_nothing_to_strangers() {
    let server = Server::start().await;
    let (lee, cho, eve) =
        (server.register("Lee").await, server.register("Cho").await, server.register("Eve").await);
    let game = begin(&server, &lee, &cho, &offer_with("private", json!(true))).await;
    let path = format!("/api/v1/games/{game}");
    for over in [false, true] {
        for at in [path.clone(), format!("{path}/sgf"), format!("{path}/clock")] {
            let stranger = server.get_as(&eve, &at).await;
            stranger.problem(404, "not_found");
            server.get(&at).await.problem(404, "not_found");
            let nothing = server.get(&at.replace(&game, &Uuid::new_v4().to_string())).await;
            assert_eq!(stranger.text, nothing.text, "as if it were not there");
        }
        for who in [&lee, &cho] {
            server.get_as(who, &path).await.json(StatusCode::OK);
            server.get_as(who, &format!("{path}/clock")).await.json(StatusCode::OK);
        }
        for state in ["live", "finished"] {
            assert_eq!(page(&server, &format!("state={state}")).await["items"], json!([]));
        }
        let mine = server.get_as(&eve, "/api/v1/games?state=mine").await.json(StatusCode::OK);
        assert_eq!(mine["items"], json!([]));
        if !over {
            resign(&server, &lee, &game).await;
        }
    }
    assert_eq!(server.get_as(&lee, &format!("{path}/sgf")).await.status, StatusCode::OK);
    for (who, rows) in [(&lee, 1), (&cho, 1), (&eve, 0)] {
        let finished = server.get_as(who, "/api/v1/games?state=finished").await.json(StatusCode::OK);
        assert_eq!(
            finished["items"].as_array().unwrap().len(),
            rows,
            "one's own private games are found again"
        );
    }
}

#[tokio::test]
async fn lists_come_in_pages() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let mut begun = Vec::new();
    for _ in 0..103 {
        begun.push(begin(&server, &lee, &cho, &offer()).await);
    }
    let mut seen = Vec::new();
    let mut lengths = Vec::new();
    let mut query = "state=live".to_owned();
    loop {
        let page = page(&server, &query).await;
        let items = page["items"].as_array().unwrap();
        lengths.push(items.len());
        seen.extend(items.iter().map(|item| item["id"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_str() else { break };
        query = format!("state=live&before={next}");
    }
    assert_eq!(lengths, [50, 50, 3]);
    assert_eq!(seen.iter().collect::<HashSet<_>>(), begun.iter().collect::<HashSet<_>>());
    assert_eq!(seen.len(), 103);
    let (first, last) =
        (seen.iter().position(|id| *id == begun[102]), seen.iter().position(|id| *id == begun[0]));
    assert!(first < last, "newest first");
}
