//! What a whole-board repetition comes to under rules that allow one (第20条.3; RULES 2.4).

use rules::{
    BadSetup, Color, KoRule, Outcome, Phase, Position, Preset, REPETITION_MS, Repeated, Repetition, RoomMs,
    Setup, Winner,
};

use crate::table::{Table, even};

/// A game on four points, where one can go round in six plies.
fn tiny(repetition: Repetition) -> Setup {
    let mut rules = Preset::Japanese.rules(0);
    (rules.komi_quarters, rules.repetition) = (0, repetition);
    Setup { preset: Preset::Japanese, rules, ..even(2) }
}

/// Once round: from the position after move 1 back to it.
const ROUND: &str = "0 W bb\n0 B ab\n0 W ba\n0 B aa\n0 W ab\n0 B aa";

/// The cycle up to the move that makes its first position stand for the third time.
fn thrice(repetition: Repetition) -> Table {
    let mut table = Table::open(tiny(repetition));
    table.run("0 B aa");
    table.run(ROUND);
    assert_eq!(table.game.phase(), Phase::Play, "twice is nothing");
    table.run("0 W bb\n0 B ab\n0 W ba\n0 B aa\n0 W ab");
    table
}

#[test]
fn the_third_time_both_sides_are_offered_the_outcome() {
    for (repetition, verdict, name) in [
        (Repetition::Draw, Repeated::Draw, "Draw"),
        (Repetition::NoResult, Repeated::NoResult, "NoResult"),
        (Repetition::Replay, Repeated::Replay, "Replay"),
    ] {
        let mut table = thrice(repetition);
        table.run(&format!(
            "1000 B aa -> aa takes ba ab bb left 3599000/0; {name} offered, first after 1 due 61000"
        ));
        let offer = table.game.offer().unwrap();
        assert_eq!((offer.verdict, offer.first, offer.due), (verdict, 1, RoomMs(1000 + REPETITION_MS)));
        assert_eq!((table.game.phase(), table.game.to_move()), (Phase::Repetition, None));
        table.run(
            "
            2000 W bb           -> !WrongPhase
            2000 W pass         -> !WrongPhase
            2000 W agree ply=12 -> !StalePly
            2000 W accept       -> !WrongPhase
            2000 W agree        -> White agrees
            2500 W agree        -> !AlreadyAccepted
            ",
        );
        table.run("3000 B agree");
        let outcome = table.game.outcome().unwrap();
        assert_eq!(outcome, Outcome::Repetition { verdict });
        // The clocks stood while it was asked.
        assert_eq!(table.game.times().white.main_ms, 3_600_000);
        assert!(table.game.offer().is_none() && table.game.count().is_none());
        let winner = if verdict == Repeated::Draw { Winner::Draw } else { Winner::Nobody };
        assert_eq!(outcome.winner(), winner);
    }
}

#[test]
fn a_declined_offer_is_not_made_again_in_the_same_cycle_and_applies_the_fourth_time() {
    let mut table = thrice(Repetition::NoResult);
    table.run("0 B aa\n0 B agree -> Black agrees\n5000 W decline -> White declines");
    assert_eq!((table.game.phase(), table.game.to_move()), (Phase::Play, Some(Color::White)));
    // White's clock runs on from where it stood.
    assert_eq!(table.game.deadline(), Some(RoomMs(5000 + 3_600_000)));
    // Each of these stands for the third time, too.
    table.run("5000 W bb -> bb left 3600000/0\n5000 B ab -> ab left 3600000/0");
    table.run("5000 W ba\n5000 B aa\n5000 W ab");
    table.run("5000 B aa -> aa takes ba ab bb left 3600000/0; ended Void left 3600000/0 3600000/0");
    assert_eq!(table.game.outcome(), Some(Outcome::Repetition { verdict: Repeated::NoResult }));
}

#[test]
fn a_side_may_take_its_acceptance_back_and_resign_at_any_time() {
    let mut table = thrice(Repetition::Draw);
    table.run("0 B aa\n0 B agree\n0 B decline -> Black declines\n0 B agree -> !WrongPhase");
    let mut table = thrice(Repetition::Draw);
    table.run("0 B aa\n0 W resign -> ended B+R left 3600000/0 3600000/0");
    assert!(table.game.offer().is_none());
}

#[test]
fn silence_declines() {
    let mut table = thrice(Repetition::Draw);
    table.run(
        "
        0 B aa
        0 W agree     -> White agrees
        59999 *       ->
        60000 B agree -> !TimeUp
        60000 *       -> nobody answers
        60000 *       ->
        60001 W bb    -> bb left 3599999/0
        ",
    );
}

