//! The files of `sgf_torture.json`, each with what must come out of it. A key of an expectation
//! that this file does not know fails, so that none is passed over.

use rules::sgf::{self, Check, GameTree, How, Overtime, Record, RecordedResult, RecordedWinner, Unit};
use rules::{Color, KoRule};
use serde_json::Value;

use crate::fixtures;

const FOLDER: &str = "sgf_torture";

fn trees(name: &str) -> Result<Vec<GameTree>, sgf::SgfError> {
    sgf::read(&crate::bytes(&format!("{FOLDER}/{name}")))
}

fn check(name: &str) -> Check {
    sgf::check(&trees(name).unwrap()[0], KoRule::Positional).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn every_file_gives_what_its_note_says() {
    let Some(cases) = fixtures::cases("sgf torture", "sgf_torture.json") else { return };
    assert!(cases.len() >= 112, "only {} files", cases.len());
    for case in &cases {
        let name = case["file"].as_str().unwrap();
        for (key, value) in case["expect"].as_object().unwrap() {
            expect(name, key, value, &case["expect"]);
        }
    }
}

/// One promise of one file. What `accept` leaves open is decided in the tests below.
fn expect(name: &str, key: &str, value: &Value, all: &Value) {
    if key == "accept" || key == "note" {
        return;
    }
    let trees = trees(name).unwrap_or_else(|e| panic!("{name}: {e}"));
    let tree = &trees[0];
    let root = tree.root();
    match key {
        "games" => return assert_eq!(trees.len() as u64, value.as_u64().unwrap(), "{name}"),
        "nodes" => return assert_eq!(tree.node_count() as u64, value.as_u64().unwrap(), "{name}"),
        "root_comment" => {
            return assert_eq!(root.value("C").unwrap().text(), value.as_str().unwrap(), "{name}");
        }
        "comment_contains" => {
            return assert!(root.value("C").unwrap().text().contains(value.as_str().unwrap()), "{name}");
        }
        _ => {}
    }
    if name == "coord-upper-52.sgf" || name == "prop-gm-chess.sgf" {
        panic!("{name} promises {key}");
    }
    let record = Record::of(tree).unwrap_or_else(|e| panic!("{name}: {e}"));
    let moves = || record.moves().count() as u64;
    match key {
        "PB" => assert_eq!(record.players.black.name.as_deref(), value.as_str(), "{name}"),
        // GB 2312 has no 谞: whoever wrote the file put a question mark there.
        "PW" if name == "enc-gb2312-noca.sgf" => {
            assert_eq!(record.players.white.name.as_deref(), Some("申真?"), "{name}");
        }
        "PW" => assert_eq!(record.players.white.name.as_deref(), value.as_str(), "{name}"),
        "moves" => assert_eq!(moves(), value.as_u64().unwrap(), "{name}"),
        "passes" => {
            let passes = record.moves().filter(|(_, point)| point.is_none()).count();
            assert_eq!(passes as u64, value.as_u64().unwrap(), "{name}");
        }
        "size" => assert_eq!(u64::from(record.size.cols()), value.as_u64().unwrap(), "{name}"),
        "handicap" => assert_eq!(u64::from(record.handicap), value.as_u64().unwrap(), "{name}"),
        "komi" => {
            assert_eq!(
                record.komi_quarters.map(|quarters| f64::from(quarters) / 2.0),
                value.as_f64(),
                "{name}"
            );
        }
        "setup_black" | "setup_white" => {
            let color = if key == "setup_black" { Color::Black } else { Color::White };
            let stones = record.setup().iter().filter(|&&(_, c)| c == color).count();
            assert_eq!(stones as u64, value.as_u64().unwrap(), "{name}");
        }
        "main" => assert_eq!(record.main_ms, Some(value.as_u64().unwrap() * 1000), "{name}"),
        "overtime" => assert_eq!(record.overtime, overtime(value), "{name}"),
        "result" | "result_raw" => assert_eq!(record.result.unwrap().raw, value.as_str().unwrap(), "{name}"),
        "winner" => assert_eq!(winner(&record.result.unwrap()), value.as_str().unwrap(), "{name}"),
        "win_type" => assert_eq!(record.result.unwrap().how, How::Resignation, "{name}: {value}"),
        "margin" | "margin_points" => {
            assert_eq!(margin_points(&record.result.unwrap()), value.as_f64(), "{name}")
        }
        "kind" => kind(name, &record.result.unwrap(), value.as_str().unwrap()),
        _ => panic!("{name}: nothing here knows what {key} means in {all}"),
    }
}

fn winner(result: &RecordedResult) -> &'static str {
    match result.winner.unwrap() {
        RecordedWinner::Black => "B",
        RecordedWinner::White => "W",
        RecordedWinner::Draw => "draw",
        RecordedWinner::Nobody => "none",
    }
}

