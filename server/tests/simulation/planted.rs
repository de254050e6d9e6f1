//! The simulation finds each fault that can be planted under it.

use tianyuan::planted::Fault;

use crate::support::planted::finds;

/// So many of its runs find each of them.
const SEEDS: [(&str, &str); 2] = [("TIANYUAN_SEED", "1"), ("TIANYUAN_SEEDS", "12")];

fn simulated(fault: Fault, promise: &str) {
    finds(fault, "nothing_breaks_a_room", &SEEDS, promise);
}

#[test]
fn an_acknowledgement_before_the_append_is_found() {
    simulated(Fault::AcknowledgedEarly, "what is acknowledged is durable");
}

#[test]
fn answers_that_a_restored_room_has_lost_are_found() {
    simulated(Fault::AnswersForgotten, "what is refused has changed nothing");
}

#[test]
fn an_outage_that_is_charged_is_found() {
    simulated(Fault::OutageCharged, "an outage is charged");
}
