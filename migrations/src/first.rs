//! The first schema: accounts, log-ins, games, rooms, their journal, offers and servers.
//!
//! Times are Unix milliseconds or milliseconds of room time, ids are UUIDs, and what only the
//! program reads is JSON text. `rooms` has a row per *running* game: it is the fence that every
//! move passes, so it is kept narrow and apart from the game's description.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, blob, blob_null, boolean, pk_uuid, small_integer, small_integer_null,
    text, text_null, uuid, uuid_null,
};

/// Creates every table of the first release.
#[derive(Debug)]
pub(crate) struct First;

impl MigrationName for First {
    fn name(&self) -> &str {
        "m0001_first"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for First {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [accounts(), sessions(), tokens(), nodes(), games(), rooms(), journal(), challenges()] {
            manager.create_table(table).await?;
        }
        for index in indexes() {
            manager.create_index(index).await?;
        }
        Ok(())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

fn reference(from: (&'static str, &'static str), to: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{}_{}", from.0, from.1))
        .from(from.0, from.1)
        .to(to, "id")
        .on_delete(ForeignKeyAction::Restrict)
        .to_owned()
}

fn accounts() -> TableCreateStatement {
    Table::create()
        .table("accounts")
        .col(pk_uuid("id"))
        .col(text("name"))
        .col(text("name_key"))
        .col(text("password_hash"))
        .col(small_integer("role"))
        .col(big_integer("created_ms"))
        .to_owned()
}

/// A log-in and the chain of refresh tokens that came from it. `expires_ms` is that of its newest token.
fn sessions() -> TableCreateStatement {
    Table::create()
        .table("sessions")
        .col(pk_uuid("id"))
        .col(uuid("account"))
        .col(big_integer("created_ms"))
        .col(big_integer("expires_ms"))
        .col(big_integer("ends_ms"))
        .foreign_key(&mut reference(("sessions", "account"), "accounts"))
        .to_owned()
}

/// A token goes with its session, so that nothing of a revoked one can be left.
fn tokens() -> TableCreateStatement {
    Table::create()
        .table("tokens")
        .col(blob("hash").primary_key())
        .col(uuid("session"))
        .col(big_integer("expires_ms"))
        .col(big_integer_null("used_ms"))
        .col(blob_null("successor"))
        .foreign_key(reference(("tokens", "session"), "sessions").on_delete(ForeignKeyAction::Cascade))
        .to_owned()
}

fn nodes() -> TableCreateStatement {
    Table::create()
        .table("nodes")
        .col(pk_uuid("id"))
        .col(big_integer("served_ms"))
        .col(big_integer("wall_ms"))
        .col(big_integer("lease_ends_ms"))
        .to_owned()
}

fn games() -> TableCreateStatement {
    Table::create()
        .table("games")
        .col(pk_uuid("id"))
        .col(uuid("black"))
        .col(text("black_name"))
        .col(uuid("white"))
        .col(text("white_name"))
        .col(boolean("private"))
        .col(text("setup"))
        .col(big_integer("started_ms"))
        .col(big_integer_null("ended_ms"))
        .col(text_null("outcome"))
        .col(text_null("sgf"))
        .foreign_key(&mut reference(("games", "black"), "accounts"))
        .foreign_key(&mut reference(("games", "white"), "accounts"))
        .to_owned()
}

/// Who may write a running game. The row goes when the game ends.
fn rooms() -> TableCreateStatement {
    Table::create()
        .table("rooms")
        .col(pk_uuid("game"))
        .col(uuid_null("owner"))
        .col(big_integer("epoch"))
        .col(big_integer("next_seq"))
        .foreign_key(&mut reference(("rooms", "game"), "games"))
        .to_owned()
}

/// No foreign key: a row is only ever added under its room's fence, and a check per row is dear.
fn journal() -> TableCreateStatement {
    Table::create()
        .table("journal")
        .col(uuid("game"))
        .col(big_integer("seq"))
        .col(small_integer("format"))
        .col(big_integer("at_ms"))
        .col(big_integer("wall_ms"))
        .col(uuid("node"))
        .col(big_integer("served_ms"))
        .col(uuid_null("account"))
        .col(uuid_null("command"))
        .col(blob_null("command_hash"))
        .col(text("event"))
        .primary_key(Index::create().col("game").col("seq"))
        .to_owned()
}

fn challenges() -> TableCreateStatement {
    Table::create()
        .table("challenges")
        .col(pk_uuid("id"))
        .col(uuid("account"))
        .col(text("account_name"))
        .col(text("setup"))
        .col(small_integer("color"))
        .col(text_null("draw_hash"))
        .col(small_integer_null("draw_number"))
        .col(text_null("draw_nonce"))
        .col(boolean("private"))
        .col(big_integer("created_ms"))
        .col(small_integer("state"))
        .col(uuid_null("taken_by"))
        .col(uuid_null("game"))
        .foreign_key(&mut reference(("challenges", "account"), "accounts"))
        .to_owned()
}

fn indexes() -> Vec<IndexCreateStatement> {
    let index = |table: &'static str, name: &str, columns: &[&'static str]| {
        let mut index = Index::create().table(table).name(format!("{table}_{name}")).to_owned();
        for column in columns {
            index.col(*column);
        }
        index
    };
    vec![
        index("accounts", "by_name", &["name_key"]).unique().to_owned(),
        index("sessions", "by_account", &["account"]),
        index("sessions", "by_expiry", &["expires_ms"]),
        index("tokens", "by_session", &["session"]),
        index("tokens", "by_expiry", &["expires_ms"]),
        // Running games have no end: equality on it comes first.
        index("games", "running", &["ended_ms", "private", "started_ms", "id"]),
        index("games", "finished", &["private", "ended_ms", "id"]),
        index("games", "of_black", &["black", "ended_ms", "started_ms"]),
        index("games", "of_white", &["white", "ended_ms", "started_ms"]),
        index("rooms", "by_owner", &["owner"]),
        index("journal", "by_command", &["game", "account", "command"]).unique().to_owned(),
        index("challenges", "of_account", &["account", "state"]),
        index("challenges", "listed", &["state", "private", "created_ms", "id"]),
    ]
}
