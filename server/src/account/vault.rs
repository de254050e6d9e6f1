//! The secrets of second factors, closed: who has the database alone cannot compute a code.
//!
//! XChaCha20-Poly1305, bound to the account, under keys derived from those that close sealed moves (`seals.json`): they, too, must
//! last as long as what they closed, are backed up with it, and are given up by the same rule when they are gone. A closed secret
//! names its key.
//! Deliberately absent: what the secrets are for ([`super::codes`]).

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::ids::AccountId;
use crate::keys::{Key, Keys, Purpose};

const NONCE: usize = 24;
/// Sets these keys apart from those of sealed moves.
const DOMAIN: &[u8] = b"tianyuan second factor\0";

/// The keys of second factors.
#[derive(Clone, Debug)]
pub struct Vault(Keys);

impl Vault {
    /// With the keys of sealed moves.
    #[must_use]
    pub const fn new(seals: Keys) -> Self {
        Self(seals)
    }

    /// Closes a secret; the name of the key comes with it. None when the server has no key.
    pub(super) fn close(&self, account: AccountId, secret: &[u8]) -> Option<(String, Vec<u8>)> {
        let key = self.0.all(Purpose::Seal).next()?;
        let nonce: [u8; NONCE] = rand::random();
        let payload = Payload { msg: secret, aad: account.0.as_bytes() };
        let closed = cipher(key)?.encrypt(&XNonce::from(nonce), payload).ok()?;
        Some((key.id.clone(), [&nonce[..], &closed].concat()))
    }

    /// Opens what was closed; none when its key is gone, or it was closed for another account.
    pub(super) fn open(&self, account: AccountId, key: &str, closed: &[u8]) -> Option<Vec<u8>> {
        let key = self.0.all(Purpose::Seal).find(|known| known.id == key)?;
        let (nonce, closed) = closed.split_at_checked(NONCE)?;
        let nonce: [u8; NONCE] = nonce.try_into().ok()?;
        let payload = Payload { msg: closed, aad: account.0.as_bytes() };
        cipher(key)?.decrypt(&XNonce::from(nonce), payload).ok()
    }

    /// Whether a key is here, or is known to be gone for good.
    #[must_use]
    pub fn answers_for(&self, key: &str) -> bool {
        self.0.all(Purpose::Seal).any(|known| known.id == key) || self.0.has_given_up(key)
    }
}

fn cipher(key: &Key) -> Option<XChaCha20Poly1305> {
    let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&key.secret).ok()?.chain_update(DOMAIN);
    let derived: [u8; 32] = mac.finalize().into_bytes().into();
    Some(XChaCha20Poly1305::new(&derived.into()))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn only_the_same_account_and_key_open_a_secret() {
        let (vault, other) = (Vault::new(Keys::generate_seals()), Vault::new(Keys::generate_seals()));
        let [lee, cho] = [1, 2].map(|n| AccountId(Uuid::from_u128(n)));
        let (key, closed) = vault.close(lee, b"a secret").expect("a key");
        assert!(!closed.windows(8).any(|part| part == b"a secret"));
        assert_eq!(vault.open(lee, &key, &closed).as_deref(), Some(&b"a secret"[..]));
        assert_eq!(vault.open(cho, &key, &closed), None);
        assert_eq!(other.open(lee, &key, &closed), None);
        assert!(vault.answers_for(&key) && !other.answers_for(&key));
        let mut changed = closed.clone();
        changed[NONCE] ^= 1;
        assert_eq!(vault.open(lee, &key, &changed), None);
        assert_eq!(vault.open(lee, &key, &closed[..NONCE - 1]), None);
        assert_ne!(vault.close(lee, b"a secret").expect("a key").1, closed, "never the same twice");
    }
}
