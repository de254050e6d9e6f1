//! The server's secrets: made on the first run, kept in one file beside the database, for its owner only.
//!
//! Each key has an id and serves one [`Purpose`]. The newest of a purpose makes tokens; the older ones are
//! still believed, so that keys can change without anybody being thrown out.
//! Deliberately absent: any default secret, and secrets in the environment.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex;
use crate::ids::GameId;

/// The version of the file's form.
const VERSION: u32 = 1;
/// How many keys of one purpose are believed; with each new one beyond, the oldest goes.
const BELIEVED: usize = 2;

/// What a key is for. No key serves two purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Purpose {
    /// Signing access tokens.
    Access,
    /// Deriving the successor of a refresh token.
    Refresh,
    /// Closing the envelopes of sealed moves.
    Seal,
}

/// What the keys of the file of tokens are for.
const TOKENS: &[Purpose] = &[Purpose::Access, Purpose::Refresh];
/// What those of the file of sealed moves are for.
const SEALS: &[Purpose] = &[Purpose::Seal];

/// One secret of 256 bit.
#[derive(Clone)]
pub(crate) struct Key {
    /// Names it in tokens.
    pub(crate) id: String,
    purpose: Purpose,
    /// The secret itself.
    pub(crate) secret: [u8; 32],
}

/// All secrets of a server.
#[derive(Clone)]
pub struct Keys {
    /// Newest first.
    keys: Vec<Key>,
    /// The names of keys that were gone when these were made: what they closed is given up.
    given_up: Vec<String>,
}

/// Why the file of keys cannot be used, said to the person who runs the server.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The system says no.
    #[error("the key file {path} cannot be {what} ({why})", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// `read` or `written`.
        what: &'static str,
        /// What the system said.
        why: io::Error,
    },
    /// It is damaged or of a newer server.
    #[error(
        "the key file {path} cannot be understood ({why}): put back a copy of it, or move it away to have new keys \
         made (for keys.json everybody then has to log in again; for seals.json sealed moves are lost)", path = .path.display()
    )]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// It lacks the key of something that is closed still.
    #[error(
        "the key file {path} has not the keys of this database: {games} adjourned games, {first} among them, have a sealed \
         move that it cannot open. Put the right file back, or move this one away to have a new one made: the sealed \
         moves are then lost, and their sides move anew", path = .path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How many games have a move that it cannot open.
        games: usize,
        /// One of them.
        first: GameId,
    },
    /// It lacks the key of a second factor.
    #[error(
        "the key file {path} has not the keys of this database: there are second factors that it cannot open. Put the right file \
         back, or move this one away to have a new one made: who has such a second factor then logs in with a recovery code",
        path = .path.display()
    )]
    ForeignFactors {
        /// The file.
        path: PathBuf,
    },
    /// Others may read it.
    #[error("the key file {path} can be read by others (mode {mode:o}): run `chmod 600 {path}`", path = .path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    keys: Vec<FileKey>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    given_up: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileKey {
    id: String,
    purpose: Purpose,
    secret: String,
}

impl Keys {
    /// New keys for tokens, kept nowhere.
    #[must_use]
    pub fn generate() -> Self {
        Self::of(TOKENS)
    }

    /// New keys for sealed moves, kept nowhere.
    #[must_use]
    pub fn generate_seals() -> Self {
        Self::of(SEALS)
    }

    fn of(purposes: &[Purpose]) -> Self {
        Self { keys: purposes.iter().copied().map(Key::generate).collect(), given_up: Vec::new() }
    }

    /// These keys and newer ones in front of them; tokens of these stay valid.
    #[must_use]
    pub fn renewed(&self) -> Self {
        let mut keys = Self::generate().keys;
        for purpose in [Purpose::Access, Purpose::Refresh] {
            keys.extend(self.all(purpose).take(BELIEVED - 1).cloned());
        }
        Self { keys, given_up: self.given_up.clone() }
    }

