//! Reports, notes about them, and what the server is told to do.

use async_trait::async_trait;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, EntityTrait, IntoActiveModel, Order, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::audit::append;
use super::convert::{signed, unsigned};
use super::entity::{order, report, report_note};
use super::failure::failed;
use super::{SqlStore, page};
use crate::ids::{AccountId, GameId};
use crate::store::{
    Act, Cursor, Orders, Report, ReportFilter, ReportKind, ReportNote, ReportState, Reports, StoreError,
    TalkStream,
};

/// Notes about one report.
const NOTES: u64 = 200;

#[async_trait]
impl Reports for SqlStore {
    async fn report(&self, report: Report, most: u64) -> Result<bool, StoreError> {
        self.change(async |db| {
            let waiting = report::Entity::find()
                .filter(report::Column::Reporter.eq(report.by.0.0))
                .filter(report::Column::State.lte(ReportState::Claimed as i16));
            if waiting.count(db).await.map_err(failed)? >= most {
                return Ok(false);
            }
            let known = OnConflict::column(report::Column::Id).do_nothing().to_owned();
            let insert = report::Entity::insert(row(report)?.into_active_model()).on_conflict(known);
            Ok(insert.exec_without_returning(db).await.map_err(failed)? == 1)
        })
        .await
    }

    async fn reported(&self, id: Uuid) -> Result<Option<(Report, Vec<ReportNote>)>, StoreError> {
        let find = report::Entity::find_by_id(id);
        let Some(row) = self.read(async |db| find.one(db).await).await? else { return Ok(None) };
        let notes = report_note::Entity::find()
            .filter(report_note::Column::Report.eq(id))
            .order_by_asc(report_note::Column::Number)
            .limit(NOTES);
        let notes = self.read(async |db| notes.all(db).await).await?;
        Ok(Some((kept(row)?, notes.into_iter().map(note).collect::<Result<_, _>>()?)))
    }

    async fn reports(
        &self,
        filter: ReportFilter,
        after: Option<Cursor>,
        limit: u64,
    ) -> Result<Vec<Report>, StoreError> {
        let (is_in, order) = match filter {
            ReportFilter::In(state) => (report::Column::State.eq(state as i16), Order::Asc),
            ReportFilter::ClaimedBy(officer) => {
                let is_claimed = report::Column::State.eq(ReportState::Claimed as i16);
                (is_claimed.and(report::Column::Officer.eq(officer.0)), Order::Asc)
            }
            ReportFilter::About(account) => (report::Column::Account.eq(account.0), Order::Desc),
            ReportFilter::By(account) => (report::Column::Reporter.eq(account.0), Order::Desc),
        };
        let mut query = report::Entity::find().filter(is_in);
        if let Some(Cursor { at_ms, id }) = after {
            let (made, at) = (report::Column::MadeMs, report::Column::Id);
            let later = if order == Order::Asc {
                made.gt(at_ms).or(made.eq(at_ms).and(at.gt(id.0)))
            } else {
                made.lt(at_ms).or(made.eq(at_ms).and(at.lt(id.0)))
            };
            query = query.filter(later);
        }
        let query = query.order_by(report::Column::MadeMs, order.clone()).order_by(report::Column::Id, order);
        let query = query.limit(page(limit));
        self.read(async |db| query.all(db).await).await?.into_iter().map(kept).collect()
    }

    async fn replace_report(&self, report: Report, at_ms: i64, act: Act) -> Result<bool, StoreError> {
        self.change(async |db| {
            let (id, row) = (report.id, row(report)?);
            let this = Condition::all()
                .add(report::Column::Id.eq(id))
                .add(report::Column::Revision.eq(row.revision - 1));
            let replaced = report::Entity::update_many()
                .col_expr(report::Column::State, row.state.into())
                .col_expr(report::Column::Officer, row.officer.into())
                .col_expr(report::Column::OfficerName, row.officer_name.into())
                .col_expr(report::Column::Revision, row.revision.into())
                .filter(this);
            let is_replaced = replaced.exec(db).await.map_err(failed)?.rows_affected == 1;
            if is_replaced {
                append(db, at_ms, act).await?;
            }
            Ok(is_replaced)
        })
        .await
    }

