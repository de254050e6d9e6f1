//! Names of accounts: what may be one, and which two are the same to the eye.
//!
//! A name is kept in NFKC. Letters and digits that Unicode recommends for identifiers, `-` and `_` make
//! it; blanks, marks that turn the direction and everything invisible are refused. Scripts may be mixed
//! only as UTS 39 calls *highly restrictive*: one script, or Latin with Chinese, Japanese or Korean, so
//! that `小明Tom` is a name and `раypal` with Cyrillic letters is none.
//! Deliberately absent: lists of forbidden words; which names strangers may not take is said in `reserved`.

use unicode_normalization::UnicodeNormalization;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, skeleton};

/// Shortest and longest name, in characters.
const CHARS: std::ops::RangeInclusive<usize> = 2..=20;

/// A name that can be an account's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    shown: String,
    key: String,
}

/// Why a text cannot be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Too short or too long.
    #[error("a name has from 2 to 20 characters")]
    Length,
    /// A character that is none of those that names are made of.
    #[error("a name is made of letters, digits, - and _; `{}` is none of them", .0.escape_unicode())]
    Character(char),
    /// Nothing but digits and dashes.
    #[error("a name has at least one letter")]
    NoLetter,
    /// Letters of scripts that are not written together.
    #[error(
        "the letters of a name come from one script, or from Latin and one of Chinese, Japanese or Korean"
    )]
    MixedScripts,
    /// Strangers may not take it.
    #[error("this name is kept for the server's own people")]
    Reserved,
}

impl Name {
    /// Reads a name.
    ///
    /// # Errors
    /// [`BadName`] says what is wrong with it.
    pub fn new(text: &str) -> Result<Self, BadName> {
        // NFKC makes a text at most 18 times longer: whoever sends more than that need not be measured.
        if text.len() > 4 * 18 * CHARS.end() {
            return Err(BadName::Length);
        }
        let shown: String = text.nfkc().collect();
        if !CHARS.contains(&shown.chars().count()) {
            return Err(BadName::Length);
        }
        if let Some(bad) = shown.chars().find(|&c| !may_be_in_a_name(c)) {
            return Err(BadName::Character(bad));
        }
        if !shown.chars().any(char::is_alphabetic) {
            return Err(BadName::NoLetter);
        }
        if !is_of_one_script(&shown) {
            return Err(BadName::MixedScripts);
        }
        let key = key(&shown);
        Ok(Self { shown, key })
    }

    /// The name as it is shown.
    #[must_use]
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The name folded so that names that look alike are equal.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// What the keys of all names begin with that begin like this text; none if no name does.
pub(super) fn beginning(text: &str) -> Option<String> {
    let is_short = text.len() <= 4 * 18 * CHARS.end();
    let shown: String = if is_short { text.nfkc().collect() } else { return None };
    let fits = (1..=*CHARS.end()).contains(&shown.chars().count()) && shown.chars().all(may_be_in_a_name);
    fits.then(|| key(&shown))
}

fn may_be_in_a_name(c: char) -> bool {
    matches!(c, '-' | '_') || is_letter(c)
}

/// A letter or digit that Unicode recommends for identifiers.
pub(super) fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && c.identifier_allowed()
}

/// Whether the scripts of a text are written together. The rest of the scale is the more permissive one.
pub(super) fn is_of_one_script(text: &str) -> bool {
    text.detect_restriction_level() <= RestrictionLevel::HighlyRestrictive
}

/// Lower case, then what is drawn alike (UTS 39's skeleton). That maps `1` and `I` to `l` but leaves `i`,
/// whose capital is `I`: `i` is folded too, or `Iisa` could pass for `lisa`.
pub(super) fn key(shown: &str) -> String {
    let lower: String = shown.to_lowercase().nfkc().collect();
    let drawn: String = skeleton(&lower).collect::<String>().to_lowercase();
    drawn.chars().map(|c| if c == 'i' { 'l' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_names() {
        for text in [
            "Lee",
            "李世石",
            "小明2008",
            "天元-x",
            "Tom小明",
            "Иван",
            "李_李",
            "さくら",
            "이세돌",
            "José",
            "ab",
        ] {
            let name = Name::new(text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(name.shown(), text);
        }
        // Half-width and decomposed forms are the same name.
        assert_eq!(Name::new("Ｌｅｅ").map(|n| n.shown().to_owned()), Ok("Lee".to_owned()));
        assert_eq!(Name::new("Jose\u{301}").map(|n| n.shown().to_owned()), Ok("José".to_owned()));
    }

    #[test]
    fn a_beginning_of_a_name_is_one_of_its_key() {
        for name in ["Lisa", "李世石", "Иван", "José", "小明2008"] {
            let whole = Name::new(name).unwrap_or_else(|why| panic!("{name}: {why}"));
            for (end, _) in name.char_indices().skip(1) {
                let start = beginning(&name[..end].to_uppercase());
                assert!(start.is_some_and(|start| whole.key().starts_with(&start)), "{name}, {end} bytes");
            }
        }
        for text in ["", " ", "a b", "%", "a\u{202e}", &"a".repeat(21), &"a".repeat(100_000)] {
            assert_eq!(beginning(text), None, "{text:?}");
        }
    }

    #[test]
    fn texts_that_are_none() {
        let longest = "李".repeat(20);
        assert!(Name::new(&longest).is_ok());
        let table: &[(&str, BadName)] = &[
            ("", BadName::Length),
            ("a", BadName::Length),
            (&"李".repeat(21), BadName::Length),
            (&"\u{fdfa}".repeat(20), BadName::Length),
            (&"a".repeat(100_000), BadName::Length),
            ("a b", BadName::Character(' ')),
            ("ab\u{202e}c", BadName::Character('\u{202e}')),
            ("ab\u{200b}c", BadName::Character('\u{200b}')),
            ("ab\u{200d}c", BadName::Character('\u{200d}')),
            ("ab\0c", BadName::Character('\0')),
            ("ab\nc", BadName::Character('\n')),
            ("<b>", BadName::Character('<')),
            ("a.b", BadName::Character('.')),
            ("ab\u{fe0f}", BadName::Character('\u{fe0f}')),
            ("1234", BadName::NoLetter),
            ("-_-", BadName::NoLetter),
            ("р\u{430}ypal", BadName::MixedScripts), // two Cyrillic letters
            ("Иванabc", BadName::MixedScripts),
            ("αbcd", BadName::MixedScripts),
        ];
        for (text, why) in table {
            assert_eq!(
                Name::new(text),
                Err(*why),
                "{}",
                text.chars().take(30).collect::<String>().escape_unicode()
            );
        }
    }

    #[test]
    fn look_alikes_share_a_key() {
        for (one, other) in [
            ("Lisa", "lisa"),
            ("lisa", "Iisa"),
            ("LISA", "1isa"),
            ("O-K", "0-k"),
            ("Ｌｅｅ", "lee"),
            ("modern", "rnodern"),
            ("cope", "соре"), // the second one is Cyrillic
        ] {
            let key = |text| Name::new(text).unwrap_or_else(|why| panic!("{text}: {why}")).key;
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        let key = |text| Name::new(text).map(|n| n.key);
        assert_ne!(key("Lee"), key("Leo"));
        assert_ne!(key("李"), key("李李"));
        assert_ne!(key("天元"), key("夫元"));
    }
}
