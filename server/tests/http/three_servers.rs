//! The same tests on three servers, which stand on one PostgreSQL and one Redis.

use crate::support::servers::hold_on_three;

/// How often somebody may ask is counted where it is asked.
const LIMITS: &str = "each server has limits of its own";

/// What an officer has ordered others learn within half a second; how soon, `cluster/order.rs` holds.
const SOON: &str = "other servers know it a moment later";

/// What is about one server, and why.
const ABOUT_ONE: &[(&str, &str)] = &[
    ("limits::one_", LIMITS),
    ("limits::behind_a_proxy_everybody_has_an_address", LIMITS),
    ("order::a_banned_person_", SOON),
    ("order::a_suspended_person_", SOON),
    ("order::while_the_server_is_looked_after_", SOON),
];

#[test]
fn the_same_tests_hold_on_three_servers() {
    hold_on_three("three_servers::the_same_tests_hold_on_three_servers", ABOUT_ONE);
}