#[test]
fn who_leaves_the_cycle_may_be_offered_it_again() {
    let mut table = thrice(Repetition::Replay);
    table.run("0 B aa\n0 W decline");
    table.run("0 W bb -> bb left 3600000/0");
    // Black turns the other way: new positions, until White's three stones stand as they did.
    table.run("0 B ba -> ba left 3600000/0\n0 W ab\n0 B aa");
    table.run("0 W ba -> ba takes aa left 3600000/0; Replay offered, first after 6 due 60000");
}

/// A pass leaves the position standing and does not make it stand again.
#[test]
fn passes_make_nothing_stand_again() {
    let mut rules = Preset::Japanese.rules(0);
    rules.komi_quarters = 0;
    let mut table = Table::open(Setup { preset: Preset::Japanese, rules, ..even(3) });
    table.run("0 B bb");
    for _ in 0..2 {
        table.agree(0, &[]);
        table.run("0 B resume");
    }
    table.run("0 W pass\n0 B pass");
    assert_eq!(table.game.phase(), Phase::Agreement);
}

#[test]
fn a_single_ko_is_not_retaken_at_once_under_any_policy() {
    for repetition in [Repetition::Draw, Repetition::NoResult, Repetition::Replay] {
        let mut setup = even(5);
        (setup.rules.ko, setup.rules.repetition) = (KoRule::Simple, repetition);
        let mut table = Table::open(setup);
        table.run(
            "0 B ba\n0 W ca\n0 B ab\n0 W db\n0 B bc\n0 W cc\n0 B cb\n0 W bb\n0 B cb -> !Ko { repeats: 7 }",
        );
        table.run("0 B ee\n0 W ea\n0 B cb");
    }
}

#[test]
fn a_policy_belongs_to_the_simple_ko_rule_alone() {
    for ko in [KoRule::Positional, KoRule::Situational, KoRule::NaturalSituational, KoRule::Simple] {
        for repetition in [Repetition::Forbid, Repetition::Draw, Repetition::NoResult, Repetition::Replay] {
            let mut setup = even(9);
            (setup.rules.ko, setup.rules.repetition) = (ko, repetition);
            let fits = (ko == KoRule::Simple) == (repetition != Repetition::Forbid);
            assert_eq!(setup.check(), if fits { Ok(()) } else { Err(BadSetup::Repetition) });
        }
    }
}

/// The limit of an offer moves on by the hold of a new server.
#[test]
fn a_new_server_gives_the_offer_its_time_back() {
    let mut table = thrice(Repetition::Draw);
    table.run("0 B aa");
    let event = table.game.restore(RoomMs(20_000), 0, 5);
    table.take(20_000, vec![event]);
    assert_eq!(table.game.deadline(), Some(RoomMs(20_000 + 15_000 + 40_000)));
    table.replays();
}

/// Triple ko as in KataGo's own script: every position of its cycle of six plies.
#[test]
fn triple_ko_and_eternal_life_come_round() {
    let triple = "OOOOOOO\nOXO.O.O\nX.XOXOX\nXXXXXXX\nOOOOOOO\n.......";
    let eternal = "........\nOOOOOO..\nXXXXXO..\nXOOOXXOO\n.O.X.OX.";
    let cases: [(&str, &[(u8, u8)]); 2] = [
        (triple, &[(3, 1), (1, 2), (5, 1), (3, 2), (1, 1), (5, 2)]),
        (eternal, &[(2, 4), (4, 4), (3, 4), (5, 4)]),
    ];
    for (board, cycle) in cases {
        let board: rules::Board = board.parse().unwrap();
        let size = board.size();
        let mut position = Position::from_board(board, KoRule::Simple, false);
        for round in 0..4_u32 {
            for (i, &(x, y)) in cycle.iter().enumerate() {
                let (color, point) = (Color::BOTH[i % 2], size.at(x, y).unwrap());
                let stood = position.stood(color, point);
                // The last ply of a round makes the first position again.
                let before = round + u32::from(i + 1 == cycle.len());
                assert_eq!(stood.times, before, "round {round} ply {i}");
                if before > 0 {
                    assert_eq!(stood.first, if i + 1 == cycle.len() { 0 } else { i as u32 + 1 });
                }
                position.play(color, point).unwrap();
            }
        }
    }
}

/// A library of the field forbade it still.
#[test]
fn passes_lift_the_simple_ko_and_no_superko() {
    let board: rules::Board = ".XO.\nXO.O\n.XO.\n....".parse().unwrap();
    let size = board.size();
    let (take, back) = (size.at(2, 1).unwrap(), size.at(1, 1).unwrap());
    for (ko, lifted) in [(KoRule::Simple, true), (KoRule::Positional, false)] {
        let mut position = Position::from_board(board.clone(), ko, false);
        position.play(Color::Black, take).unwrap();
        assert!(!position.is_legal(Color::White, back), "{ko:?}: not at once");
        position.pass(Color::White);
        position.pass(Color::Black);
        assert_eq!(position.is_legal(Color::White, back), lifted, "{ko:?}: after two passes");
    }
}
