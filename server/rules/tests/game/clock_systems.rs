//! Every system of clocks in whole games, to the millisecond on either side of each change (RULES 6).

use rules::{ClockSetup, Placement, RoomMs, Setup};

use crate::table::{Table, check, correspondence, even, handicap};

fn game(clock: ClockSetup) -> Setup {
    Setup { clock, ..even(9) }
}

#[test]
fn a_move_adds_the_increment_and_so_does_a_pass() {
    let setup = game(ClockSetup::Fischer { main_ms: 10_000, increment_ms: 5000, cap_ms: None });
    check(
        setup.clone(),
        "
        9999 B ee    -> ee left 5001/0
        19998 W pass -> pass left 5001/0
        24998 *      ->
        24998 B cc   -> cc left 5001/0
        29998 W gg   -> gg left 5001/0
        34999 B dd   -> !TimeUp
        34999 *      -> ended W+T left 0/0 5001/0
        ",
    );
    check(setup, "9999 B resign -> ended W+R left 1/0 10000/0");
}

#[test]
fn the_cap_limits_only_what_the_increment_adds() {
    let capped = |main_ms, cap| game(ClockSetup::Fischer { main_ms, increment_ms: 5000, cap_ms: Some(cap) });
    check(capped(10_000, 12_000), "0 B ee -> ee left 12000/0\n0 W gg\n3001 B cc -> cc left 12000/0");
    check(
        capped(20_000, 12_000),
        "
        0 B ee       -> ee left 20000/0
        7999 W gg    -> gg left 12001/0
        16000 B cc   -> cc left 12000/0
        16000 W dd   -> dd left 12001/0
        ",
    );
}

#[test]
fn a_stint_begins_with_the_move_that_uses_up_the_main_time() {
    let stint =
        |carry_over| game(ClockSetup::Canadian { main_ms: 10_000, moves: 2, stint_ms: 60_000, carry_over });
    check(
        stint(false),
        "
        9999 B ee    -> ee left 1/60000:2
        19999 W gg   -> gg left 0/60000:1
        20000 B cc   -> cc left 0/60000:1
        79999 W pass -> pass left 0/60000:2
        139998 B dd  -> dd left 0/60000:2
        199998 *     -> ended B+T left 0/60000:2 0/0
        ",
    );
    check(
        stint(true),
        "
        10001 B ee   -> ee left 0/59999:1
        10001 W pass -> pass left 10000/60000:2
        69999 B cc   -> cc left 0/60001:2
        79998 W dd   -> dd left 1/60000:2
        139998 B fe  -> fe left 0/1:1
        139998 W ff  -> ff left 1/60000:2
        139998 B resign -> ended W+R left 0/1:1 1/60000:2
        ",
    );
    let both = check(stint(true), "10000 B ee\n10000 W gg\n10000 B cc -> cc left 0/120000:2");
    assert_eq!(both.game.deadline(), Some(RoomMs(80_000)), "White has main time and a stint");
}

#[test]
fn each_move_has_its_time() {
    for clock in [ClockSetup::Simple { move_ms: 3_600_000 }, correspondence(3_600_000)] {
        check(
            game(clock),
            "
            3599999 B ee   -> ee left 3600000/0
            7199998 W pass -> pass left 3600000/0
            10799998 B cc  -> !TimeUp
            10799998 *     -> ended W+T left 0/0 3600000/0
            ",
        );
    }
}

#[test]
fn without_a_clock_nobody_loses_on_time() {
    let mut setup = game(ClockSetup::Unlimited);
    let table = check(setup.clone(), "9000000000000 * ->\n9000000000000 B ee -> ee left 0/0");
    assert_eq!(table.game.deadline(), None);
    setup.first_move_ms = Some(30_000);
    check(setup.clone(), "29999 * ->\n30000 * -> ended Void left 0/0 0/0");
    check(setup, "29999 B ee\n29999 W gg\n9000000 * ->");
    // A server that takes the game over has nothing to hold but the display.
    let mut table = Table::open(game(ClockSetup::Unlimited));
    table.take(5000, vec![table.game.restore(RoomMs(5000), 5000, 0)]);
    let running = table.game.running().unwrap();
    assert_eq!((running.elapsed_ms, running.from), (5000, RoomMs(20_000)));
    table.run("30000 B ee -> ee left 0/0");
}

