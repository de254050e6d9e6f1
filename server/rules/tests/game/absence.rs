//! An opponent who is away (RULES 6): what may be claimed, when, and by whom.

use rules::{ABSENCE_MS, ClockSetup, Outcome, Pauses, Placement, RoomMs, Setup};

use crate::requests::opened;
use crate::table::{Table, byoyomi, check, correspondence, even, handicap};

#[test]
fn the_limit_is_a_tenth_of_the_time_from_one_to_five_minutes() {
    assert_eq!(ABSENCE_MS, 60_000..=300_000);
    let fischer = |main_ms| ClockSetup::Fischer { main_ms, increment_ms: 5000, cap_ms: None };
    let stints = |main_ms, stint_ms| ClockSetup::Canadian { main_ms, moves: 5, stint_ms, carry_over: false };
    for (clock, limit) in [
        (ClockSetup::Absolute { main_ms: 599_999 }, Some(60_000)),
        (ClockSetup::Absolute { main_ms: 600_000 }, Some(60_000)),
        (ClockSetup::Absolute { main_ms: 600_010 }, Some(60_001)),
        (ClockSetup::Absolute { main_ms: 3_000_010 }, Some(300_000)),
        (byoyomi(600_000, 3, 30_000), Some(69_000)),
        (fischer(900_000), Some(90_000)),
        (stints(600_000, 300_000), Some(90_000)),
        (ClockSetup::Simple { move_ms: 30_000 }, Some(60_000)),
        (ClockSetup::Simple { move_ms: 90_000 }, Some(90_000)),
        (ClockSetup::Simple { move_ms: 900_000 }, Some(300_000)),
        (correspondence(3_600_000), None),
        (ClockSetup::Unlimited, None),
    ] {
        assert_eq!(clock.absence_ms(), limit, "{clock:?}");
    }
}

#[test]
fn the_game_may_be_claimed_at_the_limit_and_not_before() {
    check(
        even(9),
        "
        0 B ee
        0 W gg
        400000 W win                  -> !NotAbsent
        400000 W win away=0           -> !NotAbsent
        400000 W win away=299999      -> !NotAbsent
        400000 W halt away=299999     -> !NotAbsent
        400000 W win away=300000 ply=1 -> !StalePly
        400000 W win away=300000      -> ended W+F left 3200000/0 3600000/0
        400000 W win away=300000      -> !GameOver
        ",
    );
    let table = check(even(9), "0 B ee\n5 B win away=300000 -> ended B+F left 3600000/0 3599995/0");
    assert!(matches!(table.game.outcome(), Some(Outcome::Forfeit { .. })));
}

#[test]
fn nothing_is_claimed_in_ones_own_turn_or_out_of_the_play() {
    let mut table = opened(even(9));
    table.run("0 B win away=999999999 -> !OwnTurn\n0 B halt away=999999999 -> !OwnTurn");
    table.agree(0, &[]);
    table.run("0 B win away=999999 -> !WrongPhase\n0 W win away=999999 -> !WrongPhase");
    let mut table = Table::open(handicap(9, 2, Placement::Free));
    table.run("0 W win away=999999 -> !WrongPhase");
    // A flag that has fallen comes first.
    opened(Setup { clock: ClockSetup::Absolute { main_ms: 90_000 }, ..even(9) })
        .run("89999 W halt away=90000\n1000000 R continue\n1010001 W win away=90000 -> !TimeUp");
}

#[test]
fn who_is_away_in_a_game_of_days_is_not_away() {
    for clock in [correspondence(3_600_000), ClockSetup::Unlimited] {
        let mut table = opened(Setup { clock, ..even(9) });
        table.run("9000 W win away=3599999 -> !NotInThisGame\n9000 W halt away=3599999 -> !NotInThisGame");
    }
    // The limit is that of the clock of who is away.
    let mixed = Setup { white_clock: Some(ClockSetup::Unlimited), ..even(9) };
    let mut table = opened(mixed);
    table.run("0 W win away=299999 -> !NotAbsent\n0 B cc\n0 B win away=999999 -> !NotInThisGame");
}

/// A game that is not begun is aborted in its time, and nobody wins it.
#[test]
fn an_unbegun_game_is_not_claimed() {
    let setup = Setup { first_move_ms: Some(600_000), ..even(9) };
    check(
        setup,
        "
        0 W win away=400000       -> !WrongPhase
        400000 B ee
        400000 B halt away=400000 -> !WrongPhase
        400000 W gg
        400000 W win away=400000  -> ended W+F left 3200000/0 3600000/0
        ",
    );
}

#[test]
fn an_absence_may_be_called_a_pause_that_counts_like_one() {
    let pauses = Pauses { most: 1, length_ms: 60_000, adjourn: true };
    let mut table = opened(Setup { pauses, ..even(9) });
    table.run("400000 W halt away=300000 -> paused Absence until 460000");
    table.run("410000 W win away=310000 -> !Paused\n459999 * ->\n460000 * -> continued hold 470000");
    assert_eq!((table.game.pauses(), table.game.limit()), (1, Some(RoomMs(470_000 + 3_200_000))));
    table.run("480000 W halt away=370000 -> !TooOften\n480000 W win away=370000 -> ended W+F left 3190000/0 3600000/0");
    // Whoever is back says so, and play goes on.
    let mut table = opened(even(9));
    table.run("400000 W halt away=300000\n410000 B ask continue -> continued hold 420000\n425000 B cc -> cc left 3195000/0");
}

/// Who is to seal and goes away can be claimed against, like anybody to move.
#[test]
fn an_absence_before_the_sealing() {
    let mut table = opened(even(9));
    table.run("0 R adjourn\n400000 W halt away=300000 -> paused Absence until 1000000\n1000000 *");
    assert_eq!(table.game.to_seal(), Some(rules::Color::Black));
    table.run("1400000 W win away=300000 -> ended W+F left 2810000/0 3600000/0");
}
