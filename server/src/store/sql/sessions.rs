//! Refresh tokens. Whoever changes a session locks its row first, so that a token cannot be given
//! out for a session that is being revoked.

use async_trait::async_trait;
use sea_orm::sea_query::{ExprTrait, Query};
use sea_orm::{ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::SqlStore;
use super::convert::{hash, signed};
use super::entity::{session, token};
use super::failure::failed;
use crate::ids::{AccountId, FamilyId};
use crate::store::{RefreshToken, Rotation, Sessions, StoreError};

#[async_trait]
impl Sessions for SqlStore {
    async fn begin(&self, token: RefreshToken, now_ms: i64) -> Result<(), StoreError> {
        self.change(async |db| {
            let session = session::ActiveModel {
                id: Set(token.family.0),
                account: Set(token.account.0),
                created_ms: Set(now_ms),
                expires_ms: Set(token.expires_ms),
                ends_ms: Set(token.family_ends_ms),
            };
            session::Entity::insert(session).exec_without_returning(db).await.map_err(failed)?;
            add_token(db, &token).await
        })
        .await
    }

    async fn rotate(
        &self,
        hash: [u8; 32],
        next_hash: [u8; 32],
        next_expires_ms: i64,
        now_ms: i64,
        grace_ms: i64,
    ) -> Result<Rotation, StoreError> {
        self.change(async |db| {
            let Some((session, used)) = locked(db, hash).await? else { return Ok(Rotation::Unknown) };
            if session.ends_ms <= now_ms {
                return Ok(Rotation::Unknown);
            }
            if let Some(used_ms) = used.used_ms {
                if now_ms.saturating_sub(used_ms) <= grace_ms {
                    let next = successor(db, &session, &used).await?;
                    return Ok(next.map_or(Rotation::Unknown, Rotation::Rotated));
                }
                session::Entity::delete_by_id(session.id).exec(db).await.map_err(failed)?;
                return Ok(Rotation::Reused(FamilyId(session.id)));
            }
            if used.expires_ms <= now_ms {
                return Ok(Rotation::Unknown);
            }
            let next = RefreshToken {
                hash: next_hash,
                family: FamilyId(session.id),
                account: AccountId(session.account),
                expires_ms: std::cmp::min(next_expires_ms, session.ends_ms),
                family_ends_ms: session.ends_ms,
            };
            replace(db, used, &next, now_ms).await?;
            Ok(Rotation::Rotated(next))
        })
        .await
    }

    async fn revoke(&self, hash: [u8; 32]) -> Result<Option<FamilyId>, StoreError> {
        self.change(async |db| {
            let Some((session, _)) = locked(db, hash).await? else { return Ok(None) };
            session::Entity::delete_by_id(session.id).exec(db).await.map_err(failed)?;
            Ok(Some(FamilyId(session.id)))
        })
        .await
    }

    async fn living(&self, families: &[FamilyId]) -> Result<Vec<FamilyId>, StoreError> {
        let query = session::Entity::find()
            .select_only()
            .column(session::Column::Id)
            .filter(session::Column::Id.is_in(families.iter().map(|family| family.0)))
            .into_tuple::<Uuid>();
        Ok(self.read(async |db| query.all(db).await).await?.into_iter().map(FamilyId).collect())
    }

    async fn sweep(&self, now_ms: i64, limit: u64) -> Result<u64, StoreError> {
        signed(limit)?;
        self.change(async |db| {
            // The condition stands twice: a session that was renewed between the two is spared.
            let old = || session::Column::ExpiresMs.lte(now_ms).or(session::Column::EndsMs.lte(now_ms));
            let some = Query::select()
                .column(session::Column::Id)
                .from(session::Entity)
                .and_where(old())
                .limit(limit)
                .to_owned();
            let sessions =
                session::Entity::delete_many().filter(session::Column::Id.in_subquery(some)).filter(old());
            let gone = sessions.exec(db).await.map_err(failed)?.rows_affected;
            let some = Query::select()
                .column(token::Column::Hash)
                .from(token::Entity)
                .and_where(token::Column::ExpiresMs.lte(now_ms))
                .limit(limit.saturating_sub(gone))
                .to_owned();
            let tokens = token::Entity::delete_many().filter(token::Column::Hash.in_subquery(some));
            Ok(gone + tokens.exec(db).await.map_err(failed)?.rows_affected)
        })
        .await
    }
}

/// A token and its session, which stays locked: both as they are after whoever held the lock before.
async fn locked(
    db: &DatabaseTransaction,
    hash: [u8; 32],
) -> Result<Option<(session::Model, token::Model)>, StoreError> {
    let find = || token::Entity::find_by_id(hash.to_vec()).one(db);
    let Some(before) = find().await.map_err(failed)? else { return Ok(None) };
    let session =
        session::Entity::find_by_id(before.session).lock_exclusive().one(db).await.map_err(failed)?;
    let after = find().await.map_err(failed)?;
    Ok(session.zip(after))
}

async fn add_token(db: &DatabaseTransaction, token: &RefreshToken) -> Result<(), StoreError> {
    let row = token::ActiveModel {
        hash: Set(token.hash.to_vec()),
        session: Set(token.family.0),
        expires_ms: Set(token.expires_ms),
        used_ms: Set(None),
        successor: Set(None),
    };
    token::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
    Ok(())
}

async fn replace(
    db: &DatabaseTransaction,
    used: token::Model,
    next: &RefreshToken,
    now_ms: i64,
) -> Result<(), StoreError> {
    add_token(db, next).await?;
    token::Entity::update_many()
        .col_expr(token::Column::UsedMs, Some(now_ms).into())
        .col_expr(token::Column::Successor, Some(next.hash.to_vec()).into())
        .filter(token::Column::Hash.eq(used.hash))
        .exec(db)
        .await
        .map_err(failed)?;
    session::Entity::update_many()
        .col_expr(session::Column::ExpiresMs, next.expires_ms.into())
        .filter(session::Column::Id.eq(next.family.0))
        .exec(db)
        .await
        .map_err(failed)?;
    Ok(())
}

/// The token that replaced a used one; none when it expired and was swept since.
async fn successor(
    db: &DatabaseTransaction,
    session: &session::Model,
    used: &token::Model,
) -> Result<Option<RefreshToken>, StoreError> {
    let Some(next) = used.successor.clone() else { return Ok(None) };
    let Some(row) = token::Entity::find_by_id(next).one(db).await.map_err(failed)? else { return Ok(None) };
    Ok(Some(RefreshToken {
        hash: hash(&row.hash, "a token's hash")?,
        family: FamilyId(session.id),
        account: AccountId(session.account),
        expires_ms: row.expires_ms,
        family_ends_ms: session.ends_ms,
    }))
}
