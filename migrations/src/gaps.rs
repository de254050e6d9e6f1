//! The times in which a server was away and came back: what it served before is not what it served after, and whoever takes a
//! game over from it later must not charge what lies between.
//!
//! `from_ms` and `to_ms` are the server's own running time; `wall_ms` is when it was last seen before.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, uuid};

/// Adds the table of gaps.
#[derive(Debug)]
pub(crate) struct Gaps;

impl MigrationName for Gaps {
    fn name(&self) -> &str {
        "m0014_gaps"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Gaps {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(gaps()).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

fn gaps() -> TableCreateStatement {
    Table::create()
        .table("gaps")
        .col(uuid("node"))
        .col(big_integer("from_ms"))
        .col(big_integer("wall_ms"))
        .col(big_integer("to_ms"))
        .primary_key(Index::create().col("node").col("from_ms"))
        .foreign_key(
            ForeignKey::create()
                .name("gaps_node")
                .from("gaps", "node")
                .to("nodes", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}
