//! Stone agreement: markings, acceptances, disputes, limits (第21条; RULES 3).

use rules::{
    AGREEMENT_MS, ASKED_AGAIN_MS, Action, Color, MARKS, Marking, Phase, Point, RoomMs, Size, proposal,
};

use crate::table::{Table, check, even, state};

/// A finished 7×7 board, Black's turn at 0 ms:
///
/// ```text
/// ..X..O.
/// .OX..OX
/// ..X..O.   and so on downwards; White's b6 and Black's g6 are dead.
/// ```
fn finished() -> Table {
    let mut rows = String::new();
    for row in ["a", "b", "c", "d", "e", "f", "g"] {
        rows += &format!("0 B c{row}\n0 W f{row}\n");
    }
    check(even(7), &(rows + "0 B gb\n0 W bb"))
}

/// The same with the agreement opened at 0 ms on these proposed stones.
pub(crate) fn proposed(stones: &[&str]) -> Table {
    let mut table = finished();
    table.agree(0, stones);
    table
}

const BOTH: [&str; 2] = ["bb", "gb"];

#[test]
fn two_passes_open_it_with_the_servers_proposal() {
    let mut table = finished();
    let dead = proposal::dead(table.game.board(), Color::Black);
    table.run("5 B pass\n9 W pass");
    let agreement = table.game.agreement().unwrap();
    assert_eq!((&agreement.marking.dead, &agreement.proposed), (&dead, &Marking::of_dead(dead.clone())));
    assert_eq!((agreement.revision, agreement.round, agreement.due.0), (1, 1, 9 + AGREEMENT_MS));
    assert_eq!((table.game.to_move(), table.game.running()), (None, None));
}

#[test]
fn a_stone_between_two_passes_keeps_the_game_going() {
    let mut table = finished();
    table.run("0 B pass\n0 W dd\n0 B pass\n0 W de");
    assert_eq!(table.game.phase(), Phase::Play);
    table.run("0 B pass\n0 W pass");
    assert_eq!(table.game.phase(), Phase::Agreement);
}

#[test]
fn both_must_accept_the_same_revision() {
    let mut table = proposed(&BOTH);
    table.run(
        "
        1 B aa              -> !WrongPhase
        1 B pass            -> !WrongPhase
        1 W accept rev=0    -> !StaleRevision
        1 W accept rev=2    -> !StaleRevision
        1 W accept          -> White accepts #1
        1 W accept          -> !AlreadyAccepted
        2 B mark aa         -> !NoStone
        2 B mark bb         -> !AlreadyMarked
        2 B unmark cc       -> !AlreadyMarked
        2 B unmark gb       -> Black marks gb alive #2
        3 W accept rev=1    -> !StaleRevision
        3 W mark gb rev=1   -> !StaleRevision
        3 W resume rev=1    -> !StaleRevision
        3 B accept          -> Black accepts #2
        4 W mark gb         -> White marks gb dead #3
        5 B accept          -> Black accepts #3
        6 W accept          -> White accepts #3; ended W+0.5 left 3600000/0 3600000/0
        6 W accept          -> !GameOver
        ",
    );
    let count = table.game.count().unwrap();
    assert_eq!((count.black_points, count.white_points, count.shared_points), (21, 14, 14));
    assert_eq!(count.margin_quarters, -1);
    assert_eq!(table.game.dead().len(), 2);
    assert!(table.game.agreement().is_none());
}

#[test]
fn the_accepted_marking_is_what_counts() {
    let results = [
        ("0 B accept\n0 W accept", "W+0.5", 2),
        ("0 B unmark gb\n0 B accept\n0 W accept", "B+7.5", 1),
        ("0 W unmark bb\n0 W accept\n0 B accept", "W+15.5", 1),
        ("0 W unmark bb\n0 W unmark gb\n0 W accept\n0 B accept", "W+7.5", 0),
    ];
    for (rows, result, dead) in results {
        let mut table = proposed(&BOTH);
        table.run(rows);
        assert_eq!(table.game.outcome().unwrap().to_sgf(), result, "{rows}");
        assert_eq!(table.game.dead().len(), dead, "{rows}");
        let count = table.game.count().unwrap();
        assert_eq!(count.black_points + count.white_points + count.shared_points, 49);
    }
}