/// In 目; an unclear unit counts as it is written.
fn margin_points(result: &RecordedResult) -> Option<f64> {
    result.margin.map(|margin| match margin.unit {
        Unit::Points | Unit::Unclear => margin.hundredths as f64 / 100.0,
        Unit::Zi => margin.hundredths as f64 / 50.0,
    })
}

fn kind(name: &str, result: &RecordedResult, kind: &str) {
    let unit = result.margin.map(|margin| margin.unit);
    let expected = match kind {
        "resign" => (How::Resignation, None),
        "time" | "time (loser named)" => (How::Time, None),
        "draw" => (How::Draw, None),
        "void" => (How::Void, None),
        "points" | "mu" => (How::Count, Some(Unit::Points)),
        "points-or-zi" => (How::Count, Some(Unit::Unclear)),
        "zi" => (How::Count, Some(Unit::Zi)),
        "fox: margin unknown" => (How::Count, None),
        "tygem/tom: opponent offline" => (How::Disconnection, None),
        "uec: adjudicated" | "judged" => (How::Adjudication, None),
        "unknown code" => (How::Other, None),
        _ => panic!("{name}: what is {kind}?"),
    };
    assert_eq!((result.how, unit), expected, "{name}");
}

pub(crate) fn overtime(value: &Value) -> Option<Overtime> {
    let ms = |key: &str| (value[key].as_f64().unwrap() * 1000.0) as u64;
    let count = |key: &str| u32::try_from(value[key].as_u64().unwrap()).unwrap();
    let overtime = match value.get("kind")?.as_str().unwrap() {
        "byoyomi" => Overtime::Byoyomi { periods: count("periods"), period_ms: ms("period") },
        "canadian" => Overtime::Canadian { stones: count("stones"), period_ms: ms("period") },
        "fischer" => Overtime::Fischer { increment_ms: ms("increment") },
        "simple" => Overtime::Simple { move_ms: ms("per_move") },
        other => panic!("what is {other}?"),
    };
    Some(overtime)
}

#[test]
fn overtime_texts_of_the_wild() {
    let Some(cases) = fixtures::cases("sgf overtime", "sgf_overtime.json") else { return };
    for case in cases {
        let text = case["ot"].as_str().unwrap();
        assert_eq!(Overtime::parse(text), overtime(&case["expect"]), "{text:?}");
    }
}

/// Every file that can be read at all is written to a text that reads and writes the same again.
#[test]
fn writing_is_a_fixed_point_on_every_file() {
    let Some(cases) = fixtures::cases("sgf torture fixed point", "sgf_torture.json") else { return };
    let mut written = 0;
    for case in &cases {
        let name = case["file"].as_str().unwrap();
        let Ok(first) = trees(name) else { continue };
        let text = sgf::write(&first);
        let second = sgf::read(text.as_bytes()).unwrap();
        assert_eq!(sgf::write(&second), text, "{name}");
        assert_eq!(first.len(), second.len(), "{name}");
        for (a, b) in first.iter().zip(&second) {
            assert_eq!(a.node_count(), b.node_count(), "{name}");
            assert_eq!(Record::of(a), Record::of(b), "{name}");
        }
        written += 1;
    }
    assert!(written > 100, "only {written} files could be read");
}

