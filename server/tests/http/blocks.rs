//! Blocks: neither meets the other in the lobby, and nobody is told.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tianyuan::ids::{AccountId, GameId};
use tianyuan::lobby::{RematchError, RematchRefusal};
use tianyuan::store::{RematchAction, RematchCommand};
use uuid::Uuid;

use crate::client::{Answer, Player, Server, answer, offer, offer_with};
use crate::games::{begin, resign};

async fn put(server: &Server, who: &Player, name: &str) -> Answer {
    let path = format!("/api/v1/me/blocks/{name}");
    answer(server.request(Method::PUT, &path).bearer_auth(&who.token)).await
}

async fn names(server: &Server, who: &Player) -> Vec<String> {
    let list = server.get_as(who, "/api/v1/me/blocks").await.json(StatusCode::OK);
    let name = |item: &Value| item["who"]["name"].as_str().unwrap().to_owned();
    list["items"].as_array().unwrap().iter().map(name).collect()
}

/// How many challenges somebody sees.
async fn sees(server: &Server, who: Option<&Player>) -> usize {
    let path = "/api/v1/challenges";
    let answer = match who {
        Some(who) => server.get_as(who, path).await,
        None => server.get(path).await,
    };
    answer.json(StatusCode::OK).as_array().unwrap().len()
}

/// Waits until each of them sees so many: servers tell each other of changes in a moment.
async fn soon(server: &Server, wanted: &[(&Player, usize)]) {
    for (who, wanted) in wanted {
        let mut seen = sees(server, Some(who)).await;
        for _ in 0..200 {
            if seen == *wanted {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(25)).await;
            seen = sees(server, Some(who)).await;
        }
        assert_eq!(seen, *wanted, "{}", who.id);
    }
}

#[tokio::test]
async fn a_list_of_names_however_they_are_written() {
    let server = Server::start().await;
    let (lee, cho, eve) =
        (server.register("Lee").await, server.register("Cho").await, server.register("Eve").await);
    for name in ["Cho", "CHO", "eve"] {
        assert_eq!(put(&server, &lee, name).await.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(names(&server, &lee).await, ["Eve", "Cho"]);
    assert_eq!(names(&server, &cho).await, [""; 0], "nobody learns of it");
    put(&server, &lee, "Nobody").await.problem(404, "not_found");
    put(&server, &lee, "lee").await.problem(400, "bad_request");
    for _ in 0..2 {
        assert_eq!(server.delete_as(&lee, "/api/v1/me/blocks/Eve").await.status, StatusCode::NO_CONTENT);
    }
    server.delete_as(&lee, "/api/v1/me/blocks/Nobody").await.problem(404, "not_found");
    assert_eq!(names(&server, &lee).await, ["Cho"]);
    server.get("/api/v1/me/blocks").await.problem(401, "not_logged_in");
    drop(eve);
}

#[tokio::test]
async fn neither_meets_the_other_in_the_lobby() {
    let server = Server::start().await;
    let (lee, cho, eve) =
        (server.register("Lee").await, server.register("Cho").await, server.register("Eve").await);
    let of_lee = server.challenge(&lee, &offer()).await;
    let of_cho = server.challenge(&cho, &offer_with("private", json!(true))).await;
    server.challenge(&cho, &offer()).await;
    soon(&server, &[(&lee, 2), (&cho, 2), (&eve, 2)]).await;
    put(&server, &lee, "Cho").await;
    soon(&server, &[(&lee, 1), (&cho, 1), (&eve, 2)]).await;
    assert_eq!(sees(&server, None).await, 2);

    // As if somebody had been faster, for both and also for who was given the link.
    for (who, challenge) in [(&cho, &of_lee), (&lee, &of_cho)] {
        let path = format!("/api/v1/challenges/{challenge}");
        server.get_as(who, &path).await.problem(410, "challenge_gone");
        let told = server.post_as(who, &format!("{path}/accept"), json!({})).await;
        assert!(!told.text.contains("block"), "{}", told.text);
        told.problem(410, "challenge_gone");
        server.get_as(&eve, &path).await.json(StatusCode::OK);
    }
    // Who has made it sees it, and another can take it.
    server.get_as(&lee, &format!("/api/v1/challenges/{of_lee}")).await.json(StatusCode::OK);
    server.accept(&eve, &of_lee).await;
    server.delete_as(&lee, "/api/v1/me/blocks/Cho").await;
    soon(&server, &[(&lee, 1), (&cho, 1)]).await;
    server.accept(&lee, &of_cho).await;
}

#[tokio::test]
async fn a_game_under_way_goes_on() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let game = begin(&server, &lee, &cho, &offer()).await;
    put(&server, &lee, "Cho").await;
    for who in [&lee, &cho] {
        let record = server.get_as(who, &format!("/api/v1/games/{game}")).await.json(StatusCode::OK);
        assert_eq!(record["game"]["phase"], "play");
    }
    crate::games::order(&server, &cho, &game, rules::Action::Resign).await;
}

#[tokio::test]
async fn no_rematch_between_the_two() {
    let server = Server::start().await;
    let (lee, cho) = (server.register("Lee").await, server.register("Cho").await);
    let game = begin(&server, &lee, &cho, &offer()).await;
    resign(&server, &lee, &game).await;
    let of = GameId(game.parse().unwrap());
    let rematches = &server.app().rematches;
    let account = |who: &Player| AccountId(who.id.parse().unwrap());
    let act = async |who: &Player, action| {
        rematches.act(of, RematchCommand { by: account(who), id: Uuid::new_v4(), action }).await
    };
    act(&cho, RematchAction::Offer).await.unwrap();
    assert!(rematches.look(of, account(&lee)).await.unwrap().unwrap().offer.is_some());
    put(&server, &lee, "Cho").await;
    for who in [&lee, &cho] {
        let shown = rematches.look(of, account(who)).await.unwrap().unwrap();
        assert_eq!((shown.offer, shown.offers_left, shown.game), (None, 0, None), "as after a day");
        let offered = act(who, RematchAction::Offer).await;
        assert!(
            matches!(
                offered,
                Err(RematchError::Refused(RematchRefusal::TooLate | RematchRefusal::AlreadyAsked))
            ),
            "{offered:?}"
        );
    }
    let accepted = act(&lee, RematchAction::Accept).await;
    assert!(matches!(accepted, Err(RematchError::Refused(RematchRefusal::NotOpen))), "{accepted:?}");
    server.delete_as(&lee, "/api/v1/me/blocks/Cho").await;
    act(&lee, RematchAction::Accept).await.unwrap();
    assert!(rematches.look(of, account(&lee)).await.unwrap().unwrap().game.is_some());
}