/// 第21条.4: the side that claims the stones are dead moves first.
#[test]
fn the_claimant_of_dead_stones_moves_first_after_a_dispute() {
    let cases: [(&[&str], &str, &str); 9] = [
        // The proposal itself is disputed: its dead stones' owner answers second.
        (&["bb"], "1 W resume", "White resumes, Black to move"),
        (&["gb"], "1 B resume", "Black resumes, White to move"),
        (&["gb"], "1 W resume", "White resumes, White to move"),
        // Both colours, or nothing: the opponent of the last passer, White.
        (&BOTH, "1 W resume", "White resumes, Black to move"),
        (&[], "1 W resume", "White resumes, Black to move"),
        // A change by one side is what the other disputes, or could not agree on.
        (&BOTH, "1 W unmark gb\n1 B resume", "Black resumes, White to move"),
        (&[], "1 W mark gb\n1 W resume", "White resumes, White to move"),
        // What the two said against each other counts even if the marking is the server's again.
        (&[], "1 W mark gb\n1 B unmark gb\n1 W resume", "White resumes, White to move"),
        // What one side took back itself does not: the proposal is disputed.
        (&BOTH, "1 W unmark gb\n1 W mark gb\n1 B resume", "Black resumes, Black to move"),
    ];
    for (stones, rows, wanted) in cases {
        proposed(stones).run(&format!("{rows} -> {wanted}"));
    }
}

#[test]
fn with_disputes_in_both_colours_the_last_passers_opponent_moves() {
    let mut table = finished();
    table.run("0 B dd");
    table.agree(0, &BOTH);
    table.run("1 W resume -> White resumes, White to move\n1 B aa -> !NotYourTurn\n1 W aa");
}

#[test]
fn clocks_stand_in_agreement_and_run_on_afterwards() {
    let mut table = finished();
    table.run("1000 B pass\n3000 W pass\n60000 B resume");
    assert_eq!(table.game.times().black.main_ms, 3_599_000);
    assert_eq!(table.game.times().white.main_ms, 3_598_000);
    let mover = table.game.to_move().unwrap();
    assert_eq!(table.game.deadline().unwrap().0, 60_000 + table.game.times().get(mover).main_ms);
    table.replays();
}

#[test]
fn earlier_positions_count_after_a_resumption() {
    let mut table = check(even(5), "0 B ba\n0 W ca\n0 B ab\n0 W db\n0 B bc\n0 W cc\n0 B cb\n0 W bb");
    table.agree(0, &[]);
    table.run("0 W resume -> White resumes, Black to move\n0 B cb -> !Ko { repeats: 7 }\n0 B ee");
}

#[test]
fn one_pass_after_a_resumption_opens_nothing() {
    let mut table = proposed(&[]);
    table.run("0 B resume -> Black resumes, Black to move\n0 B pass\n0 W dd\n0 B pass\n0 W pass");
    let agreement = table.game.agreement().unwrap();
    assert_eq!((agreement.round, agreement.revision), (2, 2));
}

/// RULES 3.4 without a referee.
#[test]
fn a_dispute_in_the_third_phase_leaves_all_stones_alive() {
    let mut table = proposed(&BOTH);
    table.run("0 W resume");
    table.agree(0, &BOTH);
    table.run("0 W resume");
    table.agree(0, &BOTH);
    table.run("0 B accept -> Black accepts #3\n0 W resume -> ended W+7.5 left 3600000/0 3600000/0");
    assert!(table.game.dead().is_empty());
    assert_eq!(table.game.count().unwrap().black_points, 8);
}

#[test]
fn who_is_silent_is_asked_once_more() {
    let mut table = proposed(&BOTH);
    table.run(
        "
        179999 *        ->
        180000 B accept -> !TimeUp
        180000 *        -> asked again due 240000
        180000 *        ->
        180000 B accept -> Black accepts #1
        239999 *        ->
        240000 W accept -> !TimeUp
        240000 *        -> ended W+0.5 left 3600000/0 3600000/0
        ",
    );
    assert_eq!(table.game.dead().len(), 2);
}

