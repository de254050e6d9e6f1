//! Challenges, and the games that they become.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use rules::Nigiri;
use serde_json::{Value, json};
use tianyuan::ids::{AccountId, ChallengeId, GameId};
use tianyuan::lobby::{Notice, Origin, Started};
use uuid::Uuid;

use crate::client::{Player, Server, offer, offer_with};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// What other servers have not heard by then they do not hear.
const PATIENCE: Duration = Duration::from_secs(5);

fn path(id: &str) -> String {
    format!("/api/v1/challenges/{id}")
}

async fn list(server: &Server) -> Vec<String> {
    let list = server.get("/api/v1/challenges").await.json(StatusCode::OK);
    list.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

async fn accept(server: &Server, who: &Player, id: &str, body: Value) -> crate::client::Answer {
    server.post_as(who, &format!("{}/accept", path(id)), body).await
}

/// The lobby lists these challenges, a moment later at all servers.
async fn lists(server: &Server, wanted: &[&str]) {
    let (start, mut in_turn) = (Instant::now(), 0);
    while in_turn < 3 {
        let listed = list(server).await;
        if listed != wanted && start.elapsed() < PATIENCE {
            in_turn = 0;
        } else {
            assert_eq!(listed, wanted);
            in_turn += 1;
        }
    }
}

#[tokio::test]
async fn made_listed_and_withdrawn() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let body = offer_with("komi_quarters", json!(0));
    let made = server.post_as(&lee, "/api/v1/challenges", body.clone()).await.json(StatusCode::CREATED);
    assert_eq!(made["by"], json!({"id": lee.id, "name": "Lee"}));
    assert_eq!(made["settings"]["komi_quarters"], 0);
    assert_eq!(made["settings"]["rules"], "chinese");
    assert_eq!(made["settings"]["clock"], body["clock"]);
    assert_eq!(
        (&made["color"], &made["nigiri_hash"], &made["game"]),
        (&json!("black"), &json!(null), &json!(null))
    );
    let id = made["id"].as_str().unwrap();
    lists(&server, &[id]).await;
    assert_eq!(server.get(&path(id)).await.json(StatusCode::OK), made);
    let second = server.challenge(&cho, &offer()).await;
    // Newest first.
    lists(&server, &[second.as_str(), id]).await;

    server.delete_as(&cho, &path(id)).await.problem(404, "not_found");
    assert_eq!(server.delete_as(&lee, &path(id)).await.status, 204);
    assert_eq!(server.delete_as(&lee, &path(id)).await.status, 204, "asked twice");
    lists(&server, &[second.as_str()]).await;
    server.get(&path(id)).await.problem(410, "challenge_gone");
    accept(&server, &cho, id, json!({})).await.problem(410, "challenge_gone");
    server.delete_as(&lee, &path(&Uuid::new_v4().to_string())).await.problem(404, "not_found");
}

#[tokio::test]
async fn the_same_offer_twice_is_one() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let body = offer_with("color", json!("nigiri"));
    let first = server.post_as(&lee, "/api/v1/challenges", body.clone()).await.json(StatusCode::CREATED);
    let again = server.post_as(&lee, "/api/v1/challenges", body.clone()).await.json(StatusCode::CREATED);
    assert_eq!(first, again, "with the same hidden stones");
    lists(&server, &[first["id"].as_str().unwrap()]).await;
    let mut other = body.clone();
    other["size"] = json!(13);
    server.post_as(&lee, "/api/v1/challenges", other).await.problem(409, "id_reused");
    server.post_as(&cho, "/api/v1/challenges", body).await.problem(409, "id_reused");
}

#[tokio::test]
async fn of_fifty_who_accept_one_plays() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let names: Vec<String> = (0..50).map(|i| format!("guest{i}")).collect();
    let mut players = Vec::new();
    for name in &names {
        players.push(server.register(name).await);
    }
    let id = server.challenge(&lee, &offer()).await;
    let answers =
        futures_util::future::join_all(players.iter().map(|who| accept(&server, who, &id, json!({})))).await;
    let winners: Vec<usize> = (0..50).filter(|i| answers[*i].status == StatusCode::OK).collect();
    assert_eq!(winners.len(), 1, "{answers:?}");
    for (i, answer) in answers.iter().enumerate() {
        if i != winners[0] {
            answer.problem(410, "challenge_gone");
        }
    }
    let live = server.get("/api/v1/games?state=live").await.json(StatusCode::OK);
    let games = live["items"].as_array().unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0]["black"]["id"], json!(lee.id));
    assert_eq!(games[0]["white"]["id"], json!(players[winners[0]].id));
    lists(&server, &[]).await;

    // Asked again, the winner gets the same game; both see it at the challenge, others do not.
    let winner = &players[winners[0]];
    let again = accept(&server, winner, &id, json!({})).await.json(StatusCode::OK);
    assert_eq!(again["game"], games[0]["id"]);
    for who in [winner, &lee] {
        assert_eq!(server.get_as(who, &path(&id)).await.json(StatusCode::OK)["game"], games[0]["id"]);
    }
    server.get(&path(&id)).await.problem(410, "challenge_gone");
    server.delete_as(&lee, &path(&id)).await.problem(410, "challenge_gone");
}

#[tokio::test]
async fn one_cannot_accept_ones_own_or_none() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let id = server.challenge(&lee, &offer()).await;
    accept(&server, &lee, &id, json!({})).await.problem(409, "own_challenge");
    accept(&server, &lee, &Uuid::new_v4().to_string(), json!({})).await.problem(404, "not_found");
}

