//! What went wrong with clocks elsewhere, each public report by repository and number, and that it does not here.

use rules::{
    Action, ByColor, CREDIT_MOVE_MS, CREDIT_QUOTA_MS, CREDIT_REFILL_MS, ClockSetup, Color, Game, GameEvent,
    Phase, Request, RoomMs, Ruling, Setup, TimeLeft,
};

use crate::pauses::systems;
use crate::requests::opened;
use crate::table::{byoyomi, even};

fn with(clock: ClockSetup) -> Setup {
    Setup { clock, ..even(9) }
}

/// Lost with three seconds on the display (online-go.com #687): a move that was made with 0.2 s left arrives in time over
/// any connection up to the bound of the credit, and no later.
#[test]
fn a_move_at_the_last_moment_survives_its_way() {
    for (way_ms, in_time) in
        [(50, true), (200, true), (400, true), (600, true), (699, true), (700, false), (800, false)]
    {
        let mut table = opened(with(ClockSetup::Absolute { main_ms: 60_000 }));
        let told = table.row(&format!("{} B cc lag={way_ms}", 59_800 + way_ms));
        assert_eq!(told != "!TimeUp", in_time, "{way_ms}: {told}");
    }
}

/// A clock went negative and nobody lost (online-go.com #177): the deadline alone ends the game, and no clock shows less
/// than nothing.
#[test]
fn the_deadline_ends_the_game_with_nobody_there() {
    for clock in systems().into_iter().filter(|clock| clock.limit_ms(clock.full()).is_some()) {
        let mut table = opened(with(clock));
        let Some(limit) = table.game.limit() else { panic!("{clock:?} has a limit") };
        assert_eq!(table.game.times_at(limit.plus(9)).black.main_ms, 0, "{clock:?}");
        table.row(&format!("{} *", limit.0 - 1));
        assert_eq!(table.game.phase(), Phase::Play, "{clock:?}");
        table.row(&format!("{} *", limit.0));
        assert_eq!(table.game.phase(), Phase::Over, "{clock:?}");
    }
}

/// The counter of the periods froze, or did not begin anew (openfoxwq_client #4, WeiqiHub #156, pychess-variants #1221):
/// each period that is lost is an event, and each move begins a whole one.
#[test]
fn every_lost_period_is_told_and_every_move_begins_a_whole_one() {
    let mut table = opened(with(byoyomi(0, 4, 10_000)));
    let mut now = 0;
    for periods in [3, 2, 1] {
        let first = table.journal.len();
        now += 19_999;
        table.row(&format!("{now} *"));
        let lost = table.journal[first..].iter().filter_map(|(_, event)| {
            let GameEvent::Read { second: 10, periods, .. } = event else { return None };
            Some(*periods)
        });
        assert_eq!(lost.collect::<Vec<_>>(), [periods]);
        let (black, white) = [("cc", "dd"), ("ce", "de"), ("cg", "dg")][usize::from(3 - periods)];
        table.run(&format!("{now} B {black} -> {black} left 0/{periods}"));
        now += 9_999;
        table.run(&format!("{now} W {white} -> {white} left 0/4"));
    }
}

/// The phase of the clock was ambiguous or hidden (online-go.com #5, #1373): each reading says how many periods there
/// are, and nothing is read before the main time is over.
#[test]
fn every_reading_names_its_phase() {
    let mut table = opened(with(byoyomi(5000, 2, 10_000)));
    table.run("5999 ~ ->\n6000 ~ -> \"1\" at 1 of 2");
    for now in [4999, 5000, 14_999, 15_000] {
        let left = table.game.times_at(RoomMs(now)).black;
        let wanted = [(1, 2), (0, 2), (0, 2), (0, 1)]
            [usize::from(now >= 5000) + usize::from(now >= 14_999) + usize::from(now >= 15_000)];
        assert_eq!((left.main_ms, left.periods), wanted, "at {now}");
    }
}

/// Adding time ended the game (lila #7382): whatever is given at whatever boundary of the clock, nobody loses by it.
#[test]
fn time_is_given_safely_at_every_boundary() {
    let clocks = [
        ClockSetup::Absolute { main_ms: 25_000 },
        byoyomi(5000, 2, 10_000),
        ClockSetup::Fischer { main_ms: 25_000, increment_ms: 1000, cap_ms: Some(25_000) },
        ClockSetup::Canadian { main_ms: 5000, moves: 3, stint_ms: 20_000, carry_over: false },
    ];
    for clock in clocks {
        for now in [0, 1, 4999, 5000, 5001, 14_999, 15_000, 15_001, 24_998, 24_999] {
            for given in ["R add B 1", "W ask time\nB yes", "R clock B 1/1"] {
                let mut table = opened(with(clock));
                table.row(&format!("{now} *"));
                let before = table.game.limit().unwrap();
                for row in given.lines() {
                    table.row(&format!("{now} {row}"));
                }
                assert_eq!(table.game.phase(), Phase::Play, "{clock:?} {given} at {now}");
                let after = table.game.limit().unwrap();
                assert!(after > RoomMs(now) && (given.starts_with("R clock") || after > before));
            }
        }
    }
}

