//! Sessions that have ended while access tokens of theirs would still be good.
//!
//! An access token is believed without asking the store, so the end of its session is remembered here until
//! the last token of it would have ended by itself. This is the memory of one node, which tells the others. A restart
//! forgets it, and a node that was cut off at that moment never hears of it: there an access token given out before is
//! good for the rest of its ten minutes, and an open socket stays open. No new access token is to be had on any node, for
//! the session's refresh tokens are gone from the store.
//! Deliberately absent: sessions that end by their age; nobody asked for their sockets to be closed.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::tokens::{ACCESS_S, SKEW_S};
use crate::ids::FamilyId;

/// How long a session that has ended is remembered: as long as its tokens can be good.
const KEPT_MS: i64 = (ACCESS_S as i64 + SKEW_S) * 1000;
/// How many are remembered. Each costs a log-in with its slow hash, so that even a flood of them does not
/// make this forget one before its time; if it did, it would be the oldest.
const MOST: usize = 65_536;
/// Who waits for the end of a session shares its bell with one in so many others.
const BELLS: usize = 256;

/// The sessions that have ended lately, and who waits for such an end.
pub(super) struct EndedSessions {
    lately: Mutex<Lately>,
    bells: [watch::Sender<()>; BELLS],
}

#[derive(Default)]
struct Lately {
    all: HashSet<FamilyId>,
    /// In the order in which they ended, with the Unix millisecond until which each is remembered.
    order: VecDeque<(i64, FamilyId)>,
}

impl EndedSessions {
    /// None yet.
    pub(super) fn new() -> Self {
        Self { lately: Mutex::default(), bells: std::array::from_fn(|_| watch::Sender::new(())) }
    }

    /// Whether a session has ended lately.
    pub(super) fn contains(&self, session: FamilyId) -> bool {
        self.lock().all.contains(&session)
    }

    /// Ends a session, and tells everybody who waits for that.
    pub(super) fn end(&self, session: FamilyId, now_ms: i64) {
        self.lock().add(session, now_ms);
        self.bell(session).send_replace(());
    }

    /// Returns once a session has ended; at once if it has already.
    pub(super) async fn wait(&self, session: FamilyId) {
        // Listening begins before looking, so that no end falls between the two.
        let mut bell = self.bell(session).subscribe();
        while !self.contains(session) {
            if bell.changed().await.is_err() {
                return; // its other half lives as long as this does
            }
        }
    }

    /// Ids end in random bits.
    fn bell(&self, session: FamilyId) -> &watch::Sender<()> {
        &self.bells[session.0.as_u128() as usize % BELLS]
    }

    fn lock(&self) -> MutexGuard<'_, Lately> {
        self.lately.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lately {
    fn add(&mut self, session: FamilyId, now_ms: i64) {
        if self.all.insert(session) {
            self.order.push_back((now_ms + KEPT_MS, session));
        }
        while self.order.len() > MOST || self.order.front().is_some_and(|(until, _)| *until <= now_ms) {
            if let Some((_, old)) = self.order.pop_front() {
                self.all.remove(&old);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;

    fn session(n: u128) -> FamilyId {
        FamilyId(Uuid::from_u128(n))
    }

    #[test]
    fn remembered_as_long_as_tokens_last_and_no_longer() {
        let ended = EndedSessions::new();
        ended.end(session(1), 0);
        ended.end(session(2), KEPT_MS - 1);
        assert!(ended.contains(session(1)) && ended.contains(session(2)) && !ended.contains(session(3)));
        ended.end(session(3), KEPT_MS);
        assert!(!ended.contains(session(1)) && ended.contains(session(2)) && ended.contains(session(3)));
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_goes_first() {
        let ended = EndedSessions::new();
        for n in 0..=MOST as u128 {
            ended.end(session(n), 0);
            ended.end(session(n), 0); // a second time is no second place
        }
        assert!(!ended.contains(session(0)) && ended.contains(session(1)));
        let lately = ended.lock();
        assert_eq!((lately.all.len(), lately.order.len()), (MOST, MOST));
    }

    #[tokio::test]
    async fn whoever_waits_hears_of_this_session_alone() {
        let ended = EndedSessions::new();
        let mut waiting = Box::pin(ended.wait(session(7)));
        assert!(waiting.as_mut().now_or_never().is_none());
        ended.end(session(7 + BELLS as u128), 0); // the same bell
        assert!(waiting.as_mut().now_or_never().is_none());
        ended.end(session(7), 0);
        assert!(waiting.now_or_never().is_some());
        assert!(ended.wait(session(7)).now_or_never().is_some(), "it has ended already");
    }
}
