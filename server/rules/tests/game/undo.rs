//! Moves taken back (悔棋; RULES 6, 7): the board as it was, the clocks as they are, no ply twice.

use proptest::prelude::*;
use rules::{Action, ClockSetup, Color, Phase, Placement, Preset, Repetition, RoomMs, Setup};

use crate::requests::opened;
use crate::table::{Table, byoyomi, check, correspondence, even, handicap, rows};

#[test]
fn one_move_is_taken_back_while_the_other_side_is_to_move() {
    check(
        even(9),
        "
        1000 B ee     -> ee left 3599000/0
        3000 W gg     -> gg left 3598000/0
        7000 W ask undo
        8000 B yes    -> #1 Accepted; back to 1
        8000 W ff ply=1 -> !StalePly
        8000 W ff ply=2 -> !StalePly
        8000 B ff     -> !NotYourTurn
        8500 W ff     -> ff left 3597500/0
        9500 B dd     -> dd left 3593000/0
        ",
    );
}

#[test]
fn two_moves_are_taken_back_by_who_is_to_move_and_its_turn_goes_on() {
    let mut table = opened(even(9));
    table
        .run("0 B cc\n2000 W cd -> cd left 3598000/0\n5000 B ask undo\n6000 W yes -> #1 Accepted; back to 2");
    assert_eq!((table.game.moves().len(), table.game.ply()), (2, 5));
    // The four seconds of the turn under way are not given back.
    assert_eq!(table.game.running().map(|turn| turn.elapsed_ms(RoomMs(6000))), Some(4000));
    table.run("7000 B dc -> dc left 3595000/0");
}

#[test]
fn no_clock_gets_anything_back() {
    let fischer = ClockSetup::Fischer { main_ms: 60_000, increment_ms: 5000, cap_ms: None };
    let stints = ClockSetup::Canadian { main_ms: 0, moves: 5, stint_ms: 60_000, carry_over: false };
    for (clock, after_one, after_two) in [
        (ClockSetup::Absolute { main_ms: 60_000 }, "40000/0 56000/0", "60000/0 56000/0"),
        // The interrupted turn ends without its increment, and White has no more than when it began its own.
        (fischer, "50000/0 65000/0", "70000/0 66000/0"),
        // Twenty seconds are two periods of eight, and a third that began.
        (byoyomi(0, 5, 8000), "0/3 0/5", "0/5 0/5"),
        (byoyomi(10_000, 5, 8000), "0/4 6000/5", "10000/5 6000/5"),
        // The move that is gone is none of the stint.
        (stints, "0/40000:3 0/56000:4", "0/60000:3 0/56000:3"),
        // Where each move has its time, the next has it whole.
        (ClockSetup::Simple { move_ms: 60_000 }, "60000/0 60000/0", "60000/0 60000/0"),
        (correspondence(3_600_000), "3600000/0 3600000/0", "3600000/0 3600000/0"),
        (ClockSetup::Unlimited, "0/0 0/0", "0/0 0/0"),
    ] {
        let mut table = opened(Setup { clock, ..even(9) });
        table.run("0 B cc\n4000 W dd\n4000 W ask undo");
        let left = |table: &Table| {
            let times = table.game.times();
            format!("{} {}", crate::tell::left(times.black), crate::tell::left(times.white))
        };
        let before = left(&table);
        table.run("24000 * ->\n24000 B yes");
        assert_eq!((left(&table).as_str(), before.as_str()), (after_one, after_two), "{clock:?}");
    }
}

fn stints(carry_over: bool) -> ClockSetup {
    ClockSetup::Canadian { main_ms: 0, moves: 2, stint_ms: 60_000, carry_over }
}

fn fischer(cap_ms: Option<u64>) -> ClockSetup {
    ClockSetup::Fischer { main_ms: 60_000, increment_ms: 5000, cap_ms }
}

/// Both clocks after the rows.
fn clocks(clock: ClockSetup, rows: &str) -> String {
    let mut table = opened(Setup { clock, ..even(9) });
    table.run(rows);
    let times = table.game.times();
    format!("{} {}", crate::tell::left(times.black), crate::tell::left(times.white))
}

