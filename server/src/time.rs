//! The only place that asks the operating system for the time.
//!
//! *Served* time is this process's monotonic running time; every clock of a game runs on it. *Wall*
//! time is for display and expiry only. *Up* time is the time in which the installation, whichever of its servers,
//! could serve: it goes on from server to server and stands while there is none. All are integer milliseconds.
//! Deliberately absent: timers; a waiter sleeps until [`Time::instant`] of a served moment. Time at another pace than the
//! world's is there for tests alone: the feature `quick-time` is on in no build but theirs.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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
    /// What the wall clock showed at the start, where it is not the system's.
    wall_start_ms: Option<i64>,
    up: Arc<Mutex<Up>>,
}

/// Up time as it runs now.
#[derive(Clone, Copy, Debug, Default)]
struct Up {
    up_ms: u64,
    /// The served time from which it runs; it stands until then.
    from_served_ms: u64,
}

impl Time {
    /// Starts counting served time from now.
    #[must_use]
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
            wall_skew_ms: Arc::default(),
            wall_start_ms: None,
            up: Arc::default(),
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

    /// The same, as if it had been started so many of the world's milliseconds before.
    #[cfg(feature = "quick-time")]
    #[must_use]
    pub fn has_run(self, world_ms: u64) -> Self {
        let start = self.start.checked_sub(Duration::from_millis(world_ms)).unwrap_or(self.start);
        Self { start, ..self }
    }

    /// The same with a wall clock that showed `wall_ms` at this moment and then goes with served time: for
    /// tests in virtual time.
    #[must_use]
    pub fn start_at(wall_ms: i64) -> Self {
        Self { wall_start_ms: Some(wall_ms), ..Self::start() }
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
        let system_ms = || {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
            i64::try_from(now).unwrap_or(i64::MAX)
        };
        let now_ms = self.wall_start_ms.map_or_else(system_ms, |start_ms| {
            start_ms.saturating_add(i64::try_from(self.served_ms()).unwrap_or(i64::MAX))
        });
        now_ms + self.wall_skew_ms.load(Ordering::Relaxed)
    }

    /// Up time at a served time since the last [`Self::go_up`].
    #[must_use]
    pub fn up_at(&self, served_ms: u64) -> u64 {
        let up = self.up();
        up.up_ms.saturating_add(served_ms.saturating_sub(up.from_served_ms))
    }

    /// Up time.
    #[must_use]
    pub fn up_ms(&self) -> u64 {
        self.up_at(self.served_ms())
    }

    /// The served time from which up time runs: it lies ahead while up time stands.
    #[must_use]
    pub fn up_from_ms(&self) -> u64 {
        self.up().from_served_ms
    }

    /// Up time is `up_ms`, and goes on from the served time `from_served_ms`.
    pub fn go_up(&self, up_ms: u64, from_served_ms: u64) {
        *self.up.lock().unwrap_or_else(PoisonError::into_inner) = Up { up_ms, from_served_ms };
    }

    fn up(&self) -> Up {
        *self.up.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the wall clock of this process, as a wrong system clock would: for tests.
    pub fn skew_wall(&self, ms: i64) {
        self.wall_skew_ms.store(ms, Ordering::Relaxed);
    }
}
