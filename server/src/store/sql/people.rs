//! Profiles and blocks. A profile is changed under its account's lock, and so is the list of the blocked, so that revisions and
//! counts hold.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use sea_orm::sea_query::{ExprTrait, LockType, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, Order, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::convert::{signed, unsigned};
use super::entity::{account, block, profile};
use super::failure::failed;
use super::{PAGE_MAX, SqlStore, page};
use crate::ids::AccountId;
use crate::store::{Block, Blocks, Locale, Profile, ProfileChange, Profiles, StoreError};

#[async_trait]
impl Profiles for SqlStore {
    async fn profile(&self, of: AccountId) -> Result<(Profile, u64), StoreError> {
        let query = profile::Entity::find_by_id(of.0);
        let row = self.read(async |db| query.one(db).await).await?;
        row.map_or_else(|| Ok((Profile::default(), 0)), kept)
    }

    async fn change_profile(
        &self,
        of: AccountId,
        at: u64,
        profile: Profile,
        alike: &[String],
    ) -> Result<ProfileChange, StoreError> {
        let row = profile::ActiveModel {
            account: Set(of.0),
            shown: Set(profile.shown),
            country: Set(profile.country),
            locale: Set(profile.locale.map(|locale| code(locale).to_owned())),
            time_zone: Set(profile.time_zone),
            revision: Set(signed(at + 1)?),
        };
        self.change(async |db| {
            lock(db, of).await?;
            let now = profile::Entity::find_by_id(of.0).one(db).await.map_err(failed)?;
            if now.map_or(0, |row| row.revision) != signed(at)? {
                return Ok(ProfileChange::Stale);
            }
            let others = account::Entity::find()
                .filter(account::Column::NameKey.is_in(alike))
                .filter(account::Column::Id.ne(of.0));
            if !alike.is_empty() && others.count(db).await.map_err(failed)? > 0 {
                return Ok(ProfileChange::NameTaken);
            }
            let known = OnConflict::column(profile::Column::Account)
                .update_columns([
                    profile::Column::Shown,
                    profile::Column::Country,
                    profile::Column::Locale,
                    profile::Column::TimeZone,
                    profile::Column::Revision,
                ])
                .to_owned();
            let insert = profile::Entity::insert(row).on_conflict(known);
            insert.exec_without_returning(db).await.map_err(failed)?;
            Ok(ProfileChange::Kept(at + 1))
        })
        .await
    }
}

#[async_trait]
impl Blocks for SqlStore {
    async fn block(
        &self,
        by: AccountId,
        other: AccountId,
        now_ms: i64,
        most: u64,
    ) -> Result<bool, StoreError> {
        self.change(async |db| {
            lock(db, by).await?;
            if block::Entity::find_by_id((by.0, other.0)).one(db).await.map_err(failed)?.is_some() {
                return Ok(true);
            }
            let theirs = block::Entity::find().filter(block::Column::Account.eq(by.0));
            if theirs.count(db).await.map_err(failed)? >= most {
                return Ok(false);
            }
            let row = block::ActiveModel { account: Set(by.0), other: Set(other.0), since_ms: Set(now_ms) };
            block::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
            Ok(true)
        })
        .await
    }

    async fn unblock(&self, by: AccountId, other: AccountId) -> Result<(), StoreError> {
        self.change(async |db| {
            block::Entity::delete_by_id((by.0, other.0)).exec(db).await.map_err(failed)?;
            Ok(())
        })
        .await
    }

    async fn blocked(&self, by: AccountId, limit: u64) -> Result<Vec<Block>, StoreError> {
        let query = block::Entity::find()
            .filter(block::Column::Account.eq(by.0))
            .order_by(block::Column::SinceMs, Order::Desc)
            .order_by(block::Column::Other, Order::Desc)
            .limit(page(limit));
        let rows = self.read(async |db| query.all(db).await).await?;
        let names = account::Entity::find()
            .select_only()
            .columns([account::Column::Id, account::Column::Name])
            .filter(account::Column::Id.is_in(rows.iter().map(|row| row.other)))
            .into_tuple::<(Uuid, String)>();
        let mut names: HashMap<Uuid, String> =
            self.read(async |db| names.all(db).await).await?.into_iter().collect();
        let block = |row: block::Model| {
            let name = names.remove(&row.other)?;
            Some(Block { other: AccountId(row.other), name, since_ms: row.since_ms })
        };
        Ok(rows.into_iter().filter_map(block).collect())
    }

    async fn are_apart(&self, one: AccountId, other: AccountId) -> Result<bool, StoreError> {
        let between = |by: AccountId, whom: AccountId| {
            block::Column::Account.eq(by.0).and(block::Column::Other.eq(whom.0))
        };
        let query = block::Entity::find().filter(between(one, other).or(between(other, one)));
        Ok(self.read(async |db| query.one(db).await).await?.is_some())
    }

    async fn apart_from(
        &self,
        people: &[AccountId],
        limit: u64,
    ) -> Result<HashMap<AccountId, HashSet<AccountId>>, StoreError> {
        let mut apart: HashMap<AccountId, HashSet<AccountId>> = HashMap::new();
        let ids = || people.iter().take(PAGE_MAX as usize).map(|person| person.0);
        for (side, have_blocked) in [(block::Column::Account, true), (block::Column::Other, false)] {
            let query = block::Entity::find().filter(side.is_in(ids())).limit(limit);
            for row in self.read(async |db| query.all(db).await).await? {
                let (of, from) =
                    if have_blocked { (row.account, row.other) } else { (row.other, row.account) };
                apart.entry(AccountId(from)).or_default().insert(AccountId(of));
            }
        }
        Ok(apart)
    }
}

/// What is counted or revised of one account is changed one after the other.
pub(super) async fn lock(db: &DatabaseTransaction, AccountId(id): AccountId) -> Result<(), StoreError> {
    let mut lock = account::Entity::find_by_id(id).select_only().column(account::Column::Id);
    sea_orm::QueryTrait::query(&mut lock).lock(LockType::NoKeyUpdate);
    lock.into_tuple::<Uuid>().one(db).await.map_err(failed)?;
    Ok(())
}

const fn code(locale: Locale) -> &'static str {
    match locale {
        Locale::Zh => "zh",
        Locale::En => "en",
    }
}

fn kept(row: profile::Model) -> Result<(Profile, u64), StoreError> {
    let locale = match row.locale.as_deref() {
        None => None,
        Some("zh") => Some(Locale::Zh),
        Some("en") => Some(Locale::En),
        Some(other) => {
            return Err(StoreError::Corrupt(format!("profile {} has the language {other}", row.account)));
        }
    };
    let profile = Profile { shown: row.shown, country: row.country, locale, time_zone: row.time_zone };
    Ok((profile, unsigned(row.revision, "a profile's revision")?))
}
