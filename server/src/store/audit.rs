//! The audit log: what officers do, each entry hashed with the one before it.
//!
//! Deliberately absent: changing or deleting an entry, which the database refuses, too.

use async_trait::async_trait;
use sha2::{Digest, Sha256};

use super::StoreError;
use crate::ids::AccountId;

/// Something that only an officer may do, or that concerns the security of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Who did it, and under which name; nobody's account for the command line.
    pub by: (Option<AccountId>, String),
    /// What, as `noun.verb`.
    pub act: String,
    /// To what: `person:NAME`, `game:ID`, `report:ID` or `server`.
    pub subject: String,
    /// Why.
    pub reason: String,
    /// How it was before.
    pub before: String,
    /// How it is since.
    pub after: String,
}

/// An act as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// From 1, without gaps.
    pub number: u64,
    /// Wall time, Unix milliseconds.
    pub at_ms: i64,
    /// What was done.
    pub act: Act,
    /// Of this entry and the hash before.
    pub hash: [u8; 32],
}

impl Entry {
    /// The entry that follows one with the number and hash of `last`.
    #[must_use]
    pub fn after(last: Option<(u64, [u8; 32])>, at_ms: i64, act: Act) -> Self {
        let (number, previous) = last.map_or((1, [0; 32]), |(number, hash)| (number + 1, hash));
        let hash = chained(previous, number, at_ms, &act);
        Self { number, at_ms, act, hash }
    }

    /// Whether it is what was written after the entry with that number and hash.
    #[must_use]
    pub fn follows(&self, last: Option<(u64, [u8; 32])>) -> bool {
        Self::after(last, self.at_ms, self.act.clone()) == *self
    }
}

/// Every field with its length before it, so that no two entries are the same bytes.
fn chained(previous: [u8; 32], number: u64, at_ms: i64, act: &Act) -> [u8; 32] {
    let (account, name) = &act.by;
    let account = account.map(|account| account.0.to_string()).unwrap_or_default();
    let texts = [&account, name, &act.act, &act.subject, &act.reason, &act.before, &act.after];
    let mut hash = Sha256::new_with_prefix(previous);
    hash.update(number.to_be_bytes());
    hash.update(at_ms.to_be_bytes());
    for text in texts {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text.as_bytes());
    }
    hash.finalize().into()
}

/// Which entries to look for; nothing is everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditSearch {
    /// By this account.
    pub by: Option<AccountId>,
    /// This act.
    pub act: Option<String>,
    /// To this.
    pub subject: Option<String>,
    /// Before this number.
    pub before: Option<u64>,
}

/// Keeps the log.
#[async_trait]
pub trait Audit: Send + Sync {
    /// Adds an act; its number.
    async fn note(&self, at_ms: i64, act: Act) -> Result<u64, StoreError>;
    /// At most `limit` entries, newest first.
    async fn search(&self, search: &AuditSearch, limit: u64) -> Result<Vec<Entry>, StoreError>;
    /// At most `limit` entries after a number, oldest first.
    async fn entries(&self, after: u64, limit: u64) -> Result<Vec<Entry>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(reason: &str) -> Act {
        Act {
            by: (None, "root".into()),
            act: "offices.give".into(),
            subject: "person:Lee".into(),
            reason: reason.into(),
            before: String::new(),
            after: "referee".into(),
        }
    }

    #[test]
    fn whatever_is_changed_breaks_the_chain() {
        let first = Entry::after(None, 1, act("one"));
        let last = Some((first.number, first.hash));
        let second = Entry::after(last, 2, act("two"));
        assert!(first.follows(None) && second.follows(last));
        assert!(!second.follows(None), "an entry before it is gone");
        let changes: [fn(&mut Entry); 7] = [
            |entry| entry.number += 1,
            |entry| entry.at_ms += 1,
            |entry| entry.act.reason.push('!'),
            |entry| entry.act.by.1.push('!'),
            |entry| entry.act.by.0 = Some(AccountId(uuid::Uuid::nil())),
            |entry| {
                let moved = std::mem::take(&mut entry.act.before) + &entry.act.after;
                (entry.act.before, entry.act.after) = (moved, String::new());
            },
            |entry| entry.hash[0] ^= 1,
        ];
        for (index, change) in changes.into_iter().enumerate() {
            let mut changed = second.clone();
            change(&mut changed);
            assert!(!changed.follows(last), "change {index}");
        }
    }
}
