//! The audit log has what people do to how their own accounts are entered; what it holds of officers is in `order`.

use reqwest::StatusCode;
use serde_json::json;
use tianyuan::offices::Role;

use crate::client::Server;

#[tokio::test]
async fn what_people_do_to_their_own_password_and_tokens_is_in_the_log_and_nothing_secret() {
    let server = Server::start().await;
    let lee = server.register("Lee").await;
    let kong = server.register("Kong").await;
    server.app().accounts.appoint("Kong", Role::Administrator).await.unwrap().unwrap();
    let ends_ms = server.app().time.wall_ms() + 86_400_000;
    let wish = json!({"name": "my tool", "scopes": ["read"], "ends_ms": ends_ms});
    let made = server.post_as(&lee, "/api/v1/tokens", wish).await.json(StatusCode::CREATED);
    let id = made["id"].as_str().or(made["about"]["id"].as_str()).unwrap();
    server.delete_as(&lee, &format!("/api/v1/tokens/{id}")).await;
    let wrong = json!({"password": "not this one", "new_password": "battery staple"});
    server.post_as(&lee, "/api/v1/password", wrong).await.problem(403, "wrong_password");
    let right = json!({"password": "correct horse", "new_password": "battery staple"});
    assert_eq!(server.post_as(&lee, "/api/v1/password", right).await.status, StatusCode::NO_CONTENT);

    let log = server.get_as(&kong, "/api/v1/audit?subject=person:Lee").await;
    let entries = log.json(StatusCode::OK);
    let acts: Vec<&str> =
        entries["items"].as_array().unwrap().iter().map(|entry| entry["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["account.password", "account.token_revoked", "account.token_made"], "the newest first");
    for secret in ["battery staple", "correct horse", made["token"].as_str().unwrap()] {
        assert!(!log.text.contains(secret));
    }
}
