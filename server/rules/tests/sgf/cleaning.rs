//! What becomes of records in old and odd forms, and that nothing of them is lost.

use proptest::prelude::*;
use rules::KoRule;
use rules::sgf::{self, GameTree};

use crate::fixtures;

fn cleaned(text: &str) -> (String, Vec<(String, String)>) {
    let (tree, changes) = sgf::clean(&sgf::read(text.as_bytes()).unwrap()[0]);
    let changes = changes.into_iter().map(|change| (change.from, change.to)).collect();
    (sgf::write(&[tree]).trim_end().to_owned(), changes)
}

#[test]
fn old_and_odd_forms_become_one() {
    let head = "(;GM[1]FF[4]CA[UTF-8]";
    for (text, clean) in [
        ("(;;B[tt];W[ee])", "SZ[19];B[];W[ee])"),
        ("(;FF[1]GaMe[1]SiZe[9];Black[ee];White[tt])", "SZ[9];B[ee];W[])"),
        ("(;CA[GBK]FF[3]SZ[9]XY[1][2](;B[ aa ]Q[x])(;B[zz]))", "SZ[9]XY[1][2]\n(;B[aa]Q[x])\n(;B[zz]))"),
        ("(;SZ[9]L[aa][bb])", "SZ[9]LB[aa:a][bb:b])"),
        ("(;SZ[9]KM[7.5]RE[B+3.5])", "SZ[9]KM[7.5]RE[B+3.5])"),
    ] {
        assert_eq!(cleaned(text), (format!("{head}{clean}"), vec![]), "{text}");
    }
    let pair = |from: &str, to: &str| vec![(from.to_owned(), to.to_owned())];
    for (text, clean, from, to) in [
        ("(;SZ[19]KM[3.75])", "SZ[19]KM[7.5])", "3.75", "7.5"),
        ("(;SZ[19]KM[2又3/4子])", "SZ[19]KM[5.5])", "2又3/4子", "5.5"),
        ("(;SZ[19]RE[黑中盘胜])", "SZ[19]RE[B+R])", "黑中盘胜", "B+R"),
        ("(;SZ[19]RE[白胜1又1/4子])", "SZ[19]RE[W+2.5])", "白胜1又1/4子", "W+2.5"),
        ("(;SZ[19]RE[W+Resign])", "SZ[19]RE[W+R])", "W+Resign", "W+R"),
        ("(;SZ[19]RE[Jigo])", "SZ[19]RE[0])", "Jigo", "0"),
    ] {
        assert_eq!(cleaned(text), (format!("{head}{clean}"), pair(from, to)), "{text}");
    }
}

/// A quarter under Chinese rules may be 子 or a slip: nobody knows, so it stays.
#[test]
fn what_is_in_doubt_stays() {
    for text in ["RE[B+0.25]", "RE[B+J]", "RE[who knows]", "RE[?]", "KM[nothing]", "SZ[99]"] {
        let (clean, changes) = cleaned(&format!("(;{text})"));
        assert!(clean.contains(text) && changes.is_empty(), "{clean}");
    }
}

#[test]
fn another_game_keeps_its_moves() {
    let (clean, _) = cleaned("(;GM[3]SZ[8];B[tt]L[aa])");
    assert_eq!(clean, "(;GM[3]FF[4]CA[UTF-8]SZ[8];B[tt]L[aa])");
}

/// Cleaned once is clean, with every node in its place, and the game is the same.
fn holds(tree: &GameTree) -> Result<(), TestCaseError> {
    let (once, _) = sgf::clean(tree);
    let written = sgf::write(std::slice::from_ref(&once));
    let read = sgf::read(written.as_bytes()).unwrap().remove(0);
    let (twice, changes) = sgf::clean(&read);
    prop_assert_eq!(changes, vec![]);
    prop_assert_eq!(sgf::write(&[twice]), written);
    prop_assert_eq!(tree.node_count(), once.node_count());
    for (before, after) in tree.nodes().zip(once.nodes()) {
        prop_assert_eq!(before.parent().map(|n| n.id()), after.parent().map(|n| n.id()));
        prop_assert_eq!(before.value("C"), after.value("C"));
    }
    let (Ok(before), Ok(after)) =
        (sgf::check(tree, KoRule::Positional), sgf::check(&once, KoRule::Positional))
    else {
        prop_assert!(sgf::Record::of(tree).is_err() && sgf::Record::of(&once).is_err());
        return Ok(());
    };
    prop_assert_eq!(before.record.steps, after.record.steps);
    prop_assert_eq!(before.record.komi_quarters, after.record.komi_quarters);
    prop_assert_eq!(before.record.players, after.record.players);
    prop_assert_eq!(before.dead, after.dead);
    Ok(())
}

proptest! {
    #[test]
    fn anything_like_sgf_is_cleaned_once(
        root in "((SZ|KM|RE|L|GM|FF|HA)\\[(9|19|3.75|375|tt|[BW]\\+[R0-9.]{1,3}|黑胜.子)\\]){0,5}",
        body in "[()\\[\\];:\\\\ \n\r字ABWLSZabt]{0,80}",
    ) {
        holds(&sgf::read(format!("(;{root}{body}").as_bytes()).unwrap()[0])?;
    }
}

#[test]
fn hard_files_are_cleaned_once() {
    let Some(cases) = fixtures::cases("sgf cleaned", "sgf_torture.json") else { return };
    for case in &cases {
        let name = case["file"].as_str().unwrap();
        for tree in sgf::read(&crate::bytes(&format!("sgf_torture/{name}"))).unwrap_or_default() {
            holds(&tree).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}
