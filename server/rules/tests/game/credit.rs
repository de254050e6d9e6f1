//! Network credit: bounded for each move, bounded over the game, and never early (RULES 6).

use proptest::prelude::*;
use rules::{
    Action, ByColor, CREDIT_MOVE_MS, CREDIT_QUOTA_MS, CREDIT_REFILL_MS, ClockSetup, Color, Game, GameEvent,
    Refusal, RoomMs, Setup,
};

use crate::table::{Table, byoyomi, correspondence, even};

fn game(clock: ClockSetup) -> Table {
    Table::open(Setup { clock, ..even(9) })
}

const TEN_S: ClockSetup = ClockSetup::Absolute { main_ms: 10_000 };

/// Passes for who is to move; the credit and the time left, or the refusal.
fn pass(game: &Game, at: u64, lag_ms: u64) -> Result<(u64, u64), Refusal> {
    let (seat, action) = (game.to_move().unwrap(), Action::Pass { ply: game.ply() });
    game.decide_over(seat, &action, RoomMs(at), lag_ms).map(|events| {
        let GameEvent::Passed { left, credit_ms } = &events[0] else { panic!("{events:?}") };
        (*credit_ms, left.main_ms)
    })
}

#[test]
fn a_move_gets_back_its_round_trip_and_no_more_than_the_most() {
    let table = game(TEN_S);
    for (at, lag_ms, wanted) in [
        (5000, 0, Ok((0, 5000))),
        (5000, 120, Ok((120, 5120))),
        (5000, CREDIT_MOVE_MS, Ok((500, 5500))),
        (5000, 60_000, Ok((500, 5500))),
        (80, 120, Ok((80, 10_000))),
        (9999, 0, Ok((0, 1))),
        (10_000, 0, Err(Refusal::TimeUp)),
        (10_000, 1, Ok((1, 1))),
        (10_499, 60_000, Ok((500, 1))),
        (10_500, 60_000, Err(Refusal::TimeUp)),
    ] {
        assert_eq!(pass(&table.game, at, lag_ms), wanted, "at {at} with {lag_ms}");
    }
}

#[test]
fn the_flag_waits_for_a_move_that_may_still_be_credited() {
    let table = game(TEN_S);
    let lag = |black, white| ByColor { black, white };
    for (lag_ms, falls) in
        [(lag(0, 0), 10_000), (lag(120, 0), 10_120), (lag(9000, 0), 10_500), (lag(0, 400), 10_000)]
    {
        assert_eq!(table.game.deadline_over(lag_ms), Some(RoomMs(falls)));
        assert!(table.game.expire_over(RoomMs(falls - 1), lag_ms, ByColor::default()).is_empty());
        let fallen = table.game.expire_over(RoomMs(falls), lag_ms, ByColor::default());
        assert!(matches!(fallen[..], [GameEvent::Ended { .. }]), "{fallen:?}");
    }
}

#[test]
fn readings_ignore_credit_and_a_credited_move_saves_its_period() {
    let mut table = game(byoyomi(0, 2, 10_000));
    let lag_ms = ByColor { black: 300, white: 0 };
    assert_eq!(table.game.deadline_over(lag_ms), Some(RoomMs(1000)));
    table.run("10200 * ->");
    // "10" has been read at 10,000 ms; a move that was on its way by then keeps both periods.
    let action = Action::Pass { ply: 0 };
    let events = table.game.decide_over(Color::Black, &action, RoomMs(10_200), 300).unwrap();
    let [GameEvent::Passed { left, credit_ms: 300 }] = events[..] else { panic!("{events:?}") };
    assert_eq!(left.periods, 2);
}

#[test]
fn clocks_of_days_and_none_have_no_credit() {
    for clock in [correspondence(3_600_000), ClockSetup::Unlimited] {
        assert_eq!(pass(&game(clock).game, 5000, 400).unwrap().0, 0);
    }
}

#[test]
fn nobody_is_credited_on_the_other_sides_turn() {
    let table = game(TEN_S);
    assert_eq!(table.game.usable_credit_ms(Color::White, 400), 0);
    let resign = |seat| table.game.decide_over(seat, &Action::Resign, RoomMs(10_100), 400);
    assert!(resign(Color::Black).is_ok(), "an ending move that was on its way wins over the flag");
    assert_eq!(resign(Color::White), Err(Refusal::TimeUp));
}

proptest! {
    /// However slow a connection makes itself, its side gains no more than the quota and its refills;
    /// and what the clock lost is what the journal says was spent less what was given back.
    #[test]
    fn who_delays_on_purpose_gains_at_most_the_bound(
        turns in prop::collection::vec((0_u64..3000, 0_u64..100_000), 1..60),
    ) {
        let mut table = game(ClockSetup::Absolute { main_ms: 3_600_000 });
        let points: Vec<_> = table.game.setup().size.all().collect();
        let (mut now, mut given, mut spent) = (0, ByColor::<u64>::default(), ByColor::<u64>::default());
        for (ply, (wait_ms, lag_ms)) in turns.iter().enumerate() {
            now += wait_ms;
            let color = table.game.to_move().unwrap();
            let action = Action::Play { ply: u32::try_from(ply).unwrap(), point: points[ply] };
            let events = table.game.decide_over(color, &action, RoomMs(now), *lag_ms).unwrap();
            let GameEvent::Played { credit_ms, .. } = &events[0] else { panic!("{events:?}") };
            prop_assert!(*credit_ms <= (*lag_ms).min(CREDIT_MOVE_MS).min(*wait_ms));
            *given.get_mut(color) += credit_ms;
            *spent.get_mut(color) += wait_ms;
            table.take(now, events);
            for color in Color::BOTH {
                let moves = table.game.moves().iter().filter(|record| record.color == color).count() as u64;
                prop_assert!(*given.get(color) <= CREDIT_QUOTA_MS + CREDIT_REFILL_MS * moves);
                let left = table.game.times().get(color).main_ms;
                prop_assert_eq!(3_600_000 - left, spent.get(color) - given.get(color));
            }
        }
        table.replays();
    }
}
