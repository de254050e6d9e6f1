//! Who is at a game and who sits where: officers, people who are removed, colours that are swapped (第17条.1).

use rules::{ByColor, Game, GameEvent, Misplaced, PEOPLE_MOST, Phase, RoomMs, SWAP_PLIES, Setup, Verdict};

use crate::requests::opened;
use crate::table::{Table, even};

/// Points that never touch.
const POINTS: [&str; 12] = ["aa", "ca", "ea", "ga", "ac", "cc", "ec", "gc", "ae", "ce", "ee", "ge"];

#[test]
fn colours_are_swapped_until_move_ten_inclusive_and_never_later() {
    assert_eq!(SWAP_PLIES, 10);
    for moves in 0..=12_usize {
        let mut table = Table::open(even(9));
        play(&mut table, moves);
        let outcome = if moves <= 10 { "colours swapped" } else { "!TooLate" };
        table.run(&format!("20 R swap -> {outcome}"));
        assert_eq!(table.game.moves().len(), moves, "stones stay as they are");
    }
    // What was taken back does not bring the time back.
    let mut table = Table::open(even(9));
    play(&mut table, 11);
    table.run("20 R back 4\n21 R swap -> !TooLate");
}

/// So many moves, Black first.
fn play(table: &mut Table, moves: usize) {
    for (n, point) in POINTS.iter().enumerate().take(moves) {
        table.run(&format!("{n} {} {point}", if n % 2 == 0 { "B" } else { "W" }));
    }
}

#[test]
fn warnings_and_requests_are_the_players_and_clocks_are_the_colours() {
    let mut table = opened(even(9));
    table.run("10 R warn B\n11 B ask draw");
    let (clock, times, next) = (table.game.running(), table.game.times(), table.game.to_move());
    table.run("12 R swap -> colours swapped");
    assert_eq!(table.game.warnings(), ByColor { black: 0, white: 1 });
    assert_eq!(table.game.requests(), ByColor::default(), "what was asked is void");
    assert_eq!((table.game.running(), table.game.times(), table.game.to_move()), (clock, times, next));
    table.run("13 R swap -> colours swapped");
    assert_eq!(table.game.warnings(), ByColor { black: 1, white: 0 }, "back again");
}

#[test]
fn who_has_asked_too_often_has_done_so_on_the_other_side_too() {
    let mut table = opened(even(9));
    let mut at = 10;
    let mut ask = |table: &mut Table, side: &str| {
        at += 2;
        let told = table.row(&format!("{at} {side} ask draw"));
        table.row(&format!("{} {side} withdraw", at + 1));
        told
    };
    while ask(&mut table, "B") != "!TooOften" {}
    table.run("500 R swap -> colours swapped");
    assert_eq!(table.row("501 W ask draw"), "!TooOften");
    assert_ne!(table.row("502 B ask draw"), "!TooOften");
}

#[test]
fn there_is_nothing_to_swap_with_handicap_in_agreement_or_after_the_end() {
    Table::open(Setup { handicap: 2, ..even(9) }).run("5 R swap -> !NotInThisGame");
    let mut table = opened(even(9));
    table.run("10 B pass\n11 W pass");
    assert_eq!(table.game.phase(), Phase::Agreement);
    table.run("12 R swap -> !WrongPhase\n13 R result Draw\n14 R swap -> !GameOver");
}

#[test]
fn both_clocks_get_the_same_or_neither_anything() {
    let mut table = opened(even(9));
    let before = table.game.times();
    table.run("10 R add-both 0 -> !BadClock");
    table.run("10 R add-both 7000 -> Black gets 7000; White gets 7000");
    assert_eq!(
        table.game.times(),
        before.map(|left| rules::TimeLeft { main_ms: left.main_ms + 7000, ..left })
    );
}

#[test]
fn somebody_is_removed_once_and_let_back_once() {
    let mut table = opened(even(9));
    table.run(
        "10 R readmit 7f Zhang -> !AlreadyMarked
        10 R remove 7f Zhang -> Zhang (7f) is removed
        11 R remove 7f Zhang -> !AlreadyMarked
        12 R readmit 7f Zhang -> Zhang (7f) may come back",
    );
    for n in 0..PEOPLE_MOST {
        assert!(!table.game.is_removed(&n.to_string()));
        table.run(&format!("13 R remove {n} somebody"));
        assert!(table.game.is_removed(&n.to_string()));
    }
    table.run("14 R remove one-more somebody -> !TooOften");
}

#[test]
fn an_officer_sits_down_once_and_only_while_the_game_runs() {
    let mut table = opened(even(9));
    let seated = table.game.seat_officer("Zhang").unwrap();
    table.take(10, seated);
    assert_eq!(table.game.officers(), ["Zhang"]);
    assert_eq!(table.game.seat_officer("Zhang"), Ok(Vec::new()));
    for n in 1..PEOPLE_MOST {
        let seated = table.game.seat_officer(&n.to_string()).unwrap();
        table.take(10, seated);
    }
    assert_eq!(table.game.seat_officer("Li"), Err(rules::Refusal::TooOften));
    table.run("11 R result Black");
    assert_eq!(table.game.seat_officer("Li"), Err(rules::Refusal::GameOver));
}

#[test]
fn a_journal_in_which_people_come_and_go_otherwise_is_none() {
    let named = |name: &str| name.to_owned();
    let seated = |name: &str| GameEvent::OfficerSeated { officer: named(name) };
    let removed = |id: &str| GameEvent::Removed { account: named(id), name: named("N") };
    let readmitted = |id: &str| GameEvent::Readmitted { account: named(id), name: named("N") };
    let ended = GameEvent::Ended {
        outcome: rules::Outcome::Ruled { verdict: Verdict::Draw },
        count: None,
        left: ByColor::default(),
    };
    let long = "a".repeat(257);
    for (events, why) in [
        (vec![seated("a"), seated("a")], Misplaced::People),
        (vec![seated(&long)], Misplaced::People),
        (vec![removed("a"), removed("a")], Misplaced::People),
        (vec![removed(&long)], Misplaced::People),
        (vec![readmitted("a")], Misplaced::People),
        (vec![removed("a"), readmitted("a"), readmitted("a")], Misplaced::People),
        (vec![ended.clone(), GameEvent::ColorsSwapped], Misplaced::Phase),
        (vec![ended, seated("a")], Misplaced::Phase),
    ] {
        let (mut game, _) = Game::open(even(9)).unwrap();
        let (last, before) = events.split_last().unwrap();
        for event in before {
            game.apply(RoomMs(5), event).unwrap();
        }
        assert_eq!(game.apply(RoomMs(5), last), Err(why), "{events:?}");
    }
    let (mut game, _) = Game::open(Setup { handicap: 2, ..even(9) }).unwrap();
    assert_eq!(game.apply(RoomMs(5), &GameEvent::ColorsSwapped), Err(Misplaced::Swap));
}