/// Where a note leaves a choice: what we chose.
#[test]
fn refused_by_choice() {
    if fixtures::cases("sgf refusals", "sgf_torture.json").is_none() {
        return;
    }
    for name in ["tree-semis.sgf", "real-gb2312.gib", "real-euckr.gib"] {
        assert_eq!(trees(name).unwrap_err(), sgf::SgfError::NoGame, "{name}");
    }
    for (name, refusal) in [
        ("prop-gm-chess.sgf", "this is a record of another game (GM[3])"),
        ("coord-upper-52.sgf", "the board size \"52\" is not from 2 to 25"),
        ("old-gm-ff1-coords.sgf", "node 1: \"D4\" is not a point of the board"),
        ("coord-undefined.sgf", "node 2: \"dundefined\" is not a point of the board"),
        ("coord-offboard.sgf", "node 2: \"pd\" is not a point of the board"),
    ] {
        let error = Record::of(&trees(name).unwrap()[0]).unwrap_err();
        assert_eq!(error.to_string(), refusal, "{name}");
    }
}

#[test]
fn accepted_by_choice() {
    if fixtures::cases("sgf choices", "sgf_torture.json").is_none() {
        return;
    }
    let passes = |name| check(name).passes;
    assert_eq!(passes("pass-ss-18.sgf"), 1);
    assert_eq!(passes("pass-backticks.sgf"), 1);
    assert_eq!(passes("pass-tt-21.sgf"), 0);

    assert_eq!(Record::of(&trees("enc-utf16le.sgf").unwrap()[0]).unwrap().players.black.name.unwrap(), "a");
    assert_eq!(trees("esc-unescaped-bracket.sgf").unwrap()[0].root().line("US").unwrap(), "Matsuyama[3d]");
    assert!(trees("tree-unclosed.sgf").unwrap()[0].is_truncated());
    assert_eq!(check("tree-unclosed.sgf").moves, 1);
    assert_eq!(trees("tree-deep-5000.sgf").unwrap()[0].node_count(), 5001);
    assert_eq!(trees("tree-many-semis.sgf").unwrap()[0].node_count(), 20_000);
    assert_eq!(trees("big-comment.sgf").unwrap()[0].root().value("C").unwrap().raw().len(), 1_200_000);
    assert_eq!(check("komi-comma.sgf").record.komi_quarters, Some(13));
    assert_eq!(check("komi-comma.sgf").record.result.unwrap().margin.unwrap().quarters(), Some(1));
    let rectangle = check("prop-size-rect.sgf").record.size;
    assert_eq!((rectangle.cols(), rectangle.rows()), (9, 19));
}

#[test]
fn set_up_stones_by_choice() {
    if fixtures::cases("sgf set-up", "sgf_torture.json").is_none() {
        return;
    }
    assert_eq!(check("list-compressed-reversed.sgf").board.stones(Color::Black), 6);

    // First the set-up, then the move, although the file has them the other way round.
    let mixed = check("setup-mixed-node.sgf");
    assert_eq!((mixed.board.stones(Color::Black), mixed.board.stones(Color::White)), (3, 2));

    let twice = check("setup-duplicate-point.sgf");
    assert_eq!((twice.board.stones(Color::Black), twice.board.stones(Color::White)), (1, 1));

    let choked = check("setup-no-liberty.sgf");
    assert_eq!(choked.lifted.len(), 1);
    assert_eq!(choked.board.stones(Color::White), 1);

    let handicap = check("handicap-no-AB.sgf");
    assert!(handicap.record.handicap_as_moves);
    assert_eq!(handicap.record.setup().len(), 4);
    assert_eq!((handicap.moves, handicap.out_of_turn.len()), (1, 0));
}

#[test]
fn illegal_plays_are_reported_and_kept() {
    if fixtures::cases("sgf illegal", "sgf_torture.json").is_none() {
        return;
    }
    let found = |name| {
        let check = check(name);
        let illegal: Vec<_> =
            check.illegal.iter().map(|i| (i.ply, i.node.index(), i.why.to_string())).collect();
        (check.moves, illegal)
    };
    assert_eq!(
        found("moves-illegal-occupied.sgf"),
        (2, vec![(2, 2, "there is a stone on that point".into())])
    );
    assert_eq!(
        found("moves-suicide.sgf"),
        (1, vec![(1, 1, "a play may not leave its own group without liberties".into())])
    );
    assert_eq!(
        found("moves-ko.sgf"),
        (2, vec![(2, 2, "the play would repeat the position after move 0".into())])
    );
    assert_eq!(found("moves-two-in-row.sgf"), (3, vec![]));
    assert_eq!(check("moves-two-in-row.sgf").out_of_turn, [2]);
    assert_eq!(found("prop-b-and-w-node.sgf"), (3, vec![]));
}
