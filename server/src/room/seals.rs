//! Closing and opening the envelopes of sealed moves (封棋).
//!
//! XChaCha20-Poly1305 under a key that is kept apart from the database, bound to the game and the ply.
//! An envelope is as long whatever is in it, and names its key, so that keys can be renewed.
//! The hash of a command is kept in the journal, and a move is easily guessed from one: those that seal a move are
//! hashed again under the key.
//! Deliberately absent: when an envelope may be opened (`rules`).

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use rules::{ENVELOPE_BYTES, Envelope, Opened, Point, Size};
use sha2::Sha256;

use crate::hex;
use crate::ids::GameId;
use crate::keys::{Key, Keys, Purpose};

const ID: usize = 8;
const NONCE: usize = 24;
/// What stands for a pass, being no point of any board.
const PASS: u16 = u16::MAX;

/// The keys of sealed moves.
#[derive(Clone, Debug)]
pub struct Seals(Keys);

impl Seals {
    /// With these keys.
    #[must_use]
    pub const fn new(keys: Keys) -> Self {
        Self(keys)
    }

    /// Puts a move into an envelope; nothing is a pass. None when the server has no key.
    #[must_use]
    pub fn close(&self, game: GameId, ply: u32, point: Option<Point>) -> Option<Envelope> {
        let key = self.0.all(Purpose::Seal).next()?;
        let nonce: [u8; NONCE] = rand::random();
        let plain = point.map_or(PASS, |point| point.index() as u16).to_be_bytes();
        let payload = Payload { msg: &plain, aad: &about(game, ply) };
        let closed = cipher(key).encrypt(&XNonce::from(nonce), payload).ok()?;
        let bytes = [&id_of(key)[..], &nonce, &closed].concat();
        bytes.try_into().ok().map(Envelope)
    }

    /// What is in an envelope.
    #[must_use]
    pub fn open(&self, game: GameId, ply: u32, size: Size, envelope: Envelope) -> Opened {
        self.read(game, ply, envelope).map_or(Opened::Lost, |number| match number {
            PASS => Opened::Pass,
            number => Point::from_index(size, usize::from(number)).map_or(Opened::Lost, Opened::Stone),
        })
    }

    /// The name of the key that closed an envelope, which tells nothing of it.
    #[must_use]
    pub fn key_of(envelope: Envelope) -> String {
        hex::encode(&envelope.0[..ID])
    }

    /// Whether an envelope's key is here, or is known to be gone for good.
    #[must_use]
    pub fn answers_for(&self, envelope: Envelope) -> bool {
        let is_here = self.0.all(Purpose::Seal).any(|key| envelope.0.starts_with(&id_of(key)));
        is_here || self.0.has_given_up(&Self::key_of(envelope))
    }

    fn read(&self, game: GameId, ply: u32, envelope: Envelope) -> Option<u16> {
        let (id, rest) = envelope.0.split_at(ID);
        let (nonce, closed) = rest.split_at(NONCE);
        let key = self.0.all(Purpose::Seal).find(|key| id_of(key) == id)?;
        let nonce: [u8; NONCE] = nonce.try_into().ok()?;
        let payload = Payload { msg: closed, aad: &about(game, ply) };
        let plain = cipher(key).decrypt(&XNonce::from(nonce), payload).ok()?;
        Some(u16::from_be_bytes(plain.try_into().ok()?))
    }

    /// The hash of a command that seals a move, from which the move cannot be guessed.
    #[must_use]
    pub fn blind(&self, hash: [u8; 32]) -> [u8; 32] {
        // The oldest key, so that a command that is sent again after a renewal is known.
        let Some(key) = self.0.all(Purpose::Seal).last() else { return [0; 32] };
        let mut mac = Hmac::<Sha256>::new_from_slice(&key.secret).expect("a key of any length will do");
        mac.update(b"command");
        mac.update(&hash);
        mac.finalize().into_bytes().into()
    }
}

fn cipher(key: &Key) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&key.secret.into())
}

/// The first bytes of the hash of the key's name.
fn id_of(key: &Key) -> [u8; ID] {
    use sha2::Digest;
    let hash: [u8; 32] = Sha256::digest(key.id.as_bytes()).into();
    std::array::from_fn(|at| hash[at])
}

fn about(game: GameId, ply: u32) -> Vec<u8> {
    [&game.0.as_bytes()[..], &ply.to_be_bytes()].concat()
}

const _: () = assert!(ENVELOPE_BYTES == ID + NONCE + size_of::<u16>() + 16);

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn only_the_same_game_ply_and_key_open_an_envelope() {
        let (seals, other) = (Seals::new(Keys::generate_seals()), Seals::new(Keys::generate_seals()));
        let (game, size) = (GameId(Uuid::from_u128(1)), Size::STANDARD);
        let points: Vec<_> = size.all().map(Some).chain([None]).collect();
        for point in points {
            let envelope = seals.close(game, 7, point).expect("a key");
            let wanted = point.map_or(Opened::Pass, Opened::Stone);
            assert_eq!(seals.open(game, 7, size, envelope), wanted);
            assert_eq!(seals.open(game, 8, size, envelope), Opened::Lost);
            assert_eq!(seals.open(GameId(Uuid::from_u128(2)), 7, size, envelope), Opened::Lost);
            assert_eq!(other.open(game, 7, size, envelope), Opened::Lost);
            assert!(seals.answers_for(envelope) && !other.answers_for(envelope));
            let mut changed = envelope;
            changed.0[ID + NONCE] ^= 1;
            assert_eq!(seals.open(game, 7, size, changed), Opened::Lost);
        }
    }

    #[test]
    fn the_same_move_never_looks_the_same() {
        let seals = Seals::new(Keys::generate_seals());
        let game = GameId(Uuid::from_u128(1));
        let once = seals.close(game, 7, None).expect("a key");
        assert_ne!(once.0, seals.close(game, 7, None).expect("a key").0);
    }

    #[test]
    fn a_blinded_hash_depends_on_the_key() {
        let (seals, other) = (Seals::new(Keys::generate_seals()), Seals::new(Keys::generate_seals()));
        assert_eq!(seals.blind([1; 32]), seals.blind([1; 32]));
        assert_ne!(seals.blind([1; 32]), seals.blind([2; 32]));
        assert_ne!(seals.blind([1; 32]), other.blind([1; 32]));
        assert_ne!(seals.blind([1; 32]), [1; 32]);
    }
}
