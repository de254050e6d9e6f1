//! `tianyuan score`: on small boards that anybody can count, and on real games with known results.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::process::{Said, run, run_with, tianyuan};
use crate::support::skip;

/// Black has the two columns on the left of a 5×5 board and White the two on the right; the one between
/// is shared. A white stone lies in Black's corner.
const GAME: &str =
    "(;SZ[5]KM[0.5]RE[W+R]AW[aa];B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[];W[])";

fn score(words: &[&str], game: &str) -> Said {
    let folder = tempfile::tempdir().unwrap();
    run_with(folder.path(), &[&["score", "-"], words].concat(), game.as_bytes())
}

fn counted(words: &[&str], game: &str) -> Value {
    let said = score(&[words, &["--json"]].concat(), game);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    serde_json::from_str(&said.out).unwrap()
}

#[test]
fn draws_the_map_and_the_parts_of_the_count() {
    let said = score(&["--dead", "A5"], GAME);
    let map = "    A B C D E
  5 o X . O - 5
  4 + X . O - 4
  3 + X . O - 3
  2 + X . O - 2
  1 + X . O - 1
    A B C D E
";
    assert!(said.out.starts_with(map), "{}", said.out);
    for told in [
        "rules     chinese\n",
        "moves     12 of 12; Black took 0, White 0\n",
        "dead      1 stone, as named\n",
        "board           0 子        0 目   Black 12½ 子, White 12½ 子; points 10 : 10, 5 shared\n",
        "komi           -¼ 子     -0.5 目\n",
        "margin         -¼ 子     -0.5 目\n",
        "result    W+0.5  白胜¼子\n",
        "recorded  W+R\n",
    ] {
        assert!(said.out.contains(told), "{told}{}", said.out);
    }
    assert!(!said.out.contains('\u{1b}'), "colour where no terminal is");
    let unicode = score(&["--dead", "aa", "--style", "unicode"], GAME).out;
    assert!(unicode.contains("  5 △ ● · ○ ▫ 5\n"), "{unicode}");
    assert!(score(&["--style", "color"], GAME).out.contains("\u{1b}[97;48;5;238m ●\u{1b}[0m"));
}

#[test]
fn no_record_commands_the_terminal() {
    let shown = score(&[], "(;SZ[5]RE[B+\u{1b}[2J\u{9b}2J\u{7}];B[cc])");
    assert!(shown.out.contains("recorded  B+\u{fffd}[2J\u{fffd}2J\u{fffd}\n"), "{:?}", shown.out);
    let refused = score(&[], "(;GM[\u{1b}c])");
    assert!(refused.err.contains("GM[\\u{1b}c]"), "{:?}", refused.err);
}

#[test]
fn the_dead_are_named_marked_or_proposed() {
    let of = |words: &[&str], game: &str| {
        let found = counted(words, game);
        (found["dead_by"].clone(), found["dead"].clone())
    };
    for name in ["A5", "a5", "aa", "1之一"] {
        assert_eq!(of(&["--dead", name], GAME), (json!("named"), json!(["aa"])), "{name}");
    }
    // A group is marked whole, and only once.
    assert_eq!(
        of(&["--dead", "D5,E5", "--dead", "aa"], &GAME.replace("AW[aa]", "AW[aa][ea]"))
            .1
            .as_array()
            .unwrap()
            .len(),
        7
    );
    assert_eq!(of(&[], GAME), (json!("proposal"), json!(["aa"])));
    let marked = GAME.replace("W[])", "W[]TB[aa][ab]TW[ea])");
    assert_eq!(of(&[], &marked), (json!("record"), json!(["aa"])));
    assert_eq!(of(&["--propose"], &marked).0, "proposal");
    assert_eq!(of(&["--move", "11"], &marked).0, "proposal");
    assert_eq!(of(&["--move", "12"], &marked).0, "record");
}

#[test]
fn each_preset_counts_in_its_own_way() {
    let of = |preset: &str| {
        let found = counted(&["--dead", "aa", "--rules", preset], GAME);
        (found["result"].clone(), found["result_chinese"].clone(), found["count"].clone())
    };
    assert_eq!(of("chinese").0, "W+0.5");
    // 5 points and the dead stone against 5.
    let (result, chinese, count) = of("japanese");
    assert_eq!((result, chinese), (json!("B+0.5"), json!("黑胜半目")));
    assert_eq!(count["territory"]["territory"], json!({"black": 5, "white": 5}));
    assert_eq!(count["territory"]["dead"], json!({"black": 1, "white": 0}));
    for preset in ["chinese-1988", "korean", "ing", "wmsg-2008", "aga", "nz", "ancient"] {
        let (_, _, count) = of(preset);
        assert_eq!(
            count["black_points"].as_u64().unwrap()
                + count["white_points"].as_u64().unwrap()
                + count["shared_points"].as_u64().unwrap(),
            25,
            "{preset}"
        );
    }
    let said = score(&["--rules", "martian"], GAME);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("wmsg-2008"), "{}", said.err);
    // What the record names counts where nothing else is said; its komi always does.
    let korean = counted(&[], &GAME.replace("KM[0.5]", "KM[0.5]RU[Korean]"));
    assert_eq!((&korean["rules"], &korean["count"]["komi_quarters"]), (&json!("korean"), &json!(1)));
    assert_eq!(counted(&[], &GAME.replace("KM[0.5]", ""))["count"]["komi_quarters"], 15);
}

