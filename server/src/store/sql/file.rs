//! The SQLite file as a file: its place, its lock, and a look at its bytes before SQLite has one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::OpenError;

/// The first bytes of every SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";

pub(super) fn folder_error(path: &Path) -> impl FnOnce(std::io::Error) -> OpenError {
    let path = path.to_owned();
    move |error| OpenError::Folder { path, why: error.to_string() }
}

/// The file's full path, by which everybody names and locks it. Its folder is made when it is missing.
pub(super) fn place(path: &Path) -> Result<PathBuf, OpenError> {
    if let Ok(full) = path.canonicalize() {
        return if full.is_file() { Ok(full) } else { Err(not_ours(path, "it is no file")) };
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    };
    let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(folder_error(folder))?;
    let name = path.file_name().ok_or_else(|| not_ours(path, "it is no file"))?;
    Ok(folder.canonicalize().map_err(folder_error(folder))?.join(name))
}

/// The exclusive lock, which the operating system gives back even when this process is killed.
pub(super) fn lock(path: &Path) -> Result<File, OpenError> {
    let beside = with_suffix(path, ".lock");
    let file = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&beside);
    let file = file.map_err(folder_error(&beside))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(error)) => Err(folder_error(&beside)(error)),
    }
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

pub(super) fn not_ours(path: &Path, why: &str) -> OpenError {
    OpenError::NotOurs { path: path.to_owned(), why: why.to_owned() }
}

/// Looks at the bytes, before SQLite does. `false`: there is nothing yet.
pub(super) fn look(path: &Path) -> Result<bool, OpenError> {
    let mut file = match OpenOptions::new().read(true).write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            // A log without its file: SQLite would throw it away, and with it what was committed.
            return if beside(path, "-wal") {
                Err(damaged(path, "its log is there, but the file is gone"))
            } else {
                Ok(false)
            };
        }
        Err(error) => return Err(folder_error(path)(error)),
    };
    let of_file = file.metadata().map_err(folder_error(path))?;
    if of_file.nlink() > 1 {
        return Err(OpenError::TwoNames { path: path.to_owned() });
    }
    let size = of_file.len();
    if beside(path, "-journal") {
        return Ok(true); // cut off while it was made: SQLite puts it right
    }
    if size == 0 {
        return if beside(path, "-wal") {
            Err(damaged(path, "it is empty, but its log is not"))
        } else {
            Ok(false)
        };
    }
    let mut head = Vec::with_capacity(100);
    Read::by_ref(&mut file).take(100).read_to_end(&mut head).map_err(folder_error(path))?;
    if !head.starts_with(MAGIC) || head.len() < 100 {
        return Err(not_ours(path, "it is no SQLite file"));
    }
    // Offset 16: page size, where 1 stands for 65,536; offset 28: number of pages.
    let page = match u16::from_be_bytes([head[16], head[17]]) {
        1 => 65_536,
        bytes => u64::from(bytes),
    };
    let pages = u64::from(u32::from_be_bytes([head[28], head[29], head[30], head[31]]));
    if size < page * pages && !beside(path, "-wal") {
        return Err(damaged(path, &format!("{size} bytes are there of {}", page * pages)));
    }
    Ok(true)
}

/// Whether a companion of the file is there and not empty.
fn beside(path: &Path, suffix: &str) -> bool {
    with_suffix(path, suffix).metadata().is_ok_and(|companion| companion.len() > 0)
}

pub(super) fn damaged(path: &Path, why: &str) -> OpenError {
    OpenError::Damaged { path: path.to_owned(), why: why.to_owned() }
}

/// Makes the empty file, readable by its owner only, and its name durable.
pub(super) fn create(path: &Path) -> Result<(), OpenError> {
    let made = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path);
    made.and_then(|file| file.sync_all()).map_err(folder_error(path))?;
    sync_folder(path).map_err(folder_error(path))
}

pub(super) fn sync_folder(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}
