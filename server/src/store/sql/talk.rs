//! Lines of conversations. Those of one game are counted and numbered one after the other, under the lock of its row.

use async_trait::async_trait;
use sea_orm::sea_query::{Expr, ExprTrait, LockType, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, Order, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::convert::{signed, unsigned};
use super::entity::{game, journal, line, mute};
use super::failure::failed;
use super::{SqlStore, page};
use crate::ids::{AccountId, GameId};
use crate::store::{Hiding, Kept, Mute, Said, Saying, StoreError, Talk, TalkStream};

#[async_trait]
impl Talk for SqlStore {
    async fn say(&self, saying: Saying, most: u64) -> Result<Kept, StoreError> {
        self.change(async |db| {
            let mut lock = game::Entity::find_by_id(saying.game.0).select_only().column(game::Column::Id);
            sea_orm::QueryTrait::query(&mut lock).lock(LockType::NoKeyUpdate);
            lock.into_tuple::<uuid::Uuid>().one(db).await.map_err(failed)?;
            let known = line::Entity::find().filter(same_command(&saying)).one(db).await.map_err(failed)?;
            if let Some(known) = known {
                return kept(&known, &saying);
            }
            let played =
                journal::Entity::find().filter(caused_by(&saying)).count(db).await.map_err(failed)?;
            if played > 0 {
                return Ok(Kept::IdReused);
            }
            let last = line::Entity::find()
                .select_only()
                .column_as(line::Column::Number.max(), "last")
                .filter(of(saying.game, saying.stream))
                .into_tuple::<Option<i64>>()
                .one(db)
                .await
                .map_err(failed)?;
            let last = unsigned(last.flatten().unwrap_or(0), "a line's number")?;
            if last >= most {
                return Ok(Kept::Full);
            }
            let row = line(saying, last + 1)?;
            line::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
            Ok(Kept::New(last + 1))
        })
        .await
    }

    async fn known(&self, saying: &Saying) -> Result<Option<Kept>, StoreError> {
        let query = line::Entity::find().filter(same_command(saying));
        let row = self.read(async |db| query.one(db).await).await?;
        row.map(|row| kept(&row, saying)).transpose()
    }

    async fn after(
        &self,
        game: GameId,
        stream: TalkStream,
        after: u64,
        limit: u64,
    ) -> Result<Vec<Said>, StoreError> {
        let query = line::Entity::find()
            .filter(of(game, stream).and(line::Column::Number.gt(signed(after)?)))
            .order_by(line::Column::Number, Order::Asc)
            .limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(said).collect()
    }

    async fn before(
        &self,
        game: GameId,
        stream: TalkStream,
        before: Option<u64>,
        limit: u64,
    ) -> Result<Vec<Said>, StoreError> {
        let mut query = line::Entity::find().filter(of(game, stream));
        if let Some(before) = before {
            query = query.filter(line::Column::Number.lt(signed(before)?));
        }
        let query = query.order_by(line::Column::Number, Order::Desc).limit(page(limit));
        let rows = self.read(async |db| query.all(db).await).await?;
        rows.into_iter().rev().map(said).collect()
    }

    async fn hide(
        &self,
        game: GameId,
        stream: TalkStream,
        number: u64,
        hiding: Hiding,
        wall_ms: i64,
    ) -> Result<bool, StoreError> {
        let Ok(number) = i64::try_from(number) else { return Ok(false) };
        self.change(async |db| {
            let is_it = of(game, stream).and(line::Column::Number.eq(number));
            let hidden = line::Entity::update_many()
                .col_expr(line::Column::HiddenMs, Expr::val(wall_ms))
                .col_expr(line::Column::HiddenBy, Expr::val(hiding.by.0.0))
                .col_expr(line::Column::HiddenName, Expr::val(hiding.by.1))
                .col_expr(line::Column::HiddenReason, Expr::val(hiding.reason))
                // Who first hid it stays.
                .filter(is_it.clone().and(line::Column::HiddenMs.is_null()))
                .exec(db)
                .await
                .map_err(failed)?;
            let is_hidden = hidden.rows_affected == 1;
            Ok(is_hidden || line::Entity::find().filter(is_it).count(db).await.map_err(failed)? == 1)
        })
        .await
    }

    async fn mutes(&self, game: GameId) -> Result<Vec<Mute>, StoreError> {
        let query = mute::Entity::find()
            .filter(mute::Column::Game.eq(game.0))
            .order_by(mute::Column::Number, Order::Asc)
            .limit(page(u64::MAX));
        self.read(async |db| query.all(db).await).await?.into_iter().map(ruled).collect()
    }

    async fn mute(&self, game: GameId, mute: Mute) -> Result<bool, StoreError> {
        let row = mute::ActiveModel {
            game: Set(game.0),
            number: Set(signed(mute.number)?),
            account: Set(mute.who.0.0),
            name: Set(mute.who.1),
            muted: Set(mute.on),
            officer: Set(mute.by.0.0),
            officer_name: Set(mute.by.1),
            reason: Set(mute.reason),
            command: Set(mute.command),
            wall_ms: Set(mute.wall_ms),
        };
        self.change(async |db| {
            let insert = mute::Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned());
            Ok(insert.exec_without_returning(db).await.map_err(failed)? == 1)
        })
        .await
    }
}

