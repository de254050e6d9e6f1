//! The tables of people beside their credentials.

/// What somebody shows of themselves.
pub(in super::super) mod profile {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "profiles")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account: Uuid,
        pub shown: Option<String>,
        pub country: Option<String>,
        pub locale: Option<String>,
        pub time_zone: Option<String>,
        pub revision: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Whom somebody has blocked.
pub(in super::super) mod block {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "blocks")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub other: Uuid,
        pub since_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An invitation to make an account.
pub(in super::super) mod invitation {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "invitations")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub hash: Vec<u8>,
        pub uses: i64,
        pub left: i64,
        pub note: String,
        pub created_ms: i64,
        pub expires_ms: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Somebody who has gone.
pub(in super::super) mod departure {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "departures")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: Vec<u8>,
        pub account: Uuid,
        pub since_ms: i64,
        pub renamed: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
