//! Order among people: reports, sanctions, appeals, offices, the audit log and maintenance.

use reqwest::Method;
use serde_json::{Value, json};
use tianyuan::offices::Role;
use uuid::Uuid;

use crate::client::{Answer, Player, Server, answer, offer};

/// A server with somebody of each name; those of the second list have that office.
pub(crate) async fn people<const N: usize>(
    names: [&str; N],
    offices: &[(&str, Role)],
) -> (Server, [Player; N]) {
    let server = Server::start().await;
    let mut players = Vec::new();
    for name in names {
        players.push(server.register(name).await);
    }
    for (name, role) in offices {
        server.app().accounts.appoint(name, *role).await.unwrap().unwrap();
    }
    (server, players.try_into().unwrap())
}

pub(crate) fn sanction(name: &str, kind: &str) -> Value {
    json!({"id": Uuid::new_v4(), "name": name, "kind": kind, "reason": "because of what happened"})
}

pub(crate) fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

pub(crate) async fn impose(server: &Server, by: &Player, body: &Value) -> Answer {
    server.post_as(by, "/api/v1/sanctions", body.clone()).await
}

async fn put_as(server: &Server, who: &Player, path: &str, body: Value) -> Answer {
    answer(server.request(Method::PUT, path).bearer_auth(&who.token).json(&body)).await
}

#[tokio::test]
async fn a_banned_person_may_nothing_but_read_why_and_appeal_once() {
    let offices = [("Kong", Role::Administrator), ("Chang", Role::Administrator)];
    let (server, [kong, chang, lee]) = people(["Kong", "Chang", "Lee"], &offices).await;
    let ban = sanction("Lee", "ban");
    let made = impose(&server, &kong, &ban).await.json(reqwest::StatusCode::CREATED);
    assert_eq!((&made["kind"], &made["holds"], &made["by"]), (&json!("ban"), &json!(true), &json!("Kong")));
    assert_eq!(impose(&server, &kong, &ban).await.status, 201, "sent again it is the same");

    server.get_as(&lee, "/api/v1/me").await.problem(403, "banned");
    server.post_as(&lee, "/api/v1/challenges", offer()).await.problem(403, "banned");
    // A new log-in says the same.
    let again = server.post("/api/v1/sessions", crate::client::credentials("Lee")).await;
    let token = again.json(reqwest::StatusCode::OK)["access_token"].as_str().unwrap().to_owned();
    let lee = Player { token, ..lee };
    server.get_as(&lee, "/api/v1/games").await.problem(403, "banned");
    let mine = server.get_as(&lee, "/api/v1/me/sanctions").await.json(reqwest::StatusCode::OK);
    let item = &mine["items"][0];
    assert_eq!(item["reason"], "because of what happened");
    assert_eq!((&item["by"], &item["seen"]), (&Value::Null, &json!(false)), "not who imposed it");

    let id = item["id"].as_str().unwrap();
    let seen = server.post_as(&lee, &format!("/api/v1/me/sanctions/{id}/seen"), json!({})).await;
    assert_eq!(seen.status, 204);
    let appeal = format!("/api/v1/me/sanctions/{id}/appeal");
    server.post_as(&lee, &appeal, json!({"text": ""})).await.problem(422, "bad_text");
    let text = json!({"text": "it was my brother"});
    assert_eq!(server.post_as(&lee, &appeal, text.clone()).await.status, 200);
    server.post_as(&lee, &appeal, text.clone()).await.problem(409, "already_decided");
    // Somebody else's is none of hers.
    server.post_as(&chang, &appeal, text).await.problem(404, "not_found");

    let waiting = server.get_as(&kong, "/api/v1/appeals").await.json(reqwest::StatusCode::OK);
    assert_eq!(waiting["items"][0]["appeal"], "it was my brother");
    let decision = format!("/api/v1/sanctions/{id}/decision");
    let lifts = json!({"lift": true, "text": "so it seems"});
    server.post_as(&kong, &decision, lifts.clone()).await.problem(403, "not_by_you");
    let decided = server.post_as(&chang, &decision, lifts.clone()).await.json(reqwest::StatusCode::OK);
    assert_eq!((&decided["holds"], &decided["decision"]["by"]), (&json!(false), &json!("Chang")));
    server.post_as(&chang, &decision, lifts).await.problem(409, "already_decided");
    assert_eq!(server.get_as(&lee, "/api/v1/me").await.status, 200, "and she is back");
}

