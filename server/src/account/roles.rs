//! Who may rule on games, looked up twice a second: so a role that begins or ends is noticed where nobody asks, on open sockets.
//!
//! Roles are given by another program (`tianyuan admin grant`) on any machine, so that the store has to be asked. What somebody does
//! is decided by the store's word at that moment and not by this.
//! Deliberately absent: the sockets, which wait for [`RoleWatch::differs`].

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::ids::AccountId;
use crate::offices::{Offices, Power};

/// How often they are looked up.
pub(super) const LOOK_EVERY: Duration = Duration::from_millis(500);
/// So many are looked up; of others a change is noticed when they next say hello.
pub(super) const MOST: u64 = 1_000;

/// Everybody who may rule, each with whether it is a chief referee.
type Officers = Arc<HashMap<AccountId, bool>>;

/// Who they are, as last looked up, and how often that was done.
pub(super) struct Roles {
    officers: watch::Sender<Officers>,
    looks: watch::Sender<u64>,
}

impl Roles {
    /// Nobody yet.
    pub(super) fn new() -> Self {
        Self { officers: watch::Sender::default(), looks: watch::Sender::default() }
    }

    /// They have been looked up; whoever watches is woken when that has changed anything.
    pub(super) fn are(&self, officers: Vec<(AccountId, Offices)>) {
        let rules = |(account, offices): (AccountId, Offices)| {
            offices.may(Power::Rule).then(|| (account, offices.may(Power::RuleAsChief)))
        };
        let now: Officers = Arc::new(officers.into_iter().filter_map(rules).collect());
        self.officers.send_if_modified(|officers| {
            let changes = **officers != *now;
            *officers = now;
            changes
        });
        self.looks.send_modify(|looks| *looks += 1);
    }

    /// Watches from now on.
    pub(super) fn watch(&self) -> RoleWatch {
        let (officers, looks) = (self.officers.subscribe(), self.looks.subscribe());
        let (before, from) = (Arc::clone(&officers.borrow()), *looks.borrow());
        RoleWatch { officers, before, looks, sure_at: Some(from + 2) }
    }
}

/// Watches the roles; to be begun before one's own is asked for.
pub struct RoleWatch {
    officers: watch::Receiver<Officers>,
    before: Officers,
    looks: watch::Receiver<u64>,
    /// The look that has begun after this did, until it was seen: a role may have ended before it was ever looked up.
    sure_at: Option<u64>,
}

impl RoleWatch {
    /// Returns when the role of an account changes to another than was told: whether it may rule, and as a chief referee. May be
    /// dropped and called again.
    pub async fn differs(&mut self, account: AccountId, told: Option<bool>) {
        loop {
            let sure_at = self.sure_at.filter(|_| told.is_some());
            tokio::select! {
                changed = self.officers.changed() => if changed.is_err() { break },
                () = looked(&mut self.looks, sure_at) => {
                    self.sure_at = None;
                    let officers = self.officers.borrow();
                    // Where there are too many, not all of them are looked up.
                    let is_known = (officers.len() as u64) < MOST;
                    if is_known && officers.get(&account).copied() != told {
                        return;
                    }
                    continue;
                }
            }
            let now = Arc::clone(&self.officers.borrow_and_update());
            let before = std::mem::replace(&mut self.before, now);
            // What was told may be newer than what was looked up: only a change counts.
            let (was, is) = (before.get(&account), self.before.get(&account).copied());
            if was.copied() != is && is != told {
                return;
            }
        }
        std::future::pending().await
    }
}

/// Returns after so many looks; never, if none is waited for.
async fn looked(looks: &mut watch::Receiver<u64>, at: Option<u64>) {
    match at {
        Some(at) if looks.wait_for(|looks| *looks >= at).await.is_ok() => {}
        Some(_) | None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;
    use crate::offices::Role;

    fn account(n: u128) -> AccountId {
        AccountId(Uuid::from_u128(n))
    }

    #[test]
    fn whoever_was_told_otherwise_hears_of_a_change() {
        let roles = Roles::new();
        let (mut one, mut other) = (roles.watch(), roles.watch());
        let hears = |watch: &mut RoleWatch, n, told| watch.differs(account(n), told).now_or_never().is_some();
        roles.are(vec![(account(1), Role::Referee.into()), (account(2), Offices::NONE)]);
        assert!(!hears(&mut one, 1, Some(false)), "it was told so already");
        assert!(!hears(&mut other, 2, None), "a player rules nowhere");
        roles.are(vec![(account(1), Role::ChiefReferee.into())]);
        assert!(hears(&mut one, 1, Some(false)));
        assert!(!hears(&mut other, 2, None), "another's role");
        roles.are(vec![(account(1), Role::Administrator.into())]);
        assert!(!hears(&mut one, 1, Some(true)), "an administrator rules as a chief referee does");
        roles.are(Vec::new());
        assert!(hears(&mut one, 1, Some(true)));
    }

    #[test]
    fn what_was_looked_up_before_it_was_told_is_no_change() {
        let roles = Roles::new();
        let mut watch = roles.watch();
        // Told by the store as a referee, while an older answer of the same store is on its way.
        roles.are(vec![(account(2), Role::Referee.into())]);
        assert!(watch.differs(account(1), Some(false)).now_or_never().is_none());
        roles.are(vec![(account(1), Role::Referee.into()), (account(2), Role::Referee.into())]);
        assert!(watch.differs(account(1), Some(false)).now_or_never().is_none());
    }
}
