//! From bytes to text, for files that rarely say which character set they are in.
//!
//! Decoding comes before anything else looks at the bytes, because in the double-byte sets a
//! bracket or a backslash can be half of a character. In order: a byte order mark; the set that `CA`
//! names, unless the bytes are plainly UTF-8; UTF-8; a guess from the whole file. A file with nothing
//! but a name or two can be taken for another language; common Chinese characters then win over
//! mixtures of letters and signs that no language writes.
//! Deliberately absent: several sets in one file.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};

/// The text of a file. Bytes that no set explains become replacement characters.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    choose(bytes, None).0
}

/// The text of a file, or of a part of one that ends between two characters, and its set. `known` is
/// what a `CA` before this part named.
pub(super) fn choose<'a>(
    bytes: &'a [u8],
    known: Option<&'static Encoding>,
) -> (Cow<'a, str>, &'static Encoding) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let text = encoding.decode_without_bom_handling(bytes.get(mark..).unwrap_or_default()).0;
        return (text, encoding);
    }
    let declared = known.or_else(|| declared(bytes));
    let exactly = |encoding| exactly(encoding, bytes).map(|text| (text, encoding));
    if let Ok(text) = std::str::from_utf8(bytes) {
        let declared = declared.or_else(|| (mixes_scripts(text) && is_common_chinese(bytes)).then_some(GBK));
        return match declared.filter(|e| could_look_like_utf8(e, text)).and_then(exactly) {
            Some(other) => other,
            None => (Cow::Borrowed(text), UTF_8),
        };
    }
    if let Some(text) = declared.and_then(exactly) {
        return text;
    }
    let guess = guess(bytes);
    let guess = if guess.is_single_byte() && is_common_chinese(bytes) { GBK } else { guess };
    if let Some(text) = exactly(guess) {
        return text;
    }
    let encoding = declared.unwrap_or(guess);
    (encoding.decode_without_bom_handling(bytes).0, encoding)
}

/// The text if every byte makes sense in this set.
fn exactly<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
    encoding.decode_without_bom_handling_and_without_replacement(bytes)
}

/// A file of a double-byte set can be valid UTF-8 by chance if it is short: two of its bytes then look like
/// one Latin, Greek or Cyrillic letter, never like a longer character. ISO-2022-JP is ASCII all over.
fn could_look_like_utf8(declared: &'static Encoding, text: &str) -> bool {
    let double = [GBK, encoding_rs::GB18030, BIG5, EUC_KR, EUC_JP, SHIFT_JIS].contains(&declared);
    (double && !text.is_ascii() && text.chars().all(|c| c.len_utf8() <= 2)) || !declared.is_ascii_compatible()
}

/// Whether letters of different scripts meet that two-byte UTF-8 can write. No name does that.
fn mixes_scripts(text: &str) -> bool {
    let script = |c: char| match u32::from(c) {
        0x80..=0x17F => 0,
        0x370..=0x3FF => 1,
        0x400..=0x4FF => 2,
        0x180..=0x36F => 3,
        code => code >> 8,
    };
    let mut scripts = text.chars().filter(|c| !c.is_ascii()).map(script);
    let first = scripts.next();
    scripts.any(|script| Some(script) != first)
}

/// Whether everything beyond ASCII is in pairs that GB 2312 has in its first level, the 3,755
/// commonest characters. Lower-case letters with accents are not where those are.
fn is_common_chinese(bytes: &[u8]) -> bool {
    bytes.split(u8::is_ascii).filter(|run| !run.is_empty()).all(|run| {
        let (pairs, odd) = run.as_chunks::<2>();
        odd.is_empty() && pairs.iter().all(|[lead, trail]| (0xB0..=0xD7).contains(lead) && *trail >= 0xA1)
    })
}

/// The set that the first `CA` property names, if it names one. A name inside of a value is believed
/// only where no property can be made out, since in the double-byte sets a bracket can be half of a
/// character of a value that comes before.
pub(super) fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    first_property(bytes).or_else(|| first_mention(bytes))
}

/// The set that `CA` names where the brackets say that it is a property.
fn first_property(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.iter().position(|&b| b == b'(')?;
    let mut rest = bytes.get(start..)?;
    let mut is_charset = false;
    while let Some(open) = rest.iter().position(|&b| b == b'[') {
        let (before, value) = (rest.get(..open)?, rest.get(open + 1..)?);
        // Further values of a property stand without its name; small letters in a name mean nothing.
        let word = before.trim_ascii_end().rsplit(|b| !b.is_ascii_alphanumeric()).next()?;
        if !word.is_empty() {
            is_charset = word.iter().filter(|b| !b.is_ascii_lowercase()).eq(b"CA");
        }
        let mut escaped = false;
        let end = value.iter().position(|&b| {
            let closes = b == b']' && !escaped;
            escaped = b == b'\\' && !escaped;
            closes
        })?;
        if is_charset && let Some(encoding) = by_label(value.get(..end)?.trim_ascii()) {
            return Some(encoding);
        }
        rest = value.get(end + 1..)?;
    }
    None
}

/// The set that the first `CA[` anywhere names.
fn first_mention(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut from = 0;
    while let Some(found) = bytes.get(from..)?.windows(2).position(|pair| pair == b"CA") {
        let at = from + found;
        from = at + 2;
        let rest = bytes.get(from..)?.trim_ascii_start();
        let alone = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        if let (true, Some(label)) = (alone, rest.strip_prefix(b"[")) {
            let end = label.iter().take(40).position(|&b| b == b']')?;
            return by_label(label.get(..end)?.trim_ascii());
        }
    }
    None
}

/// Labels of the Web, and those of code pages that the Web's list leaves out.
fn by_label(label: &[u8]) -> Option<&'static Encoding> {
    let known = Encoding::for_label_no_replacement(label);
    known.or_else(|| match label.to_ascii_lowercase().as_slice() {
        b"cp936" | b"936" | b"gb" | b"gbk2312" | b"gb_2312" | b"hz-gb-2312" => Some(GBK),
        b"cp950" | b"950" | b"big-5" | b"big5-eten" => Some(BIG5),
        b"cp949" | b"949" | b"euckr" | b"euc_kr" | b"uhc" => Some(EUC_KR),
        b"cp932" | b"932" | b"ms932" | b"sjis" | b"s-jis" => Some(SHIFT_JIS),
        b"eucjp" | b"euc_jp" => Some(EUC_JP),
        b"utf_8" => Some(UTF_8),
        b"latin1" | b"latin-1" | b"iso8859_1" | b"8859_1" => Some(WINDOWS_1252),
        _ => None,
    })
}

/// The likeliest set of the whole file: a prefix is often ASCII, or one name.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}
