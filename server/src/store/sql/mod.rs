//! The store over SQLite and PostgreSQL: one implementation of every trait, chosen by URL.
//!
//! Three lanes lead to the database. *First* serves the journal's group commit and the signs of
//! life; *write* and *read* serve everything else, each behind a bounded [`gate`], so that moves
//! never wait behind more than one other writer. On SQLite *first* and *write* are the same single
//! connection, because that file has one writer; readers cannot write and are stopped after
//! [`READ_MS`]. On PostgreSQL they are pools of the same server.
//! Deliberately absent: caching, retries on behalf of callers (except the journal's, which are safe),
//! and SQL text that holds a value.

mod accounts;
mod audit;
mod challenges;
mod conduct;
mod convert;
mod departures;
mod entity;
mod factors;
mod failure;
mod file;
mod games;
mod gate;
mod group;
mod invitations;
mod journal;
mod mails;
mod nodes;
mod notes;
mod open_error;
mod people;
mod personal;
mod postgres;
mod rematches;
mod reports;
mod sanctions;
mod sessions;
mod sqlite;
mod talk;
mod tickets;
mod transfer;
mod url;
mod writer;

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::{
    DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, SqliteTransactionMode, TransactionOptions,
    TransactionTrait,
};

use super::StoreError;
use failure::failed;
use gate::Gate;
use writer::Writer;

pub use open_error::OpenError;
pub use transfer::{Progress, Stage, TransferError, transfer};
pub use url::DatabaseUrl;

/// The longest that one read may take, in milliseconds.
pub const READ_MS: u64 = 2_000;

/// The longest list that one call returns, whatever it asks for.
pub const PAGE_MAX: u64 = 1_000;

/// The longest that the database may take for one transaction.
const TRANSACTION_LIMIT: Duration = Duration::from_secs(10);

/// Callers that may wait for a turn to write, besides the journal.
const WRITERS_WAITING: usize = 256;

/// Callers that may wait for a turn to read.
const READERS_WAITING: usize = 1_024;

/// How to open a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreOptions {
    /// Whether migrations that are due are run; otherwise they are an error.
    pub migrate: bool,
    /// Whether a place where nothing is becomes a database; otherwise that is an error.
    pub create: bool,
    /// Connections for reading.
    pub readers: u32,
    /// Connections for writing besides the journal's; SQLite has one for both.
    pub writers: u32,
}

/// Connections of the first lane of a PostgreSQL: the journal's writer and the signs of life.
const FIRST: u32 = 2;

impl StoreOptions {
    /// The fewest connections: those of the first lane, one to write and one to read.
    pub const FEWEST: u32 = FIRST + 2;
    /// As many as are used when nothing is said.
    pub const USUAL: u32 = 12;

    /// At most so many connections in all; fewer than [`Self::FEWEST`] are as many as these.
    #[must_use]
    pub fn with(connections: u32) -> Self {
        let rest = connections.max(Self::FEWEST) - FIRST;
        let readers = (rest * 2 / 5).max(1);
        Self { migrate: true, create: true, readers, writers: rest - readers }
    }
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self::with(Self::USUAL)
    }
}

/// The store. Cheap to clone; every clone is the same store.
#[derive(Clone, Debug)]
pub struct SqlStore {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    lanes: Lanes,
    write_gate: Gate,
    read_gate: Gate,
    writer: Writer,
    lock: Option<Arc<File>>,
    migrated: Vec<String>,
    installation: String,
}

/// The connections of an opened database.
#[derive(Debug)]
struct Lanes {
    first: DatabaseConnection,
    write: DatabaseConnection,
    read: DatabaseConnection,
}

/// What opening a database of either kind brings.
struct Opened {
    lanes: Lanes,
    writers: usize,
    lock: Option<Arc<File>>,
    migrated: Vec<String>,
    installation: String,
}

