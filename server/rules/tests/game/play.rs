//! Turns, plies, the rules of the board, handicap, resignation.

use rules::{Color, HandicapBack, KoRule, Phase, Placement, Repetition};

use crate::table::{check, even, handicap, rows};

#[test]
fn moves_alternate_and_answer_the_present_ply() {
    check(
        even(9),
        "
        1000 W ee         -> !NotYourTurn
        1000 B ee ply=1   -> !StalePly
        1000 B ee         -> ee left 3599000/0
        1500 B ee ply=0   -> !StalePly
        1500 B gg         -> !NotYourTurn
        3000 W ee         -> !Occupied
        3000 W gg         -> gg left 3598000/0
        3000 W pass ply=1 -> !StalePly
        3000 W pass       -> !NotYourTurn
        3000 B mark ee    -> !WrongPhase
        3000 B accept     -> !WrongPhase
        3000 W resume     -> !WrongPhase
        3000 B pass       -> pass left 3599000/0
        3000 B pass ply=2 -> !StalePly
        ",
    );
}

#[test]
fn captures_are_told_and_counted() {
    let table = check(
        even(5),
        "
        0 B ba
        0 W aa
        0 B ab -> ab takes aa left 3600000/0
        0 W aa -> !Suicide
        0 W ee
        ",
    );
    assert_eq!(table.game.prisoners().black, 1);
    assert_eq!(table.game.prisoners().white, 0);
    assert_eq!(rows(table.game.board()), [".X...", "X....", ".....", ".....", "....O"]);
    let moves: Vec<_> = table.game.moves().iter().map(|m| (m.color, m.captured)).collect();
    assert_eq!(moves[2], (Color::Black, 1));
}

#[test]
fn a_ko_refusal_names_the_move_that_it_would_repeat() {
    check(
        even(5),
        "
        0 B ba
        0 W ca
        0 B ab
        0 W db
        0 B bc
        0 W cc
        0 B cb
        0 W bb -> bb takes cb left 3600000/0
        0 B cb -> !Ko { repeats: 7 }
        0 B ee
        0 W ed
        0 B cb -> cb takes bb left 3600000/0
        0 W bb -> !Ko { repeats: 10 }
        ",
    );
}

#[test]
fn the_number_of_a_repeated_move_counts_freely_placed_stones() {
    let mut setup = handicap(5, 2, Placement::Free);
    (setup.rules.ko, setup.rules.repetition) = (KoRule::Simple, Repetition::NoResult);
    check(
        setup,
        "
        0 B ba
        0 B ab
        0 W ca
        0 B bc
        0 W db
        0 B cb
        0 W cc
        0 B ee
        0 W bb -> bb takes cb left 3600000/0
        0 B cb -> !Ko { repeats: 8 }
        ",
    );
}

#[test]
fn suicide_is_played_where_the_rules_allow_it() {
    let mut setup = even(5);
    setup.rules.suicide = true;
    let table = check(
        setup,
        "
        0 B ca
        0 W aa
        0 B bb
        0 W ee
        0 B ac
        0 W ed
        0 B cc
        0 W ba
        0 B dd
        0 W ab -> ab left 3600000/0
        ",
    );
    assert_eq!(table.game.prisoners().black, 3);
    assert_eq!(table.game.board().get(table.game.moves()[1].point.unwrap()), None);
}

#[test]
fn fixed_handicap_gives_white_the_first_move() {
    let table = check(
        handicap(19, 3, Placement::Fixed),
        "
        0 B dd -> !NotYourTurn
        0 W pd -> !Occupied
        0 W dd -> dd left 3600000/0
        ",
    );
    assert_eq!(table.game.board().stones(Color::Black), 3);
    assert_eq!(table.game.ply(), 1);
}

#[test]
fn free_handicap_is_placed_by_black_alone_without_passing() {
    let table = check(
        handicap(9, 3, Placement::Free),
        "
        10 B pass      -> !WrongPhase
        10 W ee        -> !NotYourTurn
        10 B ee        -> placed ee
        20 B gg ply=0  -> !StalePly
        20 B ee        -> !Occupied
        20 W pass      -> !WrongPhase
        20 B mark ee   -> !WrongPhase
        20 B gg        -> placed gg
        30 B cc        -> placed cc
        40 B cg        -> !NotYourTurn
        50 W cg        -> cg left 3599980/0
        60 B gc        -> gc left 3599990/0
        ",
    );
    assert_eq!(table.game.phase(), Phase::Play);
    assert_eq!(table.game.ply(), 5);
    assert_eq!(table.game.moves().iter().filter(|m| m.placed).count(), 3);
}

#[test]
fn resignation_is_possible_in_every_phase_and_for_both() {
    check(handicap(9, 2, Placement::Free), "5 B resign -> ended W+R left 3600000/0 3600000/0");
    check(handicap(9, 2, Placement::Free), "5 W resign -> ended B+R left 3600000/0 3600000/0");
    check(even(9), "5 B resign -> ended W+R left 3599995/0 3600000/0");
    check(even(9), "5 W resign -> ended B+R left 3599995/0 3600000/0");
    let table = check(
        even(9),
        "
        10 B pass
        30 W pass
        40 B resign   -> ended W+R left 3599990/0 3599980/0
        40 B resign   -> !GameOver
        40 W accept   -> !GameOver
        40 W ee       -> !GameOver
        99999999 *    ->
        ",
    );
    assert_eq!(table.game.phase(), Phase::Over);
    assert_eq!(table.game.deadline(), None);
    assert!(table.game.dead().is_empty());
}

#[test]
fn komi_and_handicap_decide_an_empty_count() {
    // 数子: each empty board is shared, so the margin is what Black gives.
    let ends = |setup, first, second, wanted: &str| {
        let rows = format!("0 {first} pass\n0 {second} pass\n0 B accept\n0 W accept -> {wanted}");
        check(setup, &rows)
    };
    let whole = "White accepts #1; ended W+7.5 left 3600000/0 3600000/0";
    let table = ends(even(9), "B", "W", whole);
    assert_eq!(table.game.outcome().unwrap().to_chinese(rules::MarginUnit::Zi), "白胜3¾子");
    let mut first = even(9);
    first.rules.komi_quarters = 0;
    ends(first, "B", "W", "White accepts #1; ended 0 left 3600000/0 3600000/0");
    let mut nothing_back = handicap(9, 2, Placement::Fixed);
    nothing_back.rules.handicap_back = HandicapBack::None;
    ends(nothing_back, "W", "B", "White accepts #1; ended B+81 left 3600000/0 3600000/0");
    let two = handicap(9, 2, Placement::Fixed);
    ends(two, "W", "B", "White accepts #1; ended B+79 left 3600000/0 3600000/0");
}
