//! Results as text (RULES 8).

use rules::sgf::{RecordedResult, RecordedWinner};
use rules::{Color, MarginUnit, Outcome, Repeated, Ties, Verdict, Winner, mu_text, zi_text};

#[test]
fn results_in_sgf_and_in_chinese() {
    let counting = |margin_quarters| Outcome::Counting { margin_quarters, ties: Ties::Draw };
    let tie = Outcome::Counting { margin_quarters: 0, ties: Ties::Black };
    let repeated = |verdict| Outcome::Repetition { verdict };
    let ruled = |verdict| Outcome::Ruled { verdict };
    let (black, white) = (Color::Black, Color::White);
    let table = [
        (counting(15), "B+7.5", "黑胜3¾子", Winner::Black),
        (counting(3), "B+1.5", "黑胜¾子", Winner::Black),
        (counting(1), "B+0.5", "黑胜¼子", Winner::Black),
        (counting(-1), "W+0.5", "白胜¼子", Winner::White),
        (counting(2), "B+1", "黑胜½子", Winner::Black),
        (counting(-6), "W+3", "白胜1½子", Winner::White),
        (counting(4), "B+2", "黑胜1子", Winner::Black),
        (counting(-737), "W+368.5", "白胜184¼子", Winner::White),
        (counting(i32::MIN), "W+1073741823.5", "白胜536870911¾子", Winner::White),
        (counting(0), "0", "和棋", Winner::Draw),
        (Outcome::Resignation { winner: black }, "B+R", "黑中盘胜", Winner::Black),
        (Outcome::Resignation { winner: white }, "W+R", "白中盘胜", Winner::White),
        (Outcome::Time { winner: black }, "B+T", "黑超时胜", Winner::Black),
        (Outcome::Time { winner: white }, "W+T", "白超时胜", Winner::White),
        (tie, "B+0", "黑胜0子", Winner::Black),
        (repeated(Repeated::Draw), "0", "和棋", Winner::Draw),
        (repeated(Repeated::NoResult), "Void", "无胜负", Winner::Nobody),
        (repeated(Repeated::Replay), "Void", "重赛", Winner::Nobody),
        (Outcome::Aborted, "Void", "无胜负", Winner::Nobody),
        (Outcome::Agreed, "0", "和棋", Winner::Draw),
        (Outcome::Forfeit { winner: black }, "B+F", "黑胜（对方弃权）", Winner::Black),
        (Outcome::Forfeit { winner: white }, "W+F", "白胜（对方弃权）", Winner::White),
        (Outcome::BothLose, "Void", "双方均负", Winner::BothLose),
        (ruled(Verdict::Black), "B+", "黑胜（裁定）", Winner::Black),
        (ruled(Verdict::White), "W+", "白胜（裁定）", Winner::White),
        (ruled(Verdict::Draw), "0", "和棋", Winner::Draw),
        (ruled(Verdict::BothLose), "Void", "双方均负", Winner::BothLose),
        (ruled(Verdict::NoResult), "Void", "无胜负", Winner::Nobody),
        (ruled(Verdict::Replay), "Void", "重赛", Winner::Nobody),
    ];
    for (outcome, sgf, chinese, winner) in table {
        assert_eq!(outcome.to_sgf(), sgf);
        assert_eq!(outcome.to_chinese(MarginUnit::Zi), chinese);
        assert_eq!(outcome.winner(), winner);
    }
}

#[test]
fn quarters_are_shown_exactly() {
    for (quarters, zi, mu) in
        [(0, "0", "0"), (-6, "-1½", "-3"), (-1, "-¼", "-0.5"), (15, "3¾", "7.5"), (8, "2", "4")]
    {
        assert_eq!((zi_text(quarters).as_str(), mu_text(quarters).as_str()), (zi, mu));
    }
    assert_eq!(mu_text(i32::MIN), "-1073741824");
    assert_eq!(zi_text(i32::MIN), "-536870912");
}

/// What is written is read as the same result, in either form and unit.
#[test]
fn results_are_read_back() {
    let read = |text: &str| RecordedResult::parse(text).unwrap().outcome();
    let counting = |margin_quarters| Outcome::Counting { margin_quarters, ties: Ties::Draw };
    let (black, white) = (Color::Black, Color::White);
    let mut outcomes: Vec<_> = (-722..=722).map(counting).collect();
    for winner in [black, white] {
        outcomes.extend([
            Outcome::Resignation { winner },
            Outcome::Time { winner },
            Outcome::Forfeit { winner },
        ]);
    }
    for outcome in outcomes {
        assert_eq!(read(&outcome.to_sgf()), Some(outcome));
        for unit in [MarginUnit::Zi, MarginUnit::Mu] {
            assert_eq!(read(&outcome.to_chinese(unit)), Some(outcome), "{}", outcome.to_chinese(unit));
        }
    }
    let replay = Outcome::Repetition { verdict: Repeated::Replay };
    assert_eq!(read(&replay.to_chinese(MarginUnit::Zi)), Some(replay));
    // A ruled win is told by the Chinese form; SGF says who won, and not that it was ruled.
    for verdict in [Verdict::Black, Verdict::White] {
        let ruled = Outcome::Ruled { verdict };
        assert_eq!(read(&ruled.to_chinese(MarginUnit::Zi)), Some(ruled));
        let found = RecordedResult::parse(&ruled.to_sgf()).unwrap();
        let winner = if verdict == Verdict::Black { RecordedWinner::Black } else { RecordedWinner::White };
        assert_eq!((found.winner, found.outcome()), (Some(winner), None));
    }
    assert_eq!(read(&Outcome::BothLose.to_chinese(MarginUnit::Mu)), Some(Outcome::BothLose));
    assert_eq!(read(&Outcome::Agreed.to_sgf()), Some(counting(0)));
    assert_eq!(read("W+Forfeit"), Some(Outcome::Forfeit { winner: white }));
    assert_eq!(read("黑判负"), Some(Outcome::Forfeit { winner: white }));
    // A draw is a draw however it came about; void may be several things.
    let draw = Outcome::Repetition { verdict: Repeated::Draw };
    assert_eq!(read(&draw.to_sgf()), Some(counting(0)));
    for nothing in [Outcome::Aborted, Outcome::Repetition { verdict: Repeated::NoResult }] {
        for text in [nothing.to_sgf(), nothing.to_chinese(MarginUnit::Mu)] {
            let found = RecordedResult::parse(&text).unwrap();
            assert_eq!((found.winner, found.outcome()), (Some(RecordedWinner::Nobody), None));
        }
    }
    for unknown in ["B+", "W+Offline", "黑胜", "Void"] {
        assert_eq!(read(unknown), None, "{unknown}");
    }
}
