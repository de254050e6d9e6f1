//! Who people are beside their credentials: profiles, and whom they have blocked.
//!
//! Deliberately absent: what may stand in a profile, which is judged before it comes here.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;

use super::StoreError;
use crate::ids::AccountId;

/// A language of the pages and letters that somebody gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locale {
    /// Chinese.
    Zh,
    /// English.
    En,
}

/// What somebody says of themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// A second name, shown beside the account's own.
    pub shown: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// The language that they prefer.
    pub locale: Option<Locale>,
    /// The time zone in which they live, a name of IANA's.
    pub time_zone: Option<String>,
}

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProfileChange {
    /// It is kept, under this revision.
    Kept(u64),
    /// The profile has another revision by now.
    Stale,
    /// Another account's name looks like the name to be shown.
    NameTaken,
}

/// Keeps profiles. One that was never changed is empty and has the revision 0.
#[async_trait]
pub trait Profiles: Send + Sync {
    /// An account's profile and its revision.
    async fn profile(&self, of: AccountId) -> Result<(Profile, u64), StoreError>;
    /// Puts another in its place if it still has revision `at`, and no other account has one of the folded names `alike`.
    async fn change_profile(
        &self,
        of: AccountId,
        at: u64,
        profile: Profile,
        alike: &[String],
    ) -> Result<ProfileChange, StoreError>;
}

/// Somebody who is blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Who.
    pub other: AccountId,
    /// The name by which they are known now.
    pub name: String,
    /// Wall time since when, Unix milliseconds.
    pub since_ms: i64,
}

/// Keeps who has blocked whom.
#[async_trait]
pub trait Blocks: Send + Sync {
    /// Has one block another, once; `false` when that would be more than `most`.
    async fn block(
        &self,
        by: AccountId,
        other: AccountId,
        now_ms: i64,
        most: u64,
    ) -> Result<bool, StoreError>;
    /// Ends that; there need be none.
    async fn unblock(&self, by: AccountId, other: AccountId) -> Result<(), StoreError>;
    /// Whom somebody has blocked, the latest first, at most `limit`.
    async fn blocked(&self, by: AccountId, limit: u64) -> Result<Vec<Block>, StoreError>;
    /// Whether one of two has blocked the other.
    async fn are_apart(&self, one: AccountId, other: AccountId) -> Result<bool, StoreError>;
    /// Everybody who has blocked one of `people` or is blocked by one, each with those of `people` that it is; at most
    /// `limit` pairs.
    async fn apart_from(
        &self,
        people: &[AccountId],
        limit: u64,
    ) -> Result<HashMap<AccountId, HashSet<AccountId>>, StoreError>;
}
