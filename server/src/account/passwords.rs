//! Passwords: which are refused, and their argon2id hashes.
//!
//! Hashing is made to be slow, so it has its own small number of threads and its own short queue: a flood
//! of log-ins fills that queue and is told that the server is busy, while games go on.
//! Deliberately absent: rules about what characters a password must have; length counts.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

/// Shortest and longest password, in characters.
const CHARS: std::ops::RangeInclusive<usize> = 8..=128;
/// Memory of one hash in KiB: 19 MiB.
const MEMORY_KIB: u32 = 19 * 1024;
/// Passes over it.
const PASSES: u32 = 2;
/// How many may wait for a thread; one more is refused as busy. About two seconds' worth.
const WAITING: usize = 64;

/// The commonest passwords of eight characters and more, in lower case, one a line.
const COMMON: &str = include_str!("common_passwords.txt");

/// Why a password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPassword {
    /// Too short or too long.
    #[error("a password has from 8 to 128 characters")]
    Length,
    /// Nothing to be seen in it.
    #[error("a password is more than blanks")]
    Blank,
    /// Everybody would guess it.
    #[error("this password is one of those that are tried first; choose another")]
    Common,
    /// It is the name.
    #[error("the password may not be the name")]
    Name,
}

/// Why a password could not be hashed or verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum HashError {
    /// The queue is full.
    #[error("too many log-ins at once")]
    Busy,
    /// Something that should not happen; the text is for the log.
    #[error("hashing failed: {0}")]
    Failed(&'static str),
}

/// What verifying found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The password is another.
    Wrong,
    /// It is this one.
    Right,
    /// It is this one, and its hash was made with older parameters: this is the new one.
    Outdated(String),
}

/// The pool that hashes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Passwords {
    /// Everybody who is being served or waits.
    queue: Arc<Semaphore>,
    /// The threads.
    threads: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new(cores.div_ceil(2), WAITING)
    }
}

impl Passwords {
    /// A pool of so many threads, for which so many may wait.
    #[must_use]
    pub fn new(threads: usize, waiting: usize) -> Self {
        Self {
            queue: Arc::new(Semaphore::new(threads + waiting)),
            threads: Arc::new(Semaphore::new(threads)),
        }
    }

    /// Checks that a password is not one of the bad ones; costs nothing.
    ///
    /// # Errors
    /// [`BadPassword`].
    pub fn check(password: &str, name: &str) -> Result<(), BadPassword> {
        let chars = if password.len() > 4 * CHARS.end() { usize::MAX } else { password.chars().count() };
        if !CHARS.contains(&chars) {
            return Err(BadPassword::Length);
        }
        if password.trim().is_empty() {
            return Err(BadPassword::Blank);
        }
        static COMMONEST: OnceLock<HashSet<&str>> = OnceLock::new();
        let lower = password.to_lowercase();
        if COMMONEST.get_or_init(|| COMMON.lines().collect()).contains(lower.as_str()) {
            return Err(BadPassword::Common);
        }
        if lower == name.to_lowercase() { Err(BadPassword::Name) } else { Ok(()) }
    }

    /// The PHC string of a password's hash with a new salt.
    pub(super) async fn hash(&self, password: &str) -> Result<String, HashError> {
        let password = normal(password);
        self.run(move || hash_now(&password)).await?
    }

    /// Whether a password is the one of a hash. Without a hash (nobody has that name) it costs the same
    /// and the answer is no.
    pub(super) async fn verify(&self, password: &str, hash: Option<String>) -> Result<Verdict, HashError> {
        if password.len() > 4 * CHARS.end() {
            return Ok(Verdict::Wrong);
        }
        let password = normal(password);
        self.run(move || verify_now(&password, hash)).await?
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| HashError::Busy)?;
        let closed = HashError::Failed("the pool is closed");
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(|_| closed)?;
        // The permits go with the work: a client that has gone away does not free a thread that still runs.
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop((place, thread));
            result
        });
        done.await.map_err(|_| HashError::Failed("a hashing thread died"))
    }
}

/// The same text from every keyboard.
fn normal(password: &str) -> Vec<u8> {
    password.nfkc().collect::<String>().into_bytes()
}

fn argon() -> Result<Argon2<'static>, HashError> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).map_err(|_| HashError::Failed("parameters"))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash_now(password: &[u8]) -> Result<String, HashError> {
    let hash: PasswordHash = argon()?.hash_password(password).map_err(|_| HashError::Failed("hash"))?;
    Ok(hash.to_string())
}

