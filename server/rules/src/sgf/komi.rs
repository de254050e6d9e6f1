//! Komi as archives write it: 目, 子, or hundredths of either (RULES 8).
//!
//! Deliberately absent: whether a komi is plausible; many a `KM[0]` is a lost value.

use super::number;

/// Reads a komi as archives write it, in quarter-子 (half-points): plain 目; 子, which a quarter
/// gives away (`3.75`); and hundredths of either (`750`, `375`). One server (`foxwq`) writes all its
/// figures in hundredths, so that its `50` is half a 目.
#[must_use]
pub fn komi_quarters(text: &str, in_hundredths: bool) -> Option<i16> {
    let (mut hundredths, rest) = number::first(text)?;
    let mut is_zi = rest.trim_start().starts_with('子');
    if hundredths.abs() >= 10_000 || (in_hundredths && hundredths.abs() >= 2_000) {
        hundredths /= 100;
        // 2¾, 3¼ and 3¾ 子 show by their quarter; 3½ 子 is the only other one in use.
        is_zi |= hundredths == 350;
    }
    is_zi |= hundredths % 50 != 0;
    let quarters = if is_zi { exact(hundredths, 25)? } else { exact(hundredths, 50)? };
    i16::try_from(quarters).ok()
}

fn exact(n: i64, unit: i64) -> Option<i64> {
    (n % unit == 0).then_some(n / unit)
}