#[test]
fn a_position_on_the_way_and_a_game_of_a_collection() {
    let two = format!("(;SZ[9];B[ee]){GAME}");
    let found = counted(&["--game", "2", "--move", "2"], &two);
    assert_eq!(found["board"], json!(["OX.O.", ".....", ".....", ".....", "....."]));
    assert_eq!((&found["move"], &found["moves"]), (&json!(2), &json!(12)));
    assert_eq!(counted(&["--move", "0"], GAME)["board"][0], "O....");
}

#[test]
fn what_cannot_be_counted_is_said() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.sgf"), GAME).unwrap();
    fs::write(folder.path().join("chess.sgf"), "(;GM[3])").unwrap();
    for (words, told) in [
        (&["none.sgf"][..], "none.sgf"),
        (&["chess.sgf"], "another game"),
        (&["game.sgf", "--move", "13"], "12 moves"),
        (&["game.sgf", "--game", "2"], "1 games"),
        (&["game.sgf", "--dead", "Z9"], "no point"),
        (&["game.sgf", "--dead", "C3"], "no stone"),
    ] {
        let said = run(folder.path(), &[&["score"], words].concat());
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{words:?}");
        assert!(said.err.starts_with("tianyuan: ") && said.err.contains(told), "{}", said.err);
    }
}

/// Games whose groups have a small eye each beside dame that were never filled: RULES 4 takes them for seki.
const EYES_BESIDE_DAME: [&str; 5] = ["tom-0011", "gnugo-0095", "tom-0130", "tom-0281", "gnugo-0296"];

#[test]
fn real_games_count_to_their_known_results() {
    let test = "real_games_count_to_their_known_results";
    let Some(fixtures) = std::env::var_os("TIANYUAN_FIXTURES") else {
        return skip(test, "TIANYUAN_FIXTURES is not set");
    };
    let fixtures = PathBuf::from(fixtures);
    let known = fs::read_to_string(fixtures.join("real_games_scored.jsonl")).unwrap();
    let cases = known.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let (mut area, mut territory) = (0, 0);
    for case in cases.filter(|case| case["game_file"].is_string()) {
        let found = scored(&fixtures, &case, "chinese");
        position(&case, &found);
        let kinds: Vec<_> = case["record_matches"].as_str().unwrap().split('+').collect();
        // Those servers give nothing back for handicap stones.
        if kinds.contains(&"area") && ["0", ""].contains(&case["handicap"].as_str().unwrap()) {
            area += 1;
            same_result(&found, &case);
        }
        if kinds.contains(&"territory") && !EYES_BESIDE_DAME.contains(&case["id"].as_str().unwrap()) {
            territory += 1;
            same_result(&scored(&fixtures, &case, "japanese"), &case);
        }
    }
    assert!(area > 100 && territory > 100, "{area} by area, {territory} by territory");
}

/// Records tell halves with one decimal or two.
fn same_result(found: &Value, case: &Value) {
    let recorded = case["result"].as_str().unwrap();
    assert_eq!(
        found["result"],
        recorded.strip_suffix(".50").map_or(recorded.into(), |whole| format!("{whole}.5"))
    );
}

/// A real game with the dead stones of its fixture.
fn scored(fixtures: &Path, case: &Value, preset: &str) -> Value {
    let file = case["game_file"].as_str().unwrap();
    let letter = |n: &Value| char::from(b'a' + u8::try_from(n.as_u64().unwrap()).unwrap());
    let dead = case["dead"].as_array().unwrap().iter();
    let dead: Vec<_> = dead.map(|at| format!("{}{}", letter(&at[0]), letter(&at[1]))).collect();
    let mut command = tianyuan(fixtures);
    command.args(["score", file, "--json", "--rules", preset]);
    if !dead.is_empty() {
        command.args(["--dead", &dead.join(",")]);
    }
    let said = Said::from(command.output().unwrap());
    assert_eq!(said.code, Some(0), "{file}: {}", said.err);
    serde_json::from_str(&said.out).unwrap()
}

/// Its last position, captures and area are those of the fixture.
fn position(case: &Value, found: &Value) {
    assert_eq!(found["board"], case["final_rows"], "{}", case["id"]);
    let captures = json!({"black": case["captures"]["B"], "white": case["captures"]["W"]});
    assert_eq!(found["captures"], captures, "{}", case["id"]);
    let count = &found["count"];
    let of = |key: &str| count[key].clone();
    let area =
        json!({"black": of("black_points"), "white": of("white_points"), "neutral": of("shared_points")});
    assert_eq!(area, case["area"], "{}", case["id"]);
}
