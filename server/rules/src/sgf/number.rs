//! Numbers as archives write them: `6.5`, `6,5`, `3/4`, `1又1/4`, `2¾`, `半`, `七`, in full-width digits too.
//!
//! Everything is in exact hundredths; nothing here is a float.

/// The first number in a text, in hundredths, and what follows it. None if there is no number, or
/// one that is not exact in hundredths or absurdly large.
pub(super) fn first(text: &str) -> Option<(i64, &str)> {
    let start =
        text.find(|c: char| digit(c).is_some() || fraction(c).is_some() || HAN.contains(c) || c == '半')?;
    let negative = text.get(..start)?.ends_with(['-', '−', '－']);
    let (value, rest) = positive(text.get(start..)?)?;
    Some((if negative { -value } else { value }, rest))
}

/// A text that is one number and nothing else but blanks, in hundredths.
pub(super) fn whole(text: &str) -> Option<i64> {
    let text = text.trim();
    let unsigned = text.trim_start_matches(['+', '-', '−']);
    let (value, rest) = first(text)?;
    (rest.trim().is_empty() && unsigned.starts_with(|c| digit(c).is_some() || c == '.')).then_some(value)
}

const HAN: &str = "零〇一二两三四五六七八九十";

fn positive(text: &str) -> Option<(i64, &str)> {
    let mut rest = text;
    let mut total = 0;
    if let Some((integer, after)) = integer(rest) {
        // `3/4` is all fraction, `1又1/4` and `1 1/4` are an integer and a fraction.
        if let Some((value, after)) = ratio(integer, after) {
            return Some((value, after));
        }
        total = integer * 100;
        rest = after;
        if let Some(after) = rest.strip_prefix(['.', ',', '．', '点', '點']) {
            return decimals(after).map(|(value, after)| (total + value, after));
        }
        let joined = rest.strip_prefix(['又', ' ']).unwrap_or(rest).trim_start();
        if let Some((value, after)) = self::integer(joined).and_then(|(n, after)| ratio(n, after)) {
            return (joined.len() < rest.len()).then_some((total + value, after));
        }
    }
    let joined = rest.strip_prefix('又').unwrap_or(rest);
    if let Some((value, after)) =
        joined.chars().next().and_then(|c| Some((fraction(c)?, joined.get(c.len_utf8()..)?)))
    {
        return Some((total + value, after));
    }
    if let Some(after) = joined.strip_prefix('半') {
        return Some((total + 50, after));
    }
    (rest.len() < text.len()).then_some((total, rest))
}

/// A number without a fraction: digits, or Chinese numerals below a hundred.
fn integer(text: &str) -> Option<(i64, &str)> {
    let digits = text.find(|c| digit(c).is_none()).unwrap_or(text.len());
    if digits > 0 {
        let value = text.get(..digits)?.chars().filter_map(digit).try_fold(0_i64, |n, d| {
            let n = n * 10 + d;
            (n < 1_000_000).then_some(n)
        })?;
        return Some((value, text.get(digits..)?));
    }
    let end = text.find(|c| !HAN.contains(c)).unwrap_or(text.len());
    let numerals = text.get(..end).filter(|n| !n.is_empty())?;
    let (mut tens, mut ones) = (0, 0);
    for c in numerals.chars() {
        if c == '十' {
            tens = i64::max(ones, 1);
            ones = 0;
        } else {
            ones = han(c)?;
        }
    }
    Some((tens * 10 + ones, text.get(end..)?))
}

/// The rest of a fraction: `/4` after a 3, and `分之三` after a 四.
fn ratio(first: i64, text: &str) -> Option<(i64, &str)> {
    let (over, under, rest) = if let Some(after) = text.strip_prefix("分之") {
        let (over, rest) = integer(after)?;
        (over, first, rest)
    } else {
        let (under, rest) = integer(text.strip_prefix(['/', '／'])?)?;
        (first, under, rest)
    };
    (under > 0 && (over * 100) % under == 0).then(|| (over * 100 / under, rest))
}

/// Decimals as hundredths; more of them must be zeros.
fn decimals(text: &str) -> Option<(i64, &str)> {
    let end = text.find(|c| digit(c).is_none()).unwrap_or(text.len());
    let mut value = 0;
    for (place, d) in text.get(..end)?.chars().filter_map(digit).enumerate() {
        match place {
            0 => value += d * 10,
            1 => value += d,
            _ if d == 0 => {}
            _ => return None,
        }
    }
    Some((value, text.get(end..)?))
}

fn digit(c: char) -> Option<i64> {
    match c {
        '0'..='9' => Some(i64::from(u32::from(c) - u32::from('0'))),
        '０'..='９' => Some(i64::from(u32::from(c) - u32::from('０'))),
        _ => None,
    }
}

fn fraction(c: char) -> Option<i64> {
    match c {
        '¼' => Some(25),
        '½' => Some(50),
        '¾' => Some(75),
        _ => None,
    }
}

fn han(c: char) -> Option<i64> {
    let value = match c {
        '零' | '〇' => 0,
        '两' => 2,
        _ => i64::try_from("一二三四五六七八九".chars().position(|h| h == c)?).ok()? + 1,
    };
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_every_dress() {
        let cases = [
            ("6.5", 650),
            ("6,5", 650),
            ("6.500000", 650),
            ("-1.5", -150),
            ("3/4子", 75),
            ("1又1/4子", 125),
            ("2 3/4", 275),
            ("２¾", 275),
            ("2又3/4子", 275),
            ("半目", 50),
            ("1目半", 100),
            ("七目半", 700),
            ("四分之三", 75),
            ("一又四分之一子", 125),
            ("十二", 1200),
            ("二十三目", 2300),
            ("又", -1),
            ("", -1),
            ("1.234", -1),
            ("99999999", -1),
            ("1/0", 100),
            ("1/3", 100),
            ("7.", 700),
        ];
        for (text, expected) in cases {
            assert_eq!(first(text).map_or(-1, |(n, _)| n), expected, "{text}");
        }
    }
}
