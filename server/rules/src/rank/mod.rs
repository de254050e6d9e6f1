//! 段位 and 级: the two ladders of ranks (第25条.3; RULES 9).
//!
//! | ladder | from | to | written |
//! | --- | --- | --- | --- |
//! | professional | 初段 | 九段 | `p1` to `p9` |
//! | amateur | 25 级 | 1 级, then 1 段 to 7 段 | `k25` to `k1`, `d1` to `d7` |
//!
//! A professional and an amateur rank neither compare nor convert, so [`Rank`] has no order and the
//! two ladders are types of their own. Only the pairing of opponents has an equivalence, and it is
//! kept there.
//!
//! [`Ledger`] is the history of one person's ranks, [`list`] the import of an official list, and
//! [`certificate`] the numbers on printed certificates.
//!
//! Deliberately absent: names of ranks in Chinese and English (the page's catalogue has them), how
//! many wins an event asks for a rank (its settings), and the rating, which never changes a rank.

pub mod certificate;
mod grounds;
mod ledger;
pub mod list;
mod standing;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use ledger::{
    Authority, BadLedger, Basis, Day, Draft, Entry, Held, Kind, Ledger, Refusal, SELF_DECLARED_MOST,
    Standing, TEXT_CHARS,
};

/// A professional rank, 初段 to 九段.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Professional(u8);

/// An amateur rank, 25 级 to 7 段: `k25 < … < k1 < d1 < … < d7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Amateur(u8);

/// A rank on either ladder. It has no order: what cannot be compared cannot be compared by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Rank {
    /// 专业段位.
    Professional(Professional),
    /// 业余段位 or 级.
    Amateur(Amateur),
}

/// A text that is no rank, such as `p0`, `d8`, `k026` or `1004p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rank is p1 to p9, d1 to d7, or k25 to k1")]
pub struct BadRank;

/// How many 级 there are.
const KYUS: u8 = 25;

impl Professional {
    /// The rank of that many 段, 1 to 9.
    #[must_use]
    pub const fn dan(dan: u8) -> Option<Self> {
        if matches!(dan, 1..=9) { Some(Self(dan)) } else { None }
    }

    /// How many 段, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Amateur {
    /// The lowest, 25 级.
    pub const LOWEST: Self = Self(0);

    /// The rank of that many 段, 1 to 7.
    #[must_use]
    pub const fn dan(dan: u8) -> Option<Self> {
        if matches!(dan, 1..=7) { Some(Self(KYUS - 1 + dan)) } else { None }
    }

    /// The rank of that 级, 25 to 1.
    #[must_use]
    pub const fn kyu(kyu: u8) -> Option<Self> {
        if matches!(kyu, 1..=KYUS) { Some(Self(KYUS - kyu)) } else { None }
    }

    /// Its place on the ladder: 0 for 25 级, 24 for 1 级, 25 for 1 段, 31 for 7 段.
    #[must_use]
    pub const fn step(self) -> u8 {
        self.0
    }

    /// The 段, or nothing below 1 段.
    #[must_use]
    pub const fn as_dan(self) -> Option<u8> {
        if self.0 < KYUS { None } else { Some(self.0 - KYUS + 1) }
    }
}

impl Rank {
    /// As records write it in `BR` and `WR`: `9p`, `5d`, `12k`.
    #[must_use]
    pub fn sgf(self) -> String {
        let text = self.to_string();
        format!("{}{}", &text[1..], &text[..1])
    }

    /// Reads the rank of a record: `9p`, `5D`, `12k?`. None for everything else: such text is shown
    /// as it stands, and never taken for a rank.
    #[must_use]
    pub fn from_sgf(text: &str) -> Option<Self> {
        let text = text.strip_suffix(['?', '*']).unwrap_or(text);
        let letter = text.chars().last().filter(char::is_ascii_alphabetic)?;
        format!("{}{}", letter.to_ascii_lowercase(), &text[..text.len() - 1]).parse().ok()
    }
}

impl fmt::Display for Professional {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

impl fmt::Display for Amateur {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_dan() {
            Some(dan) => write!(f, "d{dan}"),
            None => write!(f, "k{}", KYUS - self.0),
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Professional(rank) => rank.fmt(f),
            Self::Amateur(rank) => rank.fmt(f),
        }
    }
}

impl FromStr for Rank {
    type Err = BadRank;

    /// One way to write each rank: no capitals, no leading zero, no sign, nothing around it.
    fn from_str(text: &str) -> Result<Self, BadRank> {
        let digits = text.get(1..).unwrap_or_default();
        let plain = matches!(digits.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
        let number: u8 = if plain { digits.parse().map_err(|_| BadRank)? } else { return Err(BadRank) };
        let rank = match text.as_bytes()[0] {
            b'p' => Professional::dan(number).map(Self::Professional),
            b'd' => Amateur::dan(number).map(Self::Amateur),
            b'k' => Amateur::kyu(number).map(Self::Amateur),
            _ => None,
        };
        rank.ok_or(BadRank)
    }
}

impl TryFrom<String> for Rank {
    type Error = BadRank;

    fn try_from(text: String) -> Result<Self, BadRank> {
        text.parse()
    }
}

impl TryFrom<String> for Amateur {
    type Error = BadRank;

    fn try_from(text: String) -> Result<Self, BadRank> {
        match text.parse()? {
            Rank::Amateur(rank) => Ok(rank),
            Rank::Professional(_) => Err(BadRank),
        }
    }
}

impl TryFrom<String> for Professional {
    type Error = BadRank;

    fn try_from(text: String) -> Result<Self, BadRank> {
        match text.parse()? {
            Rank::Professional(rank) => Ok(rank),
            Rank::Amateur(_) => Err(BadRank),
        }
    }
}

impl From<Rank> for String {
    fn from(rank: Rank) -> Self {
        rank.to_string()
    }
}

impl From<Amateur> for String {
    fn from(rank: Amateur) -> Self {
        rank.to_string()
    }
}

impl From<Professional> for String {
    fn from(rank: Professional) -> Self {
        rank.to_string()
    }
}
