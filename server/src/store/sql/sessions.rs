//! Refresh tokens. Whoever changes a session locks its row first, so that a token cannot be given
//! out for a session that is being revoked.

use async_trait::async_trait;
use sea_orm::sea_query::{ExprTrait, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, Order, QueryFilter, QueryOrder,
    QuerySelect, Select,
};
use uuid::Uuid;

use super::convert::{hash, signed};
use super::entity::{account, personal, session, token};
use super::failure::failed;
use super::personal::revoke_all;
use super::tickets::void;
use super::{PAGE_MAX, SqlStore, page};
use crate::ids::{AccountId, FamilyId};
use crate::store::{
    Device, NewSession, Proof, RefreshToken, Rotation, SESSIONS, Session, Sessions, StoreError,
};

#[async_trait]
impl Sessions for SqlStore {
    async fn begin(
        &self,
        new: NewSession,
        password_hash: &str,
        now_ms: i64,
    ) -> Result<Option<Vec<FamilyId>>, StoreError> {
        let NewSession { token, device, second } = new;
        self.change(async |db| {
            // Whoever changes the password waits for this, or this for that.
            let account = account::Entity::find_by_id(token.account.0).lock_exclusive().one(db).await;
            if account.map_err(failed)?.is_none_or(|account| account.password_hash != password_hash) {
                return Ok(None);
            }
            let ended = end_oldest(db, token.account).await?;
            let session = session::ActiveModel {
                id: Set(token.family.0),
                account: Set(token.account.0),
                created_ms: Set(now_ms),
                expires_ms: Set(token.expires_ms),
                ends_ms: Set(token.family_ends_ms),
                seen_ms: Set(Some(now_ms)),
                network: Set(Some(device.network)),
                agent: Set(Some(device.agent)),
                proved_ms: Set(Some(now_ms)),
                second_ms: Set(second.then_some(now_ms)),
            };
            session::Entity::insert(session).exec_without_returning(db).await.map_err(failed)?;
            add_token(db, &token).await?;
            Ok(Some(ended))
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
        device: &Device,
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
            replace(db, used, &next, now_ms, device).await?;
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
        let ids: Vec<Uuid> = families.iter().map(|family| family.0).collect();
        let sessions = session::Entity::find()
            .select_only()
            .column(session::Column::Id)
            .filter(session::Column::Id.is_in(ids.iter().copied()))
            .into_tuple::<Uuid>();
        let tokens = personal::Entity::find()
            .select_only()
            .column(personal::Column::Id)
            .filter(personal::Column::Id.is_in(ids))
            .into_tuple::<Uuid>();
        let mut living = self.read(async |db| sessions.all(db).await).await?;
        living.extend(self.read(async |db| tokens.all(db).await).await?);
        Ok(living.into_iter().map(FamilyId).collect())
    }

    async fn of_account(&self, account: AccountId, now_ms: i64) -> Result<Vec<Session>, StoreError> {
        let query = session::Entity::find()
            .filter(session::Column::Account.eq(account.0))
            .filter(session::Column::ExpiresMs.gt(now_ms))
            .filter(session::Column::EndsMs.gt(now_ms))
            .order_by(session::Column::ExpiresMs, Order::Desc)
            .order_by(session::Column::Id, Order::Desc)
            .limit(page(SESSIONS));
        Ok(self.read(async |db| query.all(db).await).await?.into_iter().map(shown).collect())
    }

    async fn proof(&self, session: FamilyId) -> Result<Option<Proof>, StoreError> {
        let row = self.read(async |db| session::Entity::find_by_id(session.0).one(db).await).await?;
        Ok(row.as_ref().map(proof))
    }

    async fn prove(&self, session: FamilyId, second: bool, now_ms: i64) -> Result<(), StoreError> {
        self.change(async |db| {
            let mut update = session::Entity::update_many()
                .col_expr(session::Column::ProvedMs, now_ms.into())
                .filter(session::Column::Id.eq(session.0));
            if second {
                update = update.col_expr(session::Column::SecondMs, now_ms.into());
            }
            update.exec(db).await.map_err(failed)?;
            Ok(())
        })
        .await
    }

    async fn end(&self, account: AccountId, session: FamilyId) -> Result<bool, StoreError> {
        self.change(async |db| {
            let one = session::Entity::delete_by_id(session.0).filter(session::Column::Account.eq(account.0));
            Ok(one.exec(db).await.map_err(failed)?.rows_affected == 1)
        })
        .await
    }

    async fn end_all(&self, account: AccountId, but: Option<FamilyId>) -> Result<Vec<FamilyId>, StoreError> {
        self.change(async |db| end_all(db, account, but).await).await
    }

    async fn change_password(
        &self,
        account: AccountId,
        from: Option<&str>,
        to: &str,
        but: Option<FamilyId>,
    ) -> Result<Option<Vec<FamilyId>>, StoreError> {
        self.change(async |db| {
            let mut update = account::Entity::update_many()
                .col_expr(account::Column::PasswordHash, to.into())
                .filter(account::Column::Id.eq(account.0));
            if let Some(from) = from {
                update = update.filter(account::Column::PasswordHash.eq(from));
            }
            if update.exec(db).await.map_err(failed)?.rows_affected == 0 {
                return Ok(None);
            }
            void(db, account).await?;
            let mut ended = end_all(db, account, but).await?;
            if from.is_none() {
                ended.extend(revoke_all(db, account).await?);
            }
            Ok(Some(ended))
        })
        .await
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
    device: &Device,
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
        .col_expr(session::Column::SeenMs, now_ms.into())
        .col_expr(session::Column::Network, device.network.as_str().into())
        .col_expr(session::Column::Agent, device.agent.as_str().into())
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

/// Makes room for one more session of an account, whose row is locked; which sessions were ended for that.
async fn end_oldest(db: &DatabaseTransaction, account: AccountId) -> Result<Vec<FamilyId>, StoreError> {
    let too_many = sessions_of(account)
        .order_by(session::Column::ExpiresMs, Order::Desc)
        .order_by(session::Column::Id, Order::Desc)
        .offset(SESSIONS - 1)
        .limit(PAGE_MAX);
    delete(db, too_many).await
}

/// Ends the sessions of an account.
pub(super) async fn end_all(
    db: &DatabaseTransaction,
    account: AccountId,
    but: Option<FamilyId>,
) -> Result<Vec<FamilyId>, StoreError> {
    let all = sessions_of(account).filter(session::Column::Id.ne(but.map_or(Uuid::nil(), |but| but.0)));
    delete(db, all).await
}

fn sessions_of(account: AccountId) -> Select<session::Entity> {
    session::Entity::find().filter(session::Column::Account.eq(account.0))
}

async fn delete(
    db: &DatabaseTransaction,
    some: Select<session::Entity>,
) -> Result<Vec<FamilyId>, StoreError> {
    let ids: Vec<Uuid> =
        some.select_only().column(session::Column::Id).into_tuple().all(db).await.map_err(failed)?;
    if !ids.is_empty() {
        let gone = session::Entity::delete_many().filter(session::Column::Id.is_in(ids.iter().copied()));
        gone.exec(db).await.map_err(failed)?;
    }
    Ok(ids.into_iter().map(FamilyId).collect())
}

/// What a server of the version before has not filled in is as it was when the session began.
fn proof(row: &session::Model) -> Proof {
    Proof { proved_ms: row.proved_ms.unwrap_or(row.created_ms), second_ms: row.second_ms }
}

fn shown(row: session::Model) -> Session {
    Session {
        id: FamilyId(row.id),
        created_ms: row.created_ms,
        seen_ms: row.seen_ms.unwrap_or(row.created_ms),
        proof: proof(&row),
        device: Device { network: row.network.unwrap_or_default(), agent: row.agent.unwrap_or_default() },
    }
}
