//! Every stop has its end (RULES 6): play goes on at the moment that was agreed or ruled, and at the latest of all
//! otherwise, whoever is there; and asking for it again and again is limited.

use rules::{Color, Pauses, Phase, REQUESTS_A_STOP, RoomMs, STOP_MS, Setup};

use crate::requests::opened;
use crate::table::{Table, check, correspondence, even};

const DAY_MS: u64 = 86_400_000;
/// The latest moment of a stop that begins at 5000.
const LATEST_MS: u64 = 90 * DAY_MS + 5000;

#[test]
fn an_adjournment_ends_at_the_moment_that_was_agreed() {
    let mut table = opened(even(9));
    table.run(
        "
        1000 B ask adjourn until=86400000 -> Black asks #1 Adjourn until 86400000 due 121000
        2000 W yes   -> #1 Accepted; adjourning until 86400000
        2000 B seal  -> sealed left 3598000/0
        2001 S restore
        86399999 *   ->
        86400000 W ask continue -> !TimeUp
        86400000 *   -> continued hold 86410000
        86400000 S reveal cc -> cc left 3598000/0
        86412000 W dd -> dd left 3598000/0
        ",
    );
    // Both may go on before.
    let mut table = opened(even(9));
    table.run("1000 B ask adjourn until=86400000\n2000 W yes\n2000 B seal\n3000 W ask continue\n4000 B yes");
    assert_eq!((table.game.stopped(), table.game.adjourns_until()), (None, None));
}

/// With nobody there the clock simply runs, and in the end the flag falls.
#[test]
fn nobody_need_come_back() {
    let mut table = opened(even(9));
    table
        .run("5000 R adjourn until=65000 -> adjourning until 65000\n5000 B seal\n65000 *\n65000 S reveal cc");
    assert_eq!(table.game.to_move(), Some(Color::White));
    table.run("3674999 * ->\n3675000 * -> ended B+T left 3595000/0 0/0");
}

#[test]
fn where_nobody_has_said_when_it_is_the_latest_moment() {
    let adjourned = || check(even(9), "0 B ee\n0 W gg\n5000 R adjourn\n5000 B seal");
    let paused = || check(even(9), "0 B ee\n0 W gg\n5000 R pause");
    for mut table in [adjourned(), paused()] {
        assert_eq!(table.game.stopped().unwrap().until, RoomMs(LATEST_MS));
        assert_eq!(table.game.deadline(), Some(RoomMs(LATEST_MS)));
        let at = LATEST_MS - 1;
        table.run(&format!("{at} * ->\n{LATEST_MS} * -> continued hold {}", LATEST_MS + 10_000));
    }
    assert_eq!(*STOP_MS.end(), 90 * DAY_MS);
}

/// What has become too early by the time that the move is sealed is over at once.
#[test]
fn a_moment_that_has_passed_when_the_move_is_sealed() {
    let mut table = opened(even(9));
    table.run(
        "0 R adjourn until=60000\n70000 B seal -> sealed left 3530000/0\n70000 * -> continued hold 80000",
    );
    // An adjournment that was called off takes its moment with it.
    let mut table = opened(even(9));
    table.run("0 R adjourn until=60000\n0 R continue\n1000 R adjourn\n1000 B seal");
    assert_eq!(table.game.stopped().unwrap().until, RoomMs(90 * DAY_MS + 1000));
}

#[test]
fn a_pause_may_be_agreed_to_end_sooner() {
    let pauses = Pauses { most: 3, length_ms: 600_000, adjourn: true };
    let mut table = opened(Setup { pauses, ..even(9) });
    table.run(
        "
        0 B ask pause until=59999  -> !BadMoment
        0 B ask pause until=600001 -> !BadMoment
        0 B ask pause until=0      -> !BadMoment
        0 B ask pause until=90000  -> Black asks #1 Pause until 90000 due 90000
        0 W ask pause until=80000  -> White asks #2 Pause until 80000 due 80000
        80000 *                    -> #2 Expired
        80000 W ask pause until=90000 -> !BadMoment
        89999 W yes n=1            -> #1 Accepted; paused Agreed until 90000
        90000 *                    -> continued hold 100000
        100000 B ask pause until=700000
        100000 W ask pause until=700000 -> #3 Accepted; paused Agreed until 700000
        ",
    );
}

