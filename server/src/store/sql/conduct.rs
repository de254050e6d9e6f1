//! How people left games. `group` writes it, in the transaction of the game's end.

use async_trait::async_trait;
use rules::Conduct;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::SqlStore;
use super::convert::unsigned;
use super::entity::conduct;
use crate::ids::{AccountId, GameId};
use crate::store::{Conducts, Noted, StoreError};

/// How a kind is written.
pub(super) const fn number(conduct: Conduct) -> i16 {
    match conduct {
        Conduct::Stalled => 1,
        Conduct::Escaped => 2,
    }
}

#[async_trait]
impl Conducts for SqlStore {
    async fn noted(&self, of: AccountId, limit: u64) -> Result<Vec<(GameId, i64, Noted)>, StoreError> {
        let query = conduct::Entity::find()
            .filter(conduct::Column::Account.eq(of.0))
            .order_by_desc(conduct::Column::WallMs)
            .order_by_desc(conduct::Column::Game)
            .limit(limit);
        let rows = self.read(async |db| query.all(db).await).await?;
        rows.into_iter().map(kept).collect()
    }
}

fn kept(row: conduct::Model) -> Result<(GameId, i64, Noted), StoreError> {
    let conduct = match row.kind {
        1 => Conduct::Stalled,
        2 => Conduct::Escaped,
        other => return Err(StoreError::Corrupt(format!("conduct of kind {other}"))),
    };
    let ply = u32::try_from(row.ply).map_err(|_| StoreError::Corrupt(format!("move {}", row.ply)))?;
    let lasted_ms = unsigned(row.lasted_ms, "how long it lasted")?;
    Ok((GameId(row.game), row.wall_ms, Noted { account: AccountId(row.account), conduct, ply, lasted_ms }))
}
