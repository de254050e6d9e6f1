//! What the players ask of each other (RULES 6, 7): who may ask for what and when, and that nothing but an
//! accepted request changes the game.

use rules::{
    CAP_MAX_MS, ClockSetup, Outcome, Pauses, Phase, Placement, REQUEST_MS, REQUESTS_A_GAME, REQUESTS_A_TURN,
    RoomMs, Setup,
};

use crate::table::{Table, check, correspondence, even, handicap};
use crate::tell::play;

/// A game in which each side has made a move, at room time 0.
pub(crate) fn opened(setup: Setup) -> Table {
    check(setup, "0 B ee\n0 W gg")
}

#[test]
fn what_is_declined_withdrawn_or_not_answered_leaves_the_game_as_it_was() {
    for word in ["undo", "draw", "pause", "adjourn", "time"] {
        for end in ["1500 W no -> #1 Declined", "1500 B withdraw -> #1 Withdrawn", "121000 * -> #1 Expired"] {
            let mut table = opened(even(9));
            let before = play(&table.game);
            table.run(&format!("1000 B ask {word}"));
            assert_eq!(play(&table.game), before, "{word} asked");
            let asked = table.game.requests().black.unwrap();
            assert_eq!((asked.number, asked.due), (1, RoomMs(1000 + REQUEST_MS)));
            table.run("120999 * ->");
            table.run(end);
            assert_eq!(play(&table.game), before, "{word}: {end}");
            assert_eq!((table.game.requests().black, table.game.pauses()), (None, 0));
        }
    }
}

#[test]
fn accepted_requests_come_to_what_they_say() {
    check(
        even(9),
        "
        0 B ee
        1000 W gg           -> gg left 3599000/0
        2000 W ask draw     -> White asks #1 Draw due 122000
        2500 B yes          -> #1 Accepted; ended 0 left 3598500/0 3599000/0
        2500 W ask draw     -> !GameOver
        ",
    );
    let table = check(even(9), "0 B ee\n0 W gg\n0 W ask draw\n9 B yes");
    assert_eq!(table.game.outcome(), Some(Outcome::Agreed));
    let mut table = opened(even(9));
    table
        .run("1000 B ask time -> Black asks #1 Time due 121000\n2000 W yes -> #1 Accepted; White gets 60000");
    assert_eq!(table.game.times().white.main_ms, 3_660_000);
    table.run("5000 B cc -> cc left 3595000/0\n6000 W dd -> dd left 3659000/0");
    table.run("7000 W ask pause -> White asks #2 Pause due 127000");
    table.run("7001 B yes -> #2 Accepted; paused Agreed until 607001");
    let mut table = opened(even(9));
    table.run("0 B ask adjourn\n0 W yes -> #1 Accepted; adjourning");
    table.run("0 W ask continue\n1 B yes -> #2 Accepted; continued hold 10001\n2 B cc -> cc left 3599998/0");
    let mut table = opened(even(9));
    table.run("0 B ask undo\n0 W yes -> #1 Accepted; back to 0");
}

#[test]
fn a_request_is_answered_by_its_number_and_by_the_other_side() {
    let mut table = opened(even(9));
    table.run(
        "
        0 W yes              -> !NoSuchRequest
        0 W withdraw         -> !NoSuchRequest
        0 B ask draw ply=1   -> !StalePly
        0 B ask draw ply=3   -> !StalePly
        0 B ask draw         -> Black asks #1 Draw due 120000
        0 B ask draw         -> !AlreadyAsked
        0 B ask pause        -> !AlreadyAsked
        0 B yes n=1          -> !NoSuchRequest
        0 W withdraw n=1     -> !NoSuchRequest
        0 W yes n=2          -> !NoSuchRequest
        0 W no n=0           -> !NoSuchRequest
        0 W ask undo         -> White asks #2 Undo due 120000
        0 W no n=2           -> !NoSuchRequest
        0 W no n=1           -> #1 Declined
        0 W no n=1           -> !NoSuchRequest
        0 W withdraw         -> #2 Withdrawn
        120000 B ask time    -> Black asks #3 Time due 240000
        240000 W yes         -> !NoSuchRequest
        240000 *             -> #3 Expired
        ",
    );
}

