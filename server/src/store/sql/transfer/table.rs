//! The rows of one table, page by page in the order of its primary key, on either database.
//!
//! A primary key is of ids, bytes and numbers, which both databases sort alike; of texts they need not.

use std::marker::PhantomData;

use async_trait::async_trait;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func, Query, Value};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, IdenStatic, Iterable, ModelTrait,
    PrimaryKeyToColumn, QueryFilter, QueryOrder, QuerySelect,
};

use super::{Side, TransferError};

/// Rows that are read and written at once. A row has 13 values at most, and SQLite takes 32,766 in a statement.
const PAGE: u64 = 500;

/// Both transactions: of the source and of the target.
type Both<'a> = (&'a DatabaseTransaction, &'a DatabaseTransaction);

/// A table that is carried over.
#[async_trait]
pub(super) trait Table: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The names of its columns.
    #[cfg(test)]
    fn columns(&self) -> Vec<&'static str>;

    /// How many rows it has.
    async fn count(&self, db: &DatabaseTransaction) -> Result<u64, DbErr>;

    /// Whether it has none.
    async fn is_empty(&self, db: &DatabaseTransaction) -> Result<bool, DbErr>;

    /// Writes all rows of the source to the target; `told` learns how many are done.
    async fn copy(
        &self,
        source: Side<'_>,
        target: Side<'_>,
        both: Both<'_>,
        told: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TransferError>;

    /// Reads all rows of both, and finds the first that is not the same.
    async fn compare(
        &self,
        source: Side<'_>,
        target: Side<'_>,
        both: Both<'_>,
        told: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TransferError>;
}

/// The table of an entity.
pub(super) fn table<E>() -> Box<dyn Table>
where
    E: EntityTrait,
    E::Model: PartialEq + Sync,
{
    Box::new(Of::<E>(PhantomData))
}

struct Of<E>(PhantomData<E>);

#[async_trait]
impl<E> Table for Of<E>
where
    E: EntityTrait,
    E::Model: PartialEq + Sync,
{
    fn name(&self) -> &'static str {
        E::default().table_name()
    }

    #[cfg(test)]
    fn columns(&self) -> Vec<&'static str> {
        E::Column::iter().map(|column| column.as_str()).collect()
    }

    async fn count(&self, db: &DatabaseTransaction) -> Result<u64, DbErr> {
        let count = Func::count(Expr::cust("*")).into();
        let query = Query::select().expr_as::<Expr, _>(count, Alias::new("n")).from(E::default()).to_owned();
        let row = db.query_one(&query).await?;
        let count: i64 = row.map(|row| row.try_get("", "n")).transpose()?.unwrap_or(0);
        Ok(count.unsigned_abs())
    }

    async fn is_empty(&self, db: &DatabaseTransaction) -> Result<bool, DbErr> {
        let query = Query::select().expr(Expr::val(1)).from(E::default()).limit(1).to_owned();
        Ok(db.query_one(&query).await?.is_none())
    }

    async fn copy(
        &self,
        source: Side<'_>,
        target: Side<'_>,
        (from, to): Both<'_>,
        told: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TransferError> {
        let (mut last, mut done) = (None, 0);
        loop {
            let rows = page::<E>(from, last.as_ref()).await.map_err(source.failed("reading", self.name()))?;
            done += rows.len() as u64;
            if !rows.is_empty() || last.is_none() {
                told(done);
            }
            if rows.is_empty() {
                return Ok(());
            }
            if to.get_database_backend() == DbBackend::Postgres {
                refuse_nul::<E>(&rows)?;
            }
            insert::<E>(to, &rows).await.map_err(target.failed("writing", self.name()))?;
            last = rows.into_iter().next_back();
        }
    }

    async fn compare(
        &self,
        source: Side<'_>,
        target: Side<'_>,
        (from, to): Both<'_>,
        told: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TransferError> {
        let (mut last, mut done) = (None, 0);
        loop {
            let old = page::<E>(from, last.as_ref()).await.map_err(source.failed("reading", self.name()))?;
            let new = page::<E>(to, last.as_ref()).await.map_err(target.failed("reading", self.name()))?;
            if old != new {
                return Err(first_difference::<E>(&old, &new));
            }
            done += old.len() as u64;
            if !old.is_empty() || last.is_none() {
                told(done);
            }
            if old.is_empty() {
                return Ok(());
            }
            last = old.into_iter().next_back();
        }
    }
}

/// The columns of the primary key.
fn key<E: EntityTrait>() -> impl Iterator<Item = E::Column> {
    E::PrimaryKey::iter().map(PrimaryKeyToColumn::into_column)
}

/// The rows that follow one.
async fn page<E: EntityTrait>(
    db: &DatabaseTransaction,
    after: Option<&E::Model>,
) -> Result<Vec<E::Model>, DbErr> {
    let mut query = E::find().limit(PAGE);
    if let Some(last) = after {
        let values = Expr::tuple(key::<E>().map(|column| Expr::val(last.get(column))));
        query = query.filter(Expr::tuple(key::<E>().map(Expr::col)).gt(values));
    }
    key::<E>().fold(query, QueryOrder::order_by_asc).all(db).await
}

async fn insert<E: EntityTrait>(db: &DatabaseTransaction, rows: &[E::Model]) -> Result<(), DbErr> {
    let mut query = Query::insert();
    query.into_table(E::default()).columns(E::Column::iter());
    for row in rows {
        // As many values as columns, both being those of the entity.
        query.values_panic(E::Column::iter().map(|column| Expr::val(row.get(column))));
    }
    db.execute(&query).await.map(|_| ())
}

/// How a row is named to people.
fn name<E: EntityTrait>(row: &E::Model) -> String {
    let parts: Vec<_> = key::<E>().map(|column| format!("{} {}", column.as_str(), row.get(column))).collect();
    parts.join(", ")
}

fn refuse_nul<E: EntityTrait>(rows: &[E::Model]) -> Result<(), TransferError> {
    for row in rows {
        for column in E::Column::iter() {
            if let Value::String(Some(text)) = row.get(column)
                && text.contains('\0')
            {
                let (table, key, column) = (E::default().table_name(), name::<E>(row), column.as_str());
                return Err(TransferError::Nul { table, key, column });
            }
        }
    }
    Ok(())
}

/// Names the first row in which two pages differ.
fn first_difference<E>(old: &[E::Model], new: &[E::Model]) -> TransferError
where
    E: EntityTrait,
    E::Model: PartialEq,
{
    let is_same =
        |old: &E::Model, new: &E::Model| key::<E>().all(|column| old.get(column) == new.get(column));
    let at = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (key, how) = match (old.get(at), new.get(at)) {
        (Some(old), Some(new)) if is_same(old, new) => {
            let other = E::Column::iter().filter(|column| old.get(*column) != new.get(*column));
            let other: Vec<_> = other.map(|column| column.as_str()).collect();
            (name::<E>(old), format!("was not written as it is (column {})", other.join(", ")))
        }
        (_, Some(new)) if !old.iter().any(|old| is_same(old, new)) => {
            (name::<E>(new), "is in the target and not in the source".to_owned())
        }
        (Some(old), _) => (name::<E>(old), "is not in the target".to_owned()),
        (None, _) => ("?".to_owned(), "was not read in the same order from both sides".to_owned()),
    };
    TransferError::Differs { table: E::default().table_name(), key, how }
}
