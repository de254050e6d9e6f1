//! The clock read aloud (读秒报时), exactly as the rules list it (RULES 6).

use rules::{ClockSetup, Game, GameEvent, Misplaced, Placement, RoomMs, Setup};

use crate::table::{Table, byoyomi, check, even, handicap};

fn read(main_ms: u64, periods: u16, period_s: u64) -> Setup {
    Setup { clock: byoyomi(main_ms, periods, period_s * 1000), ..even(9) }
}

/// The count of the last ten seconds that end a period at `second`.
fn count(second: u64, periods: u16) -> String {
    let nine: Vec<_> = (1..10).map(|n| format!("\"{n}\" at {} of {periods}", second - 10 + n)).collect();
    format!("{}; \"10\" at {second} of {}", nine.join("; "), periods - 1)
}

#[test]
fn a_minute_is_read_and_the_last_one_counted() {
    let last = count(60, 1);
    check(
        read(5000, 3, 60),
        &format!(
            "
            34999 ~  ->
            35000 ~  -> 30 of 3
            44999 ~  ->
            45000 ~  -> 40 of 3
            54999 ~  ->
            55000 ~  -> 50 of 3
            60000 ~  -> 55 of 3
            62999 ~  ->
            63000 ~  -> 58 of 3
            64999 ~  ->
            65000 ~  -> 60 of 2
            95000 ~  -> 30 of 2
            125000 ~ -> 40 of 2; 50 of 2; 55 of 2; 58 of 2; 60 of 1
            184999 ~ -> 30 of 1; 40 of 1; 50 of 1; {}
            185000 ~ -> \"10\" at 60 of 0; ended W+T left 0/0 5000/3
            ",
            last.rsplit_once("; ").unwrap().0,
        ),
    );
}

#[test]
fn shorter_periods_are_counted_whether_the_last_or_not() {
    let thirty = |periods| format!("10 of {periods}; 20 of {periods}; {}", count(30, periods));
    let ended = "ended W+T left 0/0 0/2";
    let rows = format!("30000 ~ -> {}\n60000 ~ -> {}; {ended}", thirty(2), thirty(1));
    check(read(0, 2, 30), &rows);
    let twenty = |periods| format!("10 of {periods}; {}", count(20, periods));
    check(read(0, 2, 20), &format!("20000 ~ -> {}\n40000 ~ -> {}; {ended}", twenty(2), twenty(1)));
    check(read(0, 2, 10), &format!("10000 ~ -> {}\n20000 ~ -> {}; {ended}", count(10, 2), count(10, 1)));
    check(read(0, 2, 10), "999 ~ ->\n1000 ~ -> \"1\" at 1 of 2\n1999 ~ ->\n2000 ~ -> \"2\" at 2 of 2");
}

#[test]
fn of_other_periods_the_end_is_told() {
    check(read(0, 2, 45), "44999 ~ ->\n45000 ~ -> 45 of 1\n90000 ~ -> 45 of 0; ended W+T left 0/0 0/2");
    let setup = Setup { clock: byoyomi(0, 2, 30_500), ..even(9) };
    check(setup, "30499 ~ ->\n30500 ~ -> 30 of 1\n61000 ~ -> 30 of 0; ended W+T left 0/0 0/2");
}

#[test]
fn a_move_ends_the_reading_and_the_next_turn_begins_anew() {
    check(
        read(0, 2, 60),
        "
        59999 ~       -> 30 of 2; 40 of 2; 50 of 2; 55 of 2; 58 of 2
        59999 B ee    -> ee left 0/2
        89999 ~       -> 30 of 2
        89999 W pass  -> pass left 0/2
        149998 ~      -> 30 of 2; 40 of 2; 50 of 2; 55 of 2; 58 of 2
        149999 ~      -> 60 of 1
        149999 B cc   -> cc left 0/1
        149999 ~      ->
        179999 ~      -> 30 of 2
        ",
    );
}

