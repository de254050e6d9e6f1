//! KataGo's own scripts on ko rules, suicide, triple ko and eternal life.

use rules::{Color, Illegal, KoRule, Owner, Position, area};
use serde_json::Value;

use crate::fixtures;

fn by_ko(position: &Position, color: Color) -> Vec<rules::Point> {
    let is_ko = |&p: &rules::Point| matches!(position.try_play(color, p), Err(Illegal::Ko { .. }));
    position.board().size().all().filter(is_ko).collect()
}

fn run(case: &Value, ko: KoRule) -> Option<usize> {
    let id = case["id"].as_str().unwrap();
    let suicide = case["suicide"].as_bool().unwrap();
    let mut position = Position::from_board(fixtures::board(&case["setup_rows"]), ko, suicide);
    let size = position.board().size();
    for (i, op) in case["ops"].as_array().unwrap().iter().enumerate() {
        let color = || fixtures::color(op["c"].as_str().unwrap());
        match op["op"].as_str().unwrap() {
            "play" | "force" if op["at"].is_null() => position.pass(color()),
            "play" => {
                if position.play(color(), fixtures::xy(size, &op["at"])).is_err() {
                    return Some(i);
                }
            }
            "force" => {
                position.force(color(), fixtures::xy(size, &op["at"]));
            }
            "ko_illegal" => {
                let want = fixtures::points(size, &op["points"]);
                assert_eq!(by_ko(&position, color()), want, "{id} op {i}\n{}", position.board());
            }
            "note" | "area_score" => {}
            other => panic!("{id}: unknown op {other}"),
        }
    }
    if let Some(rows) = case.get("final_rows") {
        assert_eq!(position.board().to_string(), fixtures::text(rows), "{id}");
    }
    None
}

#[test]
fn scripts_of_ko_rules() {
    let Some(cases) = fixtures::cases("katago_rules", "katago_rules.json") else { return };
    let mut scripts = 0;
    for case in cases.iter().filter(|case| case["kind"] == "script") {
        assert_eq!(run(case, fixtures::ko(&case["ko"])), None, "{}", case["id"]);
        scripts += 1;
        if let Some(op) = case.get("positional_superko_first_illegal_ply") {
            let found = run(case, KoRule::Positional).map(|i| i as u64);
            assert_eq!(found, op.as_u64(), "{}", case["id"]);
        }
    }
    assert_eq!(scripts, 9);
}

#[test]
fn area_without_removals() {
    let Some(cases) = fixtures::cases("katago_rules_area", "katago_rules.json") else { return };
    for case in cases.iter().filter(|case| case["kind"] == "score") {
        let owners = area::map(&fixtures::board(&case["rows"]), &[]);
        let count = |owner| owners.iter().filter(|&&o| o == owner).count() as f64;
        let lead = count(Owner::White) - count(Owner::Black);
        if let Some(want) = case.get("white_minus_black") {
            let komi = case["komi"].as_f64().unwrap();
            assert_eq!(lead + komi, want["area_tax_none"].as_f64().unwrap(), "{}", case["id"]);
        }
        for result in case.get("results").and_then(Value::as_array).into_iter().flatten() {
            let want = result["white_minus_black"].as_f64().unwrap();
            assert_eq!(lead + result["komi"].as_f64().unwrap(), want, "{}", case["id"]);
        }
    }
}