/// Increments and stints cannot be had twice by taking moves back.
#[test]
fn what_the_undone_moves_had_added_is_taken_back() {
    for (clock, rows, wanted) in [
        // Both have 65000 after their first moves; a pair is taken back in Black's turn.
        (fischer(None), "0 B cc\n0 W dd\n0 B ask undo\n0 W yes", "65000/0 65000/0"),
        (fischer(Some(66_000)), "0 B cc\n0 W dd\n0 B ask undo\n0 W yes", "65000/0 65000/0"),
        // What was spent stays spent, where it is more than the increment.
        (fischer(None), "9000 B cc\n10000 W dd\n10000 B ask undo\n10000 W yes", "61000/0 65000/0"),
        // What the turn under way has cost stays spent, too.
        (fischer(None), "0 B cc\n0 W dd\n7000 B ask undo\n7000 W yes\n8000 B dc", "67000/0 65000/0"),
        (fischer(None), "0 B cc\n0 W dd\n1000 B ask undo\n1000 W yes\n2000 B dc", "69000/0 65000/0"),
        // A stint that a move had renewed is not renewed any more, with and without what was carried.
        (stints(false), "0 B ask undo\n0 W yes", "0/60000:2 0/60000:2"),
        (stints(false), "0 B cc\n0 W dd\n0 W ask undo\n0 B yes", "0/60000:2 0/60000:1"),
        (stints(true), "7000 B cc\n8000 W dd\n8000 B ask undo\n8000 W yes", "0/60000:1 0/60000:1"),
        (stints(false), "50000 B cc\n50000 R back 2", "0/60000:1 0/60000:1"),
        // Whatever was given otherwise stays: by the other side, before, between and after.
        (fischer(None), "0 B cc\n0 B ask time\n0 W yes\n0 B ask undo\n0 W yes", "65000/0 125000/0"),
        (fischer(None), "0 W ask time\n0 B yes\n0 B cc\n0 R back 2", "125000/0 65000/0"),
        (fischer(None), "0 B cc\n0 R clock B 5000/0\n0 W dd\n0 R back 2", "5000/0 65000/0"),
        (fischer(None), "0 B cc\n0 R clock B 99000/0\n0 W dd\n0 R back 2", "99000/0 65000/0"),
        // Again and again.
        (fischer(None), "0 B cc\n0 R back 2\n0 B cc\n0 W dd\n0 R back 3\n0 R back 2", "65000/0 65000/0"),
        (fischer(None), "0 B cc\n0 R back 1\n0 R back 0", "60000/0 60000/0"),
        (fischer(None), "9000 B cc\n9000 R back 2\n9000 B cc\n9000 R back 2", "61000/0 65000/0"),
    ] {
        assert_eq!(clocks(clock, rows), wanted, "{clock:?} {rows}");
    }
}

/// Nobody loses by taking moves back: what the turn under way has spent came off the higher clock.
#[test]
fn taking_back_an_increment_does_not_let_the_flag_fall() {
    let quick = ClockSetup::Fischer { main_ms: 1000, increment_ms: 60_000, cap_ms: None };
    let mut table = check(Setup { clock: quick, ..even(9) }, "0 B ee\n0 W gg\n60500 B ask undo");
    table.run("60500 W yes -> #1 Accepted; back to 0\n60999 B ee -> ee left 60001/0");
}

/// The increment of a sealed move that is lost is not given twice.
#[test]
fn a_lost_sealed_move_has_added_nothing() {
    let lost = "4000 R adjourn\n4000 B seal\n9000 R continue\n9000 S reveal lost";
    assert_eq!(clocks(fischer(None), lost), "65000/0 65000/0");
    assert_eq!(clocks(stints(false), lost), "0/60000:1 0/60000:1");
    let then = format!("{lost}\n21000 B cc\n21000 R back 2");
    assert_eq!(clocks(fischer(None), &then), "65000/0 65000/0");
}

#[test]
fn captured_stones_come_back_and_the_prisoners_with_them() {
    let mut table = check(even(5), "0 B ba\n0 W aa\n0 B ee");
    let before = rows(table.game.board());
    table.run("0 W de\n0 B ab -> ab takes aa left 3600000/0");
    assert_eq!(table.game.prisoners().black, 1);
    table.run("0 B ask undo\n0 W yes -> #1 Accepted; back to 4\n0 R back 3");
    assert_eq!((rows(table.game.board()), table.game.prisoners().black), (before, 0));
    table.run("0 W ab -> ab left 3600000/0");
}

#[test]
fn what_a_suicide_removed_comes_back() {
    let mut table = Table::open(Setup { preset: Preset::Nz, rules: Preset::Nz.rules(0), ..even(3) });
    table.run("0 B aa\n0 W ba\n0 B cc\n0 W bb\n0 B cb\n0 W ac");
    let before = rows(table.game.board());
    table.run("0 B ab -> ab left 3600000/0");
    assert_eq!((table.game.prisoners().white, table.game.own_removed().len()), (2, 2));
    table.run("0 B ask undo\n0 W yes -> #1 Accepted; back to 6");
    assert_eq!((table.game.prisoners().white, rows(table.game.board())), (0, before));
}

