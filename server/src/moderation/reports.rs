//! Reports: made by people, claimed, noted upon and closed by moderators.
//!
//! Deliberately absent: counting reports to any effect. Ten reports are ten things to read.

use uuid::Uuid;

use super::{Moderation, Officer, OrderError, act};
use crate::account::Identity;
use crate::ids::{AccountId, GameId};
use crate::store::{Cursor, Report, ReportFilter, ReportKind, ReportNote, ReportState, TalkStream};

/// Reports of one person that may wait.
const WAITING: u64 = 20;

/// What somebody reports.
#[derive(Clone, Debug)]
pub struct NewReport {
    /// Made by the client, so that it is one however often it is sent.
    pub id: Uuid,
    /// For what.
    pub kind: ReportKind,
    /// In which game, and after how many moves.
    pub game: Option<(GameId, Option<u64>)>,
    /// Which line of its chat.
    pub line: Option<(TalkStream, u64)>,
    /// What happened.
    pub text: String,
}

/// How a report is closed.
#[derive(Clone, Debug)]
pub struct Closing {
    /// Whether something was done.
    pub upheld: bool,
    /// What, for the log.
    pub text: String,
}

impl Moderation {
    /// Keeps a report; sent again with the same id, it is still one.
    ///
    /// # Errors
    /// `NotFound`, `NotByYou` (oneself), `Bad`, `TooMany`.
    pub async fn report(&self, who: &Identity, name_key: &str, new: NewReport) -> Result<(), OrderError> {
        let on = self.parts.accounts.by_name(name_key).await?.ok_or(OrderError::NotFound)?;
        if on.id == who.account {
            return Err(OrderError::NotByYou);
        }
        if new.line.is_some() && new.game.is_none() {
            return Err(OrderError::Bad("name the game in which the line stands"));
        }
        if let Some((game, _)) = new.game {
            let game = self.parts.games.get(game).await?.ok_or(OrderError::NotFound)?;
            let is_player = |account| [game.players.black.0, game.players.white.0].contains(&account);
            // Nobody learns by a report which private games there are.
            if game.private && !is_player(who.account) {
                return Err(OrderError::NotFound);
            }
        }
        let report = Report {
            id: new.id,
            state: ReportState::Open,
            kind: new.kind,
            by: (who.account, who.name.clone()),
            on: (on.id, on.name),
            game: new.game,
            line: new.line,
            text: new.text,
            made_ms: self.parts.time.wall_ms(),
            officer: None,
            revision: 0,
        };
        if self.parts.reports.report(report, WAITING).await? {
            return Ok(());
        }
        match self.parts.reports.reported(new.id).await? {
            Some((known, _)) if known.by.0 == who.account => Ok(()),
            Some(_) => Err(OrderError::Bad("this id was used for another report")),
            None => Err(OrderError::TooMany),
        }
    }

    /// A page of reports.
    ///
    /// # Errors
    /// The store's.
    pub async fn reports(
        &self,
        filter: ReportFilter,
        after: Option<Cursor>,
        limit: u64,
    ) -> Result<Vec<Report>, OrderError> {
        Ok(self.parts.reports.reports(filter, after, limit).await?)
    }

    /// One with its notes.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn reported(&self, id: Uuid) -> Result<(Report, Vec<ReportNote>), OrderError> {
        self.parts.reports.reported(id).await?.ok_or(OrderError::NotFound)
    }

    /// An officer sees to a report from now on, or lets go of it.
    ///
    /// # Errors
    /// `NotFound`, `NotByYou` (one that is involved), `Taken`, `Decided`.
    pub async fn claim(&self, by: &Officer, id: Uuid, claims: bool) -> Result<Report, OrderError> {
        let (mut report, _) = self.reported(id).await?;
        is_uninvolved(by, &report)?;
        let its = report.officer.as_ref().map(|(account, _)| *account);
        match report.state {
            ReportState::Open if !claims => return Ok(report),
            ReportState::Open => {}
            ReportState::Claimed if its == Some(by.who.account) && claims => return Ok(report),
            ReportState::Claimed if its == Some(by.who.account) => {}
            ReportState::Claimed => return Err(OrderError::Taken),
            ReportState::Upheld | ReportState::Dismissed => return Err(OrderError::Decided),
        }
        report.state = if claims { ReportState::Claimed } else { ReportState::Open };
        report.officer = claims.then(|| (by.who.account, by.who.name.clone()));
        let verb = if claims { "report.claim" } else { "report.release" };
        self.replace(by, report, verb, "").await
    }

    /// Closes a report that one sees to.
    ///
    /// # Errors
    /// `NotFound`, `Taken` (by somebody else, or nobody yet), `Decided`.
    pub async fn close(&self, by: &Officer, id: Uuid, closing: Closing) -> Result<Report, OrderError> {
        let (mut report, _) = self.reported(id).await?;
        is_uninvolved(by, &report)?;
        match report.state {
            ReportState::Claimed if is_by(by, report.officer.as_ref()) => {}
            ReportState::Open | ReportState::Claimed => return Err(OrderError::Taken),
            ReportState::Upheld | ReportState::Dismissed => return Err(OrderError::Decided),
        }
        report.state = if closing.upheld { ReportState::Upheld } else { ReportState::Dismissed };
        let verb = if closing.upheld { "report.uphold" } else { "report.dismiss" };
        self.replace(by, report, verb, &closing.text).await
    }

    async fn replace(
        &self,
        by: &Officer,
        report: Report,
        verb: &str,
        text: &str,
    ) -> Result<Report, OrderError> {
        let report = Report { revision: report.revision + 1, ..report };
        let act = act(&by.who, verb, format!("report:{}", report.id), text)
            .change("", format!("about {}", report.on.1));
        let now_ms = self.parts.time.wall_ms();
        if self.parts.reports.replace_report(report.clone(), now_ms, act).await? {
            Ok(report)
        } else {
            Err(OrderError::Taken)
        }
    }

    /// Notes something about a report, for other moderators.
    ///
    /// # Errors
    /// `NotFound`, also when there are as many notes as may be; `NotByYou`.
    pub async fn note_report(&self, by: &Officer, id: Uuid, text: String) -> Result<u64, OrderError> {
        let (report, _) = self.reported(id).await?;
        is_uninvolved(by, &report)?;
        let at_ms = self.parts.time.wall_ms();
        let note = ReportNote { number: 0, by: by.who.name.clone(), text, at_ms };
        self.parts.reports.note_report(id, note).await?.ok_or(OrderError::NotFound)
    }
}

fn is_by(by: &Officer, officer: Option<&(AccountId, String)>) -> bool {
    officer.is_some_and(|(account, _)| *account == by.who.account)
}

/// Nobody sees to what they reported themselves, or are reported for.
fn is_uninvolved(by: &Officer, report: &Report) -> Result<(), OrderError> {
    let is_involved = [report.by.0, report.on.0].contains(&by.who.account);
    if is_involved { Err(OrderError::NotByYou) } else { Ok(()) }
}