#[tokio::test]
async fn each_sanction_wants_its_office_and_nobody_touches_an_equal_or_themselves() {
    let offices = [
        ("Kong", Role::Administrator),
        ("Mo", Role::Moderator),
        ("Mi", Role::Moderator),
        ("Duan", Role::RankOfficer),
        ("Cai", Role::ChiefReferee),
    ];
    let names = ["Kong", "Mo", "Mi", "Duan", "Cai", "Lee"];
    let (server, [kong, mo, _, duan, cai, lee]) = people(names, &offices).await;
    let day = json!(86_400_000);
    for (by, kind, status) in [
        (&lee, "notice", 403),
        (&mo, "notice", 201),
        (&mo, "ban", 403),
        (&mo, "rank_freeze", 403),
        (&duan, "rank_freeze", 201),
        (&duan, "notice", 403),
        (&cai, "notice", 403),
        (&kong, "ban", 201),
    ] {
        let said = impose(&server, by, &sanction("Lee", kind)).await;
        assert_eq!(said.status.as_u16(), status, "{kind}: {}", said.text);
    }
    for (by, on) in [(&mo, "Mo"), (&mo, "Mi"), (&mo, "Kong"), (&kong, "Kong"), (&mo, "Cai")] {
        impose(&server, by, &with(sanction(on, "mute"), "for_ms", day.clone()))
            .await
            .problem(403, "not_by_you");
    }
    assert_eq!(
        impose(&server, &kong, &sanction("Mo", "mute")).await.status,
        201,
        "an administrator stands above"
    );
    impose(&server, &mo, &sanction("nobody1", "mute")).await.problem(404, "not_found");
    for bad in [
        sanction("Lee", "suspension"),
        with(sanction("Lee", "notice"), "for_ms", day.clone()),
        with(sanction("Lee", "mute"), "for_ms", json!(0)),
        with(sanction("Lee", "mute"), "forfeits", json!(true)),
        with(sanction("Lee", "execution"), "for_ms", day),
        with(sanction("Lee", "mute"), "colour", json!("red")),
    ] {
        assert_eq!(impose(&server, &mo, &bad).await.status, 400, "{bad}");
    }
    impose(&server, &mo, &with(sanction("Lee", "mute"), "reason", json!("a\u{202e}b")))
        .await
        .problem(422, "bad_text");
}

#[tokio::test]
async fn a_suspended_person_ends_games_and_begins_none() {
    let offices = [("Mo", Role::Moderator)];
    let (server, [mo, lee, cho]) = people(["Mo", "Lee", "Cho"], &offices).await;
    let open = server.challenge(&lee, &offer()).await;
    let suspends = with(sanction("Lee", "suspension"), "for_ms", json!(86_400_000));
    let made = impose(&server, &mo, &suspends).await.json(reqwest::StatusCode::CREATED);
    server.post_as(&lee, "/api/v1/challenges", offer()).await.problem(403, "suspended");
    let theirs = server.challenge(&cho, &offer()).await;
    let accept = |challenge: &str| format!("/api/v1/challenges/{challenge}/accept");
    server.post_as(&lee, &accept(&theirs), json!({})).await.problem(403, "suspended");
    server.post_as(&cho, &accept(&open), json!({})).await.problem(410, "challenge_gone");
    // A moderator does nothing to whom it plays.
    let id = made["id"].as_str().unwrap();
    let lifted =
        server.post_as(&mo, &format!("/api/v1/sanctions/{id}/lift"), json!({"text": "enough"})).await;
    assert_eq!(lifted.status, 200, "{}", lifted.text);
    server.accept(&lee, &theirs).await;
    let own = server.challenge(&mo, &offer()).await;
    server.accept(&lee, &own).await;
    impose(&server, &mo, &sanction("Lee", "notice")).await.problem(403, "not_by_you");
}

