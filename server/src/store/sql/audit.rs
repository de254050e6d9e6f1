//! The audit log. On PostgreSQL one lock of the transaction has entries come one after another, over all servers; a SQLite file has one
//! writer.

use async_trait::async_trait;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::convert::{hash, signed, unsigned};
use super::entity::audit;
use super::failure::failed;
use super::{SqlStore, page};
use crate::ids::AccountId;
use crate::store::{Act, Audit, AuditSearch, Entry, StoreError};

/// A number that nothing else of this database is locked by.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7289470132165)";

#[async_trait]
impl Audit for SqlStore {
    async fn note(&self, at_ms: i64, act: Act) -> Result<u64, StoreError> {
        self.change(async |db| append(db, at_ms, act).await).await
    }

    async fn search(&self, search: &AuditSearch, limit: u64) -> Result<Vec<Entry>, StoreError> {
        let mut query = audit::Entity::find();
        if let Some(by) = search.by {
            query = query.filter(audit::Column::Officer.eq(by.0));
        }
        if let Some(act) = &search.act {
            query = query.filter(audit::Column::Act.eq(act));
        }
        if let Some(subject) = &search.subject {
            query = query.filter(audit::Column::Subject.eq(subject));
        }
        if let Some(before) = search.before {
            query = query.filter(audit::Column::Number.lt(signed(before)?));
        }
        let query = query.order_by_desc(audit::Column::Number).limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(entry).collect()
    }

    async fn entries(&self, after: u64, limit: u64) -> Result<Vec<Entry>, StoreError> {
        let query = audit::Entity::find()
            .filter(audit::Column::Number.gt(signed(after)?))
            .order_by_asc(audit::Column::Number)
            .limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(entry).collect()
    }
}

/// Adds an act in the transaction of what it does; its number. From then on others wait for the end of the transaction.
pub(super) async fn append(db: &DatabaseTransaction, at_ms: i64, act: Act) -> Result<u64, StoreError> {
    if db.get_database_backend() == DbBackend::Postgres {
        db.execute_unprepared(LOCK).await.map_err(failed)?;
    }
    let last = audit::Entity::find().order_by_desc(audit::Column::Number).one(db).await.map_err(failed)?;
    let last = last.map(entry).transpose()?.map(|last| (last.number, last.hash));
    let Entry { number, at_ms, act, hash } = Entry::after(last, at_ms, act);
    let row = audit::ActiveModel {
        number: Set(signed(number)?),
        at_ms: Set(at_ms),
        officer: Set(act.by.0.map(|account| account.0)),
        officer_name: Set(act.by.1),
        act: Set(act.act),
        subject: Set(act.subject),
        reason: Set(act.reason),
        before: Set(act.before),
        after: Set(act.after),
        hash: Set(hash.to_vec()),
    };
    audit::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
    Ok(number)
}

fn entry(row: audit::Model) -> Result<Entry, StoreError> {
    Ok(Entry {
        number: unsigned(row.number, "the number of an entry")?,
        at_ms: row.at_ms,
        act: Act {
            by: (row.officer.map(AccountId), row.officer_name),
            act: row.act,
            subject: row.subject,
            reason: row.reason,
            before: row.before,
            after: row.after,
        },
        hash: hash(&row.hash, "the hash of an entry")?,
    })
}
