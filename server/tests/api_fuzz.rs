//! The HTTP API, asked by a program that reads its document and tries what that allows and what it forbids (Schemathesis): no
//! answer that the document does not know, no failure of the server, no way past the access token.
//!
//! The program is Python's and not of this project: `pip install schemathesis` into `target/schemathesis`, as `.ci/run` does, or
//! anywhere that `TIANYUAN_SCHEMATHESIS` names.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::net::TcpListener;
use std::path::{Path, PathBuf};

use loadtests::Api;
use support::skip;
use tempfile::TempDir;
use tianyuan::app::App;
use tianyuan::config::Config;
use tianyuan::serve::serve;

const TEST: &str = "the_api_keeps_what_its_document_says";
/// Tries for each operation, besides those that follow from the document's limits. They are the same each time.
const EXAMPLES: &str = "12";
/// What a missing `If-Match` is answered with is not among what it expects of a missing header.
const SETTINGS: &str =
    "[checks.missing_required_header]\nexpected-statuses = [400, 401, 403, 406, 415, 422, 428]\n";

/// Not asked: what is valid by the document may be refused for what it means (a name that is taken, a game that is over). And the
/// way back through answers' links, of which the document has none.
const LEFT_OUT: &str = "positive_data_acceptance,use_after_free,ensure_resource_availability";

/// Where the program is.
fn program() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/schemathesis/bin/schemathesis");
    std::env::var_os("TIANYUAN_SCHEMATHESIS").map_or_else(beside, PathBuf::from)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_api_keeps_what_its_document_says() {
    let program = program();
    if !program.exists() {
        return skip(TEST, "there is no schemathesis (pip install schemathesis)");
    }
    let data = TempDir::new().unwrap();
    let app = App::open(Config::for_tests(data.path())).await.unwrap();
    let running = serve(app, TcpListener::bind("127.0.0.1:0").unwrap()).unwrap();
    let base = format!("http://{}", running.address());
    let token = Api::new(&base).register("Lee", "correct horse").await.unwrap().access_token;
    std::fs::write(data.path().join("schemathesis.toml"), SETTINGS).unwrap();
    let said = tokio::process::Command::new(program)
        .arg("run")
        .arg(format!("{base}/api/v1/openapi.json"))
        .args(["--generation-deterministic", "--max-examples", EXAMPLES])
        .args(["--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-color"])
        .args(["--checks", "all", "--exclude-checks", LEFT_OUT])
        .args(["--suppress-health-check", "all", "--workers", "2"])
        .arg("--header")
        .arg(format!("Authorization: Bearer {token}"))
        .current_dir(data.path())
        .output()
        .await
        .unwrap();
    running.stop().await;
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success(), "{text}{}", String::from_utf8_lossy(&said.stderr));
    assert!(text.contains("/api/v1/people/{name}"), "it has not tried the API: {text}");
}
