//! Who has gone: the names that nobody gets again, and whose old names are still to be replaced in what stays.
//!
//! `hash` is that of the name's folded form, so that the name itself is kept nowhere. `renamed` is whether the games and lines of
//! the account have its new name already.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, blob, boolean, uuid};

/// Adds the table of those who have gone, and the way to somebody's own notes.
#[derive(Debug)]
pub(crate) struct Departures;

impl MigrationName for Departures {
    fn name(&self) -> &str {
        "m0013_departures"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Departures {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(departures()).await?;
        let open = Index::create().table("departures").name("departures_open").col("renamed").to_owned();
        manager.create_index(open).await?;
        let notes =
            Index::create().table("notes").name("notes_of_account").col("account").col("game").to_owned();
        manager.create_index(notes).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

fn departures() -> TableCreateStatement {
    Table::create()
        .table("departures")
        .col(blob("hash").primary_key())
        .col(uuid("account").unique_key())
        .col(big_integer("since_ms"))
        .col(boolean("renamed").default(false))
        .foreign_key(
            ForeignKey::create()
                .name("departures_account")
                .from("departures", "account")
                .to("accounts", "id")
                .on_delete(ForeignKeyAction::Restrict),
        )
        .to_owned()
}
