//! The two ladders, the ledger and the numbers of certificates.

use proptest::prelude::*;
use rules::Player;
use rules::rank::{
    Amateur, Authority, Basis, Day, Draft, Kind, Ledger, Professional, Rank, Refusal, certificate,
};

const PERSON: Player = Player(1);
const OFFICER: Player = Player(2);
const TODAY: Day = Day(20_000);

/// An entry of an association on the ground of an ordinary event.
pub(crate) fn draft(kind: Kind, day: i32) -> Draft {
    Draft {
        kind,
        day: Day(day),
        authority: Authority::Association("省围棋协会".to_owned()),
        basis: Basis::Event { name: "升段赛".to_owned(), major: false },
        evidence: "公告 12".to_owned(),
        officer: Some(OFFICER),
        certificate: None,
    }
}

fn declared(rank: &str, day: i32) -> Draft {
    let Rank::Amateur(rank) = rank.parse().unwrap() else { panic!("{rank}") };
    let own = draft(Kind::SelfDeclared(rank), day);
    Draft { authority: Authority::Own, basis: Basis::Plain, officer: None, evidence: String::new(), ..own }
}

fn professional(kind: Kind, day: i32) -> Draft {
    let authority = Authority::ProfessionalBody("中国围棋协会".to_owned());
    Draft { authority, basis: Basis::List, ..draft(kind, day) }
}

pub(crate) fn rank(text: &str) -> Rank {
    text.parse().unwrap()
}

fn award(text: &str) -> Kind {
    Kind::Award(rank(text))
}

fn promotion(text: &str) -> Kind {
    Kind::Promotion(rank(text))
}

/// A ledger with these entries, all of which are accepted.
pub(crate) fn ledger(drafts: impl IntoIterator<Item = Draft>) -> Ledger {
    let mut ledger = Ledger::new(PERSON);
    for draft in drafts {
        let entry = ledger.decide(draft, TODAY).unwrap();
        ledger.apply(entry).unwrap();
    }
    ledger
}

fn shown(ledger: &Ledger, day: i32) -> String {
    ledger
        .rank_on(Day(day))
        .shown()
        .map_or("-".to_owned(), |held| format!("{}{}", held.rank, if held.declared { "?" } else { "" }))
}

/// "1004p" was shown for a professional elsewhere, and old records had old forms.
#[test]
fn ranks_are_separate_types_and_come_round() {
    let mut all: Vec<Rank> = (1..=9).filter_map(Professional::dan).map(Rank::Professional).collect();
    let amateur: Vec<Amateur> =
        (1..=25).rev().filter_map(Amateur::kyu).chain((1..=7).filter_map(Amateur::dan)).collect();
    assert!(amateur.is_sorted() && amateur.len() == 32 && amateur[0] == Amateur::LOWEST);
    all.extend(amateur.into_iter().map(Rank::Amateur));
    for rank in all {
        let text = rank.to_string();
        assert_eq!(text.parse(), Ok(rank));
        assert_eq!(Rank::from_sgf(&rank.sgf()), Some(rank), "{text}");
        let json = serde_json::to_string(&rank).unwrap();
        assert_eq!(json, format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<Rank>(&json).unwrap(), rank);
    }
    assert_eq!(rank("p9").sgf(), "9p");
    assert_eq!(Rank::from_sgf("5D?"), Some(rank("d5")));
    for wrong in
        ["", "p", "p0", "p10", "p1004", "1004p", "d8", "d0", "k26", "k0", "k01", "D5", "d+5", " d5", "段5"]
    {
        assert!(wrong.parse::<Rank>().is_err(), "{wrong}");
    }
    for wrong in ["1004p", "10p", "8d", "段", "五段", "d", "?", "5 d"] {
        assert_eq!(Rank::from_sgf(wrong), None, "{wrong}");
    }
    assert!(serde_json::from_str::<Professional>("\"d5\"").is_err());
    assert!(serde_json::from_str::<Amateur>("\"p5\"").is_err());
}

