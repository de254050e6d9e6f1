//! Points, labels and drawn boards: any text is one, and then the same when written, or refused.

use rules::{Board, Nigiri, Point, SIDES, Size};

use crate::{Target, cost, fuzz};

const WORDS: &[&str] = &[
    "a",
    "z",
    "A1",
    "T19",
    "Z25",
    "i9",
    "之",
    "1之一",
    "16之四",
    "二十五",
    "十",
    "百",
    "字",
    "X",
    "O",
    ".",
    "..\n",
    "\n",
    " ",
    "\0",
    "É",
    "😀",
];

#[test]
fn any_text_is_a_point_of_the_board_or_refused() {
    let target = Target { name: "points", more: vec![], words: WORDS, longest: 700, runs: 60_000 };
    let sizes: Vec<_> = SIDES.map(|side| Size::square(side).unwrap()).collect();
    fuzz(target, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let first = text.lines().next().unwrap_or_default();
        let (used, points) = cost(|| {
            let mut points = 0;
            for &size in &sizes {
                if let Ok(point) = Point::from_sgf(size, first) {
                    assert_eq!(point.to_sgf(size), first);
                    points += 1;
                }
                if let Ok(point) = Point::from_label(size, first) {
                    assert_eq!(point.to_label(size), first.to_ascii_uppercase());
                    points += 1;
                    assert!(point.index() < usize::from(size.points()));
                }
                if let Ok(point) = Point::from_chinese(size, first) {
                    assert_eq!(point.to_chinese(size), first);
                    points += 1;
                }
            }
            let _ = Nigiri::commit(bytes.first().copied().unwrap_or(0), first);
            points
        });
        // What is used is counted for the whole process: the harness may be telling of the test before.
        assert!(used <= 64 * first.len() + (64 << 10), "{used} bytes of memory for {}", first.len());
        let (used, board) = cost(|| text.parse::<Board>());
        assert!(used <= 256 * text.len() + (64 << 10), "{used} bytes of memory for a board");
        if let Ok(board) = &board {
            assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(board));
        }
        points > 0 || board.is_ok()
    });
}
