//! The time sheet: what it tells of a game is what was shown while the game was played.

use proptest::prelude::*;
use rules::{
    Action, ByColor, ClockSetup, Color, Game, GameEvent, PauseReason, Phase, RoomMs, Setup, Sheet,
    SheetEntry, TimeLeft, Timed,
};

use crate::properties::clocks;
use crate::table::{Table, byoyomi, even};

/// The sheet of a table as text, one entry a line.
fn sheet(table: &Table) -> Vec<String> {
    let (sheet, _) = Sheet::of(table.journal.clone()).unwrap();
    sheet.entries.iter().map(tell).collect()
}

fn tell(entry: &SheetEntry) -> String {
    let at = entry.at.0;
    match entry.what {
        Timed::Moved { number, color, point, lost, spent_ms, credit_ms, left } => {
            let what = if lost {
                "lost"
            } else if point.is_some() {
                "stone"
            } else {
                "pass"
            };
            let TimeLeft { main_ms, periods, .. } = left;
            format!(
                "{at} {number} {color:?} {what} spent {spent_ms} credit {credit_ms} left {main_ms}+{periods}"
            )
        }
        Timed::Read { number, color, spent_ms, second, count, periods } => {
            let count = count.map(|count| format!(" count {count}")).unwrap_or_default();
            format!("{at} {number} {color:?} read {second}{count} of {periods} at {spent_ms}")
        }
        Timed::Lapsed { color, spent_ms } => format!("{at} {color:?} lapsed at {spent_ms}"),
        Timed::Changed { change, color, spent_ms, ms, left } => {
            let left =
                left.map(|left| format!(" left {}+{}", left.main_ms, left.periods)).unwrap_or_default();
            format!("{at} {change:?} {color:?} after {spent_ms} ms {ms}{left}")
        }
        Timed::Restored { charged_ms, uncharged_ms, hold_ms } => {
            format!("{at} outage {charged_ms}+{uncharged_ms} hold {hold_ms}")
        }
        Timed::Ended { turn, left } => {
            let turn = turn.map(|(color, ms)| format!(" {color:?} after {ms}")).unwrap_or_default();
            format!("{at} end{turn} left {}+{}", left.black.main_ms, left.black.periods)
        }
    }
}

/// A table whose clocks are read, with an outage in the second turn.
#[test]
fn every_move_every_reading_and_every_outage_stands_on_it() {
    let mut table = Table::open(Setup { clock: byoyomi(5000, 2, 60_000), ..even(9) });
    table.run("2000 B ee");
    table.run("42000 ~");
    let outage = table.game.restore(RoomMs(44_000), 1500, 99_000);
    table.take(44_000, vec![outage]);
    table.run("60000 W cc");
    table.run("60500 B resign");
    assert_eq!(
        sheet(&table),
        [
            "2000 1 Black stone spent 2000 credit 0 left 3000+2",
            "42000 2 White read 30 of 2 at 40000",
            "44000 outage 1500+99000 hold 15000",
            "60000 2 White stone spent 43000 credit 0 left 0+2",
            "60500 end Black after 500 left 2500+2",
        ]
    );
}

#[test]
fn a_last_period_that_counts_as_a_pass_costs_its_turn() {
    let clock = ClockSetup::Byoyomi { main_ms: 0, periods: 1, period_ms: 15_000, last_passes: true };
    for claims in [true, false] {
        let mut table = Table::open(Setup { clock, ..even(9) });
        table.run("15000 *");
        assert_eq!(table.game.phase(), Phase::Lapsed);
        table.run(if claims { "17000 B claim" } else { "30000 *" });
        let told = sheet(&table);
        assert_eq!(told[0], "15000 1 Black read 15 of 0 at 15000");
        assert_eq!(told[1], "15000 Black lapsed at 15000");
        let last = if claims {
            "17000 1 Black pass spent 15000 credit 0 left 0+1"
        } else {
            "30000 end Black after 15000 left 0+0"
        };
        assert_eq!(told[2..], [last]);
    }
}

#[test]
fn pauses_undo_and_rulings_stand_on_it_and_nothing_spent_is_forgotten() {
    let mut table = Table::open(Setup { clock: byoyomi(100_000, 2, 60_000), ..even(9) });
    table.run("2000 B ee\n 5000 W cc");
    table.take(6000, vec![GameEvent::Paused { reason: PauseReason::Agreed, until: None }]);
    table.take(50_000, vec![GameEvent::Continued { hold: RoomMs(53_000) }]);
    table.take(54_000, vec![GameEvent::TimeAdded { color: Color::White, ms: 500 }]);
    table.take(55_000, vec![GameEvent::Undone { moves: 1 }]);
    table.run("58000 W dd");
    let left = TimeLeft { main_ms: 7000, periods: 1, ..TimeLeft::default() };
    table.take(59_000, vec![GameEvent::ClockSet { color: Color::Black, left }]);
    table.run("61000 B resign");
    assert_eq!(
        sheet(&table),
        [
            "2000 1 Black stone spent 2000 credit 0 left 98000+2",
            "5000 2 White stone spent 3000 credit 0 left 97000+2",
            "6000 Paused Black after 1000 ms 0",
            "50000 Continued Black after 1000 ms 3000",
            "54000 Added White after 0 ms 500 left 97500+2",
            "55000 Undone Black after 3000 ms 0",
            "58000 2 White stone spent 3000 credit 0 left 94500+2",
            "59000 Set Black after 1000 ms 0 left 7000+1",
            "61000 end Black after 2000 left 5000+1",
        ]
    );
    let (sheet, _) = Sheet::of(table.journal.clone()).unwrap();
    assert_eq!(sheet.spent_ms, ByColor { black: 2000 + 3000 + 1000 + 2000, white: 3000 + 3000 });
}

