//! `tianyuan admin`: what only somebody at the machine may do.
//!
//! Deliberately absent: passwords as arguments, which other users of the machine could read.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::sync::Arc;

use clap::Subcommand;

use super::{CliError, config, runtime};
use crate::account::{AccountError, AccountService, Keys};
use crate::config::{Config, Settings};
use crate::store::Role;
use crate::store::sql::{SqlStore, StoreOptions};
use crate::time::Time;

/// What can be administered.
#[derive(Debug, Subcommand)]
pub(super) enum Admin {
    /// Make an account that may administer the server
    ///
    /// The password is asked for at a terminal, otherwise it is the first line of standard input:
    ///
    ///     pass show tianyuan | tianyuan admin create kongjie
    ///
    /// A server on a SQLite file must be stopped first; with PostgreSQL it may go on.
    #[command(verbatim_doc_comment)]
    Create {
        /// The name of the account
        name: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
}

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub(super) enum AdminError {
    #[error("the password cannot be read: {0}")]
    Unreadable(io::Error),
    #[error("no password was given: type it, or write it as the first line of standard input")]
    Nothing,
    #[error("the two passwords differ: nothing was changed, try again")]
    Differ,
    #[error("the account was not made: {0}")]
    Account(AccountError),
}

/// Does it.
pub(super) fn run(admin: Admin) -> Result<(), CliError> {
    match admin {
        Admin::Create { name, settings } => {
            let config = config(*settings)?;
            let password = password()?;
            let name = runtime()?.block_on(create(&config, &name, &password))?;
            writeln!(io::stdout(), "{name} is an administrator now").map_err(CliError::Output)
        }
    }
}

/// Makes the account; the answer is its name as it is shown.
async fn create(config: &Config, name: &str, password: &str) -> Result<String, CliError> {
    let store = SqlStore::open(&config.database(), &StoreOptions::default()).await?;
    let keys = Keys::load_or_create(&config.keys_file())?;
    let shared = Arc::new(store.clone());
    let accounts = AccountService::new(shared.clone(), shared, keys, Time::start());
    let made = accounts.create(name, password, Role::Administrator).await;
    store.close().await;
    Ok(made.map_err(AdminError::Account)?.name)
}

/// Asks twice at a terminal, reads one line elsewhere.
fn password() -> Result<String, AdminError> {
    let password = if io::stdin().is_terminal() {
        let ask = |text| rpassword::prompt_password(text).map_err(AdminError::Unreadable);
        let password = ask("Password: ")?;
        if password != ask("Again: ")? {
            return Err(AdminError::Differ);
        }
        password
    } else {
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line).map_err(AdminError::Unreadable)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    if password.is_empty() { Err(AdminError::Nothing) } else { Ok(password) }
}
