//! Random games: the journal makes the same state, and what always holds.

use proptest::prelude::*;
use rules::{
    Action, ByColor, ClockSetup, Color, Game, GameEvent, KoRule, Owner, Phase, Placement, Preset, Refusal,
    Repetition, RoomMs, Setup, Size, Start, TimeLeft,
};

use crate::table::{Table, even, state};

/// One step of a random game: who wants what, and after how many milliseconds.
#[derive(Clone, Debug)]
struct Step {
    wait_ms: u64,
    kind: u8,
    black: bool,
    in_turn: bool,
    place: usize,
    late: bool,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let wait = prop_oneof![40 => 0_u64..300, 8 => Just(1000_u64), 1 => 0_u64..200_000];
    let step = (wait, 0..40_u8, any::<bool>(), 0..10_u8, 0..1000_usize, 0..12_u8).prop_map(
        |(wait_ms, kind, black, turn, place, late)| {
            let (in_turn, late) = (turn > 0, late == 0);
            Step { wait_ms, kind, black, in_turn, place, late }
        },
    );
    prop::collection::vec(step, 1..120)
}

pub(crate) fn clocks() -> impl Strategy<Value = ClockSetup> {
    prop_oneof![
        2 => (1000_u64..90_000).prop_map(|main_ms| ClockSetup::Absolute { main_ms }),
        3 => (0_u64..5000, 1_u16..9, 1000_u64..9000, any::<bool>()).prop_map(
            |(main_ms, periods, period_ms, last_passes)| ClockSetup::Byoyomi {
                main_ms,
                periods,
                period_ms,
                last_passes,
            },
        ),
        1 => (1000_u64..9000, 1000_u64..3000, prop::option::of(1000_u64..9000)).prop_map(
            |(main_ms, increment_ms, cap_ms)| ClockSetup::Fischer { main_ms, increment_ms, cap_ms },
        ),
        1 => (0_u64..5000, 1_u16..9, 1000_u64..9000, any::<bool>()).prop_map(
            |(main_ms, moves, stint_ms, carry_over)| ClockSetup::Canadian {
                main_ms,
                moves,
                stint_ms,
                carry_over,
            },
        ),
        1 => (1000_u64..9000).prop_map(|move_ms| ClockSetup::Simple { move_ms }),
        1 => (3_600_000_u64..9_000_000, any::<bool>(), 0_u16..3).prop_map(
            |(move_ms, weekend_stop, vacation_days)| ClockSetup::Correspondence {
                move_ms,
                weekend_stop,
                vacation_days,
            },
        ),
        1 => Just(ClockSetup::Unlimited),
    ]
}

pub(crate) fn setups() -> impl Strategy<Value = Setup> {
    let clocks = (clocks(), prop::option::weighted(0.2, clocks()));
    let superko =
        prop_oneof![Just(KoRule::Positional), Just(KoRule::Situational), Just(KoRule::NaturalSituational)];
    let outcomes = prop_oneof![Just(Repetition::Draw), Just(Repetition::NoResult), Just(Repetition::Replay)];
    let kos = prop_oneof![
        2 => superko.prop_map(|ko| Some((ko, Repetition::Forbid))),
        1 => outcomes.prop_map(|outcome| Some((KoRule::Simple, outcome))),
        3 => Just(None),
    ];
    let presets = prop::sample::select(Preset::ALL.to_vec());
    let first = prop_oneof![Just(None), (1000_u64..9000).prop_map(Some)];
    let sides = prop_oneof![1 => Just(2_u8), 3 => 3..=7_u8];
    (sides, clocks, kos, first, presets, any::<bool>(), 0..4_u8).prop_map(
        |(side, (clock, white_clock), changed, first_move_ms, preset, suicide, stones)| {
            let size = Size::square(side).unwrap();
            let stones = if side >= 4 && stones >= 2 { stones } else { 0 };
            let mut rules = preset.rules(stones);
            rules.komi_quarters = rules.komi_quarters.min(2 * i16::from(side));
            if let Some((ko, repetition)) = changed {
                (rules.ko, rules.repetition, rules.suicide) = (ko, repetition, suicide);
            }
            if stones > 0 || side < 7 {
                rules.start = Start::Empty;
            }
            let placement = if side == 7 { Placement::Fixed } else { Placement::Free };
            Setup {
                size,
                preset,
                rules,
                handicap: stones,
                placement,
                clock,
                white_clock,
                first_move_ms,
                // The last second of a Friday.
                wall_ms: Some(1_778_284_799_000),
                ..even(side)
            }
        },
    )
}

