//! Adjournment with a sealed move (封棋; RULES 6).

use rules::{ClockSetup, Color, Opened, Phase, Preset, Repetition, RoomMs, Setup};

use crate::requests::opened;
use crate::table::{Table, byoyomi, check, even, state};

/// The game is adjourned 1 s into Black's turn; Black seals after 4 s more, and play goes on at 100 s.
fn resumed(setup: Setup) -> Table {
    let mut table = opened(setup);
    table.run("1000 R adjourn\n5000 B seal\n100000 R continue -> continued hold 110000");
    table
}

#[test]
fn the_move_is_sealed_on_its_own_clock_and_made_when_play_goes_on() {
    let mut table = opened(even(9));
    table.run(
        "
        1000 B ask adjourn
        2000 W yes               -> #1 Accepted; adjourning
        3000 B cc                -> !SealExpected
        3000 B pass              -> !SealExpected
        3000 W seal              -> !NotYourTurn
        3000 B seal ply=1        -> !StalePly
        5000 B seal              -> sealed left 3595000/0
        5000 B seal              -> !Paused
        9000 B cc                -> !Paused
        9000 W cc                -> !Paused
        9000 W ask undo          -> !Paused
        90000000 *               ->
        90000000 W ask continue
        90000000 B yes           -> #2 Accepted; continued hold 90010000
        ",
    );
    // Nothing comes before the sealed move.
    assert!(table.game.to_reveal().is_some() && table.game.to_move().is_none());
    table.run(
        "
        90000000 B cc            -> !Paused
        90000000 B pass          -> !Paused
        90000000 W cc            -> !Paused
        90000000 W ask undo      -> !Paused
        90000000 W ask continue  -> !Paused
        90000000 W win away=9999999 -> !Paused
        90000000 R adjourn       -> !WrongPhase
        90000000 R back 0        -> !WrongPhase
        90000000 S reveal dd     -> dd left 3595000/0
        90010000 *               ->
        90012000 W ff            -> ff left 3598000/0
        ",
    );
    assert!(table.game.sealed().is_none() && table.game.to_reveal().is_none());
    assert_eq!(table.game.moves()[2].left.main_ms, 3_595_000);
}

#[test]
fn there_is_nothing_to_reveal_before_play_goes_on_and_only_once() {
    let mut table = opened(even(9));
    table.run("0 S reveal cc ->\n0 R adjourn\n0 S reveal cc ->\n0 B seal\n0 S reveal cc ->\n0 R continue");
    let before = state(&table.game);
    assert!(!before.contains("165") && !before.contains("a5a5"), "the envelope is shown: {before}");
    // Stopped again before it was opened.
    table.run("0 R pause\n0 S reveal cc ->\n0 R continue\n0 S reveal cc\n0 S reveal dd ->");
    assert!(table.game.reveal(Opened::Pass, RoomMs(0)).is_empty());
}

#[test]
fn an_illegal_sealed_move_is_a_lost_turn_and_none_of_the_two_passes() {
    let mut table = resumed(even(9));
    table.run("100000 S reveal ee -> turn lost left 3595000/0\n110000 W pass -> pass left 3600000/0");
    table.run("111000 B pass -> pass left 3594000/0; agree #1 [] due 291000");
    let lost = table.game.moves()[2];
    assert_eq!((lost.lost, lost.point, lost.color), (true, None, Color::Black));
    // A pass before it does not count on, either.
    let mut table = check(even(9), "0 B ee\n0 W pass\n0 R adjourn\n0 B seal\n0 R continue\n0 S reveal ee");
    table.run("0 W pass -> pass left 3600000/0\n0 B pass -> pass left 3600000/0; agree #1 [] due 180000");
    // A ko that may not be retaken yet.
    let ko = "0 B ba\n0 W ca\n0 B ab\n0 W db\n0 B bc\n0 W cc\n0 B cb\n0 W bb";
    let mut table = check(even(5), ko);
    table.run("0 B cb -> !Ko { repeats: 7 }\n0 R adjourn\n0 B seal\n0 R continue");
    table.run("0 S reveal cb -> turn lost left 3600000/0\n0 W ee\n0 B cb -> cb takes bb left 3600000/0");
    // 禁着点.
    let mut table = check(even(5), "0 B ba\n0 W ee\n0 B ab\n0 R adjourn\n0 W seal\n0 R continue");
    table.run("0 S reveal aa -> turn lost left 3600000/0\n0 B ed -> ed left 3600000/0");
    assert_eq!(table.game.board().stones(Color::White), 1);
}