#[test]
fn a_sealed_move_costs_what_it_cost_before_it_was_sealed() {
    let mut table = Table::open(Setup { clock: byoyomi(100_000, 2, 60_000), ..even(9) });
    table.take(1000, vec![GameEvent::Adjourning { until: None }]);
    let left = TimeLeft { main_ms: 96_100, periods: 2, ..TimeLeft::default() };
    let envelope = rules::Envelope([0; rules::ENVELOPE_BYTES]);
    table.take(4000, vec![GameEvent::Sealed { envelope, left, credit_ms: 100 }]);
    table.take(90_000, vec![GameEvent::Continued { hold: RoomMs(95_000) }]);
    let opened = table.game.reveal(rules::Opened::Pass, RoomMs(90_001));
    table.take(90_001, opened);
    assert_eq!(
        sheet(&table),
        [
            "4000 Sealed Black after 4000 ms 0 left 96100+2",
            "90000 Continued Black after 0 ms 5000",
            "90001 1 Black pass spent 4000 credit 100 left 96100+2",
        ]
    );
}

/// One step of a random game.
#[derive(Clone, Debug)]
struct Step {
    wait_ms: u64,
    lag_ms: u64,
    place: usize,
    kind: u8,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let wait = prop_oneof![6 => 0_u64..3000, 3 => 3000_u64..70_000, 1 => Just(1000_u64)];
    let step = (wait, 0_u64..900, 0..81_usize, 0..20_u8).prop_map(|(wait_ms, lag_ms, place, kind)| Step {
        wait_ms,
        lag_ms,
        place,
        kind,
    });
    prop::collection::vec(step, 1..60)
}

/// Every system, and more often what is read aloud.
fn timed() -> impl Strategy<Value = ClockSetup> {
    let official = prop::sample::select(vec![10_000_u64, 20_000, 30_000, 60_000]);
    let aloud = (0_u64..4000, 1_u16..5, official, any::<bool>()).prop_map(
        |(main_ms, periods, period_ms, last_passes)| ClockSetup::Byoyomi {
            main_ms,
            periods,
            period_ms,
            last_passes,
        },
    );
    prop_oneof![1 => clocks(), 1 => aloud]
}

/// What somebody notes who sits beside the board: a stopwatch for the turn, and what the clocks show.
#[derive(Default)]
struct Witness {
    now: u64,
    stopwatch_ms: u64,
    /// Time that each side's turns took.
    spent_ms: ByColor<u64>,
    /// Of each move: whose, what the stopwatch said, what its clock shows after it.
    moves: Vec<(Color, u64, TimeLeft)>,
    /// Of each reading: when, what the stopwatch said, and what the clock shows of the side that is read.
    readings: Vec<(u64, u64, TimeLeft)>,
    outages: Vec<(u64, u64, u64)>,
}

impl Witness {
    /// Time passes; the stopwatch runs while the clock does.
    fn pass(&mut self, game: &Game, to: u64) {
        if let Some(running) = game.running() {
            self.stopwatch_ms += to.saturating_sub(self.now.max(running.from.0));
        }
        self.now = to;
    }

    fn see(&mut self, table: &mut Table, event: GameEvent) {
        let color = table.game.to_move().or(table.game.lapse().map(|(color, _)| color));
        table.take(self.now, vec![event.clone()]);
        let game = &table.game;
        match (event, color) {
            (GameEvent::Played { .. } | GameEvent::Passed { .. }, Some(color)) => {
                self.moves.push((color, self.stopwatch_ms, *game.times().get(color)));
                self.turn(color);
            }
            (GameEvent::Read { color, .. }, _) => {
                let shown = *game.times_at(RoomMs(self.now)).get(color);
                self.readings.push((self.now, self.stopwatch_ms, shown));
            }
            (GameEvent::Restored { charged_ms, uncharged_ms, .. }, _) => {
                self.outages.push((self.now, charged_ms, uncharged_ms));
            }
            (GameEvent::Ended { .. }, Some(color)) => self.turn(color),
            (GameEvent::PlayResumed { .. } | GameEvent::RepetitionDeclined { .. }, _) => {
                self.stopwatch_ms = 0
            }
            _ => {}
        }
    }

    fn turn(&mut self, color: Color) {
        *self.spent_ms.get_mut(color) += self.stopwatch_ms;
        self.stopwatch_ms = 0;
    }

