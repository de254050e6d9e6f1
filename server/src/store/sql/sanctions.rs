//! Sanctions. Each change is conditional on what it changes, and has its entry in the audit log in the same transaction.

use async_trait::async_trait;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect,
};
use uuid::Uuid;

use super::audit::append;
use super::convert::{signed, unsigned};
use super::entity::sanction;
use super::failure::failed;
use super::{SqlStore, page};
use crate::ids::{AccountId, GameId};
use crate::store::{Act, Sanction, SanctionKind, Sanctions, StoreError, Word};

#[async_trait]
impl Sanctions for SqlStore {
    async fn impose(&self, sanction: Sanction, act: Act) -> Result<bool, StoreError> {
        self.change(async |db| {
            let is_known = sanction::Entity::find_by_id(sanction.id).one(db).await.map_err(failed)?.is_some();
            if is_known {
                return Ok(false);
            }
            let changed = append(db, sanction.begins_ms, act).await?;
            let row = row(Sanction { changed, ..sanction })?.into_active_model();
            let known = OnConflict::column(sanction::Column::Id).do_nothing().to_owned();
            let insert = sanction::Entity::insert(row).on_conflict(known);
            if insert.exec_without_returning(db).await.map_err(failed)? == 0 {
                // Somebody was faster with the same: what was noted is undone with this.
                return Err(StoreError::Busy);
            }
            Ok(true)
        })
        .await
    }

    async fn sanction(&self, id: Uuid) -> Result<Option<Sanction>, StoreError> {
        self.read(async |db| sanction::Entity::find_by_id(id).one(db).await).await?.map(kept).transpose()
    }

    async fn sanctions_on(&self, account: AccountId, limit: u64) -> Result<Vec<Sanction>, StoreError> {
        let query = sanction::Entity::find()
            .filter(sanction::Column::Account.eq(account.0))
            .order_by_desc(sanction::Column::BeginsMs)
            .order_by_desc(sanction::Column::Id)
            .limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(kept).collect()
    }

    async fn annulment(&self, game: GameId) -> Result<Option<Sanction>, StoreError> {
        let query = sanction::Entity::find()
            .filter(sanction::Column::Game.eq(game.0))
            .filter(sanction::Column::Kind.eq(SanctionKind::Annulment as i16))
            .filter(sanction::Column::LiftedMs.is_null());
        self.read(async |db| query.one(db).await).await?.map(kept).transpose()
    }

    async fn sanctions_since(&self, changed: u64, limit: u64) -> Result<Vec<Sanction>, StoreError> {
        let query = sanction::Entity::find()
            .filter(sanction::Column::Changed.gt(signed(changed)?))
            .order_by_asc(sanction::Column::Changed)
            .limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(kept).collect()
    }

    async fn appeals(&self, limit: u64) -> Result<Vec<Sanction>, StoreError> {
        let query = sanction::Entity::find()
            .filter(waits())
            .order_by_asc(sanction::Column::AppealedMs)
            .limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(kept).collect()
    }

    async fn saw_sanction(&self, id: Uuid, on: AccountId, at_ms: i64) -> Result<bool, StoreError> {
        self.change(async |db| {
            let seen = sanction::Entity::update_many()
                .col_expr(sanction::Column::SeenMs, at_ms.into())
                .filter(sanction::Column::Id.eq(id))
                .filter(sanction::Column::Account.eq(on.0))
                .filter(sanction::Column::SeenMs.is_null());
            Ok(seen.exec(db).await.map_err(failed)?.rows_affected == 1)
        })
        .await
    }

    async fn lift(&self, id: Uuid, word: Word, act: Act) -> Result<bool, StoreError> {
        let (at_ms, lifted) = (word.at_ms, lifted(word));
        self.change(async |db| update(db, id, lifted, unlifted(), (at_ms, act)).await).await
    }

    async fn appeal(&self, id: Uuid, at_ms: i64, text: String, act: Act) -> Result<bool, StoreError> {
        let first = unlifted().add(sanction::Column::AppealedMs.is_null());
        let appeal =
            vec![(sanction::Column::AppealedMs, at_ms.into()), (sanction::Column::Appeal, text.into())];
        self.change(async |db| update(db, id, appeal, first, (at_ms, act)).await).await
    }

