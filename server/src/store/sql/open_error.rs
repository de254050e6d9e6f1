//! Why the database could not be opened, in words that say what to do. In none of these cases was
//! anything overwritten.

use std::path::PathBuf;

/// Why the database could not be opened. Nothing in it was changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL is of no kind that is known. It is not shown, for it may hold a password.
    #[error("the database must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")]
    Url,
    /// The folder or the file cannot be used.
    #[error(
        "cannot use {path}: {why}. Give this user the right to read and write it, or name another data folder"
    )]
    Folder {
        /// Which.
        path: PathBuf,
        /// What the operating system says.
        why: String,
    },
    /// Nothing is there, and nothing was to be made.
    #[error("there is no database of this server at {url}. Check the path, or the name")]
    Absent {
        /// Where it was looked for, without a password.
        url: String,
    },
    /// Another server has the file open.
    #[error("{path} is in use by another server. Stop that one first, or name another data folder")]
    InUse {
        /// The database file.
        path: PathBuf,
    },
    /// The file is no database.
    #[error("{path} is not a database of this server: {why}. Move it away, or name another data folder")]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: String,
    },
    /// The file has two names, and each would have a lock and a log of its own.
    #[error(
        "{path} has a second name (a hard link), by which another server may use it: take one of the two away, or make a \
         copy of the file"
    )]
    TwoNames {
        /// The name that was given.
        path: PathBuf,
    },
    /// The file is a database, but broken.
    #[error("the database {path} is damaged: {why}. Restore it from a backup; the file was left as it is")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A newer version has worked on the database.
    #[error(
        "the database was written by a newer version (it knows {steps}). Start that version, or restore the backup \
         made before it; nothing was changed"
    )]
    Newer {
        /// The migrations that are not known here.
        steps: String,
    },
    /// Migrations are due and were not wanted.
    #[error("the database is older than this version ({steps} due). Run `tianyuan migrate` first")]
    Pending {
        /// Which migrations.
        steps: String,
    },
    /// The backup before a migration could not be made.
    #[error(
        "no backup could be made at {path}: {why}. Make room or move old backups away; nothing was migrated"
    )]
    Backup {
        /// Where it was to be.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The database server cannot be reached or refuses.
    #[error("cannot reach the database {url}: {why}. Check that it runs, and its user, password and name")]
    Connect {
        /// Its URL without the password.
        url: String,
        /// What it says.
        why: String,
    },
    /// The database failed while it was looked at or migrated.
    #[error("the database failed while it was opened: {why}. Nothing was changed")]
    Failed {
        /// What it says.
        why: String,
    },
}
