//! Absence byo-yomi (RULES 6): while a side of a fast game is awaited its clock is read aloud against it.

use rules::{Appointment, Color, Game, GameEvent, Misplaced, RoomMs, Setup, Sheet, Timed, Venue};

use crate::table::{Table, byoyomi, check, even};

const START_MS: u64 = 1_000_000;

fn awaited(main_ms: u64, periods: u16, period_ms: u64) -> Setup {
    let appointment = Some(Appointment { start: RoomMs(START_MS), venue: Venue::Reading });
    Setup { appointment, clock: byoyomi(main_ms, periods, period_ms), ..even(9) }
}

/// The readings of the journal since its row `from`: milliseconds after the start, whose, and what.
fn read(table: &Table, from: usize) -> Vec<String> {
    let told = table.journal[from..].iter().filter_map(|(at, event)| {
        let GameEvent::Read { color, second, count, periods } = event else { return None };
        let count = count.map_or(String::new(), |count| format!(" \"{count}\""));
        Some(format!("{} {color:?} {second}{count} of {periods}", at.0 - START_MS))
    });
    told.collect()
}

/// Time passes, and everything happens at its very millisecond.
fn until(table: &mut Table, to: u64) {
    while let Some(due) = table.game.deadline().filter(|due| due.0 <= to) {
        assert!(table.game.expire(RoomMs(due.0 - 1)).is_empty(), "never early");
        let events = table.game.expire(due);
        assert_eq!(events.len(), 1, "always then");
        table.take(due.0, events);
    }
    table.replays();
}

#[test]
fn the_clock_is_read_against_who_is_absent_as_in_play() {
    let mut table = check(awaited(5000, 2, 30_000), "1000000 * here=B -> started with Black");
    assert_eq!(table.game.deadline(), Some(RoomMs(START_MS + 15_000)));
    until(&mut table, START_MS + 28_000);
    let told = ["15000 White 10 of 2", "25000 White 20 of 2", "26000 White 21 \"1\" of 2"];
    assert_eq!(read(&table, 0)[..3], told);
    until(&mut table, START_MS + 35_000);
    assert_eq!(read(&table, 0).last().unwrap(), "35000 White 30 \"10\" of 1", "a period is used up");
    let times = |table: &Table, late_ms| table.game.times_at(RoomMs(START_MS + late_ms)).white;
    assert_eq!(crate::tell::left(times(&table, 34_999)), "0/2");
    assert_eq!(crate::tell::left(times(&table, 35_000)), "0/1");
    assert_eq!(crate::tell::left(table.game.times_at(RoomMs(START_MS + 35_000)).black), "5000/2");
    // What was told as used is used; the readings end, and those of the game begin.
    table.run("1035000 W arrive -> White comes 35000 late left 0/1");
    let before = table.journal.len();
    table.run("1040000 B ee");
    until(&mut table, 1_050_000);
    assert_eq!(read(&table, before), ["50000 White 10 of 1"]);
}

#[test]
fn the_last_reading_comes_before_the_loss() {
    let mut table = check(awaited(0, 1, 10_000), "1000000 * here=W -> started with White");
    until(&mut table, 1_009_999);
    assert_eq!(read(&table, 0).len(), 9);
    table.run("1010000 ~ -> \"10\" at 10 of 0; ended W+F left 0/0 0/1");
}

/// Each by its own clock; what is due for both is told of both, Black first.
#[test]
fn both_are_read_when_both_are_away() {
    let setup = Setup { white_clock: Some(byoyomi(10_000, 1, 20_000)), ..awaited(0, 1, 20_000) };
    let mut table = check(setup.clone(), "1000000 * -> started with nobody");
    until(&mut table, 1_020_000);
    let told = read(&table, 0);
    assert_eq!(told[0], "10000 Black 10 of 1");
    assert_eq!(told[10..], ["20000 Black 20 \"10\" of 0", "20000 White 10 of 1"]);
    assert!(matches!(table.journal.last().unwrap().1, GameEvent::Missed { color: Color::Black }));
    until(&mut table, 1_029_999);
    table.run("1030000 ~ -> \"10\" at 20 of 0; ended Void left 0/0 0/0");
    // One comes: only the other is read on.
    let mut table = check(setup, "1000000 *\n1005000 B arrive -> Black comes 5000 late left 0/1");
    until(&mut table, 1_022_000);
    assert_eq!(
        read(&table, 0),
        ["20000 White 10 of 1", "21000 White 11 \"1\" of 1", "22000 White 12 \"2\" of 1"]
    );
}