#[test]
fn passes_are_taken_back_too() {
    let mut table = check(even(9), "0 B ee\n0 W pass\n0 W ask undo\n0 B yes -> #1 Accepted; back to 1");
    table.run("0 W pass -> pass left 3600000/0\n0 W ask undo\n0 B yes\n0 W gg");
    table.run("0 B pass -> pass left 3600000/0\n0 W ff\n0 W ask undo\n0 B yes -> #3 Accepted; back to 3");
    // Black's pass stands at the end again: White's is the second in a row.
    table.run("0 W pass -> pass left 3600000/0; agree #1 [] due 180000");
    assert_eq!(table.game.phase(), Phase::Agreement);
    table.run("0 R back 3");
    assert_eq!((table.game.phase(), table.game.to_move()), (Phase::Play, Some(Color::White)));
    table.run("0 W pass -> pass left 3600000/0; agree #2 [] due 180000");
}

/// Passes before a resumption have had their agreement.
#[test]
fn after_a_resumption_one_pass_is_one_pass_again() {
    let resumed = || {
        let mut table = opened(even(9));
        table.agree(0, &[]);
        // Nothing is disputed: the opponent of the last passer moves.
        table.run("0 W resume -> White resumes, Black to move\n0 B cc\n0 B ask undo\n0 W yes");
        assert_eq!((table.game.moves().len(), table.game.to_move()), (4, Some(Color::Black)));
        table
    };
    resumed().run("0 B pass -> pass left 3600000/0\n0 W pass -> pass left 3600000/0; agree #2 [] due 180000");
    // Before the resumption there was one pass, and it counts.
    let mut table = resumed();
    table.run("0 R back 3 -> back to 3\n0 W pass -> pass left 3600000/0; agree #2 [] due 180000");
    // Back across two resumptions.
    let mut table = resumed();
    table.agree(0, &[]);
    table.run("0 B resume\n0 B dd\n0 R back 6\n0 B pass -> pass left 3600000/0\n0 W hh\n0 R back 4");
    table.run("0 B pass -> pass left 3600000/0\n0 W pass -> pass left 3600000/0; agree #3 [] due 180000");
}

#[test]
fn handicap_stones_stay() {
    let table = check(handicap(9, 3, Placement::Fixed), "0 W ee\n0 B dd\n0 R back 0 -> back to 0");
    assert_eq!((table.game.board().stones(Color::Black), table.game.to_move()), (3, Some(Color::White)));
    let mut table = check(handicap(9, 2, Placement::Free), "0 B cc\n0 B gg\n0 R back 1 -> !WrongPhase");
    table.run("0 B ask undo -> !WrongPhase\n0 W ee\n0 R back 1 -> !WrongPhase\n0 R back 2 -> back to 2");
    table.run("0 W ee\n0 B dd\n0 B ask undo\n0 W yes -> #1 Accepted; back to 3\n0 B dc");
    assert_eq!(table.game.board().stones(Color::Black), 3);
}

/// A position that was taken back has not stood.
#[test]
fn superko_knows_only_what_is_left() {
    let ko = "0 B ba\n0 W ca\n0 B ab\n0 W db\n0 B bc\n0 W cc\n0 B cb\n0 W bb -> bb takes cb left 3600000/0";
    let mut table = check(even(5), ko);
    table.run("0 B cb -> !Ko { repeats: 7 }\n0 W ask undo\n0 B yes -> #1 Accepted; back to 7");
    // White plays elsewhere, and Black fills: the ko's history is that of the moves that are left.
    table.run("0 W ee\n0 B ea\n0 W bb -> bb takes cb left 3600000/0\n0 B cb -> !Ko { repeats: 9 }");
    table.run("0 R back 8\n0 B de\n0 W bb\n0 B cb -> !Ko { repeats: 9 }");
}

#[test]
fn a_step_back_before_a_repetition_lets_it_be_offered_again() {
    let mut rules = Preset::Japanese.rules(0);
    (rules.komi_quarters, rules.repetition) = (0, Repetition::Draw);
    let mut table = Table::open(Setup { preset: Preset::Japanese, rules, ..even(2) });
    let round = "0 W bb\n0 B ab\n0 W ba\n0 B aa\n0 W ab\n";
    table.run("0 B aa");
    table.run(&format!("{round}0 B aa\n{round}"));
    let offered = "0 B aa -> aa takes ba ab bb left 3600000/0; Draw offered, first after 1 due 60000";
    table.run(offered);
    table.run("0 R back 12 -> back to 12");
    assert_eq!((table.game.phase(), table.game.offer()), (Phase::Play, None));
    table.run(offered);
    table.run(
        "0 W decline\n0 W ask undo -> White asks #1 Undo due 120000\n0 B yes -> #1 Accepted; back to 11",
    );
    table.run("0 W ab\n0 B aa -> aa takes ba ab bb left 3600000/0; Draw offered, first after 1 due 60000");
}

