//! Carrying an installation over to another database: all of it, every row read again and compared, or nothing.
//!
//! The source is held so that nobody can write to it, the target so that nobody can use it, and what is written there is
//! one transaction, committed after the comparison: whatever ends it before, a kill too, leaves the target empty.
//! Deliberately absent: the files of keys, which lie beside a database and not in it, and any change to the source.

mod table;

use sea_orm::sea_query::Expr;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, ExprTrait, QueryFilter};

use super::entity::{
    account, audit, block, challenge, conduct, departure, factor, game, gap, invitation, journal, line, mail,
    mute, node, note, order, personal, profile, recovery, rematch, report, report_note, room, sanction,
    session, ticket, token,
};
use super::{DatabaseUrl, OpenError, SqlStore, StoreOptions, begin, database_now_ms};
use table::{Table, table};

/// Every table, after those that it refers to. A test holds that none of the schema is missing, and no column.
fn tables() -> [Box<dyn Table>; 28] {
    [
        table::<account::Entity>(),
        table::<session::Entity>(),
        table::<token::Entity>(),
        table::<node::Entity>(),
        table::<gap::Entity>(),
        table::<game::Entity>(),
        table::<room::Entity>(),
        table::<journal::Entity>(),
        table::<challenge::Entity>(),
        table::<line::Entity>(),
        table::<mute::Entity>(),
        table::<note::Entity>(),
        table::<rematch::Entity>(),
        table::<audit::Entity>(),
        table::<report::Entity>(),
        table::<report_note::Entity>(),
        table::<sanction::Entity>(),
        table::<order::Entity>(),
        table::<conduct::Entity>(),
        table::<factor::Entity>(),
        table::<recovery::Entity>(),
        table::<ticket::Entity>(),
        table::<personal::Entity>(),
        table::<mail::Entity>(),
        table::<profile::Entity>(),
        table::<block::Entity>(),
        table::<invitation::Entity>(),
        table::<departure::Entity>(),
    ]
}

/// The names of tables as a statement lists them.
fn names(tables: &[Box<dyn Table>]) -> String {
    tables.iter().map(|table| table.name()).collect::<Vec<_>>().join(", ")
}

/// What is being done with the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// They are written to the target.
    Copying,
    /// They are read from both sides and compared.
    Comparing,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// With the rows of which table.
    pub table: &'static str,
    /// How many are done.
    pub done: u64,
    /// Of how many.
    pub of: u64,
}

/// Why nothing was carried over. The source is as it was, and, but for [`Self::Unknown`], the target as empty as it was.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// Both are one database.
    #[error("--from and --to are the same database: name an empty one with --to")]
    Same,
    /// The source cannot be opened.
    #[error("--from: {0}")]
    From(OpenError),
    /// The target cannot be opened.
    #[error("--to: {0}")]
    To(OpenError),
    /// A server works on the source, or did a moment ago.
    #[error("{url} is in use by a server: stop all of its servers, wait for three seconds, and try again")]
    InUse {
        /// The source without its password.
        url: String,
    },
    /// Something is kept in the target.
    #[error(
        "{url} is not empty, there are rows in its table {table}: name an empty database with --to (a path where no file \
         is, or what createdb makes). If only a server that was started too early has written there, drop it and make \
         it anew. Nothing was changed"
    )]
    NotEmpty {
        /// The target without its password.
        url: String,
        /// A table with rows.
        table: &'static str,
    },
    /// A row that the target cannot keep.
    #[error(
        "the row {key} of table {table} has a NUL character in its column {column}, which PostgreSQL cannot keep: take the \
         character out with sqlite3 and try again. Nothing was carried over"
    )]
    Nul {
        /// The table.
        table: &'static str,
        /// The row's primary key.
        key: String,
        /// The column.
        column: &'static str,
    },
    /// What was written is not what was read.
    #[error(
        "the row {key} of table {table} {how}: look for triggers and rules in the target that are not the server's, make it \
         anew and try again. Nothing was carried over"
    )]
    Differs {
        /// The table.
        table: &'static str,
        /// The row's primary key.
        key: String,
        /// In what it differs.
        how: String,
    },
    /// A database said no.
    #[error("{what} failed: {why}. Nothing was carried over; put that right and try again")]
    Failed {
        /// What was done, with which table of which side.
        what: String,
        /// What the database says.
        why: String,
    },
    /// Everything was written and compared, and whether it is kept is not known.
    #[error(
        "{url} did not say whether everything is kept ({why}): give the same command again. If it is done, or says that \
         there are rows already, everything is there"
    )]
    Unknown {
        /// The target without its password.
        url: String,
        /// What the database says.
        why: String,
    },
}