#[test]
fn of_other_venues_nothing_is_read() {
    for venue in [Venue::Remote, Venue::Same, Venue::Campus] {
        let appointment = Some(Appointment { start: RoomMs(START_MS), venue });
        let mut table = Table::open(Setup { appointment, ..awaited(0, 5, 60_000) });
        table.run("1000000 ~ here=B -> started with Black\n1149999 ~ ->");
        assert_eq!(table.game.times_at(RoomMs(1_149_999)), table.game.times());
    }
}

/// What was told is not told again, what fell due before the server was lost is told at once, and the
/// readings go on when the hold is over.
#[test]
fn a_change_of_server_neither_repeats_nor_loses_a_reading() {
    let mut table = check(awaited(0, 2, 20_000), "1000000 * here=B");
    table.run("1010000 ~ -> 10 of 2\n1012000 S restore");
    assert_eq!(table.game.deadline(), Some(RoomMs(0)), "overdue");
    table.run("1012000 ~ -> \"1\" at 11 of 2; \"2\" at 12 of 2\n1027999 ~ ->\n1028000 ~ -> \"3\" at 13 of 2");
    // What was late stays late within the hold, and a second server does not add its hold to the first's.
    table.run("1029000 S restore\n1030000 S restore\n1030000 ~ -> \"4\" at 14 of 2\n1045999 ~ ->");
    table.run("1046000 ~ -> \"5\" at 15 of 2\n1046000 W arrive -> White comes 15000 late left 0/2");
    let mut table = check(awaited(0, 2, 20_000), "1000000 * here=B\n1020000 * ->\n1021000 S restore");
    table.run("1022000 W arrive -> White comes 21000 late left 0/1");
}

/// A clock that is changed meanwhile is charged the same lateness, and nothing of it is read twice.
#[test]
fn a_clock_that_is_changed_is_not_read_again() {
    let mut table = check(awaited(0, 2, 20_000), "1000000 * here=B\n1012000 * ->\n1012000 R add W 1000");
    table.run("1012000 ~ ->\n1013000 ~ -> \"2\" at 12 of 2");
    let mut table = check(awaited(0, 2, 20_000), "1000000 * here=B\n1012000 * ->\n1012000 R clock W 0/3");
    table.run("1012999 ~ ->\n1013000 ~ -> \"3\" at 13 of 3");
}

#[test]
fn the_time_sheet_has_the_lateness_of_each_reading() {
    let mut table = check(awaited(0, 2, 20_000), "1000000 * here=B");
    until(&mut table, 1_011_000);
    let (sheet, _) = Sheet::of(table.journal.clone()).unwrap();
    let entry = sheet.entries.last().unwrap();
    let wanted = Timed::Read {
        number: 1,
        color: Color::White,
        spent_ms: 11_000,
        second: 11,
        count: Some(1),
        periods: 2,
    };
    assert_eq!((entry.at, entry.what), (RoomMs(1_011_000), wanted));
}

#[test]
fn a_journal_with_a_reading_of_who_is_there_is_refused() {
    let table = check(awaited(0, 2, 20_000), "1000000 * here=B");
    let read = |color, second| GameEvent::Read { color, second, count: None, periods: 2 };
    let apply = |game: &Game, event| game.clone().apply(RoomMs(START_MS + 10_000), &event);
    assert_eq!(apply(&table.game, read(Color::Black, 10)), Err(Misplaced::Reading));
    assert_eq!(apply(&table.game, read(Color::White, 20)), Err(Misplaced::Reading));
    assert_eq!(apply(&table.game, read(Color::White, 10)), Ok(()));
    let waits = Table::open(awaited(0, 2, 20_000));
    assert_eq!(apply(&waits.game, read(Color::White, 10)), Err(Misplaced::Reading), "before its time");
}
