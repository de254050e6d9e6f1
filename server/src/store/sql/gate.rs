//! The door before a pool of connections: so many are served, so many wait, the rest are refused.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::store::StoreError;

/// How long somebody waits at most.
const PATIENCE: Duration = Duration::from_secs(5);

/// The door. Who is inside holds a [`Pass`].
#[derive(Debug)]
pub(super) struct Gate {
    room: Semaphore,
    turns: Semaphore,
}

/// The right to use a connection; given back when dropped.
#[derive(Debug)]
pub(super) struct Pass<'a> {
    _turn: SemaphorePermit<'a>,
    _place: SemaphorePermit<'a>,
}

impl Gate {
    /// A door for `served` at a time while `waiting` more may wait.
    pub(super) fn new(served: usize, waiting: usize) -> Self {
        Self { room: Semaphore::new(served + waiting), turns: Semaphore::new(served) }
    }

    /// Waits for a turn; [`StoreError::Busy`] when too many wait, or for too long.
    pub(super) async fn enter(&self) -> Result<Pass<'_>, StoreError> {
        let place = self.room.try_acquire().map_err(|_| StoreError::Busy)?;
        let turn = tokio::time::timeout(PATIENCE, self.turns.acquire()).await;
        match turn {
            Ok(Ok(turn)) => Ok(Pass { _turn: turn, _place: place }),
            Ok(Err(_)) | Err(_) => Err(StoreError::Busy),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[tokio::test]
    async fn refuses_the_third_and_lets_the_second_in_after_the_first() {
        let gate = Gate::new(1, 1);
        let first = gate.enter().await.unwrap();
        let mut second = Box::pin(gate.enter());
        assert!(futures_poll(second.as_mut()).await.is_none());
        assert!(matches!(gate.enter().await, Err(StoreError::Busy)));
        drop(first);
        second.await.unwrap();
    }

    /// The result, if it is there at once.
    async fn futures_poll<T>(future: impl Future<Output = T>) -> Option<T> {
        tokio::select! { biased; done = future => Some(done), () = std::future::ready(()) => None }
    }
}