#[tokio::test]
async fn private_ones_are_for_who_has_the_id() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let id = server.challenge(&lee, &offer_with("private", json!(true))).await;
    lists(&server, &[]).await;
    assert_eq!(server.get(&path(&id)).await.json(StatusCode::OK)["private"], true);
    let game = server.accept(&cho, &id).await;
    let live = server.get("/api/v1/games?state=live").await.json(StatusCode::OK);
    assert_eq!(live["items"], json!([]));
    let mine = server.get_as(&cho, "/api/v1/games?state=mine").await.json(StatusCode::OK);
    assert_eq!(mine["items"][0]["id"], json!(game));
}

#[tokio::test]
async fn colours_go_as_the_offer_says() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    for (color, black) in [("black", &lee), ("white", &cho)] {
        let mut body = offer_with("color", json!(color));
        body["handicap"] = json!(2);
        let id = server.challenge(&lee, &body).await;
        let game = server.accept(&cho, &id).await;
        let record = server.get(&format!("/api/v1/games/{game}")).await.json(StatusCode::OK);
        assert_eq!(record["game"]["black"]["id"], json!(black.id), "{color}");
        assert_eq!(record["game"]["settings"]["komi_quarters"], 0);
        assert_eq!(record["game"]["handicap_stones"].as_array().unwrap().len(), 2);
        assert_eq!(record["game"]["to_move"], "white");
    }
}

#[tokio::test]
async fn the_draw_can_be_checked_and_the_guess_decides() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let mut guessers_black = 0;
    for round in 0..16 {
        let made = server.post_as(&lee, "/api/v1/challenges", offer_with("color", json!("nigiri"))).await;
        let made = made.json(StatusCode::CREATED);
        let (id, hash) = (made["id"].as_str().unwrap(), made["nigiri_hash"].as_str().unwrap());
        assert_eq!(hash.len(), 64);
        assert_eq!(made["settings"]["nigiri"], json!(null), "hidden until the guess");
        accept(&server, &cho, id, json!({})).await.problem(400, "bad_request");
        let guess_odd = round % 2 == 0;
        let accepted =
            accept(&server, &cho, id, json!({ "guess_odd": guess_odd })).await.json(StatusCode::OK);
        let game = format!("/api/v1/games/{}", accepted["game"].as_str().unwrap());
        let record = server.get(&game).await.json(StatusCode::OK);
        let drawn = &record["game"]["settings"]["nigiri"];
        let (number, nonce) = (drawn["number"].as_u64().unwrap(), drawn["nonce"].as_str().unwrap());
        assert_eq!(drawn["guess_odd"], guess_odd);
        assert_eq!(drawn["hash"], hash);
        assert_eq!(Nigiri::commit(u8::try_from(number).unwrap(), nonce).unwrap(), hash);
        let right = (number % 2 == 1) == guess_odd;
        guessers_black += usize::from(right);
        let black = if right { &cho.id } else { &lee.id };
        assert_eq!(record["game"]["black"]["id"], json!(black));
    }
    // One run in 32,768 would fail here by chance.
    assert!((1..16).contains(&guessers_black), "{guessers_black}");
}

#[tokio::test]
async fn open_for_a_day() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let id = server.challenge(&lee, &offer()).await;
    server.skew_wall(DAY_MS - 60_000);
    assert_eq!(server.app().lobby.sweep().await.unwrap(), 0);
    server.skew_wall(DAY_MS + 60_000);
    let by = (AccountId(cho.id.parse().unwrap()), "Cho");
    let gone = server.app().lobby.accept(ChallengeId(id.parse().unwrap()), by, None).await;
    assert!(matches!(gone, Err(tianyuan::lobby::LobbyError::Gone)), "{gone:?}");
    assert_eq!(server.app().lobby.sweep().await.unwrap(), 1);
    lists(&server, &[]).await;
}

#[tokio::test]
async fn the_lobby_tells() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let lobby = &server.app().lobby;
    let (mut version, mut notices) = (lobby.subscribe(), lobby.notices());
    let id = server.challenge(&lee, &offer()).await;
    tokio::time::timeout(PATIENCE, version.changed()).await.unwrap().unwrap();
    let view = lobby.view().await.unwrap();
    assert!(std::sync::Arc::ptr_eq(&view, &lobby.view().await.unwrap()), "read once");
    assert_eq!((view.challenges.len(), view.games.len()), (1, 0));

    let game = server.accept(&cho, &id).await;
    tokio::time::timeout(PATIENCE, version.changed()).await.unwrap().unwrap();
    let told = tokio::time::timeout(PATIENCE, notices.recv()).await.unwrap().unwrap();
    let from = Origin::Challenge(ChallengeId(id.parse().unwrap()));
    let (account, game) = (AccountId(lee.id.parse().unwrap()), GameId(game.parse().unwrap()));
    assert_eq!(*told, Notice::Started(Started { from, account, game }));
    let view = lobby.view().await.unwrap();
    assert_eq!((view.challenges.len(), view.games.len()), (0, 1));
    version.mark_unchanged();
    accept(&server, &cho, &id, json!({})).await.json(StatusCode::OK);
    assert!(!version.has_changed().unwrap(), "nothing has changed");
    assert!(notices.try_recv().is_err(), "told once");
}
