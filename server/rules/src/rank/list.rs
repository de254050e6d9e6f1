//! The import of an official list of ranks: first a preview that changes nothing, then what an
//! officer accepts of it.
//!
//! A preview says for every row what it would do. With any row in error nothing is accepted as a
//! whole; an officer may then accept good rows one by one. A rank that would go down is never taken
//! from a list: that is a correction, which names the entry that was wrong.
//!
//! Deliberately absent: reading files, and finding accounts by their names.

use std::collections::{BTreeMap, BTreeSet};

use super::{Authority, Basis, Day, Draft, Entry, Kind, Ledger, Rank, Refusal};
use crate::player::Player;

/// The most rows of a list.
pub const ROWS_MOST: usize = 20_000;

/// One row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whom it means; none where nobody of that name was found, or more than one.
    pub person: Option<Player>,
    /// The rank as it is written in the list.
    pub rank: String,
    /// The day from which it holds.
    pub day: Day,
    /// On what grounds.
    pub basis: Basis,
    /// The number of the certificate.
    pub certificate: Option<String>,
}

/// What holds for the whole list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Whose list it is.
    pub authority: Authority,
    /// Where it can be read.
    pub evidence: String,
    /// Who imports it.
    pub officer: Player,
}

/// What a row would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A first rank on its ladder.
    New(Entry),
    /// A higher rank than the one held.
    Promotion(Entry),
    /// The rank that is held: nothing.
    Same,
    /// A lower rank than the one held: an error.
    Down {
        /// What is held.
        held: Rank,
    },
    /// Nobody, or more than one, has this name: an error.
    Unknown,
    /// An earlier row means the same person: an error.
    Duplicate {
        /// The index of that row, from 0.
        of: usize,
    },
    /// The text is no rank: an error.
    BadRank,
    /// The ledger refuses it: an error.
    Refused(Refusal),
}

/// The list has errors, or a chosen row does nothing that could be accepted: indices from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} rows cannot be accepted", rows.len())]
pub struct NotAccepted {
    /// Which rows.
    pub rows: Vec<usize>,
}

impl Verdict {
    /// The entry that the row would make.
    #[must_use]
    pub const fn entry(&self) -> Option<&Entry> {
        match self {
            Self::New(entry) | Self::Promotion(entry) => Some(entry),
            Self::Same
            | Self::Down { .. }
            | Self::Unknown
            | Self::Duplicate { .. }
            | Self::BadRank
            | Self::Refused(_) => None,
        }
    }

    /// Whether the row is in error.
    #[must_use]
    pub const fn is_error(&self) -> bool {
        self.entry().is_none() && !matches!(self, Self::Same)
    }
}

/// What each row would do, in the order of the rows. `ledger` gives the ledger of a person. Rows
/// after the first [`ROWS_MOST`] are refused as [`Refusal::Full`].
#[must_use]
pub fn preview<'a>(
    rows: &[Row],
    sheet: &Sheet,
    today: Day,
    ledger: impl Fn(Player) -> Option<&'a Ledger>,
) -> Vec<Verdict> {
    let mut seen = BTreeMap::new();
    let mut verdicts = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let known = row.person.and_then(&ledger);
        verdicts.push(match known {
            None => Verdict::Unknown,
            Some(_) if at >= ROWS_MOST => Verdict::Refused(Refusal::Full),
            Some(ledger) => match seen.get(&ledger.person()) {
                Some(&of) => Verdict::Duplicate { of },
                None => {
                    seen.insert(ledger.person(), at);
                    judge(row, sheet, today, ledger)
                }
            },
        });
    }
    verdicts
}

/// The entries to make: all of them when `chosen` is none and no row is in error, else those of the
/// chosen rows.
///
/// # Errors
/// [`NotAccepted`] names the rows in the way; nothing is accepted then.
pub fn accepted(
    verdicts: &[Verdict],
    chosen: Option<&BTreeSet<usize>>,
) -> Result<Vec<(usize, Entry)>, NotAccepted> {
    let in_the_way: Vec<usize> = match chosen {
        None => (0..verdicts.len()).filter(|&row| verdicts[row].is_error()).collect(),
        Some(chosen) => {
            let entry = |row: usize| verdicts.get(row).and_then(Verdict::entry);
            chosen.iter().copied().filter(|&row| entry(row).is_none()).collect()
        }
    };
    if !in_the_way.is_empty() {
        return Err(NotAccepted { rows: in_the_way });
    }
    let wanted = |row: usize| chosen.is_none_or(|chosen| chosen.contains(&row));
    let entries = verdicts.iter().enumerate().filter(|(row, _)| wanted(*row));
    Ok(entries.filter_map(|(row, verdict)| Some((row, verdict.entry()?.clone()))).collect())
}

fn judge(row: &Row, sheet: &Sheet, today: Day, ledger: &Ledger) -> Verdict {
    let Ok(rank) = row.rank.parse::<Rank>() else { return Verdict::BadRank };
    let standing = ledger.rank_on(today);
    let held = match rank {
        Rank::Professional(_) => standing.professional.map(|held| Rank::Professional(held.rank)),
        Rank::Amateur(_) => {
            standing.amateur.filter(|held| !held.declared).map(|held| Rank::Amateur(held.rank))
        }
    };
    if held == Some(rank) {
        return Verdict::Same;
    }
    let kind = if held.is_some() { Kind::Promotion(rank) } else { Kind::Award(rank) };
    let draft = Draft {
        kind,
        day: row.day,
        authority: sheet.authority.clone(),
        basis: row.basis.clone(),
        evidence: sheet.evidence.clone(),
        officer: Some(sheet.officer),
        certificate: row.certificate.clone(),
    };
    match (ledger.decide(draft, today), held) {
        (Ok(entry), None) => Verdict::New(entry),
        (Ok(entry), Some(_)) => Verdict::Promotion(entry),
        (Err(Refusal::NotUp), Some(held)) => Verdict::Down { held },
        (Err(refusal), _) => Verdict::Refused(refusal),
    }
}
