//! The same tests on three servers, which stand on one PostgreSQL and one Redis.

use crate::support::servers::hold_on_three;

/// Whose tests start the program itself, which `tests/cluster` does with three.
const PROGRAM: &str = "kills the program and starts it again over its file";

/// What an officer has ordered others learn within half a second; how soon, `cluster/order.rs` holds.
const SOON: &str = "other servers know it a moment later";

/// What is about one server, and why.
const ABOUT_ONE: &[(&str, &str)] = &[
    ("carried::", "carries a file over to a PostgreSQL"),
    ("full_disk::", "the file system of the file is full"),
    ("kills", PROGRAM),
    ("delay::an_audience_is_as_far_behind_after_the_server_was_killed", PROGRAM),
    ("delay::an_audience_some_time_behind_stays_so_over_a_kill", PROGRAM),
    ("secrecy::a_sealed_move_is_nowhere_until_play_goes_on", PROGRAM),
    ("rematch_kills::", PROGRAM),
    ("sanctions::who_is_banned_in_a_game_", SOON),
    ("sanctions::who_is_suspended_", SOON),
    ("planted::", "runs tests of this binary again itself, with a fault planted"),
    ("postgres::", "stops the PostgreSQL that the other tests use, or says which one it is about"),
    (
        "slumber::a_room_on_postgres_sleeps_and_goes_on",
        "is the test of the same name, said to be on PostgreSQL",
    ),
    (
        "rematch::both_offering_at_two_servers_is_one_game",
        "starts two servers itself, which do not hear each other",
    ),
];

#[test]
fn the_same_tests_hold_on_three_servers() {
    hold_on_three("three_servers::the_same_tests_hold_on_three_servers", ABOUT_ONE);
}
