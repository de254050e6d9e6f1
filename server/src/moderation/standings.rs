//! How people stand just now, known at every server and asked for by whoever lets somebody do something.
//!
//! Deliberately absent: deciding; what is here was read from the database, at most half a second ago.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use uuid::Uuid;

use super::{Moderation, Officer, OrderError, act};
use crate::ids::AccountId;
use crate::store::{Sanction, SanctionKind, StoreError};

/// How often the database is asked what is new.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Sanctions read at once.
const ROWS: u64 = 500;
/// Under which name the maintenance stands among the orders.
const MAINTENANCE: &str = "maintenance";

/// How somebody stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// May nothing but read why.
    pub banned: bool,
    /// May begin no games.
    pub suspended: bool,
    /// May not speak.
    pub silenced: bool,
}

/// No game begins; those that run go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maintenance {
    /// Since when, Unix milliseconds.
    pub since_ms: i64,
    /// What people are told beside that.
    pub text: String,
}

/// A sanction that holds, as far as it takes effect by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) sanction: Uuid,
    pub(super) kind: SanctionKind,
    pub(super) begins_ms: i64,
    pub(super) ends_ms: Option<i64>,
    pub(super) forfeits: bool,
    pub(super) by: (AccountId, String),
    pub(super) reason: String,
}

impl Held {
    fn holds(&self, now_ms: i64) -> bool {
        self.begins_ms <= now_ms && self.ends_ms.is_none_or(|ends_ms| now_ms < ends_ms)
    }
}

/// Everybody's.
#[derive(Default)]
pub(super) struct Standings {
    held: RwLock<HashMap<AccountId, Vec<Held>>>,
    maintenance: watch::Sender<Option<Maintenance>>,
    /// The last change that is known.
    known: watch::Sender<u64>,
}

impl Standings {
    fn of(&self, account: AccountId, now_ms: i64) -> Standing {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let mut standing = Standing::default();
        for held in held.get(&account).into_iter().flatten().filter(|held| held.holds(now_ms)) {
            match held.kind {
                SanctionKind::Mute => standing.silenced = true,
                SanctionKind::Suspension => standing.suspended = true,
                SanctionKind::Ban => standing = Standing { banned: true, suspended: true, silenced: true },
                SanctionKind::Notice | SanctionKind::RankFreeze | SanctionKind::Annulment => {}
            }
        }
        standing
    }

    /// Takes what has changed.
    fn learn(&self, sanction: &Sanction) {
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        let its = held.entry(sanction.on.0).or_default();
        its.retain(|held| held.sanction != sanction.id);
        let acts = matches!(sanction.kind, SanctionKind::Mute | SanctionKind::Suspension | SanctionKind::Ban);
        if acts && sanction.lifted.is_none() {
            its.push(Held {
                sanction: sanction.id,
                kind: sanction.kind,
                begins_ms: sanction.begins_ms,
                ends_ms: sanction.ends_ms,
                forfeits: sanction.forfeits,
                by: sanction.by.clone(),
                reason: sanction.reason.clone(),
            });
        }
        if its.is_empty() {
            held.remove(&sanction.on.0);
        }
    }

    /// Who loses the games that are under way, and by which sanction.
    pub(super) fn forfeiting(&self, now_ms: i64) -> Vec<(AccountId, Held)> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let all = held.iter().flat_map(|(account, held)| held.iter().map(|held| (*account, held.clone())));
        all.filter(|(_, held)| held.forfeits && held.holds(now_ms)).collect()
    }
}

/// Watches how one account stands.
pub struct StandingWatch {
    standings: Arc<Standings>,
    known: watch::Receiver<u64>,
    time: crate::time::Time,
}

impl StandingWatch {
    /// Returns when the account is banned. May be dropped and called again.
    pub async fn banned(&mut self, account: AccountId) {
        loop {
            if self.standings.of(account, self.time.wall_ms()).banned {
                return;
            }
            if self.known.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}

/// Why somebody may not begin a game just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginsNothing {
    /// Is banned.
    Banned,
    /// Is suspended.
    Suspended,
    /// Nobody may.
    Maintenance,
}

impl Moderation {
    /// Whether somebody may begin a game just now.
    ///
    /// # Errors
    /// Why not.
    pub fn may_begin(&self, account: AccountId) -> Result<(), BeginsNothing> {
        match self.standing(account) {
            Standing { banned: true, .. } => Err(BeginsNothing::Banned),
            Standing { suspended: true, .. } => Err(BeginsNothing::Suspended),
            _ if self.standings.maintenance.borrow().is_some() => Err(BeginsNothing::Maintenance),
            _ => Ok(()),
        }
    }

    /// How an account stands.
    #[must_use]
    pub fn standing(&self, account: AccountId) -> Standing {
        self.standings.of(account, self.parts.time.wall_ms())
    }

    /// Whether no game may begin just now, and what people are told of it.
    #[must_use]
    pub fn maintenance(&self) -> Option<Maintenance> {
        self.standings.maintenance.borrow().clone()
    }

