//! Opening a PostgreSQL database: who migrates it first holds a lock that the others wait for.

use std::time::Duration;

use sea_orm::sqlx::postgres::PgConnection;
use sea_orm::sqlx::{self, AssertSqlSafe, Executor};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, Statement};

use super::sqlite::refuse_newer;
use super::{DatabaseUrl, FIRST, Lanes, OpenError, Opened, StoreOptions, TRANSACTION_LIMIT, begin};

/// The advisory lock under which a database is migrated: the name of this server in ASCII.
const MIGRATION_LOCK: i64 = i64::from_be_bytes(*b"tianyuan");

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);

/// Settings of every connection. A commit is durable before it is answered, whatever the server's
/// default is. A server that was halted in the middle of a transaction loses its locks, so that others can take
/// its rooms over. What is not answered in time is given up by the database too.
const SETTINGS: &str = "SELECT set_config('synchronous_commit', 'on', false) \
     WHERE current_setting('synchronous_commit') = 'off'; \
     SET default_transaction_isolation = 'read committed'; \
     SET idle_in_transaction_session_timeout = '5s'; \
     SET lock_timeout = '5s'; \
     SET statement_timeout = '10s'";

/// Opens the database and brings it up to date.
pub(super) async fn open(url: &str, options: &StoreOptions) -> Result<Opened, OpenError> {
    let shown = DatabaseUrl::Postgres(url.to_owned()).to_string();
    let unreachable = |error: DbErr| OpenError::Connect { url: shown.clone(), why: error.to_string() };
    let first = connect(url, FIRST).await.map_err(unreachable)?;
    let migrated = migrate(&first, options, &shown).await?;
    let installation = installation(&first).await.map_err(unreachable)?;
    let (readers, writers) = (options.readers.max(1), options.writers.max(1));
    let rest = connect(url, readers + writers).await.map_err(unreachable)?;
    let lanes = Lanes { first, write: rest.clone(), read: rest };
    Ok(Opened { lanes, writers: usize::try_from(writers).unwrap_or(1), lock: None, migrated, installation })
}

/// Takes all due steps in one transaction. Several servers may start at once: one does it, the others wait and find
/// nothing to do.
async fn migrate(
    db: &DatabaseConnection,
    options: &StoreOptions,
    shown: &str,
) -> Result<Vec<String>, OpenError> {
    let failed = |error: DbErr| OpenError::Failed { why: error.to_string() };
    let tx = begin(db).await.map_err(failed)?;
    let patience = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";
    tx.execute_unprepared(patience).await.map_err(failed)?;
    let lock = "SELECT pg_advisory_xact_lock($1)";
    let lock = Statement::from_sql_and_values(DbBackend::Postgres, lock, [MIGRATION_LOCK.into()]);
    tx.query_one_raw(lock).await.map_err(failed)?;
    let state = migrations::state(&tx).await.map_err(failed)?;
    refuse_newer(&state)?;
    if state.pending.is_empty() {
        return Ok(state.pending);
    }
    if !options.create && state.applied.is_empty() {
        return Err(OpenError::Absent { url: shown.to_owned() });
    }
    if !options.migrate && !state.applied.is_empty() {
        return Err(OpenError::Pending { steps: state.pending.join(", ") });
    }
    migrations::up(&tx).await.map_err(failed)?;
    tx.commit().await.map_err(failed)?;
    Ok(state.pending)
}

/// The database among all of this PostgreSQL, and this PostgreSQL among all others. Asked for and not kept in a table: a copy that is
/// made from a dump, for a trial beside the original, is another one; a replica that takes over is the same.
async fn installation(db: &DatabaseConnection) -> Result<String, DbErr> {
    let query = "SELECT system_identifier || '.' || oid FROM pg_control_system(), pg_database \
         WHERE datname = current_database()";
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, query)).await?;
    row.ok_or_else(|| DbErr::RecordNotFound("the database".to_owned()))?.try_get_by_index(0)
}

async fn connect(url: &str, connections: u32) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(connections)
        .min_connections(1)
        .connect_timeout(CONNECT)
        .acquire_timeout(TRANSACTION_LIMIT)
        .test_before_acquire_if_idle_for(Duration::from_secs(1))
        .sqlx_logging(false)
        .map_sqlx_postgres_pool_opts(|pool| pool.after_connect(|connection, _| Box::pin(settle(connection))));
    Database::connect(options).await
}

async fn settle(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    connection.execute(AssertSqlSafe(SETTINGS)).await.map(|_| ())
}

#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    async fn setting(db: &DatabaseConnection, name: &str) -> String {
        let show = Statement::from_string(DbBackend::Postgres, format!("SHOW {name}"));
        db.query_one_raw(show).await.unwrap().unwrap().try_get_by_index(0).unwrap()
    }

    #[tokio::test]
    async fn a_commit_is_durable_and_a_halted_transaction_ends_whatever_the_servers_defaults_are() {
        let name = "a_commit_is_durable_and_a_halted_transaction_ends_whatever_the_servers_defaults_are";
        let Some(server) = support::postgres::Postgres::start(false) else {
            return support::skip(name, "PostgreSQL is not installed");
        };
        let url = server.fresh().await;
        let database = url.rsplit_once('/').unwrap().1;
        let admin = connect(&url, 1).await.unwrap();
        let lax = format!("ALTER DATABASE {database} SET synchronous_commit = off");
        admin.execute_unprepared(&lax).await.unwrap();
        let strict = format!("ALTER DATABASE {database} SET default_transaction_isolation = serializable");
        admin.execute_unprepared(&strict).await.unwrap();
        admin.close().await.unwrap();
        let opened = open(&url, &StoreOptions::default()).await.unwrap();
        for lane in [&opened.lanes.first, &opened.lanes.write, &opened.lanes.read] {
            assert_eq!(setting(lane, "synchronous_commit").await, "on");
            assert_eq!(setting(lane, "transaction_isolation").await, "read committed");
            assert_eq!(setting(lane, "idle_in_transaction_session_timeout").await, "5s");
            assert_eq!(setting(lane, "statement_timeout").await, "10s");
        }
    }
}