    async fn decide(&self, id: Uuid, word: Word, lifts: bool, act: Act) -> Result<bool, StoreError> {
        let at_ms = word.at_ms;
        let mut values = vec![
            (sanction::Column::DecidedMs, at_ms.into()),
            (sanction::Column::DecidedBy, word.by.clone().into()),
            (sanction::Column::Decision, word.text.clone().into()),
        ];
        if lifts {
            values.extend(lifted(word));
        }
        self.change(async |db| update(db, id, values, waits(), (at_ms, act)).await).await
    }
}

type Values = Vec<(sanction::Column, Expr)>;

fn lifted(word: Word) -> Values {
    vec![
        (sanction::Column::LiftedMs, word.at_ms.into()),
        (sanction::Column::LiftedBy, word.by.into()),
        (sanction::Column::LiftReason, word.text.into()),
    ]
}

fn unlifted() -> Condition {
    Condition::all().add(sanction::Column::LiftedMs.is_null())
}

/// An appeal waits.
fn waits() -> Condition {
    unlifted().add(sanction::Column::AppealedMs.is_not_null()).add(sanction::Column::DecidedMs.is_null())
}

/// Changes one that is as the condition says; whether there was one.
async fn update(
    db: &DatabaseTransaction,
    id: Uuid,
    values: Values,
    is_so: Condition,
    (at_ms, act): (i64, Act),
) -> Result<bool, StoreError> {
    let this = Condition::all().add(sanction::Column::Id.eq(id)).add(is_so);
    let found = sanction::Entity::find().filter(this.clone()).one(db).await.map_err(failed)?;
    if found.is_none() {
        return Ok(false);
    }
    let changed = append(db, at_ms, act).await?;
    let mut update = sanction::Entity::update_many().filter(this);
    for (column, value) in values {
        update = update.col_expr(column, value);
    }
    let update = update.col_expr(sanction::Column::Changed, signed(changed)?.into());
    if update.exec(db).await.map_err(failed)?.rows_affected != 1 {
        // Somebody was faster: what was noted is undone with this.
        return Err(StoreError::Busy);
    }
    Ok(true)
}

fn row(sanction: Sanction) -> Result<sanction::Model, StoreError> {
    let word = |word: Option<Word>| match word {
        Some(Word { at_ms, by, text }) => (Some(at_ms), Some(by), Some(text)),
        None => (None, None, None),
    };
    let (lifted_ms, lifted_by, lift_reason) = word(sanction.lifted);
    let (decided_ms, decided_by, decision) = word(sanction.decision);
    let (appealed_ms, appeal) = sanction.appeal.unzip();
    Ok(sanction::Model {
        id: sanction.id,
        kind: sanction.kind as i16,
        account: sanction.on.0.0,
        name: sanction.on.1,
        game: sanction.game.map(|game| game.0),
        report: sanction.report,
        reason: sanction.reason,
        forfeits: sanction.forfeits,
        officer: sanction.by.0.0,
        officer_name: sanction.by.1,
        begins_ms: sanction.begins_ms,
        ends_ms: sanction.ends_ms,
        seen_ms: sanction.seen_ms,
        lifted_ms,
        lifted_by,
        lift_reason,
        appealed_ms,
        appeal,
        decided_ms,
        decided_by,
        decision,
        changed: signed(sanction.changed)?,
    })
}

fn kept(row: sanction::Model) -> Result<Sanction, StoreError> {
    let kind = SanctionKind::ALL.into_iter().find(|kind| *kind as i16 == row.kind);
    let unknown = || StoreError::Corrupt(format!("sanction {} has the unknown kind {}", row.id, row.kind));
    let word = |at_ms: Option<i64>, by: Option<String>, text: Option<String>| {
        Some(Word { at_ms: at_ms?, by: by.unwrap_or_default(), text: text.unwrap_or_default() })
    };
    Ok(Sanction {
        id: row.id,
        kind: kind.ok_or_else(unknown)?,
        on: (AccountId(row.account), row.name),
        game: row.game.map(GameId),
        report: row.report,
        reason: row.reason,
        forfeits: row.forfeits,
        by: (AccountId(row.officer), row.officer_name),
        begins_ms: row.begins_ms,
        ends_ms: row.ends_ms,
        seen_ms: row.seen_ms,
        lifted: word(row.lifted_ms, row.lifted_by, row.lift_reason),
        appeal: row.appealed_ms.zip(row.appeal),
        decision: word(row.decided_ms, row.decided_by, row.decision),
        changed: unsigned(row.changed, "a change")?,
    })
}
