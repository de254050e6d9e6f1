//! The database schema, step by step, for SQLite and PostgreSQL alike.
//!
//! Expand, then contract: a step only adds what the version before it can live with; what is no
//! longer used goes in a later release. A step that was released is never edited. Every step runs
//! on both databases, in the transaction that its caller opened.
//! Deliberately absent: going back. A backup is taken before a step instead.

mod called;
mod conduct;
mod credentials;
mod departures;
mod first;
mod gaps;
mod order;
mod people;
mod rematches;
mod second;
mod staff;
mod swapped;
mod third;

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DynIden};

/// Where the steps that were taken are listed: a name of our own, so that a database may be shared.
const STEPS: &str = "tianyuan_migrations";

/// All steps in order.
#[derive(Debug)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(first::First),
            Box::new(second::Second),
            Box::new(third::Third),
            Box::new(swapped::Swapped),
            Box::new(called::Called),
            Box::new(staff::Staff),
            Box::new(rematches::Rematches),
            Box::new(credentials::Credentials),
            Box::new(people::People),
            Box::new(order::Order),
            Box::new(departures::Departures),
            Box::new(gaps::Gaps),
            Box::new(conduct::Conduct),
        ]
    }

    fn migration_table_name() -> DynIden {
        STEPS.into_iden()
    }
}

/// Which steps a database has and which it lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Taken, in the order of their names.
    pub applied: Vec<String>,
    /// Known here and not taken.
    pub pending: Vec<String>,
    /// Taken and not known here: a newer version was at work.
    pub unknown: Vec<String>,
}

/// Reads which steps a database has; changes nothing.
///
/// # Errors
/// What the database says.
pub async fn state<C: ConnectionTrait>(db: &C) -> Result<State, DbErr> {
    let known: Vec<String> = Migrator::migrations().iter().map(|step| step.name().to_owned()).collect();
    let mut state = State::default();
    if has_steps(db).await? {
        let query = Query::select().column("version").from(STEPS).order_by("version", Order::Asc).to_owned();
        for row in db.query_all(&query).await? {
            state.applied.push(row.try_get_by_index(0)?);
        }
    }
    state.unknown = state.applied.iter().filter(|name| !known.contains(name)).cloned().collect();
    state.pending = known.into_iter().filter(|name| !state.applied.contains(name)).collect();
    Ok(state)
}

/// Takes every step that is lacking. The caller opens the transaction around it and holds whatever
/// keeps a second server from doing the same.
///
/// # Errors
/// What the database says; the transaction is then to be rolled back.
pub async fn up(db: &DatabaseTransaction) -> Result<(), DbErr> {
    Migrator::up(db, None).await
}

async fn has_steps<C: ConnectionTrait>(db: &C) -> Result<bool, DbErr> {
    let sqlite = db.get_database_backend() == DbBackend::Sqlite;
    let (catalogue, column) = if sqlite { ("sqlite_master", "name") } else { ("pg_tables", "tablename") };
    let mut query = Query::select();
    query.expr(Expr::val(1)).from(catalogue).and_where(Expr::col(column).eq(STEPS));
    if !sqlite {
        query.and_where(Expr::col("schemaname").eq(Expr::cust("current_schema()")));
    }
    Ok(db.query_one(&query).await?.is_some())
}
