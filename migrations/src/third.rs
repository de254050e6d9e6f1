//! What people say in a room, for ever, and what they note for themselves.
//!
//! `hidden_ms` is when a referee hid a line: it keeps its number, and its text is shown to nobody any more.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, integer, small_integer, text, uuid};

/// Adds the lines of conversations and the private notes.
#[derive(Debug)]
pub(crate) struct Third;

impl MigrationName for Third {
    fn name(&self) -> &str {
        "m0003_talk"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Third {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(lines()).await?;
        manager.create_table(notes()).await?;
        // A line is said once, whoever sends it how often.
        let said = Index::create()
            .table("lines")
            .name("lines_by_command")
            .col("account")
            .col("command")
            .unique()
            .to_owned();
        manager.create_index(said).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

fn lines() -> TableCreateStatement {
    Table::create()
        .table("lines")
        .col(uuid("game"))
        .col(small_integer("stream"))
        .col(big_integer("number"))
        .col(uuid("account"))
        .col(uuid("command"))
        .col(text("name"))
        .col(text("text"))
        .col(integer("ply"))
        .col(big_integer("wall_ms"))
        .col(big_integer_null("hidden_ms"))
        .primary_key(Index::create().col("game").col("stream").col("number"))
        .foreign_key(&mut reference("lines", "game", "games"))
        .foreign_key(&mut reference("lines", "account", "accounts"))
        .to_owned()
}

fn notes() -> TableCreateStatement {
    Table::create()
        .table("notes")
        .col(uuid("game"))
        .col(uuid("account"))
        .col(text("text"))
        .col(big_integer("changed_ms"))
        .primary_key(Index::create().col("game").col("account"))
        .foreign_key(&mut reference("notes", "game", "games"))
        .foreign_key(&mut reference("notes", "account", "accounts"))
        .to_owned()
}

fn reference(table: &'static str, column: &'static str, to: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_{column}"))
        .from(table, column)
        .to(to, "id")
        .on_delete(ForeignKeyAction::Restrict)
        .to_owned()
}