/// The line that came by the same command.
fn same_command(saying: &Saying) -> sea_orm::sea_query::Expr {
    line::Column::Account.eq(saying.by.0.0).and(line::Column::Command.eq(saying.command))
}

/// The events of the same game that the same command caused.
fn caused_by(saying: &Saying) -> sea_orm::sea_query::Expr {
    let of_game = journal::Column::Game.eq(saying.game.0);
    let of_account = journal::Column::Account.eq(saying.by.0.0);
    of_game.and(of_account).and(journal::Column::Command.eq(saying.command))
}

/// What a line that is sent again came to.
fn kept(row: &line::Model, saying: &Saying) -> Result<Kept, StoreError> {
    let is_same = row.game == saying.game.0 && row.stream == number(saying.stream) && row.text == saying.text;
    if !is_same {
        return Ok(Kept::IdReused);
    }
    Ok(Kept::Already(unsigned(row.number, "a line's number")?))
}

/// The column `stream`.
const fn number(stream: TalkStream) -> i16 {
    match stream {
        TalkStream::Players => 0,
        TalkStream::Spectators => 1,
        TalkStream::Staff => 2,
    }
}

/// The conversation of that column.
pub(super) fn stream(number: i16) -> Result<TalkStream, StoreError> {
    match number {
        0 => Ok(TalkStream::Players),
        1 => Ok(TalkStream::Spectators),
        2 => Ok(TalkStream::Staff),
        other => Err(StoreError::Corrupt(format!("there is no conversation {other}"))),
    }
}

/// The lines of one conversation.
fn of(game: GameId, stream: TalkStream) -> sea_orm::sea_query::Expr {
    line::Column::Game.eq(game.0).and(line::Column::Stream.eq(number(stream)))
}

fn line(saying: Saying, at: u64) -> Result<line::ActiveModel, StoreError> {
    let too_far = |_| StoreError::Corrupt(format!("ply {} is too large to be kept", saying.ply));
    Ok(line::ActiveModel {
        game: Set(saying.game.0),
        stream: Set(number(saying.stream)),
        number: Set(signed(at)?),
        account: Set(saying.by.0.0),
        command: Set(saying.command),
        ply: Set(i32::try_from(saying.ply).map_err(too_far)?),
        name: Set(saying.by.1),
        text: Set(saying.text),
        wall_ms: Set(saying.wall_ms),
        hidden_ms: Set(None),
        hidden_by: Set(None),
        hidden_name: Set(None),
        hidden_reason: Set(None),
    })
}

fn said(row: line::Model) -> Result<Said, StoreError> {
    let hidden = row.hidden_ms.is_some();
    let hiding = row.hidden_by.zip(row.hidden_name).zip(row.hidden_reason);
    Ok(Said {
        number: unsigned(row.number, "a line's number")?,
        by: (AccountId(row.account), row.name),
        text: if hidden { String::new() } else { row.text },
        ply: u32::try_from(row.ply)
            .map_err(|_| StoreError::Corrupt("a line's ply is negative".to_owned()))?,
        wall_ms: row.wall_ms,
        hidden,
        hiding: hiding.map(|((by, name), reason)| Hiding { by: (AccountId(by), name), reason }),
    })
}

fn ruled(row: mute::Model) -> Result<Mute, StoreError> {
    Ok(Mute {
        number: unsigned(row.number, "a mute's number")?,
        who: (AccountId(row.account), row.name),
        on: row.muted,
        by: (AccountId(row.officer), row.officer_name),
        reason: row.reason,
        command: row.command,
        wall_ms: row.wall_ms,
    })
}
