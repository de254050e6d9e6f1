//! Long games: moves at random that the rules allow and that fill no eye, with captures and kos as they come.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Action, ClockSetup, Color, Game, GameEvent, Placement, Point, Preset, RoomMs, Setup, Size};

/// What is set up.
pub(crate) fn setup() -> Setup {
    Setup {
        size: Size::STANDARD,
        preset: Preset::Chinese,
        rules: Preset::Chinese.rules(0),
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSetup::Absolute { main_ms: 3_600_000 },
        white_clock: None,
        first_move_ms: None,
        nigiri: None,
        pauses: rules::Pauses::default(),
        appointment: None,
        delay: None,
        wall_ms: None,
    }
}

/// The events of a game of so many moves, one a second.
pub(crate) fn events(seed: u64, moves: u32) -> Vec<(RoomMs, GameEvent)> {
    let mut random = StdRng::seed_from_u64(seed);
    let (mut game, _) = Game::open(setup()).unwrap();
    let mut events = Vec::new();
    while game.ply() < moves {
        let point = Point::from_index(Size::STANDARD, random.random_range(0..361)).unwrap();
        let color = if game.ply() % 2 == 0 { Color::Black } else { Color::White };
        let is_eye = Size::STANDARD.neighbours(point).all(|next| game.board().get(next) == Some(color));
        let at = RoomMs(u64::from(game.ply() + 1) * 1_000);
        let action = Action::Play { ply: game.ply(), point };
        if is_eye {
            continue;
        }
        for event in game.decide(color, &action, at).unwrap_or_default() {
            game.apply(at, &event).unwrap();
            events.push((at, event));
        }
    }
    events
}

/// The moves of such a game as the wire has them.
pub(crate) fn points(seed: u64, moves: u32) -> Vec<String> {
    let point = |(_, event): (RoomMs, GameEvent)| {
        let GameEvent::Played { point, .. } = event else { panic!("not a move: {event:?}") };
        point.to_sgf(Size::STANDARD)
    };
    events(seed, moves).into_iter().map(point).collect()
}
