//! Profiles: one's own, what others see of them, and two devices that change one at once.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tianyuan::offices::{Offices, Role};
use tianyuan::store::Accounts;

use crate::client::{Answer, Player, Server, answer, offer, offer_with};
use crate::games::{begin, resign};

const MINE: &str = "/api/v1/me/profile";

async fn patch(server: &Server, who: &Player, tag: &str, body: Value) -> Answer {
    let request = server.request(Method::PATCH, MINE).bearer_auth(&who.token);
    answer(request.header("if-match", tag).json(&body)).await
}

#[tokio::test]
async fn a_profile_is_ones_own_and_partly_public() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let empty = server.get_as(&lee, MINE).await;
    assert_eq!(empty.header("etag"), "\"0\"");
    let none = json!({"shown": null, "country": null, "locale": null, "time_zone": null, "revision": 0});
    assert_eq!(empty.json(StatusCode::OK), none);

    let wanted =
        json!({"shown": " Lee\u{3000}Sedol ", "country": "KR", "locale": "en", "time_zone": "asia/seoul"});
    let kept = patch(&server, &lee, "\"0\"", wanted).await;
    assert_eq!(kept.header("etag"), "\"1\"");
    let whole = json!({
        "shown": "Lee Sedol", "country": "KR", "locale": "en", "time_zone": "Asia/Seoul", "revision": 1,
    });
    assert_eq!(kept.json(StatusCode::OK), whole);
    assert_eq!(server.get_as(&lee, MINE).await.json(StatusCode::OK), whole);

    // However the name is written; language and time zone are nobody's business.
    for name in ["Lee", "LEE", "%EF%BC%AC%EF%BD%85%EF%BD%85"] {
        let person = server.get(&format!("/api/v1/people/{name}")).await.json(StatusCode::OK);
        let since = person["since_ms"].as_u64().unwrap();
        let wanted =
            json!({"id": lee.id, "name": "Lee", "shown": "Lee Sedol", "country": "KR", "since_ms": since});
        assert_eq!(person, wanted, "{name}");
    }
    // What is absent stays, `null` takes away.
    let kept = patch(&server, &lee, "*", json!({"shown": null, "locale": "zh"})).await.json(StatusCode::OK);
    assert_eq!(
        (&kept["shown"], &kept["locale"], &kept["country"]),
        (&json!(null), &json!("zh"), &json!("KR"))
    );

    for path in ["Nobody", "a", "%00", "..%2F..%2Fetc", "%E2%80%AE"] {
        server.get(&format!("/api/v1/people/{path}")).await.problem(404, "not_found");
    }
    server.get(MINE).await.problem(401, "not_logged_in");
}

#[tokio::test]
async fn of_two_devices_none_undoes_unseen_what_the_other_did() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    patch(&server, &lee, "\"0\"", json!({"country": "KR"})).await.json(StatusCode::OK);
    for tag in ["\"0\"", "W/\"1\"", "\"nonsense\"", "\"2\""] {
        patch(&server, &lee, tag, json!({"country": "CN"})).await.problem(412, "changed_meanwhile");
    }
    let bare = server.request(Method::PATCH, MINE).bearer_auth(&lee.token).json(&json!({"country": "CN"}));
    assert!(answer(bare).await.problem(428, "bad_request").contains("If-Match"));
    patch(&server, &lee, "garbage", json!({"country": "CN"})).await.problem(400, "bad_request");
    assert_eq!(server.get_as(&lee, MINE).await.json(StatusCode::OK)["country"], json!("KR"));

    // Both at once from the same revision: one of them.
    let changes =
        ["CN", "JP", "DE", "FR"].map(|country| patch(&server, &lee, "\"1\"", json!({"country": country})));
    let done = futures_util::future::join_all(changes).await;
    let kept = done.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(kept, 1, "{done:?}");
    done.iter().filter(|answer| answer.status != StatusCode::OK).for_each(|answer| {
        answer.problem(412, "changed_meanwhile");
    });
    assert_eq!(server.get_as(&lee, MINE).await.header("etag"), "\"2\"");
}

