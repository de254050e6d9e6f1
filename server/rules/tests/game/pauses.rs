//! Pauses (暂停; RULES 6): the clocks stand, and stand where they stood.

use rules::{
    CONTINUE_HOLD_MS, ClockSetup, Color, Pauses, Phase, Placement, Preset, Repetition, RoomMs, Setup,
};

use crate::requests::opened;
use crate::table::{Table, byoyomi, check, correspondence, even, handicap};

/// One clock of each system.
pub(crate) fn systems() -> [ClockSetup; 7] {
    [
        ClockSetup::Absolute { main_ms: 60_000 },
        byoyomi(10_000, 3, 30_000),
        ClockSetup::Fischer { main_ms: 60_000, increment_ms: 5000, cap_ms: None },
        ClockSetup::Canadian { main_ms: 10_000, moves: 5, stint_ms: 60_000, carry_over: true },
        ClockSetup::Simple { move_ms: 60_000 },
        correspondence(3_600_000),
        ClockSetup::Unlimited,
    ]
}

#[test]
fn a_pause_costs_nobody_a_millisecond_in_any_system() {
    assert_eq!(CONTINUE_HOLD_MS, 10_000);
    for clock in systems() {
        let mut table = opened(Setup { clock, ..even(9) });
        table.run("0 R pause");
        let before = table.game.times_at(RoomMs(0));
        table.run("777777 R continue -> continued hold 787777");
        assert_eq!(table.game.times_at(RoomMs(787_777)), before, "{clock:?}");

        // Seventeen seconds and one millisecond into a turn.
        let turn = |rows: &str| {
            let mut table = opened(Setup { clock, ..even(9) });
            table.run("17001 * ->");
            table.run(rows);
            table
        };
        let straight = turn("17001 R warn B\n40001 * ->\n40001 B cc");
        let paused = turn("17001 R pause\n500000 R continue\n533000 * ->\n533000 B cc");
        assert_eq!(paused.game.times(), straight.game.times(), "{clock:?}");
        let now = |ms: u64| paused.game.times_at(RoomMs(533_000 + ms));
        assert_eq!(now(5), straight.game.times_at(RoomMs(40_006)), "{clock:?}");
        let limits = (paused.game.limit(), straight.game.limit());
        assert_eq!(limits.0, limits.1.map(|limit| limit.plus(533_000 - 40_001)), "{clock:?}");
    }
}

#[test]
fn while_the_clocks_stand_nobody_moves_and_no_time_passes() {
    let mut table = opened(Setup { clock: byoyomi(0, 2, 60_000), ..even(9) });
    table.run(
        "
        30000 ~       -> 30 of 2
        35000 R pause -> paused Referee
        35000 R pause -> !Paused
        35000 B cc    -> !Paused
        35000 B pass  -> !Paused
        35000 B claim -> !Paused
        35000 B seal  -> !Paused
        35000 W win away=999999 -> !Paused
        35000 R adjourn         -> !Paused
        9000000 ~     ->
        9000000 B ask continue  -> !WrongPhase
        9000000 W ask continue  -> !WrongPhase
        ",
    );
    // Until its latest end, which nobody has named.
    let latest = RoomMs(35_000 + *rules::STOP_MS.end());
    assert_eq!((table.game.deadline(), table.game.to_move()), (Some(latest), None));
    assert_eq!(table.game.times_at(RoomMs(9_000_000)), table.game.times());
    assert_eq!(table.game.usable_credit_ms(Color::Black, 400), 0);
    table.run(
        "
        9000000 R continue -> continued hold 9010000
        9000000 R continue -> !WrongPhase
        9014999 ~          ->
        9015000 ~          -> 40 of 2
        9035000 ~          -> 50 of 2; 55 of 2; 58 of 2; 60 of 1
        9094999 B cc lag=9 -> cc left 0/1
        ",
    );
    // Who resigns has what it had.
    let mut table = opened(even(9));
    table.run("5000 R pause\n90000 B resign -> ended W+R left 3595000/0 3600000/0");
}

#[test]
fn an_agreed_pause_ends_by_itself_and_there_are_so_many() {
    let pauses = Pauses { most: 2, length_ms: 60_000, adjourn: true };
    let mut table = opened(Setup { pauses, ..even(9) });
    table.run("5000 B ask pause\n5000 W yes -> #1 Accepted; paused Agreed until 65000");
    assert_eq!(table.game.deadline(), Some(RoomMs(65_000)));
    table.run("64999 * ->\n65000 B ask continue -> !TimeUp\n65000 * -> continued hold 75000");
    table.run("76000 W ask pause\n76000 B yes -> #2 Accepted; paused Agreed until 136000");
    // Both want to go on before its end.
    table.run("80000 B ask continue\n80000 W ask continue -> #3 Accepted; continued hold 90000");
    table.run("80000 B ask pause -> !TooOften\n80000 R pause\n80000 R continue\n90000 R pause");
    assert_eq!(table.game.pauses(), 2);
    // One thousand, five thousand: no more.
    table.run("90000 R continue\n100000 B cc -> cc left 3594000/0");
    // A second request that was made while the first might still be accepted.
    let pauses = Pauses { most: 1, length_ms: 60_000, adjourn: true };
    let mut table = opened(Setup { pauses, ..even(9) });
    table.run(
        "0 B ask pause\n0 W halt away=300000 -> paused Absence until 60000\n0 W yes n=1 -> !NoSuchRequest",
    );
}