/// A client faked lag (lila #10300) and nobody saw the credit (lila #14444, #1894): it is bounded whatever is claimed, told
/// with every move, and adds up to the difference of the clocks.
#[test]
fn claimed_lag_is_bounded_and_the_credits_add_up() {
    let mut table = opened(with(ClockSetup::Absolute { main_ms: 600_000 }));
    let points: Vec<_> =
        table.game.setup().size.all().filter(|&p| table.game.board().get(p).is_none()).collect();
    let (mut now, mut spent_ms) = (0, 0);
    for (turn, point) in (0..).zip(points.into_iter().step_by(2).take(30)) {
        let seat = table.game.to_move().unwrap();
        now += 1000;
        spent_ms += if seat == Color::Black { 1000 } else { 0 };
        let action = Action::Play { ply: table.game.ply(), point };
        let events = table.game.decide_over(seat, &action, RoomMs(now), u64::MAX).unwrap();
        table.take(now, events);
        assert!(table.game.last_move().unwrap().credit_ms <= CREDIT_MOVE_MS, "turn {turn}");
    }
    let own = table.game.moves().iter().filter(|record| record.color == Color::Black);
    let (moves, credits) = own.fold((0, 0), |(n, sum), record| (n + 1, sum + record.credit_ms));
    assert!(credits <= CREDIT_QUOTA_MS + moves * CREDIT_REFILL_MS);
    assert_eq!(table.game.times().black.main_ms, 600_000 - spent_ms + credits);
}

/// The win was claimed against the side that was not to move (lila #3170, #4929).
#[test]
fn nothing_is_claimed_of_who_is_not_to_move() {
    for rows in ["", "0 B cc\n0 W dd", "0 R adjourn", "0 B ask draw"] {
        let mut table = opened(even(9));
        table.run(rows);
        for claim in ["win", "halt"] {
            let told = table.row(&format!("1000 B {claim} away={}", u64::MAX));
            assert_eq!(told, "!OwnTurn", "{rows} {claim}");
        }
    }
}

/// Engines were told a wrong or negative time (gtp2ogs #369, #46, #23): at every moment the clock that is told is what a
/// move at that moment leaves.
#[test]
fn the_clock_at_any_moment_is_what_a_move_would_leave() {
    for clock in [ClockSetup::Absolute { main_ms: 25_000 }, byoyomi(5000, 2, 10_000)] {
        let mut table = opened(with(clock));
        for now in (0..25_000).step_by(7) {
            table.row(&format!("{now} *"));
            let action = Action::Pass { ply: table.game.ply() };
            let events = table.game.decide(Color::Black, &action, RoomMs(now)).unwrap();
            let GameEvent::Passed { left, .. } = events[0] else { panic!("{events:?}") };
            assert_eq!(table.game.times_at(RoomMs(now)).black, left, "{clock:?} at {now}");
        }
    }
}

/// The clock was wrong after coming back (GoProject #33): who reads the journal again has the same clock, the same phase
/// and the same deadline at every moment.
#[test]
fn who_comes_back_has_the_same_clock() {
    for clock in systems() {
        let mut table = opened(with(clock));
        table.run("3000 B cc\n5000 R pause\n9000 R continue\n20000 W dd");
        table.row("20500 R add B 1000");
        let again = Game::replay(table.journal.clone()).unwrap();
        for now in (20_500..70_000).step_by(13).map(RoomMs) {
            assert_eq!(again.times_at(now), table.game.times_at(now), "{clock:?}");
        }
        assert_eq!((again.deadline(), again.limit()), (table.game.deadline(), table.game.limit()));
    }
}

/// Declining an adjournment left the prompt to seal (lishogi #815), and after it one side had the other's time
/// (lishogi #740).
#[test]
fn an_adjournment_leaves_nothing_behind() {
    let mut table = opened(even(9));
    table.run("1000 B ask adjourn\n2000 W no");
    assert_eq!((table.game.to_seal(), table.game.requests()), (None, ByColor::default()));
    table.run("3000 B cc -> cc left 3597000/0\n5000 B ask adjourn\n6000 W yes\n8000 W seal -> sealed left 3595000/0");
    let before = table.game.times();
    table.run("90000 R continue\n90000 S reveal dd");
    assert_eq!((table.game.times(), table.game.to_move()), (before, Some(Color::Black)));
    assert_ne!(before.black, before.white);
    let decided = table.game.decide_ruling(&Ruling::AddTime { color: Color::White, ms: 1 }, RoomMs(90_000));
    table.take(90_000, decided.unwrap());
    let wanted = TimeLeft { main_ms: before.white.main_ms + 1, ..before.white };
    assert_eq!(table.game.times(), ByColor { black: before.black, white: wanted });
    let asked = Action::Ask { ply: table.game.ply(), request: Request::Draw, until: None };
    assert!(table.game.decide(Color::White, &asked, RoomMs(90_000)).is_ok());
}
