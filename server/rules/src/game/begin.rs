//! The beginning of a game: what is on the board and on the clocks before the first move.

use super::{
    Arrivals, BadSetup, CREDIT_QUOTA_MS, Game, GameEvent, Phase, Placement, Requests, Setup, Vacation,
};
use crate::{ByColor, Color, Marking, Position, RoomMs, Start, handicap};

impl Game {
    /// Opens a game. The event is the journal's first, at room time 0.
    ///
    /// # Errors
    /// [`BadSetup`] if it cannot be played so.
    pub fn open(setup: Setup) -> Result<(Self, GameEvent), BadSetup> {
        setup.check()?;
        let event = GameEvent::Opened { setup: setup.clone() };
        Ok((Self::begin(setup, RoomMs(0)), event))
    }

    /// The beginning of a checked game.
    pub(super) fn begin(setup: Setup, at: RoomMs) -> Self {
        let (phase, next) = Self::first_turn(&setup);
        let waits = setup.appointment.is_some();
        let mut game = Self {
            times: ByColor::from_fn(|color| setup.clock_of(color).full()),
            position: Self::first_position(&setup),
            zero_wall_ms: setup.wall_ms,
            vacations: Vacation::full(&setup),
            setup,
            moves: Vec::new(),
            passed_plies: 0,
            placed: 0,
            phase: if waits { Phase::Waiting } else { phase },
            next,
            passes: 0,
            resumptions: Vec::new(),
            prisoners: ByColor::default(),
            running: None,
            told_ms: 0,
            quotas: ByColor::from_fn(|_| CREDIT_QUOTA_MS),
            given: ByColor::default(),
            lapse: None,
            agreement: None,
            disputed: Vec::new(),
            revision: 0,
            rounds: 0,
            counted: Marking::default(),
            offer: None,
            declined: false,
            arrivals: Arrivals::default(),
            requests: Requests::default(),
            calls: super::call::Calls::default(),
            stopped: None,
            pauses: 0,
            sealing: false,
            adjourns_until: None,
            sealed: None,
            reveal_from: None,
            warnings: ByColor::default(),
            people: super::people::People::default(),
            outcome: None,
            count: None,
        };
        if !waits {
            game.turn(next, at);
        }
        game
    }

    /// The position before the first move, with what the set-up puts on the board.
    pub(super) fn first_position(setup: &Setup) -> Position {
        let mut position = Position::new(setup.size, setup.rules.ko, setup.rules.suicide);
        if setup.placement == Placement::Fixed {
            for point in handicap::points(setup.size, setup.handicap).unwrap_or_default() {
                position.place(Color::Black, point);
            }
        }
        if setup.rules.start == Start::CornerStones {
            for (point, color) in handicap::corner_stones(setup.size).into_iter().flatten() {
                position.place(color, point);
            }
        }
        position
    }

    /// With what phase a game begins, and with whose turn.
    pub(super) fn first_turn(setup: &Setup) -> (Phase, Color) {
        if setup.handicap > 0 && setup.placement == Placement::Free {
            (Phase::Placing, Color::Black)
        } else {
            (Phase::Play, setup.first_mover())
        }
    }
}
