//! Bodies of the HTTP API for those with an office: what each may do, every room that is played in, and links that are handed over.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::{GameSummary, Office};
use crate::{Code, Standing};

body! {
    /// Something that only some may do; an office brings one or more of them.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum Power {
        /// Rules on games.
        Rule,
        /// Rules what only a chief referee may; annuls results.
        RuleAsChief,
        /// Runs events.
        Organise,
        /// Changes ranks, and freezes them.
        KeepRanks,
        /// Sees to reports; notices, mutes, suspends.
        Moderate,
        /// Bans.
        Ban,
        /// Sees every room, and rules on many at once.
        KeepRooms,
        /// Gives and takes offices, invites, hands over links for another password.
        Appoint,
        /// Reads the audit log.
        Audit,
        /// Begins and ends the maintenance.
        Operate,
    }

    /// A room that is played in, for those who keep the rooms.
    pub struct StaffRoom {
        /// The game.
        pub game: GameSummary,
        /// Whether others than its players and officers do not see it.
        pub private: bool,
        /// Where it stands, for an audience that is behind, too; absent when its journal cannot be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub standing: Option<Standing>,
    }

    /// A page of the rooms that are played in, the newest first.
    pub struct StaffRoomPage {
        /// At most 50.
        pub items: Vec<StaffRoom>,
        /// The `before` of the next page, if there is one.
        pub next: Option<String>,
    }

    /// What is ruled on many rooms at once.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum RoomsOrder {
        /// The clocks stop.
        Pause,
        /// Play goes on.
        Continue,
        /// The side to move seals its move, and then the clocks stop.
        Adjourn,
    }

    /// A ruling on many rooms.
    #[serde(deny_unknown_fields)]
    pub struct NewRoomsRuling {
        /// Made by the client: sent again, it is still one ruling in each room.
        pub id: Uuid,
        /// Which, 1 to 50; one that is named twice is one.
        #[schema(min_items = 1, max_items = 50)]
        pub rooms: Vec<Uuid>,
        /// What.
        pub order: RoomsOrder,
        /// Why, for the players: 1 to 200 characters.
        pub reason: String,
    }

    /// What a ruling on many rooms came to in one of them.
    pub struct RoomRuled {
        /// Which.
        pub room: Uuid,
        /// Why it was refused there; absent where it was done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub code: Option<Code>,
    }

    /// What a ruling on many rooms came to.
    pub struct RoomsRuled {
        /// Each room that was named.
        pub items: Vec<RoomRuled>,
    }

    /// Somebody whom a moderator has looked for.
    pub struct FoundPerson {
        /// The account's name.
        pub name: String,
        /// Since when, Unix milliseconds.
        pub created_ms: i64,
        /// The offices.
        pub offices: Vec<Office>,
    }

    /// People whose names begin alike.
    pub struct FoundPeople {
        /// At most 20, by name.
        pub items: Vec<FoundPerson>,
    }

    /// A link to another password, to be handed over to whose account it is.
    pub struct ResetLink {
        /// The account's name.
        pub name: String,
        /// The path of the link at this server; told this once, good once and for a day.
        pub path: String,
    }
}
