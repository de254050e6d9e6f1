//! The clocks to the millisecond (第12, 22条; RULES 6).

use rules::{ClockSetup, RoomMs, TimeLeft};

use crate::table::{Table, byoyomi, check, even, handicap};

#[test]
fn absolute_time_loses_at_nought() {
    let mut setup = even(9);
    setup.clock = ClockSetup::Absolute { main_ms: 10_000 };
    check(
        setup.clone(),
        "
        9999 *       ->
        9999 B ee    -> ee left 1/0
        19998 W gg   -> gg left 1/0
        19998 *      ->
        19999 B cc   -> !TimeUp
        19999 W resign -> !TimeUp
        19999 *      -> ended W+T left 0/0 1/0
        19999 *      ->
        ",
    );
    check(
        setup,
        "
        9999 B pass  -> pass left 1/0
        19999 W pass -> !TimeUp
        20500 *      -> ended B+T left 1/0 0/0
        ",
    );
}

#[test]
fn a_period_is_lost_only_when_used_up_whole() {
    let mut setup = even(9);
    setup.clock = byoyomi(1000, 3, 60_000);
    check(
        setup,
        "
        1000 B ee    -> ee left 0/3
        1999 W dd    -> dd left 1/3
        61998 B ed   -> ed left 0/3
        121999 W de  -> de left 0/2
        241998 B ff  -> ff left 0/2
        301998 W fe  -> fe left 0/1
        421997 B fg  -> fg left 0/1
        481996 W ef  -> ef left 0/1
        541995 B cc  -> cc left 0/1
        601995 W gg  -> !TimeUp
        601995 *     -> ended B+T left 0/1 0/0
        ",
    );
}

#[test]
fn main_time_and_periods_are_spent_in_one_turn() {
    let clock = byoyomi(5000, 3, 1000);
    let full = clock.full();
    for (elapsed_ms, main_ms, periods) in [
        (0, 5000, 3),
        (4999, 1, 3),
        (5000, 0, 3),
        (5999, 0, 3),
        (6000, 0, 2),
        (6999, 0, 2),
        (7000, 0, 1),
        (7999, 0, 1),
        (8000, 0, 0),
        (u64::MAX, 0, 0),
    ] {
        assert_eq!(
            clock.moved(full, elapsed_ms),
            TimeLeft { main_ms, periods, ..full },
            "after {elapsed_ms} ms"
        );
    }
    assert_eq!(clock.limit_ms(full), Some(8000));
}

#[test]
fn the_flag_falls_with_nobody_connected() {
    let mut setup = even(9);
    setup.clock = byoyomi(5000, 3, 1000);
    let table = Table::open(setup.clone());
    assert_eq!(table.game.limit(), Some(RoomMs(8000)));
    check(setup.clone(), "7999 * ->\n8000 * -> ended W+T left 0/0 5000/3");
    check(setup, "7999 B ee -> ee left 0/1\n8999 * ->\n15999 * -> ended B+T left 0/1 0/0");
}

#[test]
fn the_ending_move_wins_over_the_flag() {
    let mut setup = even(9);
    setup.clock = ClockSetup::Absolute { main_ms: 10_000 };
    let passes = "0 B pass\n9999 W pass -> pass left 1/0; agree #1 [] due 189999\n20000 * ->";
    check(setup.clone(), passes);
    check(setup, "9999 B resign -> ended W+R left 1/0 10000/0");
}

#[test]
fn a_game_whose_first_moves_do_not_come_is_aborted() {
    let mut setup = even(9);
    setup.first_move_ms = Some(30_000);
    check(
        setup.clone(),
        "
        29999 *     ->
        30000 B ee  -> !TimeUp
        30000 *     -> ended Void left 3570000/0 3600000/0
        ",
    );
    check(setup.clone(), "29999 B ee\n59998 * ->\n59999 * -> ended Void left 3570001/0 3570000/0");
    check(setup.clone(), "0 B pass\n29999 W ee\n3000000 * ->\n3629999 * -> ended W+T left 0/0 3570001/0");
    // Both limits in the same millisecond: the first moves were not played, and nobody loses.
    setup.clock = ClockSetup::Absolute { main_ms: 30_000 };
    check(setup.clone(), "30000 * -> ended Void left 0/0 30000/0");
    setup.clock = ClockSetup::Absolute { main_ms: 20_000 };
    check(setup, "19999 * ->\n20000 * -> ended W+T left 0/0 20000/0");
}

#[test]
fn each_freely_placed_stone_has_its_time() {
    let mut setup = handicap(9, 2, rules::Placement::Free);
    setup.first_move_ms = Some(30_000);
    check(setup.clone(), "29999 B ee\n59998 * ->\n59999 * -> ended Void left 3600000/0 3600000/0");
    check(
        setup.clone(),
        "29999 B ee\n59998 B gg\n89997 W cc -> cc left 3570001/0\n119997 * -> ended Void left 3570000/0 3570001/0",
    );
    setup.first_move_ms = None;
    check(setup, "3599999 * ->\n3600000 * -> ended W+T left 0/0 3600000/0");
}