impl SqlStore {
    /// Opens a database, after checking that it is one of ours and not newer than this version, and
    /// brings it up to date. An existing SQLite file is backed up before it is migrated.
    ///
    /// # Errors
    /// [`OpenError`], which says what to do. Nothing was overwritten.
    pub async fn open(url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        let opened = match url {
            DatabaseUrl::Sqlite(path) => sqlite::open(path, options).await?,
            DatabaseUrl::Postgres(url) => postgres::open(url, options).await?,
        };
        let readers = usize::try_from(options.readers.max(1)).unwrap_or(1);
        let writer = Writer::start(opened.lanes.first.clone(), opened.lock.clone());
        let inner = Inner {
            lanes: opened.lanes,
            write_gate: Gate::new(opened.writers, WRITERS_WAITING),
            read_gate: Gate::new(readers, READERS_WAITING),
            writer,
            lock: opened.lock,
            migrated: opened.migrated,
            installation: opened.installation,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The migrations that opening it ran.
    #[must_use]
    pub fn migrated(&self) -> &[String] {
        &self.inner.migrated
    }

    /// What the servers on this database have in common, and those on no other; empty for a file, whose server is alone.
    #[must_use]
    pub fn installation(&self) -> &str {
        &self.inner.installation
    }

    /// Whether the database answers: for readiness.
    ///
    /// # Errors
    /// [`StoreError`] says why not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(async |db| db.ping().await).await
    }

    /// Commits what waits, refuses what comes after, and lets go of the database. Every clone is closed.
    pub async fn close(&self) {
        self.inner.writer.stop().await;
        let Lanes { first, write, read } = &self.inner.lanes;
        for lane in [read, write, first] {
            // A connection that is broken is closed all the same.
            let _ = lane.close_by_ref().await;
        }
        if let Some(lock) = &self.inner.lock {
            // The operating system lets go of it at the end of the process in any case.
            let _ = lock.unlock();
        }
    }

    /// Runs one read, within its limit.
    async fn read<T>(
        &self,
        query: impl AsyncFnOnce(&DatabaseConnection) -> Result<T, DbErr>,
    ) -> Result<T, StoreError> {
        let _pass = self.inner.read_gate.enter().await?;
        let limit = Duration::from_millis(READ_MS);
        match tokio::time::timeout(limit, query(&self.inner.lanes.read)).await {
            Ok(result) => result.map_err(failed),
            Err(_) => Err(StoreError::Busy),
        }
    }

    /// Runs one transaction of the write lane: durable when `body` and the commit succeed, undone when `body` fails
    /// or the call is dropped before the commit. A failure of the commit itself has an unknown outcome.
    async fn change<T>(
        &self,
        body: impl AsyncFnOnce(&DatabaseTransaction) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        // Declared before the transaction, so that the turn is given back after it has ended.
        let _pass = self.inner.write_gate.enter().await?;
        let work = async {
            let db = begin(&self.inner.lanes.write).await.map_err(failed)?;
            let value = body(&db).await?;
            db.commit()
                .await
                .map_err(|error| StoreError::Unavailable(format!("{error}; the outcome is unknown")))?;
            Ok(value)
        };
        match tokio::time::timeout(TRANSACTION_LIMIT, work).await {
            Ok(result) => result,
            Err(_) => Err(StoreError::Unavailable("no answer in time; the outcome is unknown".to_owned())),
        }
    }
}

/// The length of the page that is returned to who asks for `limit`.
fn page(limit: u64) -> u64 {
    limit.min(PAGE_MAX)
}

/// Begins a transaction that can write: on SQLite it takes the file's lock at once, so that it never
/// has to give up half-way.
async fn begin(db: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    db.begin_with_options(TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    })
    .await
}

/// The database's own wall clock in Unix milliseconds, as an expression. The moment is that of the
/// statement, not of the transaction.
fn database_now_ms(backend: DbBackend) -> sea_orm::sea_query::Expr {
    sea_orm::sea_query::Expr::cust(if backend == DbBackend::Sqlite {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    } else {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_shared_out() {
        for (connections, readers, writers) in
            [(12, 4, 6), (5, 1, 2), (4, 1, 1), (0, 1, 1), (1_000, 399, 599)]
        {
            let options = StoreOptions::with(connections);
            assert_eq!((options.readers, options.writers), (readers, writers), "of {connections}");
        }
    }
}
