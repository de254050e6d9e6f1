//! The numbers of certificates (段位证书), which can be checked without asking anybody.
//!
//! A number is the year, a serial number of seven digits and a check character, `2026-0000123-X`.
//! The check is ISO 7064 MOD 11-2, as on Chinese identity cards: one wrong digit, or two neighbours
//! swapped, never pass. It finds slips of the pen, not forgers: that a certificate was given out, and
//! to whom, only the ledger says.

/// Years that a certificate may name.
pub const YEARS: std::ops::RangeInclusive<u16> = 1900..=2999;

/// The highest serial number within a year.
pub const SERIAL_MOST: u32 = 9_999_999;

/// A text that is no certificate number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCertificate {
    /// It is not of the form, or its year is outside [`YEARS`], or its serial number is 0.
    #[error("a certificate number is written like 2026-0000123-X")]
    Form,
    /// The check character is another one: something was mistyped.
    #[error("the number's last character does not fit: compare it with the certificate")]
    Check,
}

/// The number of a certificate, or nothing when year or serial are out of bounds.
#[must_use]
pub fn number(year: u16, serial: u32) -> Option<String> {
    let within = YEARS.contains(&year) && (1..=SERIAL_MOST).contains(&serial);
    within.then(|| format!("{year}-{serial:07}-{}", check(year, serial)))
}

/// The year and the serial number of a certificate's number.
///
/// # Errors
/// [`BadCertificate`] says what is wrong with the text.
pub fn parse(text: &str) -> Result<(u16, u32), BadCertificate> {
    let mut parts = text.split('-');
    let (Some(year), Some(serial), Some(last), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(BadCertificate::Form);
    };
    let digits = |text: &str, most: usize| text.len() == most && text.bytes().all(|b| b.is_ascii_digit());
    let formed = digits(year, 4) && digits(serial, 7) && (digits(last, 1) || last == "X");
    let (Ok(year), Ok(serial), true) = (year.parse(), serial.parse(), formed) else {
        return Err(BadCertificate::Form);
    };
    let Some(whole) = number(year, serial) else { return Err(BadCertificate::Form) };
    if whole == text { Ok((year, serial)) } else { Err(BadCertificate::Check) }
}

/// ISO 7064 MOD 11-2 over the eleven digits.
fn check(year: u16, serial: u32) -> char {
    let digits = format!("{year}{serial:07}");
    let sum = digits.bytes().fold(0, |sum, byte| (sum + u32::from(byte - b'0')) * 2 % 11);
    match (12 - sum) % 11 {
        10 => 'X',
        digit => char::from_digit(digit, 10).unwrap_or('X'),
    }
}
