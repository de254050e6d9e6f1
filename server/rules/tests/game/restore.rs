//! A server took the game over: the outage is charged to nobody, and a hold precedes the clocks.

use rules::{ClockSetup, RoomMs};

use crate::table::{Table, byoyomi, even};

impl Table {
    /// A new server takes over `charged_ms` after the last event.
    fn restore(&mut self, charged_ms: u64, uncharged_ms: u64) -> u64 {
        let at = self.journal.last().unwrap().0.0 + charged_ms;
        let event = self.game.restore(RoomMs(at), charged_ms, uncharged_ms);
        self.take(at, vec![event]);
        self.replays();
        at
    }
}

fn quick() -> Table {
    let mut setup = even(9);
    setup.clock = ClockSetup::Absolute { main_ms: 60_000 };
    Table::open(setup)
}

#[test]
fn the_clocks_stand_for_the_hold_and_then_run_on() {
    let mut table = quick();
    table.run("1000 B ee");
    assert_eq!(table.restore(4000, 1_000_000), 5000);
    let running = table.game.running().unwrap();
    assert_eq!((running.elapsed_ms, running.from), (4000, RoomMs(20_000)));
    assert_eq!(table.game.deadline(), Some(RoomMs(76_000)));
    table.run(
        "
        75999 *    ->
        19999 W gg -> gg left 56000/0
        20999 B cc -> cc left 58000/0
        ",
    );
    let mut table = quick();
    table.run("1000 B ee");
    table.restore(4000, 0);
    table.run("21500 W gg -> gg left 54500/0");
}

#[test]
fn restarts_one_after_another_charge_only_what_was_served() {
    let mut table = quick();
    table.run("1000 B ee");
    table.restore(4000, 9);
    table.restore(0, 9);
    table.restore(10_000, 9);
    let running = table.game.running().unwrap();
    assert_eq!((running.elapsed_ms, running.from), (4000, RoomMs(30_000)));
    table.restore(20_000, 9);
    let running = table.game.running().unwrap();
    assert_eq!((running.elapsed_ms, running.from), (9000, RoomMs(50_000)));
    assert_eq!(table.game.deadline(), Some(RoomMs(101_000)));
    table.run("100999 * ->\n101000 * -> ended B+T left 59000/0 0/0");
}

#[test]
fn a_short_outage_within_a_hold_does_not_end_it() {
    let mut table = quick();
    assert_eq!(table.restore(4000, 0), 4000);
    let stalled =
        rules::GameEvent::Restored { charged_ms: 2000, uncharged_ms: 900, hold: RoomMs(6000), wall_ms: None };
    table.take(6000, vec![stalled]);
    table.replays();
    let running = table.game.running().unwrap();
    assert_eq!((running.elapsed_ms, running.from), (4000, RoomMs(19_000)));
}

#[test]
fn a_limit_that_had_passed_stays_passed() {
    let mut table = quick();
    assert_eq!(table.restore(60_000, 0), 60_000);
    assert_eq!(table.game.deadline(), Some(RoomMs(60_000)));
    table.run("60000 B ee -> !TimeUp\n60000 * -> ended W+T left 0/0 60000/0");

    let mut table = quick();
    table.restore(59_999, 0);
    assert_eq!(table.game.deadline(), Some(RoomMs(75_000)));
    table.run("74998 B ee -> ee left 1/0");
}

#[test]
fn a_period_under_way_goes_on() {
    let mut setup = even(9);
    setup.clock = byoyomi(0, 2, 30_000);
    let mut table = Table::open(setup);
    table.restore(29_000, 0);
    table.run("44999 B ee -> ee left 0/2");
    table.restore(29_999, 0);
    table.run("89999 W gg -> gg left 0/1");
}

#[test]
fn the_first_move_and_the_agreement_keep_their_time() {
    let mut setup = even(9);
    setup.first_move_ms = Some(30_000);
    let mut table = Table::open(setup);
    table.restore(10_000, 0);
    assert_eq!(table.game.deadline(), Some(RoomMs(45_000)));
    table.run("44999 B pass");
    table.agree_from(44_999);
    table.restore(100_000, 0);
    assert_eq!(table.game.deadline(), Some(RoomMs(144_999 + 15_000 + 80_000)));
    table.run("239998 * ->\n239999 * -> asked again due 299999");
}

#[test]
fn a_finished_game_has_nothing_to_hold() {
    let mut table = quick();
    table.run("0 B resign");
    let before = crate::table::state(&table.game);
    table.restore(5, 5);
    assert_eq!(crate::table::state(&table.game), before);
}

impl Table {
    /// The second pass.
    fn agree_from(&mut self, at: u64) {
        self.run(&format!("{at} W pass -> pass left 3600000/0; agree #1 [] due {}", at + 180_000));
    }
}
