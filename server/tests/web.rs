//! The web client: its own checks, and whole games in a real browser against a real server.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::ffi::OsStr;
use std::io::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;
use tianyuan::app::App;
use tianyuan::config::Config;
use tianyuan::offices::Role;
use tianyuan::serve::serve;
use tianyuan::time::Time;

/// Three browsers at a time are enough for one machine.
static BROWSERS: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

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
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/own-19.sgf");
    in_browsers("a_whole_game_is_played_in_three_browsers", 1, "e2e/whole-game.mjs", game.as_os_str()).await;
}

/// In two browsers: a move taken back, a pause, an adjournment whose sealed move is nowhere before play goes on, a draw.
#[tokio::test(flavor = "multi_thread")]
async fn what_happens_around_the_moves_is_seen_by_both() {
    let test = "what_happens_around_the_moves_is_seen_by_both";
    in_browsers(test, 1, "e2e/around-the-moves.mjs", OsStr::new("9")).await;
}

/// In three browsers: what players and those who look on say, who reads it when, and a private note.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_is_read_by_whom_it_is_for() {
    in_browsers("what_is_said_is_read_by_whom_it_is_for", 1, "e2e/talk.mjs", OsStr::new("9")).await;
}

/// One player on two devices, a desk's and a phone's: one plays, the other watches until the player says so.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_plays_on_one_of_two_devices() {
    in_browsers("a_player_plays_on_one_of_two_devices", 1, "e2e/seats.mjs", OsStr::new("9")).await;
}

/// In three browsers: the referee is called about the stones, finds the game in the lobby, and answers.
#[tokio::test(flavor = "multi_thread")]
async fn a_referee_is_called_and_comes() {
    in_browsers("a_referee_is_called_and_comes", 1, "e2e/call.mjs", OsStr::new("9")).await;
}

/// In two browsers: a game that is over is played once more with colours changed, offered on one page and seen on another.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_once_more_with_colours_changed() {
    in_browsers("a_game_is_played_once_more_with_colours_changed", 1, "e2e/rematch.mjs", OsStr::new("9"))
        .await;
}

/// In two browsers: a profile that another sees, a block that hides both from each other, the API's document, and leaving.
#[tokio::test(flavor = "multi_thread")]
async fn people_show_themselves_and_leave() {
    in_browsers("people_show_themselves_and_leave", 1, "e2e/profile.mjs", OsStr::new("9")).await;
}

/// One person on a desk and a phone: a second factor, both steps of a log-in, sessions, a token, another password, the pages of links.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_made_safe() {
    in_browsers("an_account_is_made_safe", 1, "e2e/security.mjs", OsStr::new("9")).await;
}

/// In two browsers: a report, a maintenance that everybody is told of, and somebody who reads why they are banned and appeals.
#[tokio::test(flavor = "multi_thread")]
async fn order_is_kept_before_everybodys_eyes() {
    in_browsers("order_is_kept_before_everybodys_eyes", 1, "e2e/sanctions.mjs", OsStr::new("9")).await;
}

/// In four browsers: reports, a moderator's and an administrator's desk, a suspension and a ban as whom they are on sees them, an appeal that
/// somebody else decides, two rooms stopped at once, the log.
#[tokio::test(flavor = "multi_thread")]
async fn those_with_an_office_have_a_desk() {
    in_browsers("those_with_an_office_have_a_desk", 1, "e2e/desk.mjs", OsStr::new("9")).await;
}

/// How many times faster than the world's the time of a reading runs: three minutes in 36 seconds.
const PACE: u32 = 5;

/// Both players and a spectator hear and see whole readings of a minute (读秒报时), in Chinese and English.
#[tokio::test(flavor = "multi_thread")]
async fn a_reading_is_heard_and_seen_by_all() {
    in_browsers("a_reading_is_heard_and_seen_by_all", PACE, "e2e/reading.mjs", PACE.to_string().as_ref())
        .await;
}

/// Runs a script against a real server at this pace of time; the script gets the port, and then `argument`.
async fn in_browsers(test: &str, pace: u32, name: &str, argument: &OsStr) {
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    if !has_node(test) || !has(test, &chromium, Path::new(&chromium).exists()) {
        return;
    }
    let _alone = BROWSERS.lock().await;
    let data = TempDir::new().unwrap();
    let app = App::open_at(Config::for_tests(data.path()), Time::start_at_pace(pace)).await.unwrap();
    app.accounts.create("caipan", "a long enough password", Role::Referee).await.unwrap();
    app.accounts.create("guanli", "a long enough password", Role::Administrator).await.unwrap();
    let running = serve(app, TcpListener::bind("127.0.0.1:0").unwrap()).unwrap();
    let port = running.address().port().to_string();
    let mut script = tokio::process::Command::new("node");
    script.arg(name).arg(port).arg(argument).current_dir(web()).env("CHROMIUM", chromium);
    if let Some(pictures) = std::env::var_os("TIANYUAN_PICTURES") {
        script.arg(pictures);
    }
    let status = script.status().await.unwrap();
    running.stop().await;
    assert!(status.success());
}
