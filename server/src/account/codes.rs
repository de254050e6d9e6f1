//! The codes of a second factor: those that an app shows (TOTP, RFC 6238: six digits, 30 seconds, one step of either side allowed
//! for), and recovery codes, for who has lost the app.
//!
//! Deliberately absent: that each is accepted once, which the store sees to.

use qrcodegen::{QrCode, QrCodeEcc};
use sha2::{Digest, Sha256};
use totp_rs::{Builder, Totp};

/// Bytes of a secret, as RFC 4226 recommends.
pub(super) const SECRET: usize = 20;
/// Recovery codes that are given at once.
pub(super) const RECOVERY: usize = 10;
/// Characters of one, of five bits each.
const RECOVERY_CHARS: usize = 16;
/// The letters and digits of recovery codes: none that is taken for another (RFC 4648).
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// Light modules around the picture, which cameras need.
const QUIET: i32 = 4;

/// A code that somebody has typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// Of an app.
    Shown(String),
    /// A recovery code, by its hash.
    Recovery([u8; 32]),
}

impl Typed {
    /// Reads a code, however it is spaced; none when it cannot be one.
    pub(super) fn read(text: &str) -> Option<Self> {
        if text.len() > 4 * RECOVERY_CHARS {
            return None;
        }
        let plain: String = text
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '-')
            .map(|c| c.to_ascii_lowercase())
            .collect();
        if plain.len() == 6 && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::Shown(plain));
        }
        let is_recovery = plain.len() == RECOVERY_CHARS && plain.bytes().all(|byte| ALPHABET.contains(&byte));
        is_recovery.then(|| Self::Recovery(Sha256::digest(plain.as_bytes()).into()))
    }
}

/// A new recovery code of 80 random bits as it is shown, in groups of four.
pub(super) fn recovery() -> String {
    let random: [u8; RECOVERY_CHARS] = rand::random();
    let letter = |byte: &u8| char::from(ALPHABET[usize::from(byte % 32)]);
    let groups = random.chunks(4).map(|group| group.iter().map(letter).collect::<String>());
    groups.collect::<Vec<_>>().join("-")
}

/// The codes of a secret.
pub(super) struct Codes(Totp);

impl Codes {
    /// Of a secret of an account; none when they cannot be shown to an app.
    pub(super) fn new(secret: &[u8], name: &str) -> Option<Self> {
        let builder = Builder::new().with_secret(secret.to_vec()).with_account_name(name);
        builder.with_issuer(Some("Tianyuan")).build().ok().map(Self)
    }

    /// The time step of a code that is good at a moment.
    pub(super) fn step(&self, code: &str, now_ms: i64) -> Option<u64> {
        self.0.check(code, u64::try_from(now_ms.div_euclid(1000)).ok()?)
    }

    /// The secret as people type it into an app.
    pub(super) fn secret(&self) -> String {
        self.0.secret().to_base32()
    }

    /// The same as an address that apps read.
    pub(super) fn uri(&self) -> Option<String> {
        self.0.to_url().ok()
    }
}

/// A picture (SVG) of a text, for cameras.
pub(super) fn picture(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let side = code.size() + 2 * QUIET;
    let cells = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    let dark: String = cells
        .filter(|&(x, y)| code.get_module(x, y))
        .map(|(x, y)| format!("M{} {}h1v1h-1z", x + QUIET, y + QUIET))
        .collect();
    Some(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{dark}"/></svg>"##
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of RFC 6238, appendix B, for SHA-1; of their eight digits an app shows the last six.
    #[test]
    fn the_codes_of_rfc_6238() {
        let codes = Codes::new(b"12345678901234567890", "Lee").expect("codes");
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let step: i64 = second / 30;
            let at = |step: i64| codes.step(code, step * 30_000 + 29_999);
            assert_eq!(at(step), u64::try_from(step).ok(), "{second}");
            assert_eq!([at(step - 1), at(step + 1)], [at(step), at(step)], "one step of either side");
            assert_eq!([at(step - 2), at(step + 2)], [None, None], "and no more");
        }
    }

    #[test]
    fn an_app_is_told_everything_by_one_address() {
        let codes = Codes::new(b"12345678901234567890", "李昌鎬").expect("codes");
        let uri = codes.uri().expect("an address");
        let url = url::Url::parse(&uri).expect("a URL");
        assert_eq!((url.scheme(), url.host_str()), ("otpauth", Some("totp")));
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        assert!(uri.contains(&format!("secret={secret}")) && uri.contains("issuer=Tianyuan"), "{uri}");
        assert_eq!(codes.secret(), secret);
        let picture = picture(&uri).expect("a picture");
        assert!(picture.starts_with("<svg ") && picture.matches("h1v1").count() > 300, "{picture}");
    }

    #[test]
    fn codes_are_read_however_they_are_spaced() {
        assert_eq!(Typed::read(" 123 456 "), Some(Typed::Shown("123456".to_owned())));
        let code = recovery();
        let typed = Typed::read(&code);
        assert!(matches!(typed, Some(Typed::Recovery(_))), "{code}");
        assert_eq!(Typed::read(&code.replace('-', " ").to_uppercase()), typed);
        assert_ne!(Typed::read(&recovery()), typed);
        for bad in ["", "12345", "1234567", "１２３４５６", "abcd-efgh-ijkl-mno1", &"1".repeat(999)] {
            assert_eq!(Typed::read(bad), None, "{bad}");
        }
    }
}
