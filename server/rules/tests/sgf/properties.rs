//! Properties that hold for any bytes and any tree.

use proptest::prelude::*;
use rules::KoRule;
use rules::sgf::{self, Escaped, GameTree, NodeId};

/// Text in which a line break is `\n`: the format has only one kind.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[\\]\\[\\\\:;()\n aB字]{0,12}"].prop_map(|text| text.replace('\r', "\n"))
}

/// A tree with nodes anywhere and any text in them.
fn tree() -> impl Strategy<Value = (GameTree, Vec<Vec<String>>)> {
    let node = (any::<prop::sample::Index>(), prop::collection::vec(text(), 1..3));
    prop::collection::vec(node, 1..20).prop_map(|nodes| {
        let mut tree = GameTree::new();
        let mut ids = vec![NodeId::ROOT];
        let mut texts = Vec::new();
        for (parent, values) in nodes {
            ids.push(tree.add_node(*parent.get(&ids)));
            tree.add_property("XX", values.iter().map(String::as_str));
            tree.add_property("C", [values[0].as_str()]);
            texts.push(values);
        }
        (tree, texts)
    })
}

/// Nodes in reading order: children before siblings.
fn walk(tree: &GameTree) -> Vec<sgf::Node<'_>> {
    let (mut nodes, mut work) = (Vec::new(), vec![tree.root()]);
    while let Some(node) = work.pop() {
        nodes.push(node);
        let children: Vec<_> = node.children().collect();
        work.extend(children.into_iter().rev());
    }
    nodes
}

proptest! {
    #[test]
    fn any_tree_survives((tree, _) in tree()) {
        let written = sgf::write(std::slice::from_ref(&tree));
        let read = sgf::read(written.as_bytes()).unwrap();
        prop_assert_eq!(read.len(), 1);
        prop_assert_eq!(&sgf::write(&read), &written);
        let (before, after) = (walk(&tree), walk(&read[0]));
        prop_assert_eq!(before.len(), after.len());
        for (a, b) in before.iter().zip(&after) {
            let values = |node: &sgf::Node<'_>| node.values("XX").map(|v| v.text().into_owned()).collect::<Vec<_>>();
            prop_assert_eq!(values(a), values(b));
            prop_assert_eq!(a.children().count(), b.children().count());
        }
    }

    #[test]
    fn any_text_survives(left in text(), right in text()) {
        let mut tree = GameTree::new();
        tree.add_property("C", [left.as_str()]);
        tree.add_property("LB", [Escaped::pair(&left, &right)]);
        let read = sgf::read(sgf::write(&[tree]).as_bytes()).unwrap();
        let root = read[0].root();
        prop_assert_eq!(root.value("C").unwrap().text(), left.as_str());
        let (a, b) = root.value("LB").unwrap().pair().unwrap();
        prop_assert_eq!((a.text().into_owned(), b.text().into_owned()), (left, right));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        fixed_point(&bytes)?;
    }

    #[test]
    fn anything_like_sgf_is_read_or_refused(body in "[()\\[\\];:\\\\ \n\r字ABWSZab]{0,120}") {
        fixed_point(format!("(;{body}").as_bytes())?;
    }

    #[test]
    fn any_moves_are_checked(moves in prop::collection::vec("(B|W|AB|AW|AE)\\[[a-c]{2}\\]", 0..60)) {
        let text = format!("(;SZ[3];{})", moves.join(";"));
        let trees = sgf::read(text.as_bytes()).unwrap();
        for ko in [KoRule::Positional, KoRule::Situational, KoRule::NaturalSituational, KoRule::Simple] {
            let check = sgf::check(&trees[0], ko).unwrap();
            prop_assert_eq!(check.moves as usize, check.record.moves().count());
        }
    }
}

fn fixed_point(bytes: &[u8]) -> Result<(), TestCaseError> {
    let Ok(first) = sgf::read(bytes) else { return Ok(()) };
    let written = sgf::write(&first);
    let second = sgf::read(written.as_bytes()).unwrap();
    prop_assert_eq!(first.len(), second.len());
    prop_assert_eq!(&sgf::write(&second), &written);
    for (a, b) in first.iter().zip(&second) {
        prop_assert_eq!(a.node_count(), b.node_count());
        // Meaning is kept, whatever it is.
        prop_assert_eq!(sgf::Record::of(a), sgf::Record::of(b));
        let _ = sgf::check(a, KoRule::Positional);
    }
    Ok(())
}
