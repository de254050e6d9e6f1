//! Real games: their final boards and captures, and exactly the repetitions that are known.

use rules::sgf::{self, Check, GameTree};
use rules::{Color, Illegal, KoRule};
use serde_json::Value;

use crate::fixtures;

fn tree(file: &str) -> GameTree {
    sgf::read(&crate::bytes(file)).unwrap_or_else(|e| panic!("{file}: {e}")).swap_remove(0)
}

fn check(file: &str) -> Check {
    sgf::check(&tree(file), KoRule::Positional).unwrap_or_else(|e| panic!("{file}: {e}"))
}

#[test]
fn real_games_end_as_recorded() {
    let Some(cases) = fixtures::cases("real games", "real_games_scored.jsonl") else { return };
    let with_file: Vec<_> = cases.iter().filter(|case| case["game_file"].is_string()).collect();
    assert!(with_file.len() >= 300, "only {} games", with_file.len());
    for case in with_file {
        let file = case["game_file"].as_str().unwrap();
        let check = check(file);
        assert_eq!(check.illegal, [], "{file}");
        assert_eq!(u64::from(check.moves), case["moves"].as_u64().unwrap(), "{file}: moves");
        assert_eq!(check.board, fixtures::board(&case["final_rows"]), "{file}");
        for (color, key) in [(Color::Black, "B"), (Color::White, "W")] {
            let captures = case["captures"][key].as_u64().unwrap();
            assert_eq!(u64::from(*check.captures.get(color)), captures, "{file}: captures of {key}");
        }
        assert_eq!(check.record.result.unwrap().raw, case["result"].as_str().unwrap(), "{file}");
        let text = sgf::write(&[tree(file)]);
        assert_eq!(sgf::write(&sgf::read(text.as_bytes()).unwrap()), text, "{file}");
    }
}

/// The plies that break positional superko, and the positions they repeat, are found exactly.
#[test]
fn repetitions_of_real_games_are_reported() {
    let Some(cases) = fixtures::cases("real superko", "real_superko.json") else { return };
    for case in &cases {
        let file = case["game_file"].as_str().unwrap();
        let check = check(file);
        assert_eq!(u64::from(check.moves), case["moves"].as_u64().unwrap(), "{file}: moves");
        let plays: Vec<_> = check.record.moves().collect();
        let found: Vec<_> = check
            .illegal
            .iter()
            .map(|illegal| {
                let Illegal::Ko { repeats } = illegal.why else { panic!("{file}: {illegal:?}") };
                let stones = plays[..repeats as usize].iter().filter(|(_, point)| point.is_some()).count();
                (u64::from(illegal.ply), illegal.color, illegal.point, stones as u64)
            })
            .collect();
        let known: Vec<_> = case["positional_superko_violations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|v: &Value| {
                let number = |key: &str| v[key].as_u64().unwrap();
                let color = fixtures::color(v["colour"].as_str().unwrap());
                let point = fixtures::xy(check.record.size, &v["at"]);
                (number("ply"), color, point, number("repeats_position_after_play_number"))
            })
            .collect();
        assert_eq!(found, known, "{file}");
    }
}