#[test]
fn both_asking_for_the_same_is_agreement_except_where_it_is_not_the_same() {
    for (word, comes_to) in [
        ("draw", "ended 0 left 3600000/0 3600000/0"),
        ("pause", "paused Agreed until 600000"),
        ("adjourn", "adjourning"),
    ] {
        let mut table = opened(even(9));
        table.run(&format!("0 B ask {word}\n0 W ask {word} -> #1 Accepted; {comes_to}"));
    }
    // Each asks for its own move, and each for the other's time.
    for word in ["undo", "time"] {
        let mut table = opened(even(9));
        table.run(&format!("0 B ask {word}\n0 W ask {word}"));
        assert!(table.game.requests().black.is_some() && table.game.requests().white.is_some());
    }
    // What silence has closed already agrees to nothing.
    opened(even(9)).run("0 B ask draw\n120000 W ask draw -> White asks #2 Draw due 240000");
}

#[test]
fn a_move_a_pause_and_the_end_void_what_is_open() {
    for event in
        ["0 B cc", "0 B pass", "0 R pause", "0 R adjourn", "0 B resign", "0 R result Draw", "0 R back 1"]
    {
        let mut table = opened(even(9));
        table.run(&format!("0 B ask draw\n0 W ask time\n{event}"));
        let open = table.game.requests();
        assert_eq!((open.black, open.white), (None, None), "{event}");
        let refusal = if table.game.phase() == Phase::Over { "!GameOver" } else { "!NoSuchRequest" };
        table.run(&format!("0 W yes n=1 -> {refusal}\n0 B yes n=2 -> {refusal}"));
    }
}

#[test]
fn each_side_asks_three_times_between_two_moves() {
    assert_eq!(REQUESTS_A_TURN, 3);
    let mut table = opened(even(9));
    for number in 1..=3 {
        table.run(&format!("0 B ask draw\n0 W no -> #{number} Declined"));
    }
    table.run("0 B ask draw -> !TooOften\n0 B ask pause -> !TooOften");
    table.run("0 W ask draw -> White asks #4 Draw due 120000");
    table.run("0 B ask draw -> #4 Accepted; ended 0 left 3600000/0 3600000/0");
    let mut table = opened(even(9));
    table.run(&"0 B ask time\n0 B withdraw\n".repeat(3));
    table.run("0 B ask time -> !TooOften\n0 B cc\n0 B ask time -> Black asks #4 Time due 120000");
}

#[test]
fn and_a_hundred_times_in_a_game() {
    let mut table = opened(even(13));
    let points: Vec<_> = table.game.setup().size.all().collect();
    let mut empty = points.iter().filter(|&&point| table.game.board().get(point).is_none());
    let mut rows = String::new();
    for turn in 0..=REQUESTS_A_GAME / REQUESTS_A_TURN {
        rows += &"0 B ask time\n0 W no\n".repeat(if turn < 33 { 3 } else { 1 });
        let (side, point) = (["B", "W"][usize::from(turn % 2)], empty.next().unwrap());
        rows += &format!("0 {side} {}\n", point.to_sgf(table.game.setup().size));
    }
    table.run(&rows);
    table.run("0 B ask time -> !TooOften\n0 W ask time -> White asks #101 Time due 120000");
}

/// A game that is adjourned can be gone on with, whatever has been asked before.
#[test]
fn asking_to_go_on_is_counted_apart_and_not_repeated_at_once() {
    let mut table = opened(even(9));
    table.run("0 B ask draw\n0 W no\n0 B ask draw\n0 W no\n0 B ask draw\n0 W no\n0 B ask draw -> !TooOften");
    table.run("0 R adjourn\n0 B seal");
    for i in 0..5_u64 {
        let at = 120_000 * i;
        table.run(&format!("{at} B ask continue\n{at} W no\n{at} B ask continue -> !TooOften"));
        table.run(&format!("{} B ask continue -> !TooOften", at + 119_999));
    }
    let at = 120_000 * 5;
    table.run(&format!("{at} W ask continue\n{at} B yes -> #9 Accepted; continued hold {}", at + 10_000));
    table.run(&format!("{at} S reveal cc\n{at} W ask draw\n{at} W no -> !NoSuchRequest"));
    table.run(&format!("{at} R pause\n{at} R continue\n{at} R adjourn\n{at} B ask continue"));
}

