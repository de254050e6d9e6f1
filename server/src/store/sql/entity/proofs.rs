//! What people prove who they are with, besides their passwords, and where they can be reached.
//!
//! Deliberately absent: relations, as in [`super`].

/// A second factor.
pub(in crate::store::sql) mod factor {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "second_factors")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account: Uuid,
        pub key: String,
        pub closed: Vec<u8>,
        pub created_ms: i64,
        pub confirmed_ms: Option<i64>,
        pub last_step: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A recovery code.
pub(in crate::store::sql) mod recovery {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "recovery_codes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A ticket.
pub(in crate::store::sql) mod ticket {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "tickets")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: Vec<u8>,
        pub kind: i16,
        pub account: Uuid,
        pub ends_ms: i64,
        pub tries: i32,
        pub about: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A personal token.
pub(in crate::store::sql) mod personal {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "personal_tokens")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub hash: Vec<u8>,
        pub account: Uuid,
        pub name: String,
        pub scopes: i16,
        pub created_ms: i64,
        pub ends_ms: i64,
        pub used_ms: Option<i64>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A mail address.
pub(in crate::store::sql) mod mail {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "mails")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account: Uuid,
        pub address: String,
        pub folded: String,
        pub confirmed_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
