//! Coming late to a scheduled game (RULES 6), to the millisecond.

use rules::{
    APPOINTMENT_MS, Appointment, BadSetup, ClockSetup, Outcome, Phase, Placement, Preset, RoomMs, Seat,
    Setup, Venue, Winner,
};

use crate::table::{Table, byoyomi, check, even, handicap};
use crate::tell::left;

const START_MS: u64 = 1_000_000;
const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;

/// A game of three hours that is to begin at [`START_MS`].
fn scheduled(venue: Venue) -> Setup {
    let appointment = Some(Appointment { start: RoomMs(START_MS), venue });
    Setup { appointment, clock: ClockSetup::Absolute { main_ms: 3 * HOUR_MS }, ..even(9) }
}

fn timed(venue: Venue, clock: ClockSetup) -> Setup {
    Setup { clock, ..scheduled(venue) }
}

/// Black is there at the start; White comes so late.
fn white_late(setup: Setup, late_ms: u64) -> (Table, String) {
    let mut table = Table::open(setup);
    table.run(&format!("{START_MS} * here=B -> started with Black"));
    let told = table.row(&format!("{} W arrive", START_MS + late_ms));
    table.replays();
    (table, told)
}

#[test]
fn the_game_begins_at_its_time_when_both_are_there() {
    let mut table = Table::open(scheduled(Venue::Remote));
    assert_eq!((table.game.phase(), table.game.deadline()), (Phase::Waiting, Some(RoomMs(START_MS))));
    table.run(
        "
        0 B ee              -> !WrongPhase
        0 B pass            -> !WrongPhase
        0 B ask draw        -> !WrongPhase
        0 B ask continue    -> !WrongPhase
        0 B win away=999999 -> !WrongPhase
        0 R pause           -> !WrongPhase
        0 R adjourn         -> !WrongPhase
        0 R back 0          -> !WrongPhase
        0 R stones          -> !WrongPhase
        0 B arrive          ->
        999999 * here=BW    ->
        1000000 * here=BW   -> started with both
        1000000 W arrive    ->
        1005000 B ee        -> ee left 10795000/0
        ",
    );
}

#[test]
fn twice_the_lateness_comes_off_the_time_remote_and_in_one_place() {
    for venue in [Venue::Remote, Venue::Same] {
        for (late_ms, left_ms) in [(0, 10_800_000), (1, 10_799_998), (15 * MINUTE_MS, 9_000_000)] {
            let (mut table, told) = white_late(scheduled(venue), late_ms);
            assert_eq!(told, format!("White comes {late_ms} late left {left_ms}/0"), "{venue:?}");
            // One start for both: Black's clock runs from when both are there.
            let at = START_MS + late_ms;
            table.run(&format!("{} B ee -> ee left 10799000/0", at + 1000));
            table.run(&format!("{} W gg -> gg left {}/0", at + 3000, left_ms - 2000));
        }
    }
}

#[test]
fn the_last_moment_of_each_venue() {
    for (venue, last_ms, left_ms) in [
        (Venue::Remote, 60 * MINUTE_MS, 3_600_000),
        (Venue::Same, 15 * MINUTE_MS, 9_000_000),
        (Venue::Campus, 20 * MINUTE_MS - 1, 10_800_000),
    ] {
        let (table, told) = white_late(scheduled(venue), last_ms);
        assert_eq!(told, format!("White comes {last_ms} late left {left_ms}/0"), "{venue:?}");
        assert_eq!(table.game.phase(), Phase::Play);
        let (mut table, told) = white_late(scheduled(venue), last_ms + 1);
        assert_eq!((told.as_str(), table.game.phase()), ("", Phase::Waiting), "{venue:?}: too late");
        assert_eq!(table.game.deadline(), Some(RoomMs(START_MS + last_ms + 1)));
        table.run(&format!("{} * ->", START_MS + last_ms));
        table.run(&format!("{} * -> ended B+F left 10800000/0 10800000/0", START_MS + last_ms + 1));
    }
}

#[test]
fn under_the_older_rules_lateness_is_deducted_once() {
    let old = |venue| Setup {
        preset: Preset::Chinese1988,
        rules: Preset::Chinese1988.rules(0),
        ..scheduled(venue)
    };
    for (venue, left_ms) in [
        (Venue::Remote, 10_200_000),
        (Venue::Same, 10_200_000),
        (Venue::Campus, 10_800_000),
        (Venue::Reading, 10_200_000),
    ] {
        let (_, told) = white_late(old(venue), 600_000);
        assert_eq!(told, format!("White comes 600000 late left {left_ms}/0"), "{venue:?}");
    }
    // With an hour of time, exactly an hour exhausts it.
    let setup = Setup { clock: ClockSetup::Absolute { main_ms: HOUR_MS }, ..old(Venue::Remote) };
    assert_eq!(white_late(setup.clone(), HOUR_MS - 1).1, "White comes 3599999 late left 1/0");
    assert_eq!(white_late(setup, HOUR_MS).1, "");
}

