//! The audit log, which is only added to, and sanctions, each change of which is in it.

use tianyuan::ids::{AccountId, GameId};
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{
    Accounts, Act, Audit, AuditSearch, Cursor, GameFilter, Games, Report, ReportFilter, ReportKind,
    ReportState, Reports, Sanction, SanctionKind, Sanctions, Word,
};
use uuid::Uuid;

use crate::world::{account, begin, new_game, node, some_account};

fn act(subject: &str) -> Act {
    Act {
        by: (None, "command line".to_owned()),
        act: "test.act".to_owned(),
        subject: subject.to_owned(),
        reason: "because".to_owned(),
        before: String::new(),
        after: "天元 'quoted'".to_owned(),
    }
}

pub(crate) async fn chains_what_is_noted_in_parallel(store: &SqlStore) {
    let notes = (0..20).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { store.note(number, act(&number.to_string())).await.unwrap() })
    });
    let mut numbers = Vec::new();
    for note in notes.collect::<Vec<_>>() {
        numbers.push(note.await.unwrap());
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=20).collect::<Vec<u64>>(), "no gap and no number twice");
    let mut last = None;
    for entry in store.entries(0, 500).await.unwrap() {
        assert!(entry.follows(last), "entry {}", entry.number);
        last = Some((entry.number, entry.hash));
    }
    let found =
        store.search(&AuditSearch { subject: Some("7".to_owned()), ..AuditSearch::default() }, 9).await;
    assert_eq!(found.unwrap().len(), 1);
    let before = AuditSearch { before: Some(3), ..AuditSearch::default() };
    let numbers: Vec<u64> =
        store.search(&before, 9).await.unwrap().iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, [2, 1]);
}

fn sanction(on: AccountId, by: AccountId) -> Sanction {
    Sanction {
        id: Uuid::new_v4(),
        kind: SanctionKind::Mute,
        on: (on, "On".to_owned()),
        game: None,
        report: None,
        reason: "because".to_owned(),
        forfeits: false,
        by: (by, "By".to_owned()),
        begins_ms: 5,
        ends_ms: Some(9),
        seen_ms: None,
        lifted: None,
        appeal: None,
        decision: None,
        changed: 0,
    }
}

/// A mute that is imposed on somebody.
async fn muted(store: &SqlStore) -> Sanction {
    let (on, by) = (some_account(), some_account());
    for account in [&on, &by] {
        assert!(Accounts::add(store, account.clone()).await.unwrap());
    }
    let sanction = sanction(on.id, by.id);
    assert!(store.impose(sanction.clone(), act("impose")).await.unwrap());
    assert!(!store.impose(sanction.clone(), act("impose")).await.unwrap(), "the same id");
    sanction
}

pub(crate) async fn keeps_a_sanction_with_each_change_in_the_log(store: &SqlStore) {
    let sanction = muted(store).await;
    let kept = store.sanction(sanction.id).await.unwrap().unwrap();
    assert_eq!(kept, Sanction { changed: 1, ..sanction.clone() });
    assert!(store.saw_sanction(sanction.id, sanction.on.0, 6).await.unwrap());
    assert!(!store.saw_sanction(sanction.id, AccountId(Uuid::new_v4()), 6).await.unwrap(), "somebody else");
    assert!(store.appeal(sanction.id, 6, "no".to_owned(), act("appeal")).await.unwrap());
    assert!(!store.appeal(sanction.id, 6, "no".to_owned(), act("appeal")).await.unwrap(), "once");
    assert_eq!(store.appeals(9).await.unwrap().len(), 1);
    let word = Word { at_ms: 7, by: "Chang".to_owned(), text: "so be it".to_owned() };
    assert!(store.decide(sanction.id, word.clone(), true, act("decide")).await.unwrap());
    assert!(!store.decide(sanction.id, word.clone(), true, act("decide")).await.unwrap());
    assert!(!store.lift(sanction.id, word.clone(), act("lift")).await.unwrap(), "it is lifted");
    assert!(store.appeals(9).await.unwrap().is_empty());
    let kept = store.sanction(sanction.id).await.unwrap().unwrap();
    assert_eq!((kept.lifted.as_ref(), kept.decision.as_ref()), (Some(&word), Some(&word)));
    assert_eq!(kept.changed, 3, "what changed nothing is not in the log");
    let acts: Vec<String> =
        store.entries(0, 9).await.unwrap().into_iter().map(|entry| entry.act.subject).collect();
    assert_eq!(acts, ["impose", "appeal", "decide"]);
    assert_eq!(store.sanctions_since(2, 9).await.unwrap(), [kept]);
    assert!(store.sanctions_since(3, 9).await.unwrap().is_empty());
}

