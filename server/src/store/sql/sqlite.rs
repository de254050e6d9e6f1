//! Opening a SQLite file: look before touching, one server per file, one connection that writes.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, Statement};

use super::failure::code;
use super::file::{create, damaged, lock, look, not_ours, place, sync_folder, with_suffix};
use super::{DatabaseUrl, Lanes, OpenError, Opened, READ_MS, StoreOptions, begin};
use crate::time::Time;

/// How long a statement waits for another program that has the file.
const BUSY: Duration = Duration::from_secs(5);

/// Files up to this size are checked page by page when they are opened.
const CHECKED_BYTES: u64 = 256 << 20;

/// Backups of one version that may lie beside the file.
const BACKUPS: u32 = 20;

/// Steps of SQLite's machine between two looks at the clock.
const STEPS: i32 = 10_000;

/// Opens the file, which is made when it is missing, after checking everything that can be checked
/// without writing.
pub(super) async fn open(path: &Path, options: &StoreOptions) -> Result<Opened, OpenError> {
    let absent = || OpenError::Absent { url: DatabaseUrl::Sqlite(path.to_owned()).to_string() };
    if !options.create && !path.exists() {
        return Err(absent());
    }
    let full = place(path)?;
    let lock = lock(&full)?;
    let existed = look(&full)?;
    let migrations = if existed { probe(&full).await? } else { migrations::State::default() };
    refuse_newer(&migrations)?;
    if !options.create && migrations.applied.is_empty() {
        return Err(absent());
    }
    let path = full;
    if !existed {
        create(&path)?;
    }
    let write = connect(&path, 1, Lane::Write).await.map_err(|error| trouble(&path, &error))?;
    let state = migrations::state(&write).await.map_err(|error| trouble(&path, &error))?;
    refuse_newer(&state)?;
    if !state.pending.is_empty() {
        if !options.migrate && existed && !state.applied.is_empty() {
            return Err(OpenError::Pending { steps: state.pending.join(", ") });
        }
        if let Some(version) = state.applied.last() {
            back_up(&write, &path, version).await?;
        }
        migrate(&write).await.map_err(|error| OpenError::Failed { why: error.to_string() })?;
    }
    let readers = std::cmp::max(options.readers, 1);
    let read = connect(&path, readers, Lane::Read).await.map_err(|error| trouble(&path, &error))?;
    Ok(Opened {
        lanes: Lanes { first: write.clone(), write, read },
        writers: 1,
        lock: Some(Arc::new(lock)),
        migrated: state.pending,
        installation: String::new(),
    })
}

/// A database in which unknown steps were taken is left alone.
pub(super) fn refuse_newer(state: &migrations::State) -> Result<(), OpenError> {
    if state.unknown.is_empty() { Ok(()) } else { Err(OpenError::Newer { steps: state.unknown.join(", ") }) }
}

/// What a failure while opening means to somebody who has to do something about it.
fn trouble(path: &Path, error: &DbErr) -> OpenError {
    let code = code(error).and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff);
    match code {
        Some(26) => not_ours(path, "it is no SQLite file"),
        Some(11) => damaged(path, &error.to_string()),
        Some(5 | 6) => OpenError::InUse { path: path.to_owned() },
        Some(3 | 8 | 14) => OpenError::Folder { path: path.to_owned(), why: error.to_string() },
        Some(_) | None => OpenError::Failed { why: error.to_string() },
    }
}

/// Looks into an existing file with a connection that cannot write.
async fn probe(path: &Path) -> Result<migrations::State, OpenError> {
    let failed = |error: DbErr| trouble(path, &error);
    let db = connect(path, 1, Lane::Probe).await.map_err(failed)?;
    let state = look_inside(&db, path).await;
    let _ = db.close().await; // it wrote nothing
    state
}

