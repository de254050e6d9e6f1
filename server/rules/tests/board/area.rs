//! Area, unconditional life and the count, on other engines' boards and on real games.

use rules::proposal::benson;
use rules::{Board, Color, Count, Marking, Owner, Point, Preset, RuleSet, Tally, area};

use crate::fixtures;

fn draw(board: &Board, owners: &[Owner]) -> String {
    let cols = usize::from(board.size().cols());
    let letter = |owner: &Owner| match owner {
        Owner::Black => 'X',
        Owner::White => 'O',
        Owner::Shared => '.',
    };
    owners.chunks(cols).map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("\n")
}

fn alive_areas(board: &Board) -> Vec<Owner> {
    let mut owners = vec![Owner::Shared; usize::from(board.size().points())];
    for color in Color::BOTH {
        for (i, held) in benson::pass_alive_area(board, color).into_iter().enumerate() {
            if held {
                owners[i] = color.into();
            }
        }
    }
    owners
}

#[test]
fn unconditional_life_and_area_of_katago() {
    let Some(cases) = fixtures::cases("katago_area", "katago_area.json") else { return };
    for case in &cases {
        let board = fixtures::board(&case["rows"]);
        let id = &case["id"];
        assert_eq!(draw(&board, &alive_areas(&board)), fixtures::text(&case["pass_alive"]), "{id}\n{board}");
        let owners = area::map(&board, &[]);
        let count = |owner| owners.iter().filter(|&&o| o == owner).count() as u64;
        let plain = &case["tromp_taylor"];
        assert_eq!(count(Owner::Black), plain["black"].as_u64().unwrap(), "{id}");
        assert_eq!(count(Owner::White), plain["white"].as_u64().unwrap(), "{id}");
    }
}

#[test]
fn unconditional_status_of_gnu_go() {
    let Some(cases) = fixtures::cases("gnugo_unconditional", "gnugo_unconditional.json") else { return };
    let mut decided = 0;
    for case in &cases {
        let board = fixtures::board(&case["rows"]);
        let held = Color::BOTH.map(|c| benson::pass_alive_area(&board, c));
        for entry in case["points"].as_array().unwrap() {
            let p = fixtures::xy(board.size(), &entry["at"]);
            let by = |color: Color| held[color as usize][p.index()];
            let stone = board.get(p);
            let found = match stone {
                Some(color) if by(color) => "alive",
                Some(color) if by(color.opponent()) => "dead",
                Some(_) | None => match (by(Color::Black), by(Color::White)) {
                    (true, _) => "black_territory",
                    (_, true) => "white_territory",
                    _ => "undecided",
                },
            };
            let want = entry["status"].as_str().unwrap();
            // GNU Go reads out more than the theorem says; the theorem must never say more than it.
            if found != "undecided" {
                assert_eq!(found, want, "{} {p:?}\n{board}", case["id"]);
                decided += 1;
            }
        }
    }
    assert_eq!(decided, 133);
}

#[test]
fn real_games_count_as_recorded() {
    let Some(games) = fixtures::cases("real_games_area", "real_games_scored.jsonl") else { return };
    for game in &games {
        let board = fixtures::board(&game["final_rows"]);
        let dead = fixtures::points(board.size(), &game["dead"]);
        let rules = RuleSet { komi_quarters: 0, ..Preset::Chinese.rules(0) };
        let count = Count::of(&board, &Marking::of_dead(dead), &rules, &Tally::default());
        let id = &game["id"];
        let want = |key: &str| game["area"][key].as_u64().unwrap();
        assert_eq!(u64::from(count.black_points), want("black"), "{id}");
        assert_eq!(u64::from(count.white_points), want("white"), "{id}");
        assert_eq!(u64::from(count.shared_points), want("neutral"), "{id}");
        // A margin in 目 is the difference of the areas.
        let lead = i32::from(count.black_points) - i32::from(count.white_points);
        assert_eq!(count.margin_quarters, lead * 2, "{id}");
        assert_eq!(count.black_quarters() + count.white_quarters(), 4 * i32::from(board.size().points()));
    }
}

