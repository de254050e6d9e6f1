//! Golden frames: every message of version 1, as clients of every age send and get it. The web
//! client's tests read the same files.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use protocol::{ClientMessage, Code, ServerMessage, decode, encode};
use serde_json::Value;

fn frames(direction: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut frames: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path))
        .filter(|(name, _)| name.starts_with(direction))
        .map(|(name, path)| (name, std::fs::read_to_string(path).unwrap()))
        .collect();
    frames.sort();
    frames
}

/// The names of the variants of a tagged enum, from its JSON Schema.
fn variants<T: schemars::JsonSchema>(tag: &str) -> BTreeSet<String> {
    let schema = schemars::schema_for!(T).to_value();
    let variants = schema["oneOf"].as_array().unwrap();
    variants.iter().map(|variant| variant["properties"][tag]["const"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_client_message_is_read_and_written_the_same() {
    let mut seen = BTreeSet::new();
    for (name, text) in frames("client-") {
        let message: ClientMessage = decode(&text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let (read, written): (Value, Value) =
            (serde_json::from_str(&text).unwrap(), serde_json::from_str(&encode(&message)).unwrap());
        assert_eq!(read, written, "{name}");
        assert_eq!(read["id"].as_str().map(str::to_owned), message.id().map(|id| id.to_string()), "{name}");
        seen.insert(read["type"].as_str().unwrap().to_owned());
    }
    assert_eq!(seen, variants::<ClientMessage>("type"), "each message has a golden frame");
}

#[test]
fn every_server_message_is_read_and_written_the_same() {
    let (mut seen, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for (name, text) in frames("server-") {
        let message: ServerMessage =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (read, written): (Value, Value) =
            (serde_json::from_str(&text).unwrap(), serde_json::from_str(&encode(&message)).unwrap());
        assert_eq!(read, written, "{name}");
        seen.insert(read["type"].as_str().unwrap().to_owned());
        if let Some(kind) = read["event"]["kind"].as_str() {
            kinds.insert(kind.to_owned());
        }
    }
    assert_eq!(seen, variants::<ServerMessage>("type"), "each message has a golden frame");
    assert_eq!(kinds, variants::<protocol::Event>("kind"), "each event has a golden frame");
}

#[test]
fn unknown_fields_are_ignored() {
    let message = decode(r#"{"type":"ping","id":"018f3c1a-7b2e-7c00-8000-000000000010","later":1}"#);
    assert!(matches!(message, Ok(ClientMessage::Ping { .. })));
}

#[test]
fn each_kind_of_nonsense_has_its_code() {
    let id = "018f3c1a-7b2e-7c00-8000-000000000010";
    let cases = [
        ("", Code::MalformedFrame, false),
        ("[]", Code::MalformedFrame, false),
        ("{}", Code::MalformedFrame, false),
        (r#"{"type":7}"#, Code::MalformedFrame, false),
        (r#"{"type":"ping""#, Code::MalformedFrame, false),
        (r#"{"type":"castle","id":"ID"}"#, Code::UnknownCommand, true),
        (r#"{"type":"castle","id":7}"#, Code::UnknownCommand, false),
        (r#"{"type":"ping","id":"none"}"#, Code::BadCommand, false),
        (r#"{"type":"play","id":"ID"}"#, Code::BadCommand, true),
        (r#"{"type":"play","id":"ID","room":"ID","ply":-1,"point":"aa"}"#, Code::BadCommand, true),
        (r#"{"type":"play","id":"ID","room":"ID","ply":4294967296,"point":"aa"}"#, Code::BadCommand, true),
        (r#"{"type":"play","id":"ID","room":"ID","ply":0.5,"point":"aa"}"#, Code::BadCommand, true),
        (r#"{"type":"play","id":"ID","room":"ID","ply":0,"point":["aa"]}"#, Code::BadCommand, true),
    ];
    for (frame, code, named) in cases {
        let error = decode(&frame.replace("ID", id)).expect_err(frame);
        assert_eq!((error.code, error.id.is_some()), (code, named), "{frame}");
    }
}

#[test]
fn a_known_type_with_nothing_in_it_is_a_bad_command() {
    for kind in variants::<ClientMessage>("type") {
        let error = decode(&format!(r#"{{"type":"{kind}"}}"#)).expect_err("it lacks its fields");
        assert_eq!(error.code, Code::BadCommand, "{kind}");
    }
}

#[test]
fn deep_nesting_is_refused_without_harm() {
    let frame = format!(r#"{{"type":"ping","id":{}"#, "[".repeat(4000));
    assert_eq!(decode(&frame).expect_err("nonsense").code, Code::MalformedFrame);
}