/// Carries everything over from one database to another one that is empty, and tells how many rows each table has.
///
/// Leases of servers are ended on the way, their signs of life are kept: by them the clocks of running games are charged.
///
/// # Errors
/// [`TransferError`], which says what to do.
pub async fn transfer(
    from: &DatabaseUrl,
    to: &DatabaseUrl,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<(&'static str, u64)>, TransferError> {
    if is_same(from, to) {
        return Err(TransferError::Same);
    }
    let old = StoreOptions { migrate: false, create: false, readers: 1, writers: 1 };
    let new = StoreOptions { create: true, ..old.clone() };
    let source = SqlStore::open(from, &old).await.map_err(TransferError::From)?;
    let done = match SqlStore::open(to, &new).await {
        Err(error) => Err(TransferError::To(error)),
        Ok(target) => {
            let done =
                carry(Side { store: &source, url: from }, Side { store: &target, url: to }, tell).await;
            target.close().await;
            done
        }
    };
    source.close().await;
    done
}

/// Whether two URLs name one database, as far as that can be told without opening it.
fn is_same(from: &DatabaseUrl, to: &DatabaseUrl) -> bool {
    match (from, to) {
        (DatabaseUrl::Sqlite(from), DatabaseUrl::Sqlite(to)) => {
            from.canonicalize().is_ok_and(|from| to.canonicalize().is_ok_and(|to| from == to))
        }
        (DatabaseUrl::Postgres(from), DatabaseUrl::Postgres(to)) => from == to,
        (DatabaseUrl::Sqlite(_), DatabaseUrl::Postgres(_))
        | (DatabaseUrl::Postgres(_), DatabaseUrl::Sqlite(_)) => false,
    }
}

/// One of the two databases.
#[derive(Clone, Copy)]
struct Side<'a> {
    store: &'a SqlStore,
    url: &'a DatabaseUrl,
}

async fn carry(
    source: Side<'_>,
    target: Side<'_>,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<(&'static str, u64)>, TransferError> {
    let tables = tables();
    let (from, to) = (source.begin().await?, target.begin().await?);
    source.refuse_in_use(&from).await?;
    source.hold(&from, &tables, "SHARE").await?;
    source.refuse_in_use(&from).await?;
    // Once before anybody is kept out of a database that is somebody's, and once when nobody can write any more.
    target.refuse_filled(&to, &tables).await?;
    target.hold(&to, &tables, "ACCESS EXCLUSIVE").await?;
    target.refuse_filled(&to, &tables).await?;
    let mut counts = Vec::new();
    for table in &tables {
        let of = table.count(&from).await.map_err(source.failed("counting", table.name()))?;
        counts.push((table.name(), of));
    }
    for stage in [Stage::Copying, Stage::Comparing] {
        for (table, &(name, of)) in tables.iter().zip(&counts) {
            let told = |done| tell(Progress { stage, table: name, done, of });
            match stage {
                Stage::Copying => table.copy(source, target, (&from, &to), &told).await?,
                Stage::Comparing => table.compare(source, target, (&from, &to), &told).await?,
            }
        }
        if stage == Stage::Copying && to.get_database_backend() == DbBackend::Postgres {
            // Its plans go by what it knows of the tables, and it would look only minutes later.
            let analyze = format!("ANALYZE {}", names(&tables));
            to.execute_unprepared(&analyze).await.map_err(target.failed("analysing", "all tables"))?;
        }
    }
    let no_lease = node::Entity::update_many().col_expr(node::Column::LeaseEndsMs, 0_i64.into());
    no_lease.exec(&to).await.map_err(target.failed("ending", "leases"))?;
    #[cfg(feature = "planted")]
    crate::planted::pass(crate::planted::COMMIT, true);
    to.commit()
        .await
        .map_err(|error| TransferError::Unknown { url: target.url.to_string(), why: error.to_string() })?;
    #[cfg(feature = "planted")]
    crate::planted::pass(crate::planted::COMMITTED, true);
    Ok(counts)
}