    /// Watches for its beginning and end.
    #[must_use]
    pub fn watch_maintenance(&self) -> watch::Receiver<Option<Maintenance>> {
        self.standings.maintenance.subscribe()
    }

    /// Watches how people stand.
    #[must_use]
    pub fn watch_standings(&self) -> StandingWatch {
        StandingWatch {
            standings: Arc::clone(&self.standings),
            known: self.standings.known.subscribe(),
            time: self.parts.time.clone(),
        }
    }

    /// Begins or ends the maintenance, at all servers.
    ///
    /// # Errors
    /// The store's.
    pub async fn maintain(&self, by: &Officer, text: Option<String>) -> Result<(), OrderError> {
        let now_ms = self.parts.time.wall_ms();
        let verb = if text.is_some() { "maintenance.begin" } else { "maintenance.end" };
        let act = act(&by.who, verb, "server".to_owned(), text.as_deref().unwrap_or_default());
        let maintenance = text.map(|text| Maintenance { since_ms: now_ms, text });
        let value = maintenance.map(|maintenance| serde_json::to_string(&maintenance).unwrap_or_default());
        self.parts.orders.give_order(MAINTENANCE, value, now_ms, act).await?;
        Ok(self.look().await?)
    }

    /// Asks the database what is new, until nothing is.
    ///
    /// # Errors
    /// The store's.
    pub async fn look(&self) -> Result<(), StoreError> {
        loop {
            let known = *self.standings.known.borrow();
            let changed = self.parts.sanctions.sanctions_since(known, ROWS).await?;
            changed.iter().for_each(|sanction| self.standings.learn(sanction));
            let Some(last) = changed.last() else { break };
            self.standings.known.send_modify(|known| *known = last.changed.max(*known));
        }
        let order = self.parts.orders.order(MAINTENANCE).await?;
        let maintenance = order.and_then(|text| serde_json::from_str(&text).ok());
        self.standings.maintenance.send_if_modified(|now| {
            let changes = *now != maintenance;
            *now = maintenance;
            changes
        });
        Ok(())
    }

    /// Does so again and again.
    pub async fn keep_standings(self) {
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        let mut is_known = true;
        loop {
            ticks.tick().await;
            let looked = self.look().await;
            if let Err(error) = &looked
                && is_known
            {
                tracing::warn!(%error, "who is sanctioned could not be looked up");
            }
            is_known = looked.is_ok();
        }
    }
}

/// Waits for the ban of an account; for nobody's for ever.
pub(crate) fn banned(watch: StandingWatch, account: Option<AccountId>) -> impl Future<Output = ()> {
    let mut watch = watch;
    async move {
        match account {
            Some(account) => watch.banned(account).await,
            None => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOMEBODY: AccountId = AccountId(Uuid::from_u128(1));

    fn sanction(kind: SanctionKind, ends_ms: Option<i64>) -> Sanction {
        Sanction {
            id: Uuid::new_v4(),
            kind,
            on: (SOMEBODY, "Lee".into()),
            game: None,
            report: None,
            reason: "because".into(),
            forfeits: kind == SanctionKind::Ban,
            by: (AccountId(Uuid::from_u128(2)), "Kong".into()),
            begins_ms: 10,
            ends_ms,
            seen_ms: None,
            lifted: None,
            appeal: None,
            decision: None,
            changed: 1,
        }
    }

    #[test]
    fn each_sanction_does_what_it_says_for_as_long_as_it_holds() {
        let table = [
            (SanctionKind::Notice, [false, false, false]),
            (SanctionKind::Mute, [false, false, true]),
            (SanctionKind::Suspension, [false, true, false]),
            (SanctionKind::Ban, [true, true, true]),
            (SanctionKind::RankFreeze, [false, false, false]),
            (SanctionKind::Annulment, [false, false, false]),
        ];
        for (kind, [banned, suspended, silenced]) in table {
            let standings = Standings::default();
            standings.learn(&sanction(kind, Some(20)));
            assert_eq!(standings.of(SOMEBODY, 10), Standing { banned, suspended, silenced }, "{kind:?}");
            for outside in [9, 20] {
                assert_eq!(standings.of(SOMEBODY, outside), Standing::default(), "{kind:?} at {outside}");
            }
            assert_eq!(standings.of(AccountId(Uuid::nil()), 10), Standing::default(), "somebody else");
        }
    }

    #[test]
    fn a_lifted_one_is_forgotten_and_another_stays() {
        let standings = Standings::default();
        let (mut ban, mute) = (sanction(SanctionKind::Ban, None), sanction(SanctionKind::Mute, None));
        standings.learn(&ban);
        standings.learn(&mute);
        assert_eq!(standings.forfeiting(10).len(), 1);
        ban.lifted = Some(crate::store::Word { at_ms: 11, by: "Kong".into(), text: String::new() });
        standings.learn(&ban);
        let muted = Standing { silenced: true, ..Standing::default() };
        assert_eq!(standings.of(SOMEBODY, 12), muted);
        assert!(standings.forfeiting(12).is_empty());
    }
}
