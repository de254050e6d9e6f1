//! One transaction of the journal: fences, rows, records of finished games, claims; then the commit.
//!
//! The fence of an append is the update of the game's room, conditional on owner, epoch and the next
//! number. It is asked for all appends in one statement, and says which of them it let through; the others change
//! nothing and fail nobody.

use std::collections::HashSet;

use rules::{GameEvent, RoomMs};
use sea_orm::sea_query::{
    Expr, ExprTrait, IntoIden, LockBehavior, LockType, Query, TableRef, Value, ValueTuple,
};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr,
    EntityTrait, QueryFilter,
};
use uuid::Uuid;

use super::convert::{signed, to_json, unsigned};
use super::entity::{conduct, game, journal, node, room};
use super::failure::{is_own_fault, is_taken};
use super::{begin, database_now_ms};
use crate::ids::{GameId, NodeId};
#[cfg(feature = "planted")]
use crate::planted;
use crate::store::{Append, AppendError, Claim, Noted, Row, StoreError};

/// The format in which events are written. A new one is written one release after it can be read.
pub(super) const FORMAT: i16 = 1;

/// Rows of one append at most: far more than one command causes.
const APPEND_MAX: usize = 256;

/// Rows of one statement, which keeps its parameters below SQLite's limit of 32,766.
const STATEMENT_MAX: usize = 512;

/// An append that was checked and turned into rows.
#[derive(Debug)]
pub(super) struct Prepared {
    game: Uuid,
    owner: Uuid,
    epoch: i64,
    first: i64,
    next: i64,
    due_up_ms: i64,
    up_ms: i64,
    called_ms: Option<i64>,
    rows: Vec<journal::ActiveModel>,
    /// Whether the players have changed sides after these rows.
    swaps: bool,
    finish: Option<Box<Finished>>,
}

#[derive(Debug)]
struct Finished {
    outcome: String,
    sgf: String,
    ended_ms: i64,
    noted: Option<conduct::ActiveModel>,
}

/// What one task wants.
#[derive(Debug)]
pub(super) enum Work {
    Append(Prepared),
    Claim(GameId, NodeId),
}

#[cfg(feature = "planted")]
impl Work {
    /// Whether a command is in it.
    fn is_asked(&self) -> bool {
        let is_asked = |row: &journal::ActiveModel| matches!(row.command, Set(Some(_)));
        matches!(self, Self::Append(append) if append.rows.iter().any(is_asked))
    }
}

/// What became of it.
#[derive(Debug)]
pub(super) enum Answer {
    Appended,
    Fenced,
    Claimed(Option<Claim>),
    Failed(Failure),
}

/// Why a whole transaction failed.
#[derive(Clone, Debug)]
pub(super) enum Failure {
    /// A key was taken: a command has its row already. Nothing was committed.
    Repeated,
    /// By the content of a task or by a race; nothing was committed.
    Content(String),
    /// By the database; whether anything was committed may be unknown.
    Database(String),
    /// What was read makes no sense; nothing was committed.
    Corrupt(String),
}

impl Prepared {
    /// Checks an append and turns it into rows.
    ///
    /// # Errors
    /// [`AppendError::Fenced`] when it has no rows, their numbers do not follow each other, or they are of two nodes.
    pub(super) fn new(append: Append) -> Result<Self, AppendError> {
        let Append { game, epoch, rows, rest, finish } = append;
        let (Some(head), true) = (rows.first(), rows.len() <= APPEND_MAX) else {
            return Err(AppendError::Fenced);
        };
        let (owner, first) = (head.node, head.seq);
        let Some(next) = first.checked_add(rows.len() as u64) else { return Err(AppendError::Fenced) };
        if !rows.iter().zip(first..next).all(|(row, seq)| row.seq == seq && row.node == owner) {
            return Err(AppendError::Fenced);
        }
        let finish = match finish {
            Some(finish) => Some(Box::new(Finished {
                outcome: to_json(&finish.outcome)?,
                sgf: finish.sgf,
                ended_ms: finish.ended_ms,
                noted: finish.noted.map(|noted| noted_model(game, finish.ended_ms, noted)).transpose()?,
            })),
            None => None,
        };
        // What lists show of a game follows from its journal, and changes with it in one transaction.
        let swaps = rows.iter().filter(|row| row.event == GameEvent::ColorsSwapped).count() % 2 == 1;
        let models = rows.into_iter().map(|row| row_model(game, row)).collect::<Result<_, _>>()?;
        Ok(Self {
            game: game.0,
            owner: owner.0,
            epoch: signed(epoch)?,
            first: signed(first)?,
            next: signed(next)?,
            due_up_ms: signed(rest.due_up_ms)?,
            up_ms: signed(rest.up_ms)?,
            called_ms: rest.called_ms,
            rows: models,
            swaps,
            finish,
        })
    }
}

