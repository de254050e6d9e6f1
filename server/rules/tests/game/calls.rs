//! Calls for the referee, and what waits for one (RULES 2.4, 3.4, 3.6, 7; 第16条.3).

use rules::{AGREEMENT_MS, ASKED_AGAIN_MS, CALL_MS, CALL_SEATED_MS, CALLS_A_GAME, Color, Phase, RoomMs};

use crate::agreement::proposed;
use crate::requests::opened;
use crate::table::{Table, even};

const BOTH: [&str; 2] = ["bb", "gb"];

fn due(table: &Table) -> u64 {
    table.game.agreement().unwrap().due.0
}

#[test]
fn one_call_is_open_at_a_time_about_the_matter_at_hand() {
    let mut table = opened(even(9));
    table.run(
        "
        5 B call ply=1    -> !StalePly
        5 W uncall        -> !NoSuchRequest
        5 W call          -> White calls due 600005
        5 B call          -> !RefereeCalled
        5 W call          -> !RefereeCalled
        6 B uncall        -> !NoSuchRequest
        7 B dd            -> dd left 3599993/0
        8 W uncall        -> call Withdrawn
        8 W uncall        -> !NoSuchRequest
        8 R look          -> !NoSuchRequest
        ",
    );
    assert_eq!((table.game.calls_left(Color::White), table.game.calls_left(Color::Black)), (2, 3));
}

#[test]
fn each_side_calls_a_few_times_in_a_game() {
    let mut table = opened(even(9));
    for _ in 0..CALLS_A_GAME {
        table.run("5 B call\n5 B uncall");
    }
    table.run("5 B call -> !TooOften\n5 W call -> White calls due 600005");
}

#[test]
fn a_call_in_play_stops_no_clock() {
    let mut table = opened(even(9));
    let limit = table.game.limit();
    table.run("0 W call");
    assert_eq!(table.game.limit(), limit);
    table.run("599999 * ->\n600000 * -> call Expired");
    assert_eq!(table.game.limit(), limit);
}

#[test]
fn the_agreements_limit_stands_still_while_the_referee_is_awaited() {
    let mut table = proposed(&BOTH);
    assert_eq!(due(&table), AGREEMENT_MS);
    table.run("100000 B call -> Black calls due 700000");
    assert_eq!((table.game.limit(), table.game.deadline()), (None, Some(RoomMs(100_000 + CALL_MS))));
    table.run("699999 * ->\n700000 * -> call Expired");
    assert_eq!(due(&table), 600_000 + AGREEMENT_MS, "what was left is left");
    table.run("780000 * -> asked again due 840000");
}

#[test]
fn whoever_comes_back_has_the_time_of_a_last_question() {
    let mut table = proposed(&BOTH);
    table.run("179999 B call\n200000 B uncall -> call Withdrawn");
    assert_eq!(due(&table), 200_000 + ASKED_AGAIN_MS);
}

#[test]
fn what_is_talked_over_can_be_settled_without_the_referee_all_the_same() {
    let mut table = proposed(&BOTH);
    table.run(
        "
        1 B call
        400000 B accept   -> Black accepts #1
        400001 W accept   -> White accepts #1; ended W+0.5 left 3600000/0 3600000/0
        ",
    );
    assert_eq!(table.game.call(), None);
}

#[test]
fn a_dispute_without_a_referee_voids_the_call() {
    let mut table = proposed(&BOTH);
    table.run("1 B call\n2 W resume -> White resumes, Black to move");
    assert_eq!((table.game.call(), table.game.phase()), (None, Phase::Play));
    table.run("3 B uncall -> !NoSuchRequest");
}

#[test]
fn a_change_of_the_marking_moves_no_limit_that_stands_still() {
    let mut table = proposed(&BOTH);
    table.run(
        "
        180000 * -> asked again due 240000
        239000 B call
        300000 W unmark gb -> White marks gb alive #2
        300001 B uncall
        ",
    );
    assert_eq!(due(&table), 300_001 + ASKED_AGAIN_MS);
}

