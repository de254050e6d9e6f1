//! Tickets. A try is counted by the update that allows it, and a ticket is redeemed by the deletion of its row.

use async_trait::async_trait;
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect,
};

use super::SqlStore;
use super::convert::{hash, signed};
use super::entity::{account, ticket};
use super::failure::failed;
use crate::ids::AccountId;
use crate::store::{StoreError, Ticket, TicketKind, Tickets};

#[async_trait]
impl Tickets for SqlStore {
    async fn issue(&self, new: Ticket, most: u64, now_ms: i64) -> Result<bool, StoreError> {
        self.change(async |db| {
            // Held until the end, so that two at once are counted one after the other.
            account::Entity::find_by_id(new.account.0).lock_exclusive().one(db).await.map_err(failed)?;
            let living = ticket::Entity::find()
                .filter(ticket::Column::Account.eq(new.account.0))
                .filter(ticket::Column::Kind.eq(number(new.kind)))
                .filter(ticket::Column::EndsMs.gt(now_ms));
            if living.count(db).await.map_err(failed)? >= most {
                return Ok(false);
            }
            let row = ticket::ActiveModel {
                hash: Set(new.hash.to_vec()),
                kind: Set(number(new.kind)),
                account: Set(new.account.0),
                ends_ms: Set(new.ends_ms),
                tries: Set(i32::from(new.tries)),
                about: Set(new.about),
            };
            ticket::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
            Ok(true)
        })
        .await
    }

    async fn attempt(
        &self,
        kind: TicketKind,
        hash: [u8; 32],
        now_ms: i64,
    ) -> Result<Option<Ticket>, StoreError> {
        self.change(async |db| {
            let counted = ticket::Entity::update_many()
                .col_expr(ticket::Column::Tries, Expr::col(ticket::Column::Tries).sub(1))
                .filter(ticket::Column::Hash.eq(hash.to_vec()))
                .filter(ticket::Column::Kind.eq(number(kind)))
                .filter(ticket::Column::Tries.gt(0))
                .filter(ticket::Column::EndsMs.gt(now_ms))
                .exec(db)
                .await
                .map_err(failed)?;
            if counted.rows_affected == 0 {
                return Ok(None);
            }
            let row = ticket::Entity::find_by_id(hash.to_vec()).one(db).await.map_err(failed)?;
            row.map(|row| read(row, kind)).transpose()
        })
        .await
    }

    async fn redeem(&self, hash: [u8; 32]) -> Result<bool, StoreError> {
        self.change(async |db| {
            let gone = ticket::Entity::delete_by_id(hash.to_vec()).exec(db).await.map_err(failed)?;
            Ok(gone.rows_affected == 1)
        })
        .await
    }

    async fn sweep_tickets(&self, now_ms: i64, limit: u64) -> Result<u64, StoreError> {
        signed(limit)?;
        self.change(async |db| {
            let some = Query::select()
                .column(ticket::Column::Hash)
                .from(ticket::Entity)
                .and_where(ticket::Column::EndsMs.lte(now_ms))
                .limit(limit)
                .to_owned();
            let old = ticket::Entity::delete_many().filter(ticket::Column::Hash.in_subquery(some));
            Ok(old.exec(db).await.map_err(failed)?.rows_affected)
        })
        .await
    }
}

/// Takes away what was given out on the strength of a password that is another now.
pub(super) async fn void(db: &DatabaseTransaction, account: AccountId) -> Result<(), StoreError> {
    let of_passwords = [number(TicketKind::SecondStep), number(TicketKind::Reset)];
    let tickets = ticket::Entity::delete_many()
        .filter(ticket::Column::Account.eq(account.0))
        .filter(ticket::Column::Kind.is_in(of_passwords));
    tickets.exec(db).await.map_err(failed)?;
    Ok(())
}

const fn number(kind: TicketKind) -> i16 {
    match kind {
        TicketKind::SecondStep => 0,
        TicketKind::Reset => 1,
        TicketKind::Mail => 2,
    }
}

fn read(row: ticket::Model, kind: TicketKind) -> Result<Ticket, StoreError> {
    let tries = u16::try_from(row.tries);
    Ok(Ticket {
        hash: hash(&row.hash, "a ticket's hash")?,
        kind,
        account: AccountId(row.account),
        ends_ms: row.ends_ms,
        tries: tries.map_err(|_| StoreError::Corrupt("a ticket has a strange number of tries".to_owned()))?,
        about: row.about,
    })
}
