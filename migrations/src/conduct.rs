//! What is noted of how somebody left a game, for people to judge; written with the game's record.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, small_integer, uuid};

/// Adds the table of conduct.
#[derive(Debug)]
pub(crate) struct Conduct;

impl MigrationName for Conduct {
    fn name(&self) -> &str {
        "m0015_conduct"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Conduct {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(conduct()).await?;
        let by_account = Index::create()
            .table("conduct")
            .name("conduct_by_account")
            .col("account")
            .col("wall_ms")
            .to_owned();
        manager.create_index(by_account).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

fn conduct() -> TableCreateStatement {
    let reference = |column, to| {
        ForeignKey::create()
            .name(format!("conduct_{column}"))
            .from("conduct", column)
            .to(to, "id")
            .on_delete(ForeignKeyAction::Restrict)
            .to_owned()
    };
    Table::create()
        .table("conduct")
        .col(uuid("game"))
        .col(uuid("account"))
        .col(small_integer("kind"))
        .col(big_integer("ply"))
        .col(big_integer("lasted_ms"))
        .col(big_integer("wall_ms"))
        .primary_key(Index::create().col("game").col("account"))
        .foreign_key(&mut reference("game", "games"))
        .foreign_key(&mut reference("account", "accounts"))
        .to_owned()
}