    /// Everything that is due up to a moment, each at its own.
    fn until(&mut self, table: &mut Table, to: u64, lag_ms: ByColor<u64>) {
        while let Some(due) = table.game.deadline_over(lag_ms).filter(|due| due.0 <= to) {
            self.pass(&table.game, due.0.max(self.now));
            for event in table.game.expire_over(RoomMs(self.now), lag_ms, ByColor::default()) {
                self.see(table, event);
            }
        }
        self.pass(&table.game, to);
    }

    /// One step of the game.
    fn step(&mut self, table: &mut Table, step: &Step) {
        let lag_ms = ByColor::from_fn(|_| step.lag_ms);
        self.until(table, self.now + step.wait_ms, lag_ms);
        let Some(seat) =
            table.game.to_move().or(Some(Color::Black)).filter(|_| table.game.outcome().is_none())
        else {
            return;
        };
        if step.kind == 0 {
            let event = table.game.restore(RoomMs(self.now), step.wait_ms / 2, 777);
            return self.see(table, event);
        }
        let (ply, revision) = (table.game.ply(), table.game.agreement().map_or(0, |a| a.revision));
        let point = table.game.setup().size.all().nth(step.place).unwrap();
        let action = match table.game.phase() {
            Phase::Lapsed => Action::ClaimPass { ply },
            Phase::Agreement => Action::Resume { revision },
            _ if step.kind == 1 => Action::Pass { ply },
            Phase::Waiting | Phase::Placing | Phase::Play | Phase::Repetition | Phase::Over => {
                Action::Play { ply, point }
            }
        };
        let seat = table.game.lapse().map_or(seat, |(color, _)| color);
        if let Ok(events) = table.game.decide_over(seat, &action, RoomMs(self.now), step.lag_ms) {
            for event in events {
                self.see(table, event);
            }
        }
    }
}

/// From the set-up and the sheet's own figures alone, every clock as it was shown.
fn recount(setup: &Setup, sheet: &Sheet, seen: &Witness) -> Result<(), TestCaseError> {
    let mut left = ByColor::from_fn(|color| setup.clock_of(color).full());
    let (mut moves, mut readings, mut outages) =
        (seen.moves.iter(), seen.readings.iter(), seen.outages.iter());
    for entry in &sheet.entries {
        match entry.what {
            Timed::Moved { number, color, spent_ms, credit_ms, left: after, .. } => {
                let clock = setup.clock_of(color);
                let before = *left.get(color);
                let lapsed =
                    before.periods > 0 && clock.limit_ms(before).is_some_and(|ms| spent_ms >= ms + credit_ms);
                let counted = if lapsed {
                    TimeLeft { periods: 1, ..TimeLeft::default() }
                } else {
                    clock.moved(before, spent_ms - credit_ms)
                };
                prop_assert_eq!(counted, after, "move {} of {:?}", number, clock);
                prop_assert_eq!(moves.next(), Some(&(color, spent_ms, after)), "move {}", number);
                *left.get_mut(color) = after;
            }
            Timed::Read { color, spent_ms, periods, second, .. } => {
                let shown = setup.clock_of(color).spent(*left.get(color), spent_ms);
                prop_assert_eq!(readings.next(), Some(&(entry.at.0, spent_ms, shown)));
                prop_assert_eq!(shown.periods, periods, "at second {}", second);
            }
            Timed::Restored { charged_ms, uncharged_ms, .. } => {
                prop_assert_eq!(outages.next(), Some(&(entry.at.0, charged_ms, uncharged_ms)));
            }
            Timed::Lapsed { .. } | Timed::Ended { .. } | Timed::Changed { .. } => {}
        }
    }
    prop_assert_eq!((moves.next(), readings.next(), outages.next()), (None, None, None));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// The journal of any game reproduces every clock to the millisecond.
    #[test]
    fn the_sheet_tells_what_was_shown(clock in timed(), white in prop::option::of(timed()), steps in steps()) {
        let setup = Setup { clock, white_clock: white, ..even(9) };
        let mut table = Table::open(setup.clone());
        let mut seen = Witness::default();
        for step in &steps {
            seen.step(&mut table, step);
        }
        let (sheet, game) = Sheet::of(table.journal.clone()).unwrap();
        prop_assert_eq!(game.times(), table.game.times());
        recount(&setup, &sheet, &seen)?;
        prop_assert_eq!(sheet.spent_ms, seen.spent_ms);
        let places: Vec<usize> = sheet.entries.iter().map(|entry| entry.index).collect();
        prop_assert!(places.is_sorted_by(|a, b| a < b));
        for entry in &sheet.entries {
            prop_assert_eq!(table.journal[entry.index].0, entry.at);
        }
        // What is asked for in mid-game is the beginning of what is asked for later.
        let half = table.journal.len().div_ceil(2);
        let (first, _) = Sheet::of(table.journal[..half].to_vec()).unwrap();
        prop_assert_eq!(&first.entries[..], &sheet.entries[..first.entries.len()]);
    }
}
