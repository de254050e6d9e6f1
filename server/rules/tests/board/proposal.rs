//! The proposed marking: what it must never and always say, and how often it is right.

use rules::{Board, Color, proposal};
#[test]
fn a_stone_inside_unconditional_life_is_dead() {
    let board: Board = "
        .X.X.
        XXXX.
        .OX.X
        X.XXX
        .XX.."
        .parse()
        .unwrap();
    let dead = proposal::dead(&board, Color::White);
    assert_eq!(dead.iter().map(|p| p.to_sgf(board.size())).collect::<Vec<_>>(), ["bc"]);
}
