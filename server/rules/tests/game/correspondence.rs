//! 通信棋 in whole games: days that do not count, vacations, and what sleeps.

use proptest::prelude::*;
use rules::{Action, ClockSetup, Color, Game, GameEvent, Phase, Refusal, RoomMs, Setup, VACATIONS};

use crate::table::{Table, byoyomi, check, correspondence, even};

const DAY: u64 = 86_400_000;
/// Friday 2026-05-08 00:00 by Universal Time.
const FRIDAY: i64 = 1_778_198_400_000;

/// Two days a move, from a Friday.
fn days(weekend_stop: bool, vacation_days: u16) -> Setup {
    let clock = ClockSetup::Correspondence { move_ms: 2 * DAY, weekend_stop, vacation_days };
    Setup { clock, wall_ms: Some(FRIDAY), ..even(9) }
}

#[test]
fn the_clock_stands_at_the_weekend() {
    check(
        days(true, 0),
        "
        345599999 B ee -> ee left 172800000/0
        345600000 W cc -> cc left 172800000/0
        ",
    );
    // Friday and Monday: the flag falls on Tuesday 00:00, not on Sunday.
    check(days(true, 0), "345599999 * ->\n345600000 * -> ended W+T left 0/0 172800000/0");
    check(days(false, 0), "172800000 * -> ended W+T left 0/0 172800000/0");
    // Without knowing the date, no day is left out.
    let undated = Setup { wall_ms: None, ..days(true, 0) };
    check(undated, "172800000 * -> ended W+T left 0/0 172800000/0");
}

#[test]
fn each_side_has_its_own_calendar() {
    let setup = Setup { white_clock: Some(correspondence(2 * DAY)), ..days(true, 0) };
    check(setup, "345599999 B ee\n518399998 *  ->\n518399999 * -> ended B+T left 172800000/0 0/0");
}

#[test]
fn a_vacation_stops_ones_own_clock_and_is_used_up() {
    check(
        days(false, 3),
        "
        100 B home       -> !NotOnVacation
        1000 B away      -> Black away until 259201000
        1001 B away      -> !OnVacation
        86401000 B home  -> Black back, 172800000 left
        259199999 *      ->
        259199999 B ee   -> ee left 172800000/0
        ",
    );
    // All three days: the flag falls as much later, to the millisecond.
    check(
        days(false, 3),
        "
        1000 B away      -> Black away until 259201000
        259200999 *      ->
        259201000 *      -> Black back, 0 left
        259201001 B away -> !NoVacation
        431999999 *      ->
        432000000 *      -> ended W+T left 0/0 172800000/0
        ",
    );
    // A server that comes late tells one after the other, and nothing is charged twice.
    check(days(false, 3), "1000 B away\n900000000 * -> Black back, 0 left; ended W+T left 0/0 172800000/0");
    check(days(false, 0), "1000 B away -> !NoVacation");
    check(Setup { clock: ClockSetup::Unlimited, ..even(9) }, "1000 W away -> !NoVacation");
}

#[test]
fn what_waits_for_a_vacation_and_a_call_at_once_waits_once() {
    let agreed = |script: &str| {
        let mut table = Table::open(days(false, 3));
        table.run(&format!("0 B pass\n0 W pass\n{script}"));
        table.game.agreement().unwrap().due.0
    };
    let usual = agreed("");
    // Each by itself, and one after the other; from the end of a call there is at least a whole move's time.
    assert_eq!(agreed("1000 B away\n3000 B home"), usual + 2000);
    assert_eq!(agreed("1000 B call\n3000 B uncall"), usual + 3000);
    assert_eq!(agreed("1000 B call\n3000 B uncall\n4000 B away\n5000 B home"), usual + 4000);
    // One within the other, and one that begins before the other's end.
    assert_eq!(agreed("1000 B call\n2000 B away\n4000 B home\n9000 B uncall"), usual + 9000);
    assert_eq!(agreed("1000 B away\n2000 W call\n4000 W uncall\n9000 B home"), usual + 9000);
    assert_eq!(agreed("1000 B call\n2000 B away\n4000 B uncall\n9000 B home"), usual + 9000);
    assert_eq!(agreed("1000 B away\n2000 B call\n4000 B home\n9000 B uncall"), usual + 9000);
}

#[test]
fn a_vacation_of_the_other_side_stops_nothing() {
    check(
        days(false, 3),
        "0 W away -> White away until 259200000\n172800000 * -> ended W+T left 0/0 172800000/0",
    );
    // It goes on when the turn comes, and who is away may play.
    check(
        days(false, 3),
        "
        0 W away
        86400000 B ee
        172800000 W cc  -> cc left 172800000/0
        172800000 W home -> White back, 86400000 left
        ",
    );
}

#[test]
fn a_vacation_over_a_weekend_costs_its_days_and_saves_only_those_that_count() {
    // Away from Friday noon to Monday noon: half of Friday and half of Monday are left out.
    check(
        days(true, 3),
        "
        43200000 B away   -> Black away until 302400000
        302400000 *       -> Black back, 0 left
        431999999 *       ->
        432000000 *       -> ended W+T left 0/0 172800000/0
        ",
    );
}

