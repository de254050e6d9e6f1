//! What those with an office see and do beside sanctions and reports: their powers, every room, many rooms at once, links by hand.

use reqwest::StatusCode;
use rules::Action;
use serde_json::{Value, json};
use tianyuan::ids::{AccountId, GameId};
use tianyuan::offices::Role;
use tianyuan::store::{Kept, Saying, Talk, TalkStream};
use uuid::Uuid;

use crate::client::{Player, Server, offer, offer_with};
use crate::games::{begin, order, resign};
use crate::order::{impose, people, sanction, with};

const MINUTE_MS: i64 = 60_000;

fn ruling(rooms: &[&str], order: &str) -> Value {
    json!({"id": Uuid::new_v4(), "rooms": rooms, "order": order, "reason": "the network is away"})
}

async fn rule(server: &Server, by: &Player, body: &Value) -> Value {
    server.post_as(by, "/api/v1/rooms/rulings", body.clone()).await.json(StatusCode::OK)
}

/// The code with which a room refused, `done` where it did not.
fn outcome<'a>(ruled: &'a Value, room: &str) -> &'a str {
    let mut items = ruled["items"].as_array().unwrap().iter();
    items.find(|item| item["room"] == room).unwrap()["code"].as_str().unwrap_or("done")
}

async fn rooms(server: &Server, by: &Player, query: &str) -> Vec<Value> {
    let page = server.get_as(by, &format!("/api/v1/rooms{query}")).await.json(StatusCode::OK);
    page["items"].as_array().unwrap().clone()
}

