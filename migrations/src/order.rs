//! Keeping order among people: the audit log, sanctions, reports, and what the server is told to do.
//!
//! The log can be added to and nothing else, whoever asks the database: it says no to changes and deletions. Each sanction's
//! `changed` is the number of the entry about its last change, so that servers find what is new by one indexed question.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, binary, boolean, pk_uuid, small_integer, small_integer_null, text,
    text_null, uuid, uuid_null,
};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

/// Adds the tables of order.
#[derive(Debug)]
pub(crate) struct Order;

impl MigrationName for Order {
    fn name(&self) -> &str {
        "m0010_order"
    }
}

const ONLY_ADDED_SQLITE: [&str; 2] = [
    "CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END",
    "CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END",
];
const ONLY_ADDED_POSTGRES: [&str; 2] = [
    "CREATE FUNCTION audit_is_only_added_to() RETURNS trigger LANGUAGE plpgsql AS \
     $$ BEGIN RAISE EXCEPTION 'the audit log is only added to'; END $$",
    "CREATE TRIGGER audit_is_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON audit \
     FOR EACH STATEMENT EXECUTE FUNCTION audit_is_only_added_to()",
];

#[async_trait::async_trait]
impl MigrationTrait for Order {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [audit(), sanctions(), reports(), report_notes(), orders()] {
            manager.create_table(table).await?;
        }
        for (table, name, columns) in [
            ("audit", "audit_by_subject", &["subject", "number"][..]),
            ("audit", "audit_by_officer", &["officer", "number"]),
            ("sanctions", "sanctions_by_account", &["account", "begins_ms"]),
            ("sanctions", "sanctions_by_game", &["game"]),
            ("sanctions", "sanctions_by_change", &["changed"]),
            ("sanctions", "sanctions_by_appeal", &["appealed_ms"]),
            ("reports", "reports_by_state", &["state", "made_ms"]),
            ("reports", "reports_by_account", &["account", "made_ms"]),
            ("reports", "reports_by_reporter", &["reporter", "made_ms"]),
        ] {
            let mut index = Index::create();
            index.table(table).name(name);
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index.to_owned()).await?;
        }
        let db = manager.get_connection();
        let is_sqlite = db.get_database_backend() == DbBackend::Sqlite;
        let only_added = if is_sqlite { ONLY_ADDED_SQLITE } else { ONLY_ADDED_POSTGRES };
        for statement in only_added {
            db.execute_unprepared(statement).await?;
        }
        Ok(())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

fn audit() -> TableCreateStatement {
    Table::create()
        .table("audit")
        .col(big_integer("number").primary_key())
        .col(big_integer("at_ms"))
        .col(uuid_null("officer"))
        .col(text("officer_name"))
        .col(text("act"))
        .col(text("subject"))
        .col(text("reason"))
        .col(text("before"))
        .col(text("after"))
        .col(binary("hash"))
        .to_owned()
}

fn sanctions() -> TableCreateStatement {
    Table::create()
        .table("sanctions")
        .col(pk_uuid("id"))
        .col(small_integer("kind"))
        .col(uuid("account"))
        .col(text("name"))
        .col(uuid_null("game"))
        .col(uuid_null("report"))
        .col(text("reason"))
        .col(boolean("forfeits"))
        .col(uuid("officer"))
        .col(text("officer_name"))
        .col(big_integer("begins_ms"))
        .col(big_integer_null("ends_ms"))
        .col(big_integer_null("seen_ms"))
        .col(big_integer_null("lifted_ms"))
        .col(text_null("lifted_by"))
        .col(text_null("lift_reason"))
        .col(big_integer_null("appealed_ms"))
        .col(text_null("appeal"))
        .col(big_integer_null("decided_ms"))
        .col(text_null("decided_by"))
        .col(text_null("decision"))
        .col(big_integer("changed"))
        .foreign_key(&mut reference("sanctions", "account", "accounts"))
        .foreign_key(&mut reference("sanctions", "officer", "accounts"))
        .foreign_key(&mut reference("sanctions", "game", "games"))
        .to_owned()
}

fn reports() -> TableCreateStatement {
    Table::create()
        .table("reports")
        .col(pk_uuid("id"))
        .col(small_integer("state"))
        .col(small_integer("kind"))
        .col(uuid("reporter"))
        .col(text("reporter_name"))
        .col(uuid("account"))
        .col(text("name"))
        .col(uuid_null("game"))
        .col(big_integer_null("ply"))
        .col(small_integer_null("stream"))
        .col(big_integer_null("line"))
        .col(text("text"))
        .col(big_integer("made_ms"))
        .col(uuid_null("officer"))
        .col(text_null("officer_name"))
        .col(big_integer("revision"))
        .foreign_key(&mut reference("reports", "reporter", "accounts"))
        .foreign_key(&mut reference("reports", "account", "accounts"))
        .foreign_key(&mut reference("reports", "game", "games"))
        .to_owned()
}

fn report_notes() -> TableCreateStatement {
    Table::create()
        .table("report_notes")
        .col(uuid("report"))
        .col(big_integer("number"))
        .col(text("officer_name"))
        .col(text("text"))
        .col(big_integer("at_ms"))
        .primary_key(Index::create().col("report").col("number"))
        .foreign_key(&mut reference("report_notes", "report", "reports"))
        .to_owned()
}

/// What the server is told to do, by name.
fn orders() -> TableCreateStatement {
    Table::create().table("orders").col(text("name").primary_key()).col(text("value")).to_owned()
}

fn reference(table: &'static str, column: &'static str, to: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_{column}"))
        .from(table, column)
        .to(to, "id")
        .on_delete(ForeignKeyAction::Restrict)
        .to_owned()
}