#[test]
fn what_is_due_outside_the_clocks_waits_too() {
    let mut table =
        check(days(false, 3), "0 B pass\n0 W pass -> pass left 172800000/0; agree #1 [] due 172800000");
    table.run(
        "
        1000 B away      -> Black away until 259201000
        172800000 *      ->
        172801000 B home -> Black back, 86400000 left
        345599999 *      ->
        345600000 *      -> asked again due 518400000
        ",
    );
    // One that is under way when the phase opens counts as well, and Saturdays and Sundays are none of it.
    check(
        days(false, 3),
        "0 B away\n0 B pass\n86400000 W pass -> pass left 172800000/0; agree #1 [] due 432000000",
    );
    check(days(true, 0), "0 B pass\n0 W pass -> pass left 172800000/0; agree #1 [] due 345600000");
}

#[test]
fn vacations_are_not_without_number() {
    let mut table = Table::open(days(false, 3));
    for n in 0..u64::from(VACATIONS) {
        table.run(&format!("{} B away\n{} B home", 2 * n, 2 * n + 1));
    }
    table.run("200 B away -> !TooOften\n200 W away");
}

#[test]
fn an_outage_moves_the_days_and_charges_nothing() {
    let mut table = Table::open(days(true, 0));
    // Half a Friday was served; the next server begins on Monday at noon, and it is 2.5 days later by the wall.
    let monday_noon = FRIDAY + 3 * 86_400_000 + 43_200_000;
    table.take(DAY / 2, vec![Game::woken(RoomMs(DAY / 2), DAY / 2, 3 * DAY, monday_noon)]);
    assert_eq!(table.game.wall_ms(RoomMs(DAY / 2)), Some(monday_noon));
    // A day and a half are left: to the end of Tuesday.
    table.run("172799999 * ->\n172800000 * -> ended W+T left 0/0 172800000/0");
}

#[test]
fn a_wall_clock_that_jumps_back_gives_and_takes_nothing() {
    let mut table = Table::open(days(false, 0));
    table.take(DAY, vec![Game::woken(RoomMs(DAY), DAY, 0, FRIDAY - 900 * 86_400_000)]);
    table.run("172799999 * ->\n172800000 * -> ended W+T left 0/0 172800000/0");
}

#[test]
fn rests_when_nobody_sits_through_it() {
    let rests =
        |clock, white_clock| Game::open(Setup { clock, white_clock, ..even(9) }).unwrap().0.rests(RoomMs(0));
    assert!(rests(correspondence(DAY), None) && rests(ClockSetup::Unlimited, Some(correspondence(DAY))));
    assert!(!rests(byoyomi(0, 1, 1000), None) && !rests(correspondence(DAY), Some(byoyomi(0, 1, 1000))));
    let over = check(days(false, 0), "0 B resign").game;
    assert!(!over.rests(RoomMs(0)), "what is over is nobody's");
}

#[test]
fn a_vacation_that_cannot_be_is_no_journal() {
    let (_, opened) = Game::open(days(false, 3)).unwrap();
    let began = |until| GameEvent::VacationBegan { by: Color::Black, until: RoomMs(until) };
    let ended = |left_ms| GameEvent::VacationEnded { by: Color::Black, left_ms };
    let replay = |events: &[GameEvent]| {
        let journal = std::iter::once((RoomMs(0), opened.clone()));
        Game::replay(journal.chain(events.iter().map(|event| (RoomMs(5), event.clone()))))
    };
    let all = 3 * DAY + 5;
    replay(&[began(all), ended(3 * DAY), began(all)]).unwrap();
    for bad in
        [vec![began(all + 1)], vec![ended(0)], vec![began(all), began(all)], vec![began(all), ended(7)]]
    {
        replay(&bad).expect_err("no such vacation");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The deadline is the first hour by which a clock that is looked at hour by hour has run out.
    #[test]
    fn an_hour_by_hour_clock_falls_at_the_same_hour(
        zero in 0_i64..168,
        weekend_stop: bool,
        move_hours in 1_u64..240,
        begin in proptest::option::of(0_u64..200),
        stay in 1_u64..200,
    ) {
        const HOUR: u64 = 3_600_000;
        let clock = ClockSetup::Correspondence { move_ms: move_hours * HOUR, weekend_stop, vacation_days: 5 };
        let zero_ms = FRIDAY + zero * 3_600_000;
        let (mut game, _) = Game::open(Setup { clock, wall_ms: Some(zero_ms), ..even(9) }).unwrap();
        let (mut used, mut budget, mut away) = (0, 120_u64, false);
        for hour in 0_u64.. {
            let now = RoomMs(hour * HOUR);
            if away && budget == 0 {
                away = false;
            }
            if used == move_hours {
                prop_assert_eq!(game.limit(), Some(now));
                break;
            }
            for event in game.expire(now) {
                let ended = matches!(event, GameEvent::VacationEnded { .. });
                prop_assert!(ended && !away, "{event:?} at hour {hour}");
                game.evolve(now, &event);
            }
            if begin == Some(hour) {
                act(&mut game, Action::BeginVacation, now).unwrap();
                away = true;
            } else if begin.is_some_and(|begin| begin + stay == hour) {
                let home = act(&mut game, Action::EndVacation, now);
                prop_assert_eq!(home.is_ok(), away);
                away = false;
            }
            let day = (4 * 24 + u64::try_from(zero).unwrap() + hour) / 24 % 7;
            used += u64::from(!(away || weekend_stop && day >= 5));
            budget -= u64::from(away);
        }
        prop_assert_eq!(game.phase(), Phase::Play);
    }
}

fn act(game: &mut Game, action: Action, now: RoomMs) -> Result<(), Refusal> {
    for event in game.decide(Color::Black, &action, now)? {
        game.evolve(now, &event);
    }
    Ok(())
}
