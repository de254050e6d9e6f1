//! The only place that asks the operating system for the time.
//!
//! *Served* time is this process's monotonic running time; every clock of a game runs on it. *Wall*
//! time is for display and expiry only. Both are integer milliseconds.
//! Deliberately absent: timers; a waiter sleeps until [`Time::instant`] of a served moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::{Duration, Instant};

/// The time of one server process. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Time {
    start: Instant,
    wall_skew_ms: Arc<AtomicI64>,
}

impl Time {
    /// Starts counting served time from now.
    #[must_use]
    pub fn start() -> Self {
        Self { start: Instant::now(), wall_skew_ms: Arc::default() }
    }

    /// Milliseconds since the start, monotonic.
    #[must_use]
    pub fn served_ms(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The moment at which [`Self::served_ms`] reaches a value.
    #[must_use]
    pub fn instant(&self, served_ms: u64) -> Instant {
        self.start + Duration::from_millis(served_ms)
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
