//! The proposed marking: what it must never and always say, and how often it is right.

use proptest::prelude::*;
use rules::{Board, Color, Point, Size, proposal};

use crate::fixtures;

fn dead(board: &str) -> Vec<String> {
    let board: Board = board.parse().unwrap();
    let [first, second] = Color::BOTH.map(|to_move| proposal::dead(&board, to_move));
    assert_eq!(first, second, "the same whoever is to move");
    first.iter().map(|p| p.to_sgf(board.size())).collect()
}

#[test]
fn a_stone_inside_unconditional_life_is_dead() {
    assert_eq!(
        dead(
            ".X.X.
             XXXX.
             .OX.X
             X.XXX
             .XX.."
        ),
        ["bc"]
    );
}

#[test]
fn nothing_is_dead_on_an_empty_board_or_between_safe_walls() {
    assert_eq!(proposal::dead(&Board::new(Size::STANDARD), Color::Black), vec![]);
    assert_eq!(
        dead(
            "..XO...
             ..XO...
             ..XO...
             ..XO...
             ..XO...
             ..XO...
             ..XO..."
        ),
        Vec::<String>::new()
    );
}

#[test]
fn lone_stones_in_large_territory_are_dead() {
    assert_eq!(
        dead(
            "....XO...
             .O..XO...
             ....XO...
             ....XO.X.
             ....XO...
             ....XO...
             ..O.XO...
             ....XO...
             ....XO..."
        ),
        ["bb", "hd", "cg"]
    );
}

#[test]
fn both_sides_of_a_seki_are_alive() {
    // Two shared liberties between the white five and the black eight; who plays one is taken.
    assert_eq!(
        dead(
            ".XOXXO.
             XXOXXOO
             .XOXXO.
             XXO.XOO
             .XO.XO."
        ),
        Vec::<String>::new()
    );
}

#[test]
fn a_group_with_one_small_eye_is_dead() {
    // Black has a single eye of one point in the corner and no other liberty to win a race with.
    assert_eq!(
        dead(
            ".XO...OX.
             XXO...OX.
             OOO...OXX
             ......OX.
             OOOOOOOXX
             XXXXXXXX.
             ...X..X..
             .........
             ........."
        ),
        ["ba", "ab", "bb"]
    );
}

#[test]
fn a_bent_four_in_the_corner_is_dead() {
    // White cannot play at either liberty; Black can at any time, and makes a bent four of which
    // at best a ko comes.
    assert_eq!(
        dead(
            "XX.OX..XO
             XOOOX..XO
             .OXXX..XO
             XXX..XXXO
             ..X.XXOOO
             XXXXXOO.O
             XOOOOO.OO
             XOOO.OOO.
             XO.OOO.O."
        ),
        ["da", "bb", "cb", "db", "bc"]
    );
}

#[test]
fn a_group_that_can_only_take_into_a_snapback_is_dead() {
    // White takes one stone and is then taken whole on the same point.
    assert_eq!(
        dead(
            "XOX.OX...
             XOOOOX...
             XXXXXX...
             .........
             XXXXXXXXX
             OOOOOOOOO
             .........
             .........
             ........."
        ),
        ["ba", "ea", "bb", "cb", "db", "eb"]
    );
}

#[test]
fn taking_a_stone_that_was_thrown_in_makes_no_second_eye() {
    assert_eq!(
        dead(
            ".X.XO....
             XXXXO....
             OOOOO....
             ...O.OOO.
             OOOOOOXXO
             XXXXXOXO.
             ..X.XOXXO
             .XXXXO.OO
             XX.XXO..."
        ),
        ["ge", "he", "gf", "gg", "hg"]
    );
}

/// Any board that random legal plays lead to.
fn boards() -> impl Strategy<Value = Board> {
    (3..=9_u8, prop::collection::vec(0..10_000_usize, 0..160)).prop_map(|(side, picks)| {
        let size = Size::square(side).unwrap();
        let mut board = Board::new(size);
        for (i, pick) in picks.into_iter().enumerate() {
            let p = Point::from_index(size, pick % usize::from(size.points())).unwrap();
            let _ = board.play(Color::BOTH[i % 2], p, false);
        }
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whole_groups_ascending_the_same_every_time_and_never_against_the_facts(board in boards()) {
        let dead = proposal::dead(&board, Color::White);
        prop_assert!(dead.is_sorted_by(|a, b| a < b));
        prop_assert_eq!(&dead, &proposal::dead(&board.clone(), Color::White));
        for p in &dead {
            prop_assert!(board.group(*p).iter().all(|g| dead.contains(g)));
        }
        for color in Color::BOTH {
            let alive = proposal::benson::pass_alive(&board, color);
            let held = proposal::benson::pass_alive_area(&board, color);
            for p in board.size().all().filter(|&p| board.get(p).is_some()) {
                prop_assert!(!(alive[p.index()] && dead.contains(&p)));
                if held[p.index()] && board.get(p) == Some(color.opponent()) {
                    prop_assert!(dead.contains(&p));
                }
            }
        }
    }
}

/// Every twentieth real game; the example `proposal` measures all of them.
#[test]
fn proposals_are_right_for_most_dead_stones_of_real_games() {
    let Some(games) = fixtures::cases("proposal_real_games", "real_games_scored.jsonl") else { return };
    let (mut both, mut proposed, mut truly) = (0, 0, 0);
    for game in games.iter().step_by(20) {
        let board = fixtures::board(&game["final_rows"]);
        let truth = fixtures::points(board.size(), &game["dead"]);
        let found = proposal::dead(&board, Color::Black);
        both += found.iter().filter(|p| truth.contains(p)).count();
        proposed += found.len();
        truly += truth.len();
    }
    assert!(both * 100 >= proposed * 95, "precision: {both} of {proposed}");
    assert!(both * 100 >= truly * 95, "recall: {both} of {truly}");
}
