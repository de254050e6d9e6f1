//! The game that a rematch becomes: the same once more, with the colours changed.
//!
//! What was agreed between two people stays with the people. Who had less time has less time again, on the other side; and
//! where Black is the weaker side — with handicap stones (让子), without the komi that the rules have (让先), first among corner
//! stones (饶子棋) — nobody changes sides. What counts is who played what in the end: a referee may have swapped wrong colours.
//! Deliberately absent: the appointment, and how the colours were drawn; neither holds for a second game.

use rules::{Color, Setup, Start};

use super::wish::FIRST_MOVE_MS;
use crate::store::{Game, Players};

/// The setup of the rematch of a game, and who plays it; it begins at wall time `wall_ms`.
pub(super) fn again(game: &Game, wall_ms: i64) -> (Setup, Players) {
    let mut setup = Setup { nigiri: None, appointment: None, wall_ms: Some(wall_ms), ..game.setup.clone() };
    let mut players = game.players_now();
    if !is_for_the_weaker(&setup) {
        players.swap();
        let [black, white] = Color::BOTH.map(|color| game.setup.clock_of(color));
        (setup.clock, setup.white_clock) = (white, Some(black).filter(|&black| black != white));
    }
    setup.first_move_ms = Some(setup.answer_ms(FIRST_MOVE_MS));
    (setup, players)
}

/// Whether Black is the weaker side by what was agreed.
fn is_for_the_weaker(setup: &Setup) -> bool {
    let komi_quarters = setup.rules.komi_quarters;
    let [usual, of_handicap] = [0, 2].map(|stones| setup.preset.rules(stones).komi_quarters);
    let is_without_komi = of_handicap < usual && komi_quarters <= of_handicap;
    let moves_first_of_corners =
        setup.rules.start == Start::CornerStones && setup.rules.first == Color::Black;
    setup.handicap > 0 || is_without_komi || moves_first_of_corners
}

#[cfg(test)]
mod tests {
    use rules::{Appointment, ClockSetup, Nigiri, Pauses, Placement, Preset, RoomMs, RuleSet, Size, Venue};
    use uuid::Uuid;

    use super::*;
    use crate::ids::{AccountId, GameId};

    const LONG: ClockSetup = ClockSetup::Absolute { main_ms: 600_000 };
    const SHORT: ClockSetup = ClockSetup::Absolute { main_ms: 60_000 };

    /// A finished game in which Hei began as Black.
    fn game(change: impl FnOnce(&mut Setup)) -> Game {
        let mut setup = Setup {
            size: Size::STANDARD,
            preset: Preset::Chinese,
            rules: Preset::Chinese.rules(0),
            handicap: 0,
            placement: Placement::Fixed,
            clock: LONG,
            white_clock: None,
            first_move_ms: Some(FIRST_MOVE_MS),
            nigiri: None,
            pauses: Pauses::default(),
            appointment: None,
            delay: None,
            wall_ms: Some(1),
        };
        change(&mut setup);
        let player = |id, name: &str| (AccountId(Uuid::from_u128(id)), name.to_owned());
        Game {
            id: GameId(Uuid::from_u128(3)),
            players: Players { black: player(1, "Hei"), white: player(2, "Bai") },
            swapped: false,
            private: false,
            setup,
            started_ms: 0,
            ended_ms: Some(5),
            outcome: None,
            annulled: false,
        }
    }

    fn black_of(game: &Game) -> String {
        again(game, 7).1.black.1
    }

    #[test]
    fn colours_change_and_all_else_stays() {
        let first = game(|setup| {
            setup.nigiri = Some(Nigiri::draw(7, &"5a".repeat(16), true).expect("drawn"));
            setup.size = Size::square(13).expect("a board");
            setup.rules = RuleSet { suicide: true, ..setup.rules };
        });
        let (setup, players) = again(&first, 7);
        let wanted = Setup { nigiri: None, wall_ms: Some(7), ..first.setup.clone() };
        assert_eq!(setup, wanted);
        assert_eq!((players.black.1.as_str(), players.white.1.as_str()), ("Bai", "Hei"));
        // Once more, and all is as it was at first.
        let second = Game { setup, players, ..first.clone() };
        assert_eq!(again(&second, 7), (wanted, first.players));
    }

    #[test]
    fn what_a_referee_has_swapped_is_what_changes() {
        assert_eq!(black_of(&Game { swapped: true, ..game(|_| {}) }), "Hei");
    }

    #[test]
    fn each_keeps_its_own_time() {
        let first = game(|setup| setup.white_clock = Some(SHORT));
        let (setup, players) = again(&first, 7);
        assert_eq!(players.black.1, "Bai");
        assert_eq!((setup.clock_of(Color::Black), setup.clock_of(Color::White)), (SHORT, LONG));
        let second = Game { setup, players, ..first.clone() };
        assert_eq!(again(&second, 7).0.clock_of(Color::Black), LONG);
        // The clocks stayed with the colours when a referee swapped the people.
        let (setup, players) = again(&Game { swapped: true, ..first }, 7);
        assert_eq!((players.black.1.as_str(), setup.clock_of(Color::Black)), ("Hei", SHORT));
    }

    #[test]
    fn the_weaker_side_stays_black() {
        let komi = |preset: Preset, komi_quarters| {
            game(|setup| (setup.preset, setup.rules) = (preset, RuleSet { komi_quarters, ..preset.rules(0) }))
        };
        let corners = |first| {
            let preset = Preset::Ancient;
            game(|setup| (setup.preset, setup.rules) = (preset, RuleSet { first, ..preset.rules(0) }))
        };
        let stones = |handicap| {
            game(|setup| {
                (setup.handicap, setup.rules) = (handicap, setup.preset.rules(handicap));
                setup.white_clock = Some(SHORT);
            })
        };
        for (game, stays) in [
            (stones(2), true),
            (stones(9), true),
            (komi(Preset::Chinese, 0), true),
            (komi(Preset::Chinese, -10), true),
            (komi(Preset::Chinese, 5), false),
            (komi(Preset::Aga, 1), true),
            (komi(Preset::Aga, 15), false),
            (corners(Color::Black), true),
            (corners(Color::White), false),
        ] {
            assert_eq!(black_of(&game) == "Hei", stays, "{:?}", game.setup);
            let (setup, _) = again(&game, 7);
            assert!(setup.check().is_ok());
            if stays {
                assert_eq!(setup.clock_of(Color::White), game.setup.clock_of(Color::White));
            }
        }
    }

    #[test]
    fn it_begins_at_once_whenever_the_first_one_did() {
        let first = game(|setup| {
            setup.appointment = Some(Appointment { start: RoomMs(5_000), venue: Venue::Remote });
            setup.first_move_ms = None;
            setup.clock = ClockSetup::Unlimited;
        });
        let (setup, _) = again(&first, 7);
        assert_eq!((setup.appointment, setup.first_move_ms), (None, Some(86_400_000)));
        assert!(setup.check().is_ok());
    }
}
