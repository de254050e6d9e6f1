//! Rematches: one row for each finished game of which one was offered. Who changes it first is decided by the insertion of the
//! row, and then by an update conditional on its revision.

use async_trait::async_trait;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::SqlStore;
use super::convert::{from_json, signed, to_json, unsigned};
use super::entity::rematch;
use super::failure::failed;
use super::games::begin_game;
use crate::ids::{AccountId, GameId};
use crate::store::{NewGame, Rematch, RematchAction, RematchCommand, RematchOffer, Rematches, StoreError};

#[async_trait]
impl Rematches for SqlStore {
    async fn find(&self, of: GameId) -> Result<Rematch, StoreError> {
        let query = rematch::Entity::find_by_id(of.0);
        let row = self.read(async |db| query.one(db).await).await?;
        row.map(kept).transpose().map(Option::unwrap_or_default)
    }

    async fn replace(
        &self,
        of: GameId,
        rematch: &Rematch,
        ended_ms: i64,
        begun: Option<NewGame>,
    ) -> Result<bool, StoreError> {
        let row = rematch::Model {
            game: of.0,
            revision: signed(rematch.revision + 1)?,
            offered_by: rematch.offer.map(|offer| offer.by.0),
            offer_ends_ms: rematch.offer.map(|offer| offer.ends_ms),
            done: to_json(&rematch.done.iter().map(written).collect::<Vec<_>>())?,
            next_game: rematch.game.map(|game| game.0),
            ended_ms,
        };
        self.change(async |db| {
            let is_first =
                if rematch.revision == 0 { insert(db, row).await? } else { update(db, row).await? };
            if let Some(game) = begun.filter(|_| is_first) {
                begin_game(db, game).await?;
            }
            Ok(is_first)
        })
        .await
    }

    async fn forget(&self, ended_before_ms: i64) -> Result<u64, StoreError> {
        self.change(async |db| {
            let old = rematch::Column::EndedMs.lt(ended_before_ms);
            let gone = rematch::Entity::delete_many().filter(old).exec(db).await.map_err(failed)?;
            Ok(gone.rows_affected)
        })
        .await
    }
}

async fn insert(db: &DatabaseTransaction, row: rematch::Model) -> Result<bool, StoreError> {
    let row = rematch::ActiveModel {
        game: Set(row.game),
        revision: Set(row.revision),
        offered_by: Set(row.offered_by),
        offer_ends_ms: Set(row.offer_ends_ms),
        done: Set(row.done),
        next_game: Set(row.next_game),
        ended_ms: Set(row.ended_ms),
    };
    let known = OnConflict::column(rematch::Column::Game).do_nothing().to_owned();
    let insert = rematch::Entity::insert(row).on_conflict(known);
    Ok(insert.exec_without_returning(db).await.map_err(failed)? == 1)
}

async fn update(db: &DatabaseTransaction, row: rematch::Model) -> Result<bool, StoreError> {
    let done = rematch::Entity::update_many()
        .col_expr(rematch::Column::Revision, row.revision.into())
        .col_expr(rematch::Column::OfferedBy, row.offered_by.into())
        .col_expr(rematch::Column::OfferEndsMs, row.offer_ends_ms.into())
        .col_expr(rematch::Column::Done, row.done.into())
        .col_expr(rematch::Column::NextGame, row.next_game.into())
        .filter(rematch::Column::Game.eq(row.game))
        .filter(rematch::Column::Revision.eq(row.revision - 1))
        .exec(db)
        .await
        .map_err(failed)?;
    Ok(done.rows_affected == 1)
}

/// A command as it is written: whose, its id, and what.
type Written = (Uuid, Uuid, u8);

const fn written(command: &RematchCommand) -> Written {
    let action = match command.action {
        RematchAction::Offer => 0,
        RematchAction::Accept => 1,
        RematchAction::Decline => 2,
        RematchAction::Withdraw => 3,
    };
    (command.by.0, command.id, action)
}

fn kept(row: rematch::Model) -> Result<Rematch, StoreError> {
    let game = row.game;
    let written: Vec<Written> = from_json(&row.done, || format!("the rematch of game {game}"))?;
    let done = written.into_iter().map(|(by, id, action)| {
        let action = match action {
            0 => RematchAction::Offer,
            1 => RematchAction::Accept,
            2 => RematchAction::Decline,
            3 => RematchAction::Withdraw,
            _ => {
                return Err(StoreError::Corrupt(format!("the rematch of game {game} has an unknown action")));
            }
        };
        Ok(RematchCommand { by: AccountId(by), id, action })
    });
    let offer = row.offered_by.zip(row.offer_ends_ms);
    Ok(Rematch {
        revision: unsigned(row.revision, "a revision")?,
        offer: offer.map(|(by, ends_ms)| RematchOffer { by: AccountId(by), ends_ms }),
        done: done.collect::<Result<_, _>>()?,
        game: row.next_game.map(GameId),
    })
}
