//! The contract finds a fence that does not ask for the epoch.

use tianyuan::planted::Fault;

use crate::support::planted::finds;

#[test]
fn an_epoch_that_is_not_checked_is_found() {
    let promise = "who is no longer the owner writes";
    for database in ["sqlite", "postgres"] {
        let test = format!("{database}::fences_by_owner_epoch_and_number");
        finds(Fault::EpochUnchecked, &test, &[], promise);
    }
}
