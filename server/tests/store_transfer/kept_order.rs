//! Something in each table by which order is kept.

use tianyuan::ids::AccountId;
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{
    Act, Orders, Report, ReportKind, ReportNote, ReportState, Reports, Sanction, SanctionKind, Sanctions,
    TalkStream, Word,
};
use uuid::Uuid;

use crate::installation::Installation;
use crate::world::account;

fn act() -> Act {
    let (before, after) = ("'; --".to_owned(), "天元".to_owned());
    let by = (None, "command line".to_owned());
    Act { by, act: "test.act".into(), subject: "server".into(), reason: "because".into(), before, after }
}

/// A report with a note, a sanction that was lifted, and an order; each with its entry in the log.
pub(crate) async fn fill(store: &SqlStore, there: &Installation) {
    let (on, by): (AccountId, AccountId) = (there.writer, account(store).await);
    let id = Uuid::new_v4();
    let report = Report {
        id,
        state: ReportState::Open,
        kind: ReportKind::Abuse,
        by: (by, "by".to_owned()),
        on: (on, "on".to_owned()),
        game: Some((there.finished, Some(2))),
        line: Some((TalkStream::Players, 1)),
        text: "said 'bad' things\n".to_owned(),
        made_ms: -1,
        officer: None,
        revision: 0,
    };
    assert!(store.report(report, 9).await.unwrap());
    let note = ReportNote { number: 0, by: "officer".to_owned(), text: "seen".to_owned(), at_ms: 3 };
    assert_eq!(store.note_report(id, note).await.unwrap(), Some(1));
    let sanction = Sanction {
        id: Uuid::new_v4(),
        kind: SanctionKind::Mute,
        on: (on, "on".to_owned()),
        game: Some(there.finished),
        report: Some(id),
        reason: "because".to_owned(),
        forfeits: false,
        by: (by, "by".to_owned()),
        begins_ms: 4,
        ends_ms: None,
        seen_ms: None,
        lifted: None,
        appeal: None,
        decision: None,
        changed: 0,
    };
    let word = Word { at_ms: 5, by: "officer".to_owned(), text: "enough".to_owned() };
    assert!(store.impose(sanction.clone(), act()).await.unwrap());
    assert!(store.lift(sanction.id, word, act()).await.unwrap());
    store.give_order("maintenance", Some("{}".to_owned()), 6, act()).await.unwrap();
}