/// What is noted of how somebody left a game, as a row.
fn noted_model(game: GameId, wall_ms: i64, noted: Noted) -> Result<conduct::ActiveModel, StoreError> {
    Ok(conduct::ActiveModel {
        game: Set(game.0),
        account: Set(noted.account.0),
        kind: Set(super::conduct::number(noted.conduct)),
        ply: Set(noted.ply.into()),
        lasted_ms: Set(signed(noted.lasted_ms)?),
        wall_ms: Set(wall_ms),
    })
}

/// A row for its table.
pub(super) fn row_model(game: GameId, row: Row) -> Result<journal::ActiveModel, StoreError> {
    let RoomMs(at_ms) = row.at;
    Ok(journal::ActiveModel {
        game: Set(game.0),
        seq: Set(signed(row.seq)?),
        format: Set(FORMAT),
        at_ms: Set(signed(at_ms)?),
        wall_ms: Set(row.wall_ms),
        node: Set(row.node.0),
        served_ms: Set(signed(row.served_ms)?),
        account: Set(row.command.map(|command| command.account.0)),
        command: Set(row.command.map(|command| command.id)),
        command_hash: Set(row.command.map(|command| command.hash.to_vec())),
        event: Set(to_json(&row.event)?),
    })
}

/// Does all of it in one transaction; the answers are in the order of the work. On `Ok` everything is durable.
pub(super) async fn run(db: &DatabaseConnection, work: &[Work]) -> Result<Vec<Answer>, Failure> {
    let tx = begin(db).await.map_err(before_commit)?;
    let mut answers: Vec<Answer> = work.iter().map(|_| Answer::Fenced).collect();
    let mut appends: Vec<(usize, &Prepared)> = Vec::new();
    for (place, one) in work.iter().enumerate() {
        if let Work::Append(append) = one {
            appends.push((place, append));
        }
    }
    while !appends.is_empty() {
        let (wave, later) = one_per_game(appends);
        let mut passed = HashSet::with_capacity(wave.len());
        for some in pieces(&wave) {
            passed.extend(fence(&tx, some).await.map_err(before_commit)?);
        }
        let through: Vec<_> = wave.into_iter().filter(|(_, append)| passed.contains(&append.game)).collect();
        write(&tx, &through).await.map_err(before_commit)?;
        through.iter().for_each(|(place, _)| answers[*place] = Answer::Appended);
        appends = later;
    }
    for (place, one) in work.iter().enumerate() {
        if let Work::Claim(game, node) = one {
            answers[place] = Answer::Claimed(claim(&tx, *game, *node).await?);
        }
    }
    #[cfg(feature = "planted")]
    planted::pass(planted::COMMIT, work.iter().any(Work::is_asked));
    tx.commit().await.map_err(|error| Failure::Database(format!("{error}; the outcome is unknown")))?;
    #[cfg(feature = "planted")]
    planted::pass(planted::COMMITTED, work.iter().any(Work::is_asked));
    Ok(answers)
}

/// A failure of a statement: the transaction is undone, so nothing was committed.
fn before_commit(error: DbErr) -> Failure {
    match error {
        error if is_taken(&error) => Failure::Repeated,
        error if is_own_fault(&error) => Failure::Content(error.to_string()),
        error => Failure::Database(error.to_string()),
    }
}

type Placed<'a> = (usize, &'a Prepared);

/// The first append of each game, and the rest: the second depends on what becomes of the first.
fn one_per_game(appends: Vec<Placed<'_>>) -> (Vec<Placed<'_>>, Vec<Placed<'_>>) {
    let mut seen = HashSet::with_capacity(appends.len());
    appends.into_iter().partition(|(_, append)| seen.insert(append.game))
}

/// Cuts a list into pieces whose lengths are powers of two, the longest first: so few different statements come
/// about that the database keeps them all prepared.
fn pieces<T>(mut list: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = std::cmp::min(list.len(), STATEMENT_MAX).checked_ilog2()?;
        let (piece, rest) = list.split_at(1 << length);
        list = rest;
        Some(piece)
    })
}