#[test]
fn some_things_cannot_be_asked_for() {
    check(
        even(9),
        "
        0 B ask undo     -> !WrongPhase
        0 B ask draw     -> !WrongPhase
        0 B ask adjourn  -> !WrongPhase
        0 B ask continue -> !WrongPhase
        0 B ee
        0 W ask undo     -> !WrongPhase
        0 B ask draw     -> !WrongPhase
        0 B ask undo     -> Black asks #1 Undo due 120000
        ",
    );
    for request in ["undo", "draw", "pause", "adjourn", "time", "continue"] {
        let mut table = opened(even(9));
        table.agree(0, &[]);
        table.run(&format!("0 B ask {request} -> !WrongPhase"));
        let mut table = opened(even(9));
        table.run("0 R pause");
        let refusal = if request == "continue" { "WrongPhase" } else { "Paused" };
        table.run(&format!("0 B ask {request} -> !{refusal}"));
        let mut table = opened(even(9));
        table.run("0 R adjourn");
        if request != "continue" {
            table.run(&format!("0 B ask {request} -> !SealExpected"));
        }
        let mut table = Table::open(handicap(9, 2, Placement::Free));
        table.run(&format!("0 B ask {request} -> !WrongPhase"));
    }
}

#[test]
fn some_games_do_not_have_what_is_asked_for() {
    for clock in [correspondence(3_600_000), ClockSetup::Unlimited] {
        let mut table = opened(Setup { clock, ..even(9) });
        for word in ["pause", "adjourn", "time"] {
            table.run(&format!("0 B ask {word} -> !NotInThisGame"));
        }
        let due = if clock == ClockSetup::Unlimited { 86_400_000 } else { 3_600_000 };
        table.run(&format!("0 B ask undo -> Black asks #1 Undo due {due}"));
    }
    // A gift is for the other side's clock.
    let mixed = Setup { white_clock: Some(ClockSetup::Unlimited), ..even(9) };
    opened(mixed).run("0 B ask time -> !NotInThisGame\n0 W ask time\n0 B ask pause");
    let pauses = |most, adjourn| Setup { pauses: Pauses { most, length_ms: 60_000, adjourn }, ..even(9) };
    opened(pauses(0, true)).run("0 B ask pause -> !TooOften\n0 B ask adjourn");
    opened(pauses(1, false)).run("0 B ask adjourn -> !NotInThisGame\n0 B ask pause");
}

#[test]
fn a_gift_fills_a_clock_no_further_than_any_clock_goes() {
    let full = Setup {
        clock: ClockSetup::Fischer { main_ms: 86_400_000, increment_ms: 1000, cap_ms: None },
        ..even(9)
    };
    let mut table = opened(full);
    table.run(&format!("0 R clock W {}/0\n0 B ask time\n0 W yes", CAP_MAX_MS - 60_000));
    assert_eq!(table.game.times().white.main_ms, CAP_MAX_MS);
    table.run("0 B ask time -> !TooOften");
    table.run(&format!("0 R clock W {}/0\n0 B ask time -> !TooOften", CAP_MAX_MS - 59_999));
    // What was possible when it was asked is looked at again when it is accepted.
    table.run("0 R clock W 1000/0\n0 B ask time");
    table.run(&format!("0 R clock W {CAP_MAX_MS}/0\n0 W yes -> !TooOften"));
}

/// A gift while the clock runs is there at once, in every phase of a period.
#[test]
fn a_gift_comes_before_what_is_left_of_the_periods() {
    let mut setup = even(9);
    setup.clock = crate::table::byoyomi(0, 2, 30_000);
    let mut table = opened(setup);
    assert_eq!(table.game.deadline(), Some(RoomMs(10_000)));
    table.run("45000 * ->\n45000 W ask time\n45000 B yes -> #1 Accepted; Black gets 60000");
    assert_eq!(table.game.limit(), Some(RoomMs(120_000)));
    table.run("119999 B cc -> cc left 0/1");
}

/// In the order in which they were due: a flag that fell first ends the game before the request does.
#[test]
fn a_flag_and_a_request_come_in_their_order() {
    let quick = |main_ms| Setup { clock: ClockSetup::Absolute { main_ms }, ..even(9) };
    let mut table = opened(quick(150_000));
    table.run("1000 W ask draw\n121000 * -> #1 Expired\n150000 * -> ended W+T left 0/0 150000/0");
    let mut table = opened(quick(120_500));
    table.run("1000 W ask draw\n130000 * -> ended W+T left 0/0 120500/0");
    let mut table = opened(quick(121_000));
    table.run("1000 W ask draw\n121000 * -> #1 Expired; ended W+T left 0/0 121000/0");
}

#[test]
fn a_new_server_gives_a_request_its_time_back() {
    let mut table = opened(even(9));
    table.run("0 B ask draw\n100000 S restore");
    assert_eq!(table.game.requests().black.unwrap().due, RoomMs(135_000));
    table.run("134999 W yes -> #1 Accepted; ended 0 left 3480001/0 3600000/0");
}
