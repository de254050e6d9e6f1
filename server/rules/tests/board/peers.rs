//! Small cases from the suites of other servers and clients: totals, captures, ko, odd positions.

use rules::{
    Board, ByColor, Color, Count, Illegal, KoRule, Marking, Point, Position, Preset, RuleSet, Size, Tally,
};
use serde_json::Value;

use crate::fixtures;

fn size(case: &Value) -> Size {
    case.get("size").map_or(Size::STANDARD, fixtures::size)
}

/// The board of a case: whole rows, or the upper left corner of an empty board.
fn board(case: &Value) -> Board {
    for key in ["rows", "setup"] {
        if let Some(rows) = case.get(key) {
            return fixtures::board(rows);
        }
    }
    let mut board = Board::new(size(case));
    for (y, row) in case.get("setup_top_left").and_then(Value::as_array).into_iter().flatten().enumerate() {
        for (x, letter) in row.as_str().unwrap().chars().enumerate() {
            let stone = match letter {
                'X' => Some(Color::Black),
                'O' => Some(Color::White),
                _ => None,
            };
            board.set(board.size().at(x as u8, y as u8).unwrap(), stone);
        }
    }
    board
}

/// A play `[colour, x, y]`; a pass has no x.
fn entry(size: Size, entry: &Value) -> (Color, Option<Point>) {
    let at = serde_json::json!([entry[1], entry[2]]);
    (fixtures::color(entry[0].as_str().unwrap()), entry[1].is_u64().then(|| fixtures::xy(size, &at)))
}

fn verdict(found: Result<Vec<Point>, Illegal>) -> &'static str {
    match found {
        Ok(_) => "legal",
        Err(Illegal::Occupied) => "occupied",
        Err(Illegal::Suicide) => "suicide",
        Err(Illegal::Ko { .. }) => "ko",
    }
}

/// What a case's own word for a refusal is here.
fn wanted(case: &Value) -> Option<&'static str> {
    Some(match case.get("verdict")?.as_str().unwrap() {
        "illegal_ko_move" | "illegal_board_repetition" | "ko" => "ko",
        "illegal_self_capture" | "suicide" => "suicide",
        other => panic!("what is {other}?"),
    })
}

/// Plays the moves of a case and then the one it is about.
fn play(case: &Value, ko: KoRule) -> (Position, ByColor<u32>) {
    let id = &case["id"];
    let mut position = Position::from_board(board(case), ko, false);
    let size = position.board().size();
    let mut prisoners = ByColor::<u32>::default();
    for turn in case.get("moves").and_then(Value::as_array).into_iter().flatten() {
        match entry(size, turn) {
            (color, Some(point)) => {
                // That client forgets the first position, which RULES 2.3 (第20条) compares as well:
                // here the cycle is closed two plies before it refuses one.
                if id == "ogs-superko" && position.moves() == 3 {
                    assert_eq!(position.play(color, point), Err(Illegal::Ko { repeats: 0 }));
                    position.force(color, point);
                    continue;
                }
                let taken = position.play(color, point).unwrap_or_else(|why| panic!("{id}: {why}"));
                *prisoners.get_mut(color) += taken.len() as u32;
            }
            (color, None) => position.pass(color),
        }
    }
    if let Some(turn) = case.get("then").or_else(|| case.get("move")) {
        let (color, point) = entry(size, turn);
        let found = position.play(color, point.unwrap());
        if let Some(captured) = case.get("captured") {
            assert_eq!(found, Ok(fixtures::points(size, captured)), "{id}");
        }
        if let Some(wanted) = wanted(case) {
            assert_eq!(verdict(found), wanted, "{id}");
        }
    }
    (position, prisoners)
}

