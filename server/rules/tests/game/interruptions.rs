//! Random games under all rules and clocks in which everything is asked, ruled and served at any time.

use proptest::prelude::*;
use rules::{
    Action, Appointment, ByColor, Claim, Color, ENVELOPE_BYTES, Envelope, Game, GameEvent, Opened, Phase,
    Point, Refusal, Request, RoomMs, Ruling, Setup, TimeLeft, Venue, Verdict,
};

use crate::properties::setups;
use crate::table::{Table, state};

/// Who wants what, after how many milliseconds.
#[derive(Clone, Debug)]
struct Step {
    wait_ms: u64,
    seat: Color,
    kind: u8,
    what: u8,
    place: usize,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let wait = prop_oneof![30 => 0_u64..300, 3 => 0_u64..20_000, 1 => 0_u64..200_000];
    let seat = prop_oneof![Just(Color::Black), Just(Color::White)];
    let step = (wait, seat, 0..40_u8, any::<u8>(), 0..625_usize)
        .prop_map(|(wait_ms, seat, kind, what, place)| Step { wait_ms, seat, kind, what, place });
    prop::collection::vec(step, 1..100)
}

/// Some of the games are scheduled.
fn games() -> impl Strategy<Value = Setup> {
    let venue =
        prop_oneof![Just(Venue::Remote), Just(Venue::Same), Just(Venue::Campus), Just(Venue::Reading)];
    (setups(), prop::option::weighted(0.3, (0_u64..500, venue))).prop_map(|(setup, appointed)| {
        let appointment = appointed.map(|(start, venue)| Appointment { start: RoomMs(start), venue });
        let first_move_ms = setup.first_move_ms.filter(|_| appointment.is_none());
        Setup { appointment, first_move_ms, ..setup }
    })
}

fn point(game: &Game, place: usize) -> Point {
    let size = game.setup().size;
    Point::from_index(size, place % usize::from(size.points())).unwrap()
}

fn request(what: u8) -> Request {
    let all =
        [Request::Undo, Request::Draw, Request::Pause, Request::Adjourn, Request::Continue, Request::Time];
    all[usize::from(what) % all.len()]
}

fn action(game: &Game, step: &Step) -> Action {
    let (ply, what) = (game.ply(), step.what);
    let revision = game.agreement().map_or(0, |agreement| agreement.revision);
    let number = |color| game.requests().get(color).map_or(u32::from(what), |asked| asked.number);
    match step.kind {
        0..=9 => Action::Play { ply, point: point(game, step.place) },
        10 => Action::Pass { ply },
        11 => Action::ClaimPass { ply },
        12 => Action::Accept { revision },
        13 => Action::Resume { revision },
        14 => Action::Answer { ply, accept: what.is_multiple_of(2) },
        15..=18 => Action::Ask { ply, request: request(what), until: None },
        19..=22 => Action::Reply { number: number(step.seat.opponent()), accept: what % 4 > 0 },
        23 => Action::Withdraw { number: number(step.seat) },
        24 | 25 => Action::Seal { ply, envelope: Envelope([what; ENVELOPE_BYTES]) },
        26 if what > 250 => Action::Resign,
        _ => {
            let claim = if what > 240 { Claim::Win } else { Claim::Pause };
            Action::Claim { ply, claim, absent_ms: Some(u64::from(what) * 2000) }
        }
    }
}

fn ruling(game: &Game, step: &Step) -> Ruling {
    let (color, ms) = (step.seat, step.place as u64 * 10);
    match step.what % 24 {
        0..=2 => Ruling::Pause { until: None },
        3..=8 => Ruling::Continue,
        9 | 10 => Ruling::Adjourn { until: None },
        11 => Ruling::SetClock { color, left: TimeLeft { main_ms: ms, ..*game.times().get(color) } },
        12 | 13 => Ruling::AddTime { color, ms },
        14 | 15 => Ruling::RestartReading { second: u16::try_from(step.place % 60).unwrap() },
        16..=18 => Ruling::StepBack { moves: u32::try_from(step.place % (game.moves().len() + 2)).unwrap() },
        19 => Ruling::Stones { dead: vec![point(game, step.place)] },
        20 if step.place < 30 => Ruling::Result(Verdict::BothLose),
        20 if step.place < 60 => Ruling::SwapColors,
        20 => Ruling::WithdrawWarning { color },
        21 => {
            let (account, name) = (format!("account {}", step.place % 3), "somebody".to_owned());
            Ruling::Mute { account, name, on: step.place.is_multiple_of(2) }
        }
        _ => Ruling::Warn { color },
    }
}

