//! How often somebody may ask, per address and per account.
//!
//! Each kind of endpoint has its own pair of limits. Keys are folded by a secret hash into a table of fixed
//! size, so that no flood of addresses can make it grow and nothing needs sweeping; two that fall on one
//! place share its allowance, which nobody can bring about without the secret. Servers of one installation have the
//! same secret and tell each other every second what was used up ([`spent`]).
//! Deliberately absent: locking anybody out. A name that is attacked from one address is limited at that
//! address only; one that is attacked from many is guarded more closely, as [`guesses`] says.

mod guesses;
mod spent;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use uuid::Uuid;

use self::guesses::Guesses;
pub(crate) use self::spent::Spent;
use self::spent::{Spending, TABLES, Which};
use crate::ids::{AccountId, GameId};

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
    /// Reads all that is kept of somebody.
    Export,
}

/// So many at once, and then so many a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) per_minute: u32,
}

/// Tries of one name from one address.
const NAME: Rate = Rate { burst: 8, per_minute: 5 };
/// Codes of one second factor, of which one in 300,000 would be good by chance: that is a chance of one in 200 in a day.
const CODE: Rate = Rate { burst: 8, per_minute: 1 };
/// Lines of one account about one game: one every three seconds.
pub(crate) const SAYING: Rate = Rate { burst: 5, per_minute: 20 };

impl Kind {
    const ALL: [Self; 7] =
        [Self::Register, Self::LogIn, Self::Session, Self::Make, Self::Act, Self::Read, Self::Export];

    /// For everybody behind one address; a whole school may be behind one.
    const fn per_address(self) -> Rate {
        match self {
            Self::Register => Rate { burst: 20, per_minute: 10 },
            Self::LogIn => Rate { burst: 30, per_minute: 20 },
            Self::Session => Rate { burst: 100, per_minute: 120 },
            Self::Make => Rate { burst: 60, per_minute: 60 },
            Self::Act => Rate { burst: 100, per_minute: 200 },
            Self::Read => Rate { burst: 300, per_minute: 1200 },
            Self::Export => Rate { burst: 10, per_minute: 5 },
        }
    }

    /// For one account, wherever it is.
    const fn per_account(self) -> Rate {
        match self {
            Self::Register | Self::LogIn | Self::Session => Rate { burst: 20, per_minute: 20 },
            Self::Make => Rate { burst: 10, per_minute: 10 },
            Self::Act => Rate { burst: 30, per_minute: 60 },
            Self::Read => Rate { burst: 100, per_minute: 300 },
            Self::Export => Rate { burst: 2, per_minute: 1 },
        }
    }
}

/// A table of 65,536 allowances.
type Table = DefaultKeyedRateLimiter<u16>;

/// All limits of one server.
pub struct Doors {
    enabled: bool,
    secret: Secret,
    clock: DefaultClock,
    tables: [Table; TABLES],
    guesses: Guesses,
    /// What was used up here and others have not been told; where there are others.
    spending: Option<Spending>,
}

/// By what keys come to their places.
#[derive(Clone)]
struct Secret(String);

impl Secret {
    fn hash(&self, key: impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.as_str(), key).hash(&mut hasher);
        hasher.finish()
    }
}

/// Come again in so many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Later(pub(crate) u64);

impl Doors {
    /// New allowances for everybody at one server; none are asked for when not `enabled`.
    #[must_use]
    pub fn new(enabled: bool) -> Self {
        Self::with(enabled, Secret(Uuid::new_v4().to_string()), None)
    }

    /// The same at one of many servers, all of which know `secret` and nobody else.
    #[must_use]
    pub fn of_many(enabled: bool, secret: String) -> Self {
        Self::with(enabled, Secret(secret), Some(Spending::default()))
    }

    fn with(enabled: bool, secret: Secret, spending: Option<Spending>) -> Self {
        Self {
            enabled,
            clock: DefaultClock::default(),
            tables: Which::all().map(|which| table(which.rate())),
            guesses: Guesses::new(secret.clone()),
            secret,
            spending,
        }
    }