#[test]
fn the_deduction_comes_from_main_and_then_from_the_periods_and_may_exhaust_them() {
    let official = || timed(Venue::Remote, byoyomi(10 * MINUTE_MS, 3, MINUTE_MS));
    for (late_ms, wanted) in [
        (299_999, "2/3"),
        (300_000, "0/3"),
        (329_999, "0/3"),
        (330_000, "0/2"),
        (360_000, "0/1"),
        (389_999, "0/1"),
    ] {
        let (table, told) = white_late(official(), late_ms);
        assert_eq!(told, format!("White comes {late_ms} late left {wanted}"));
        assert_eq!(left(table.game.times().white), wanted);
    }
    let (mut table, told) = white_late(official(), 390_000);
    assert_eq!((told.as_str(), table.game.deadline()), ("", Some(RoomMs(START_MS + 390_000))));
    table.run("1390000 * -> ended B+F left 600000/3 600000/3");
    // An odd limit: the millisecond that exhausts it.
    let odd = timed(Venue::Same, ClockSetup::Absolute { main_ms: 60_001 });
    assert_eq!(white_late(odd.clone(), 30_000).1, "White comes 30000 late left 1/0");
    assert_eq!(white_late(odd, 30_001).1, "");
    let fischer = ClockSetup::Fischer { main_ms: 60_000, increment_ms: 5000, cap_ms: None };
    assert_eq!(white_late(timed(Venue::Same, fischer), 10_000).1, "White comes 10000 late left 40000/0");
    let stints = ClockSetup::Canadian { main_ms: 10_000, moves: 5, stint_ms: 60_000, carry_over: false };
    assert_eq!(white_late(timed(Venue::Same, stints), 10_000).1, "White comes 10000 late left 0/50000:5");
    let none = timed(Venue::Same, ClockSetup::Unlimited);
    assert_eq!(white_late(none.clone(), 15 * MINUTE_MS).1, "White comes 900000 late left 0/0");
    assert_eq!(white_late(none, 15 * MINUTE_MS + 1).1, "");
}

#[test]
fn the_periods_are_read_against_who_is_absent_in_a_fast_game() {
    let fast = || timed(Venue::Reading, byoyomi(0, 3, 30_000));
    for (late_ms, periods) in [(29_999, 3), (30_000, 2), (59_999, 2), (60_000, 1), (89_999, 1)] {
        let (mut table, told) = white_late(fast(), late_ms);
        assert_eq!(told, format!("White comes {late_ms} late left 0/{periods}"));
        // What is used stays used; a whole period is read for the first move.
        let at = START_MS + late_ms;
        table.run(&format!("{at} B ee\n{} W gg -> gg left 0/{periods}", at + 29_999));
    }
    let (mut table, told) = white_late(fast(), 90_000);
    assert_eq!(told, "");
    table.run("1089999 * ->\n1090000 * -> ended B+F left 0/3 0/0");
}

#[test]
fn both_late_each_pays_by_the_same_rule() {
    let wait = || check(scheduled(Venue::Remote), "1000000 * -> started with nobody");
    wait().run(
        "
        1060000 W arrive -> White comes 60000 late left 10680000/0
        1060000 W arrive ->
        1120000 B arrive -> Black comes 120000 late left 10560000/0
        1121000 B ee     -> ee left 10559000/0
        ",
    );
    // One comes, the other does not.
    wait().run("1060000 B arrive\n4600000 * ->\n4600001 * -> ended B+F left 10680000/0 10800000/0");
    wait().run("4600000 W arrive\n4600001 * -> ended W+F left 10800000/0 3600000/0");
    // Neither comes: both lose.
    let mut table = wait();
    table.run("4600000 * ->\n4600001 * -> Black is too late; ended Void left 10800000/0 10800000/0");
    assert_eq!(table.game.outcome(), Some(Outcome::BothLose));
    assert_eq!(table.game.outcome().unwrap().winner(), Winner::BothLose);
}

