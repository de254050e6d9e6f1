//! What people prove who they are with, and where they have done so.
//!
//! The new columns of a session may be empty, since a server of the version before fills in none: `seen_ms` is when it was last gone
//! on with, `network` and `agent` from where, shortened; `proved_ms` is when its owner last proved who that is, and `second_ms` when
//! with a second factor.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, blob, integer, pk_uuid, small_integer, text, text_null, uuid,
};

/// Adds what is kept about sessions, second factors, recovery codes, tickets, personal tokens, mail
/// addresses.
#[derive(Debug)]
pub(crate) struct Credentials;

impl MigrationName for Credentials {
    fn name(&self) -> &str {
        "m0008_credentials"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Credentials {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            big_integer_null("seen_ms"),
            text_null("network"),
            text_null("agent"),
            big_integer_null("proved_ms"),
            big_integer_null("second_ms"),
        ];
        for mut column in columns {
            manager.alter_table(Table::alter().table("sessions").add_column(&mut column).to_owned()).await?;
        }
        for table in [second_factors(), recovery_codes(), tickets(), personal_tokens(), mails()] {
            manager.create_table(table).await?;
        }
        let mut by_hash = index("personal_tokens", "personal_tokens_by_hash", "hash");
        manager.create_index(by_hash.unique().to_owned()).await?;
        manager.create_index(index("personal_tokens", "personal_tokens_by_account", "account")).await?;
        manager.create_index(index("personal_tokens", "personal_tokens_by_end", "ends_ms")).await?;
        manager.create_index(index("mails", "mails_by_address", "folded")).await?;
        manager.create_index(index("tickets", "tickets_by_account", "account")).await?;
        manager.create_index(index("tickets", "tickets_by_end", "ends_ms")).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

/// `closed` is the secret under the key named `key`; one without `confirmed_ms` is only proposed. No code of `last_step` or before is
/// accepted any more.
fn second_factors() -> TableCreateStatement {
    Table::create()
        .table("second_factors")
        .col(pk_uuid("account"))
        .col(text("key"))
        .col(blob("closed"))
        .col(big_integer("created_ms"))
        .col(big_integer_null("confirmed_ms"))
        .col(big_integer("last_step"))
        .foreign_key(&mut of_account("second_factors"))
        .to_owned()
}

/// A row goes when its code is used.
fn recovery_codes() -> TableCreateStatement {
    Table::create()
        .table("recovery_codes")
        .col(uuid("account"))
        .col(blob("hash"))
        .primary_key(Index::create().col("account").col("hash"))
        .foreign_key(&mut of_account("recovery_codes"))
        .to_owned()
}

/// Short-lived secrets to come back with; `about` is what is confirmed by one.
fn tickets() -> TableCreateStatement {
    Table::create()
        .table("tickets")
        .col(blob("hash").primary_key())
        .col(small_integer("kind"))
        .col(uuid("account"))
        .col(big_integer("ends_ms"))
        .col(integer("tries"))
        .col(text_null("about"))
        .foreign_key(&mut of_account("tickets"))
        .to_owned()
}

/// Tokens by which bots and tools act for an account; `scopes` are bits, `used_ms` is when one was last used.
fn personal_tokens() -> TableCreateStatement {
    Table::create()
        .table("personal_tokens")
        .col(pk_uuid("id"))
        .col(blob("hash"))
        .col(uuid("account"))
        .col(text("name"))
        .col(small_integer("scopes"))
        .col(big_integer("created_ms"))
        .col(big_integer("ends_ms"))
        .col(big_integer_null("used_ms"))
        .foreign_key(&mut of_account("personal_tokens"))
        .to_owned()
}

/// Addresses that were confirmed; `folded` is the same in small letters, to find it by. Several accounts may have one address.
fn mails() -> TableCreateStatement {
    Table::create()
        .table("mails")
        .col(pk_uuid("account"))
        .col(text("address"))
        .col(text("folded"))
        .col(big_integer("confirmed_ms"))
        .foreign_key(&mut of_account("mails"))
        .to_owned()
}

fn index(table: &'static str, name: &'static str, column: &'static str) -> IndexCreateStatement {
    Index::create().table(table).name(name).col(column).to_owned()
}

fn of_account(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_account"))
        .from(table, "account")
        .to("accounts", "id")
        .on_delete(ForeignKeyAction::Restrict)
        .to_owned()
}
