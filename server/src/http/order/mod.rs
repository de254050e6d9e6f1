//! Order among people: sanctions, reports, offices, the audit log, the maintenance, and all rooms at once.
//!
//! Deliberately absent: what may be done to whom, which is `moderation`'s.

pub(super) mod audit;
pub(super) mod reports;
pub(super) mod rooms;
pub(super) mod sanctions;
pub(super) mod staff;

use protocol::Code;
use protocol::http::{OfficerWord, SanctionKind};

use super::problem::ApiError;
use crate::account::Name;
use crate::store::{self, Sanction};
use crate::talk;

/// The folded name of somebody.
fn name_key(name: &str) -> Result<String, ApiError> {
    Name::new(name).map(|name| name.key().to_owned()).map_err(|_| ApiError::new(Code::NotFound))
}

/// A text as it is kept.
fn text(text: &str) -> Result<String, ApiError> {
    talk::note(text).filter(|text| !text.is_empty()).ok_or_else(|| ApiError::new(Code::BadText))
}

/// Who looks at a sanction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Eyes {
    /// Whom it is on: not who imposed it, nor because of whose report.
    Theirs,
    /// An officer.
    Officers,
}

fn sanction(kept: &Sanction, now_ms: i64, eyes: Eyes) -> protocol::http::Sanction {
    let is_officer = eyes == Eyes::Officers;
    let said = |word: &store::Word| OfficerWord {
        at_ms: word.at_ms,
        by: if is_officer { word.by.clone() } else { String::new() },
        text: word.text.clone(),
    };
    protocol::http::Sanction {
        id: kept.id,
        kind: shown(kept.kind),
        name: kept.on.1.clone(),
        game: kept.game.map(|game| game.0),
        report: kept.report.filter(|_| is_officer),
        reason: kept.reason.clone(),
        forfeits: kept.forfeits,
        by: is_officer.then(|| kept.by.1.clone()),
        begins_ms: kept.begins_ms,
        ends_ms: kept.ends_ms,
        holds: kept.holds(now_ms),
        seen: kept.seen_ms.is_some(),
        lifted: kept.lifted.as_ref().map(said),
        appeal: kept.appeal.as_ref().map(|(_, text)| text.clone()),
        decision: kept.decision.as_ref().map(said),
    }
}

const fn shown(kind: store::SanctionKind) -> SanctionKind {
    match kind {
        store::SanctionKind::Notice => SanctionKind::Notice,
        store::SanctionKind::Mute => SanctionKind::Mute,
        store::SanctionKind::Suspension => SanctionKind::Suspension,
        store::SanctionKind::Ban => SanctionKind::Ban,
        store::SanctionKind::RankFreeze => SanctionKind::RankFreeze,
        store::SanctionKind::Annulment => SanctionKind::Annulment,
    }
}

const fn asked(kind: SanctionKind) -> store::SanctionKind {
    match kind {
        SanctionKind::Notice => store::SanctionKind::Notice,
        SanctionKind::Mute => store::SanctionKind::Mute,
        SanctionKind::Suspension => store::SanctionKind::Suspension,
        SanctionKind::Ban => store::SanctionKind::Ban,
        SanctionKind::RankFreeze => store::SanctionKind::RankFreeze,
        SanctionKind::Annulment => store::SanctionKind::Annulment,
    }
}