#[tokio::test]
async fn a_report_is_claimed_noted_upon_and_closed_by_one_moderator() {
    let offices = [("Mo", Role::Moderator), ("Mi", Role::Moderator)];
    let (server, [mo, mi, lee, cho]) = people(["Mo", "Mi", "Lee", "Cho"], &offices).await;
    let id = Uuid::new_v4();
    let report = json!({"id": id, "name": "cho", "kind": "abuse", "text": "said bad things"});
    for _ in 0..2 {
        assert_eq!(server.post_as(&lee, "/api/v1/reports", report.clone()).await.status, 204);
    }
    server
        .post_as(
            &lee,
            "/api/v1/reports",
            json!({"id": Uuid::new_v4(), "name": "Lee", "kind": "other", "text": "me"}),
        )
        .await
        .problem(403, "not_by_you");
    server.get_as(&lee, "/api/v1/reports?state=open").await.problem(403, "not_allowed");
    server.get_as(&mo, "/api/v1/reports?state=lost").await.problem(400, "bad_request");
    let open = server.get_as(&mo, "/api/v1/reports?state=open").await.json(reqwest::StatusCode::OK);
    assert_eq!(open["items"].as_array().unwrap().len(), 1);
    let to = |what: &str| format!("/api/v1/reports/{id}/{what}");
    let close = json!({"upheld": true, "text": "muted for a day"});
    server.post_as(&mo, &to("close"), close.clone()).await.problem(409, "report_taken");
    assert_eq!(server.post_as(&mo, &to("claim"), json!({"claim": true})).await.status, 200);
    server.post_as(&mi, &to("claim"), json!({"claim": true})).await.problem(409, "report_taken");
    assert_eq!(server.post_as(&mi, &to("notes"), json!({"text": "not the first time"})).await.status, 204);
    assert_eq!(server.post_as(&mo, &to("close"), close.clone()).await.status, 200);
    server.post_as(&mo, &to("close"), close).await.problem(409, "already_decided");
    let kept = server.get_as(&mi, &format!("/api/v1/reports/{id}")).await.json(reqwest::StatusCode::OK);
    assert_eq!((&kept["report"]["state"], &kept["notes"][0]["by"]), (&json!("upheld"), &json!("Mi")));
    let file = server.get_as(&mi, "/api/v1/people/CHO/file").await.json(reqwest::StatusCode::OK);
    assert_eq!((&file["name"], &file["reported"][0]["by"]), (&json!("Cho"), &json!("Lee")));
    server.get_as(&cho, "/api/v1/people/CHO/file").await.problem(403, "not_allowed");
    // Of one person so many wait.
    let mut made = 0;
    loop {
        let more = json!({"id": Uuid::new_v4(), "name": "Cho", "kind": "other", "text": "again"});
        let said = server.post_as(&lee, "/api/v1/reports", more).await;
        if said.status == 409 {
            said.problem(409, "too_often");
            break;
        }
        made += 1;
        assert!(made <= 20, "nothing is limited");
    }
}

#[tokio::test]
async fn offices_are_given_with_a_reason_and_every_act_is_in_the_log() {
    let (server, [kong, lee]) = people(["Kong", "Lee"], &[("Kong", Role::Administrator)]).await;
    let give = |offices: Value| json!({"offices": offices, "reason": "elected"});
    let path = "/api/v1/people/lee/offices";
    put_as(&server, &lee, path, give(json!(["administrator"]))).await.problem(403, "not_allowed");
    put_as(&server, &kong, "/api/v1/people/Kong/offices", give(json!([]))).await.problem(403, "not_by_you");
    assert_eq!(put_as(&server, &kong, path, give(json!(["moderator", "referee"]))).await.status, 204);
    let held = server.get_as(&kong, "/api/v1/officers").await.json(reqwest::StatusCode::OK);
    let lees = held["items"].as_array().unwrap().iter().find(|item| item["name"] == "Lee").unwrap();
    assert_eq!(lees["offices"], json!(["referee", "moderator"]));
    assert_eq!(impose(&server, &kong, &sanction("Lee", "notice")).await.status, 201);

    let log = server.get_as(&kong, "/api/v1/audit").await.json(reqwest::StatusCode::OK);
    let acts: Vec<&str> =
        log["items"].as_array().unwrap().iter().map(|entry| entry["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["sanction.notice", "offices.give"]);
    assert_eq!(log["items"][1]["after"], "referee moderator");
    assert_eq!(log["items"][1]["reason"], "elected");
    for (query, count) in
        [("by=KONG", 2), ("act=offices.give", 1), ("subject=person:Lee", 2), ("by=Lee", 0), ("before=2", 1)]
    {
        let found =
            server.get_as(&kong, &format!("/api/v1/audit?{query}")).await.json(reqwest::StatusCode::OK);
        assert_eq!(found["items"].as_array().unwrap().len(), count, "{query}");
    }
    server.get_as(&lee, "/api/v1/audit").await.problem(403, "not_allowed");
    server.get_as(&kong, "/api/v1/audit?before=9223372036854775808").await.problem(400, "bad_request");
}

#[tokio::test]
async fn while_the_server_is_looked_after_no_game_begins() {
    let (server, [kong, lee, cho]) = people(["Kong", "Lee", "Cho"], &[("Kong", Role::Administrator)]).await;
    let open = server.challenge(&lee, &offer()).await;
    let begin = json!({"maintenance": true, "text": "until ten"});
    put_as(&server, &lee, "/api/v1/operation", begin.clone()).await.problem(403, "not_allowed");
    let told = put_as(&server, &kong, "/api/v1/operation", begin).await.json(reqwest::StatusCode::OK);
    assert_eq!(told, json!({"maintenance": true, "text": "until ten"}));
    assert_eq!(server.get("/api/v1/operation").await.json(reqwest::StatusCode::OK), told);
    let said = server.post_as(&cho, "/api/v1/challenges", offer()).await;
    said.problem(503, "maintenance");
    assert_eq!(said.header("retry-after"), "60");
    server
        .post_as(&cho, &format!("/api/v1/challenges/{open}/accept"), json!({}))
        .await
        .problem(503, "maintenance");
    put_as(&server, &kong, "/api/v1/operation", json!({"maintenance": false}))
        .await
        .json(reqwest::StatusCode::OK);
    server.accept(&cho, &open).await;
}
