//! One name, many addresses: slowing down those who guess a password from all over the world.
//!
//! Wrong passwords are counted per name, wherever they come from. One address alone is never let in often
//! enough to matter here. While there are too many, strangers to the name are slowed down: two tries and
//! then one a minute, not for each address but for the whole neighbourhood of it, so that renting a network
//! buys no more guesses than one address of it. Addresses from which the name's owner has logged in, or gone
//! on with a session, notice nothing.
//! Nobody is locked out, whatever others do: an owner at a place that is new, or with a server that has just
//! been started and knows no place, has those tries in a neighbourhood of their own; sessions go on anyway.
//! Names that nobody has are treated alike, and so tell nothing.
//! Deliberately absent: memory that grows. Each table has a fixed size, and keys come to their place by a
//! secret hash; two that meet there share it, or take it from each other.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Later, Secret, Spent, network};

/// Wrong passwords of one name that make nobody suspicious, at once and then one in each so many
/// milliseconds.
const WRONG: u64 = 30;
const WRONG_EACH_MS: u64 = 6_000;
/// Tries of an attacked name from one neighbourhood of strangers, at once and then one a minute.
const STRANGERS: u64 = 2;
const STRANGERS_EACH_MS: u64 = 60_000;

/// What is known about guesses.
pub(super) struct Guesses {
    secret: Secret,
    /// Per name: the served millisecond at which its wrong passwords are forgotten.
    wrong: Places,
    /// Per name and neighbourhood: the same of tries by strangers.
    strangers: Places,
    /// Per name and address: the hash of one at which the owner was seen.
    owners: Places,
}

/// A table of 65,536 numbers.
struct Places(Box<[AtomicU64]>);

impl Guesses {
    /// Nothing yet.
    pub(super) fn new(secret: Secret) -> Self {
        Self { secret, wrong: Places::new(), strangers: Places::new(), owners: Places::new() }
    }

    /// Lets one more try in; the answer is the place among strangers that it took, if it took one.
    pub(super) fn admit(&self, name: &str, address: IpAddr, now_ms: u64) -> Result<Option<u16>, Later> {
        let attacked =
            self.wrong.at(self.secret.hash(name)).load(Ordering::Relaxed) > now_ms + WRONG * WRONG_EACH_MS;
        if !attacked || self.is_owners(name, address) {
            return Ok(None);
        }
        let place = self.secret.hash((name, neighbourhood(address)));
        let wait_ms = self.strangers.fill(place, now_ms, STRANGERS_EACH_MS, STRANGERS);
        wait_ms.map(|()| Some(place as u16)).map_err(|wait_ms| Later(wait_ms / 1000 + 1))
    }

    /// Counts a wrong password. The count ends at twice of what is too many, so that it is over some
    /// minutes after the attack. The answer is its place.
    pub(super) fn wrong(&self, name: &str, now_ms: u64) -> u16 {
        let place = self.secret.hash(name);
        let _full = self.wrong.fill(place, now_ms, WRONG_EACH_MS, 2 * WRONG);
        place as u16
    }

    /// Remembers an address of the owner; the answer is its hash.
    pub(super) fn recognize(&self, name: &str, address: IpAddr) -> u64 {
        let hash = self.secret.hash((name, network(address)));
        self.owners.at(hash).store(hash, Ordering::Relaxed);
        hash
    }

    /// The same at another server.
    pub(super) fn elsewhere(&self, spent: &Spent, now_ms: u64) {
        for (place, times) in &spent.wrong {
            for _ in 0..(*times).min(2 * WRONG) {
                let _full = self.wrong.fill(u64::from(*place), now_ms, WRONG_EACH_MS, 2 * WRONG);
            }
        }
        for (place, times) in &spent.strange {
            for _ in 0..(*times).min(STRANGERS) {
                let _full = self.strangers.fill(u64::from(*place), now_ms, STRANGERS_EACH_MS, STRANGERS);
            }
        }
        for hash in &spent.owners {
            self.owners.at(*hash).store(*hash, Ordering::Relaxed);
        }
    }

    /// Whether the owner of a name was seen at an address.
    pub(super) fn is_owners(&self, name: &str, address: IpAddr) -> bool {
        let hash = self.secret.hash((name, network(address)));
        self.owners.at(hash).load(Ordering::Relaxed) == hash
    }
}

