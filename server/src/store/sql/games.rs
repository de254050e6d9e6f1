//! Games as rows. Lists leave the record out: it is read alone, when it is asked for.

use std::collections::HashMap;

use async_trait::async_trait;
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, DatabaseTransaction, EntityTrait, FromQueryResult, Order,
    QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::convert::{from_json, signed, to_json, unsigned};
use super::entity::{game, journal, node, room, sanction};
use super::failure::failed;
use super::group::row_model;
use super::{SqlStore, database_now_ms, page};
use crate::ids::{AccountId, GameId, NodeId};
use crate::store::{
    Called, Cursor, Due, Game, GameFilter, Games, NewGame, Players, SanctionKind, StoreError,
};

#[async_trait]
impl Games for SqlStore {
    async fn get(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let query = described().filter(game::Column::Id.eq(id.0)).into_model::<Described>();
        self.read(async |db| query.one(db).await).await?.map(described_game).transpose()
    }

    async fn sgf(&self, id: GameId) -> Result<Option<String>, StoreError> {
        let query = game::Entity::find()
            .select_only()
            .column(game::Column::Sgf)
            .filter(game::Column::Id.eq(id.0))
            .into_tuple::<Option<String>>();
        Ok(self.read(async |db| query.one(db).await).await?.flatten())
    }

    async fn list(
        &self,
        filter: GameFilter,
        before: Option<Cursor>,
        limit: u64,
    ) -> Result<Vec<Game>, StoreError> {
        let (which, at) = match filter {
            GameFilter::Live => {
                let public = Condition::all().add(game::Column::Private.eq(false));
                (public.add(game::Column::EndedMs.is_null()), game::Column::StartedMs)
            }
            GameFilter::Rooms(account) => {
                let live = Condition::all().add(game::Column::EndedMs.is_null());
                (live.add_option(account.map(is_of)), game::Column::StartedMs)
            }
            GameFilter::Finished => {
                let public = Condition::all().add(game::Column::Private.eq(false));
                (public.add(game::Column::EndedMs.is_not_null()), game::Column::EndedMs)
            }
            GameFilter::FinishedFor(account) => {
                let visible = game::Column::Private.eq(false).or(is_of(account));
                (
                    Condition::all().add(visible).add(game::Column::EndedMs.is_not_null()),
                    game::Column::EndedMs,
                )
            }
            GameFilter::LiveOf(account) => {
                let theirs = is_of(account);
                (Condition::all().add(theirs).add(game::Column::EndedMs.is_null()), game::Column::StartedMs)
            }
            GameFilter::LiveBy(account) => {
                let public = Condition::all().add(is_of(account)).add(game::Column::Private.eq(false));
                (public.add(game::Column::EndedMs.is_null()), game::Column::StartedMs)
            }
            GameFilter::FinishedBy(account, viewer) => {
                let visible =
                    Condition::any().add(game::Column::Private.eq(false)).add_option(viewer.map(is_of));
                let theirs = Condition::all().add(is_of(account)).add(visible);
                (theirs.add(game::Column::EndedMs.is_not_null()), game::Column::EndedMs)
            }
        };
        let mut query = described().filter(which);
        if let Some(Cursor { at_ms, id }) = before {
            query = query.filter(at.lt(at_ms).or(at.eq(at_ms).and(game::Column::Id.lt(id.0))));
        }
        let query = query
            .order_by(at, Order::Desc)
            .order_by(game::Column::Id, Order::Desc)
            .limit(page(limit))
            .into_model::<Described>();
        self.read(async |db| query.all(db).await).await?.into_iter().map(described_game).collect()
    }

    async fn called(&self, after: Option<Cursor>, limit: u64) -> Result<Vec<Called>, StoreError> {
        let since = room::Column::CalledMs;
        let mut calls = room::Entity::find()
            .select_only()
            .columns([room::Column::Game, since])
            .filter(since.is_not_null());
        if let Some(Cursor { at_ms, id }) = after {
            calls = calls.filter(since.gt(at_ms).or(since.eq(at_ms).and(room::Column::Game.gt(id.0))));
        }
        let calls = calls
            .order_by(room::Column::CalledMs, Order::Asc)
            .order_by(room::Column::Game, Order::Asc)
            .limit(page(limit))
            .into_tuple::<(Uuid, i64)>();
        let since = self.read(async |db| calls.all(db).await).await?;
        let ids = since.iter().map(|(id, _)| *id);
        let games = described().filter(game::Column::Id.is_in(ids)).into_model::<Described>();
        let mut games: HashMap<Uuid, Described> =
            self.read(async |db| games.all(db).await).await?.into_iter().map(|row| (row.id, row)).collect();
        let called = |(id, since_ms)| Some((games.remove(&id)?, since_ms));
        let called = since.into_iter().filter_map(called);
        called.map(|(row, since_ms)| Ok(Called { game: described_game(row)?, since_ms })).collect()
    }

    async fn due(&self, up_ms: u64, after: Option<Due>, limit: u64) -> Result<Vec<Due>, StoreError> {
        let due = room::Column::DueUpMs;
        let mut query = room::Entity::find()
            .select_only()
            .columns([due, room::Column::Game, room::Column::Owner])
            .filter(due.lte(signed(up_ms)?));
        if let Some(Due { due_up_ms, id, owner: _ }) = after {
            let from = signed(due_up_ms)?;
            // The bound by itself is what an index can begin at.
            query = query.filter(due.gte(from)).filter(due.gt(from).or(room::Column::Game.gt(id.0)));
        }
        let query = query
            .order_by(due, Order::Asc)
            .order_by(room::Column::Game, Order::Asc)
            .limit(page(limit))
            .into_tuple::<(i64, Uuid, Option<Uuid>)>();
        let rows = self.read(async |db| query.all(db).await).await?;
        let due = |(due_up_ms, id, owner): (i64, Uuid, Option<Uuid>)| {
            let due_up_ms = unsigned(due_up_ms, "a deadline")?;
            Ok(Due { due_up_ms, id: GameId(id), owner: owner.map(NodeId) })
        };
        rows.into_iter().map(due).collect()
    }

