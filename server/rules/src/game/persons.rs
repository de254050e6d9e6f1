//! People who are in one way kept from a game: each once, and not without end.
//!
//! Deliberately absent: accounts. Whoever is listed is told apart by a text that the rules do not read.

use super::{PEOPLE_MOST, Refusal};

/// The longest text that names somebody, in bytes.
pub(super) const TEXT_BYTES: usize = 256;

/// Somebody who does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The account's id, as the server writes it.
    pub account: String,
    /// Its name of the day.
    pub name: String,
}

/// Several, in the order in which it was ruled.
#[derive(Clone, Debug, Default)]
pub(super) struct Persons(Vec<Person>);

impl Persons {
    pub(super) fn all(&self) -> &[Person] {
        &self.0
    }

    pub(super) fn has(&self, account: &str) -> bool {
        self.0.iter().any(|person| person.account == account)
    }

    /// Whether somebody may be put on the list, or taken off it.
    pub(super) fn admits(&self, account: &str, on: bool) -> Result<(), Refusal> {
        if self.has(account) == on {
            return Err(Refusal::AlreadyMarked);
        }
        if on && self.0.len() >= PEOPLE_MOST { Err(Refusal::TooOften) } else { Ok(()) }
    }

    /// Puts somebody on the list, or takes somebody off it; whether that could be.
    pub(super) fn set(&mut self, account: &str, name: &str, on: bool) -> bool {
        let is_long = account.len() > TEXT_BYTES || name.len() > TEXT_BYTES;
        if is_long || self.admits(account, on).is_err() {
            return false;
        }
        if on {
            self.0.push(Person { account: account.to_owned(), name: name.to_owned() });
        } else {
            self.0.retain(|person| person.account != account);
        }
        true
    }
}