/// WMSG gives a point to who does not pass first: a lost turn is no pass.
#[test]
fn a_lost_turn_is_not_the_first_pass() {
    let mut table = opened(Setup { preset: Preset::Wmsg2008, rules: Preset::Wmsg2008.rules(0), ..even(9) });
    table.run("0 B cc\n0 R adjourn\n0 W seal\n0 R continue\n0 S reveal cc\n0 B pass\n0 W pass");
    let with_lost = table.game.marking_count().unwrap();
    let mut table = opened(Setup { preset: Preset::Wmsg2008, rules: Preset::Wmsg2008.rules(0), ..even(9) });
    table.run("0 B cc\n0 W pass\n0 B pass");
    assert_eq!(with_lost.margin_quarters - table.game.marking_count().unwrap().margin_quarters, 2);
}

#[test]
fn a_sealed_pass_is_one_of_the_two() {
    resumed(even(9)).run("100000 S reveal pass -> pass left 3595000/0\n115000 W hh -> hh left 3595000/0");
    let mut table =
        check(even(9), "0 B ee\n0 W gg\n0 B cc\n0 W pass\n0 R adjourn\n0 B seal\n50000 R continue");
    table.run("50000 S reveal pass -> pass left 3600000/0; agree #1 [] due 230000");
    assert_eq!(table.game.phase(), Phase::Agreement);
}

#[test]
fn without_its_key_the_side_moves_anew() {
    let mut table = resumed(even(9));
    table.run("100000 S reveal lost -> seal lost\n100000 S reveal cc ->\n100000 W cc -> !NotYourTurn");
    assert_eq!((table.game.moves().len(), table.game.sealed()), (2, None));
    table.run("112000 B cc -> cc left 3593000/0\n113000 W dd -> dd left 3599000/0");
}

#[test]
fn increments_and_stints_are_given_for_the_sealed_move_once() {
    let sealed = |clock| {
        let mut table = resumed(Setup { clock, ..even(9) });
        table.run("100000 S reveal cc");
        let times = table.game.times();
        (crate::tell::left(table.game.moves()[2].left), crate::tell::left(times.black))
    };
    let same = |text: &str| (text.to_owned(), text.to_owned());
    let fischer = ClockSetup::Fischer { main_ms: 60_000, increment_ms: 5000, cap_ms: None };
    assert_eq!(sealed(fischer), same("65000/0"));
    let stints = |moves, carry_over| ClockSetup::Canadian { main_ms: 0, moves, stint_ms: 60_000, carry_over };
    assert_eq!(sealed(stints(3, false)), same("0/55000:1"));
    assert_eq!(sealed(stints(2, false)), same("0/60000:2"));
    assert_eq!(sealed(stints(2, true)), same("0/115000:2"));
    assert_eq!(sealed(ClockSetup::Simple { move_ms: 60_000 }), same("60000/0"));
    assert_eq!(sealed(byoyomi(0, 3, 5000)), same("0/2"));
    assert_eq!(sealed(byoyomi(0, 3, 5001)), same("0/3"));
}

#[test]
fn the_way_through_the_network_is_credited_to_the_seal() {
    let mut table = opened(even(9));
    table.run("1000 R adjourn\n5000 B seal lag=300 -> sealed left 3595300/0");
    assert_eq!(table.game.quotas().black, 1950);
    table.run("5000 R continue\n5000 S reveal cc -> cc left 3595300/0");
    // The move that is revealed refills nothing more.
    assert_eq!(table.game.quotas().black, 1950);
}