fn action(game: &Game, step: &Step) -> Action {
    let ply = game.ply() + u32::from(step.late);
    let revision = game.agreement().map_or(0, |agreement| agreement.revision) + u32::from(step.late);
    let all: Vec<_> = game.setup().size.all().collect();
    let point = all[step.place % all.len()];
    let stones: Vec<_> = all.into_iter().filter(|&point| game.board().get(point).is_some()).collect();
    let stone = if step.kind < 2 || stones.is_empty() { point } else { stones[step.place % stones.len()] };
    match (game.phase(), step.kind) {
        (_, 0) if step.place < 100 => Action::Resign,
        (_, 39) if step.place < 300 => Action::BeginVacation,
        (_, 39) if step.place < 500 => Action::EndVacation,
        (_, 39) if step.place < 700 => Action::CallReferee { ply },
        (_, 39) if step.place < 750 => Action::WithdrawCall,
        (Phase::Agreement, 0..=26) => {
            let marked = game.dead().binary_search(&stone).is_ok();
            Action::Mark { revision, point: stone, dead: if step.kind < 4 { marked } else { !marked } }
        }
        (Phase::Agreement, 27..=29) => {
            let neutral = !game.marking().is_neutral(point) ^ (step.kind == 27);
            Action::Neutral { revision, point, neutral }
        }
        (Phase::Agreement, 30..=34) => Action::Accept { revision },
        (Phase::Agreement, _) => Action::Resume { revision },
        (Phase::Repetition, 1..=36) => Action::Answer { ply, accept: step.kind < 30 },
        (Phase::Repetition, _) => Action::Play { ply, point },
        (Phase::Lapsed, 1..=30) => Action::ClaimPass { ply },
        (Phase::Lapsed, _) => Action::Pass { ply },
        (Phase::Waiting | Phase::Placing | Phase::Play | Phase::Over, 0..=33) => Action::Play { ply, point },
        (Phase::Waiting | Phase::Placing | Phase::Play | Phase::Over, 34..=38) => Action::Pass { ply },
        (Phase::Waiting | Phase::Placing | Phase::Play | Phase::Over, _) => Action::Accept { revision },
    }
}

/// One step, as a room takes it: what is due first, then the command.
fn go(table: &mut Table, now: &mut u64, step: &Step) -> Result<(), TestCaseError> {
    *now += step.wait_ms;
    if let Some(deadline) = table.game.deadline() {
        prop_assert!(table.game.expire(RoomMs(deadline.0 - 1)).is_empty(), "never early");
        prop_assert_eq!(table.game.expire(deadline).len(), 1, "always then");
    }
    let seat = match table.game.to_move() {
        Some(color) if step.in_turn => color,
        Some(_) | None if step.black => Color::Black,
        Some(_) | None => Color::White,
    };
    let action = action(&table.game, step);
    let due = |time: Option<RoomMs>| time.is_some_and(|time| time.0 <= *now);
    if due(table.game.limit()) {
        prop_assert_eq!(table.game.decide(seat, &action, RoomMs(*now)), Err(Refusal::TimeUp));
    }
    let late = due(table.game.deadline());
    // All that was due, as a room takes it: one event at a time.
    while due(table.game.deadline()) {
        let events = table.game.expire(RoomMs(*now));
        let again = matches!(events[..], [GameEvent::Read { .. }]);
        table.take(*now, events);
        if !again {
            break;
        }
    }
    if !late && step.kind == 39 {
        restart(table, *now)?;
    }
    let before = (table.game.ply(), table.game.times());
    let answered = table.game.decide(seat, &action, RoomMs(*now));
    if table.game.phase() == Phase::Over {
        prop_assert_eq!(&answered, &Err(Refusal::GameOver));
    }
    if let Ok(events) = answered {
        let names_no_ply = matches!(
            action,
            Action::Resign | Action::BeginVacation | Action::EndVacation | Action::WithdrawCall
        );
        prop_assert!(!step.late || names_no_ply, "an answer to another position was taken");
        table.take(*now, events);
        let moved = matches!(action, Action::Play { .. } | Action::Pass { .. } | Action::ClaimPass { .. });
        prop_assert_eq!(table.game.ply(), before.0 + u32::from(moved));
        prop_assert!(no_more(table.game.setup(), before.1, table.game.times()), "a clock gained");
    }
    sound(&table.game)
}