/// What is due happens at its time, one event after another, and none of it early.
fn wait(table: &mut Table, now: &mut u64, ms: u64) -> Result<(), TestCaseError> {
    let to = *now + ms;
    while let Some(due) = table.game.deadline().filter(|due| due.0 <= to) {
        if due.0 > *now {
            prop_assert!(table.game.expire(RoomMs(due.0 - 1)).is_empty(), "never early");
        }
        *now = due.0.max(*now);
        let here = ByColor { black: ms.is_multiple_of(2), white: ms.is_multiple_of(3) };
        let events = table.game.expire_over(RoomMs(*now), ByColor::default(), here);
        prop_assert_eq!(events.len(), 1, "always then");
        table.take(*now, events);
    }
    *now = to;
    Ok(())
}

/// What one step comes to.
fn go(game: &Game, now: RoomMs, step: &Step) -> Result<Vec<GameEvent>, Refusal> {
    match step.kind {
        28..=35 => game.decide_ruling(&ruling(game, step), now),
        36 => Ok(vec![game.restore(now, 0, 9)]),
        37 | 38 => Ok(game.arrive(step.seat, now)),
        _ => game.decide_over(step.seat, &action(game, step), now, u64::from(step.what)),
    }
}

/// The envelope is opened as soon as play goes on.
fn reveal(table: &mut Table, now: u64, step: &Step) {
    if table.game.to_reveal().is_some() {
        let opened = match step.what % 8 {
            0 => Opened::Lost,
            1 => Opened::Pass,
            _ => Opened::Stone(point(&table.game, step.place)),
        };
        let events = table.game.reveal(opened, RoomMs(now));
        table.take(now, events);
    }
}

/// What holds in every state.
fn sound(game: &Game) -> Result<(), TestCaseError> {
    let (over, stopped) = (game.phase() == Phase::Over, game.stopped().is_some());
    prop_assert!(!over || (game.deadline().is_none() && !stopped && game.sealed().is_none()));
    let turn = game.running().filter(|_| !stopped).map(|running| running.color);
    prop_assert_eq!(turn, game.to_move());
    let open = game.requests();
    prop_assert!(open.black.is_none() || !over && open.white.is_none_or(|w| Some(w) != open.black));
    prop_assert!(game.phase() != Phase::Waiting || game.moves().is_empty());
    prop_assert!(game.pauses() <= game.setup().pauses.most);
    let limit = game.warnings().black.max(game.warnings().white);
    prop_assert!(limit < 2 || over);
    prop_assert_eq!(game.position().moves() as usize, game.moves().iter().filter(|m| !m.placed).count());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn whatever_interrupts_a_game_its_journal_makes_the_same_state(setup in games(), steps in steps()) {
        let mut table = Table::open(setup);
        let mut now = 0;
        for step in &steps {
            wait(&mut table, &mut now, step.wait_ms)?;
            reveal(&mut table, now, step);
            let (ply, before) = (table.game.ply(), state(&table.game));
            match go(&table.game, RoomMs(now), step) {
                Ok(events) => table.take(now, events),
                Err(_) => prop_assert_eq!(&state(&table.game), &before),
            }
            prop_assert!(table.game.ply() >= ply, "a ply came back");
            reveal(&mut table, now, step);
            sound(&table.game)?;
        }
        table.replays();
        let cut = steps.len() % table.journal.len();
        let mut part = Game::replay(table.journal[..=cut].to_vec()).unwrap();
        for (at, event) in &table.journal[cut + 1..] {
            part.evolve(*at, event);
        }
        prop_assert_eq!(state(&part), state(&table.game));
    }
}