/// RULES 3.6: nobody wins, or escapes a loss, by walking away.
#[test]
fn silence_decides_nothing_against_the_servers_marking() {
    let late = "180500 * -> asked again due 240500\n240500 *";
    let cases: [(&str, &str); 5] = [
        ("", "ended W+0.5 left 3600000/0 3600000/0"),
        ("0 W accept", "ended W+0.5 left 3600000/0 3600000/0"),
        // Changed and accepted by one side alone: it is not the server's, so play goes on.
        ("0 B unmark gb\n0 B accept", "resumed, White to move"),
        ("0 W unmark bb\n0 W accept", "resumed, Black to move"),
        // Changed and accepted by nobody: the server's stands.
        ("0 B unmark gb", "ended W+0.5 left 3600000/0 3600000/0"),
    ];
    for (rows, wanted) in cases {
        let mut table = proposed(&BOTH);
        table.run(&format!("{rows}\n{late} -> {wanted}"));
        if table.game.phase() == Phase::Over {
            assert_eq!(table.game.dead().len(), 2, "{rows}");
        }
    }
    let mut third = proposed(&BOTH);
    third.run("0 W resume");
    third.agree(0, &BOTH);
    third.run("0 W resume");
    third.agree(0, &BOTH);
    third.run(&format!("0 B unmark gb\n0 B accept\n{late} -> ended W+7.5 left 3600000/0 3600000/0"));
    assert!(third.game.dead().is_empty());
}

#[test]
fn a_change_at_the_last_moment_can_be_answered() {
    let mut table = proposed(&BOTH);
    table.run(
        "
        179999 B unmark gb -> Black marks gb alive #2
        180000 *           -> asked again due 240000
        180000 W mark gb   -> White marks gb dead #3
        180001 W unmark bb -> White marks bb alive #4; asked again due 240001
        200000 W accept    -> White accepts #4
        240000 B mark bb   -> Black marks bb dead #5; asked again due 300000
        299999 W unmark bb -> White marks bb alive #6; asked again due 359999
        359998 B resume    -> Black resumes, Black to move
        ",
    );
    assert_eq!(table.game.deadline().unwrap().0, 359_998 + 3_600_000);
}

#[test]
fn the_marking_is_changed_only_so_often() {
    let mut table = proposed(&BOTH);
    for _ in 0..MARKS / 2 {
        table.run("0 B unmark gb\n0 B mark gb");
    }
    let before = state(&table.game);
    table.run("0 B unmark gb -> !TooOften");
    assert_eq!(state(&table.game), before);
    table.run("0 W unmark gb\n0 B accept\n0 W accept");
}

#[test]
fn marking_one_stone_marks_its_group() {
    let mut table = proposed(&[]);
    table.run(
        "0 W mark cd -> White marks ca cb cc cd ce cf cg dead #2\n0 B unmark ca\n0 B accept\n0 W accept",
    );
    assert!(table.game.dead().is_empty());
    assert_eq!(ASKED_AGAIN_MS, 60_000);
}

/// A game against a program was counted at once with a wrong marking (online-go.com #1146, #443): whoever accepts at once
/// decides nothing for the other side, and has to accept anew what that has changed.
#[test]
fn who_accepts_at_once_decides_nothing_for_the_other_side() {
    let mut table = proposed(&["bb"]);
    table.run(
        "
        0 W accept          -> White accepts #1
        1 B mark gb
        1 W accept rev=1    -> !StaleRevision
        2 B accept
        ",
    );
    assert_eq!(table.game.phase(), Phase::Agreement, "White has not accepted what is marked now");
    table.run("3 W unmark gb\n4 W accept\n5 B resume");
    assert_eq!(table.game.phase(), Phase::Play, "and what stays in dispute is played out");
}

/// A count that was forced at some number of moves spoilt long ko fights (reports in forums): nothing but two passes
/// opens it, however long a game is.
#[test]
fn no_number_of_moves_opens_a_count() {
    let size = Size::square(9).unwrap();
    let mut table = Table::open(even(9));
    let mut chance = 1_u64;
    for _ in 0..1_500 {
        let (color, ply) = (table.game.to_move().unwrap(), table.game.ply());
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let first = usize::try_from(chance >> 33).unwrap();
        let mut points = (0..81).map(|n| Point::from_index(size, (first + 7 * n) % 81).unwrap());
        let played =
            points.find_map(|point| table.game.decide(color, &Action::Play { ply, point }, RoomMs(0)).ok());
        let events = played.or_else(|| table.game.decide(color, &Action::Pass { ply }, RoomMs(0)).ok());
        table.take(0, events.unwrap());
        assert_eq!(table.game.phase(), Phase::Play, "after {ply} moves");
    }
    table.replays();
}
