//! What is generated from the wire types and committed: the JSON Schema and the reference.
//! `TIANYUAN_GENERATE=1 cargo test -p tianyuan-protocol` writes them anew.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::path::PathBuf;

use protocol::http::{
    AcceptChallenge, Accepted, AuditPage, BlockList, CalledGames, Challenge, ClaimReport, CloseReport,
    Credentials, Decision, Export, GamePage, GameRecord, InvitationPage, Leaving, MadeInvitation,
    MailAddress, Me, NewAccount, NewChallenge, NewInvitation, NewMailAddress, NewNote, NewOffices,
    NewPassword, NewReport, NewReset, NewSanction, NewToken, Note, OfficeHolders, OpenSessions, Operation,
    Person, PersonFile, PersonalTokens, Problem, Profile, ProfileChanges, Proof, Reason, RecoveryCodes,
    Refresh, ReportFile, ReportPage, ResetAsk, ResetAsked, SanctionList, SecondFactor, SecondFactorCode,
    SecondFactorOff, SecondFactorSetUp, SecondStep, SecondStepCode, Session, TalkPage, Ticket, TimeSheet,
    TokenMade,
};
use protocol::{ClientMessage, Code, Event, ServerMessage, limits};
use schemars::JsonSchema;
use serde_json::Value;

/// Everything that goes over the wire, so that one schema names it all.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Wire {
    client: ClientMessage,
    server: ServerMessage,
    bodies: (NewAccount, Credentials, Refresh, Session, NewChallenge, Challenge, AcceptChallenge, Accepted),
    lists: (GamePage, CalledGames, GameRecord, TimeSheet, TalkPage, Problem),
    notes: (NewNote, Note),
    people: (Person, Profile, ProfileChanges, BlockList, Export, Leaving),
    invitations: (NewInvitation, MadeInvitation, InvitationPage),
    own: (OpenSessions, NewPassword, Me, Proof),
    factor: (
        SecondStep,
        SecondStepCode,
        SecondFactor,
        SecondFactorSetUp,
        SecondFactorCode,
        RecoveryCodes,
        SecondFactorOff,
    ),
    tokens: (NewToken, TokenMade, PersonalTokens),
    reset: (ResetAsk, ResetAsked, NewReset, MailAddress, NewMailAddress, Ticket),
    sanctions: (NewSanction, SanctionList, Reason, Decision),
    reports: (NewReport, ReportPage, ReportFile, ClaimReport, CloseReport, PersonFile),
    staff: (AuditPage, OfficeHolders, NewOffices, Operation),
}

fn schema() -> Value {
    let mut schema = schemars::schema_for!(Wire).to_value();
    schema["title"] = "Tianyuan wire, version 1".into();
    schema["description"] = "Definitions of every message and body; see REFERENCE.md.".into();
    for key in ["properties", "required", "type"] {
        schema.as_object_mut().unwrap().remove(key);
    }
    schema
}

fn check(file: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("TIANYUAN_GENERATE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{file} is stale: TIANYUAN_GENERATE=1 cargo test -p tianyuan-protocol");
}

#[test]
fn the_json_schema_is_fresh() {
    check("schema.json", &format!("{}\n", serde_json::to_string_pretty(&schema()).unwrap()));
}

#[test]
fn the_reference_is_fresh() {
    let schema = schema();
    let mut page = include_str!("reference_head.md").to_owned();
    page.push_str("\n## Messages from the client\n");
    variants(&mut page, &schema["$defs"]["ClientMessage"], "type");
    page.push_str("\n## Messages from the server\n");
    variants(&mut page, &schema["$defs"]["ServerMessage"], "type");
    page.push_str("\n## Events of a room\n");
    variants(&mut page, &schema["$defs"]["Event"], "kind");
    page.push_str("\n## Shapes\n");
    for (name, shape) in schema["$defs"].as_object().unwrap() {
        if !["ClientMessage", "ServerMessage", "Event", "Code"].contains(&name.as_str()) {
            write!(page, "\n### {name}\n\n{}\n", text(shape)).unwrap();
            body(&mut page, shape);
        }
    }
    page.push_str("\n## Codes\n\n| code | meaning |\n| --- | --- |\n");
    for (code, meaning) in Code::ALL {
        writeln!(
            page,
            "| `{}` | {} |",
            serde_json::to_value(code).unwrap().as_str().unwrap(),
            meaning.trim()
        )
        .unwrap();
    }
    page.push_str(&limits_table());
    check("REFERENCE.md", &page);
}