/// One side's total as that server words it: area or territory, prisoners, and what White is given.
fn totals(case: &Value, position: &Position, prisoners: ByColor<u32>) -> (f64, f64, Count) {
    let handicap = case.get("handicap").and_then(Value::as_u64).unwrap_or(0) as u8;
    let preset = Preset::named(case["rules"].as_str().unwrap()).unwrap();
    let komi = case.get("komi").and_then(Value::as_f64);
    let mut rules = preset.rules(handicap);
    if let Some(komi) = komi {
        rules.komi_quarters = (komi * 2.0) as i16;
    }
    if case["id"] == "ogs-japanese-handicap-4-empty-board" {
        // That server keeps half a point of komi in handicap games; RULES 4 (第11条) has none.
        assert_eq!(rules.komi_quarters, 0);
        rules = RuleSet { komi_quarters: 1, ..rules };
    }
    let dead = case.get("dead").map(|dead| fixtures::points(position.board().size(), dead));
    let marking = Marking::of_dead(dead.unwrap_or_default());
    let tally = Tally { handicap, prisoners, ..Tally::default() };
    let count = Count::of(position.board(), &marking, &rules, &tally);
    let given = f64::from(count.komi_quarters + count.back_quarters) / 2.0;
    let (black, white) = match count.territory {
        Some(parts) => (f64::from(parts.total(Color::Black)), f64::from(parts.total(Color::White))),
        None => (f64::from(count.black_points), f64::from(count.white_points)),
    };
    assert_eq!(f64::from(count.margin_quarters) / 2.0, black - white - given, "{}", case["id"]);
    (black, white + given, count)
}

#[test]
fn cases_of_ogs() {
    let Some(cases) = fixtures::cases("ogs_engine", "ogs_engine.json") else { return };
    let (mut counted, mut played) = (0, 0);
    for case in &cases {
        let id = case["id"].as_str().unwrap();
        let ko = if id == "ogs-ko" { KoRule::Simple } else { KoRule::Positional };
        let (mut position, prisoners) = play(case, ko);
        played += usize::from(case.get("then").is_some());
        if id == "ogs-japanese-handicap-4-empty-board" {
            for point in rules::handicap::points(Size::STANDARD, 4).unwrap() {
                position.place(Color::Black, point);
            }
        }
        if id == "ogs-aga-handicap-4" {
            let (_, white, count) = totals(case, &position, prisoners);
            assert_eq!(f64::from(count.komi_quarters) / 2.0, case["white_komi"].as_f64().unwrap());
            assert_eq!(f64::from(count.back_quarters) / 2.0, case["white_handicap_points"].as_f64().unwrap());
            assert_eq!(white, case["white_total"].as_f64().unwrap());
            counted += 1;
        } else if let Some(black) = case.get("black_total") {
            let (ours, white, _) = totals(case, &position, prisoners);
            assert_eq!(ours, black.as_f64().unwrap(), "{id}");
            assert_eq!(white, case["white_total"].as_f64().unwrap(), "{id}");
            counted += 1;
        } else if let Some(result) = case.get("result") {
            let (black, white, _) = totals(case, &position, prisoners);
            assert_eq!(format!("B+{}", black - white), result.as_str().unwrap(), "{id}");
            counted += 1;
        }
    }
    assert_eq!((counted, played), (COUNTED, 4));
}

/// How many of those cases are counted.
const COUNTED: usize = 9;

#[test]
fn cases_of_sabaki() {
    let Some(cases) = fixtures::cases("sabaki", "sabaki.json") else { return };
    let mut seen = 0;
    for case in cases.iter().filter(|case| case["id"].as_str().unwrap().starts_with("goboard-")) {
        let id = &case["id"];
        if case.get("position_is_legal").is_some() {
            let board = board(case);
            let choked = board.size().all().any(|p| board.get(p).is_some() && board.liberties(p).is_empty());
            assert!(choked, "{id}");
        } else {
            let (position, _) = play(case, KoRule::Simple);
            if let Some(captured) = case.get("captured") {
                for p in fixtures::points(position.board().size(), captured) {
                    assert_eq!(position.board().get(p), None, "{id}");
                }
            }
        }
        seen += 1;
    }
    assert_eq!(seen, SABAKI);
}

/// How many of those cases are about the board.
const SABAKI: usize = 6;
