//! What people say about a game, and note for themselves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::PlayerRef;

macro_rules! shapes {
    ($($item:item)+) => {
        $(#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[ts(export)]
        $item)+
    };
}

shapes! {
    /// A conversation of a game, with numbers of its own.
    #[derive(Copy, Hash)]
    #[serde(rename_all = "snake_case")]
    pub enum TalkStream {
        /// The players'. Everybody who sees the game reads it; players and referees speak.
        Players,
        /// Of those who look on. Before the result is final neither the players nor anybody without an account see any of it.
        Spectators,
        /// The referees'.
        Staff,
    }

    /// A line of a conversation.
    pub struct Line {
        /// Its number in its conversation: 1, 2, and so on without a gap.
        pub number: u64,
        /// Whose, with the name of the day.
        pub by: PlayerRef,
        /// What was said, plain text; empty when the line is hidden.
        pub text: String,
        /// The game's `ply` when it was said.
        pub ply: u32,
        /// When, in Unix milliseconds.
        pub wall_ms: u64,
        /// Whether a referee has hidden it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        pub hidden: bool,
        /// Who hid it and why, for referees, where that was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub hiding: Option<Hiding>,
    }

    /// That a referee hid a line.
    pub struct Hiding {
        /// Who, with the name of the day.
        pub by: PlayerRef,
        /// Why.
        pub reason: String,
    }

    /// Lines of a conversation in their order.
    pub struct TalkPage {
        /// The last ones before what was asked for.
        pub lines: Vec<Line>,
        /// Give this as `before` to get those before them; absent on the first page of the conversation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub next: Option<u64>,
    }

    /// What somebody has noted about a game, for nobody else.
    pub struct Note {
        /// The note; empty when there is none.
        pub text: String,
        /// When it was last changed, in Unix milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub changed_ms: Option<u64>,
    }

    /// A note to put in the place of what was there.
    #[serde(deny_unknown_fields)]
    pub struct NewNote {
        /// At most 4,000 characters of plain text; an empty one takes the note away.
        pub text: String,
    }
}