pub(crate) async fn says_of_a_game_whether_it_is_annulled(store: &SqlStore) {
    let (black, white) = (account(store).await, account(store).await);
    let [game, other] = [1, 2].map(|started_ms| new_game(black, white, node(), started_ms));
    let (game, other) = (begin(store, game).await, begin(store, other).await);
    let annulled = async || -> Vec<bool> {
        let live = Games::list(store, GameFilter::Rooms(Some(white)), None, 9).await.unwrap();
        assert_eq!(live.iter().map(|game| game.id).collect::<Vec<_>>(), [other, game]);
        let one = Games::get(store, game).await.unwrap().unwrap();
        assert_eq!(one.annulled, live[1].annulled, "alone and in a list");
        live.iter().map(|game| game.annulled).collect()
    };
    let of = |kind, game| Sanction { id: Uuid::new_v4(), kind, game: Some(game), ..sanction(black, white) };
    // Another sanction about the game annuls nothing.
    assert!(store.impose(of(SanctionKind::Notice, game), act("notice")).await.unwrap());
    assert_eq!(annulled().await, [false, false]);
    let annulment = of(SanctionKind::Annulment, game);
    assert!(store.impose(annulment.clone(), act("annul")).await.unwrap());
    assert_eq!(annulled().await, [false, true]);
    let word = Word { at_ms: 7, by: "Chang".to_owned(), text: "it was right".to_owned() };
    assert!(store.lift(annulment.id, word, act("lift")).await.unwrap());
    assert_eq!(annulled().await, [false, false]);
}

pub(crate) async fn lists_the_reports_that_an_officer_sees_to(store: &SqlStore) {
    let (by, on, [one, other]) =
        (account(store).await, account(store).await, [account(store).await, account(store).await]);
    let officers = [None, Some(one), Some(other), Some(one), Some(one)];
    let mut made = Vec::new();
    for (number, officer) in officers.into_iter().enumerate() {
        let report = Report {
            id: Uuid::new_v4(),
            // The last one is closed.
            state: match (number, officer) {
                (4, _) => ReportState::Upheld,
                (_, Some(_)) => ReportState::Claimed,
                (_, None) => ReportState::Open,
            },
            kind: ReportKind::Abuse,
            by: (by, "By".to_owned()),
            on: (on, "On".to_owned()),
            game: None,
            line: None,
            text: "because".to_owned(),
            made_ms: 5,
            officer: officer.map(|officer| (officer, "Officer".to_owned())),
            revision: 0,
        };
        assert!(store.report(report.clone(), 20).await.unwrap());
        made.push(report);
    }
    let mut wanted = vec![made[1].clone(), made[3].clone()];
    wanted.sort_by_key(|report| report.id);
    let filter = ReportFilter::ClaimedBy(one);
    assert_eq!(store.reports(filter, None, 9).await.unwrap(), wanted);
    let first = Cursor { at_ms: 5, id: GameId(wanted[0].id) };
    assert_eq!(store.reports(filter, Some(first), 9).await.unwrap(), wanted[1..]);
    assert_eq!(store.reports(ReportFilter::ClaimedBy(by), None, 9).await.unwrap(), []);
}

pub(crate) async fn lifts_a_sanction_once_in_parallel(store: &SqlStore) {
    let sanction = muted(store).await;
    let lifts = (0..8).map(|number| {
        let (store, word) =
            (store.clone(), Word { at_ms: number, by: "Kong".to_owned(), text: String::new() });
        let id = sanction.id;
        tokio::spawn(async move { store.lift(id, word, act("lift")).await.is_ok_and(|lifted| lifted) })
    });
    let mut lifted = 0;
    for lift in lifts.collect::<Vec<_>>() {
        lifted += usize::from(lift.await.unwrap());
    }
    assert_eq!(lifted, 1);
    assert_eq!(store.entries(0, 9).await.unwrap().len(), 2, "and one entry about it");
}
