//! The ledger of one person's ranks: what was awarded, promoted, corrected, removed and declared,
//! when, by whom and on what grounds (RULES 9). The rank of a day is what the ledger says of it.
//!
//! | rank | who gives it | on what grounds |
//! | --- | --- | --- |
//! | k25 to d5 | an association | a grading or an event |
//! | d6 | an association | a major event, with evidence |
//! | d7 | an association | special recognition, with evidence |
//! | p1 to p9 | the professional body | its list, with evidence |
//! | k25 to d5, marked as declared | the person alone | none, until an amateur rank is awarded |
//!
//! [`SELF_DECLARED_MOST`] is 5 段 because that is the highest rank that ordinary events give: what
//! only a major event or recognition gives, nobody gives oneself.
//!
//! [`Ledger::decide`] makes an entry or refuses, [`Ledger::apply`] adds it, and the same function
//! replays a stored ledger. Entries are never changed: a correction is an entry of its own.
//!
//! Deliberately absent: storage, the check that an officer is one, and who hears of it.

use serde::{Deserialize, Serialize};

use super::{Amateur, Professional, Rank, certificate};
use crate::player::Player;

/// The highest rank that somebody may declare without an award, 5 段.
pub const SELF_DECLARED_MOST: Amateur = Amateur(29);

/// The most characters of each text of an entry.
pub const TEXT_CHARS: usize = 300;

/// The entries that a ledger may have at most.
const ENTRIES_MOST: usize = 1000;

/// A day, counted from 1970-01-01 in the calendar of the authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Day(pub i32);

/// What an entry does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// 授段: the first rank on its ladder.
    Award(Rank),
    /// 升段: a higher rank on the ladder of the one held.
    Promotion(Rank),
    /// Entry `of` should have given the rank `to`, and counts so from this entry's day on.
    Correction {
        /// The number of an award or promotion.
        of: u32,
        /// The rank that it should have given, on the same ladder.
        to: Rank,
    },
    /// 取消: entry `of` counts no more from this entry's day on; what was held before holds again.
    Removal {
        /// The number of an award or promotion.
        of: u32,
    },
    /// 自报: declared by the person.
    SelfDeclared(Amateur),
    /// Nothing changes until a [`Kind::Thaw`], as while something is looked into.
    Freeze,
    /// Ends a [`Kind::Freeze`].
    Thaw,
}

/// Who decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Authority {
    /// The professional body, by name.
    ProfessionalBody(String),
    /// An association or another organiser of amateur Go, by name.
    Association(String),
    /// The person alone.
    Own,
}

/// On what grounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The authority's official list.
    List,
    /// A grading (考级), by name.
    Grading(String),
    /// The result of an event.
    Event {
        /// Its name.
        name: String,
        /// Whether it is one of those that can give 6 段.
        major: bool,
    },
    /// Special recognition, and for what.
    Recognition(String),
    /// None: declarations, and the keeping of the ledger itself.
    Plain,
}

/// What an officer, or the person, wants entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// What it does.
    pub kind: Kind,
    /// The day from which it holds, which may be long ago.
    pub day: Day,
    /// Who decided.
    pub authority: Authority,
    /// On what grounds.
    pub basis: Basis,
    /// Where that can be read: a document, its address, the reason of a correction. Empty: nowhere.
    pub evidence: String,
    /// The officer who enters it; none for what the person declares.
    pub officer: Option<Player>,
    /// The number of the certificate, if there is one ([`certificate`]).
    pub certificate: Option<String>,
}

/// A draft that was entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in this ledger, from 1 without gaps.
    pub number: u32,
    /// What was entered.
    #[serde(flatten)]
    pub draft: Draft,
}

