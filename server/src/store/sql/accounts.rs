//! Accounts. A name is taken by one account at most, because its key is unique in the database.

use async_trait::async_trait;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::entity::account;
use super::failure::failed;
use super::{SqlStore, page};
use crate::ids::AccountId;
use crate::store::{Account, Accounts, Role, StoreError};

#[async_trait]
impl Accounts for SqlStore {
    async fn add(&self, account: Account) -> Result<bool, StoreError> {
        let row = account::ActiveModel {
            id: Set(account.id.0),
            name: Set(account.name),
            name_key: Set(account.name_key),
            password_hash: Set(account.password_hash),
            role: Set(role_number(account.role)),
            created_ms: Set(account.created_ms),
        };
        self.change(async |db| {
            let taken = OnConflict::column(account::Column::NameKey).do_nothing().to_owned();
            let insert = account::Entity::insert(row).on_conflict(taken);
            Ok(insert.exec_without_returning(db).await.map_err(failed)? == 1)
        })
        .await
    }

    async fn by_name(&self, name_key: &str) -> Result<Option<Account>, StoreError> {
        let query = account::Entity::find().filter(account::Column::NameKey.eq(name_key));
        self.read(async |db| query.one(db).await).await?.map(account).transpose()
    }

    async fn by_id(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        self.read(async |db| account::Entity::find_by_id(id.0).one(db).await).await?.map(account).transpose()
    }

    async fn officers(&self, limit: u64) -> Result<Vec<(AccountId, Role)>, StoreError> {
        let query = account::Entity::find()
            .select_only()
            .columns([account::Column::Id, account::Column::Role])
            .filter(account::Column::Role.gt(role_number(Role::Player)))
            .order_by(account::Column::Id, Order::Asc)
            .limit(page(limit))
            .into_tuple::<(Uuid, i16)>();
        let rows = self.read(async |db| query.all(db).await).await?;
        rows.into_iter().map(|(id, number)| Ok((AccountId(id), role(id, number)?))).collect()
    }

    async fn set_role(&self, id: AccountId, role: Role) -> Result<bool, StoreError> {
        self.change(async |db| {
            let changed = account::Entity::update_many()
                .col_expr(account::Column::Role, role_number(role).into())
                .filter(account::Column::Id.eq(id.0))
                .exec(db)
                .await
                .map_err(failed)?;
            Ok(changed.rows_affected == 1)
        })
        .await
    }

    async fn set_password(&self, id: AccountId, password_hash: &str) -> Result<(), StoreError> {
        self.change(async |db| {
            account::Entity::update_many()
                .col_expr(account::Column::PasswordHash, password_hash.into())
                .filter(account::Column::Id.eq(id.0))
                .exec(db)
                .await
                .map_err(failed)?;
            Ok(())
        })
        .await
    }
}

fn role_number(role: Role) -> i16 {
    match role {
        Role::Player => 0,
        Role::Administrator => 1,
        Role::Referee => 2,
        Role::ChiefReferee => 3,
    }
}

fn role(id: Uuid, number: i16) -> Result<Role, StoreError> {
    match number {
        0 => Ok(Role::Player),
        1 => Ok(Role::Administrator),
        2 => Ok(Role::Referee),
        3 => Ok(Role::ChiefReferee),
        other => Err(StoreError::Corrupt(format!("account {id} has the unknown role {other}"))),
    }
}

fn account(row: account::Model) -> Result<Account, StoreError> {
    Ok(Account {
        id: AccountId(row.id),
        name: row.name,
        name_key: row.name_key,
        password_hash: row.password_hash,
        role: role(row.id, row.role)?,
        created_ms: row.created_ms,
    })
}
