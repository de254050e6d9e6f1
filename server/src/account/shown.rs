//! A second name that somebody shows beside the account's own, such as the one by which they are called.
//!
//! It is made as names are, with blanks, points and apostrophes between its letters, and may be longer. It is nobody's alone,
//! for many people are called 李伟; but it may not look like the name of another account, nor like a reserved one.
//! Deliberately absent: who has which account name, which the store knows; and the reverse: a shown name keeps nobody from
//! registering that name, or anybody could keep names for themselves.

use unicode_normalization::UnicodeNormalization;

use super::names::{is_letter, is_of_one_script, key};
use super::reserved::is_reserved_key;

/// Shortest and longest shown name, in characters.
const CHARS: std::ops::RangeInclusive<usize> = 2..=40;

/// What may stand between letters.
const BETWEEN: [char; 8] = [' ', '-', '_', '.', '\'', '\u{2019}', '\u{b7}', '\u{30fb}'];

/// A name that can be shown beside an account's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownName {
    text: String,
    alike: Vec<String>,
}

/// Why a text cannot be shown as a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadShown {
    /// Too short or too long.
    #[error("a name to be shown has from 2 to 40 characters")]
    Length,
    /// A character that is none of those that such names are made of.
    #[error("a name to be shown is made of letters, digits, blanks and - _ . ' ·; `{}` is none of them", .0.escape_unicode())]
    Character(char),
    /// Nothing but digits and what stands between.
    #[error("a name to be shown has at least one letter")]
    NoLetter,
    /// Letters of scripts that are not written together.
    #[error(
        "the letters of a name come from one script, or from Latin and one of Chinese, Japanese or Korean"
    )]
    MixedScripts,
    /// Others would think that its owner speaks for the server.
    #[error("this name is kept for the server's own people")]
    Reserved,
}

impl ShownName {
    /// Reads such a name.
    ///
    /// # Errors
    /// [`BadShown`] says what is wrong with it.
    pub fn new(text: &str) -> Result<Self, BadShown> {
        // NFKC makes a text at most 18 times longer: whoever sends more than that need not be measured.
        if text.len() > 4 * 18 * CHARS.end() {
            return Err(BadShown::Length);
        }
        let wide: String = text.nfkc().collect();
        let text = wide.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        if !CHARS.contains(&text.chars().count()) {
            return Err(BadShown::Length);
        }
        if let Some(bad) = text.chars().find(|&c| !BETWEEN.contains(&c) && !is_letter(c)) {
            return Err(BadShown::Character(bad));
        }
        if !text.chars().any(char::is_alphabetic) {
            return Err(BadShown::NoLetter);
        }
        let words: Vec<&str> = text.split(BETWEEN).filter(|word| !word.is_empty()).collect();
        if !is_of_one_script(&words.concat()) {
            return Err(BadShown::MixedScripts);
        }
        // Whatever stands between its words, accounts' names have only these.
        let mut alike: Vec<String> = ["", "-", "_"].iter().map(|between| key(&words.join(between))).collect();
        alike.dedup();
        if alike.iter().any(|key| is_reserved_key(key)) {
            return Err(BadShown::Reserved);
        }
        Ok(Self { text, alike })
    }

    /// The name as it is shown.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The folded account names that look like it.
    #[must_use]
    pub fn alike(&self) -> &[String] {
        &self.alike
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::Name;

    #[test]
    fn names_by_which_people_are_called() {
        for text in ["Lee Sedol", "O'Brien", "J.-P. Rossi", "李世石", "玛丽·居里", "Иван Петров", "Tom 小明"]
        {
            let name = ShownName::new(text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(name.text(), text);
        }
        let longest = "李".repeat(40);
        assert!(ShownName::new(&longest).is_ok());
        // Wide blanks are blanks, and as many as there are are one.
        let name = ShownName::new("  Ｌｅｅ\u{3000} Sedol ").map(|name| name.text().to_owned());
        assert_eq!(name, Ok("Lee Sedol".to_owned()));
    }

    #[test]
    fn texts_that_are_none() {
        let table: &[(&str, BadShown)] = &[
            ("", BadShown::Length),
            (" a ", BadShown::Length),
            (&"李".repeat(41), BadShown::Length),
            (&"a".repeat(100_000), BadShown::Length),
            ("a\u{202e}b", BadShown::Character('\u{202e}')),
            ("a\u{200b}b", BadShown::Character('\u{200b}')),
            ("a\nb", BadShown::Character('\n')),
            ("<b>x</b>", BadShown::Character('<')),
            ("🀄🀄", BadShown::Character('🀄')),
            ("12 34", BadShown::NoLetter),
            ("Lee р\u{430}ypal", BadShown::MixedScripts), // the second word has two Cyrillic letters
            ("Tian Yuan", BadShown::Reserved),
            ("A d m i n", BadShown::Reserved),
            ("裁判·长", BadShown::Reserved),
        ];
        for (text, why) in table {
            assert_eq!(ShownName::new(text), Err(*why), "{}", text.chars().take(30).collect::<String>());
        }
    }

    #[test]
    fn account_names_that_look_like_it() {
        for (shown, name) in [
            ("Lee Sedol", "LeeSedol"),
            ("Lee Sedol", "lee-sedol"),
            ("Lee·Sedol", "Iee_sedo1"),
            ("李世石", "李世石"),
        ] {
            let key = Name::new(name).unwrap_or_else(|why| panic!("{name}: {why}")).key().to_owned();
            let shown = ShownName::new(shown).unwrap_or_else(|why| panic!("{shown}: {why}"));
            assert!(shown.alike().contains(&key), "{shown:?} {key}");
        }
    }
}
