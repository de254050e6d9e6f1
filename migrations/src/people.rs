//! Who people are beside their credentials: what they show of themselves, whom they have blocked, and who was invited.
//!
//! Who has never changed a profile has no row. `blocks` is read from both sides: neither meets the other.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, blob, pk_uuid, text, text_null, uuid};

/// Adds profiles, blocks and invitations.
#[derive(Debug)]
pub(crate) struct People;

impl MigrationName for People {
    fn name(&self) -> &str {
        "m0009_people"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for People {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(profiles()).await?;
        manager.create_table(blocks()).await?;
        manager.create_table(invitations()).await?;
        let by_other = Index::create().table("blocks").name("blocks_by_other").col("other").to_owned();
        manager.create_index(by_other).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

fn profiles() -> TableCreateStatement {
    Table::create()
        .table("profiles")
        .col(uuid("account").primary_key())
        .col(text_null("shown"))
        .col(text_null("country"))
        .col(text_null("locale"))
        .col(text_null("time_zone"))
        .col(big_integer("revision"))
        .foreign_key(&mut reference("profiles", "account"))
        .to_owned()
}

fn blocks() -> TableCreateStatement {
    Table::create()
        .table("blocks")
        .col(uuid("account"))
        .col(uuid("other"))
        .col(big_integer("since_ms"))
        .primary_key(Index::create().col("account").col("other"))
        .foreign_key(&mut reference("blocks", "account"))
        .foreign_key(&mut reference("blocks", "other"))
        .to_owned()
}

/// `hash` is that of what the link says, which is kept nowhere.
fn invitations() -> TableCreateStatement {
    Table::create()
        .table("invitations")
        .col(pk_uuid("id"))
        .col(blob("hash").unique_key())
        .col(big_integer("uses"))
        .col(big_integer("left"))
        .col(text("note"))
        .col(big_integer("created_ms"))
        .col(big_integer("expires_ms"))
        .to_owned()
}

fn reference(table: &'static str, column: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_{column}"))
        .from(table, column)
        .to("accounts", "id")
        .on_delete(ForeignKeyAction::Restrict)
        .to_owned()
}
