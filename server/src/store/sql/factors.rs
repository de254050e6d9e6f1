//! Second factors. That a code is accepted once is the condition of the update or deletion that accepts it.

use async_trait::async_trait;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect,
};

use super::SqlStore;
use super::convert::{signed, unsigned};
use super::entity::{factor, recovery};
use super::failure::failed;
use super::sessions::end_all;
use crate::ids::{AccountId, FamilyId};
use crate::store::{Factor, Factors, StoreError};

#[async_trait]
impl Factors for SqlStore {
    async fn factor(&self, account: AccountId) -> Result<Option<Factor>, StoreError> {
        let row = self.read(async |db| factor::Entity::find_by_id(account.0).one(db).await).await?;
        row.map(read).transpose()
    }

    async fn propose(&self, new: Factor) -> Result<bool, StoreError> {
        let row = factor::ActiveModel {
            account: Set(new.account.0),
            key: Set(new.key),
            closed: Set(new.closed),
            created_ms: Set(new.created_ms),
            confirmed_ms: Set(new.confirmed_ms),
            last_step: Set(signed(new.last_step)?),
        };
        self.change(async |db| {
            let proposed =
                factor::Entity::delete_by_id(new.account.0).filter(factor::Column::ConfirmedMs.is_null());
            proposed.exec(db).await.map_err(failed)?;
            let taken = OnConflict::column(factor::Column::Account).do_nothing().to_owned();
            let insert = factor::Entity::insert(row).on_conflict(taken);
            Ok(insert.exec_without_returning(db).await.map_err(failed)? == 1)
        })
        .await
    }

    async fn confirm(
        &self,
        account: AccountId,
        closed: &[u8],
        step: u64,
        recovery: &[[u8; 32]],
        now_ms: i64,
    ) -> Result<bool, StoreError> {
        let step = signed(step)?;
        self.change(async |db| {
            let confirmed = factor::Entity::update_many()
                .col_expr(factor::Column::ConfirmedMs, now_ms.into())
                .col_expr(factor::Column::LastStep, step.into())
                .filter(factor::Column::Account.eq(account.0))
                .filter(factor::Column::Closed.eq(closed.to_vec()))
                .filter(factor::Column::ConfirmedMs.is_null())
                .exec(db)
                .await
                .map_err(failed)?;
            if confirmed.rows_affected == 0 {
                return Ok(false);
            }
            replace(db, account, recovery).await?;
            Ok(true)
        })
        .await
    }

    async fn use_step(&self, account: AccountId, step: u64) -> Result<bool, StoreError> {
        let step = signed(step)?;
        self.change(async |db| {
            let used = factor::Entity::update_many()
                .col_expr(factor::Column::LastStep, step.into())
                .filter(factor::Column::Account.eq(account.0))
                .filter(factor::Column::ConfirmedMs.is_not_null())
                .filter(factor::Column::LastStep.lt(step))
                .exec(db)
                .await
                .map_err(failed)?;
            Ok(used.rows_affected == 1)
        })
        .await
    }

    async fn use_recovery(&self, account: AccountId, hash: [u8; 32]) -> Result<bool, StoreError> {
        self.change(async |db| {
            let used = recovery::Entity::delete_by_id((account.0, hash.to_vec()));
            Ok(used.exec(db).await.map_err(failed)?.rows_affected == 1)
        })
        .await
    }

    async fn replace_recovery(&self, account: AccountId, recovery: &[[u8; 32]]) -> Result<bool, StoreError> {
        self.change(async |db| {
            // Locked, so that the codes of two who ask at once are not mixed.
            let factor = factor::Entity::find_by_id(account.0).lock_exclusive().one(db).await;
            if factor.map_err(failed)?.is_none_or(|factor| factor.confirmed_ms.is_none()) {
                return Ok(false);
            }
            replace(db, account, recovery).await?;
            Ok(true)
        })
        .await
    }

    async fn recovery_left(&self, account: AccountId) -> Result<u64, StoreError> {
        let query = recovery::Entity::find().filter(recovery::Column::Account.eq(account.0));
        self.read(async |db| query.clone().count(db).await).await
    }

    async fn remove_factor(&self, account: AccountId) -> Result<Vec<FamilyId>, StoreError> {
        self.change(async |db| {
            factor::Entity::delete_by_id(account.0).exec(db).await.map_err(failed)?;
            replace(db, account, &[]).await?;
            end_all(db, account, None).await
        })
        .await
    }

    async fn factor_keys(&self) -> Result<Vec<String>, StoreError> {
        let query = factor::Entity::find()
            .select_only()
            .column(factor::Column::Key)
            .filter(factor::Column::ConfirmedMs.is_not_null())
            .distinct()
            .into_tuple::<String>();
        self.read(async |db| query.all(db).await).await
    }
}

async fn replace(
    db: &DatabaseTransaction,
    account: AccountId,
    hashes: &[[u8; 32]],
) -> Result<(), StoreError> {
    let old = recovery::Entity::delete_many().filter(recovery::Column::Account.eq(account.0));
    old.exec(db).await.map_err(failed)?;
    let row = |hash: &[u8; 32]| recovery::ActiveModel { account: Set(account.0), hash: Set(hash.to_vec()) };
    if !hashes.is_empty() {
        let rows = recovery::Entity::insert_many(hashes.iter().map(row));
        rows.exec_without_returning(db).await.map_err(failed)?;
    }
    Ok(())
}

fn read(row: factor::Model) -> Result<Factor, StoreError> {
    Ok(Factor {
        account: AccountId(row.account),
        key: row.key,
        closed: row.closed,
        created_ms: row.created_ms,
        confirmed_ms: row.confirmed_ms,
        last_step: unsigned(row.last_step, "a time step")?,
    })
}