/// Why something is not entered. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The ranks of this person are frozen.
    #[error("the ranks are frozen: thaw them first")]
    Frozen,
    /// There is nothing to thaw.
    #[error("the ranks are not frozen")]
    NotFrozen,
    /// The day is still to come.
    #[error("the day is in the future")]
    Future,
    /// The day is before that of the rank it builds on, or of the entry it names.
    #[error("the day is before the day of what it changes")]
    TooEarly,
    /// A text is too long or has control characters.
    #[error("a text is empty, longer than 300 characters or has control characters")]
    Text,
    /// The certificate's number has a wrong form or check character.
    #[error("the certificate's number does not fit its check character")]
    Certificate,
    /// No officer is named.
    #[error("a rank officer must enter this")]
    NoOfficer,
    /// The officer is the person.
    #[error("nobody enters ranks of one's own")]
    OwnOfficer,
    /// A professional rank from somebody else than the professional body and its list.
    #[error("professional ranks come from the professional body's list alone")]
    NotTheBody,
    /// An amateur rank from the professional body, or a rank by the person's own authority.
    #[error("an association gives amateur ranks")]
    NotAnAssociation,
    /// An amateur rank up to 5 段 on no grounds.
    #[error("name the grading or the event")]
    NoBasis,
    /// 6 段 without a major event.
    #[error("6 dan comes from a major event alone")]
    NotMajor,
    /// 7 段 without special recognition.
    #[error("7 dan comes from special recognition alone")]
    NotRecognised,
    /// A rank from 6 段 up, a professional rank, a correction, a removal or a freeze without evidence.
    #[error("say where the evidence is")]
    NoEvidence,
    /// An award where there is a rank on this ladder already.
    #[error("there is a rank on this ladder: enter a promotion or a correction")]
    AlreadyHeld,
    /// A promotion where there is none.
    #[error("there is no rank on this ladder: enter an award")]
    NothingHeld,
    /// A promotion to the same rank or a lower one.
    #[error("a promotion goes up")]
    NotUp,
    /// A correction or removal that names no standing award or promotion.
    #[error("that entry is no award or promotion that still counts")]
    NoSuchEntry,
    /// A correction to the other ladder.
    #[error("professional and amateur ranks do not convert")]
    OtherLadder,
    /// A correction to the rank that the entry gives anyway.
    #[error("the entry gives that rank already")]
    Same,
    /// A correction above a later promotion or down to an earlier rank.
    #[error("the ranks before and after would no longer rise: correct them first")]
    OutOfOrder,
    /// A declared rank above [`SELF_DECLARED_MOST`].
    #[error("at most 5 dan can be declared")]
    DeclaredTooHigh,
    /// A declaration over an awarded rank.
    #[error("an awarded rank stands: only an officer changes it")]
    AwardedStands,
    /// A declaration in somebody else's name or with another authority.
    #[error("only the person declares a rank")]
    NotOwn,
    /// The ledger has as many entries as it may have.
    #[error("the ledger is full")]
    Full,
}

/// A stored ledger whose entries are not numbered 1, 2, 3…, or of which one would be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {number} does not belong to this ledger")]
pub struct BadLedger {
    /// The number that its place asks for.
    pub number: u32,
}

/// A rank with the entry that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held<R> {
    /// The rank.
    pub rank: R,
    /// The number of the award, promotion or declaration.
    pub entry: u32,
    /// Whether it is only declared; such a rank is shown as such.
    pub declared: bool,
}

/// What somebody holds on a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// On the professional ladder.
    pub professional: Option<Held<Professional>>,
    /// On the amateur ladder, or declared.
    pub amateur: Option<Held<Amateur>>,
    /// Whether the ranks are frozen.
    pub frozen: bool,
}

/// All entries of one person, in the order in which they were entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    person: Player,
    entries: Vec<Entry>,
}

impl Standing {
    /// The rank to show beside the name: the professional one, where there is one.
    #[must_use]
    pub fn shown(&self) -> Option<Held<Rank>> {
        let professional = self.professional.map(|held| held.with(Rank::Professional(held.rank)));
        professional.or_else(|| self.amateur.map(|held| held.with(Rank::Amateur(held.rank))))
    }
}

impl<R> Held<R> {
    fn with<S>(&self, rank: S) -> Held<S> {
        Held { rank, entry: self.entry, declared: self.declared }
    }
}

impl Ledger {
    /// The empty ledger of a person.
    #[must_use]
    pub const fn new(person: Player) -> Self {
        Self { person, entries: Vec::new() }
    }

    /// The ledger of stored entries. The grounds are not weighed again: what was entered under
    /// older rules stays entered.
    ///
    /// # Errors
    /// [`BadLedger`] when they are not numbered 1, 2, 3….
    pub fn replay(person: Player, entries: impl IntoIterator<Item = Entry>) -> Result<Self, BadLedger> {
        let mut ledger = Self::new(person);
        for entry in entries {
            ledger.apply(entry)?;
        }
        Ok(ledger)
    }

    /// Adds what [`decide`](Self::decide) gave.
    ///
    /// # Errors
    /// [`BadLedger`] when its number is not the next one.
    pub fn apply(&mut self, entry: Entry) -> Result<(), BadLedger> {
        let number = self.next();
        if entry.number != number {
            return Err(BadLedger { number });
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Whose it is.
    #[must_use]
    pub const fn person(&self) -> Player {
        self.person
    }

    /// Everything that was entered.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What was held on a day, as the ledger stands now.
    #[must_use]
    pub fn rank_on(&self, day: Day) -> Standing {
        super::standing::standing(self.entries.iter().filter(|entry| entry.draft.day <= day))
    }

    /// Makes the next entry, or says why not. Changes nothing; `today` is the server's day.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn decide(&self, draft: Draft, today: Day) -> Result<Entry, Refusal> {
        super::grounds::texts(&draft)?;
        if let Some(number) = &draft.certificate {
            certificate::parse(number).map_err(|_| Refusal::Certificate)?;
        }
        if draft.day > today {
            return Err(Refusal::Future);
        }
        if self.entries.len() >= ENTRIES_MOST {
            return Err(Refusal::Full);
        }
        super::grounds::weigh(self.person, &draft)?;
        super::standing::fits(&self.entries, &draft)?;
        Ok(Entry { number: self.next(), draft })
    }

    fn next(&self) -> u32 {
        u32::try_from(self.entries.len()).map_or(u32::MAX, |n| n.saturating_add(1))
    }
}
