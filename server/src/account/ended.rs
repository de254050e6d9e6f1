//! Sessions that have ended while access tokens of theirs would still be good.
//!
//! An access token is believed without asking the store, so the end of its session is remembered here until
//! the last token of it would have ended by itself. This is the memory of one node, which tells the others. What one of them
//! has not heard, because it or the teller was cut off, it finds in the store: the sessions of open sockets are looked up
//! there after every gap, and every minute. Of a session without a socket it does not learn, nor after a restart: there an
//! access token given out before is good for the rest of its ten minutes. No new access token is to be had on any node, for
//! the session's refresh tokens are gone from the store.
//! Deliberately absent: the end of sessions by their age, which is seen no sooner than their rows are deleted.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::{interval, sleep};

use super::tokens::{ACCESS_S, SKEW_S};
use crate::ids::FamilyId;
use crate::store::{Sessions, StoreError};
use crate::time::Time;

/// How long a session that has ended is remembered: as long as its tokens can be good.
const KEPT_MS: i64 = (ACCESS_S as i64 + SKEW_S) * 1000;
/// How many are remembered. Each costs a log-in with its slow hash, so that even a flood of them does not
/// make this forget one before its time; if it did, it would be the oldest.
const MOST: usize = 65_536;
/// How often the sessions that somebody waits for are looked up, besides when something may have been missed.
const LOOK_EVERY: Duration = Duration::from_secs(60);
/// So many are looked up at once.
const AT_ONCE: usize = 500;
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(500);
/// Who waits for the end of a session shares its bell with one in so many others.
const BELLS: usize = 256;

/// The sessions that have ended lately, and who waits for such an end.
pub(super) struct EndedSessions {
    lately: Mutex<Lately>,
    /// The sessions that somebody waits for, each with how many do.
    waited: Mutex<HashMap<FamilyId, usize>>,
    /// Rung when an end may have been missed.
    missed: Notify,
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
        Self {
            lately: Mutex::default(),
            waited: Mutex::default(),
            missed: Notify::new(),
            bells: std::array::from_fn(|_| watch::Sender::new(())),
        }
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
        let _waits = Waits::begin(self, session);
        // Listening begins before looking, so that no end falls between the two.
        let mut bell = self.bell(session).subscribe();
        while !self.contains(session) {
            if bell.changed().await.is_err() {
                return; // its other half lives as long as this does
            }
        }
    }

    /// What other nodes told may have been missed.
    pub(super) fn may_have_missed(&self) {
        self.missed.notify_one();
    }

    /// Looks up those that somebody waits for, again and again and whenever an end may have been missed.
    pub(super) async fn keep(&self, sessions: &dyn Sessions, time: &Time) {
        let mut ticks = interval(LOOK_EVERY);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.missed.notified() => {}
            }
            while let Err(error) = self.look(sessions, time).await {
                tracing::warn!(%error, "it could not be looked up which sessions have ended");
                sleep(PAUSE).await;
            }
        }
    }

    async fn look(&self, sessions: &dyn Sessions, time: &Time) -> Result<(), StoreError> {
        for some in self.waited().chunks(AT_ONCE) {
            let living: HashSet<FamilyId> = sessions.living(some).await?.into_iter().collect();
            for gone in some.iter().filter(|session| !living.contains(session)) {
                self.end(*gone, time.wall_ms());
            }
        }
        Ok(())
    }

    /// The sessions that somebody waits for.
    fn waited(&self) -> Vec<FamilyId> {
        self.lock_waited().keys().copied().collect()
    }

    fn lock_waited(&self) -> MutexGuard<'_, HashMap<FamilyId, usize>> {
        self.waited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ids end in random bits.
    fn bell(&self, session: FamilyId) -> &watch::Sender<()> {
        &self.bells[session.0.as_u128() as usize % BELLS]
    }

    fn lock(&self) -> MutexGuard<'_, Lately> {
        self.lately.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody waits for the end of a session.
struct Waits<'a> {
    ended: &'a EndedSessions,
    session: FamilyId,
}

impl<'a> Waits<'a> {
    fn begin(ended: &'a EndedSessions, session: FamilyId) -> Self {
        *ended.lock_waited().entry(session).or_default() += 1;
        Self { ended, session }
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        let mut waited = self.ended.lock_waited();
        if let Entry::Occupied(mut many) = waited.entry(self.session) {
            *many.get_mut() -= 1;
            if *many.get() == 0 {
                many.remove();
            }
        }
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

    #[tokio::test]
    async fn who_waits_is_known_until_nobody_does() {
        let ended = EndedSessions::new();
        let mut waiting = [1, 1, 2].map(|n| Box::pin(ended.wait(session(n))));
        assert!(waiting.iter_mut().all(|one| one.as_mut().now_or_never().is_none()));
        let [one, same, other] = waiting;
        drop((one, other));
        assert_eq!(ended.waited(), [session(1)]);
        drop(same);
        assert_eq!(ended.waited(), []);
    }
}
