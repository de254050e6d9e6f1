//! Waking rooms that nobody asks for, so that flags fall with nobody connected.
//!
//! Each server wakes its own games and those that no living server has.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::StreamExt;
use uuid::Uuid;

use super::slumber::AHEAD_MS;
use super::{RESTORING, RoomError, Rooms};
use crate::ids::{GameId, NodeId};
use crate::store::{Due, Rest, StoreError};

/// How often this node looks for running games that must be awake.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Of so many of these looks one goes through all games that must be awake, whoever owns them: what nobody thought of.
const LOOKS_PER_FULL_ONE: u32 = 30;
/// Games that one look-up lists.
const LOOK_PAGE: u64 = 500;

impl Rooms {
    /// Wakes every running game that must be awake and is not, now and from time to time, so that flags
    /// fall with nobody connected. Games that sleep until later cost nothing.
    pub async fn keep_awake(self) {
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        for look in (0..LOOKS_PER_FULL_ONE).cycle() {
            ticks.tick().await;
            let all = self.missing.swap(false, Ordering::AcqRel) || look == 0;
            if let Err(error) = self.look_around(all).await {
                tracing::warn!(%error, "the games that are due could not be listed");
                self.missing.fetch_or(all, Ordering::AcqRel);
            }
        }
    }

    /// Wakes those games that are found asleep and should not be: among all of them, or among those that have lost their
    /// owner and those that have slept until now.
    async fn look_around(&self, all: bool) -> Result<(), StoreError> {
        let by_ms = self.parts.time.up_ms().saturating_add(AHEAD_MS);
        let games = &self.parts.games;
        let mut lost = None;
        while !all
            && let page = games.ownerless(lost, LOOK_PAGE).await?
            && !page.is_empty()
        {
            lost = page.last().copied();
            self.wake_each(page).await;
        }
        // What sleeps comes after what never does, and what waits for an appointed time after that.
        let after = (!all).then_some(Due::place(0, GameId(Uuid::max())));
        self.wake_due(by_ms, after).await?;
        let appointed_ms = Rest::appointed(self.parts.time.wall_ms()).saturating_add(AHEAD_MS);
        self.wake_due(appointed_ms, Some(Due::place(Rest::APPOINTED, GameId(Uuid::nil())))).await
    }

    /// Wakes what is due by then and comes after that.
    async fn wake_due(&self, by_ms: u64, mut after: Option<Due>) -> Result<(), StoreError> {
        loop {
            let page = self.parts.games.due(by_ms, after, LOOK_PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(*last);
            self.wake_each(self.not_of_others(page).await?).await;
        }
    }

    /// Games that no other living server has: each wakes its own.
    async fn not_of_others(&self, page: Vec<Due>) -> Result<Vec<GameId>, StoreError> {
        let mut others: Vec<NodeId> = page.iter().filter_map(|due| due.owner).collect();
        others.retain(|owner| *owner != self.parts.node);
        others.sort_unstable();
        others.dedup();
        if !others.is_empty() {
            others = self.parts.nodes.living(&others).await?;
        }
        let has_other = |due: &Due| due.owner.is_some_and(|owner| others.contains(&owner));
        Ok(page.into_iter().filter(|due| !has_other(due)).map(|due| due.id).collect())
    }

    async fn wake_each(&self, ids: Vec<GameId>) {
        let asleep = ids.into_iter().filter(|id| self.is_asleep(*id));
        futures_util::stream::iter(asleep)
            .for_each_concurrent(RESTORING, |id| async move {
                if let Err(RoomError::Store(error)) = self.wake(id).await {
                    tracing::error!(room = %id, %error, "a room could not be restored");
                }
            })
            .await;
    }
}
