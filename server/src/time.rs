//! The only place that asks the operating system for the time.
//!
//! *Served* time is this process's monotonic running time; every clock of a game runs on it. *Wall*
//! time is for display and expiry only. Both are integer milliseconds.
//! Deliberately absent: timers; a waiter sleeps until [`Time::instant`] of a served moment. Time at another pace than the
//! world's is there for tests alone: the feature `quick-time` is on in no build but theirs.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::{Duration, Instant};

/// The time of one server process. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Time {
    start: Instant,
    wall_skew_ms: Arc<AtomicI64>,
    /// Served milliseconds in a millisecond of the world.
    #[cfg(feature = "quick-time")]
    pace: u32,
}

impl Time {
    /// Starts counting served time from now.
    #[must_use]
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
            wall_skew_ms: Arc::default(),
            #[cfg(feature = "quick-time")]
            pace: 1,
        }
    }

    /// The same, with so many served milliseconds in each millisecond of the world.
    #[cfg(feature = "quick-time")]
    #[must_use]
    pub fn start_at_pace(pace: u32) -> Self {
        Self { pace: pace.max(1), ..Self::start() }
    }

    /// How many served milliseconds pass in a millisecond.
    #[cfg(feature = "quick-time")]
    const fn pace(&self) -> u32 {
        self.pace
    }

    /// How many served milliseconds pass in a millisecond: one.
    #[cfg(not(feature = "quick-time"))]
    #[allow(clippy::unused_self, reason = "where tests may set the pace, it is a field")]
    const fn pace(&self) -> u32 {
        1
    }

    /// Milliseconds since the start, monotonic.
    #[must_use]
    pub fn served_ms(&self) -> u64 {
        let ms = self.start.elapsed().as_millis().saturating_mul(u128::from(self.pace()));
        u64::try_from(ms).unwrap_or(u64::MAX)
    }

    /// The served milliseconds that pass while the world's clocks advance by so many: as many.
    #[must_use]
    pub fn served_in(&self, world_ms: u64) -> u64 {
        world_ms.saturating_mul(u64::from(self.pace()))
    }

    /// The moment at which [`Self::served_ms`] reaches a value.
    #[must_use]
    pub fn instant(&self, served_ms: u64) -> Instant {
        self.start + Duration::from_millis(served_ms) / self.pace()
    }

    /// Unix time in milliseconds.
    #[must_use]
    pub fn wall_ms(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        i64::try_from(now).unwrap_or(i64::MAX) + self.wall_skew_ms.load(Ordering::Relaxed)
    }

    /// Moves the wall clock of this process, as a wrong system clock would: for tests.
    pub fn skew_wall(&self, ms: i64) {
        self.wall_skew_ms.store(ms, Ordering::Relaxed);
    }
}