/// Moves the rooms of a wave on, and says which games let it through.
async fn fence(tx: &DatabaseTransaction, wave: &[Placed<'_>]) -> Result<Vec<Uuid>, DbErr> {
    let wanted = |(_, append): &Placed<'_>| {
        ValueTuple::Many(vec![
            append.game.into(),
            append.owner.into(),
            append.epoch.into(),
            append.first.into(),
            append.next.into(),
            append.due_up_ms.into(),
            append.up_ms.into(),
            append.called_ms.into(),
        ])
    };
    let is = |column: room::Column, wanted: &'static str| {
        Expr::col((room::Entity, column)).equals(("wanted", wanted))
    };
    let epoch = is(room::Column::Epoch, "column3");
    #[cfg(feature = "planted")]
    let epoch = if planted::is(planted::Fault::EpochUnchecked) { Expr::val(1).eq(1) } else { epoch };
    let update = Query::update()
        .table(room::Entity)
        .from(TableRef::ValuesList(wave.iter().map(wanted).collect(), "wanted".into_iden()))
        .value(room::Column::NextSeq, Expr::col(("wanted", "column5")))
        .value(room::Column::DueUpMs, Expr::col(("wanted", "column6")))
        .value(room::Column::UpMs, Expr::col(("wanted", "column7")))
        .value(room::Column::CalledMs, Expr::col(("wanted", "column8")))
        .and_where(is(room::Column::Game, "column1"))
        .and_where(is(room::Column::Owner, "column2"))
        .and_where(epoch)
        .and_where(is(room::Column::NextSeq, "column4"))
        .returning_col(room::Column::Game)
        .to_owned();
    tx.query_all(&update).await?.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// Adds the rows of appends that were let through, and ends the games that they end.
async fn write(tx: &DatabaseTransaction, through: &[Placed<'_>]) -> Result<(), DbErr> {
    let rows: Vec<_> = through.iter().flat_map(|(_, append)| &append.rows).collect();
    for some in pieces(&rows) {
        journal::Entity::insert_many(some.iter().map(|row| (*row).clone()))
            .exec_without_returning(tx)
            .await?;
    }
    for (_, append) in through.iter().filter(|(_, append)| append.swaps) {
        game::Entity::update_many()
            .col_expr(game::Column::Swapped, Expr::col(game::Column::Swapped).not())
            .filter(game::Column::Id.eq(append.game))
            .exec(tx)
            .await?;
    }
    for (_, append) in through {
        let Some(finish) = &append.finish else { continue };
        game::Entity::update_many()
            .col_expr(game::Column::EndedMs, Some(finish.ended_ms).into())
            .col_expr(game::Column::Outcome, Some(finish.outcome.clone()).into())
            .col_expr(game::Column::Sgf, Some(finish.sgf.clone()).into())
            .filter(game::Column::Id.eq(append.game))
            .exec(tx)
            .await?;
        room::Entity::delete_by_id(append.game).exec(tx).await?;
        if let Some(noted) = finish.noted.clone() {
            conduct::Entity::insert(noted).exec_without_returning(tx).await?;
        }
    }
    Ok(())
}

/// Claims a room. A row that somebody holds is not waited for: its owner is just writing, so it lives.
async fn claim(tx: &DatabaseTransaction, game: GameId, node: NodeId) -> Result<Option<Claim>, Failure> {
    let lock = Query::select()
        .column(room::Column::Game)
        .from(room::Entity)
        .and_where(room::Column::Game.eq(game.0))
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .to_owned();
    if tx.query_one(&lock).await.map_err(before_commit)?.is_none() {
        return Ok(None);
    }
    // A statement of its own, so that it sees every sign of life that came before the lock.
    let lives = Query::select()
        .expr(Expr::val(1))
        .from(node::Entity)
        .and_where(Expr::col((node::Entity, node::Column::Id)).equals((room::Entity, room::Column::Owner)))
        .and_where(
            Expr::col((node::Entity, node::Column::LeaseEndsMs))
                .gt(database_now_ms(tx.get_database_backend())),
        )
        .to_owned();
    let free = room::Column::Owner.is_null().or(room::Column::Owner.eq(node.0)).or(Expr::exists(lives).not());
    let update = Query::update()
        .table(room::Entity)
        .value(room::Column::Owner, Value::from(node.0))
        .value(room::Column::Epoch, Expr::col(room::Column::Epoch).add(1_i64))
        .and_where(room::Column::Game.eq(game.0))
        .and_where(free)
        .returning(Query::returning().columns([
            room::Column::Epoch,
            room::Column::NextSeq,
            room::Column::UpMs,
        ]))
        .to_owned();
    let Some(row) = tx.query_one(&update).await.map_err(before_commit)? else { return Ok(None) };
    let number = |index: usize| -> Result<u64, Failure> {
        let value: i64 = row.try_get_by_index(index).map_err(before_commit)?;
        unsigned(value, "a room's number").map_err(|error| Failure::Corrupt(error.to_string()))
    };
    let up_ms: Option<i64> = row.try_get_by_index(2).map_err(before_commit)?;
    let up_ms = up_ms.map(|_| number(2)).transpose()?;
    Ok(Some(Claim { epoch: number(0)?, next_seq: number(1)?, up_ms }))
}
