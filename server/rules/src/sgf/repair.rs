//! What the reader forgives, by name, so that somebody can be told.
//!
//! Deliberately absent: how it is forgiven, which is the reader's affair (`read`).

/// Something in a file that is not as the format wants it, and was read all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Repair {
    /// The file ends before the game does; a value that was cut in the middle is left out.
    CutOff,
    /// Characters that are no part of any property were passed over.
    StrayText,
    /// Properties without the `;` of their node got one.
    MissingNode,
    /// A `]` inside of a text was not escaped.
    Bracket,
    /// A second root in one pair of parentheses was read as a variation of the first.
    SecondRoot,
    /// A property name has small letters, as in FF[1] to FF[3].
    LongName,
}

impl Repair {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 6] =
        [Self::CutOff, Self::StrayText, Self::MissingNode, Self::Bracket, Self::SecondRoot, Self::LongName];

    /// A stable name: `cut_off`, `stray_text`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CutOff => "cut_off",
            Self::StrayText => "stray_text",
            Self::MissingNode => "missing_node",
            Self::Bracket => "bracket",
            Self::SecondRoot => "second_root",
            Self::LongName => "long_name",
        }
    }
}

/// A set of repairs, small enough for every tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repairs(u8);

impl Repairs {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn add(&mut self, repair: Repair) {
        self.0 |= 1 << repair as u8;
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Repair> {
        Repair::ALL.into_iter().filter(move |&repair| self.0 & (1 << repair as u8) != 0)
    }
}
