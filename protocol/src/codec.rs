//! JSON text to messages and back.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{ClientMessage, Code};

/// What can still be read of a message that does not decode, so that its refusal can name it.
#[derive(Deserialize)]
struct Peek {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    id: Option<serde_json::Value>,
}

/// A frame that is not a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// `malformed_frame`, `unknown_command` or `bad_command`.
    pub code: Code,
    /// The id to answer, when one could be read.
    pub id: Option<Uuid>,
}

/// Every message type of a client; what is not among them may be of a newer version.
const KINDS: &[&str] = &[
    "hello",
    "ping",
    "watch",
    "unwatch",
    "lobby",
    "play",
    "pass",
    "claim_pass",
    "resign",
    "mark",
    "set_aside",
    "accept",
    "resume_play",
    "answer_repetition",
    "ask",
    "reply",
    "withdraw",
    "seal",
    "claim_absence",
    "rule",
    "call_referee",
    "withdraw_call",
    "begin_vacation",
    "end_vacation",
    "say",
    "hide_line",
    "take_seat",
    "rematch",
];

/// Reads one frame.
///
/// # Errors
/// [`DecodeError`] with the code to answer. Only `malformed_frame` ends the connection.
pub fn decode(frame: &str) -> Result<ClientMessage, DecodeError> {
    serde_json::from_str(frame).map_err(|_| {
        let Ok(peek) = serde_json::from_str::<Peek>(frame) else {
            return DecodeError { code: Code::MalformedFrame, id: None };
        };
        let id = peek.id.as_ref().and_then(|v| v.as_str()).and_then(|s| Uuid::parse_str(s).ok());
        let code = if KINDS.contains(&peek.kind.as_str()) { Code::BadCommand } else { Code::UnknownCommand };
        DecodeError { code, id }
    })
}

/// Writes one message.
///
/// # Panics
/// Never: every message of this crate has string keys and finite numbers.
pub fn encode(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("wire types serialise")
}
