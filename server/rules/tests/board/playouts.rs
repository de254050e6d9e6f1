//! Random games of KataGo: at every ply, exactly the forbidden points, by the right reason.

use rules::{Color, Illegal, Owner, Point, Position, Size, area};
use serde_json::Value;

use crate::fixtures;

/// The forbidden empty points as the fixture writes them: `bas abk`.
fn forbidden(position: &Position, color: Color) -> String {
    let size = position.board().size();
    let mut found = Vec::new();
    for point in size.all() {
        let why = match position.try_play(color, point) {
            Ok(_) | Err(Illegal::Occupied) => continue,
            Err(Illegal::Suicide) => 's',
            Err(Illegal::Ko { repeats }) => {
                let mut after = position.board().clone();
                after.play(color, point, true).unwrap();
                assert_eq!(position.board_after(repeats), after, "the position that is said to repeat");
                // A stone that dies alone leaves all as it was. KataGo calls that suicide even where
                // suicide is allowed; the same points are forbidden.
                if after == *position.board() { 's' } else { 'k' }
            }
        };
        found.push(format!("{}{why}", point.to_sgf(size)));
    }
    found.join(" ")
}

fn sorted(list: &str) -> Vec<&str> {
    let mut list: Vec<_> = list.split_whitespace().collect();
    list.sort_unstable();
    list
}

fn check(game: &Value) -> bool {
    // Ten games are on a board of one line, which RULES 1 does not know.
    if game["w"] == 1 {
        return false;
    }
    let id = game["id"].as_str().unwrap();
    let side = |key: &str| u8::try_from(game[key].as_u64().unwrap()).unwrap();
    let size = Size::new(side("w"), side("h")).unwrap();
    let mut position = Position::new(size, fixtures::ko(&game["ko"]), game["suicide"].as_bool().unwrap());
    let mut removed = [0; 2];
    let moves: Vec<_> = game["moves"].as_str().unwrap().split_whitespace().collect();
    for (ply, text) in moves.iter().enumerate() {
        let (color, at) = text.split_at(1);
        let color = fixtures::color(color);
        let want = game["illegal"].get(ply.to_string()).map_or("", |list| list.as_str().unwrap());
        assert_eq!(
            sorted(&forbidden(&position, color)),
            sorted(want),
            "{id} ply {ply}\n{}",
            position.board()
        );
        if at.is_empty() {
            position.pass(color);
            continue;
        }
        let point = Point::from_sgf(size, at).unwrap();
        let before = Color::BOTH.map(|c| position.board().stones(c));
        let looked = position.try_play(color, point).unwrap();
        let taken = position.play(color, point).unwrap_or_else(|e| panic!("{id} ply {ply}: {e}"));
        assert_eq!(looked, taken);
        assert!(taken.is_sorted());
        for c in Color::BOTH {
            let added = u16::from(c == color);
            removed[c as usize] += before[c as usize] + added - position.board().stones(c);
        }
    }
    assert_eq!(position.moves() as usize, moves.len());
    assert_eq!(position.board().to_string(), fixtures::text(&game["final"]), "{id}");
    assert_eq!(u64::from(removed[0]), game["captured_black_stones"].as_u64().unwrap(), "{id}");
    assert_eq!(u64::from(removed[1]), game["captured_white_stones"].as_u64().unwrap(), "{id}");
    let owners = area::map(position.board(), &[]);
    for (key, owner) in [("black", Owner::Black), ("white", Owner::White), ("neutral", Owner::Shared)] {
        let found = owners.iter().filter(|&&o| o == owner).count();
        assert_eq!(found as u64, game["tt_area"][key].as_u64().unwrap(), "{id} {key}");
    }
    true
}

#[test]
fn random_games_have_exactly_the_forbidden_points_and_the_final_position() {
    let Some(games) = fixtures::cases("playouts", "katago_playouts.jsonl") else { return };
    assert_eq!(games.iter().filter(|game| check(game)).count(), 421);
}