async fn log(server: &Server, by: &Player, query: &str) -> Vec<Value> {
    let page = server.get_as(by, &format!("/api/v1/audit?{query}")).await.json(StatusCode::OK);
    page["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn everybody_is_told_what_they_may_and_nobody_may_more() {
    let offices = [("Kong", Role::Administrator), ("Mo", Role::Moderator), ("Cai", Role::ChiefReferee)];
    let (server, [kong, mo, cai, lee]) = people(["Kong", "Mo", "Cai", "Lee"], &offices).await;
    let all = [
        "rule",
        "rule_as_chief",
        "organise",
        "keep_ranks",
        "moderate",
        "ban",
        "keep_rooms",
        "appoint",
        "audit",
        "operate",
    ];
    for (who, powers) in [
        (&kong, json!(all)),
        (&mo, json!(["moderate"])),
        (&cai, json!(["rule", "rule_as_chief"])),
        (&lee, json!([])),
    ] {
        let me = server.get_as(who, "/api/v1/me").await.json(StatusCode::OK);
        assert_eq!(me["powers"], powers);
    }
    let room = Uuid::new_v4().to_string();
    for low in [&mo, &cai, &lee] {
        server.get_as(low, "/api/v1/rooms").await.problem(403, "not_allowed");
        let ruled = server.post_as(low, "/api/v1/rooms/rulings", ruling(&[&room], "pause")).await;
        ruled.problem(403, "not_allowed");
        let link = server.post_as(low, "/api/v1/people/Lee/reset-link", json!({"text": "lost"})).await;
        link.problem(403, "not_allowed");
    }
    assert!(log(&server, &kong, "").await.is_empty(), "what was refused did nothing");
}

#[tokio::test]
async fn moderators_find_people_by_how_their_names_begin_and_nobody_else_is_given_names() {
    let names = ["Mo", "Cai", "Lisa", "lisbeth", "L_sa", "李世石", "李昌镐"];
    let offices = [("Mo", Role::Moderator), ("Cai", Role::ChiefReferee)];
    let (server, [mo, cai, lisa, ..]) = people(names, &offices).await;
    let find = async |text: &str| {
        let path = format!("/api/v1/people?name={}", text.replace('%', "%25"));
        let found = server.get_as(&mo, &path).await.json(StatusCode::OK);
        let names = found["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap());
        // How each database sorts other scripts is its own affair.
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names.join(" ")
    };
    for (text, found) in [
        ("LIS", "Lisa lisbeth"),
        ("lisa", "Lisa"),
        ("l_", "L_sa"),
        ("李", "李世石 李昌镐"),
        ("sa", ""),
        ("", ""),
        ("%", ""),
        ("a b", ""),
    ] {
        assert_eq!(find(text).await, found, "{text:?}");
    }
    assert_eq!(find(&"l".repeat(1_000)).await, "");
    for low in [&cai, &lisa] {
        server.get_as(low, "/api/v1/people?name=l").await.problem(403, "not_allowed");
    }
    server.get_as(&mo, "/api/v1/people").await.problem(400, "bad_request");
}

#[tokio::test]
async fn who_keeps_the_rooms_sees_all_of_them_and_where_they_stand() {
    let (server, [kong, lee, cho, eve]) =
        people(["Kong", "Lee", "Cho", "Eve"], &[("Kong", Role::Administrator)]).await;
    let public = begin(&server, &lee, &cho, &offer()).await;
    let private = begin(&server, &lee, &eve, &offer_with("private", json!(true))).await;
    let over = begin(&server, &cho, &eve, &offer()).await;
    resign(&server, &eve, &over).await;
    order(&server, &lee, &public, Action::CallReferee { ply: 0 }).await;

    let seen = rooms(&server, &kong, "").await;
    let ids: Vec<&str> = seen.iter().map(|room| room["game"]["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [private.as_str(), public.as_str()], "the newest first, and none that is over");
    assert_eq!((&seen[0]["private"], &seen[1]["private"]), (&json!(true), &json!(false)));
    let standing = &seen[1]["standing"];
    assert_eq!((&standing["phase"], &standing["ply"]), (&json!("play"), &json!(0)));
    assert_eq!(standing["call"]["by"], "black", "{standing}");
    assert!(seen[0]["standing"]["call"].is_null() && seen[0]["standing"]["pause"].is_null());

    assert_eq!(rooms(&server, &kong, "?player=CHO").await.len(), 1);
    assert_eq!(rooms(&server, &kong, "?player=lee").await.len(), 2);
    server.get_as(&kong, "/api/v1/rooms?player=nobody1").await.problem(404, "not_found");
    server.get_as(&kong, "/api/v1/rooms?before=x").await.problem(400, "bad_request");
    server.get_as(&kong, "/api/v1/rooms?colour=red").await.problem(400, "bad_request");
}

#[tokio::test]
async fn many_rooms_stop_and_go_on_each_for_itself() {
    let (server, [kong, lee, cho]) = people(["Kong", "Lee", "Cho"], &[("Kong", Role::Administrator)]).await;
    let public = begin(&server, &lee, &cho, &offer()).await;
    let private = begin(&server, &lee, &cho, &offer_with("private", json!(true))).await;
    let own = begin(&server, &kong, &cho, &offer()).await;
    let over = begin(&server, &lee, &cho, &offer()).await;
    resign(&server, &cho, &over).await;
    let nowhere = Uuid::new_v4().to_string();
    let every = [public.as_str(), &private, &own, &over, &nowhere];

    let pause = ruling(&every, "pause");
    let ruled = rule(&server, &kong, &pause).await;
    assert_eq!(ruled["items"].as_array().unwrap().len(), 5);
    for (room, wanted) in every.iter().zip(["done", "done", "not_a_referee", "game_over", "not_found"]) {
        assert_eq!(outcome(&ruled, room), wanted, "{room}");
    }
    for room in rooms(&server, &kong, "").await {
        let stands = room["standing"]["pause"]["reason"] == "referee";
        assert_eq!(stands, room["game"]["id"] != own.as_str(), "{room}");
    }
    // Asked again it is the same; asked anew it is refused.
    let again = rule(&server, &kong, &pause).await;
    assert_eq!((outcome(&again, &public), outcome(&again, &private)), ("done", "done"));
    let anew = rule(&server, &kong, &ruling(&[&public, &public], "pause")).await;
    assert_eq!(anew["items"].as_array().unwrap().len(), 1, "named twice is one");
    assert_eq!(outcome(&anew, &public), "paused");

    let entries = log(&server, &kong, &format!("subject=game:{private}")).await;
    assert!(!entries.is_empty(), "each room has an entry of its own");
    assert_eq!((&entries[0]["act"], &entries[0]["by"]), (&json!("game.rule"), &json!("Kong")));
    let asked = log(&server, &kong, "act=rooms.pause").await;
    assert_eq!(asked.len(), 3);
    assert_eq!((&asked[2]["after"], &asked[2]["reason"]), (&json!("5 rooms"), &json!("the network is away")));

    let on = rule(&server, &kong, &ruling(&[&public, &private], "continue")).await;
    assert_eq!((outcome(&on, &public), outcome(&on, &private)), ("done", "done"));
    let sealing = rule(&server, &kong, &ruling(&[&public], "adjourn")).await;
    assert_eq!(outcome(&sealing, &public), "done");
    let seen = rooms(&server, &kong, "").await;
    let standing = &seen.iter().find(|room| room["game"]["id"] == public.as_str()).unwrap()["standing"];
    assert_eq!((&standing["to_seal"], &standing["pause"]), (&json!("black"), &Value::Null));
}

#[tokio::test]
async fn a_ruling_on_many_rooms_is_bounded_and_has_a_reason() {
    let (server, [kong, lee]) = people(["Kong", "Lee"], &[("Kong", Role::Administrator)]).await;
    let game = begin(&server, &kong, &lee, &offer()).await;
    let many: Vec<String> = (0..51).map(|_| Uuid::new_v4().to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (bad, status, code) in [
        (ruling(&[], "pause"), 400, "bad_request"),
        (ruling(&many, "pause"), 400, "bad_request"),
        (ruling(&[&game], "win"), 400, "bad_request"),
        (ruling(&["x"], "pause"), 400, "bad_request"),
        (with(ruling(&[&game], "pause"), "until", json!(5)), 400, "bad_request"),
        (with(ruling(&[&game], "pause"), "reason", json!(" ")), 422, "bad_text"),
        (with(ruling(&[&game], "pause"), "reason", json!("x".repeat(201))), 422, "bad_text"),
        (with(ruling(&[&game], "pause"), "reason", json!("a\u{202e}b")), 422, "bad_text"),
    ] {
        server.post_as(&kong, "/api/v1/rooms/rulings", bad).await.problem(status, code);
    }
    let ruled = rule(&server, &kong, &ruling(&many[..50], "pause")).await;
    assert_eq!(ruled["items"].as_array().unwrap().len(), 50);
    let entries = log(&server, &kong, "").await;
    assert_eq!(entries.len(), 1, "only what was asked for properly");
}

#[tokio::test]
async fn a_link_is_handed_over_to_nobodys_equal_and_is_in_the_log() {
    let offices = [("Kong", Role::Administrator), ("Chang", Role::Administrator), ("Mo", Role::Moderator)];
    let (server, [kong, _, _, _]) = people(["Kong", "Chang", "Mo", "Lee"], &offices).await;
    let ask = async |by: &Player, name: &str, text: &str| {
        let path = format!("/api/v1/people/{name}/reset-link");
        server.post_as(by, &path, json!({ "text": text })).await
    };
    for name in ["Kong", "Chang"] {
        ask(&kong, name, "lost").await.problem(403, "not_by_you");
    }
    ask(&kong, "nobody1", "lost").await.problem(404, "not_found");
    ask(&kong, "Lee", " ").await.problem(422, "bad_text");
    assert!(log(&server, &kong, "").await.is_empty());

    let link = ask(&kong, "LEE", "showed a passport").await.json(StatusCode::CREATED);
    assert_eq!(link["name"], "Lee");
    let token = link["path"].as_str().unwrap().strip_prefix("/reset#").unwrap().to_owned();
    let reset = json!({"token": token, "password": "battery staple"});
    assert_eq!(server.post("/api/v1/reset", reset.clone()).await.status, StatusCode::NO_CONTENT);
    server.post("/api/v1/reset", reset).await.problem(410, "ticket_gone");
    assert_eq!(ask(&kong, "Mo", "lost").await.status, StatusCode::CREATED, "an administrator stands above");
    let entries = log(&server, &kong, "act=account.reset_link&subject=person:Lee").await;
    assert_eq!((entries.len(), &entries[0]["reason"]), (1, &json!("showed a passport")));
    assert!(!entries[0].to_string().contains(&token), "the link is nowhere but in the answer");

    server.skew_wall(16 * MINUTE_MS);
    let renewed = server.post("/api/v1/sessions/refresh", json!({ "refresh_token": kong.refresh })).await;
    let token = renewed.json(StatusCode::OK)["access_token"].as_str().unwrap().to_owned();
    let kong = Player { token, ..kong };
    ask(&kong, "Mo", "lost").await.problem(403, "prove_again");
    assert_eq!(log(&server, &kong, "act=account.reset_link").await.len(), 2);
}

#[tokio::test]
async fn an_annulled_game_says_so_wherever_it_is_shown() {
    let (server, [cai, lee, cho]) = people(["Cai", "Lee", "Cho"], &[("Cai", Role::ChiefReferee)]).await;
    let game = begin(&server, &lee, &cho, &offer()).await;
    resign(&server, &cho, &game).await;
    let seen = async || {
        let record = server.get(&format!("/api/v1/games/{game}")).await.json(StatusCode::OK);
        let list = server.get("/api/v1/games?state=finished").await.json(StatusCode::OK);
        assert_eq!(list["items"], json!([record["summary"]]));
        record["summary"]["annulled"].clone()
    };
    assert_eq!(seen().await, Value::Null);
    let annuls = with(sanction("Lee", "annulment"), "game", json!(game));
    let made = impose(&server, &cai, &annuls).await.json(StatusCode::CREATED);
    assert_eq!(seen().await, true);
    let lift = format!("/api/v1/sanctions/{}/lift", made["id"].as_str().unwrap());
    assert_eq!(server.post_as(&cai, &lift, json!({"text": "it was right"})).await.status, StatusCode::OK);
    assert_eq!(seen().await, Value::Null);
}

async fn say(server: &Server, who: &Player, game: &str, text: &str) {
    say_in(server, who, game, TalkStream::Players, text).await;
}

/// Says something about a game, straight into the store.
async fn say_in(server: &Server, who: &Player, game: &str, stream: TalkStream, text: &str) {
    let saying = Saying {
        game: GameId(game.parse().unwrap()),
        stream,
        command: Uuid::new_v4(),
        by: (AccountId(who.id.parse().unwrap()), "Lee".to_owned()),
        text: text.to_owned(),
        ply: 0,
        wall_ms: 0,
    };
    assert!(matches!(Talk::say(&server.app().store, saying, 1_000).await.unwrap(), Kept::New(_)));
}

#[tokio::test]
async fn no_moderator_reads_by_a_report_what_is_not_for_them() {
    let offices = [("Mo", Role::Moderator), ("Mi", Role::Moderator), ("Kong", Role::Administrator)];
    let (server, [mo, mi, kong, lee, cho]) = people(["Mo", "Mi", "Kong", "Lee", "Cho"], &offices).await;
    let (own, others) =
        (begin(&server, &mo, &lee, &offer()).await, begin(&server, &cho, &lee, &offer()).await);
    let report = async |by: &Player, game: &str, stream: &str| {
        let id = Uuid::new_v4();
        let body = json!({"id": id, "name": "Lee", "kind": "abuse", "game": game, "stream": stream, "line": 1,
            "text": "this"});
        assert_eq!(server.post_as(by, "/api/v1/reports", body).await.status, StatusCode::NO_CONTENT);
        id
    };
    for game in [&own, &others] {
        for stream in [TalkStream::Players, TalkStream::Spectators, TalkStream::Staff] {
            say_in(&server, &lee, game, stream, "a line").await;
        }
    }
    // By the reporter, in which game and conversation; who reads it.
    for (by, game, stream, readers) in [
        (&cho, &own, "spectators", [false, true, true]),
        (&mo, &others, "spectators", [false, true, true]),
        (&cho, &others, "spectators", [true, true, true]),
        (&cho, &others, "staff", [false, false, true]),
    ] {
        let id = report(by, game, stream).await;
        for (who, reads) in [&mo, &mi, &kong].into_iter().zip(readers) {
            let file = server.get_as(who, &format!("/api/v1/reports/{id}")).await.json(StatusCode::OK);
            assert_eq!(file["said"].as_array().unwrap().len(), usize::from(reads), "{stream}");
            assert_eq!(file["private"], false);
        }
    }
}

#[tokio::test]
async fn a_moderator_sees_a_reported_line_among_others_and_its_own_reports_apart() {
    let offices = [("Mo", Role::Moderator), ("Mi", Role::Moderator)];
    let (server, [mo, mi, lee, cho]) = people(["Mo", "Mi", "Lee", "Cho"], &offices).await;
    // Even where a moderator sees nothing of the game.
    let game = begin(&server, &lee, &cho, &offer_with("private", json!(true))).await;
    for number in 1..=20 {
        say(&server, &lee, &game, &format!("line {number}")).await;
    }
    let report = async |line: u32| {
        let id = Uuid::new_v4();
        let body = json!({"id": id, "name": "Lee", "kind": "abuse", "game": game, "stream": "players",
            "line": line, "text": "this"});
        assert_eq!(server.post_as(&cho, "/api/v1/reports", body).await.status, StatusCode::NO_CONTENT);
        let file = server.get_as(&mo, &format!("/api/v1/reports/{id}")).await.json(StatusCode::OK);
        assert_eq!(file["private"], true);
        file
    };
    for (line, first, count) in [(10, 5, 11), (1, 1, 6), (20, 15, 6), (27, 0, 0), (u32::MAX, 0, 0)] {
        let said = report(line).await["said"].as_array().unwrap().clone();
        assert_eq!(said.len(), count, "line {line}");
        assert!(
            said.iter().enumerate().all(|(n, said)| said["number"] == first + n),
            "line {line}: {said:?}"
        );
    }
    let open = server.get_as(&mo, "/api/v1/reports?state=open").await.json(StatusCode::OK);
    let ids: Vec<&str> =
        open["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
    for (by, id) in [(&mo, ids[0]), (&mi, ids[1])] {
        let claim = format!("/api/v1/reports/{id}/claim");
        assert_eq!(server.post_as(by, &claim, json!({"claim": true})).await.status, StatusCode::OK);
        let mine = server.get_as(by, "/api/v1/reports?state=claimed&mine=true").await.json(StatusCode::OK);
        assert_eq!(mine["items"].as_array().unwrap().len(), 1);
        assert_eq!(mine["items"][0]["id"], id);
    }
    let all = server.get_as(&mo, "/api/v1/reports?state=claimed").await.json(StatusCode::OK);
    assert_eq!(all["items"].as_array().unwrap().len(), 2);
    server.get_as(&mo, "/api/v1/reports?state=open&mine=true").await.problem(400, "bad_request");
}
