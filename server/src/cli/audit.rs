//! `tianyuan audit`: whether the audit log is what was written.
//!
//! Deliberately absent: mending it. A chain that is broken is evidence; it is not touched.

use std::io::{self, Write as _};

use clap::Subcommand;

use super::{CliError, config, runtime};
use crate::config::{Config, Settings};
use crate::hex;
use crate::store::sql::{SqlStore, StoreOptions};
use crate::store::{Audit as _, StoreError};

/// Entries read at once.
const ROWS: u64 = 500;

/// What can be done with the log.
#[derive(Debug, Subcommand)]
pub(super) enum Audit {
    /// Read all of the audit log and check that each entry follows the one before
    ///
    /// Prints how many there are and the hash of the last one; keep that somewhere else, and a log that was cut off later is
    /// found, too. Ends with 1 and the number of the first entry that is not what was written.
    ///
    /// A server on a SQLite file must be stopped first; with PostgreSQL it may go on.
    #[command(verbatim_doc_comment)]
    Verify {
        #[command(flatten)]
        settings: Box<Settings>,
    },
}

/// Why it does not hold.
#[derive(Debug, thiserror::Error)]
pub(super) enum AuditError {
    #[error(
        "entry {0} of the audit log is not what was written after the one before it: something was changed, taken out or put \
         in there. Compare it with a backup from before"
    )]
    Broken(u64),
    #[error("the audit log cannot be read: {0}")]
    Store(#[from] StoreError),
}

/// Does it.
pub(super) fn run(audit: Audit) -> Result<(), CliError> {
    match audit {
        Audit::Verify { settings } => {
            let config = config(*settings)?;
            let (count, hash) = runtime()?.block_on(verify(&config))?;
            writeln!(
                io::stdout(),
                "{count} entries, each follows the one before; the last one's hash is {hash}"
            )
            .map_err(CliError::Output)
        }
    }
}

async fn verify(config: &Config) -> Result<(u64, String), CliError> {
    let store = SqlStore::open(&config.database(), &StoreOptions::default()).await?;
    let verified = walk(&store).await;
    store.close().await;
    let last = verified?;
    Ok((
        last.map_or(0, |(number, _)| number),
        last.map_or_else(|| "none".to_owned(), |(_, hash)| hex::encode(&hash)),
    ))
}

/// The number and the hash of the last entry.
async fn walk(store: &SqlStore) -> Result<Option<(u64, [u8; 32])>, AuditError> {
    let mut last = None;
    loop {
        let entries = store.entries(last.map_or(0, |(number, _)| number), ROWS).await?;
        if entries.is_empty() {
            return Ok(last);
        }
        for entry in entries {
            if !entry.follows(last) {
                return Err(AuditError::Broken(last.map_or(1, |(number, _)| number + 1)));
            }
            last = Some((entry.number, entry.hash));
        }
    }
}