/// A referee lets an agreed pause end, and asking for it is enough when an absent player is back.
#[test]
fn who_may_end_which_pause() {
    let mut table = opened(even(9));
    table.run("0 B ask pause\n0 W yes\n1 R continue -> continued hold 10001");
    table.run("1 W halt away=300000 -> paused Absence until 600001\n2 B ask draw -> !Paused");
    table.run("2 B ask continue -> continued hold 10002\n2 R pause\n2 B ask continue -> !WrongPhase");
}

#[test]
fn limits_outside_the_clocks_lie_as_far_ahead_after_a_referees_pause() {
    // The agreement.
    let mut table = opened(even(9));
    table.agree(0, &[]);
    table.run(
        "100000 R pause\n100001 B accept -> !Paused\n100001 B mark ee -> !Paused\n100001 B resume -> !Paused",
    );
    table.run("900000 R continue -> continued hold 910000\n989999 * ->\n990000 * -> asked again due 1050000");
    table.run("1000000 R pause\n2000000 R continue\n2059999 * ->\n2059999 B accept -> Black accepts #1");
    // The last period that may count as a pass.
    let clock = ClockSetup::Byoyomi { main_ms: 0, periods: 1, period_ms: 10_000, last_passes: true };
    let lapsed = || check(Setup { clock, ..even(9) }, "10000 * -> lapsed due 25000\n14000 R pause");
    lapsed().run("15000 B claim -> !Paused\n90000 R continue\n110999 * ->\n110999 B claim -> pass left 0/1");
    lapsed().run("90000 R continue\n111000 * -> ended W+T left 0/0 0/1");
    // The offer of a repetition.
    let mut rules = Preset::Japanese.rules(0);
    (rules.komi_quarters, rules.repetition) = (0, Repetition::Draw);
    let mut table = Table::open(Setup { preset: Preset::Japanese, rules, ..even(2) });
    table.run("0 B aa");
    table.run(&"0 W bb\n0 B ab\n0 W ba\n0 B aa\n0 W ab\n0 B aa\n".repeat(2));
    assert_eq!(table.game.phase(), Phase::Repetition);
    table.run(
        "20000 R pause\n20001 B agree -> !Paused\n50000 R continue\n99999 * ->\n100000 * -> nobody answers",
    );
    // The first move, and stones that are set.
    let setup = Setup { first_move_ms: Some(30_000), ..handicap(9, 2, Placement::Free) };
    let mut table = Table::open(setup);
    table.run("10000 R pause\n10000 B cc -> !Paused\n20000 R continue\n49999 * ->\n49999 B cc");
    table.run("50000 R pause\n60000 R continue\n99998 * ->\n99998 B gg -> placed gg");
}

#[test]
fn a_new_server_during_a_pause_changes_nothing_but_its_end() {
    let mut table = opened(even(9));
    table.run("5000 B ask pause\n5000 W yes -> #1 Accepted; paused Agreed until 605000\n5000 S restore");
    assert_eq!(table.game.deadline(), Some(RoomMs(620_000)));
    table.run("620000 * -> continued hold 630000\n631000 B cc -> cc left 3594000/0");
    // In agreement, by a referee: the hold is not given twice.
    let mut table = opened(even(9));
    table.agree(0, &[]);
    table.run("80000 R pause\n90000 S restore\n100000 S restore\n200000 R continue\n309999 * ->");
    table.run("310000 * -> asked again due 370000");
}

#[test]
fn a_hold_within_a_hold() {
    // A pause within the hold of the last one, and a new server within it.
    let mut table = opened(even(9));
    table.run("1000 R pause\n2000 R continue\n5000 R pause\n6000 R continue -> continued hold 16000");
    table.run("17000 B cc -> cc left 3598000/0\n17000 R pause\n18000 R continue\n19000 S restore");
    assert_eq!(table.game.running().map(|turn| turn.from), Some(RoomMs(34_000)));
    table.run("35000 W dd -> dd left 3599000/0");
    let mut table = opened(even(9));
    table
        .run("1000 R pause\n2000 R continue\n3000 B cc -> cc left 3599000/0\n4000 W dd -> dd left 3599000/0");
}
