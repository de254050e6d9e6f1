//! Accounts. A name is taken by one account at most, because its key is unique in the database.

use async_trait::async_trait;
use sea_orm::sea_query::{LikeExpr, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, Order, QueryFilter, QueryOrder,
    QuerySelect,
};
use uuid::Uuid;

use super::departures::is_departed;
use super::entity::account;
use super::failure::failed;
use super::{SqlStore, page};
use crate::ids::AccountId;
use crate::offices::{Offices, Role};
use crate::store::{Account, Accounts, StoreError};

#[async_trait]
impl Accounts for SqlStore {
    async fn add(&self, account: Account) -> Result<bool, StoreError> {
        self.change(async |db| add_account(db, account).await).await
    }

    async fn by_name(&self, name_key: &str) -> Result<Option<Account>, StoreError> {
        let query = account::Entity::find().filter(account::Column::NameKey.eq(name_key));
        self.read(async |db| query.one(db).await).await?.map(account).transpose()
    }

    async fn beginning(&self, name_key: &str, limit: u64) -> Result<Vec<Account>, StoreError> {
        // `_` may be in a name, and is not to stand for any letter.
        let like = LikeExpr::new(format!("{}%", name_key.replace('_', "\\_"))).escape('\\');
        let query = account::Entity::find()
            .filter(account::Column::NameKey.like(like))
            .order_by(account::Column::NameKey, Order::Asc)
            .limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(account).collect()
    }

    async fn by_id(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        self.read(async |db| account::Entity::find_by_id(id.0).one(db).await).await?.map(account).transpose()
    }

    async fn officers(&self, limit: u64) -> Result<Vec<(AccountId, Offices)>, StoreError> {
        let query = account::Entity::find()
            .select_only()
            .columns([account::Column::Id, account::Column::Role])
            .filter(account::Column::Role.gt(0))
            .order_by(account::Column::Id, Order::Asc)
            .limit(page(limit))
            .into_tuple::<(Uuid, i16)>();
        let rows = self.read(async |db| query.all(db).await).await?;
        rows.into_iter().map(|(id, number)| Ok((AccountId(id), offices(id, number)?))).collect()
    }

    async fn set_offices(&self, id: AccountId, offices: Offices) -> Result<bool, StoreError> {
        self.change(async |db| {
            let changed = account::Entity::update_many()
                .col_expr(account::Column::Role, number(offices).into())
                .filter(account::Column::Id.eq(id.0))
                .exec(db)
                .await
                .map_err(failed)?;
            Ok(changed.rows_affected == 1)
        })
        .await
    }

    async fn rehash(&self, id: AccountId, from: &str, to: &str) -> Result<(), StoreError> {
        self.change(async |db| {
            account::Entity::update_many()
                .col_expr(account::Column::PasswordHash, to.into())
                .filter(account::Column::Id.eq(id.0))
                .filter(account::Column::PasswordHash.eq(from))
                .exec(db)
                .await
                .map_err(failed)?;
            Ok(())
        })
        .await
    }
}

/// Adds an account; `false` when its `name_key` is taken, or was that of somebody who has gone.
pub(super) async fn add_account(db: &DatabaseTransaction, account: Account) -> Result<bool, StoreError> {
    let row = account::ActiveModel {
        id: Set(account.id.0),
        name: Set(account.name),
        name_key: Set(account.name_key.clone()),
        password_hash: Set(account.password_hash),
        role: Set(number(account.offices)),
        created_ms: Set(account.created_ms),
    };
    let (id, name_key) = (account.id, account.name_key);
    let taken = OnConflict::column(account::Column::NameKey).do_nothing().to_owned();
    let insert = account::Entity::insert(row).on_conflict(taken);
    if insert.exec_without_returning(db).await.map_err(failed)? == 0 {
        return Ok(false);
    }
    let is_departed = is_departed(db, &name_key).await?;
    if is_departed {
        account::Entity::delete_by_id(id.0).exec(db).await.map_err(failed)?;
    }
    Ok(!is_departed)
}

/// Offices that a version before knew stand alone under their old numbers, so that it can read them.
const ALONE: [(Role, i16); 3] = [(Role::Administrator, 1), (Role::Referee, 2), (Role::ChiefReferee, 3)];
/// All others are a bit each, from this one on.
const FIRST_BIT: i16 = 4;

fn number(offices: Offices) -> i16 {
    let alone = ALONE.iter().find(|(role, _)| Offices::from(*role) == offices);
    alone.map_or_else(|| offices.iter().map(bit).sum(), |(_, number)| *number)
}

const fn bit(role: Role) -> i16 {
    1 << (FIRST_BIT + role as i16)
}

fn offices(id: Uuid, number: i16) -> Result<Offices, StoreError> {
    if let Some((role, _)) = ALONE.iter().find(|(_, alone)| *alone == number) {
        return Ok(Offices::from(*role));
    }
    let roles: Vec<Role> = Role::ALL.into_iter().filter(|role| number & bit(*role) != 0).collect();
    let is_known = roles.iter().map(|role| bit(*role)).sum::<i16>() == number;
    let unknown = || StoreError::Corrupt(format!("account {id} has the unknown offices {number}"));
    is_known.then(|| Offices::of(&roles)).ok_or_else(unknown)
}

fn account(row: account::Model) -> Result<Account, StoreError> {
    Ok(Account {
        id: AccountId(row.id),
        name: row.name,
        name_key: row.name_key,
        password_hash: row.password_hash,
        offices: offices(row.id, row.role)?,
        created_ms: row.created_ms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offices_have_the_numbers_that_a_version_before_knew() {
        let of = |roles: &[Role]| number(Offices::of(roles));
        assert_eq!(of(&[]), 0);
        assert_eq!([of(&[Role::Administrator]), of(&[Role::Referee]), of(&[Role::ChiefReferee])], [1, 2, 3]);
    }

    #[test]
    fn every_set_of_offices_comes_back_and_nothing_else_is_one() {
        for bits in 0..1_u8 << Role::ALL.len() {
            let roles: Vec<Role> =
                Role::ALL.into_iter().filter(|role| bits & 1 << *role as u8 != 0).collect();
            let set = Offices::of(&roles);
            assert_eq!(offices(Uuid::nil(), number(set)).ok(), Some(set), "{roles:?}");
        }
        for number in [-1, 4, 15, 17, 1 << 10, i16::MAX] {
            assert!(offices(Uuid::nil(), number).is_err(), "{number}");
        }
    }
}
