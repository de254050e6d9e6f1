//! The tables by which order is kept among people.
//!
//! Deliberately absent: relations, as in the other tables.

/// The audit log.
pub(in crate::store::sql) mod audit {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: i64,
        pub at_ms: i64,
        pub officer: Option<Uuid>,
        pub officer_name: String,
        pub act: String,
        pub subject: String,
        pub reason: String,
        pub before: String,
        pub after: String,
        pub hash: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Sanctions.
pub(in crate::store::sql) mod sanction {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sanctions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub kind: i16,
        pub account: Uuid,
        pub name: String,
        pub game: Option<Uuid>,
        pub report: Option<Uuid>,
        pub reason: String,
        pub forfeits: bool,
        pub officer: Uuid,
        pub officer_name: String,
        pub begins_ms: i64,
        pub ends_ms: Option<i64>,
        pub seen_ms: Option<i64>,
        pub lifted_ms: Option<i64>,
        pub lifted_by: Option<String>,
        pub lift_reason: Option<String>,
        pub appealed_ms: Option<i64>,
        pub appeal: Option<String>,
        pub decided_ms: Option<i64>,
        pub decided_by: Option<String>,
        pub decision: Option<String>,
        pub changed: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What somebody was reported for.
pub(in crate::store::sql) mod report {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "reports")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub state: i16,
        pub kind: i16,
        pub reporter: Uuid,
        pub reporter_name: String,
        pub account: Uuid,
        pub name: String,
        pub game: Option<Uuid>,
        pub ply: Option<i64>,
        pub stream: Option<i16>,
        pub line: Option<i64>,
        pub text: String,
        pub made_ms: i64,
        pub officer: Option<Uuid>,
        pub officer_name: Option<String>,
        pub revision: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What moderators note about reports.
pub(in crate::store::sql) mod report_note {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "report_notes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub report: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: i64,
        pub officer_name: String,
        pub text: String,
        pub at_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What the server is told to do.
pub(in crate::store::sql) mod order {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "orders")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub value: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// How somebody left a game.
pub(in crate::store::sql) mod conduct {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "conduct")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub game: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub account: Uuid,
        pub kind: i16,
        pub ply: i64,
        pub lasted_ms: i64,
        pub wall_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