#[test]
fn the_flag_falls_before_the_seal() {
    let quick = Setup { clock: ClockSetup::Absolute { main_ms: 60_000 }, ..even(9) };
    let mut table = opened(quick);
    table.run("0 R adjourn\n60000 B seal -> !TimeUp\n60000 * -> ended W+T left 0/0 60000/0\n60000 B seal -> !GameOver");
    // A last period that counts as a pass: the pass is open, and the other side seals.
    let clock = ClockSetup::Byoyomi { main_ms: 0, periods: 1, period_ms: 10_000, last_passes: true };
    let mut table = opened(Setup { clock, ..even(9) });
    table.run("0 R adjourn\n10000 * -> lapsed due 25000\n10000 B seal -> !WrongPhase\n12000 B claim -> pass left 0/1");
    assert_eq!(table.game.to_seal(), Some(Color::White));
    table.run(
        "12000 W cc -> !SealExpected\n13000 W seal -> sealed left 0/1\n20000 R continue\n20000 S reveal cc",
    );
    // As the second pass it opens the agreement, and there is nothing to seal.
    let mut table = check(Setup { clock, ..even(9) }, "0 B ee\n0 W gg\n0 B pass\n0 R adjourn\n10000 *");
    table.run("12000 W claim -> pass left 0/1; agree #1 [] due 192000\n13000 B resume");
    assert_eq!(table.game.to_seal(), None);
    table.run("13000 W cc -> !NotYourTurn\n13000 B cc");
}

#[test]
fn a_pause_before_the_sealing_leaves_it_to_be_sealed() {
    let mut table = opened(even(9));
    table
        .run("1000 R adjourn\n2000 R pause\n2000 B seal -> !Paused\n9000 R continue -> continued hold 19000");
    assert_eq!((table.game.stopped(), table.game.to_seal()), (None, Some(Color::Black)));
    table.run("20000 B seal -> sealed left 3597000/0");
    // Who has agreed to it may agree not to, and the clock has run all the while.
    let mut table = opened(even(9));
    table.run("1000 R adjourn\n2000 B ask continue\n3000 W yes\n3000 B seal -> !WrongPhase\n4000 B cc -> cc left 3596000/0");
    table.run(
        "4000 R adjourn\n4000 R adjourn -> !WrongPhase\n5000 R continue\n6000 W dd -> dd left 3598000/0",
    );
}

/// A player may go while the game is adjourned; nothing is due before its end, and a new server changes nothing.
#[test]
fn an_adjourned_game_waits_for_as_long_as_it_takes() {
    let mut table = opened(even(9));
    table.run("1000 R adjourn\n5000 B seal\n5000 S restore\n5000 W win away=999999 -> !Paused\n9999999 * ->");
    let latest = Some(RoomMs(5000 + *rules::STOP_MS.end()));
    assert_eq!((table.game.deadline(), table.game.limit()), (latest, latest));
    table.run("10000000 R continue\n10000500 S restore\n10000500 S reveal cc");
    // Within the hold of its going on, the new server's own hold is longer.
    assert_eq!(table.game.running().map(|turn| turn.from), Some(RoomMs(10_015_500)));
    let mut table = opened(even(9));
    table.run("0 R adjourn\n0 B seal\n9 W resign -> ended B+R left 3600000/0 3600000/0");
    assert!(table.game.sealed().is_none());
}

/// A referee may set clocks, warn and rule while a move is sealed.
#[test]
fn rulings_while_a_move_is_sealed() {
    let mut table = opened(even(9));
    table.run(
        "0 R adjourn\n0 B seal\n0 R clock B 9000/0\n0 R add W 1000\n0 R warn W\n0 R back 1 -> !WrongPhase",
    );
    table.run("0 R continue\n0 S reveal cc -> cc left 9000/0\n10000 W dd -> dd left 3601000/0\n10500 B dc -> dc left 8500/0");
    let mut table = opened(even(9));
    table.run("0 R adjourn\n0 B seal\n0 R result Black -> ended B+ left 3600000/0 3600000/0");
}

#[test]
fn a_sealed_move_can_make_a_position_stand_for_the_third_time() {
    let mut rules = Preset::Japanese.rules(0);
    (rules.komi_quarters, rules.repetition) = (0, Repetition::Draw);
    let mut table = Table::open(Setup { preset: Preset::Japanese, rules, ..even(2) });
    let round = "0 W bb\n0 B ab\n0 W ba\n0 B aa\n0 W ab\n";
    table.run(&format!("0 B aa\n{round}0 B aa\n{round}0 R adjourn\n0 B seal\n0 R continue"));
    table.run("0 S reveal aa -> aa takes ba ab bb left 3600000/0; Draw offered, first after 1 due 60000");
    table.run("0 W agree\n0 B agree");
}
