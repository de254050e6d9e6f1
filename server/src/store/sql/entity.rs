//! The tables as they are, column by column; their meaning is told in the migrations.
//!
//! Deliberately absent: relations. Every query here says itself what it reads.
#![allow(unreachable_pub, missing_docs, reason = "the derives want public items; the module is private")]

mod keeping;
mod people;
mod proofs;

pub(super) use keeping::{audit, conduct, order, report, report_note, sanction};
pub(super) use people::{block, departure, invitation, profile};
pub(super) use proofs::{factor, mail, personal, recovery, ticket};

/// Accounts.
pub(super) mod account {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "accounts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub name_key: String,
        pub password_hash: String,
        pub role: i16,
        pub created_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A log-in; `expires_ms` is that of its newest token.
pub(super) mod session {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sessions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account: Uuid,
        pub created_ms: i64,
        pub expires_ms: i64,
        pub ends_ms: i64,
        pub seen_ms: Option<i64>,
        pub network: Option<String>,
        pub agent: Option<String>,
        pub proved_ms: Option<i64>,
        pub second_ms: Option<i64>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A refresh token of a session.
pub(super) mod token {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "tokens")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: Vec<u8>,
        pub session: Uuid,
        pub expires_ms: i64,
        pub used_ms: Option<i64>,
        pub successor: Option<Vec<u8>>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A server and its lease.
pub(super) mod node {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "nodes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub served_ms: i64,
        pub wall_ms: i64,
        pub lease_ends_ms: i64,
        pub up_ms: Option<i64>,
        pub grace_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A time in which a server was away.
pub(super) mod gap {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "gaps")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub node: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub from_ms: i64,
        pub wall_ms: i64,
        pub to_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A game's description and record.
pub(super) mod game {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "games")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub black: Uuid,
        pub black_name: String,
        pub white: Uuid,
        pub white_name: String,
        pub private: bool,
        pub swapped: bool,
        pub setup: String,
        pub started_ms: i64,
        pub ended_ms: Option<i64>,
        pub outcome: Option<String>,
        pub sgf: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The fence of a running game.
pub(super) mod room {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "rooms")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub game: Uuid,
        pub owner: Option<Uuid>,
        pub epoch: i64,
        pub next_seq: i64,
        pub due_up_ms: i64,
        pub up_ms: Option<i64>,
        pub called_ms: Option<i64>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An event of a game.
pub(super) mod journal {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "journal")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub game: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub seq: i64,
        pub format: i16,
        pub at_ms: i64,
        pub wall_ms: i64,
        pub node: Uuid,
        pub served_ms: i64,
        pub account: Option<Uuid>,
        pub command: Option<Uuid>,
        pub command_hash: Option<Vec<u8>>,
        pub event: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An offer to play.
pub(super) mod challenge {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "challenges")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account: Uuid,
        pub account_name: String,
        pub setup: String,
        pub color: i16,
        pub draw_hash: Option<String>,
        pub draw_number: Option<i16>,
        pub draw_nonce: Option<String>,
        pub private: bool,
        pub created_ms: i64,
        pub state: i16,
        pub taken_by: Option<Uuid>,
        pub game: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A line of a conversation.
pub(super) mod line {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lines")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub game: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub stream: i16,
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: i64,
        pub account: Uuid,
        pub command: Uuid,
        pub name: String,
        pub text: String,
        pub ply: i32,
        pub wall_ms: i64,
        pub hidden_ms: Option<i64>,
        pub hidden_by: Option<Uuid>,
        pub hidden_name: Option<String>,
        pub hidden_reason: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Who may not speak about a game that is over, or may again.
pub(super) mod mute {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "mutes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub game: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: i64,
        pub account: Uuid,
        pub name: String,
        pub muted: bool,
        pub officer: Uuid,
        pub officer_name: String,
        pub reason: String,
        pub command: Uuid,
        pub wall_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What somebody noted about a game.
pub(super) mod note {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "notes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub game: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub account: Uuid,
        pub text: String,
        pub changed_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What is kept about the rematch of a finished game.
pub(super) mod rematch {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "rematches")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub game: Uuid,
        pub revision: i64,
        pub offered_by: Option<Uuid>,
        pub offer_ends_ms: Option<i64>,
        pub done: String,
        pub next_game: Option<Uuid>,
        pub ended_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