#[test]
fn every_refusal_has_its_reason() {
    let empty = ledger([]);
    let three = ledger([draft(award("d2"), 100), draft(promotion("d3"), 200)]);
    let frozen = ledger([draft(award("d2"), 100), draft(Kind::Freeze, 150)]);
    let major = Basis::Event { name: "全国晚报杯".to_owned(), major: true };
    let recognition = Basis::Recognition("世界冠军".to_owned());
    let with = |kind, basis: &Basis| Draft { basis: basis.clone(), ..draft(kind, 300) };
    let bare = |draft: Draft| Draft { evidence: " ".to_owned(), ..draft };
    let long = Draft { evidence: "据".repeat(301), ..draft(award("d1"), 1) };
    let number = Draft { certificate: Some("2026-0000123-1".to_owned()), ..draft(award("d1"), 1) };
    let own = Draft { officer: Some(PERSON), ..draft(award("d1"), 1) };
    let correction = |of, to| Kind::Correction { of, to: rank(to) };
    let cases = [
        (&frozen, draft(promotion("d3"), 300), Refusal::Frozen),
        (&frozen, draft(Kind::Removal { of: 1 }, 300), Refusal::Frozen),
        (&empty, draft(Kind::Thaw, 1), Refusal::NotFrozen),
        (&empty, draft(award("d1"), TODAY.0 + 1), Refusal::Future),
        (&three, draft(promotion("d4"), 199), Refusal::TooEarly),
        (&three, draft(correction(2, "d4"), 199), Refusal::TooEarly),
        (&three, draft(Kind::Removal { of: 2 }, 199), Refusal::TooEarly),
        (&empty, long, Refusal::Text),
        (&empty, with(award("d1"), &Basis::Grading("\u{7}".to_owned())), Refusal::Text),
        (&empty, number, Refusal::Certificate),
        (&empty, Draft { officer: None, ..draft(award("d1"), 1) }, Refusal::NoOfficer),
        (&empty, own, Refusal::OwnOfficer),
        (&empty, draft(award("p1"), 1), Refusal::NotTheBody),
        (&empty, Draft { basis: major.clone(), ..professional(award("p1"), 1) }, Refusal::NotTheBody),
        (&empty, professional(award("d5"), 1), Refusal::NotAnAssociation),
        (&empty, with(award("d1"), &Basis::Plain), Refusal::NoBasis),
        (&three, draft(promotion("d6"), 300), Refusal::NotMajor),
        (&three, with(promotion("d6"), &recognition), Refusal::NotMajor),
        (&three, with(promotion("d7"), &major), Refusal::NotRecognised),
        (&three, bare(with(promotion("d6"), &major)), Refusal::NoEvidence),
        (&three, bare(with(promotion("d7"), &recognition)), Refusal::NoEvidence),
        (&empty, bare(professional(award("p1"), 1)), Refusal::NoEvidence),
        (&three, bare(draft(Kind::Removal { of: 2 }, 300)), Refusal::NoEvidence),
        (&three, draft(award("d4"), 300), Refusal::AlreadyHeld),
        (&empty, draft(promotion("d4"), 300), Refusal::NothingHeld),
        (&three, draft(promotion("d3"), 300), Refusal::NotUp),
        (&three, draft(promotion("k1"), 300), Refusal::NotUp),
        (&three, draft(correction(3, "d4"), 300), Refusal::NoSuchEntry),
        (&three, draft(Kind::Removal { of: 0 }, 300), Refusal::NoSuchEntry),
        (&three, professional(correction(2, "p1"), 300), Refusal::OtherLadder),
        (&three, draft(correction(2, "d3"), 300), Refusal::Same),
        (&three, draft(correction(1, "d3"), 300), Refusal::OutOfOrder),
        (&three, draft(correction(2, "d1"), 300), Refusal::OutOfOrder),
        (&empty, declared("d6", 1), Refusal::DeclaredTooHigh),
        (&three, declared("d2", 300), Refusal::AwardedStands),
        (&empty, Draft { officer: Some(OFFICER), ..declared("d2", 1) }, Refusal::NotOwn),
    ];
    for (ledger, draft, refusal) in cases {
        assert_eq!(ledger.decide(draft.clone(), TODAY), Err(refusal), "{draft:?}");
    }
    for (basis, rank) in [(&major, "d6"), (&recognition, "d7")] {
        assert!(three.decide(with(promotion(rank), basis), TODAY).is_ok(), "{rank}");
    }
}

#[test]
fn the_rank_of_a_day_is_what_the_ledger_says() {
    let ledger = ledger([
        declared("d5", 50),
        draft(award("d2"), 100),
        draft(promotion("d3"), 200),
        professional(award("p1"), 300),
        draft(Kind::Correction { of: 3, to: rank("d4") }, 400),
        professional(Kind::Removal { of: 4 }, 500),
        draft(Kind::Removal { of: 3 }, 600),
        draft(Kind::Removal { of: 2 }, 700),
    ]);
    let days = [
        (49, "-"),
        (50, "d5?"),
        (100, "d2"),
        (200, "d3"),
        (300, "p1"),
        (500, "d4"),
        (600, "d2"),
        (700, "d5?"),
    ];
    for (day, held) in days {
        assert_eq!(shown(&ledger, day), held, "day {day}");
    }
    let amateur = ledger.rank_on(Day(450)).amateur.unwrap();
    assert_eq!((Rank::Amateur(amateur.rank), amateur.entry), (rank("d4"), 3));
    let again = Ledger::replay(PERSON, ledger.entries().to_vec()).unwrap();
    assert_eq!(again, ledger);
    assert!(Ledger::replay(PERSON, ledger.entries()[1..].to_vec()).is_err());
}