    /// The keys of a file; when there is none, new ones, which are then in it.
    ///
    /// # Errors
    /// [`KeysError`]; a file that is there is never overwritten.
    pub fn load_or_create(path: &Path) -> Result<Self, KeysError> {
        Self::load_or_make(path, TOKENS, &BTreeSet::new())
    }

    /// The same for sealed moves, which have a file of their own: its keys are kept for as long as any game
    /// may be adjourned. `in_use` names the keys of what is closed now: without a file they are gone, and the new file
    /// says so for good.
    ///
    /// # Errors
    /// [`KeysError`].
    pub fn load_or_create_seals(path: &Path, in_use: &BTreeSet<String>) -> Result<Self, KeysError> {
        Self::load_or_make(path, SEALS, in_use)
    }

    fn load_or_make(path: &Path, purposes: &[Purpose], in_use: &BTreeSet<String>) -> Result<Self, KeysError> {
        if let Some(keys) = Self::load(path, purposes)? {
            return Ok(keys);
        }
        let keys = Self { given_up: in_use.iter().cloned().collect(), ..Self::of(purposes) };
        match keys.create(path) {
            Ok(()) => Ok(keys),
            // Another process was faster: its keys are the keys.
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => Self::load(path, purposes)?
                .ok_or_else(|| KeysError::Io { path: path.to_path_buf(), what: "read", why }),
            Err(why) => Err(KeysError::Io { path: path.to_path_buf(), what: "written", why }),
        }
    }

    /// What all servers with these keys know and nobody else; no key can be told from it.
    #[must_use]
    pub fn common_secret(&self) -> String {
        let hash = self.keys.iter().fold(Sha256::new_with_prefix("tianyuan common secret"), |hash, key| {
            hash.chain_update(key.id.as_bytes()).chain_update(key.secret)
        });
        hex::encode(&hash.finalize())
    }

    /// The newest key of a purpose, then the older ones.
    pub(crate) fn all(&self, purpose: Purpose) -> impl Iterator<Item = &Key> {
        self.keys.iter().filter(move |key| key.purpose == purpose)
    }

    /// Whether what a key of this name closed is given up.
    pub(crate) fn has_given_up(&self, name: &str) -> bool {
        self.given_up.iter().any(|known| known == name)
    }

    fn load(path: &Path, purposes: &[Purpose]) -> Result<Option<Self>, KeysError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(why) => return Err(KeysError::Io { path: path.to_path_buf(), what: "read", why }),
        };
        check_mode(path)?;
        let malformed = |why: &str| KeysError::Malformed { path: path.to_path_buf(), why: why.to_owned() };
        // The parser's message could quote a secret; where it stands says enough.
        let file: File = serde_json::from_str(&text)
            .map_err(|why| malformed(&format!("line {}, column {}", why.line(), why.column())))?;
        if file.version != VERSION {
            return Err(malformed(&format!("version {}, this server knows {VERSION}", file.version)));
        }
        let keys: Option<Vec<Key>> = file.keys.into_iter().map(Key::from_file).collect();
        let keys = keys.ok_or_else(|| malformed("a secret is not 64 hexadecimal digits"))?;
        let keys = Self { keys, given_up: file.given_up };
        for &purpose in purposes {
            if keys.all(purpose).next().is_none() {
                return Err(malformed(&format!("no key for {purpose:?}")));
            }
        }
        Ok(Some(keys))
    }

    /// Writes a new file, whole or not at all, and fails when there is one.
    fn create(&self, path: &Path) -> io::Result<()> {
        let keys = self.keys.iter().map(Key::to_file).collect();
        let file = File { version: VERSION, keys, given_up: self.given_up.clone() };
        let text = serde_json::to_string_pretty(&file)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.recursive(true).create(folder)?;
        }
        let draft = path.with_extension(format!("{}.draft", std::process::id()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft)?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        // A link, unlike a rename, does not replace what is there.
        let linked = written.and_then(|()| fs::hard_link(&draft, path));
        fs::remove_file(&draft)?;
        linked?;
        if let Some(folder) = folder {
            fs::File::open(folder)?.sync_all()?;
        }
        Ok(())
    }
}

