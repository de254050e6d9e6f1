//! What is hidden and shown all the same is found.

use tianyuan::planted::Fault;

use super::support::planted::finds;

#[test]
fn a_hidden_game_that_is_shown_is_found() {
    let test = "conduct::a_private_game_is_not_there_for_others";
    finds(Fault::HiddenShown, test, &[], "what is hidden is shown");
}
