//! The journal's trait: what can be checked and prepared is, before it reaches the one [`writer`](super::writer).

use async_trait::async_trait;
use rules::RoomMs;
use sea_orm::{ColumnTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect};

use super::SqlStore;
use super::convert::{from_json, hash, signed, unsigned};
use super::entity::journal;
use super::group::{FORMAT, Prepared};
use crate::ids::{AccountId, GameId, NodeId};
use crate::store::{Append, AppendError, Claim, Command, Journal, Row, StoreError};

/// Rows read at a time.
const PAGE: u64 = 1_000;

#[async_trait]
impl Journal for SqlStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.inner.writer.append(Prepared::new(append)?).await
    }

    async fn claim(&self, game: GameId, node: NodeId) -> Result<Option<Claim>, StoreError> {
        self.inner.writer.claim(game, node).await
    }

    async fn read(&self, game: GameId) -> Result<Vec<Row>, StoreError> {
        let mut rows: Vec<Row> = Vec::new();
        loop {
            let last = rows.len() as u64;
            let query = journal::Entity::find()
                .filter(journal::Column::Game.eq(game.0))
                .filter(journal::Column::Seq.gt(signed(last)?))
                .order_by(journal::Column::Seq, Order::Asc)
                .limit(PAGE);
            let page = SqlStore::read(self, async |db| query.all(db).await).await?;
            let full = page.len() as u64 == PAGE;
            for model in page {
                rows.push(row(model, rows.len() as u64 + 1)?);
            }
            if !full {
                return Ok(rows);
            }
        }
    }
}

/// A row as it is kept, which must have the number `expected`.
fn row(model: journal::Model, expected: u64) -> Result<Row, StoreError> {
    let name = format!("row {} of game {}", model.seq, model.game);
    let seq = unsigned(model.seq, &name)?;
    if seq != expected {
        return Err(StoreError::Corrupt(format!("row {expected} of game {} is missing", model.game)));
    }
    if model.format != FORMAT {
        return Err(StoreError::Corrupt(format!("{name} has the unknown format {}", model.format)));
    }
    let command = match (model.account, model.command, model.command_hash) {
        (None, None, None) => None,
        (Some(account), Some(id), Some(bytes)) => {
            Some(Command { account: AccountId(account), id, hash: hash(&bytes, &name)? })
        }
        _ => return Err(StoreError::Corrupt(format!("{name} has half a command"))),
    };
    Ok(Row {
        seq,
        at: RoomMs(unsigned(model.at_ms, &name)?),
        wall_ms: model.wall_ms,
        node: NodeId(model.node),
        served_ms: unsigned(model.served_ms, &name)?,
        command,
        event: from_json(&model.event, || name.clone())?,
    })
}