    async fn note_report(&self, id: Uuid, new: ReportNote) -> Result<Option<u64>, StoreError> {
        self.change(async |db| {
            // The report's own row is what two moderators who write at once wait for.
            let touched = report::Entity::update_many()
                .col_expr(
                    report::Column::Revision,
                    sea_orm::sea_query::Expr::col(report::Column::Revision).add(1),
                )
                .filter(report::Column::Id.eq(id));
            if touched.exec(db).await.map_err(failed)?.rows_affected == 0 {
                return Ok(None);
            }
            let notes = report_note::Entity::find().filter(report_note::Column::Report.eq(id));
            let number = notes.count(db).await.map_err(failed)? + 1;
            if number > NOTES {
                return Ok(None);
            }
            let row = report_note::ActiveModel {
                report: Set(id),
                number: Set(signed(number)?),
                officer_name: Set(new.by),
                text: Set(new.text),
                at_ms: Set(new.at_ms),
            };
            report_note::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
            Ok(Some(number))
        })
        .await
    }
}

#[async_trait]
impl Orders for SqlStore {
    async fn order(&self, name: &str) -> Result<Option<String>, StoreError> {
        let query = order::Entity::find_by_id(name.to_owned());
        Ok(self.read(async |db| query.one(db).await).await?.map(|row| row.value))
    }

    async fn give_order(
        &self,
        name: &str,
        value: Option<String>,
        at_ms: i64,
        act: Act,
    ) -> Result<(), StoreError> {
        self.change(async |db| {
            append(db, at_ms, act).await?;
            order::Entity::delete_by_id(name.to_owned()).exec(db).await.map_err(failed)?;
            if let Some(value) = value {
                let row = order::ActiveModel { name: Set(name.to_owned()), value: Set(value) };
                order::Entity::insert(row).exec_without_returning(db).await.map_err(failed)?;
            }
            Ok(())
        })
        .await
    }
}

fn row(report: Report) -> Result<report::Model, StoreError> {
    let (officer, officer_name) = report.officer.map(|(account, name)| (account.0, name)).unzip();
    let (game, ply) = report.game.map_or((None, None), |(game, ply)| (Some(game.0), ply));
    let (stream, line) = report.line.map(|(stream, line)| (stream as i16, line)).unzip();
    Ok(report::Model {
        id: report.id,
        state: report.state as i16,
        kind: report.kind as i16,
        reporter: report.by.0.0,
        reporter_name: report.by.1,
        account: report.on.0.0,
        name: report.on.1,
        game,
        ply: ply.map(signed).transpose()?,
        stream,
        line: line.map(signed).transpose()?,
        text: report.text,
        made_ms: report.made_ms,
        officer,
        officer_name,
        revision: signed(report.revision)?,
    })
}

fn kept(row: report::Model) -> Result<Report, StoreError> {
    let unknown = |what| StoreError::Corrupt(format!("report {} has an unknown {what}", row.id));
    let state = ReportState::ALL.into_iter().find(|state| *state as i16 == row.state);
    let kind = ReportKind::ALL.into_iter().find(|kind| *kind as i16 == row.kind);
    let stream = row.stream.map(|stream| {
        let known = TalkStream::ALL.into_iter().find(|known| *known as i16 == stream);
        known.ok_or_else(|| unknown("stream"))
    });
    let ply = row.ply.map(|ply| unsigned(ply, "a ply")).transpose()?;
    let line = row.line.map(|line| unsigned(line, "a line")).transpose()?;
    Ok(Report {
        id: row.id,
        state: state.ok_or_else(|| unknown("state"))?,
        kind: kind.ok_or_else(|| unknown("kind"))?,
        by: (AccountId(row.reporter), row.reporter_name),
        on: (AccountId(row.account), row.name),
        game: row.game.map(|game| (GameId(game), ply)),
        line: stream.transpose()?.zip(line),
        text: row.text,
        made_ms: row.made_ms,
        officer: row.officer.map(|account| (AccountId(account), row.officer_name.unwrap_or_default())),
        revision: unsigned(row.revision, "a revision")?,
    })
}

fn note(row: report_note::Model) -> Result<ReportNote, StoreError> {
    let number = unsigned(row.number, "the number of a note")?;
    Ok(ReportNote { number, by: row.officer_name, text: row.text, at_ms: row.at_ms })
}
