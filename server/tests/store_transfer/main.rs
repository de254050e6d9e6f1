//! Carrying an installation over to another database: all of it, every row the same, or nothing.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "../support/mod.rs"]
mod support;
#[path = "../store_contract/world.rs"]
#[allow(dead_code, reason = "a part of it is used here")]
mod world;

mod command;
mod installation;
mod kept_order;
mod whole;

use std::path::Path;

use sea_orm::{ConnectionTrait, Database, DbBackend, Statement};
use tianyuan::store::sql::{DatabaseUrl, SqlStore, StoreOptions, TransferError};

async fn open(url: &DatabaseUrl) -> SqlStore {
    SqlStore::open(url, &StoreOptions::default()).await.unwrap()
}

fn file(path: &Path) -> DatabaseUrl {
    DatabaseUrl::Sqlite(path.to_owned())
}

/// Carries over without telling anybody how far it is.
async fn carry(from: &DatabaseUrl, to: &DatabaseUrl) -> Result<Vec<(&'static str, u64)>, TransferError> {
    tianyuan::store::sql::transfer(from, to, &|_| {}).await
}

/// A URL as the bare driver wants it.
fn bare(url: &str) -> String {
    if url.starts_with("postgres") { url.to_owned() } else { format!("sqlite:{url}?mode=rw") }
}

/// Changes a database behind the store's back.
async fn execute(url: &str, sql: &str) {
    let db = Database::connect(bare(url)).await.unwrap();
    db.execute_unprepared(sql).await.unwrap();
    db.close().await.unwrap();
}

/// One number from a database.
async fn number(url: &str, sql: &str) -> i64 {
    let db = Database::connect(bare(url)).await.unwrap();
    let ask = Statement::from_string(db.get_database_backend(), sql);
    let row = db.query_one_raw(ask).await.unwrap().unwrap();
    db.close().await.unwrap();
    row.try_get_by_index(0).unwrap()
}

/// Everything in a SQLite file as SQLite writes it, by table; without what two databases need not share: when each
/// step of the schema was taken, and leases.
async fn dump(path: &Path) -> Vec<(String, Vec<String>)> {
    let db = Database::connect(bare(path.to_str().unwrap())).await.unwrap();
    let texts = async |sql: String| {
        let rows = db.query_all_raw(Statement::from_string(DbBackend::Sqlite, sql)).await.unwrap();
        rows.iter().map(|row| row.try_get_by_index::<String>(0).unwrap()).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    let of = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
              AND name != 'tianyuan_migrations' ORDER BY name";
    for table in texts(of.to_owned()).await {
        let columns = format!("SELECT name FROM pragma_table_info('{table}') WHERE name != 'lease_ends_ms'");
        let columns: Vec<_> =
            texts(columns).await.iter().map(|column| format!("quote({column}), '|'")).collect();
        let rows = texts(format!("SELECT concat({}) AS r FROM {table} ORDER BY r", columns.join(", "))).await;
        all.push((table, rows));
    }
    db.close().await.unwrap();
    all
}