    async fn owner(&self, id: GameId) -> Result<Option<NodeId>, StoreError> {
        let now = database_now_ms(self.inner.lanes.read.get_database_backend());
        let living = Query::select()
            .column(node::Column::Id)
            .from(node::Entity)
            .and_where(Expr::col(node::Column::LeaseEndsMs).gt(now))
            .to_owned();
        let query = room::Entity::find()
            .select_only()
            .column(room::Column::Owner)
            .filter(room::Column::Game.eq(id.0))
            .filter(room::Column::Owner.in_subquery(living))
            .into_tuple::<Uuid>();
        Ok(self.read(async |db| query.one(db).await).await?.map(NodeId))
    }

    async fn ownerless(&self, after: Option<GameId>, limit: u64) -> Result<Vec<GameId>, StoreError> {
        let now = database_now_ms(self.inner.lanes.read.get_database_backend());
        let gone = Query::select()
            .column(node::Column::Id)
            .from(node::Entity)
            .and_where(Expr::col(node::Column::LeaseEndsMs).lte(now))
            .to_owned();
        let free = room::Column::Owner.is_null().or(room::Column::Owner.in_subquery(gone));
        // As an expression, so that the database looks by the owner: few of them are gone, and all live games are due at 0.
        let is_live = Expr::col(room::Column::DueUpMs).add(0).eq(0);
        let of = Condition::all()
            .add(is_live)
            .add(free)
            .add_option(after.map(|after| room::Column::Game.gt(after.0)));
        let query = room::Entity::find().select_only().column(room::Column::Game).filter(of);
        let query = query.order_by(room::Column::Game, Order::Asc).limit(page(limit)).into_tuple::<Uuid>();
        Ok(self.read(async |db| query.all(db).await).await?.into_iter().map(GameId).collect())
    }
}

/// Adds a game with its room and its first row.
pub(super) async fn begin_game(db: &DatabaseTransaction, new: NewGame) -> Result<(), StoreError> {
    let Players { black, white } = new.players;
    let description = game::ActiveModel {
        id: Set(new.id.0),
        black: Set(black.0.0),
        black_name: Set(black.1),
        white: Set(white.0.0),
        white_name: Set(white.1),
        private: Set(new.private),
        swapped: Set(false),
        setup: Set(to_json(&new.setup)?),
        started_ms: Set(new.opened.wall_ms),
        ended_ms: Set(None),
        outcome: Set(None),
        sgf: Set(None),
    };
    game::Entity::insert(description).exec_without_returning(db).await.map_err(failed)?;
    let fence = room::ActiveModel {
        game: Set(new.id.0),
        owner: Set(Some(new.owner.0)),
        epoch: Set(1),
        next_seq: Set(2),
        due_up_ms: Set(signed(new.rest.due_up_ms)?),
        up_ms: Set(Some(signed(new.rest.up_ms)?)),
        called_ms: Set(new.rest.called_ms),
    };
    room::Entity::insert(fence).exec_without_returning(db).await.map_err(failed)?;
    if new.opened.seq != 1 {
        return Err(StoreError::Corrupt(format!("the first row of game {} must have the number 1", new.id)));
    }
    let first = row_model(new.id, new.opened)?;
    journal::Entity::insert(first).exec_without_returning(db).await.map_err(failed)?;
    Ok(())
}

/// A game without its record.
#[derive(FromQueryResult)]
struct Described {
    id: Uuid,
    black: Uuid,
    black_name: String,
    white: Uuid,
    white_name: String,
    private: bool,
    swapped: bool,
    setup: String,
    started_ms: i64,
    ended_ms: Option<i64>,
    outcome: Option<String>,
    annulled: bool,
}

fn described() -> sea_orm::Select<game::Entity> {
    let annulment = Query::select()
        .expr(Expr::val(1))
        .from(sanction::Entity)
        .and_where(
            Expr::col((sanction::Entity, sanction::Column::Game)).equals((game::Entity, game::Column::Id)),
        )
        .and_where(sanction::Column::Kind.eq(SanctionKind::Annulment as i16))
        .and_where(sanction::Column::LiftedMs.is_null())
        .to_owned();
    let described = game::Entity::find().select_only().columns([
        game::Column::Id,
        game::Column::Black,
        game::Column::BlackName,
        game::Column::White,
        game::Column::WhiteName,
        game::Column::Private,
        game::Column::Swapped,
        game::Column::Setup,
        game::Column::StartedMs,
        game::Column::EndedMs,
        game::Column::Outcome,
    ]);
    described.expr_as(Expr::exists(annulment), "annulled")
}

fn described_game(row: Described) -> Result<Game, StoreError> {
    let outcome = row.outcome.map(|text| from_json(&text, || format!("the outcome of game {}", row.id)));
    Ok(Game {
        id: GameId(row.id),
        players: Players {
            black: (AccountId(row.black), row.black_name),
            white: (AccountId(row.white), row.white_name),
        },
        swapped: row.swapped,
        private: row.private,
        setup: from_json(&row.setup, || format!("the setup of game {}", row.id))?,
        started_ms: row.started_ms,
        ended_ms: row.ended_ms,
        outcome: outcome.transpose()?,
        annulled: row.annulled,
    })
}

/// The games of one account.
fn is_of(AccountId(account): AccountId) -> Expr {
    game::Column::Black.eq(account).or(game::Column::White.eq(account))
}