#[test]
fn ten_while_the_stone_is_being_played_counts_as_used() {
    let rows = format!("20000 ~ -> 10 of 2; {}\n20000 B ee -> ee left 0/1", count(20, 2));
    check(read(0, 2, 20), &rows);
}

#[test]
fn only_byoyomi_in_play_is_read() {
    let other = [
        ClockSetup::Absolute { main_ms: 60_000 },
        ClockSetup::Canadian { main_ms: 0, moves: 5, stint_ms: 60_000, carry_over: false },
        ClockSetup::Simple { move_ms: 60_000 },
    ];
    for clock in other {
        check(Setup { clock, ..even(9) }, "59999 ~ ->");
    }
    let placing = Setup { clock: byoyomi(0, 2, 60_000), ..handicap(9, 2, Placement::Free) };
    check(placing, "119999 ~ ->\n119999 B ee\n200000 ~ ->\n200000 B gg\n230000 ~ -> 30 of 2");
    // A limit of the first move that comes before a reading leaves nothing to read.
    let aborted = Setup { first_move_ms: Some(29_999), ..read(0, 2, 60) };
    check(aborted, "29998 ~ ->\n99999 ~ -> ended Void left 0/1 0/2");
}

#[test]
fn a_change_of_server_neither_repeats_nor_loses_a_reading() {
    let mut table = Table::open(read(0, 2, 60));
    table.run("30000 ~ -> 30 of 2");
    // The old server lived past the next reading and did not write it down any more.
    table.take(41_000, vec![table.game.restore(RoomMs(41_000), 11_000, 0)]);
    table.run(
        "
        41000 ~ -> 40 of 2
        64999 ~ ->
        65000 ~ -> 50 of 2
        ",
    );
    table.take(65_000, vec![table.game.restore(RoomMs(65_000), 0, 0)]);
    table.run("84999 ~ ->\n85000 ~ -> 55 of 2\n90000 ~ -> 58 of 2; 60 of 1");
    // The whole time had passed: what was not told is told at once, and then the flag falls.
    let mut table = Table::open(read(0, 1, 10));
    table.run("9000 ~ -> \"1\" at 1 of 1; \"2\" at 2 of 1; \"3\" at 3 of 1; \"4\" at 4 of 1; \"5\" at 5 of 1; \"6\" at 6 of 1; \"7\" at 7 of 1; \"8\" at 8 of 1; \"9\" at 9 of 1");
    table.take(12_000, vec![table.game.restore(RoomMs(12_000), 3000, 0)]);
    table.run("12000 ~ -> \"10\" at 10 of 0; ended W+T left 0/0 0/1");
}

#[test]
fn agreement_stops_the_reading_and_resumption_begins_a_turn() {
    let mut table = Table::open(read(0, 2, 60));
    table.agree(35_000, &[]);
    table.run("99999 ~ ->\n100000 W resume\n129999 ~ ->\n130000 ~ -> 30 of 2");
}

#[test]
fn a_journal_with_a_reading_out_of_place_is_refused() {
    let (mut game, _) = Game::open(read(0, 2, 60)).unwrap();
    let reading =
        |second, count, periods| GameEvent::Read { color: rules::Color::Black, second, count, periods };
    for wrong in [reading(40, None, 2), reading(30, None, 1), reading(30, Some(1), 2)] {
        assert_eq!(game.clone().apply(RoomMs(30_000), &wrong), Err(Misplaced::Reading));
    }
    let white = GameEvent::Read { color: rules::Color::White, second: 30, count: None, periods: 2 };
    assert_eq!(game.clone().apply(RoomMs(30_000), &white), Err(Misplaced::Reading));
    assert_eq!(game.apply(RoomMs(30_000), &reading(30, None, 2)), Ok(()));
    assert_eq!(game.apply(RoomMs(30_000), &reading(30, None, 2)), Err(Misplaced::Reading), "once");
}
