//! Rooms that sleep: until when, and which time of the installation is to be charged when they wake.
//!
//! A room of the version before must always be awake, which is what 0 says.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null};

/// Adds the index of deadlines, and the time in which the installation served.
#[derive(Debug)]
pub(crate) struct Second;

impl MigrationName for Second {
    fn name(&self) -> &str {
        "m0002_sleeping_rooms"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Second {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // One column a statement: SQLite takes no more.
        let columns = [
            ("rooms", big_integer("due_up_ms").default(0).to_owned()),
            ("rooms", big_integer_null("up_ms")),
            ("nodes", big_integer_null("up_ms")),
            ("nodes", big_integer("grace_ms").default(0).to_owned()),
        ];
        for (table, mut column) in columns {
            manager.alter_table(Table::alter().table(table).add_column(&mut column).to_owned()).await?;
        }
        let due = Index::create().table("rooms").name("rooms_due").col("due_up_ms").col("game").to_owned();
        manager.create_index(due).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
