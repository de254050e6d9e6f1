//! Players who have changed sides, for lists: the columns of the players stay as the game was opened.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::boolean;

/// Adds whether the colours were swapped.
#[derive(Debug)]
pub(crate) struct Swapped;

impl MigrationName for Swapped {
    fn name(&self) -> &str {
        "m0004_swapped_colors"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Swapped {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut column = boolean("swapped").default(false).to_owned();
        manager.alter_table(Table::alter().table("games").add_column(&mut column).to_owned()).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