#[test]
fn a_ruling_answers_the_call_before_it_takes_effect() {
    for (ruling, told) in [
        ("look", "call Answered"),
        ("warn W", "call Answered; White is warned"),
        ("pause", "call Answered; paused Referee"),
        ("back 2", "call Answered; back to 2"),
    ] {
        let mut table = proposed(&BOTH);
        table.run("5 B call");
        let answer = table.row(&format!("9 R {ruling}"));
        assert!(answer.starts_with(told), "{ruling}: {answer}");
        assert_eq!(table.game.call(), None);
        table.replays();
    }
    // Who may speak is another matter.
    let mut table = proposed(&BOTH);
    table.run("5 B call\n9 R mute 1 guest -> guest (1) is muted");
    assert!(table.game.call().is_some());
}

#[test]
fn a_ruling_that_is_refused_answers_nothing() {
    let mut table = proposed(&BOTH);
    table.run("5 B call\n6 R continue -> !WrongPhase\n6 R unwarn B -> !WrongPhase");
    assert!(table.game.call().is_some());
}

#[test]
fn a_referee_who_sits_is_waited_for_longer() {
    let mut table = proposed(&BOTH);
    table.run("5 B call -> Black calls due 600005\n400000 S sit Wang -> Wang sits down");
    assert_eq!(table.game.call().unwrap().due.0, 5 + CALL_SEATED_MS);
    table.run("3600005 * -> call Expired\n3600006 W call -> White calls due 7200006");
}

#[test]
fn a_seated_referee_settles_what_one_side_alone_accepts() {
    let mut table = proposed(&BOTH);
    table.run(
        "
        0 S sit Wang
        1 B unmark gb     -> Black marks gb alive #2
        2 B accept        -> Black accepts #2
        180000 *          -> asked again due 240000
        240000 *          -> called due 3840000
        240001 B uncall   -> !NoSuchRequest
        250000 W call     -> !RefereeCalled
        3840000 *         -> call Expired
        3900000 *         -> resumed, White to move
        ",
    );
}

#[test]
fn the_same_stones_disputed_again_are_the_seated_referees() {
    let mut table = proposed(&BOTH);
    table.run(
        "
        0 S sit Wang
        1 B unmark gb     -> Black marks gb alive #2
        2 W resume        -> White resumes, White to move
        ",
    );
    table.agree(4, &[]);
    table.run(
        "
        5 W mark gb       -> White marks gb dead #4
        6 B resume        -> called due 3600006
        7 B resume        -> !RefereeCalled
        7 W resume        -> !RefereeCalled
        8 R stones gb bb  -> call Answered; ruled dead [bb gb] #5; ended W+0.5 left 3600000/0 3599998/0
        ",
    );
}

#[test]
fn when_no_ruling_comes_the_dispute_goes_as_without_a_referee() {
    let mut table = proposed(&BOTH);
    table.run("0 S sit Wang\n1 B resume");
    table.agree(2, &BOTH);
    table.run(
        "
        5 B resume        -> called due 3600005
        3600005 *         -> call Expired
        3600006 W resume  -> White resumes, Black to move
        ",
    );
}

#[test]
fn other_stones_are_another_dispute() {
    let mut table = proposed(&["bb"]);
    table.run("0 S sit Wang\n1 B unmark bb\n2 B resume");
    table.agree(3, &[]);
    table.run("4 B mark gb\n5 B resume -> Black resumes, White to move");
}

#[test]
fn nobody_calls_while_the_clocks_stand_or_before_the_game() {
    let mut table = opened(even(9));
    table.run("5 B call\n6 R pause -> call Answered; paused Referee");
    table.run("7 B call -> !Paused");
}

#[test]
fn an_adjournment_voids_the_call() {
    let mut table = opened(even(9));
    table.run("5 B call\n6 W ask adjourn\n7 B yes -> #1 Accepted; adjourning");
    assert_eq!(table.game.call(), None);
    table.run("8 W call\n9 B seal");
    assert_eq!(table.game.call(), None, "nobody sits there to be called");
    table.run("10 W uncall -> !Paused");
}

#[test]
fn a_new_server_gives_the_call_its_time_back() {
    let mut table = proposed(&BOTH);
    table.run("100000 B call\n200000 S restore -> restored hold 215000");
    assert_eq!(table.game.call().unwrap().due.0, 700_000 + 15_000);
    table.run("715000 * -> call Expired");
    assert_eq!(due(&table), 715_000 + 80_000, "what was left is left");
}
