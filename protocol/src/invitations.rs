//! Invitations, for administrators of a server that is for the invited.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

macro_rules! shapes {
    ($($item:item)+) => {
        $(#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[ts(export)]
        $item)+
    };
}

shapes! {
    /// An invitation to be made.
    #[serde(deny_unknown_fields)]
    pub struct NewInvitation {
        /// How many accounts may be made with it, 1 to 1,000.
        #[schema(minimum = 1, maximum = 1000)]
        pub uses: u32,
        /// For how many days it is good, 1 to 365.
        #[schema(minimum = 1, maximum = 365)]
        pub days: u32,
        /// A word about it, at most 200 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub note: Option<String>,
    }

    /// An invitation that has been made.
    pub struct MadeInvitation {
        /// Its id.
        pub id: Uuid,
        /// The path of its link at this server; told this once.
        pub path: String,
    }

    /// An invitation that can still be used.
    pub struct Invitation {
        /// Its id.
        pub id: Uuid,
        /// How many accounts may be made with it.
        pub uses: u32,
        /// How many still may.
        pub left: u32,
        /// What was noted about it.
        pub note: String,
        /// When it was made, in Unix milliseconds.
        pub created_ms: u64,
        /// When it ends, in Unix milliseconds.
        pub expires_ms: u64,
    }

    /// A page of invitations, the oldest first.
    pub struct InvitationPage {
        /// The rows.
        pub items: Vec<Invitation>,
        /// Pass this as `after` for the next page; absent on the last one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub next: Option<Uuid>,
    }
}
