//! Refresh tokens: 256 random bits, of which only the SHA-256 is kept.
//!
//! The successor of a token is computed from it with a secret key, not drawn: two tabs of one browser
//! that refresh at the same moment get the same successor, without the server keeping any token.
//! Deliberately absent: what the store does with hashes (rotation, reuse, the end of a family).

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::hex;
use crate::keys::{Keys, Purpose};

/// Sets these values apart from anything else that the key might ever be used for.
const DOMAIN: &[u8] = b"tianyuan refresh successor\0";

/// A refresh token in the hands of its owner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Secret([u8; 32]);

impl Secret {
    /// A new one.
    pub(super) fn generate() -> Self {
        Self(rand::random())
    }

    /// Reads what a client presents.
    pub(super) fn parse(text: &str) -> Option<Self> {
        hex::decode_32(text).map(Self)
    }

    /// What the client is given.
    pub(super) fn text(&self) -> String {
        hex::encode(&self.0)
    }

    /// What is kept.
    pub(super) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// The tokens that could follow this one: by the newest key, then by the older ones.
    pub(super) fn successors(&self, keys: &Keys) -> Vec<Self> {
        keys.all(Purpose::Refresh)
            .filter_map(|key| Hmac::<Sha256>::new_from_slice(&key.secret).ok())
            .map(|mac| Self(mac.chain_update(DOMAIN).chain_update(self.0).finalize().into_bytes().into()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Security check 19: those of older keys are still known.
    #[test]
    fn successors_are_fixed_and_secret() {
        let keys = Keys::generate();
        let token = Secret::generate();
        let next = token.successors(&keys);
        assert_eq!(next.len(), 1);
        assert!(next == token.successors(&keys));
        assert!(next != token.successors(&Keys::generate()), "whoever has no key cannot compute them");
        let renewed = token.successors(&keys.renewed());
        assert!(renewed.len() == 2 && renewed[1] == next[0] && renewed[0] != next[0]);
    }

    #[test]
    fn text_and_back() {
        let token = Secret::generate();
        assert!(Secret::parse(&token.text()) == Some(token));
        assert!(
            Secret::parse(&token.text().to_uppercase().replace(|c: char| c.is_ascii_digit(), "A")).is_none()
        );
        assert_ne!(token.hash(), token.0);
    }
}
