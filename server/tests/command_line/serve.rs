//! A server from its start to its end.

use serde_json::Value;

use crate::process::{Server, tianyuan};

fn serving(folder: &std::path::Path, words: &[&str]) -> Server {
    let mut command = tianyuan(folder);
    command.args(["serve", "--listen", "127.0.0.1:0"]).args(words);
    Server::start(command)
}

#[test]
fn serves_page_api_health_and_metrics_and_ends_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &[]);
    for (path, status, text) in [
        ("/healthz", 200, ""),
        ("/readyz", 200, ""),
        ("/", 200, "<!doctype html>"),
        ("/games/some-page", 200, "<!doctype html>"),
        ("/api/v1/nothing", 404, "problem+json"),
        ("/metrics", 200, "http_requests_total"),
        ("/metrics", 200, "rooms_awake 0"),
        ("/metrics", 200, "lease_holds 1"),
        ("/nothing.js", 404, ""),
    ] {
        let answer = server.get(path, "");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {answer}");
        assert!(answer.to_lowercase().contains(text), "{path}: {answer}");
        assert!(answer.to_lowercase().contains("content-security-policy: "), "{path}: {answer}");
    }
    assert!(server.get("/metrics", "X-Forwarded-For: 127.0.0.1\r\n").starts_with("HTTP/1.1 404 "));
    server.signal("TERM");
    let (status, log) = server.ended();
    assert_eq!(status.code(), Some(0), "{log:#?}");
    assert!(log.last().unwrap().contains("ended"), "{log:#?}");
}

#[test]
fn a_terminal_interrupt_ends_it_too() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &[]);
    server.signal("INT");
    assert_eq!(server.ended().0.code(), Some(0));
}

#[test]
fn without_a_command_it_serves() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = tianyuan(folder.path());
    command.env("TIANYUAN_LISTEN", "127.0.0.1:0");
    let server = Server::start(command);
    assert!(server.get("/healthz", "").starts_with("HTTP/1.1 200 "));
    assert!(folder.path().join("tianyuan-data/tianyuan.sqlite").is_file());
}

#[test]
fn logs_are_json_when_asked_and_show_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &["--log", "json", "--log-filter", "debug"]);
    server.get("/api/v1/games?secret=hunter2", "Authorization: Bearer hunter2\r\nCookie: a=hunter2\r\n");
    server.signal("TERM");
    let (_, log) = server.ended();
    let lines: Vec<Value> = log.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let setting = |name: &str| {
        let line = lines.iter().find(|line| line["message"] == "setting" && line["name"] == name);
        line.unwrap_or_else(|| panic!("{name} in {log:#?}"))["value"].as_str().unwrap()
    };
    assert_eq!(setting("listen"), "127.0.0.1:0");
    assert_eq!(setting("data"), "tianyuan-data");
    let request =
        lines.iter().find(|line| line["span"]["route"].as_str().is_some_and(|r| r.contains("games")));
    assert_eq!(request.unwrap_or_else(|| panic!("{log:#?}"))["span"]["method"], "GET");
    assert!(!log.iter().any(|line| line.contains("hunter2")), "{log:#?}");
}
