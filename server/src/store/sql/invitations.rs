//! Invitations. Whoever uses one locks it first, so that of two who come with the last use one gets in.

use async_trait::async_trait;
use sea_orm::sea_query::{Expr, ExprTrait, LockType};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::accounts::add_account;
use super::convert::hash;
use super::entity::invitation;
use super::failure::failed;
use super::{SqlStore, page};
use crate::store::{Account, Invitation, Invitations, Invited, StoreError};

#[async_trait]
impl Invitations for SqlStore {
    async fn invite(&self, new: Invitation) -> Result<(), StoreError> {
        self.change(async |db| {
            let ended = invitation::Column::ExpiresMs.lte(new.created_ms).or(invitation::Column::Left.eq(0));
            invitation::Entity::delete_many().filter(ended).exec(db).await.map_err(failed)?;
            let row = invitation::ActiveModel {
                id: Set(new.id),
                hash: Set(new.hash.to_vec()),
                uses: Set(i64::from(new.uses)),
                left: Set(i64::from(new.left)),
                note: Set(new.note),
                created_ms: Set(new.created_ms),
                expires_ms: Set(new.expires_ms),
            };
            invitation::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
            Ok(())
        })
        .await
    }

    async fn invitations(
        &self,
        now_ms: i64,
        after: Option<Uuid>,
        limit: u64,
    ) -> Result<Vec<Invitation>, StoreError> {
        let mut query = invitation::Entity::find().filter(usable(now_ms));
        if let Some(after) = after {
            query = query.filter(invitation::Column::Id.gt(after));
        }
        // Ids are in the order of time.
        let query = query.order_by(invitation::Column::Id, Order::Asc).limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(kept).collect()
    }

    async fn withdraw_invitation(&self, id: Uuid) -> Result<bool, StoreError> {
        self.change(async |db| {
            let gone = invitation::Entity::delete_by_id(id).exec(db).await.map_err(failed)?;
            Ok(gone.rows_affected == 1)
        })
        .await
    }

    async fn is_invited(&self, hash: [u8; 32], now_ms: i64) -> Result<bool, StoreError> {
        let query = of(hash).filter(usable(now_ms));
        Ok(self.read(async |db| query.one(db).await).await?.is_some())
    }

    async fn add_invited(&self, account: Account, hash: [u8; 32]) -> Result<Invited, StoreError> {
        self.change(async |db| {
            let mut mine = of(hash).filter(usable(account.created_ms));
            sea_orm::QueryTrait::query(&mut mine).lock(LockType::Update);
            let Some(mine) = mine.one(db).await.map_err(failed)? else { return Ok(Invited::Invalid) };
            if !add_account(db, account).await? {
                return Ok(Invited::NameTaken);
            }
            invitation::Entity::update_many()
                .col_expr(invitation::Column::Left, Expr::col(invitation::Column::Left).sub(1))
                .filter(invitation::Column::Id.eq(mine.id))
                .exec(db)
                .await
                .map_err(failed)?;
            Ok(Invited::Added)
        })
        .await
    }
}

/// The invitation of a hash, used up or not.
fn of(hash: [u8; 32]) -> sea_orm::Select<invitation::Entity> {
    invitation::Entity::find().filter(invitation::Column::Hash.eq(hash.to_vec()))
}

fn usable(now_ms: i64) -> Expr {
    invitation::Column::Left.gt(0).and(invitation::Column::ExpiresMs.gt(now_ms))
}

fn kept(row: invitation::Model) -> Result<Invitation, StoreError> {
    let count = |number: i64| {
        u32::try_from(number)
            .map_err(|_| StoreError::Corrupt(format!("invitation {} has {number} uses", row.id)))
    };
    Ok(Invitation {
        id: row.id,
        hash: hash(&row.hash, "the hash of an invitation")?,
        uses: count(row.uses)?,
        left: count(row.left)?,
        note: row.note.clone(),
        created_ms: row.created_ms,
        expires_ms: row.expires_ms,
    })
}
