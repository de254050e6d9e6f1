//! The import of an official list.

use std::collections::BTreeSet;

use rules::Player;
use rules::rank::list::{NotAccepted, Row, Sheet, Verdict, accepted, preview};
use rules::rank::{Authority, Basis, Day, Kind, Ledger, Rank, Refusal};

use crate::ranks::{draft, ledger, rank};

const TODAY: Day = Day(20_000);

fn row(person: Option<u128>, rank: &str) -> Row {
    let basis = Basis::Event { name: "升段赛".to_owned(), major: false };
    Row { person: person.map(Player), rank: rank.to_owned(), day: Day(900), basis, certificate: None }
}

fn sheet() -> Sheet {
    let authority = Authority::Association("市围棋协会".to_owned());
    Sheet { authority, evidence: "名单 3".to_owned(), officer: Player(99) }
}

/// Persons 10 to 15 are known; 11 holds 3 段, all others nothing.
fn verdicts(rows: &[Row]) -> Vec<Verdict> {
    let ledgers: Vec<Ledger> = (10..16)
        .map(|id| {
            let drafts = (id == 11).then(|| draft(Kind::Award(rank("d3")), 100));
            let entries = ledger(drafts).entries().to_vec();
            Ledger::replay(Player(id), entries).unwrap()
        })
        .collect();
    preview(rows, &sheet(), TODAY, |player| ledgers.iter().find(|ledger| ledger.person() == player))
}

#[test]
fn every_row_says_what_it_would_do() {
    let rows = [
        row(Some(10), "d2"),
        row(Some(10), "d4"),
        row(Some(11), "d2"),
        row(None, "d1"),
        row(Some(77), "d1"),
        row(Some(12), "1004p"),
        row(Some(13), "d6"),
        row(Some(14), "p3"),
        Row { day: Day(20_001), ..row(Some(15), "d1") },
    ];
    let verdicts = verdicts(&rows);
    assert!(matches!(&verdicts[0], Verdict::New(entry) if entry.draft.kind == Kind::Award(rank("d2"))));
    assert_eq!(
        verdicts[1..],
        [
            Verdict::Duplicate { of: 0 },
            Verdict::Down { held: rank("d3") },
            Verdict::Unknown,
            Verdict::Unknown,
            Verdict::BadRank,
            Verdict::Refused(Refusal::NotMajor),
            Verdict::Refused(Refusal::NotTheBody),
            Verdict::Refused(Refusal::Future),
        ]
    );
    assert_eq!(accepted(&verdicts, None), Err(NotAccepted { rows: (1..9).collect() }));
    let chosen = accepted(&verdicts, Some(&BTreeSet::from([0]))).unwrap();
    assert_eq!(chosen.len(), 1);
    assert_eq!(
        accepted(&verdicts, Some(&BTreeSet::from([0, 2, 50]))),
        Err(NotAccepted { rows: vec![2, 50] })
    );
}

#[test]
fn a_list_without_errors_is_accepted_whole_and_then_changes_nothing_more() {
    let rows = [row(Some(10), "k1"), row(Some(11), "d4"), row(Some(12), "d5")];
    let verdicts = verdicts(&rows);
    assert!(matches!(verdicts[1], Verdict::Promotion(_)));
    let entries = accepted(&verdicts, None).unwrap();
    assert_eq!(entries.len(), 3);
    let mut after = ledger([draft(Kind::Award(rank("d3")), 100)]);
    after.apply(entries[1].1.clone()).unwrap();
    assert_eq!(after.rank_on(TODAY).shown().unwrap().rank, rank("d4"));
    let again = preview(&[row(Some(1), "d4")], &sheet(), TODAY, |_| Some(&after));
    assert_eq!(again, [Verdict::Same]);
    assert!(accepted(&again, None).unwrap().is_empty());
}

#[test]
fn a_declared_rank_does_not_stand_in_the_way_of_the_list() {
    let Rank::Amateur(high) = rank("d5") else { panic!("d5 is amateur") };
    let own = rules::rank::Draft {
        authority: Authority::Own,
        basis: Basis::Plain,
        officer: None,
        ..draft(Kind::SelfDeclared(high), 10)
    };
    let ledger = ledger([own]);
    let verdicts = preview(&[row(Some(1), "d1")], &sheet(), TODAY, |_| Some(&ledger));
    assert!(matches!(verdicts[0], Verdict::New(_)));
}
