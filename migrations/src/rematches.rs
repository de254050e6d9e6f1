//! Rematches: what is kept about a finished game until nobody can offer one any more.
//!
//! `done` is the list of commands that took effect, a few at most; `ended_ms` is the game's own, by which rows are deleted.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, pk_uuid, text, uuid_null};

/// Adds the table of rematches.
#[derive(Debug)]
pub(crate) struct Rematches;

impl MigrationName for Rematches {
    fn name(&self) -> &str {
        "m0007_rematches"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Rematches {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(rematches()).await?;
        let by_end = Index::create().table("rematches").name("rematches_by_end").col("ended_ms").to_owned();
        manager.create_index(by_end).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

fn rematches() -> TableCreateStatement {
    Table::create()
        .table("rematches")
        .col(pk_uuid("game"))
        .col(big_integer("revision"))
        .col(uuid_null("offered_by"))
        .col(big_integer_null("offer_ends_ms"))
        .col(text("done"))
        .col(uuid_null("next_game"))
        .col(big_integer("ended_ms"))
        .foreign_key(
            ForeignKey::create()
                .name("rematches_game")
                .from("rematches", "game")
                .to("games", "id")
                .on_delete(ForeignKeyAction::Restrict),
        )
        .to_owned()
}
