//! `tianyuan admin`: what only somebody at the machine may do.
//!
//! Deliberately absent: passwords as arguments, which other users of the machine could read.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::sync::Arc;

use clap::{Subcommand, ValueEnum};

use super::{CliError, config, runtime};
use crate::account::{AccountError, AccountService};
use crate::config::{Config, Settings};
use crate::keys::Keys;
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
    /// Give an account a role: player, referee, `chief_referee` or administrator
    ///
    /// A referee may rule on any game that is not its own: stop the clocks, step back, rule a result. A chief referee may
    /// also rule a draw, a loss of both or a replay, and change one clock alone.
    ///
    ///     tianyuan admin grant kongjie referee
    ///
    /// A server on a SQLite file must be stopped first; with PostgreSQL it may go on.
    #[command(verbatim_doc_comment)]
    Grant {
        /// The name of the account
        name: String,
        /// What it may do
        #[arg(value_enum)]
        role: GrantedRole,
        #[command(flatten)]
        settings: Box<Settings>,
    },
}

/// A role as the command line names it.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum GrantedRole {
    /// Plays, and nothing else.
    Player,
    /// Rules on games that are not its own.
    Referee,
    /// Rules also what only a chief referee may.
    #[value(name = "chief_referee")]
    ChiefReferee,
    /// Administers the server.
    Administrator,
}

impl From<GrantedRole> for Role {
    fn from(role: GrantedRole) -> Self {
        match role {
            GrantedRole::Player => Self::Player,
            GrantedRole::Referee => Self::Referee,
            GrantedRole::ChiefReferee => Self::ChiefReferee,
            GrantedRole::Administrator => Self::Administrator,
        }
    }
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
    #[error("the role was not given: {0}")]
    Role(AccountError),
    #[error("there is no account {0}: check the name, or have its owner register first")]
    NoAccount(String),
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
        Admin::Grant { name, role, settings } => {
            let config = config(*settings)?;
            let name = runtime()?.block_on(grant(&config, &name, role.into()))?;
            let role = role.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
            writeln!(io::stdout(), "{name} has the role {role} now").map_err(CliError::Output)
        }
    }
}

/// Gives the role; the answer is the account's name as it is shown.
async fn grant(config: &Config, name: &str, role: Role) -> Result<String, CliError> {
    let (store, accounts) = accounts(config).await?;
    let given = accounts.appoint(name, role).await;
    store.close().await;
    let given = given.map_err(AdminError::Role)?;
    Ok(given.ok_or_else(|| AdminError::NoAccount(name.to_owned()))?)
}

/// The accounts of an installation, and the store to be closed afterwards.
async fn accounts(config: &Config) -> Result<(SqlStore, AccountService), CliError> {
    let store = SqlStore::open(&config.database(), &StoreOptions::default()).await?;
    let keys = Keys::load_or_create(&config.keys_file())?;
    let shared = Arc::new(store.clone());
    Ok((store, AccountService::new(shared.clone(), shared, keys, Time::start())))
}

/// Makes the account; the answer is its name as it is shown.
async fn create(config: &Config, name: &str, password: &str) -> Result<String, CliError> {
    let (store, accounts) = accounts(config).await?;
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