fn limits_table() -> String {
    let rows = [
        ("frame", format!("{} bytes", limits::FRAME_BYTES), "the socket is closed with 1009"),
        (
            "message, over all its frames",
            format!("{} bytes", limits::MESSAGE_BYTES),
            "the socket is closed with 1009",
        ),
        (
            "frames of all kinds at once, and per second",
            format!("{} and {}", limits::FRAME_BURST, limits::FRAMES_PER_S),
            "the socket is closed with 1008",
        ),
        ("time for `hello`", format!("{} ms", limits::HELLO_MS), "the socket is closed with 1002"),
        (
            "silence (WebSocket pings unanswered)",
            format!("{} ms", limits::SILENCE_MS),
            "the socket is dropped",
        ),
        ("messages at once", limits::MESSAGE_BURST.to_string(), "`rate_limited`"),
        (
            "messages per second",
            limits::MESSAGES_PER_S.to_string(),
            "`rate_limited`; after 200 in a row the socket is closed",
        ),
        ("rooms watched by one socket", limits::ROOMS_PER_SOCKET.to_string(), "`too_many_rooms`"),
        (
            "events kept for `watch` with `after`",
            limits::RESUME_EVENTS.to_string(),
            "a `snapshot` comes instead of `resumed`",
        ),
        ("rows of a page", limits::PAGE_ROWS.to_string(), "the rest comes with `before`"),
        (
            "open challenges of one account",
            limits::CHALLENGES_PER_ACCOUNT.to_string(),
            "`too_many_challenges`",
        ),
        ("characters of a line said", limits::TALK_CHARS.to_string(), "`bad_text`"),
        (
            "lines of one account about one game, at once",
            limits::TALK_BURST.to_string(),
            "`rate_limited`; another every 3 seconds",
        ),
        ("lines of a conversation", limits::TALK_LINES.to_string(), "`talk_full`"),
        ("lines of a page, and after `watch`", limits::TALK_PAGE.to_string(), "the rest comes with `before`"),
        ("characters of a referee's reason", limits::REASON_CHARS.to_string(), "`bad_command` or `bad_text`"),
        ("mutes in one game after its end", limits::MUTES_AFTER_END.to_string(), "`too_often`"),
        ("characters of a note", limits::NOTE_CHARS.to_string(), "`bad_text`"),
        ("people blocked by one account", limits::BLOCKS.to_string(), "`list_full`"),
        ("offers of a rematch by one player", limits::REMATCH_OFFERS.to_string(), "`too_often`"),
        ("time for the answer to one", format!("{} ms", limits::REMATCH_OPEN_MS), "it is none any more"),
        (
            "time after a game in which one can be offered",
            format!("{} ms", limits::REMATCH_WITHIN_MS),
            "`too_late`",
        ),
        ("network credit of a move", format!("{} ms", limits::CREDIT_MOVE_MS), "[Clocks](#clocks)"),
        ("network credit of a side", format!("{} ms", limits::CREDIT_QUOTA_MS), "[Clocks](#clocks)"),
        (
            "network credit refilled by a move",
            format!("{} ms", limits::CREDIT_REFILL_MS),
            "[Clocks](#clocks)",
        ),
    ];
    let mut table = "\n## Limits\n\n| what | limit | beyond it |\n| --- | --- | --- |\n".to_owned();
    for (what, limit, beyond) in rows {
        writeln!(table, "| {what} | {limit} | {beyond} |").unwrap();
    }
    table
}

fn variants(page: &mut String, schema: &Value, tag: &str) {
    for variant in schema["oneOf"].as_array().unwrap() {
        let name = variant["properties"][tag]["const"].as_str().unwrap();
        write!(page, "\n### `{name}`\n\n{}\n", text(variant)).unwrap();
        fields(page, variant, tag);
    }
}

fn body(page: &mut String, shape: &Value) {
    if let Some(choices) = shape["oneOf"].as_array() {
        page.push('\n');
        for choice in choices {
            if let Some(name) = choice["const"].as_str() {
                writeln!(page, "- `\"{name}\"`: {}", text(choice)).unwrap();
            } else {
                let properties = choice["properties"].as_object().unwrap();
                let tag = properties.iter().find_map(|(tag, value)| Some((tag, value["const"].as_str()?)));
                let (tag, which) = match tag {
                    Some((tag, name)) => (tag.as_str(), format!("{tag}: \"{name}\"")),
                    // Told apart by the one field that each has.
                    None => ("", properties.keys().next().unwrap().clone()),
                };
                writeln!(page, "- `{which}`: {}", text(choice)).unwrap();
                fields(page, choice, tag);
            }
        }
    } else {
        fields(page, shape, "");
    }
}

fn fields(page: &mut String, shape: &Value, tag: &str) {
    let Some(properties) = shape["properties"].as_object() else { return };
    let required: Vec<&str> = shape["required"]
        .as_array()
        .map(|all| all.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let rows: Vec<_> = properties.iter().filter(|(name, _)| *name != tag).collect();
    if rows.is_empty() {
        return;
    }
    page.push_str("\n| field | type | meaning |\n| --- | --- | --- |\n");
    for (name, field) in rows {
        let optional = if required.contains(&name.as_str()) { "" } else { ", optional" };
        writeln!(page, "| `{name}` | {}{optional} | {} |", kind(field), text(field)).unwrap();
    }
}

fn kind(field: &Value) -> String {
    if let Some(reference) = field["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        return if name == "Code" {
            "[code](#codes)".to_owned()
        } else {
            format!("[{name}](#{})", name.to_lowercase())
        };
    }
    if let Some(options) = field["anyOf"].as_array() {
        return options.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    if field["format"] == "uuid" {
        return "UUID".to_owned();
    }
    match &field["type"] {
        Value::String(name) if name == "array" => format!("list of {}", kind(&field["items"])),
        Value::String(name) => name.clone(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => "object".to_owned(),
    }
}

fn text(shape: &Value) -> String {
    shape["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

/// `Event` is reached through `RoomEvent`; this keeps the reference honest if that changes.
#[test]
fn events_are_part_of_the_schema() {
    assert!(schema()["$defs"]["Event"].is_object());
    let _ = schemars::schema_for!(Event);
}
