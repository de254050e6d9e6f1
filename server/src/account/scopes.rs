//! What a personal token is good for.
//!
//! Deliberately absent: anything of an office, and anything that could change the account itself. For those somebody logs in.

/// Something that a token may be good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Seeing what its owner sees: lists, games, conversations.
    Read,
    /// Offering and playing games.
    Play,
    /// Saying something.
    Chat,
}

/// Some of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// Every scope that there is.
    pub const EACH: [Scope; 3] = [Scope::Read, Scope::Play, Scope::Chat];

    /// The same with one more.
    #[must_use]
    pub const fn with(self, scope: Scope) -> Self {
        Self(self.0 | 1 << scope as u8)
    }

    /// Whether one is among them.
    #[must_use]
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & 1 << scope as u8 != 0
    }

    /// As they are kept.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// As they were kept; what is not known is none.
    #[must_use]
    pub fn from_bits(bits: u8) -> Self {
        let known = Self::EACH.into_iter().fold(Self::default(), Self::with);
        Self(bits & known.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_apart_and_unknown_ones_are_none() {
        for scope in Scopes::EACH {
            let one = Scopes::default().with(scope);
            assert_eq!(Scopes::EACH.iter().filter(|other| one.has(**other)).count(), 1);
            assert_eq!(Scopes::from_bits(one.bits()), one);
        }
        assert_eq!(Scopes::from_bits(0b1000).bits(), 0);
        assert!(Scopes::EACH.iter().all(|scope| Scopes::from_bits(u8::MAX).has(*scope)));
    }
}