#[test]
fn each_side_may_have_its_own_clock() {
    let white = ClockSetup::Fischer { main_ms: 5000, increment_ms: 1000, cap_ms: None };
    let mut setup = game(ClockSetup::Absolute { main_ms: 10_000 });
    setup.white_clock = Some(white);
    check(
        setup.clone(),
        "
        9999 B ee  -> ee left 1/0
        14998 W gg -> gg left 1001/0
        14999 *    -> ended W+T left 0/0 1001/0
        ",
    );
    check(setup, "0 B ee\n5000 * -> ended B+T left 10000/0 0/0");
}

#[test]
fn handicap_stones_cost_nothing() {
    let mut setup = handicap(9, 2, Placement::Free);
    setup.clock = ClockSetup::Fischer { main_ms: 10_000, increment_ms: 1000, cap_ms: None };
    check(setup.clone(), "9999 B ee\n19998 B gg\n19998 W cc\n19998 B dd -> dd left 11000/0");
    setup.clock = ClockSetup::Canadian { main_ms: 0, moves: 1, stint_ms: 10_000, carry_over: true };
    check(setup, "9999 B ee\n19998 B gg\n19998 W cc\n19999 B dd -> dd left 0/19999:1");
}

fn last_passes() -> Setup {
    game(ClockSetup::Byoyomi { main_ms: 0, periods: 2, period_ms: 10_000, last_passes: true })
}

#[test]
fn the_last_period_may_count_as_a_pass() {
    check(
        last_passes(),
        "
        10000 B ee     -> ee left 0/1
        20000 W claim  -> !WrongPhase
        30000 *        -> lapsed due 45000
        30000 W gg     -> !WrongPhase
        44999 B claim  -> !NotYourTurn
        44999 *        ->
        44999 W claim  -> pass left 0/1
        54999 *        -> lapsed due 69999
        69998 B claim  -> pass left 0/1; agree #1 [] due 249998
        ",
    );
    check(
        last_passes(),
        "20000 * -> lapsed due 35000\n35000 B claim -> !TimeUp\n35000 * -> ended W+T left 0/0 0/2",
    );
    check(last_passes(), "20000 *\n20001 B resign -> ended W+R left 0/0 0/2");
    check(last_passes(), "20000 *\n20001 B pass -> !WrongPhase\n20001 B claim ply=1 -> !StalePly");
}

#[test]
fn a_takeover_leaves_time_to_ask_for_the_pass() {
    let mut table = check(last_passes(), "20000 * -> lapsed due 35000");
    table.take(30_000, vec![table.game.restore(RoomMs(30_000), 10_000, 0)]);
    table.run("49999 * ->\n49999 B claim -> pass left 0/1");
}

#[test]
fn who_does_not_sit_at_the_board_has_longer_to_answer() {
    let days = 24 * 3_600_000;
    let table = check(game(correspondence(3 * days)), "0 B pass\n0 W pass");
    assert_eq!(table.game.deadline(), Some(RoomMs(3 * days)));
    let table = check(game(ClockSetup::Unlimited), "0 B pass\n0 W pass");
    assert_eq!(table.game.deadline(), Some(RoomMs(days)));
}

#[test]
fn the_official_time_limit_has_its_last_minutes_read() {
    let minutes = |n: u64| n * 60_000;
    let read = |main, periods| {
        Some(ClockSetup::Byoyomi { main_ms: minutes(main), periods, period_ms: 60_000, last_passes: false })
    };
    assert_eq!(ClockSetup::time_limit(minutes(165), 5), read(160, 5));
    assert_eq!(ClockSetup::time_limit(minutes(5), 5), read(0, 5));
    assert_eq!(ClockSetup::time_limit(minutes(4), 5), None);
    assert_eq!(ClockSetup::time_limit(minutes(90), 0), Some(ClockSetup::Absolute { main_ms: minutes(90) }));
}