    /// Lets one more request of an address in.
    pub(crate) fn address(&self, kind: Kind, address: IpAddr) -> Result<(), Later> {
        self.check(Which::Address(kind), network(address))
    }

    /// Lets one more request of an account in.
    pub(crate) fn account(&self, kind: Kind, account: AccountId) -> Result<(), Later> {
        self.check(Which::Account(kind), account.0)
    }

    /// Lets one more try of a (folded) name from an address in, at a served millisecond.
    pub(crate) fn name(&self, name: &str, address: IpAddr, now_ms: u64) -> Result<(), Later> {
        self.check(Which::Name, (name, network(address)))?;
        if !self.enabled {
            return Ok(());
        }
        let strange = self.guesses.admit(name, address, now_ms)?;
        self.spend(Spending::strange, strange);
        Ok(())
    }

    /// Lets one more code of a second factor of a (folded) name in. Those who guess from elsewhere, having the password, use up an
    /// allowance of their own: where the owner has been seen there is another.
    pub(crate) fn code(&self, name: &str, address: IpAddr) -> Result<(), Later> {
        let home = self.guesses.is_owners(name, address).then(|| network(address));
        self.check(Which::Code, (name, home))
    }

    /// Lets one more line of an account about a game in.
    pub(crate) fn saying(&self, account: AccountId, game: GameId) -> Result<(), Later> {
        self.check(Which::Saying, (account.0, game.0))
    }

    /// Notes that a password was wrong for a (folded) name, whether or not somebody has that.
    pub(crate) fn guessed(&self, name: &str, now_ms: u64) {
        let place = self.guesses.wrong(name, now_ms);
        self.spend(Spending::wrong, Some(place));
    }

    /// Notes that whoever has a (folded) name has shown so from an address.
    pub(crate) fn recognized(&self, name: &str, address: IpAddr) {
        let owner = self.guesses.recognize(name, address);
        self.spend(Spending::owner, Some(owner));
    }

    /// What was used up here since this was last asked; nothing when nothing was, or nobody need know.
    pub(crate) fn take_spent(&self) -> Option<Spent> {
        self.spending.as_ref()?.take()
    }

    /// Another server's guests have used something up, at a served millisecond of this one. What is not left is not taken.
    pub(crate) fn spent_elsewhere(&self, spent: &Spent, now_ms: u64) {
        metrics::counter!("limits_spent_elsewhere_total").increment(spent.uses());
        for (which, place, times) in spent.allowances() {
            let table = &self.tables[which.index()];
            let _taken = (0..times).take_while(|_| table.check_key(&place).is_ok()).count();
        }
        self.guesses.elsewhere(spent, now_ms);
    }

    fn check(&self, which: Which, key: impl Hash) -> Result<(), Later> {
        if !self.enabled {
            return Ok(());
        }
        let place = self.secret.hash((which.index(), key)) as u16;
        self.tables[which.index()].check_key(&place).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            Later(wait.as_secs() + 1)
        })?;
        self.spend(|spending, place| spending.allowance(which, place), Some(place));
        Ok(())
    }

    fn spend<P>(&self, note: impl FnOnce(&Spending, P), place: Option<P>) {
        if let (Some(spending), Some(place)) = (&self.spending, place) {
            note(spending, place);
        }
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
        assert!(doors.tables[Which::Address(Kind::Read).index()].len() <= 65_536);
    }

    #[test]
    fn off_is_off() {
        let doors = Doors::new(false);
        for _ in 0..10_000 {
            assert_eq!(doors.account(Kind::Make, AccountId(uuid::Uuid::nil())), Ok(()));
        }
    }

    #[test]
    fn whoever_guesses_codes_does_not_lock_the_owner_out() {
        let doors = Doors::new(true);
        doors.recognized("Lee", ip("10.0.0.7"));
        let let_in = (0..200).filter(|n| doors.code("Lee", IpAddr::from([192, 0, *n, 1])).is_ok()).count();
        assert_eq!(let_in, CODE.burst as usize, "from however many addresses");
        assert_eq!(doors.code("Lee", ip("10.0.0.7")), Ok(()), "at home");
        assert_eq!(doors.code("Cho", ip("192.0.2.1")), Ok(()), "another name");
    }
}