#[test]
fn sides_with_their_own_clocks_are_too_late_at_their_own_times() {
    let setup = || {
        let white_clock = Some(ClockSetup::Absolute { main_ms: 20 * MINUTE_MS });
        let clock = ClockSetup::Absolute { main_ms: 10 * MINUTE_MS };
        Setup { white_clock, ..timed(Venue::Remote, clock) }
    };
    let start = "1000000 * -> started with nobody\n1300000 * -> Black is too late";
    let mut table = check(setup(), start);
    assert_eq!((table.game.seats().black, table.game.seats().white), (Seat::Forfeited, Seat::Empty));
    table.run("1300001 B arrive ->\n1300001 B resign -> !WrongPhase");
    table.run("1599999 W arrive -> White comes 599999 late left 2/0; ended W+F left 600000/0 2/0");
    check(setup(), start)
        .run("1599999 * ->\n1600000 W arrive ->\n1600000 * -> ended Void left 600000/0 1200000/0");
    // Who has not come may resign from elsewhere, as long as it has not lost.
    check(setup(), start).run("1400000 W resign -> ended B+R left 600000/0 1200000/0");
}

#[test]
fn free_handicap_stones_are_placed_when_both_are_there() {
    let setup = Setup {
        handicap: 2,
        placement: Placement::Free,
        rules: Preset::Chinese.rules(2),
        ..scheduled(Venue::Remote)
    };
    let mut table = check(setup, "1000000 * here=W -> started with White\n1001000 B arrive");
    assert_eq!(table.game.phase(), Phase::Placing);
    table.run("1001000 B cc -> placed cc\n1001000 B gg -> placed gg\n1002000 W ee -> ee left 10799000/0");
}

#[test]
fn a_referee_may_set_the_clocks_and_rule_before_the_start() {
    let mut table =
        check(scheduled(Venue::Remote), "0 R clock W 600000/0\n0 R add W 60000\n1000000 * here=B");
    table.run("1330000 W arrive ->\n1329999 W arrive -> White comes 329999 late left 2/0");
    check(scheduled(Venue::Remote), "0 R result Black -> ended B+ left 10800000/0 10800000/0");
    check(scheduled(Venue::Remote), "0 B resign -> ended W+R left 10800000/0 10800000/0");
    check(
        scheduled(Venue::Remote),
        "0 R warn B\n0 R warn B -> Black is warned; ended W+F left 10800000/0 10800000/0",
    );
}

/// Nobody is late because there was no server, or while the players find back to the new one.
#[test]
fn an_outage_makes_nobody_late() {
    let mut table = check(scheduled(Venue::Remote), "5000 S restore\n999000 S restore");
    assert_eq!(
        (table.game.start(), table.game.deadline()),
        (Some(RoomMs(1_014_000)), Some(RoomMs(1_014_000)))
    );
    table.run("1014000 * here=B -> started with Black\n1020000 S restore");
    assert_eq!(table.game.start(), Some(RoomMs(1_029_000)));
    // What it was late before stays; the time in which it could not come, and the hold, are not counted.
    table.run("1030000 W arrive -> White comes 6000 late left 10788000/0");
    // It was due when the server was lost.
    let mut table = check(scheduled(Venue::Remote), "1000000 S restore");
    assert_eq!(table.game.deadline(), Some(RoomMs(1_015_000)));
    // Who had lost already has lost.
    table.run("1015000 *\n4615001 S restore\n4615001 * here=BW -> Black is too late; ended Void left 10800000/0 10800000/0");
}

#[test]
fn an_appointment_has_its_bounds() {
    let at = |start| Setup {
        appointment: Some(Appointment { start: RoomMs(start), venue: Venue::Campus }),
        ..even(9)
    };
    assert_eq!(at(APPOINTMENT_MS).check(), Ok(()));
    assert_eq!(at(APPOINTMENT_MS + 1).check(), Err(BadSetup::Appointment));
    let both = Setup { first_move_ms: Some(30_000), ..at(0) };
    assert_eq!(both.check(), Err(BadSetup::Appointment));
    let pauses =
        |most, length_ms| Setup { pauses: rules::Pauses { most, length_ms, adjourn: false }, ..even(9) };
    for (setup, wanted) in [
        (pauses(20, 60_000), Ok(())),
        (pauses(0, 3_600_000), Ok(())),
        (pauses(21, 60_000), Err(BadSetup::Pauses)),
        (pauses(1, 59_999), Err(BadSetup::Pauses)),
        (pauses(1, 3_600_001), Err(BadSetup::Pauses)),
    ] {
        assert_eq!(setup.check(), wanted);
    }
    assert_eq!(handicap(9, 2, Placement::Free).check(), Ok(()));
}
