//! How often somebody may ask, per address and per account.
//!
//! Each kind of endpoint has its own pair of limits. Keys are folded by a secret hash into a table of fixed
//! size, so that no flood of addresses can make it grow and nothing needs sweeping; two that fall on one
//! place share its allowance, which nobody can bring about without the secret.
//! Deliberately absent: locking anybody out. A name that is attacked from one address is limited at that
//! address only; one that is attacked from many is guarded more closely, as [`guesses`] says.

mod guesses;

use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::ids::{AccountId, GameId};
use guesses::Guesses;

/// A kind of endpoint, by what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Makes an account: a hash and a row for ever.
    Register,
    /// Tries a password: a hash.
    LogIn,
    /// Goes on with or ends a session: a write.
    Session,
    /// Makes a challenge: a row that everybody sees.
    Make,
    /// Changes something else.
    Act,
    /// Reads.
    Read,
}

/// So many at once, and then so many a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) per_minute: u32,
}

/// Tries of one name from one address.
const NAME: Rate = Rate { burst: 8, per_minute: 5 };
/// Lines of one account about one game: one every three seconds.
pub(crate) const SAYING: Rate = Rate { burst: 5, per_minute: 20 };

impl Kind {
    const ALL: [Self; 6] = [Self::Register, Self::LogIn, Self::Session, Self::Make, Self::Act, Self::Read];

    /// For everybody behind one address; a whole school may be behind one.
    const fn per_address(self) -> Rate {
        match self {
            Self::Register => Rate { burst: 20, per_minute: 10 },
            Self::LogIn => Rate { burst: 30, per_minute: 20 },
            Self::Session => Rate { burst: 100, per_minute: 120 },
            Self::Make => Rate { burst: 60, per_minute: 60 },
            Self::Act => Rate { burst: 100, per_minute: 200 },
            Self::Read => Rate { burst: 300, per_minute: 1200 },
        }
    }

    /// For one account, wherever it is.
    const fn per_account(self) -> Rate {
        match self {
            Self::Register | Self::LogIn | Self::Session => Rate { burst: 20, per_minute: 20 },
            Self::Make => Rate { burst: 10, per_minute: 10 },
            Self::Act => Rate { burst: 30, per_minute: 60 },
            Self::Read => Rate { burst: 100, per_minute: 300 },
        }
    }
}

/// A table of 65,536 allowances.
type Table = DefaultKeyedRateLimiter<u16>;

/// All limits of one server.
pub struct Doors {
    enabled: bool,
    secret: RandomState,
    clock: DefaultClock,
    addresses: [Table; 6],
    accounts: [Table; 6],
    names: Table,
    sayings: Table,
    guesses: Guesses,
}

/// Come again in so many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Later(pub(crate) u64);

impl Doors {
    /// New allowances for everybody; none are asked for when not `enabled`.
    #[must_use]
    pub fn new(enabled: bool) -> Self {
        Self {
            enabled,
            secret: RandomState::new(),
            clock: DefaultClock::default(),
            addresses: Kind::ALL.map(|kind| table(kind.per_address())),
            accounts: Kind::ALL.map(|kind| table(kind.per_account())),
            names: table(NAME),
            sayings: table(SAYING),
            guesses: Guesses::new(),
        }
    }

    /// Lets one more request of an address in.
    pub(crate) fn address(&self, kind: Kind, address: IpAddr) -> Result<(), Later> {
        self.check(&self.addresses[kind as usize], (kind as usize, network(address)))
    }

    /// Lets one more request of an account in.
    pub(crate) fn account(&self, kind: Kind, account: AccountId) -> Result<(), Later> {
        self.check(&self.accounts[kind as usize], (kind as usize, account.0))
    }

    /// Lets one more try of a (folded) name from an address in, at a served millisecond.
    pub(crate) fn name(&self, name: &str, address: IpAddr, now_ms: u64) -> Result<(), Later> {
        self.check(&self.names, (name, network(address)))?;
        if self.enabled { self.guesses.admit(name, address, now_ms) } else { Ok(()) }
    }

    /// Lets one more line of an account about a game in.
    pub(crate) fn saying(&self, account: AccountId, game: GameId) -> Result<(), Later> {
        self.check(&self.sayings, (account.0, game.0))
    }

    /// Notes that a password was wrong for a (folded) name, whether or not somebody has that.
    pub(crate) fn guessed(&self, name: &str, now_ms: u64) {
        self.guesses.wrong(name, now_ms);
    }

    /// Notes that whoever has a (folded) name has shown so from an address.
    pub(crate) fn recognized(&self, name: &str, address: IpAddr) {
        self.guesses.recognize(name, address);
    }

    fn check(&self, table: &Table, key: impl Hash) -> Result<(), Later> {
        if !self.enabled {
            return Ok(());
        }
        let place = self.secret.hash_one(key) as u16;
        table.check_key(&place).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            Later(wait.as_secs() + 1)
        })
    }
}

fn table(rate: Rate) -> Table {
    let burst = NonZeroU32::new(rate.burst).unwrap_or(NonZeroU32::MIN);
    let each = Duration::from_secs(60) / rate.per_minute.max(1);
    let quota = Quota::with_period(each).unwrap_or(Quota::per_minute(burst)).allow_burst(burst);
    RateLimiter::dashmap(quota)
}

/// Whoever has one IPv6 address has the 2^64 of its network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_burst_and_then_later() {
        let doors = Doors::new(true);
        let burst = Kind::LogIn.per_address().burst;
        for _ in 0..burst {
            assert_eq!(doors.address(Kind::LogIn, ip("10.0.0.1")), Ok(()));
        }
        let Err(Later(seconds)) = doors.address(Kind::LogIn, ip("10.0.0.1")) else { panic!("no limit") };
        assert!((1..=4).contains(&seconds), "{seconds}");
        assert_eq!(doors.address(Kind::LogIn, ip("10.0.0.2")), Ok(()), "another address");
        assert_eq!(doors.address(Kind::Read, ip("10.0.0.1")), Ok(()), "another kind");
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let doors = Doors::new(true);
        for i in 0..NAME.burst {
            assert_eq!(doors.name("Lee", ip(&format!("2001:db8::{i:x}")), 0), Ok(()));
        }
        assert!(doors.name("Lee", ip("2001:db8::ffff"), 0).is_err());
        assert!(doors.name("Lee", ip("2001:db8:0:1::1"), 0).is_ok(), "another network");
        assert!(doors.name("Cho", ip("2001:db8::1"), 0).is_ok(), "another name");
        assert_eq!(network(ip("::ffff:10.0.0.1")), ip("10.0.0.1"));
    }

    #[test]
    fn tables_do_not_grow_without_end() {
        let doors = Doors::new(true);
        for i in 0..200_000u32 {
            doors.address(Kind::Read, IpAddr::from(i.to_be_bytes())).ok();
        }
        assert!(doors.addresses[Kind::Read as usize].len() <= 65_536);
    }

    #[test]
    fn off_is_off() {
        let doors = Doors::new(false);
        for _ in 0..10_000 {
            assert_eq!(doors.account(Kind::Make, AccountId(uuid::Uuid::nil())), Ok(()));
        }
    }
}
