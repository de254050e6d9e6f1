//! Personal tokens.

use async_trait::async_trait;
use sea_orm::sea_query::Query;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, Order, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::convert::signed;
use super::entity::{account, personal};
use super::failure::failed;
use super::{SqlStore, page};
use crate::ids::{AccountId, FamilyId};
use crate::store::{PersonalToken, PersonalTokens, StoreError};

#[async_trait]
impl PersonalTokens for SqlStore {
    async fn add_personal(
        &self,
        token: PersonalToken,
        hash: [u8; 32],
        most: u64,
    ) -> Result<bool, StoreError> {
        self.change(async |db| {
            // Held until the end, so that two at once are counted one after the other.
            account::Entity::find_by_id(token.account.0).lock_exclusive().one(db).await.map_err(failed)?;
            let had = personal::Entity::find().filter(personal::Column::Account.eq(token.account.0));
            if had.count(db).await.map_err(failed)? >= most {
                return Ok(false);
            }
            let row = personal::ActiveModel {
                id: Set(token.id.0),
                hash: Set(hash.to_vec()),
                account: Set(token.account.0),
                name: Set(token.name),
                scopes: Set(i16::from(token.scopes)),
                created_ms: Set(token.created_ms),
                ends_ms: Set(token.ends_ms),
                used_ms: Set(token.used_ms),
            };
            personal::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
            Ok(true)
        })
        .await
    }

    async fn personal(&self, hash: [u8; 32], now_ms: i64) -> Result<Option<PersonalToken>, StoreError> {
        let query = personal::Entity::find()
            .filter(personal::Column::Hash.eq(hash.to_vec()))
            .filter(personal::Column::EndsMs.gt(now_ms));
        self.read(async |db| query.one(db).await).await?.map(read).transpose()
    }

    async fn personal_of(&self, account: AccountId, limit: u64) -> Result<Vec<PersonalToken>, StoreError> {
        let query = personal::Entity::find()
            .filter(personal::Column::Account.eq(account.0))
            .order_by(personal::Column::CreatedMs, Order::Desc)
            .order_by(personal::Column::Id, Order::Desc)
            .limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(read).collect()
    }

    async fn used_personal(&self, id: FamilyId, now_ms: i64) -> Result<(), StoreError> {
        self.change(async |db| {
            let used = personal::Entity::update_many()
                .col_expr(personal::Column::UsedMs, now_ms.into())
                .filter(personal::Column::Id.eq(id.0));
            used.exec(db).await.map_err(failed)?;
            Ok(())
        })
        .await
    }

    async fn revoke_personal(&self, account: AccountId, id: FamilyId) -> Result<bool, StoreError> {
        self.change(async |db| {
            let one = personal::Entity::delete_by_id(id.0).filter(personal::Column::Account.eq(account.0));
            Ok(one.exec(db).await.map_err(failed)?.rows_affected == 1)
        })
        .await
    }

    async fn sweep_personal(&self, now_ms: i64, limit: u64) -> Result<u64, StoreError> {
        signed(limit)?;
        self.change(async |db| {
            let some = Query::select()
                .column(personal::Column::Id)
                .from(personal::Entity)
                .and_where(personal::Column::EndsMs.lte(now_ms))
                .limit(limit)
                .to_owned();
            let old = personal::Entity::delete_many().filter(personal::Column::Id.in_subquery(some));
            Ok(old.exec(db).await.map_err(failed)?.rows_affected)
        })
        .await
    }
}

/// Takes every one of an account away; which they were.
pub(super) async fn revoke_all(
    db: &DatabaseTransaction,
    account: AccountId,
) -> Result<Vec<FamilyId>, StoreError> {
    let of_account = personal::Column::Account.eq(account.0);
    let ids = personal::Entity::find().select_only().column(personal::Column::Id).filter(of_account.clone());
    let ids = ids.into_tuple::<Uuid>().all(db).await.map_err(failed)?;
    personal::Entity::delete_many().filter(of_account).exec(db).await.map_err(failed)?;
    Ok(ids.into_iter().map(FamilyId).collect())
}

fn read(row: personal::Model) -> Result<PersonalToken, StoreError> {
    let scopes = u8::try_from(row.scopes);
    Ok(PersonalToken {
        id: FamilyId(row.id),
        account: AccountId(row.account),
        name: row.name,
        scopes: scopes.map_err(|_| StoreError::Corrupt("a token has strange scopes".to_owned()))?,
        created_ms: row.created_ms,
        ends_ms: row.ends_ms,
        used_ms: row.used_ms,
    })
}