#[test]
fn boards_of_sgfmill() {
    let Some(cases) = fixtures::cases("sgfmill_boards", "sgfmill_boards.json") else { return };
    for case in &cases {
        let size = fixtures::size(&case["size"]);
        let id = case["id"].as_str().unwrap();
        let board = match case["kind"].as_str().unwrap() {
            "play" => {
                let mut board = Board::new(size);
                let mut dies = false;
                for entry in case["moves"].as_array().unwrap() {
                    let color = fixtures::color(entry[0].as_str().unwrap());
                    let at = serde_json::json!([entry[1], entry[2]]);
                    let point = fixtures::xy(size, &at);
                    dies |= board.play(color, point, false) == Err(rules::Illegal::Suicide);
                    board.force(color, point);
                }
                assert_eq!(dies, case["contains_suicide"].as_bool().unwrap(), "{id}");
                assert_eq!(board.to_string(), fixtures::text(&case["final_rows"]), "{id}");
                board
            }
            "score" => fixtures::board(&case["rows"]),
            _ => continue,
        };
        let owners = area::map(&board, &[]);
        let count = |owner| owners.iter().filter(|&&o| o == owner).count() as i64;
        let want = case["area_black_minus_white"].as_i64().unwrap();
        assert_eq!(count(Owner::Black) - count(Owner::White), want, "{id}");
    }
}

/// A 19×19 board on which Black has so many points of the first columns and White the rest but
/// `shared` ones.
fn margin(black: u16, shared: u16, rules: &RuleSet, handicap: u8) -> i32 {
    let size = rules::Size::STANDARD;
    let stones = size.all().filter_map(|p| match p.index() as u16 {
        i if i < black => Some((p, Color::Black)),
        i if i < black + shared => None,
        _ => Some((p, Color::White)),
    });
    let count = Count::of(
        &Board::of(size, stones),
        &Marking::default(),
        rules,
        &Tally { handicap, ..Tally::default() },
    );
    assert_eq!((count.black_points, count.shared_points), (black, shared));
    count.margin_quarters
}

#[test]
fn margins_in_quarters_of_a_stone() {
    let chinese = Preset::Chinese.rules(0);
    assert_eq!(margin(185, 0, &chinese, 0), 3, "185 子 wins by ¾ 子");
    assert_eq!(margin(184, 1, &chinese, 0), 1, "184½ 子 wins by ¼ 子");
    assert_eq!(margin(184, 0, &chinese, 0), -1, "184 子 loses by ¼ 子");
    let handicap = Preset::Chinese.rules(3);
    // Base 180½ and 1½ given back: 182 子 is a draw.
    assert_eq!(margin(182, 0, &handicap, 3), 0);
    assert_eq!(margin(180, 1, &Preset::Chinese.rules(2), 0), 0, "让先 at the base is a draw");
}

fn at(board: &Board, text: &str) -> Point {
    Point::from_sgf(board.size(), text).unwrap()
}

#[test]
fn dead_stones_in_one_region_go_together_and_living_ones_stay() {
    let board: Board = "
        .X..O.XO.
        X.XO.XXO.
        XXXXXXXOO
        OOOOOOOO.
        .O.O..X..
        OOOO.....
        .........
        XX.......
        .X......."
        .parse()
        .unwrap();
    let marked = |p: &str, dead: &[Point], to| -> Vec<String> {
        let size = board.size();
        area::marked_with(&board, dead, at(&board, p), to).iter().map(|p| p.to_sgf(size)).collect()
    };
    assert_eq!(marked("ea", &[], true), ["ea", "db"], "both white stones inside Black's corner");
    assert_eq!(marked("ge", &[], true), ["ge"], "the black pair in the corner has a point of its own");
    assert_eq!(marked("aa", &[], true), Vec::<String>::new(), "an empty point");
    let dead = [at(&board, "ea"), at(&board, "db")];
    assert_eq!(marked("ea", &dead, false), ["ea"], "alive again: its own group only");
    assert_eq!(marked("ea", &dead, true), Vec::<String>::new(), "marked so already");
    assert_eq!(marked("ha", &[], true).len(), board.group(at(&board, "ha")).len(), "a living wall alone");
}

#[test]
fn an_empty_board_is_shared() {
    let board = Board::new(rules::Size::STANDARD);
    assert!(area::map(&board, &[]).iter().all(|&o| o == Owner::Shared));
    let one = Board::of(board.size(), [(at(&board, "dd"), Color::White)]);
    assert!(area::map(&one, &[]).iter().all(|&o| o == Owner::White));
    assert!(area::map(&one, &[at(&board, "dd")]).iter().all(|&o| o == Owner::Shared));
}