#[test]
fn a_frozen_rank_changes_once_it_is_thawed() {
    let ledger = ledger([
        draft(award("d2"), 100),
        draft(Kind::Freeze, 150),
        draft(Kind::Thaw, 160),
        draft(promotion("d3"), 170),
    ]);
    assert!(ledger.rank_on(Day(155)).frozen && !ledger.rank_on(Day(165)).frozen);
    assert_eq!(shown(&ledger, 180), "d3");
}

/// The characters were reckoned by the weighted sum of the standard, which the code does not use.
#[test]
fn certificates_are_checked_by_their_last_character() {
    for (year, serial, written) in [
        (2026, 1, "2026-0000001-9"),
        (2026, 123, "2026-0000123-0"),
        (1999, 9999999, "1999-9999999-X"),
        (2026, 5, "2026-0000005-1"),
    ] {
        let number = certificate::number(year, serial).unwrap();
        assert_eq!(number, written);
        assert_eq!(certificate::parse(&number), Ok((year, serial)));
    }
    assert_eq!(certificate::number(2026, 0), None);
    assert_eq!(certificate::number(1899, 1), None);
    assert_eq!(certificate::number(2026, 10_000_000), None);
    for wrong in [
        "",
        "2026-0000123",
        "2026-0000123-x",
        "2026-000123-1",
        "2026-0000000-1",
        "２０２６-0000123-1",
        "2026-0000123-1-1",
    ] {
        assert_eq!(certificate::parse(wrong), Err(certificate::BadCertificate::Form), "{wrong}");
    }
}

proptest! {
    #[test]
    fn one_wrong_digit_and_two_swapped_never_pass(year in 1900_u16..2999, serial in 1_u32..9_999_999, at in 0_usize..14, digit in 0_u8..10) {
        let number = certificate::number(year, serial).unwrap();
        let mut wrong = number.clone().into_bytes();
        if wrong[at] != b'-' {
            wrong[at] = b'0' + digit;
        }
        let wrong = String::from_utf8(wrong).unwrap();
        prop_assert_eq!(certificate::parse(&wrong).is_ok(), wrong == number);
        let mut swapped = number.clone().into_bytes();
        if at + 1 < swapped.len() && swapped[at] != b'-' && swapped[at + 1] != b'-' {
            swapped.swap(at, at + 1);
        }
        let swapped = String::from_utf8(swapped).unwrap();
        prop_assert_eq!(certificate::parse(&swapped).is_ok(), swapped == number);
    }

    #[test]
    fn no_sequence_of_entries_breaks_the_ladder(steps in prop::collection::vec((0_u8..6, 0_u32..12, 0_u8..32, 0_i32..3), 1..60)) {
        let mut ledger = Ledger::new(PERSON);
        let mut day = 0;
        for (what, of, step, days) in steps {
            day += days;
            let to = Rank::Amateur(if step < 25 { Amateur::kyu(step + 1) } else { Amateur::dan(step - 24) }.unwrap());
            let Rank::Amateur(amateur) = to else { unreachable!() };
            let kind = [Kind::Award(to), Kind::Promotion(to), Kind::Correction { of, to }, Kind::Removal { of }, Kind::Freeze, Kind::Thaw][usize::from(what)];
            let before = ledger.rank_on(Day(day));
            let Ok(entry) = ledger.decide(draft(kind, day), TODAY) else { continue };
            let number = entry.number;
            ledger.apply(entry).unwrap();
            let after = ledger.rank_on(Day(day));
            let is_topmost = before.amateur.is_none_or(|held| amateur > held.rank);
            if matches!(kind, Kind::Award(_) | Kind::Promotion(_)) {
                prop_assert!(is_topmost && after.amateur.unwrap().entry == number);
            }
            prop_assert!(!before.frozen || kind == Kind::Thaw);
            prop_assert_eq!(Ledger::replay(PERSON, ledger.entries().to_vec()).unwrap(), ledger.clone());
        }
    }
}
