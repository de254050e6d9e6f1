//! Plain text: what may be said and noted.
//!
//! A text is kept in NFC. Characters that control a terminal or turn the direction of what follows are refused, as is what
//! would cover the lines beside it, or show nothing at all; joiners stay, since emoji and some scripts are written with them.
//! Deliberately absent: lists of forbidden words, and markup; who shows a text shows it as it is.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::GeneralSecurityProfile;
use unicode_security::general_security_profile::IdentifierType;

/// Characters of one line.
pub const LINE_CHARS: usize = 300;
/// Characters of an officer's reason.
pub const REASON_CHARS: usize = 200;
/// Characters of a note.
pub const NOTE_CHARS: usize = 4_000;
/// Marks over and under one letter.
const MARKS: usize = 8;

/// A line as it is kept; none if it is empty, too long or not plain.
#[must_use]
pub fn line(text: &str) -> Option<String> {
    seen(text, LINE_CHARS)
}

/// An officer's reason as it is kept; none if it is empty, too long or not plain.
#[must_use]
pub fn reason(text: &str) -> Option<String> {
    seen(text, REASON_CHARS)
}

/// One line of which something is to be seen.
fn seen(text: &str, most: usize) -> Option<String> {
    let line = plain(text, most, false)?;
    line.chars().any(is_seen).then_some(line)
}

/// A note as it is kept, with its line breaks; none if it is too long or not plain.
#[must_use]
pub fn note(text: &str) -> Option<String> {
    plain(&text.replace("\r\n", "\n"), NOTE_CHARS, true)
}

fn plain(text: &str, most: usize, has_lines: bool) -> Option<String> {
    // NFC makes a text at most three times longer: whoever sends more than that need not be measured.
    if text.len() > 4 * 3 * most {
        return None;
    }
    let text: String = text.trim().nfc().collect();
    let is_good = |c| (has_lines && matches!(c, '\n' | '\t')) || !is_refused(c);
    let is_plain = text.chars().count() <= most && text.chars().all(is_good) && !is_piled_up(&text);
    is_plain.then_some(text)
}

fn is_refused(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' // direction
            | '\u{2028}' | '\u{2029}' // separators of lines and paragraphs
            | '\u{206a}'..='\u{206f}' | '\u{fff9}'..='\u{fffc}' | '\u{e0000}'..='\u{e0fff}')
        || (is_ignorable(c) && !is_of_writing(c))
}

/// What Unicode has shown as nothing, and does not recommend for names.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}' | '\u{2060}'..='\u{206f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}')
        || c.identifier_type() == Some(IdentifierType::Default_Ignorable)
}

/// Shows nothing by itself, and letters and emoji are written with it: joiners, variation selectors, fillers of syllables.
const fn is_of_writing(c: char) -> bool {
    matches!(c,
        '\u{200c}' | '\u{200d}' | '\u{34f}' | '\u{fe00}'..='\u{fe0f}' | '\u{180b}'..='\u{180d}' | '\u{180f}'
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{17b4}' | '\u{17b5}')
}

fn is_seen(c: char) -> bool {
    // Blank by their drawing: the braille pattern without dots, the musical null notehead, the Khitan filler.
    let is_blank = matches!(c, '\u{2800}' | '\u{1d159}' | '\u{16fe4}');
    !c.is_whitespace() && !is_blank && !is_of_writing(c) && !is_ignorable(c) && !is_combining_mark(c)
}

fn is_piled_up(text: &str) -> bool {
    let mut marks = 0;
    text.chars().any(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > MARKS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_say() {
        for text in
            ["请多关照", "Good game!", "好棋👏🏽", "👩‍👩‍👧‍👦", "<b>&amp;</b>", "Nguyễn Đ", "می‌خواهم", "🏳️‍🌈", "1"]
        {
            assert_eq!(line(text).as_deref(), Some(text));
        }
        assert_eq!(line("  e\u{301} \u{3000}").as_deref(), Some("é"), "NFC, without blanks around it");
        assert_eq!(line(&"棋".repeat(LINE_CHARS)).map(|text| text.chars().count()), Some(LINE_CHARS));
        assert_eq!(line(&"e\u{301}".repeat(LINE_CHARS)).map(|text| text.chars().count()), Some(LINE_CHARS));
    }

    #[test]
    fn what_is_no_line() {
        let piled = format!("a{}", "\u{301}\u{316}".repeat(5));
        let long = "棋".repeat(LINE_CHARS + 1);
        let huge = "a".repeat(100_000);
        for text in [
            "",
            " ",
            "\u{3000}\t",
            "a\nb",
            "a\tb",
            "a\0",
            "a\u{1b}[31m",
            "a\u{7f}",
            "a\u{85}b",
            "ab\u{202e}c",
            "\u{2067}a",
            "a\u{200b}b",
            "\u{feff}a",
            "a\u{2028}b",
            "\u{200d}",
            "\u{fe0f}\u{200d}",
            "\u{2800}",
            "\u{301}",
            "\u{3164}",
            "a\u{e0041}",
            "a\u{ad}b",
            "\u{180e}",
            "a\u{180e}b",
            "\u{1bca0}\u{1bca3}",
            "\u{1d173}",
            "\u{1d159}",
            "\u{180b}\u{180f}",
            "\u{17b4}",
            "a\u{2065}",
            &piled,
            &long,
            &huge,
        ] {
            assert_eq!(line(text), None, "{}", text.chars().take(20).collect::<String>().escape_unicode());
        }
    }

    #[test]
    fn reasons_are_short_lines() {
        assert_eq!(reason(" 违反规定 ").as_deref(), Some("违反规定"));
        assert!(reason(&"棋".repeat(REASON_CHARS)).is_some());
        for text in ["", "\u{200d}\u{fe0f}", "a\u{202e}b", "a\nb", &"棋".repeat(REASON_CHARS + 1)] {
            assert_eq!(reason(text), None);
        }
    }

    #[test]
    fn notes_have_lines_and_may_be_empty() {
        assert_eq!(note("a\r\n\tb\nc ").as_deref(), Some("a\n\tb\nc"));
        assert_eq!(note(" \n ").as_deref(), Some(""));
        assert_eq!(note(&"棋".repeat(NOTE_CHARS)).map(|text| text.len()), Some(3 * NOTE_CHARS));
        for text in ["a\rb", "a\u{202e}b", "a\0", &"棋".repeat(NOTE_CHARS + 1)] {
            assert_eq!(note(text), None);
        }
    }
}