async fn look_inside(db: &DatabaseConnection, path: &Path) -> Result<migrations::State, OpenError> {
    let failed = |error: DbErr| trouble(path, &error);
    let state = migrations::state(db).await.map_err(failed)?;
    refuse_newer(&state)?;
    let tables = Query::select()
        .column("name")
        .from("sqlite_master")
        .and_where(Expr::col("name").not_like("sqlite%"))
        .limit(1)
        .to_owned();
    if state.applied.is_empty() && db.query_one(&tables).await.map_err(failed)?.is_some() {
        return Err(not_ours(path, "it holds the tables of another program"));
    }
    if path.metadata().is_ok_and(|file| file.len() <= CHECKED_BYTES) {
        let check = Statement::from_string(DbBackend::Sqlite, "PRAGMA quick_check(1)");
        let row = db.query_one_raw(check).await.map_err(failed)?;
        let found: Option<String> = row.map(|row| row.try_get_by_index(0)).transpose().map_err(failed)?;
        if found.as_deref() != Some("ok") {
            return Err(damaged(path, &found.unwrap_or_default()));
        }
    }
    Ok(state)
}

/// Copies the database beside itself, durably, under a name that is not taken.
async fn back_up(db: &DatabaseConnection, path: &Path, version: &str) -> Result<(), OpenError> {
    let free = (1..=BACKUPS).map(|number| with_suffix(path, &format!(".{version}.backup-{number}")));
    let copy = free.into_iter().find(|copy| !copy.exists());
    let copy = copy.ok_or_else(|| OpenError::Backup {
        path: with_suffix(path, &format!(".{version}.backup-{BACKUPS}")),
        why: "all names are taken".to_owned(),
    })?;
    let failed = |why: String| OpenError::Backup { path: copy.clone(), why };
    let text = copy.to_str().ok_or_else(|| failed("its path is no text".to_owned()))?;
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&copy);
    made.map_err(|error| failed(error.to_string()))?;
    let vacuum = Statement::from_sql_and_values(DbBackend::Sqlite, "VACUUM INTO ?", [text.into()]);
    if let Err(error) = db.execute_raw(vacuum).await {
        let _ = std::fs::remove_file(&copy); // half a backup is none
        return Err(failed(error.to_string()));
    }
    let synced = File::open(&copy).and_then(|file| file.sync_all()).and_then(|()| sync_folder(&copy));
    synced.map_err(|error| failed(error.to_string()))
}

/// Takes all due steps in one transaction, so that no half of them can be left.
async fn migrate(db: &DatabaseConnection) -> Result<(), DbErr> {
    let tx = begin(db).await?;
    migrations::up(&tx).await?;
    tx.commit().await
}

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// Looking into a file that may not be ours.
    Probe,
    /// The one that writes.
    Write,
    /// Reading only.
    Read,
}

async fn connect(path: &Path, connections: u32, lane: Lane) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    let path = path.to_owned();
    options
        .max_connections(connections)
        .min_connections(if lane == Lane::Read { 0 } else { 1 })
        .idle_timeout(None::<Duration>)
        .max_lifetime(None::<Duration>)
        .test_before_acquire(false)
        .sqlx_logging(false)
        .map_sqlx_sqlite_opts(move |_| {
            let options = SqliteConnectOptions::new()
                .filename(&path)
                .create_if_missing(false)
                .foreign_keys(true)
                .busy_timeout(BUSY)
                .optimize_on_close(false, None);
            match lane {
                Lane::Write => {
                    options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full)
                }
                Lane::Probe | Lane::Read => options.pragma("query_only", "ON"),
            }
        });
    if lane == Lane::Read {
        options.map_sqlx_sqlite_pool_opts(|pool| {
            pool.after_connect(|connection, _| Box::pin(limit_read(connection))).before_acquire(
                |connection, _| Box::pin(async move { limit_read(connection).await.map(|()| true) }),
            )
        });
    }
    if lane == Lane::Write {
        // After a commit that failed (a full disk) sqlx's count of transactions is not 0 any more, and every later
        // BEGIN would be a savepoint inside a transaction that nobody commits. Such a connection is thrown away.
        options.map_sqlx_sqlite_pool_opts(|pool| {
            pool.before_acquire(|connection, _| {
                let clean = !sea_orm::sqlx::Connection::is_in_transaction(connection);
                Box::pin(async move { Ok(clean) })
            })
        });
    }
    Database::connect(options).await
}

