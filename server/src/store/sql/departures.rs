//! Departures. What is of one person alone goes in one transaction; the old name in what stays is replaced some rows at a time,
//! so that nobody waits long behind them, by whichever server comes to it.

use async_trait::async_trait;
use sea_orm::sea_query::{ExprTrait, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, DatabaseTransaction, EntityTrait, IntoActiveModel, Order,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::convert::unsigned;
use super::entity::{
    account, block, challenge, departure, factor, game, line, mail, mute, note, personal, profile, recovery,
    session, ticket,
};
use super::failure::failed;
use super::people::lock;
use super::{SqlStore, page, talk};
use crate::ids::{AccountId, FamilyId, GameId};
use crate::store::{Departure, Departures, OwnLine, OwnNote, StoreError};

/// So many of the departed are looked after at once.
const AT_ONCE: u64 = 20;
/// Sets these hashes apart from any other.
const DOMAIN: &[u8] = b"tianyuan departed name\0";

#[async_trait]
impl Departures for SqlStore {
    async fn depart(
        &self,
        id: AccountId,
        password_hash: &str,
        name: &str,
        now_ms: i64,
    ) -> Result<Departure, StoreError> {
        self.change(async |db| {
            lock(db, id).await?;
            let account = account::Entity::find_by_id(id.0).one(db).await.map_err(failed)?;
            let Some(account) = account.filter(|account| account.password_hash == password_hash) else {
                return Ok(Departure::Changed);
            };
            let running = game::Entity::find().filter(plays(id)).filter(game::Column::EndedMs.is_null());
            if running.count(db).await.map_err(failed)? > 0 {
                return Ok(Departure::Playing);
            }
            let row = departure::ActiveModel {
                hash: Set(departed(&account.name_key)),
                account: Set(id.0),
                since_ms: Set(now_ms),
                renamed: Set(false),
            };
            departure::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
            let mut account = account.into_active_model();
            account.name = Set(name.to_owned());
            // No name folds to this, so that nobody finds the account by one; and no password has an empty hash.
            account.name_key = Set(format!("departed {id}"));
            account.password_hash = Set(String::new());
            account.role = Set(0);
            account::Entity::update(account).exec(db).await.map_err(failed)?;
            take_away(db, id).await.map(Departure::Gone)
        })
        .await
    }

    async fn rename_departed(&self, limit: u64) -> Result<bool, StoreError> {
        let open = departure::Entity::find()
            .filter(departure::Column::Renamed.eq(false))
            .order_by(departure::Column::SinceMs, Order::Asc)
            .limit(AT_ONCE);
        let mut is_more = false;
        for departed in self.read(async |db| open.all(db).await).await? {
            let id = AccountId(departed.account);
            is_more |= self.change(async |db| rename(db, id, page(limit)).await).await?;
        }
        Ok(is_more)
    }

    async fn own_lines(
        &self,
        of: AccountId,
        after: Option<Uuid>,
        limit: u64,
    ) -> Result<Vec<OwnLine>, StoreError> {
        let mut query = line::Entity::find().filter(line::Column::Account.eq(of.0));
        if let Some(after) = after {
            query = query.filter(line::Column::Command.gt(after));
        }
        let query = query.order_by(line::Column::Command, Order::Asc).limit(page(limit));
        let rows = self.read(async |db| query.all(db).await).await?;
        let own = |row: line::Model| {
            Ok(OwnLine {
                game: GameId(row.game),
                stream: talk::stream(row.stream)?,
                number: unsigned(row.number, "a line's number")?,
                text: row.text,
                wall_ms: row.wall_ms,
                command: row.command,
            })
        };
        rows.into_iter().map(own).collect()
    }

    async fn own_notes(
        &self,
        of: AccountId,
        after: Option<GameId>,
        limit: u64,
    ) -> Result<Vec<OwnNote>, StoreError> {
        let mut query = note::Entity::find().filter(note::Column::Account.eq(of.0));
        if let Some(after) = after {
            query = query.filter(note::Column::Game.gt(after.0));
        }
        let query = query.order_by(note::Column::Game, Order::Asc).limit(page(limit));
        let rows = self.read(async |db| query.all(db).await).await?;
        let own =
            |row: note::Model| OwnNote { game: GameId(row.game), text: row.text, changed_ms: row.changed_ms };
        Ok(rows.into_iter().map(own).collect())
    }
}

/// Whether a folded name is that of somebody who has gone. Asked after an account was added, so that of a departure and a
/// registration at once one sees the other.
pub(super) async fn is_departed(db: &DatabaseTransaction, name_key: &str) -> Result<bool, StoreError> {
    let known = departure::Entity::find_by_id(departed(name_key)).one(db).await.map_err(failed)?;
    Ok(known.is_some())
}

fn departed(name_key: &str) -> Vec<u8> {
    Sha256::new().chain_update(DOMAIN).chain_update(name_key).finalize().to_vec()
}

fn plays(AccountId(id): AccountId) -> sea_orm::sea_query::Expr {
    game::Column::Black.eq(id).or(game::Column::White.eq(id))
}

/// Takes away what is of one person alone; which sessions they were.
async fn take_away(db: &DatabaseTransaction, AccountId(id): AccountId) -> Result<Vec<FamilyId>, StoreError> {
    let sessions = session::Entity::find()
        .select_only()
        .column(session::Column::Id)
        .filter(session::Column::Account.eq(id))
        .into_tuple::<Uuid>();
    let mut sessions = sessions.all(db).await.map_err(failed)?;
    // A personal token is a session of its own to those who speak by it.
    let tokens = personal::Entity::find()
        .select_only()
        .column(personal::Column::Id)
        .filter(personal::Column::Account.eq(id))
        .into_tuple::<Uuid>();
    sessions.extend(tokens.all(db).await.map_err(failed)?);
    let personal = personal::Entity::delete_many().filter(personal::Column::Account.eq(id));
    personal.exec(db).await.map_err(failed)?;
    let recovery = recovery::Entity::delete_many().filter(recovery::Column::Account.eq(id));
    recovery.exec(db).await.map_err(failed)?;
    let factors = factor::Entity::delete_many().filter(factor::Column::Account.eq(id));
    factors.exec(db).await.map_err(failed)?;
    let tickets = ticket::Entity::delete_many().filter(ticket::Column::Account.eq(id));
    tickets.exec(db).await.map_err(failed)?;
    let mails = mail::Entity::delete_many().filter(mail::Column::Account.eq(id));
    mails.exec(db).await.map_err(failed)?;
    session::Entity::delete_many().filter(session::Column::Account.eq(id)).exec(db).await.map_err(failed)?;
    profile::Entity::delete_by_id(id).exec(db).await.map_err(failed)?;
    block::Entity::delete_many()
        .filter(block::Column::Account.eq(id).or(block::Column::Other.eq(id)))
        .exec(db)
        .await
        .map_err(failed)?;
    note::Entity::delete_many().filter(note::Column::Account.eq(id)).exec(db).await.map_err(failed)?;
    super::challenges::withdraw_all(db, id).await?;
    Ok(sessions.into_iter().map(FamilyId).collect())
}

/// Gives some rows of somebody who has gone the new name; whether there may be more.
async fn rename(db: &DatabaseTransaction, id: AccountId, limit: u64) -> Result<bool, StoreError> {
    // Of two servers that come to the same one, the second waits here, and finds less to do.
    lock(db, id).await?;
    let Some(account) = account::Entity::find_by_id(id.0).one(db).await.map_err(failed)? else {
        return Ok(false);
    };
    let name = account.name;
    let games = rename_games(db, id, &name, limit).await?;
    let some = Query::select()
        .column(line::Column::Command)
        .from(line::Entity)
        .and_where(line::Column::Account.eq(id.0))
        .and_where(line::Column::Name.ne(&name))
        .limit(limit)
        .to_owned();
    let lines = line::Entity::update_many()
        .col_expr(line::Column::Name, name.clone().into())
        .filter(line::Column::Account.eq(id.0))
        .filter(line::Column::Command.in_subquery(some))
        .exec(db)
        .await
        .map_err(failed)?
        .rows_affected;
    let some = Query::select()
        .column(challenge::Column::Id)
        .from(challenge::Entity)
        .and_where(challenge::Column::Account.eq(id.0))
        .and_where(challenge::Column::AccountName.ne(&name))
        .limit(limit)
        .to_owned();
    let challenges = challenge::Entity::update_many()
        .col_expr(challenge::Column::AccountName, name.clone().into())
        .filter(challenge::Column::Id.in_subquery(some))
        .exec(db)
        .await
        .map_err(failed)?
        .rows_affected;
    mute::Entity::update_many()
        .col_expr(mute::Column::Name, name.clone().into())
        .filter(mute::Column::Account.eq(id.0))
        .exec(db)
        .await
        .map_err(failed)?;
    if games + lines + challenges > 0 {
        return Ok(true);
    }
    // A game that began in the moment of the departure is waited for.
    let running = game::Entity::find().filter(plays(id)).filter(game::Column::EndedMs.is_null());
    if running.count(db).await.map_err(failed)? == 0 {
        departure::Entity::update_many()
            .col_expr(departure::Column::Renamed, true.into())
            .filter(departure::Column::Account.eq(id.0))
            .exec(db)
            .await
            .map_err(failed)?;
    }
    Ok(false)
}

/// The same of finished games and their records; how many.
async fn rename_games(
    db: &DatabaseTransaction,
    AccountId(id): AccountId,
    name: &str,
    limit: u64,
) -> Result<u64, StoreError> {
    let as_black = game::Column::Black.eq(id).and(game::Column::BlackName.ne(name));
    let as_white = game::Column::White.eq(id).and(game::Column::WhiteName.ne(name));
    let old = game::Entity::find()
        .filter(Condition::any().add(as_black).add(as_white))
        .filter(game::Column::EndedMs.is_not_null())
        .limit(limit);
    let old = old.all(db).await.map_err(failed)?;
    let count = old.len() as u64;
    for row in old {
        let (mut black_name, mut white_name) = (row.black_name.clone(), row.white_name.clone());
        let mut sgf = row.sgf.clone();
        for (player, of_the_day) in [(row.black, &mut black_name), (row.white, &mut white_name)] {
            if player != id {
                continue;
            }
            // Names have nothing that SGF would write otherwise. Who changed sides stands at the other one.
            for side in ["PB", "PW"] {
                let before = format!("{side}[{of_the_day}]");
                sgf = sgf.map(|sgf| sgf.replacen(&before, &format!("{side}[{name}]"), 1));
            }
            name.clone_into(of_the_day);
        }
        let mut row = row.into_active_model();
        (row.black_name, row.white_name, row.sgf) = (Set(black_name), Set(white_name), Set(sgf));
        game::Entity::update(row).exec(db).await.map_err(failed)?;
    }
    Ok(count)
}
