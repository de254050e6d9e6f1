//! A collection in pieces gives what it gives whole, and costs no more than its largest game.

use proptest::prelude::*;
use rules::sgf::{self, GameTree, Limits, Next, Repair, SgfError, Stream};

use crate::fixtures;

/// Every game of a collection in pieces of one length, written back.
fn in_pieces(bytes: &[u8], length: usize) -> Result<String, SgfError> {
    let trees: Vec<GameTree> = sgf::games(bytes.chunks(length.max(1))).collect::<Result<_, _>>()?;
    Ok(sgf::write(&trees))
}

fn whole(bytes: &[u8]) -> Result<String, SgfError> {
    sgf::read(bytes).map(|trees| sgf::write(&trees))
}

proptest! {
    #[test]
    fn any_bytes_give_the_same_in_any_pieces(bytes in prop::collection::vec(any::<u8>(), 0..300), length in 1..50_usize) {
        prop_assert_eq!(in_pieces(&bytes, length), whole(&bytes));
    }

    #[test]
    fn anything_like_sgf_gives_the_same_in_any_pieces(
        text in "[()\\[\\];:\\\\ \n\r字ABWSZab]{0,120}",
        length in 1..50_usize,
    ) {
        let text = format!("(;{text}");
        prop_assert_eq!(in_pieces(text.as_bytes(), length), whole(text.as_bytes()));
    }
}

#[test]
fn hard_files_give_the_same_in_pieces() {
    let Some(cases) = fixtures::cases("sgf in pieces", "sgf_torture.json") else { return };
    for case in &cases {
        let name = case["file"].as_str().unwrap();
        let bytes = crate::bytes(&format!("sgf_torture/{name}"));
        for length in [1, 7, 1000, 1 << 16] {
            // The texts are too long to be shown.
            assert!(in_pieces(&bytes, length) == whole(&bytes), "{name} in pieces of {length}");
        }
    }
}

/// Many games, plain ones first, so that the set is told only beyond the first megabyte.
fn collection(plain: usize, other: usize, label: &str) -> Vec<u8> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    let mut bytes = "(;SZ[19]PB[Lee];B[dd];W[pp])\n".repeat(plain).into_bytes();
    let named =
        "(;SZ[19]PB[柯洁]PW[古力]C[中国围棋甲级联赛第三轮，柯洁执黑中盘胜古力];B[dd];W[pp])\n".repeat(other);
    bytes.extend_from_slice(&encoding.encode(&named).0);
    bytes
}

#[test]
fn a_set_that_shows_late_is_found() {
    for label in ["utf-8", "gbk"] {
        for (plain, other) in [(40_000, 12_000), (40_000, 1), (0, 12_000), (40_000, 0)] {
            let bytes = collection(plain, other, label);
            let mut names = 0;
            for tree in sgf::games(bytes.chunks(50_000)) {
                let tree = tree.unwrap();
                let name = tree.root().line("PB").unwrap();
                assert!(name == "Lee" || name == "柯洁", "{label}: {name}");
                names += usize::from(name == "柯洁");
            }
            assert_eq!(names, other, "{label}, {plain} plain games first");
        }
    }
}

#[test]
fn a_set_that_is_named_early_counts_later() {
    let (name, _, _) = encoding_rs::BIG5.encode("周俊勳");
    let mut bytes = b"(;CA[Big5]PB[Lee];B[dd])".repeat(60_000);
    bytes.extend_from_slice(b"(;PB[");
    bytes.extend_from_slice(&name);
    bytes.extend_from_slice(b"];B[dd])");
    let last = sgf::games(bytes.chunks(4096)).last().unwrap().unwrap();
    assert_eq!(last.root().line("PB").unwrap(), "周俊勳");
}

#[test]
fn the_set_and_bad_bytes_are_told() {
    let told = |bytes: &[u8]| {
        let mut stream = Stream::new(Limits::default());
        bytes.chunks(1 << 16).for_each(|piece| stream.feed(piece));
        stream.end();
        while let Next::Game(_) = stream.next_game().unwrap() {}
        (stream.charset(), stream.has_bad_bytes())
    };
    assert_eq!(told(b"(;B[aa])"), ("US-ASCII", false));
    assert_eq!(told("(;PB[柯洁])".as_bytes()), ("UTF-8", false));
    assert_eq!(
        told(&encoding_rs::GBK.encode("(;PB[柯洁]C[中国围棋甲级联赛第三轮，柯洁执黑中盘胜])").0),
        ("GBK", false)
    );
    let mut late = collection(0, 20_000, "utf-8");
    assert_eq!(told(&late), ("UTF-8", false));
    late.extend_from_slice(b"(;PB[\xFF])");
    assert_eq!(told(&late), ("UTF-8", true));
}

#[test]
fn each_game_has_its_limits_and_a_collection_has_none() {
    let limits = Limits { bytes: 100, parts: 20 };
    let read = |bytes: &[u8]| {
        let mut stream = Stream::new(limits);
        let mut games = 0;
        for piece in bytes.chunks(30) {
            stream.feed(piece);
            loop {
                match stream.next_game() {
                    Ok(Next::Game(_)) => games += 1,
                    Ok(Next::Hungry | Next::End) => break,
                    Err(error) => {
                        assert!(matches!(stream.next_game(), Ok(Next::End)), "it goes on after an error");
                        return (games, Some(error));
                    }
                }
            }
        }
        stream.end();
        while let Next::Game(_) = stream.next_game().unwrap() {
            games += 1;
        }
        (games, None)
    };
    // The set is chosen at the end of a small file: ASCII before it is enough to see the rest as it comes.
    let front = b"(;B[aa])".repeat(200_000);
    assert_eq!(read(&front), (200_000, None));
    let with = |game: String| [front.as_slice(), game.as_bytes(), &front].concat();
    assert_eq!(read(&with(format!("(;C[{}])", "x".repeat(200)))).1, Some(SgfError::TooLong));
    assert_eq!(read(&with(format!("(;{}", "C[]".repeat(20)))).1, Some(SgfError::TooManyParts));
}

#[test]
fn what_was_repaired_is_told() {
    let repairs = |text: &str| sgf::read(text.as_bytes()).unwrap()[0].repairs().collect::<Vec<_>>();
    for (text, told) in [
        ("(;GM[1]C[a [b\\] c];B[aa](;W[bb])(;W[cc]))", vec![]),
        ("(;B[aa];W[b", vec![Repair::CutOff]),
        ("(;B[aa] x ;W[bb])", vec![Repair::StrayText]),
        ("(;B[aa] ? ;W[bb])", vec![Repair::StrayText]),
        ("(B[aa];W[bb])", vec![Repair::MissingNode]),
        ("(;C[a [3d] b];B[aa])", vec![Repair::Bracket]),
        ("(;GaMe[1];Black[aa])", vec![Repair::LongName]),
        ("((;B[aa])(;W[bb]))", vec![]),
    ] {
        assert_eq!(repairs(text), told, "{text}");
    }
}
