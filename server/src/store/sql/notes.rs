//! Notes. The last one that is written stands.

use async_trait::async_trait;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, EntityTrait};

use super::SqlStore;
use super::entity::note;
use super::failure::failed;
use crate::ids::{AccountId, GameId};
use crate::store::{Note, Notes, StoreError};

#[async_trait]
impl Notes for SqlStore {
    async fn note(&self, game: GameId, of: AccountId) -> Result<Option<Note>, StoreError> {
        let query = note::Entity::find_by_id((game.0, of.0));
        let row = self.read(async |db| query.one(db).await).await?;
        Ok(row.map(|row| Note { text: row.text, changed_ms: row.changed_ms }))
    }

    async fn write_note(&self, game: GameId, of: AccountId, note: Option<Note>) -> Result<(), StoreError> {
        self.change(async |db| {
            let Some(note) = note else {
                note::Entity::delete_by_id((game.0, of.0)).exec(db).await.map_err(failed)?;
                return Ok(());
            };
            let row = note::ActiveModel {
                game: Set(game.0),
                account: Set(of.0),
                text: Set(note.text),
                changed_ms: Set(note.changed_ms),
            };
            let known = OnConflict::columns([note::Column::Game, note::Column::Account])
                .update_columns([note::Column::Text, note::Column::ChangedMs])
                .to_owned();
            let insert = note::Entity::insert(row).on_conflict(known);
            insert.exec_without_returning(db).await.map_err(failed)?;
            Ok(())
        })
        .await
    }
}
