//! Bytes as lower-case hexadecimal text and back: tokens and keys are written so.

/// The text of some bytes.
pub(crate) fn encode(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        for half in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(half), 16).unwrap_or('0'));
        }
        text
    })
}

/// The bytes of a text of exactly 64 lower-case digits; one text only stands for some bytes.
pub(crate) fn decode_32(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = value(pair[0])? << 4 | value(pair[1])?;
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        let bytes: [u8; 32] = std::array::from_fn(|i| (i * 37 % 256) as u8);
        let text = encode(&bytes);
        assert_eq!(decode_32(&text), Some(bytes));
        assert!(text.starts_with("00254a6f94b9de03"), "{text}");
    }

    #[test]
    fn only_one_spelling() {
        let text = "ab".repeat(32);
        assert!(decode_32(&text).is_some());
        for bad in
            [text.to_uppercase(), text[1..].to_owned(), format!("{text}0"), "g0".repeat(32), "é".repeat(32)]
        {
            assert_eq!(decode_32(&bad), None, "{bad}");
        }
    }
}
