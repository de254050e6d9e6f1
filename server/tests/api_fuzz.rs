//! The HTTP API, asked by a program that reads its document and tries what that allows and what it forbids (Schemathesis): no
//! answer that the document does not know, no failure of the server, no way past the access token.
//!
//! The program is Python's and not of this project: `pip install schemathesis` into `target/schemathesis`, as `.ci/run` does, or
//! anywhere that `TIANYUAN_SCHEMATHESIS` names. What it tries is the same each time.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::net::TcpListener;
use std::path::{Path, PathBuf};

use loadtests::Api;
use serde_json::json;
use support::skip;
use tempfile::TempDir;
use tianyuan::app::App;
use tianyuan::config::Config;
use tianyuan::serve::serve;
use uuid::Uuid;

const TEST: &str = "the_api_keeps_what_its_document_says";

/// Not asked: what is valid by the document may be refused for what it means (a name that is taken, a game that is over). And the
/// way back through answers' links, of which the document has none.
const LEFT_OUT: &str = "positive_data_acceptance,use_after_free,ensure_resource_availability";

/// What a missing `If-Match` is answered with is not among what it expects of a missing header.
const SETTINGS: &str =
    "[checks.missing_required_header]\nexpected-statuses = [400, 401, 403, 406, 415, 422, 428]\n";

/// Where the program is.
fn program() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/schemathesis/bin/schemathesis");
    std::env::var_os("TIANYUAN_SCHEMATHESIS").map_or_else(beside, PathBuf::from)
}

/// Tries the API of a server; what it says when it has found nothing.
async fn try_out(base: &str, token: &str, folder: &Path, settings: &str, words: &[&str]) -> String {
    std::fs::write(folder.join("schemathesis.toml"), format!("{settings}\n{SETTINGS}")).unwrap();
    let said = tokio::process::Command::new(program())
        .args(["run", &format!("{base}/api/v1/openapi.json"), "--generation-deterministic"])
        .args(["--checks", "all", "--exclude-checks", LEFT_OUT, "--continue-on-failure", "--no-color"])
        .args(["--suppress-health-check", "all", "--workers", "2", "--warnings", "off"])
        .args(["--header", &format!("Authorization: Bearer {token}")])
        .args(words)
        .current_dir(folder)
        .output()
        .await
        .unwrap();
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.status.success(), "{text}{}", String::from_utf8_lossy(&said.stderr));
    text
}

/// A game of two, begun by the public API.
async fn begin(black: &Api, white: &Api) -> Uuid {
    let offer = json!({
        "id": Uuid::new_v4(), "size": 9, "clock": {"system": "absolute", "main_ms": 600_000}, "color": "black",
    });
    let offer = black.challenge(&serde_json::from_value(offer).unwrap()).await.unwrap();
    white.accept(offer.id, None).await.unwrap().game
}

#[tokio::test(flavor = "multi_thread")]
async fn the_api_keeps_what_its_document_says() {
    if !program().exists() {
        return skip(TEST, "there is no schemathesis (pip install schemathesis)");
    }
    let data = TempDir::new().unwrap();
    let app = App::open(Config::for_tests(data.path())).await.unwrap();
    let running = serve(app, TcpListener::bind("127.0.0.1:0").unwrap()).unwrap();
    let base = format!("http://{}", running.address());
    let api = Api::new(&base);
    let token = api.register("Lee", "correct horse").await.unwrap().access_token;
    let other = api.register("Cho", "correct horse").await.unwrap().access_token;
    let game = begin(&api.with_token(&token), &api.with_token(&other)).await;

    // Everything, by whatever the document allows and forbids.
    let all = ["--phases", "examples,coverage,fuzzing", "--max-examples", "12"];
    let said = try_out(&base, &token, data.path(), "", &all).await;
    let document: serde_json::Value = serde_json::from_str(tianyuan::http::document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let operations: usize = paths.values().map(|methods| methods.as_object().unwrap().len()).sum();
    // But for the document, which it has read already.
    let tried = operations - 1;
    assert!(said.contains(&format!("Tested: {tried}\n")), "not all {tried} were tried: {said}");

    // And what there is to see, so that whole answers are held against their shapes.
    let settings = format!("[parameters]\n\"path.id\" = \"{game}\"\n\"path.name\" = \"Cho\"\n");
    let there = [
        "--phases",
        "fuzzing",
        "--mode",
        "positive",
        "--max-examples",
        "6",
        "--include-path-regex",
        "^/api/v1/(games|people|me/blocks)",
    ];
    try_out(&base, &token, data.path(), &settings, &there).await;
    running.stop().await;
}
