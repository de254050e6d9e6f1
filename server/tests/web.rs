//! The web client: its own checks, and whole games in a real browser against a real server.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::io::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;
use tianyuan::app::App;
use tianyuan::config::Config;
use tianyuan::serve::serve;

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web")
}

/// Whether a test has what it needs; a visible skip otherwise, and a failure where nothing may be skipped.
fn has(test: &str, what: &str, there: bool) -> bool {
    if !there {
        assert!(std::env::var("TIANYUAN_NO_SKIP").as_deref() != Ok("1"), "{test}: {what} is missing");
        // Straight to the stream: the test harness would swallow eprintln.
        std::io::stderr().write_all(format!("SKIPPED {test}: {what} is missing\n").as_bytes()).unwrap();
    }
    there
}

fn has_node(test: &str) -> bool {
    let node = Command::new("node").arg("--version").stdout(Stdio::null()).status();
    has(test, "Node", node.is_ok_and(|status| status.success()))
        && has(test, "server/web/node_modules (npm ci)", web().join("node_modules").exists())
}

#[test]
fn the_types_and_unit_tests_of_the_web_client_hold() {
    if has_node("the_types_and_unit_tests_of_the_web_client_hold") {
        let status =
            Command::new("npm").args(["run", "--silent", "check"]).current_dir(web()).status().unwrap();
        assert!(status.success());
    }
}

/// Two browsers and a spectator play one of our own games to its count through the page, with a network
/// cut and a killed browser on the way. `TIANYUAN_PICTURES` names a folder for screenshots.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_in_three_browsers() {
    let test = "a_whole_game_is_played_in_three_browsers";
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    if !has_node(test) || !has(test, &chromium, Path::new(&chromium).exists()) {
        return;
    }
    let data = TempDir::new().unwrap();
    let app = App::open(Config::for_tests(data.path())).await.unwrap();
    let running = serve(app, TcpListener::bind("127.0.0.1:0").unwrap()).unwrap();
    let port = running.address().port().to_string();
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/own-19.sgf");
    let mut script = tokio::process::Command::new("node");
    script.arg("e2e/whole-game.mjs").arg(port).arg(game).current_dir(web()).env("CHROMIUM", chromium);
    if let Some(pictures) = std::env::var_os("TIANYUAN_PICTURES") {
        script.arg(pictures);
    }
    let status = script.status().await.unwrap();
    running.stop().await;
    assert!(status.success());
}