impl Key {
    fn generate(purpose: Purpose) -> Self {
        let id: [u8; 8] = rand::random();
        Self { id: hex::encode(&id), purpose, secret: rand::random() }
    }

    fn from_file(key: FileKey) -> Option<Self> {
        Some(Self { secret: hex::decode_32(&key.secret)?, id: key.id, purpose: key.purpose })
    }

    fn to_file(&self) -> FileKey {
        FileKey { id: self.id.clone(), purpose: self.purpose, secret: hex::encode(&self.secret) }
    }
}

/// Ids only: secrets are never printed.
impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys.iter().map(|key| (&key.id, key.purpose))).finish()
    }
}

#[cfg(unix)]
fn check_mode(path: &Path) -> Result<(), KeysError> {
    use std::os::unix::fs::PermissionsExt;
    let meta =
        fs::metadata(path).map_err(|why| KeysError::Io { path: path.to_path_buf(), what: "read", why })?;
    let mode = meta.permissions().mode() & 0o777;
    if mode & 0o077 == 0 { Ok(()) } else { Err(KeysError::Open { path: path.to_path_buf(), mode }) }
}

#[cfg(not(unix))]
fn check_mode(_: &Path) -> Result<(), KeysError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(keys: &Keys) -> Vec<[u8; 32]> {
        keys.keys.iter().map(|key| key.secret).collect()
    }

    /// Security check 24: secrets are made on the first run.
    #[test]
    fn made_once_and_found_again() {
        let parent = tempfile::tempdir().expect("a folder");
        // Where the database is a server, nobody has made the folder before.
        let folder = parent.path().join("data");
        let path = folder.join("keys.json");
        let first = Keys::load_or_create(&path).expect("made");
        let again = Keys::load_or_create(&path).expect("found");
        assert_eq!(secrets(&first), secrets(&again));
        assert_ne!(first.keys[0].secret, first.keys[1].secret);
        assert_eq!(fs::read_dir(&folder).expect("listed").count(), 1, "no draft is left");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn what_was_gone_when_a_file_was_made_stays_given_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("seals.json");
        for in_use in ["ab", "cd"] {
            let keys = Keys::load_or_create_seals(&path, &BTreeSet::from([in_use.to_owned()]))
                .expect("made or found");
            assert!(
                keys.has_given_up("ab") && !keys.has_given_up("cd"),
                "a file that is there says what it said"
            );
        }
    }

    #[test]
    fn secrets_are_not_printed() {
        let keys = Keys::generate();
        let printed = format!("{keys:?}");
        assert!(printed.contains(&keys.keys[0].id));
        assert!(!printed.contains(&hex::encode(&keys.keys[0].secret)));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys.json");
        Keys::load_or_create(&path).expect("made");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("changed");
        let why = Keys::load_or_create(&path).expect_err("refused").to_string();
        assert!(why.contains("chmod 600"), "{why}");
    }

    #[test]
    fn a_damaged_file_is_refused_and_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys.json");
        Keys::load_or_create(&path).expect("made");
        let good = fs::read_to_string(&path).expect("read");
        let half = good[..good.len() / 2].to_owned();
        for bad in [
            half,
            String::new(),
            good.replace("\"version\": 1", "\"version\": 2"),
            good.replace("\"refresh\"", "\"access\""),
        ] {
            fs::write(&path, &bad).expect("written");
            assert!(matches!(Keys::load_or_create(&path), Err(KeysError::Malformed { .. })), "{bad}");
            assert_eq!(fs::read_to_string(&path).expect("read"), bad);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("no"), "a file").expect("written");
        let why = Keys::load_or_create(&folder.path().join("no/keys.json")).expect_err("refused");
        assert!(matches!(why, KeysError::Io { .. }), "{why}");
    }
}