impl<'a> Side<'a> {
    /// What a failure of this side's means, while something is done with a table or with all of it.
    fn failed(self, doing: &'a str, what: &'static str) -> impl FnOnce(DbErr) -> TransferError + 'a {
        move |error| TransferError::Failed {
            what: format!("{doing} {what} in {}", self.url),
            why: error.to_string(),
        }
    }

    /// A transaction that takes as long as it takes.
    async fn begin(self) -> Result<DatabaseTransaction, TransferError> {
        let db =
            begin(&self.store.inner.lanes.write).await.map_err(self.failed("beginning", "a transaction"))?;
        if db.get_database_backend() == DbBackend::Postgres {
            let patience =
                "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";
            db.execute_unprepared(patience).await.map_err(self.failed("beginning", "a transaction"))?;
        }
        Ok(db)
    }

    /// Keeps others out. On SQLite the file's lock and the transaction do.
    async fn hold(
        self,
        db: &DatabaseTransaction,
        tables: &[Box<dyn Table>],
        mode: &str,
    ) -> Result<(), TransferError> {
        if db.get_database_backend() == DbBackend::Postgres {
            let lock = format!("LOCK TABLE {} IN {mode} MODE", names(tables));
            db.execute_unprepared(&lock).await.map_err(self.failed("locking", "all tables"))?;
        }
        Ok(())
    }

    /// A lease says that a server is at work. Of a SQLite file the lock says it, and better.
    async fn refuse_in_use(self, db: &DatabaseTransaction) -> Result<(), TransferError> {
        if db.get_database_backend() == DbBackend::Sqlite {
            return Ok(());
        }
        let now = database_now_ms(db.get_database_backend());
        let living = node::Entity::find().filter(Expr::col(node::Column::LeaseEndsMs).gt(now));
        match living.one(db).await.map_err(self.failed("reading", "nodes"))? {
            None => Ok(()),
            Some(_) => Err(TransferError::InUse { url: self.url.to_string() }),
        }
    }

    async fn refuse_filled(
        self,
        db: &DatabaseTransaction,
        tables: &[Box<dyn Table>],
    ) -> Result<(), TransferError> {
        for table in tables {
            let is_empty = table.is_empty(db).await.map_err(self.failed("reading", table.name()))?;
            if !is_empty {
                return Err(TransferError::NotEmpty { url: self.url.to_string(), table: table.name() });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use std::collections::BTreeSet;

    use sea_orm::Statement;

    use super::*;

    /// All that an up-to-date database has, from its own catalogue.
    async fn columns_there(store: &SqlStore) -> BTreeSet<String> {
        let ask = "SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
                   WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name != 'tianyuan_migrations'";
        let ask = Statement::from_string(DbBackend::Sqlite, ask);
        let rows = store.inner.lanes.read.query_all_raw(ask).await.unwrap();
        rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
    }

    #[tokio::test]
    async fn no_table_and_no_column_of_the_schema_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let store = SqlStore::open(&url, &StoreOptions::default()).await.unwrap();
        let columns = |table: &dyn Table| {
            let name = table.name();
            table.columns().into_iter().map(move |column| format!("{name}.{column}")).collect::<Vec<_>>()
        };
        let carried: BTreeSet<_> = tables().iter().flat_map(|table| columns(table.as_ref())).collect();
        assert_eq!(carried, columns_there(&store).await);
        let more = "CREATE TABLE gone (id INTEGER); ALTER TABLE games ADD COLUMN gone INTEGER";
        store.inner.lanes.write.execute_unprepared(more).await.unwrap();
        let there = columns_there(&store).await;
        let missing: Vec<_> = there.difference(&carried).collect();
        assert_eq!(missing, ["games.gone", "gone.id"], "and this comparison would see it");
    }
}
