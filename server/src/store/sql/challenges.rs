//! Offers to play. What must be counted is counted under the account's lock; who accepts first is
//! decided by one conditional update.

use async_trait::async_trait;
use sea_orm::sea_query::{ExprTrait, LockType, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, Order, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::convert::{from_json, to_json};
use super::entity::{account, challenge};
use super::failure::failed;
use super::games::begin_game;
use super::{SqlStore, page};
use crate::ids::{AccountId, ChallengeId, GameId};
use crate::store::{
    Accept, Challenge, ChallengeState, Challenges, ColorChoice, Draw, NewGame, Offer, StoreError,
};

/// The column `state`: it can be accepted.
const OPEN: i16 = 0;
/// It was withdrawn.
const WITHDRAWN: i16 = 1;
/// Somebody accepted it.
const ACCEPTED: i16 = 2;

#[async_trait]
impl Challenges for SqlStore {
    async fn offer(&self, offer: Offer, most: u64) -> Result<Option<Challenge>, StoreError> {
        let id = offer.id;
        let by = offer.by.0;
        let row = offer_row(offer)?;
        self.change(async |db| {
            // Offers of one account come one after the other, so that the count holds.
            let mut lock = account::Entity::find_by_id(by).select_only().column(account::Column::Id);
            sea_orm::QueryTrait::query(&mut lock).lock(LockType::NoKeyUpdate);
            lock.into_tuple::<uuid::Uuid>().one(db).await.map_err(failed)?;
            if let Some(known) = find(db, id).await? {
                return Ok(Some(known));
            }
            let open = challenge::Entity::find()
                .filter(challenge::Column::Account.eq(by).and(challenge::Column::State.eq(OPEN)));
            if open.count(db).await.map_err(failed)? >= most {
                return Ok(None);
            }
            let known = OnConflict::column(challenge::Column::Id).do_nothing().to_owned();
            let insert = challenge::Entity::insert(row).on_conflict(known);
            insert.exec_without_returning(db).await.map_err(failed)?;
            let kept = find(db, id).await?;
            kept.map(Some).ok_or_else(|| StoreError::Corrupt(format!("challenge {id} was not kept")))
        })
        .await
    }

    async fn get(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        let query = challenge::Entity::find_by_id(id.0);
        self.read(async |db| query.one(db).await).await?.map(challenge).transpose()
    }

    async fn open(&self, limit: u64) -> Result<Vec<Challenge>, StoreError> {
        let query = challenge::Entity::find()
            .filter(challenge::Column::State.eq(OPEN).and(challenge::Column::Private.eq(false)))
            .order_by(challenge::Column::CreatedMs, Order::Desc)
            .order_by(challenge::Column::Id, Order::Desc)
            .limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(challenge).collect()
    }

    async fn withdraw(&self, id: ChallengeId, by: AccountId) -> Result<bool, StoreError> {
        self.change(async |db| {
            let done = challenge::Entity::update_many()
                .col_expr(challenge::Column::State, WITHDRAWN.into())
                .filter(challenge::Column::Id.eq(id.0))
                .filter(challenge::Column::Account.eq(by.0))
                .filter(challenge::Column::State.eq(OPEN))
                .exec(db)
                .await
                .map_err(failed)?;
            Ok(done.rows_affected == 1)
        })
        .await
    }

    async fn accept(&self, id: ChallengeId, by: AccountId, game: NewGame) -> Result<Accept, StoreError> {
        self.change(async |db| {
            let taken = challenge::Entity::update_many()
                .col_expr(challenge::Column::State, ACCEPTED.into())
                .col_expr(challenge::Column::TakenBy, Some(by.0).into())
                .col_expr(challenge::Column::Game, Some(game.id.0).into())
                .filter(challenge::Column::Id.eq(id.0))
                .filter(challenge::Column::State.eq(OPEN))
                .exec(db)
                .await
                .map_err(failed)?;
            if taken.rows_affected == 1 {
                begin_game(db, game).await?;
                return Ok(Accept::Begun);
            }
            Ok(match find(db, id).await?.map(|known| known.state) {
                Some(ChallengeState::Accepted { by: winner, game }) if winner == by => Accept::Already(game),
                Some(ChallengeState::Accepted { .. } | ChallengeState::Withdrawn | ChallengeState::Open)
                | None => Accept::Gone,
            })
        })
        .await
    }

    async fn expire(&self, before_ms: i64) -> Result<u64, StoreError> {
        self.change(async |db| {
            let done = challenge::Entity::update_many()
                .col_expr(challenge::Column::State, WITHDRAWN.into())
                .filter(challenge::Column::State.eq(OPEN))
                .filter(challenge::Column::CreatedMs.lt(before_ms))
                .exec(db)
                .await
                .map_err(failed)?;
            Ok(done.rows_affected)
        })
        .await
    }
}

/// Withdraws every open challenge of an account.
pub(super) async fn withdraw_all(db: &DatabaseTransaction, account: uuid::Uuid) -> Result<(), StoreError> {
    challenge::Entity::update_many()
        .col_expr(challenge::Column::State, WITHDRAWN.into())
        .filter(challenge::Column::Account.eq(account))
        .filter(challenge::Column::State.eq(OPEN))
        .exec(db)
        .await
        .map_err(failed)?;
    Ok(())
}

async fn find(db: &DatabaseTransaction, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
    challenge::Entity::find_by_id(id.0).one(db).await.map_err(failed)?.map(challenge).transpose()
}

fn offer_row(offer: Offer) -> Result<challenge::ActiveModel, StoreError> {
    let (hash, number, nonce) = match offer.draw {
        Some(draw) => (Some(draw.hash), Some(i16::from(draw.number)), Some(draw.nonce)),
        None => (None, None, None),
    };
    Ok(challenge::ActiveModel {
        id: Set(offer.id.0),
        account: Set(offer.by.0),
        account_name: Set(offer.by_name),
        setup: Set(to_json(&offer.setup)?),
        color: Set(match offer.color {
            ColorChoice::Black => 0,
            ColorChoice::White => 1,
            ColorChoice::Nigiri => 2,
        }),
        draw_hash: Set(hash),
        draw_number: Set(number),
        draw_nonce: Set(nonce),
        private: Set(offer.private),
        created_ms: Set(offer.created_ms),
        state: Set(OPEN),
        taken_by: Set(None),
        game: Set(None),
    })
}

fn challenge(row: challenge::Model) -> Result<Challenge, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("challenge {} has {what}", row.id));
    let color = match row.color {
        0 => ColorChoice::Black,
        1 => ColorChoice::White,
        2 => ColorChoice::Nigiri,
        _ => return Err(corrupt("an unknown colour")),
    };
    let draw = match (row.draw_hash, row.draw_number, row.draw_nonce) {
        (None, None, None) => None,
        (Some(hash), Some(number), Some(nonce)) => {
            let number = u8::try_from(number).map_err(|_| corrupt("a draw of too many stones"))?;
            Some(Draw { hash, number, nonce })
        }
        _ => return Err(corrupt("half a draw")),
    };
    let state = match (row.state, row.taken_by, row.game) {
        (OPEN, _, _) => ChallengeState::Open,
        (WITHDRAWN, _, _) => ChallengeState::Withdrawn,
        (ACCEPTED, Some(by), Some(game)) => {
            ChallengeState::Accepted { by: AccountId(by), game: GameId(game) }
        }
        _ => return Err(corrupt("an unknown state")),
    };
    let offer = Offer {
        id: ChallengeId(row.id),
        by: AccountId(row.account),
        by_name: row.account_name,
        setup: from_json(&row.setup, || format!("the setup of challenge {}", row.id))?,
        color,
        draw,
        private: row.private,
        created_ms: row.created_ms,
    };
    Ok(Challenge { offer, state })
}
