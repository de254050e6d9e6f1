//! What officers do to conversations, for ever: who hid a line and why, who may not speak after the end of a game; and accounts by
//! what they may do.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, text, text_null, uuid, uuid_null};

/// Adds the traces of officers.
#[derive(Debug)]
pub(crate) struct Staff;

impl MigrationName for Staff {
    fn name(&self) -> &str {
        "m0006_staff"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Staff {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [uuid_null("hidden_by"), text_null("hidden_name"), text_null("hidden_reason")] {
            let mut column = column.to_owned();
            manager.alter_table(Table::alter().table("lines").add_column(&mut column).to_owned()).await?;
        }
        manager.create_table(mutes()).await?;
        // A ruling is one, whoever sends it how often.
        let ruled = Index::create()
            .table("mutes")
            .name("mutes_by_command")
            .col("officer")
            .col("command")
            .unique()
            .to_owned();
        manager.create_index(ruled).await?;
        let roles = Index::create().table("accounts").name("accounts_by_role").col("role").to_owned();
        manager.create_index(roles).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

fn mutes() -> TableCreateStatement {
    Table::create()
        .table("mutes")
        .col(uuid("game"))
        .col(big_integer("number"))
        .col(uuid("account"))
        .col(text("name"))
        .col(boolean("muted"))
        .col(uuid("officer"))
        .col(text("officer_name"))
        .col(text("reason"))
        .col(uuid("command"))
        .col(big_integer("wall_ms"))
        .primary_key(Index::create().col("game").col("number"))
        .foreign_key(&mut reference("game", "games"))
        .foreign_key(&mut reference("account", "accounts"))
        .foreign_key(&mut reference("officer", "accounts"))
        .to_owned()
}

fn reference(column: &'static str, to: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("mutes_{column}"))
        .from("mutes", column)
        .to(to, "id")
        .on_delete(ForeignKeyAction::Restrict)
        .to_owned()
}
