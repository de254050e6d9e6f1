//! Conversations as the wire shows them.

use protocol::{Line, ServerMessage, encode};

use super::encoder::Encoder;
use super::game::account;
use crate::ids::{AccountId, GameId};
use crate::room::Frame;
use crate::store::{Hiding, Said, TalkStream};
use crate::talk::{Muting, TalkFrames};

/// A conversation as the domain knows it.
#[must_use]
pub const fn talk_stream(stream: protocol::TalkStream) -> TalkStream {
    match stream {
        protocol::TalkStream::Players => TalkStream::Players,
        protocol::TalkStream::Spectators => TalkStream::Spectators,
        protocol::TalkStream::Staff => TalkStream::Staff,
    }
}

/// A conversation as the wire names it.
pub const fn shown_stream(stream: TalkStream) -> protocol::TalkStream {
    match stream {
        TalkStream::Players => protocol::TalkStream::Players,
        TalkStream::Spectators => protocol::TalkStream::Spectators,
        TalkStream::Staff => protocol::TalkStream::Staff,
    }
}

/// A line of a conversation; officers are told who hid it, and why.
#[must_use]
pub fn line(said: &Said, for_staff: bool) -> Line {
    let hiding = said.hiding.as_ref().filter(|_| for_staff);
    Line {
        number: said.number,
        by: account(&said.by),
        text: said.text.clone(),
        ply: said.ply,
        wall_ms: u64::try_from(said.wall_ms).unwrap_or(0),
        hidden: said.hidden,
        hiding: hiding.map(shown_hiding),
    }
}

fn shown_hiding(hiding: &Hiding) -> protocol::Hiding {
    protocol::Hiding { by: account(&hiding.by), reason: hiding.reason.clone() }
}

impl TalkFrames for Encoder {
    fn line(&self, said: &Said, for_staff: bool) -> Frame {
        encode(&line(said, for_staff)).into_boxed_str().into()
    }

    fn said(&self, game: GameId, stream: TalkStream, line: &Frame) -> Frame {
        let stream = encode(&shown_stream(stream));
        // The element is an object: its fields go on after the message's own.
        let fields = line.strip_prefix('{').unwrap_or_default();
        format!(r#"{{"type":"said","room":"{game}","stream":{stream},{fields}"#).into()
    }

    fn talk(&self, game: GameId, stream: TalkStream, lines: &[Frame]) -> Frame {
        let head =
            encode(&ServerMessage::Talk { room: game.0, stream: shown_stream(stream), lines: Vec::new() });
        // The lines are bytes already; they take the place of the empty list at the end.
        let head = head.strip_suffix("]}").unwrap_or(&head);
        let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
        format!("{head}{}]}}", lines.join(",")).into()
    }

    fn hidden(&self, game: GameId, stream: TalkStream, number: u64, hiding: Option<&Hiding>) -> Frame {
        let (stream, hiding) = (shown_stream(stream), hiding.map(shown_hiding));
        encode(&ServerMessage::LineHidden { room: game.0, stream, number, hiding }).into()
    }

    fn muted(&self, game: GameId, muted: &[(AccountId, String)], ruling: Option<&Muting>) -> Frame {
        encode(&ServerMessage::Muted {
            room: game.0,
            muted: muted.iter().map(account).collect(),
            officer: ruling.map(|ruling| ruling.by.1.clone()),
            reason: ruling.map(|ruling| ruling.reason.clone()),
        })
        .into()
    }
}
