//! Who people are beside their credentials: what they say of themselves, and whom they do not want to meet.
//!
//! [`People`] is all that others need. Deliberately absent: names and passwords (`account`), and where a block takes effect:
//! the lobby asks for it itself.

mod profile;

use std::sync::Arc;

pub use profile::{BadProfile, Changes, ProfileError};

use crate::account::Name;
use crate::ids::AccountId;
use crate::store::{Account, Accounts, Block, Blocks, Profiles, StoreError};
use crate::time::Time;

/// So many may somebody block: more than anybody is pestered by.
pub const BLOCKS: u64 = 500;

/// Why somebody was not blocked.
#[derive(Debug, thiserror::Error)]
pub enum BlockError {
    /// Nobody has this name.
    #[error("nobody has this name")]
    NotFound,
    /// Oneself.
    #[error("nobody can block themselves")]
    Own,
    /// As many as may be.
    #[error("{BLOCKS} people are blocked already: unblock somebody first")]
    Full,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Profiles and blocks. Cheap to clone.
#[derive(Clone)]
pub struct People {
    accounts: Arc<dyn Accounts>,
    profiles: Arc<dyn Profiles>,
    blocks: Arc<dyn Blocks>,
    time: Time,
}

impl People {
    /// People over a store.
    #[must_use]
    pub fn new<S: Accounts + Profiles + Blocks + 'static>(store: Arc<S>, time: Time) -> Self {
        Self { accounts: store.clone(), profiles: store.clone(), blocks: store, time }
    }

    /// The account of a name, however it is written.
    ///
    /// # Errors
    /// The store's.
    pub async fn named(&self, name: &str) -> Result<Option<Account>, StoreError> {
        match Name::new(name) {
            Ok(name) => self.accounts.by_name(name.key()).await,
            Err(_) => Ok(None),
        }
    }

    /// Whom somebody has blocked, the latest first.
    ///
    /// # Errors
    /// The store's.
    pub async fn blocked(&self, by: AccountId) -> Result<Vec<Block>, StoreError> {
        self.blocks.blocked(by, BLOCKS).await
    }

    /// Blocks somebody; once is enough.
    ///
    /// # Errors
    /// [`BlockError`].
    pub async fn block(&self, by: AccountId, name: &str) -> Result<(), BlockError> {
        let other = self.named(name).await?.ok_or(BlockError::NotFound)?.id;
        if other == by {
            return Err(BlockError::Own);
        }
        let kept = self.blocks.block(by, other, self.time.wall_ms(), BLOCKS).await?;
        if kept { Ok(()) } else { Err(BlockError::Full) }
    }

    /// Unblocks somebody; there need be no block.
    ///
    /// # Errors
    /// `NotFound`, `Store`.
    pub async fn unblock(&self, by: AccountId, name: &str) -> Result<(), BlockError> {
        let other = self.named(name).await?.ok_or(BlockError::NotFound)?.id;
        Ok(self.blocks.unblock(by, other).await?)
    }
}