impl Places {
    fn new() -> Self {
        Self((0..=u16::MAX).map(|_| AtomicU64::new(0)).collect())
    }

    fn at(&self, hash: u64) -> &AtomicU64 {
        &self.0[usize::from(hash as u16)]
    }

    /// Puts one more into a place that holds `most` and loses one in each `each_ms`; an error says in how
    /// many milliseconds there is room.
    fn fill(&self, hash: u64, now_ms: u64, each_ms: u64, most: u64) -> Result<(), u64> {
        let full_ms = now_ms + most * each_ms;
        let fill = |empty_ms: u64| Some(empty_ms.max(now_ms) + each_ms).filter(|&then_ms| then_ms <= full_ms);
        let filled = self.at(hash).fetch_update(Ordering::Relaxed, Ordering::Relaxed, fill);
        filled.map(drop).map_err(|empty_ms| empty_ms + each_ms - full_ms)
    }
}

/// The network that somebody rents or is given: 2^8 addresses of IPv4, 2^16 networks of IPv6.
fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            IpAddr::from([a, b, c, 0])
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            IpAddr::from([a, b, c, 0, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: u64 = 60_000;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn try_it(guesses: &Guesses, name: &str, address: &str, now_ms: u64) -> Result<(), Later> {
        guesses.admit(name, ip(address), now_ms).map(drop)
    }

    fn secret() -> Secret {
        Secret("nobody knows".into())
    }

    /// A name that is being guessed from everywhere.
    fn attacked() -> Guesses {
        let guesses = Guesses::new(secret());
        for _ in 0..1_000 {
            guesses.wrong("Lee", 0);
        }
        guesses
    }

    #[test]
    fn strangers_are_slowed_down_by_neighbourhood() {
        let guesses = attacked();
        assert_eq!(try_it(&guesses, "Lee", "10.0.0.1", 0), Ok(()));
        assert_eq!(try_it(&guesses, "Lee", "10.0.0.2", 0), Ok(()));
        assert_eq!(try_it(&guesses, "Lee", "10.0.0.3", 0), Err(Later(61)));
        assert_eq!(try_it(&guesses, "Lee", "10.0.0.4", MINUTE - 1), Err(Later(1)));
        assert_eq!(try_it(&guesses, "Lee", "10.0.0.4", MINUTE), Ok(()));
        assert_eq!(try_it(&guesses, "Lee", "2001:db8:1::1", 0), Ok(()));
        assert_eq!(try_it(&guesses, "Lee", "2001:db8:1:2::1", 0), Ok(()));
        assert!(try_it(&guesses, "Lee", "2001:db8:1:3::1", 0).is_err());
        assert_eq!(try_it(&guesses, "Cho", "10.0.0.3", 0), Ok(()), "another name");
    }

    /// Security check 16: back-off that locks nobody out.
    #[test]
    fn the_owner_is_never_locked_out() {
        let guesses = attacked();
        guesses.recognize("Lee", ip("10.0.0.7"));
        for _ in 0..100 {
            try_it(&guesses, "Lee", "10.0.0.3", 0).ok();
            assert_eq!(try_it(&guesses, "Lee", "10.0.0.7", 0), Ok(()), "at home, beside an attacker");
        }
        assert_eq!(try_it(&guesses, "Lee", "192.0.2.1", 0), Ok(()), "at a new place");
    }

    #[test]
    fn one_who_knows_another_name_is_a_stranger_to_this() {
        let guesses = attacked();
        guesses.recognize("Cho", ip("10.0.0.7"));
        let tries = (0..5).filter(|_| try_it(&guesses, "Lee", "10.0.0.7", 0).is_ok()).count();
        assert_eq!(tries, STRANGERS as usize);
    }

    #[test]
    fn mistakes_are_no_attack_and_an_attack_is_forgotten() {
        let guesses = Guesses::new(secret());
        let closed = |now_ms| (0..9).any(|_| try_it(&guesses, "Lee", "10.0.0.1", now_ms).is_err());
        (0..WRONG).for_each(|_| {
            guesses.wrong("Lee", 0);
        });
        assert!(!closed(0));
        guesses.wrong("Lee", 0);
        assert!(closed(0));
        (0..1_000).for_each(|_| {
            guesses.wrong("Lee", 0);
        });
        assert!(closed(3 * MINUTE - 1));
        assert!(!closed(3 * MINUTE));
    }
}
