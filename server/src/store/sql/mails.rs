//! Mail addresses. Large and small letters are one for finding an account, and kept as they were written.

use async_trait::async_trait;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::entity::mail;
use super::failure::failed;
use super::{SqlStore, page};
use crate::ids::AccountId;
use crate::store::{Mails, StoreError};

#[async_trait]
impl Mails for SqlStore {
    async fn mail(&self, account: AccountId) -> Result<Option<String>, StoreError> {
        let row = self.read(async |db| mail::Entity::find_by_id(account.0).one(db).await).await?;
        Ok(row.map(|row| row.address))
    }

    async fn set_mail(
        &self,
        account: AccountId,
        address: Option<&str>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.change(async |db| {
            mail::Entity::delete_by_id(account.0).exec(db).await.map_err(failed)?;
            let Some(address) = address else { return Ok(()) };
            let row = mail::ActiveModel {
                account: Set(account.0),
                address: Set(address.to_owned()),
                folded: Set(address.to_lowercase()),
                confirmed_ms: Set(now_ms),
            };
            mail::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
            Ok(())
        })
        .await
    }

    async fn by_mail(&self, address: &str, limit: u64) -> Result<Vec<AccountId>, StoreError> {
        let query = mail::Entity::find()
            .select_only()
            .column(mail::Column::Account)
            .filter(mail::Column::Folded.eq(address.to_lowercase()))
            .order_by_asc(mail::Column::Account)
            .limit(page(limit))
            .into_tuple::<Uuid>();
        Ok(self.read(async |db| query.all(db).await).await?.into_iter().map(AccountId).collect())
    }
}