fn verify_now(password: &[u8], hash: Option<String>) -> Result<Verdict, HashError> {
    let Some(text) = hash else {
        // The same work as verifying, and no result.
        return hash_now(password).map(|_| Verdict::Wrong);
    };
    let kept = PasswordHash::new(&text).map_err(|_| HashError::Failed("a stored hash cannot be read"))?;
    if Argon2::default().verify_password(password, &kept).is_err() {
        return Ok(Verdict::Wrong);
    }
    let now = (Some(MEMORY_KIB), Some(PASSES), Some(1));
    let then = ["m", "t", "p"].map(|name| kept.params.get_decimal(name));
    if kept.algorithm.as_str() == "argon2id" && (then[0], then[1], then[2]) == now {
        return Ok(Verdict::Right);
    }
    hash_now(password).map(Verdict::Outdated)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Security check 14: length alone, and no common ones.
    #[test]
    fn bad_passwords() {
        let ok = |p: &str| Passwords::check(p, "Lee");
        assert_eq!(ok("1234567"), Err(BadPassword::Length));
        assert_eq!(ok(&"x".repeat(129)), Err(BadPassword::Length));
        assert_eq!(ok(&"碁".repeat(128)), Ok(()));
        for blank in ["        ", "\t\t\t\t\n\n\n\n", "\u{3000}\u{a0}\u{2003} \u{3000}\u{a0}\u{2003} "] {
            assert_eq!(ok(blank), Err(BadPassword::Blank), "{blank:?}");
        }
        assert_eq!(ok("       x"), Ok(()), "blanks may be in it");
        assert_eq!(ok("Password"), Err(BadPassword::Common));
        assert_eq!(ok("12345678"), Err(BadPassword::Common));
        assert_eq!(Passwords::check("LeeSedolLee", "leesedollee"), Err(BadPassword::Name));
        assert_eq!(ok("tengen 1 1"), Ok(()));
    }

    #[test]
    fn the_list_is_as_it_says() {
        let lines: Vec<_> = COMMON.lines().collect();
        assert!(lines.len() >= 100, "{}", lines.len());
        for line in &lines {
            assert!(line.chars().count() >= 8 && *line == line.to_lowercase(), "{line}");
        }
    }

    /// Security check 13: argon2id of at least 19 MiB.
    #[tokio::test]
    async fn hashes_are_argon2id_and_salted() {
        let pool = Passwords::default();
        let (one, other) = (pool.hash("a password").await, pool.hash("a password").await);
        let (one, other) = (one.expect("hashed"), other.expect("hashed"));
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        assert_eq!(pool.verify("a password", Some(one.clone())).await, Ok(Verdict::Right));
        assert_eq!(pool.verify("b password", Some(one)).await, Ok(Verdict::Wrong));
        assert_eq!(pool.verify("a password", None).await, Ok(Verdict::Wrong));
    }

    /// Security check 15: in time.
    #[test]
    fn a_name_that_nobody_has_costs_as_much() {
        let hash = hash_now(b"a password").expect("hashed");
        let time = crate::time::Time::start();
        let cost = |hash: Option<String>| {
            let start = time.served_ms();
            assert_eq!(verify_now(b"b password", hash), Ok(Verdict::Wrong));
            time.served_ms() - start
        };
        // The quickest of each, taken in turns: noise only makes slower. Without the work it is 1 : 10,000.
        let (known, unknown): (Vec<_>, Vec<_>) =
            (0..7).map(|_| (cost(Some(hash.clone())), cost(None))).unzip();
        let (known, unknown) = (known.into_iter().min(), unknown.into_iter().min());
        assert!(unknown > known.map(|known| known / 4), "{unknown:?} for nobody, {known:?} for somebody");
    }

    /// Security check 13: made anew at log-in when its parameters were weaker.
    #[tokio::test]
    async fn weaker_hashes_are_made_anew() {
        let weak =
            Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).expect("parameters"));
        let old: PasswordHash = weak.hash_password(b"a password").expect("hashed");
        let verdict = Passwords::default().verify("a password", Some(old.to_string())).await;
        let Ok(Verdict::Outdated(new)) = verdict else { panic!("{verdict:?}") };
        assert!(new.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{new}");
    }

    /// Security check 13: in a pool with a bound.
    #[tokio::test]
    async fn a_full_queue_is_busy() {
        let pool = Passwords::new(1, 1);
        let _threads = pool.threads.clone().acquire_owned().await.expect("open");
        let place = pool.queue.clone().try_acquire_owned().expect("a place");
        let _other = pool.queue.clone().try_acquire_owned().expect("a place");
        assert_eq!(pool.hash("a password").await, Err(HashError::Busy));
        drop((place, _threads));
        assert!(pool.hash("a password").await.is_ok());
    }
}
