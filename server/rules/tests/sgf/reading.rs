//! Texts with what must be read from them, and hostile files.

use rules::sgf::{self, Limits, Record, RecordedResult, SgfError, Value, komi_quarters};
use rules::{Color, KoRule};

fn root_value(text: &str, ident: &str) -> Option<String> {
    sgf::read(text.as_bytes()).unwrap()[0].root().value(ident).map(|v: Value<'_>| v.text().into_owned())
}

#[test]
fn texts_are_unescaped() {
    for (raw, text) in [
        (r"a\]b", "a]b"),
        (r"a\\", r"a\"),
        ("a\\\r\nb", "ab"),
        ("a\r\nb\n\rc\rd", "a\nb\nc\nd"),
        ("a\\:b\tc", "a:b\tc"),
        ("(;x)", "(;x)"),
        ("a [3d] b", "a [3d] b"),
        ("名[3段]: 好", "名[3段]: 好"),
        ("a [b", "a [b"),
    ] {
        assert_eq!(root_value(&format!("(;C[{raw}]PB[x];B[aa])"), "C").unwrap(), text, "{raw:?}");
        assert_eq!(root_value(&format!("(;C[{raw}]PB[x];B[aa])"), "PB").unwrap(), "x", "{raw:?}");
    }
}

#[test]
fn composed_values_split_at_the_first_bare_colon() {
    let trees = sgf::read(br"(;AP[a\:b:c:d]LB[aa:x][bb:\]])").unwrap();
    let root = trees[0].root();
    let (left, right) = root.value("AP").unwrap().pair().unwrap();
    assert_eq!((left.line(), right.line()), ("a:b".into(), "c:d".into()));
    let labels: Vec<_> = root.values("LB").map(|v| v.pair().unwrap().1.line()).collect();
    assert_eq!(labels, ["x", "]"]);
}

#[test]
fn variations_and_unknown_properties_are_kept() {
    let text = "(;FF[4]XY[1][2](;B[aa]QQ[\\]];W[bb])(;B[cc](;W[dd])(;W[ee])))";
    let trees = sgf::read(text.as_bytes()).unwrap();
    let root = trees[0].root();
    assert_eq!(root.values("XY").count(), 2);
    assert_eq!(root.children().count(), 2);
    assert_eq!(trees[0].main_line().count(), 3);
    assert_eq!(root.children().nth(1).unwrap().children().count(), 2);
    let written = sgf::write(&trees);
    assert_eq!(written, "(;FF[4]XY[1][2]\n(;B[aa]QQ[\\]];W[bb])\n(;B[cc]\n(;W[dd])\n(;W[ee])))\n");
}

#[test]
fn written_files_say_that_they_are_utf8() {
    let (bytes, _, _) = encoding_rs::GBK.encode("(;FF[4]CA[gbk]PB[柯洁])");
    assert_eq!(sgf::write(&sgf::read(&bytes).unwrap()), "(;FF[4]CA[UTF-8]PB[柯洁])\n");
    assert_eq!(sgf::write(&sgf::read("(;FF[4]PB[柯洁])".as_bytes()).unwrap()), "(;CA[UTF-8]FF[4]PB[柯洁])\n");
}

/// Nothing but one name each, and no `CA`: the least that a guess can be made from.
#[test]
fn names_in_many_character_sets() {
    for (label, names) in [
        ("utf-8", &["柯洁", "井山裕太", "신진서", "José", "שלום", "Խաչատրյան", "Гоголь", "Μίκης"][..]),
        ("gb18030", &["申真谞", "朴廷桓", "时越", "俞斌", "芈昱廷", "吴清源"]),
        ("big5", &["周俊勳", "林海峰", "王銘琬", "張栩"]),
        ("shift_jis", &["井山裕太", "一力遼", "芝野虎丸", "趙治勲", "ソフト表"]),
        ("euc-kr", &["신진서", "박정환", "이세돌", "이창호"]),
        ("windows-1252", &["Müller", "José", "Zoë", "Ångström", "Gérard"]),
    ] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        for name in names {
            let text = format!("(;GM[1]FF[4]SZ[19]PB[{name}];B[qd];W[dd])");
            let trees = sgf::read(&encoding.encode(&text).0).unwrap();
            assert_eq!(trees[0].root().line("PB").as_deref(), Some(*name), "{label}");
            assert_eq!(trees[0].node_count(), 3, "{label} {name}");
        }
    }
}

#[test]
fn results_of_the_wild() {
    for (text, expected) in [
        ("B+R", "Some(Black) Resignation None"),
        ("W+Res", "Some(White) Resignation None"),
        ("B+F", "Some(Black) Forfeit None"),
        ("W+12.5", "Some(White) Count Some(25)"),
        ("W+", "Some(White) Count None"),
        ("黑胜3¾子", "Some(Black) Count Some(15)"),
        ("黑胜一又四分之一子", "Some(Black) Count Some(5)"),
        ("白勝七目半", "Some(White) Count Some(15)"),
        ("黒中押し勝ち", "Some(Black) Resignation None"),
        ("백불계승", "Some(White) Resignation None"),
        ("黑认输", "Some(White) Resignation None"),
        ("White wins by 3.5", "Some(White) Count Some(7)"),
        ("黑判负", "Some(White) Forfeit None"),
        ("双方均负", "Some(Nobody) BothLose None"),
        ("黑胜（裁定）", "Some(Black) Adjudication None"),
        ("Draw", "Some(Draw) Draw None"),
        ("whatever", "None Other None"),
    ] {
        let result = RecordedResult::parse(text).unwrap();
        let quarters = result.margin.and_then(sgf::Margin::quarters);
        assert_eq!(format!("{:?} {:?} {quarters:?}", result.winner, result.how), expected, "{text}");
    }
    assert_eq!(RecordedResult::parse(" "), None);
    assert_eq!(RecordedResult::parse("?"), None);
}

#[test]
fn komi_of_the_wild() {
    for (text, in_hundredths, quarters) in [
        ("7.5", false, Some(15)),
        ("3.75", false, Some(15)),
        ("3又3/4子", false, Some(15)),
        ("375", false, Some(15)),
        ("750", false, Some(15)),
        ("0", false, Some(0)),
        ("-1.5", false, Some(-3)),
        ("50", false, Some(100)),
        ("50", true, Some(1)),
        ("7.3", false, None),
        ("", false, None),
        ("none", false, None),
    ] {
        assert_eq!(komi_quarters(text, in_hundredths), quarters, "{text} {in_hundredths}");
    }
}

#[test]
fn marked_territory_is_counted() {
    // A white stone lies dead in Black's corner; (de) is nobody's.
    let text = "(;SZ[5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de][aa]\
        ;B[cb];W[cc];TB[aa][ab][ac][ad][ae]TW[ea][eb][ec][ed][ee])";
    let check = sgf::check(&sgf::read(text.as_bytes()).unwrap()[0], KoRule::Positional).unwrap();
    let area = check.area.unwrap();
    assert_eq!(check.dead.iter().map(|p| p.to_sgf(check.record.size)).collect::<Vec<_>>(), ["aa"]);
    assert_eq!((area.black, area.white, area.shared), (11, 11, 3));
}

#[test]
fn a_set_up_in_the_middle_starts_the_history_anew() {
    let text = "(;SZ[5];B[aa];W[bb]AE[aa];B[aa];B[];AW[cc];W[cc];W[dd])";
    let check = sgf::check(&sgf::read(text.as_bytes()).unwrap()[0], KoRule::Positional).unwrap();
    let illegal: Vec<_> = check.illegal.iter().map(|i| (i.ply, i.node.index(), i.why.to_string())).collect();
    assert_eq!(illegal, [(5, 6, "there is a stone on that point".to_owned())]);
    assert_eq!((check.moves, check.passes), (6, 1));
    assert_eq!(check.board.stones(Color::White), 3);
}

#[test]
fn files_without_a_game_are_refused() {
    for text in ["", "hello", "(", "((((", ")", "(JST) (x) [3d] (a[b])", ";B[aa]", "[;(", "\u{feff}"] {
        assert_eq!(sgf::read(text.as_bytes()).unwrap_err(), SgfError::NoGame, "{text:?}");
    }
}

#[test]
fn broken_files_are_read_as_far_as_they_go() {
    for (text, nodes, truncated) in [
        ("(;", 1, true),
        ("(;B[aa", 1, true),
        ("(;B[aa]C[x\\", 1, true),
        ("(;B[aa](;W[bb]", 2, true),
        ("(;B[aa]))", 1, false),
        ("(;B[aa]](;W[bb]))", 2, false),
        ("(;B[aa](;W[bb]) C[stray])", 3, false),
        ("(;B[aa])(;W[bb]", 1, false),
        ("(B[aa];W[bb])", 2, false),
        ("(;b[aa];W[bb])", 2, false),
    ] {
        let trees = sgf::read(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((trees[0].node_count(), trees[0].is_truncated()), (nodes, truncated), "{text}");
    }
}

#[test]
fn hostile_files_cost_little() {
    let deep = "(;".repeat(120_000);
    let tree = &sgf::read(deep.as_bytes()).unwrap()[0];
    assert_eq!(tree.node_count(), 120_000);
    assert_eq!(
        sgf::write(std::slice::from_ref(tree)).len(),
        sgf::write(&sgf::read(deep.as_bytes()).unwrap()).len()
    );
    assert_eq!(Record::of(tree).unwrap().steps.len(), 0);

    let brackets = format!("(;C[{}", "[ ]!".repeat(60_000));
    assert_eq!(sgf::read(brackets.as_bytes()).unwrap()[0].node_count(), 1);
    assert_eq!(sgf::read("(".repeat(240_000).as_bytes()).unwrap_err(), SgfError::NoGame);
    assert_eq!(sgf::read(format!("(;{}", "(".repeat(240_000)).as_bytes()).unwrap()[0].node_count(), 1);
    assert_eq!(sgf::read(format!("(;{}", "AB[".repeat(80_000)).as_bytes()).unwrap()[0].node_count(), 1);
    assert_eq!(sgf::read(format!("(;{}[x])", "A".repeat(240_000)).as_bytes()).unwrap()[0].node_count(), 1);

    let points = format!("(;SZ[25]{})", "AB[aa:yy]".repeat(1000));
    let error = Record::of(&sgf::read(points.as_bytes()).unwrap()[0]).unwrap_err();
    assert_eq!(error, sgf::RecordError::TooManyMoves);
    let passes = format!("(;{})", ";B[]".repeat(10_001));
    let error = sgf::check(&sgf::read(passes.as_bytes()).unwrap()[0], KoRule::Positional).unwrap_err();
    assert_eq!(error, sgf::RecordError::TooManyMoves);
}

#[test]
fn limits_are_kept() {
    let limits = Limits { bytes: 100, parts: 10 };
    assert_eq!(sgf::read_within(&[b' '; 101], limits).unwrap_err(), SgfError::TooLong);
    assert_eq!(sgf::read_within(b"(;;;;;;;;;;;)", limits).unwrap_err(), SgfError::TooManyParts);
    assert_eq!(sgf::read_within(b"(;A[][][][][][][][][][])", limits).unwrap_err(), SgfError::TooManyParts);
    assert_eq!(sgf::read_within(b"(;;;;;)(;;;;;)", limits).unwrap_err(), SgfError::TooManyParts);
    assert_eq!(sgf::read_within(b"(;;;;)(;;;;)", limits).unwrap().len(), 2);
}

/// A cycle of a thousand positions, each repeated again and again, is reported up to a bound.
#[test]
fn endless_repetition_is_bounded() {
    let cycle = ";B[aa];W[];AE[aa]";
    let text = format!("(;SZ[2]{})", ";B[aa];W[bb];B[ab]".repeat(3000));
    let check = sgf::check(&sgf::read(text.as_bytes()).unwrap()[0], KoRule::Positional).unwrap();
    assert_eq!(check.illegal.len(), sgf::MAX_ILLEGAL);
    assert_eq!(check.moves, 9000);
    let text = format!("(;SZ[2]{})", cycle.repeat(3000));
    let check = sgf::check(&sgf::read(text.as_bytes()).unwrap()[0], KoRule::Positional).unwrap();
    assert_eq!((check.moves, check.illegal.len()), (6000, 0));
}