/// Where a move gives nothing back, nobody has more than before; a pass that was asked for gives one
/// period.
fn no_more(setup: &Setup, before: ByColor<TimeLeft>, after: ByColor<TimeLeft>) -> bool {
    Color::BOTH.iter().all(|&color| {
        let (before, after) = (before.get(color), after.get(color));
        match setup.clock_of(color) {
            ClockSetup::Byoyomi { last_passes: true, .. } if before.periods == 0 => after.periods <= 1,
            ClockSetup::Absolute { .. } | ClockSetup::Byoyomi { .. } => {
                after.main_ms <= before.main_ms && after.periods <= before.periods
            }
            ClockSetup::Fischer { .. }
            | ClockSetup::Canadian { .. }
            | ClockSetup::Simple { .. }
            | ClockSetup::Correspondence { .. }
            | ClockSetup::Unlimited => true,
        }
    })
}

/// A new server: what was left stays left, the deadline moves on by the hold alone, and where days count not at all.
fn restart(table: &mut Table, now: u64) -> Result<(), TestCaseError> {
    let Some(deadline) = table.game.deadline() else { return Ok(()) };
    let has_days =
        |&color: &Color| matches!(table.game.setup().clock_of(color), ClockSetup::Correspondence { .. });
    if Color::BOTH.iter().any(has_days) {
        let wall_ms = table.game.wall_ms(RoomMs(now)).unwrap();
        table.take(now, vec![Game::woken(RoomMs(now), 0, 0, wall_ms)]);
        prop_assert_eq!(table.game.deadline(), Some(deadline));
        return Ok(());
    }
    let from = table.game.running().map_or(now, |running| running.from.0.max(now));
    let event = table.game.restore(RoomMs(now), 0, 77);
    table.take(now, vec![event]);
    prop_assert_eq!(table.game.deadline().unwrap().0, now + 15_000 + (deadline.0 - from));
    Ok(())
}

/// What holds in every state.
fn sound(game: &Game) -> Result<(), TestCaseError> {
    let over = game.phase() == Phase::Over;
    prop_assert_eq!(game.outcome().is_some(), over);
    let timeless = game.deadline().is_none() && !over;
    prop_assert!(!timeless || game.setup().clock_of(game.to_move().unwrap()) == ClockSetup::Unlimited);
    prop_assert!(!over || game.deadline().is_none());
    prop_assert_eq!(game.lapse().is_some(), game.phase() == Phase::Lapsed);
    prop_assert_eq!(game.agreement().is_some(), game.phase() == Phase::Agreement);
    prop_assert_eq!(game.running().map(|running| running.color), game.to_move());
    prop_assert!(game.dead().is_sorted() && game.dead().iter().all(|&p| game.board().get(p).is_some()));
    if let Some(count) = game.count().or(game.marking_count()) {
        let sum = count.black_points + count.white_points + count.shared_points;
        prop_assert_eq!(sum, game.setup().size.points());
        prop_assert_eq!(count.sum_quarters(), count.margin_quarters);
        let owners = game.owners();
        let black = owners.iter().filter(|&&owner| owner == Owner::Black).count();
        prop_assert_eq!(usize::from(count.black_points), black);
    }
    let stones: u32 = Color::BOTH.iter().map(|&color| u32::from(game.board().stones(color))).sum();
    let prisoners = game.prisoners().black + game.prisoners().white;
    let played = game.moves().iter().filter(|record| record.point.is_some()).count();
    let set_up = match (game.setup().rules.start, game.setup().placement) {
        (Start::CornerStones, _) => 4,
        (Start::Empty, Placement::Fixed) => usize::from(game.setup().handicap),
        (Start::Empty, Placement::Free) => 0,
    };
    prop_assert_eq!(game.offer().is_some(), game.phase() == Phase::Repetition);
    prop_assert_eq!((stones + prisoners) as usize, played + set_up);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn the_journal_of_a_random_game_makes_the_same_state(setup in setups(), steps in steps()) {
        let mut table = Table::open(setup);
        let mut now = 0;
        for step in &steps {
            go(&mut table, &mut now, step)?;
        }
        table.replays();
        // A journal that was cut off anywhere is the game of that moment.
        let cut = steps.len() % table.journal.len();
        let mut part = Game::replay(table.journal[..=cut].to_vec()).unwrap();
        for (at, event) in &table.journal[cut + 1..] {
            part.evolve(*at, event);
        }
        prop_assert_eq!(state(&part), state(&table.game));
    }
}
