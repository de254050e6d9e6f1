//! What finished positions come to under Japanese counting: GNU Go names the dead stones, ours
//! counts them, and the result is the one that GNU Go's team checked by hand.

use std::path::PathBuf;

use rules::{Board, ByColor, Color, Count, Marking, Point, Preset, RuleSet, Tally};

use crate::fixtures;
use crate::program::{Program, find};
use crate::random::number;

/// Positions whose dead stones GNU Go itself gets wrong.
const MISJUDGED: [&str; 3] = ["score:7", "score:14", "score2:58"];
/// One in so many is asked about, unless more games are wanted: each costs some seconds.
const STEP: usize = 8;

/// Black's margin in quarter-子: `W+32.5` is −65.
fn quarters(result: &str) -> i32 {
    let (side, points) = result.split_once('+').unwrap_or(("B", "0"));
    let quarters = (points.parse::<f64>().unwrap() * 2.0) as i32;
    if side == "B" { quarters } else { -quarters }
}

/// The dead stones of a position as GNU Go sees them.
fn dead(program: &PathBuf, board: &Board, name: &str) -> Vec<Point> {
    let stones = |color| -> String {
        let own = board.size().all().filter(|&p| board.get(p) == Some(color));
        own.map(|p| format!("[{}]", p.to_sgf(board.size()))).collect()
    };
    let (black, white) = (stones(Color::Black), stones(Color::White));
    let sgf = format!("(;GM[1]FF[4]SZ[{}]AB{black}AW{white})", board.size().cols());
    let file =
        std::env::temp_dir().join(format!("tianyuan-{}-{name}.sgf", std::process::id()).replace(':', "-"));
    std::fs::write(&file, sgf).unwrap();
    let questions = [format!("loadsgf {}", file.display()), "final_status_list dead".to_owned()];
    let answers = Program::start(program, &["--level", "8"]).ask(&questions);
    std::fs::remove_file(&file).unwrap();
    let answer = answers[1].as_ref().unwrap();
    answer.split_whitespace().map(|label| Point::from_label(board.size(), label).unwrap()).collect()
}

#[test]
fn finished_positions_come_to_the_result_that_was_checked_by_hand() {
    let Some(program) = find("gnugo_score") else { return };
    let Some(cases) = fixtures::cases("gnugo_score", "gnugo_score.json") else { return };
    let step = (STEP / number("TIANYUAN_GNUGO_GAMES", 1) as usize).max(1);
    let mut counted = 0;
    for case in cases.iter().step_by(step) {
        let (board, id) = (fixtures::board(&case["rows"]), case["id"].as_str().unwrap());
        let captured = |by: &str| u32::try_from(case["captures"][by].as_u64().unwrap()).unwrap();
        let tally =
            Tally { prisoners: ByColor { black: captured("B"), white: captured("W") }, ..Tally::default() };
        let komi_quarters = (case["komi"].as_f64().unwrap() * 2.0) as i16;
        let rules = RuleSet { komi_quarters, ..Preset::Japanese.rules(0) };
        let marking = Marking::of_dead(dead(&program, &board, id));
        let count = Count::of(&board, &marking, &rules, &tally);
        if !MISJUDGED.contains(&id) {
            assert_eq!(
                count.margin_quarters,
                quarters(case["expected_japanese_result"].as_str().unwrap()),
                "{id}"
            );
            counted += 1;
        }
    }
    assert!(counted >= cases.len() / step - MISJUDGED.len(), "{counted} of {}", cases.len());
}
