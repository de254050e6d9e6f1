//! Who may not speak in a game any more (禁言, RULES 7).
//!
//! Deliberately absent: what people say, and accounts; whoever is muted is told apart by a text that the rules
//! do not read.

use super::{Game, GameEvent, Misplaced, Refusal};

/// Accounts that can be muted in one game at once.
pub const MUTED_MOST: usize = 100;
/// The longest text of an account's id and of its name, in bytes.
const TEXT_BYTES: usize = 256;

/// Somebody who is muted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muted {
    /// The account's id, as the server writes it.
    pub account: String,
    /// Its name of the day.
    pub name: String,
}

impl Game {
    /// Who is muted, in the order in which it was ruled.
    #[must_use]
    pub fn muted(&self) -> &[Muted] {
        &self.muted
    }

    fn is_muted(&self, account: &str) -> bool {
        self.muted.iter().any(|muted| muted.account == account)
    }

    /// What muting somebody, or giving somebody the word back, comes to.
    pub(super) fn decide_mute(&self, account: &str, name: &str, on: bool) -> Result<GameEvent, Refusal> {
        if self.is_muted(account) == on {
            return Err(Refusal::AlreadyMarked);
        }
        if on && self.muted.len() >= MUTED_MOST {
            return Err(Refusal::TooOften);
        }
        let (account, name) = (account.to_owned(), name.to_owned());
        Ok(if on { GameEvent::Muted { account, name } } else { GameEvent::Unmuted { account, name } })
    }

    pub(super) fn was_muted(&mut self, account: &str, name: &str) -> Result<(), Misplaced> {
        let is_long = account.len() > TEXT_BYTES || name.len() > TEXT_BYTES;
        if is_long || self.is_muted(account) || self.muted.len() >= MUTED_MOST {
            return Err(Misplaced::Mute);
        }
        self.muted.push(Muted { account: account.to_owned(), name: name.to_owned() });
        Ok(())
    }

    pub(super) fn was_unmuted(&mut self, account: &str) -> Result<(), Misplaced> {
        let at = self.muted.iter().position(|muted| muted.account == account).ok_or(Misplaced::Mute)?;
        self.muted.remove(at);
        Ok(())
    }
}