#[test]
fn a_moment_has_its_bounds() {
    let mut table = opened(even(9));
    for (ahead_ms, accepted) in [
        (0, false),
        (*STOP_MS.start() - 1, false),
        (*STOP_MS.start(), true),
        (*STOP_MS.end(), true),
        (*STOP_MS.end() + 1, false),
        (u64::MAX - 5000, false),
    ] {
        let until = 5000 + ahead_ms;
        for command in ["B ask adjourn", "R pause", "R adjourn"] {
            let told = table.row(&format!("5000 {command} until={until}"));
            assert_eq!(told != "!BadMoment", accepted, "{command} {ahead_ms}: {told}");
            if accepted {
                table.run(if command == "B ask adjourn" { "5000 B withdraw" } else { "5000 R continue" });
            }
        }
    }
    for what in ["undo", "draw", "time"] {
        assert_eq!(table.row(&format!("5000 B ask {what} until=900000")), "!BadMoment");
    }
    table.run("5000 R pause until=900000\n5000 R continue\n5000 R adjourn\n5000 B ask continue until=900000 -> !BadMoment");
}

/// Silence does not close a request that is closed already, and a server that is lost moves an appointed
/// moment no further than people need to find back.
#[test]
fn an_outage_does_not_move_an_appointed_moment() {
    let stopped =
        || check(even(9), "0 B ee\n0 W gg\n5000 R pause until=905000 -> paused Referee until 905000");
    let mut table = stopped();
    table.run("600000 S restore");
    assert_eq!(table.game.stopped().unwrap().until, RoomMs(905_000));
    table.run("900000 S restore\n914999 * ->\n915000 * -> continued hold 925000");
    // It was due when the server was lost: people find back first.
    let mut table = stopped();
    table.run("905000 S restore\n919999 * ->\n920000 *");
    assert_eq!(table.game.appointed(), None);
}

#[test]
fn a_game_that_waits_for_a_moment_need_not_be_awake() {
    let mut table = opened(even(9));
    let rests = |table: &Table| (table.game.rests(RoomMs(0)), table.game.appointed());
    assert_eq!(rests(&table), (false, None));
    table.run("0 R pause until=900000");
    assert_eq!(rests(&table), (true, Some(RoomMs(900_000))));
    table.run("0 R continue\n0 R adjourn until=900000");
    assert_eq!(rests(&table), (false, None), "the clock runs");
    table.run("0 B seal");
    assert_eq!(rests(&table), (true, Some(RoomMs(900_000))));
    table.run("0 R continue\n0 S reveal cc\n0 B ask pause\n0 W yes");
    assert_eq!(rests(&table), (false, None), "a short pause is sat through");
    let mut table = check(Setup { clock: correspondence(DAY_MS), ..even(9) }, "0 R pause until=900000");
    assert_eq!(rests(&table), (true, Some(RoomMs(900_000))));
    table.run("900000 *");
    assert_eq!(rests(&table), (true, None), "and sleeps on by its own days");
}

#[test]
fn asking_to_go_on_is_limited_for_each_stop() {
    let mut table = check(even(9), "0 B ee\n0 W gg\n0 R adjourn\n0 B seal");
    let mut now = 0;
    for _ in 0..REQUESTS_A_STOP {
        table.run(&format!("{now} W ask continue\n{now} B no\n{now} W ask continue -> !TooOften"));
        now += 120_000;
    }
    table.run(&format!("{now} W ask continue -> !TooOften"));
    // The other side has its own, and after the next stop both have theirs anew.
    table.run(&format!("{now} B ask continue\n{now} W yes\n{now} S reveal cc"));
    now += 20_000;
    table.run(&format!("{now} R adjourn\n{now} W seal\n{now} W ask continue"));
    assert_eq!(table.game.phase(), Phase::Play);
}
