//! Who is ranked, rated and paired: a number that stands for an account.

use serde::{Deserialize, Serialize};

/// An account, as the 128 bits of its id; written as 32 lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Player(pub u128);

/// A text that is no [`Player`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an account's number is 32 lower-case hexadecimal digits")]
pub struct BadPlayer;

impl TryFrom<String> for Player {
    type Error = BadPlayer;

    fn try_from(text: String) -> Result<Self, BadPlayer> {
        let digits = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let formed = digits && text.len() == 32;
        u128::from_str_radix(&text, 16).ok().filter(|_| formed).map(Self).ok_or(BadPlayer)
    }
}

impl From<Player> for String {
    fn from(player: Player) -> Self {
        format!("{:032x}", player.0)
    }
}
