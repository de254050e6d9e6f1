//! The rules of a challenge: presets by name, and what a private one may change of them.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::{Server, offer, offer_with};

const PATH: &str = "/api/v1/challenges";

#[tokio::test]
async fn every_preset_is_offered_by_its_name() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    for (name, komi, counting, ko) in [
        ("chinese", 15, "area", "positional"),
        ("chinese-1988", 11, "area", "positional"),
        ("japanese", 13, "territory", "simple"),
        ("korean", 13, "territory", "simple"),
        ("ing", 16, "area", "positional"),
        ("wmsg-2008", 13, "area", "positional"),
        ("aga", 15, "area", "situational"),
        ("nz", 14, "area", "situational"),
        ("ancient", 0, "area", "positional"),
    ] {
        let made =
            server.post_as(&lee, PATH, offer_with("rules", json!(name))).await.json(StatusCode::CREATED);
        let settings = &made["settings"];
        assert_eq!((&settings["rules"], &settings["komi_quarters"]), (&json!(name), &json!(komi)), "{name}");
        assert_eq!((&settings["axes"]["counting"], &settings["axes"]["ko"]), (&json!(counting), &json!(ko)));
        assert_eq!(settings["standard"], true, "{name}");
        assert_eq!(settings["start_stones"].is_object(), name == "ancient");
        server.delete_as(&lee, &format!("{PATH}/{}", made["id"].as_str().unwrap())).await;
    }
    let made = server.post_as(&lee, PATH, offer()).await.json(StatusCode::CREATED);
    assert_eq!(made["settings"]["rules"], "chinese", "the default");
}

fn changed(changes: Value) -> Value {
    let mut body = offer_with("changes", changes);
    body["private"] = json!(true);
    body
}

#[tokio::test]
async fn a_private_game_may_change_any_axis() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let all = json!({
        "counting": "territory", "ko": "simple", "repetition": "replay", "suicide": true, "handicap_back": "none",
        "ties": "black", "group_tax": true, "passes": "first_pass", "start": "corner_stones", "first": "white",
        "resumption": "asker", "warning_quarters": 2,
    });
    let body = changed(all.clone());
    let made = server.post_as(&lee, PATH, body.clone()).await.json(StatusCode::CREATED);
    assert_eq!(made["settings"]["axes"], all);
    assert_eq!(
        (&made["settings"]["rules"], &made["settings"]["standard"]),
        (&json!("chinese"), &json!(false))
    );
    // The same offer again is the same challenge, and with other changes it is not.
    assert_eq!(server.post_as(&lee, PATH, body.clone()).await.json(StatusCode::CREATED), made);
    let mut other = body;
    other["changes"]["suicide"] = json!(false);
    server.post_as(&lee, PATH, other).await.problem(409, "id_reused");
    // An open offer takes the rules by their name, and may change the komi only.
    let open = offer_with("changes", json!({"suicide": true}));
    let detail = server.post_as(&lee, PATH, open).await.problem(400, "bad_request");
    assert!(detail.contains("private"), "{detail}");
    let nothing = offer_with("changes", json!({"suicide": false}));
    server.post_as(&lee, PATH, nothing).await.json(StatusCode::CREATED);
    let komi =
        server.post_as(&lee, PATH, offer_with("komi_quarters", json!(0))).await.json(StatusCode::CREATED);
    assert_eq!(komi["settings"]["standard"], false);
}

#[tokio::test]
async fn rules_that_cannot_be() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    for name in [json!("Chinese"), json!(""), json!("chess"), json!(7)] {
        let detail = server.post_as(&lee, PATH, offer_with("rules", name)).await.problem(400, "bad_request");
        assert!(!detail.is_empty());
    }
    for (changes, says) in [
        (json!({"ko": "simple"}), "repetition"),
        (json!({"repetition": "draw"}), "simple"),
        (json!({"warning_quarters": -1}), "warning"),
        (json!({"warning_quarters": 41}), "warning"),
        (json!({"ko": "none"}), "unknown variant"),
        (json!({"komi": 3}), "komi"),
    ] {
        let detail = server.post_as(&lee, PATH, changed(changes.clone())).await.problem(400, "bad_request");
        assert!(detail.contains(says), "{changes}: {detail}");
    }
    let mut small = offer_with("rules", json!("ancient"));
    small["size"] = json!(5);
    let detail = server.post_as(&lee, PATH, small).await.problem(400, "bad_request");
    assert!(detail.contains("corner"), "{detail}");
    assert_eq!(server.get(PATH).await.text, "[]");
}
