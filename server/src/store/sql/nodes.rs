//! Leases. They end by the database's clock, never by a server's, so that servers whose clocks
//! differ agree on who is alive.
//!
//! A sign of life goes by the first lane: a server that cannot say that it lives loses its rooms.

use async_trait::async_trait;
use sea_orm::sea_query::{Expr, ExprTrait, InsertStatement, OnConflict, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::convert::{signed, unsigned};
use super::entity::{gap, node};
use super::failure::failed;
use super::{SqlStore, TRANSACTION_LIMIT, database_now_ms};
use crate::ids::NodeId;
use crate::store::{Beat, Gap, LastUp, Nodes, StoreError};

#[async_trait]
impl Nodes for SqlStore {
    async fn beat(&self, node: NodeId, beat: Beat, lease_ms: u64) -> Result<(), StoreError> {
        let db = &self.inner.lanes.first;
        let ends = database_now_ms(db.get_database_backend()).add(signed(lease_ms)?);
        let columns = [
            node::Column::Id,
            node::Column::ServedMs,
            node::Column::WallMs,
            node::Column::LeaseEndsMs,
            node::Column::UpMs,
            node::Column::GraceMs,
        ];
        let again =
            OnConflict::column(node::Column::Id).update_columns(columns.into_iter().skip(1)).to_owned();
        let upsert = Query::insert()
            .into_table(node::Entity)
            .columns(columns)
            .values_panic([
                node.0.into(),
                signed(beat.served_ms)?.into(),
                beat.wall_ms.into(),
                ends,
                signed(beat.up_ms)?.into(),
                signed(beat.grace_ms)?.into(),
            ])
            .on_conflict(again)
            .to_owned();
        self.sign(&upsert).await
    }

    async fn away(&self, node: NodeId, gap: Gap) -> Result<(), StoreError> {
        let (from_ms, to_ms) = (signed(gap.from_ms)?, signed(gap.to_ms)?);
        let key = [gap::Column::Node, gap::Column::FromMs];
        let seen = Query::select()
            .expr(node.0)
            .expr(from_ms)
            .column(node::Column::WallMs)
            .expr(to_ms)
            .from(node::Entity)
            .and_where(node::Column::Id.eq(node.0))
            .to_owned();
        let mut insert = Query::insert();
        insert
            .into_table(gap::Entity)
            .columns([gap::Column::Node, gap::Column::FromMs, gap::Column::WallMs, gap::Column::ToMs])
            .on_conflict(OnConflict::columns(key).update_column(gap::Column::ToMs).to_owned());
        insert.select_from(seen).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        self.sign(&insert).await
    }

    async fn release(&self, node: NodeId) -> Result<(), StoreError> {
        self.end_leases(node::Column::Id.eq(node.0)).await
    }

    async fn release_others(&self, node: NodeId) -> Result<(), StoreError> {
        self.end_leases(node::Column::Id.ne(node.0)).await
    }

    async fn last_beat(&self, node: NodeId, since_ms: u64) -> Result<Option<Beat>, StoreError> {
        let Some(mut row) = self.read(async |db| node::Entity::find_by_id(node.0).one(db).await).await?
        else {
            return Ok(None);
        };
        // After the sign of life: the gap before it was written before it.
        let gaps = gap::Entity::find()
            .filter(gap::Column::Node.eq(node.0))
            .filter(gap::Column::ToMs.gt(signed(since_ms)?))
            .order_by(gap::Column::FromMs, Order::Asc);
        if let Some(gap) = self.read(async |db| gaps.one(db).await).await? {
            (row.served_ms, row.wall_ms) = (gap.from_ms, gap.wall_ms);
        }
        let served_ms = unsigned(row.served_ms, "a server's running time")?;
        let up_ms = unsigned(row.up_ms.unwrap_or(0), "the time in which it was up")?;
        let grace_ms = unsigned(row.grace_ms, "a grace")?;
        Ok(Some(Beat { served_ms, wall_ms: row.wall_ms, up_ms, grace_ms }))
    }

    async fn living(&self, nodes: &[NodeId]) -> Result<Vec<NodeId>, StoreError> {
        let now = database_now_ms(self.inner.lanes.read.get_database_backend());
        let query = node::Entity::find()
            .select_only()
            .column(node::Column::Id)
            .filter(node::Column::Id.is_in(nodes.iter().map(|node| node.0)))
            .filter(Expr::col(node::Column::LeaseEndsMs).gt(now))
            .into_tuple::<Uuid>();
        Ok(self.read(async |db| query.all(db).await).await?.into_iter().map(NodeId).collect())
    }

    async fn last_up(&self, node: NodeId) -> Result<Option<LastUp>, StoreError> {
        let others = || node::Entity::find().filter(node::Column::Id.ne(node.0));
        // Up time stands during a grace: of two that have brought it equally far, the later one has.
        let latest = others()
            .filter(node::Column::UpMs.is_not_null())
            .order_by(node::Column::UpMs, Order::Desc)
            .order_by(node::Column::WallMs, Order::Desc);
        let (latest, lives) = self
            .read(async |db| {
                let now = database_now_ms(db.get_database_backend());
                let lives = others().filter(Expr::col(node::Column::LeaseEndsMs).gt(now));
                Ok((latest.one(db).await?, lives.one(db).await?.is_some()))
            })
            .await?;
        let Some(latest) = latest else { return Ok(None) };
        let up_ms = unsigned(latest.up_ms.unwrap_or(0), "the time in which a server was up")?;
        let grace_ms = unsigned(latest.grace_ms, "a grace")?;
        Ok(Some(LastUp { up_ms, grace_ms, wall_ms: latest.wall_ms, lives }))
    }
}

impl SqlStore {
    /// Writes what a server says of its life.
    async fn sign(&self, statement: &InsertStatement) -> Result<(), StoreError> {
        let db = &self.inner.lanes.first;
        match tokio::time::timeout(TRANSACTION_LIMIT, db.execute(statement)).await {
            Ok(result) => result.map(|_| ()).map_err(failed),
            Err(_) => Err(StoreError::Unavailable("no answer in time; the outcome is unknown".to_owned())),
        }
    }

    async fn end_leases(&self, of: Expr) -> Result<(), StoreError> {
        self.change(async |db| {
            node::Entity::update_many()
                .col_expr(node::Column::LeaseEndsMs, 0_i64.into())
                .filter(of)
                .exec(db)
                .await
                .map_err(failed)?;
            Ok(())
        })
        .await
    }
}
