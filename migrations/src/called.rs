//! Games in which a referee has been called, for the list that referees look at.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer_null;

/// Adds since when a running game waits for a referee, by the wall clock in Unix milliseconds.
#[derive(Debug)]
pub(crate) struct Called;

impl MigrationName for Called {
    fn name(&self) -> &str {
        "m0005_called_referees"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Called {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut column = big_integer_null("called_ms");
        manager.alter_table(Table::alter().table("rooms").add_column(&mut column).to_owned()).await?;
        let called =
            Index::create().table("rooms").name("rooms_called").col("called_ms").col("game").to_owned();
        manager.create_index(called).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
