//! Answers that come later.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use crate::room::Frame;

/// An answer that is awaited.
pub(in crate::ws) type Pending = Pin<Box<dyn Future<Output = Frame> + Send>>;

/// All of one client. The lock is never taken: it only says that they are of one task at a time, so that the client as
/// a whole may be looked at from any.
#[derive(Default)]
pub(in crate::ws) struct Later(Mutex<FuturesUnordered<Pending>>);

impl Later {
    pub(in crate::ws) fn push(&mut self, pending: Pending) {
        self.all().push(pending);
    }

    /// The next one that is ready; never, where none is awaited.
    pub(super) async fn next(&mut self) -> Frame {
        match self.all().next().await {
            Some(frame) => frame,
            None => std::future::pending().await,
        }
    }

    fn all(&mut self) -> &mut FuturesUnordered<Pending> {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}