#[tokio::test]
async fn what_cannot_stand_in_a_profile_changes_nothing() {
    let server = Server::start().await;
    let (lee, _) = (server.register("Lee").await, server.register("Gu-Li").await);
    for shown in ["a", &"a".repeat(41), "a\u{202e}b", "Lee р\u{430}ypal", "12", "Admin", "<script>"] {
        patch(&server, &lee, "*", json!({ "shown": shown })).await.problem(422, "bad_name");
    }
    // Names that look like another's account, whatever stands between; one's own may be shown.
    for shown in ["Gu Li", "gu·Ii", "GU_LI"] {
        patch(&server, &lee, "*", json!({ "shown": shown })).await.problem(409, "name_taken");
    }
    let bad = [
        json!({"country": "XX"}),
        json!({"country": "kr"}),
        json!({"locale": "fr"}),
        json!({"time_zone": "Asia/Nowhere"}),
        json!({"time_zone": ""}),
        json!({"name": "Cho"}),
        json!({"shown": 7}),
        json!([]),
    ];
    for body in bad {
        patch(&server, &lee, "*", body).await.problem(400, "bad_request");
    }
    assert_eq!(server.get_as(&lee, MINE).await.header("etag"), "\"0\"");
    patch(&server, &lee, "*", json!({"shown": "lee"})).await.json(StatusCode::OK);
}

#[tokio::test]
async fn referees_are_known_and_administrators_are_not() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let id = tianyuan::ids::AccountId(lee.id.parse().unwrap());
    let table: [(&[Role], Value); 5] = [
        (&[Role::Referee], json!("referee")),
        (&[Role::Referee, Role::ChiefReferee, Role::Moderator], json!("chief_referee")),
        (&[Role::Administrator], json!(null)),
        (&[Role::Moderator], json!(null)),
        (&[], json!(null)),
    ];
    for (roles, office) in table {
        assert!(server.app().store.set_offices(id, Offices::of(roles)).await.unwrap());
        assert_eq!(server.get("/api/v1/people/Lee").await.json(StatusCode::OK)["office"], office);
    }
}

#[tokio::test]
async fn the_games_of_one_player() {
    let server = Server::start().await;
    let (lee, cho, eve) =
        (server.register("Lee").await, server.register("Cho").await, server.register("Eve").await);
    let over = begin(&server, &lee, &cho, &offer()).await;
    resign(&server, &lee, &over).await;
    let private = begin(&server, &cho, &lee, &offer_with("private", json!(true))).await;
    resign(&server, &cho, &private).await;
    let live = begin(&server, &lee, &cho, &offer()).await;
    let other = begin(&server, &eve, &cho, &offer()).await;
    resign(&server, &eve, &other).await;

    let list = async |who: Option<&Player>, state: &str| {
        let path = format!("/api/v1/games?state={state}&player={}", lee.id);
        let answer = match who {
            Some(who) => server.get_as(who, &path).await,
            None => server.get(&path).await,
        };
        let page = answer.json(StatusCode::OK);
        let ids =
            page["items"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(list(None, "live").await, [live]);
    assert_eq!(list(None, "finished").await, std::slice::from_ref(&over));
    assert_eq!(
        list(Some(&eve), "finished").await,
        std::slice::from_ref(&over),
        "a private game is its players'"
    );
    for who in [&lee, &cho] {
        assert_eq!(list(Some(who), "finished").await, [private.clone(), over.clone()]);
    }
    let path = format!("/api/v1/games?state=mine&player={}", lee.id);
    server.get_as(&lee, &path).await.problem(400, "bad_request");
    server.get("/api/v1/games?state=live&player=Lee").await.problem(400, "bad_request");
}