/// Stops the next read of a connection when it takes too long: dropping its caller would not.
async fn limit_read(connection: &mut SqliteConnection) -> Result<(), sea_orm::SqlxError> {
    let time = Time::start();
    let in_time = move || time.served_ms() < READ_MS;
    connection.lock_handle().await?.set_progress_handler(STEPS, in_time);
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::store::StoreError;
    use crate::store::sql::{DatabaseUrl as Url, SqlStore};

    async fn store(folder: &Path) -> SqlStore {
        SqlStore::open(&Url::Sqlite(folder.join("test.db")), &StoreOptions::default()).await.unwrap()
    }

    async fn ask(store: &SqlStore, sql: &str) -> Result<i64, StoreError> {
        let ask = Statement::from_string(DbBackend::Sqlite, sql);
        let row = store.read(async |db| db.query_one_raw(ask).await).await?;
        Ok(row.unwrap().try_get_by_index(0).unwrap())
    }

    #[tokio::test]
    async fn a_long_read_is_stopped_and_its_connection_serves_on() {
        let folder = tempfile::tempdir().unwrap();
        let options = StoreOptions { readers: 1, ..StoreOptions::default() };
        let url = Url::Sqlite(folder.path().join("test.db"));
        let store = SqlStore::open(&url, &options).await.unwrap();
        let endless =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n";
        assert!(matches!(ask(&store, endless).await, Err(StoreError::Busy)));
        assert_eq!(ask(&store, "SELECT 7").await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_reader_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path()).await;
        let told = store.read(async |db| db.execute_unprepared("DELETE FROM journal").await).await;
        assert!(matches!(told, Err(StoreError::Unavailable(why)) if why.contains("readonly")));
    }

    #[tokio::test]
    async fn what_is_committed_is_synced() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path()).await;
        for (pragma, wanted) in [("synchronous", "2"), ("journal_mode", "wal"), ("foreign_keys", "1")] {
            let ask = Statement::from_string(DbBackend::Sqlite, format!("PRAGMA {pragma}"));
            let row = store.inner.lanes.first.query_one_raw(ask).await.unwrap().unwrap();
            let found = row
                .try_get_by_index::<String>(0)
                .or_else(|_| row.try_get_by_index(0).map(|n: i32| n.to_string()));
            assert_eq!(found.unwrap(), wanted, "{pragma}");
        }
    }

    #[tokio::test]
    async fn a_backup_is_whole_private_and_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let store = store(folder.path()).await;
        let fill = "INSERT INTO nodes (id, served_ms, wall_ms, lease_ends_ms) VALUES (x'01', 1, 2, 3)";
        store.inner.lanes.write.execute_unprepared(fill).await.unwrap();
        for number in 1..=BACKUPS {
            back_up(&store.inner.lanes.write, &path, "m0001_first").await.unwrap();
            let copy = folder.path().join(format!("test.db.m0001_first.backup-{number}"));
            assert_eq!(copy.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
        let full = back_up(&store.inner.lanes.write, &path, "m0001_first").await;
        assert!(matches!(full, Err(OpenError::Backup { .. })));
        let copy = folder.path().join("test.db.m0001_first.backup-1");
        let copy = SqlStore::open(&Url::Sqlite(copy), &StoreOptions::default()).await.unwrap();
        assert_eq!(ask(&copy, "SELECT COUNT(*) FROM nodes").await.unwrap(), 1);
    }
}