/// Whoever has moved has begun the game: a move that is taken back does not let it be aborted.
#[test]
fn taking_back_the_first_moves_does_not_make_the_game_unbegun() {
    let setup = Setup { first_move_ms: Some(30_000), ..even(9) };
    check(setup.clone(), "0 B ee\n30000 * -> ended Void left 3600000/0 3570000/0");
    let mut table = check(setup, "0 B ee\n0 W gg\n0 W ask undo\n0 B yes");
    assert_eq!(table.game.limit(), Some(RoomMs(3_600_000)));
    table.run("0 W ask draw");
}

#[test]
fn a_referee_steps_back_from_every_phase_but_the_first_and_the_last() {
    check(even(9), "0 R back 0 -> !WrongPhase\n0 B ee\n0 R back 1 -> !WrongPhase\n0 R back 0 -> back to 0");
    check(even(9), "0 B ee\n0 B resign\n0 R back 0 -> !GameOver");
    // A used-up last period is one period again.
    let clock = ClockSetup::Byoyomi { main_ms: 0, periods: 2, period_ms: 10_000, last_passes: true };
    let mut table = check(Setup { clock, ..even(9) }, "0 B ee\n20000 * -> lapsed due 35000\n21000 R back 0");
    assert_eq!((table.game.phase(), table.game.times().white.periods), (Phase::Play, 1));
    table.run("30999 B ee\n40998 W gg -> gg left 0/1");
    // The clocks stand on, if they stood; and what was to be sealed is to be sealed still.
    let mut table = check(even(9), "0 B ee\n1000 W gg\n3000 R pause\n9000 R back 1\n20000 R continue");
    assert_eq!(
        table.game.running().map(|turn| (turn.color, turn.from)),
        Some((Color::White, RoomMs(30_000)))
    );
    assert_eq!(table.game.times().black.main_ms, 3_598_000);
    table.run(
        "30500 W gg -> gg left 3598500/0\n30500 R adjourn\n30500 R back 1\n30500 B seal -> !NotYourTurn",
    );
    table.run("30500 W seal\n30500 R back 0 -> !WrongPhase");
}

proptest! {
    /// However moves are made and taken back: a ply is never answered twice, the board is that of the moves
    /// that are left, and nobody's clock gains.
    #[test]
    fn no_ply_is_used_twice(steps in prop::collection::vec((0_u8..9, 0_usize..25, 0_u64..3000), 1..80)) {
        let mut table = Table::open(even(5));
        let points: Vec<_> = table.game.setup().size.all().collect();
        let (mut now, mut seen) = (0, std::collections::BTreeSet::new());
        for (kind, place, wait_ms) in steps {
            now += wait_ms;
            let (ply, before) = (table.game.ply(), table.game.times_at(RoomMs(now)));
            let Some(seat) = table.game.to_move() else { break };
            let action = match kind {
                0..=5 => Action::Play { ply, point: points[place] },
                6 => Action::Pass { ply },
                _ => Action::Ask { ply, request: rules::Request::Undo, until: None },
            };
            let asks = if kind == 8 { seat } else { seat.opponent() };
            let by = if kind > 6 { asks } else { seat };
            let Ok(events) = table.game.decide(by, &action, RoomMs(now)) else { continue };
            table.take(now, events);
            if kind > 6 {
                let number = table.game.requests().get(by).unwrap().number;
                let reply = Action::Reply { number, accept: true };
                let events = table.game.decide(by.opponent(), &reply, RoomMs(now)).unwrap();
                table.take(now, events);
                prop_assert_eq!(table.game.times_at(RoomMs(now)), before);
            }
            prop_assert!(seen.insert(ply), "ply {} again", ply);
            prop_assert!(table.game.ply() > ply);
        }
        let mut again = Table::open(even(5));
        for record in table.game.moves() {
            let ply = again.game.ply();
            let action = record.point.map_or(Action::Pass { ply }, |point| Action::Play { ply, point });
            let events = again.game.decide(record.color, &action, RoomMs(0)).unwrap();
            again.take(0, events);
        }
        prop_assert_eq!(again.game.board(), table.game.board());
        prop_assert_eq!(again.game.prisoners(), table.game.prisoners());
        table.replays();
    }
}
