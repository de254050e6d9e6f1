//! The sockets of this node: how many there may be, and how all are told to go.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::ids::AccountId;
use crate::room::ConnId;

/// Sockets of one node.
const MOST: usize = 15_000;
/// Sockets from one address, of guests and of people behind one router.
const MOST_PER_ADDRESS: usize = 64;
/// Sockets of one account.
const MOST_PER_ACCOUNT: usize = 16;

/// All sockets of this node. Cheap to clone.
#[derive(Clone)]
pub struct Connections {
    inner: Arc<Inner>,
}

struct Inner {
    counts: Mutex<Counts>,
    closing: watch::Sender<bool>,
    limited: bool,
}

#[derive(Default)]
struct Counts {
    last: ConnId,
    all: usize,
    addresses: HashMap<IpAddr, usize>,
    accounts: HashMap<AccountId, usize>,
}

/// The place of one socket, given back when dropped.
pub(super) struct Place {
    connections: Connections,
    conn: ConnId,
    address: IpAddr,
    account: Option<AccountId>,
}

impl Connections {
    /// None yet. Without `limited`, one address and one account may have any number: for tests that
    /// come from one machine.
    #[must_use]
    pub fn new(limited: bool) -> Self {
        let inner = Inner { counts: Mutex::default(), closing: watch::Sender::new(false), limited };
        Self { inner: Arc::new(inner) }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lock().all
    }

    /// Tells all sockets that the server is closing, and waits until they are gone.
    pub async fn close(&self) {
        self.inner.closing.send_replace(true);
        self.inner.closing.closed().await;
    }

    /// Becomes true when the server is closing. Who holds it is waited for by [`Self::close`].
    pub(super) fn closing(&self) -> watch::Receiver<bool> {
        self.inner.closing.subscribe()
    }

    /// A place for a socket from this address; nothing when there are too many.
    pub(super) fn enter(&self, address: IpAddr) -> Option<Place> {
        let mut counts = self.lock();
        if counts.all >= MOST || !add(&mut counts.addresses, address, self.most(MOST_PER_ADDRESS)) {
            return None;
        }
        counts.all += 1;
        counts.last += 1;
        Some(Place { connections: self.clone(), conn: counts.last, address, account: None })
    }

    /// A number for a socket that another server has; it takes no place here.
    pub(super) fn stranger(&self) -> ConnId {
        let mut counts = self.lock();
        counts.last += 1;
        counts.last
    }

    fn most(&self, limit: usize) -> usize {
        if self.inner.limited { limit } else { usize::MAX }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.inner.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// The socket's number.
    pub(super) const fn conn(&self) -> ConnId {
        self.conn
    }

    /// Counts the socket for an account; `false` when that has too many.
    pub(super) fn speak_for(&mut self, account: AccountId) -> bool {
        let most = self.connections.most(MOST_PER_ACCOUNT);
        let added = add(&mut self.connections.lock().accounts, account, most);
        if added {
            self.account = Some(account);
        }
        added
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.connections.lock();
        counts.all -= 1;
        take(&mut counts.addresses, self.address);
        if let Some(account) = self.account {
            take(&mut counts.accounts, account);
        }
    }
}

fn add<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K, most: usize) -> bool {
    let count = counts.entry(key).or_default();
    let fits = *count < most;
    *count += usize::from(fits);
    fits
}

fn take<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    if let Some(count) = counts.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_per_address_and_account_and_given_back() {
        let connections = Connections::new(true);
        let address = IpAddr::from([127, 0, 0, 1]);
        let mut places: Vec<Place> =
            (0..MOST_PER_ADDRESS).filter_map(|_| connections.enter(address)).collect();
        assert_eq!((places.len(), connections.count()), (MOST_PER_ADDRESS, MOST_PER_ADDRESS));
        assert!(connections.enter(address).is_none());
        assert!(connections.enter(IpAddr::from([127, 0, 0, 2])).is_some(), "and is gone at once");

        let account = AccountId(uuid::Uuid::from_u128(1));
        let spoken = places.iter_mut().filter_map(|place| place.speak_for(account).then_some(())).count();
        assert_eq!(spoken, MOST_PER_ACCOUNT);
        drop(places);
        assert_eq!(connections.count(), 0);
        let counts = connections.lock();
        assert!(counts.addresses.is_empty() && counts.accounts.is_empty());
    }
}
