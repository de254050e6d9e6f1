//! `tianyuan admin`: what only somebody at the machine may do.
//!
//! Deliberately absent: passwords as arguments, which other users of the machine could read.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::sync::Arc;

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use uuid::Uuid;

use super::invitations::{self, Admission};
use super::{CliError, config, runtime};
use crate::account::{AccountError, AccountService};
use crate::config::{Config, Settings};
use crate::keys::Keys;
use crate::offices::{Offices, Role};
use crate::store::sql::{SqlStore, StoreOptions};
use crate::store::{Act, Audit as _, StoreError};
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
    /// Give an account offices, and take all others from it
    ///
    /// A referee may rule on any game that is not its own: stop the clocks, step back, rule a result. A chief referee may
    /// also rule a draw, a loss of both or a replay, and change one clock alone. An organiser runs events, a rank officer
    /// keeps the ranks, a moderator keeps order among people, an administrator may do all of it. A player has no office.
    ///
    ///     tianyuan admin grant kongjie referee moderator
    ///
    /// A server on a SQLite file must be stopped first; with PostgreSQL it may go on.
    #[command(verbatim_doc_comment)]
    Grant {
        /// The name of the account
        name: String,
        /// What it may do
        #[arg(required = true, value_parser = Granted::parser())]
        offices: Vec<Granted>,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Take the second factor of somebody away who has lost the app and every recovery code
    ///
    /// Make sure first who asks for it. Whoever it is is logged out everywhere, on servers that are running within a minute.
    ///
    ///     tianyuan admin second-factor-off kongjie
    ///
    /// A server on a SQLite file must be stopped first; with PostgreSQL it may go on.
    #[command(verbatim_doc_comment)]
    SecondFactorOff {
        /// The name of the account
        name: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Make a link by which somebody who has forgotten the password sets another one
    ///
    /// Hand it over in a way that shows who you give it to. It is good once, for a day.
    ///
    ///     tianyuan admin reset-link kongjie
    ///
    /// A server on a SQLite file must be stopped first; with PostgreSQL it may go on.
    #[command(verbatim_doc_comment)]
    ResetLink {
        /// The name of the account
        name: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    #[command(flatten)]
    Admission(Admission),
}

/// An office as the command line names it, or `player`, which is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Granted(Option<Role>);

impl Granted {
    fn parser() -> impl TypedValueParser<Value = Self> {
        let names = Role::ALL.map(Role::name).into_iter().chain(["player"]);
        PossibleValuesParser::new(names).map(|name| Self(Role::named(&name)))
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
    #[error("the offices were not given: {0}")]
    Offices(AccountError),
    #[error("it was done, but could not be written into the audit log: {0}")]
    Log(StoreError),
    #[error("a player has no office: name player alone, or leave it out")]
    PlayerAlone,
    #[error("the invitations could not be read or changed: {0}")]
    Invitation(StoreError),
    #[error("there is no invitation {0}: `tianyuan admin invitations` lists those there are")]
    NoInvitation(Uuid),
    #[error("the second factor was not taken away: {0}")]
    Factor(AccountError),
    #[error("the link was not made: {0}")]
    Link(AccountError),
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
        Admin::Admission(what) => invitations::run(what),
        Admin::Grant { name, offices, settings } => {
            let config = config(*settings)?;
            let roles: Vec<Role> = offices.iter().filter_map(|granted| granted.0).collect();
            if roles.len() < offices.len() && offices.len() > 1 {
                return Err(AdminError::PlayerAlone.into());
            }
            let offices = Offices::of(&roles);
            let name = runtime()?.block_on(grant(&config, &name, offices))?;
            let names: Vec<&str> = offices.iter().map(Role::name).collect();
            let has = if names.is_empty() { "no office".to_owned() } else { names.join(", ") };
            writeln!(io::stdout(), "{name} has: {has}").map_err(CliError::Output)
        }
        Admin::SecondFactorOff { name, settings } => {
            let config = config(*settings)?;
            let name = runtime()?.block_on(second_factor_off(&config, &name))?;
            writeln!(io::stdout(), "{name} has no second factor now").map_err(CliError::Output)
        }
        Admin::ResetLink { name, settings } => {
            let config = config(*settings)?;
            let (name, token) = runtime()?.block_on(reset_link(&config, &name))?;
            let here = "http://".to_owned() + &config.listen.to_string();
            let page = config.public_url.as_ref().unwrap_or(&here);
            let told =
                format!("{name} sets another password here, once, within a day:\n{page}/reset#{token}");
            writeln!(io::stdout(), "{told}").map_err(CliError::Output)
        }
    }
}

/// Gives the offices; the answer is the account's name as it is shown.
async fn grant(config: &Config, name: &str, offices: Offices) -> Result<String, CliError> {
    let (store, accounts) = accounts(config).await?;
    let given = appoint(&store, &accounts, name, offices).await;
    store.close().await;
    Ok(given?)
}

async fn appoint(
    store: &SqlStore,
    accounts: &AccountService,
    name: &str,
    offices: Offices,
) -> Result<String, AdminError> {
    let given = accounts.appoint(name, offices).await.map_err(AdminError::Offices)?;
    let name = given.ok_or_else(|| AdminError::NoAccount(name.to_owned()))?;
    note(store, "offices.give", person(&name), names(offices)).await?;
    Ok(name)
}

/// Writes into the audit log what was done from here.
pub(super) async fn note(
    store: &SqlStore,
    act: &str,
    subject: String,
    after: String,
) -> Result<(), AdminError> {
    let act = Act {
        by: (None, "command line".to_owned()),
        act: act.to_owned(),
        subject,
        reason: String::new(),
        before: String::new(),
        after,
    };
    store.note(Time::start().wall_ms(), act).await.map(drop).map_err(AdminError::Log)
}

fn person(name: &str) -> String {
    format!("person:{name}")
}

fn names(offices: Offices) -> String {
    offices.iter().map(Role::name).collect::<Vec<_>>().join(" ")
}

/// Takes the second factor; the answer is the account's name as it is shown.
async fn second_factor_off(config: &Config, name: &str) -> Result<String, CliError> {
    let (store, accounts) = accounts(config).await?;
    let taken = async {
        let taken = accounts.take_second_factor(name).await.map_err(AdminError::Factor)?;
        let name = taken.ok_or_else(|| AdminError::NoAccount(name.to_owned()))?;
        note(&store, "account.factor_off", person(&name), String::new()).await?;
        Ok::<_, AdminError>(name)
    };
    let taken = taken.await;
    store.close().await;
    Ok(taken?)
}

/// Makes the ticket of a link; the name as it is shown, too.
async fn reset_link(config: &Config, name: &str) -> Result<(String, String), CliError> {
    let (store, accounts) = accounts(config).await?;
    let made = async {
        let made = accounts.reset_by_hand(name).await.map_err(AdminError::Link)?;
        let made = made.ok_or_else(|| AdminError::NoAccount(name.to_owned()))?;
        note(&store, "account.reset_link", person(&made.0), String::new()).await?;
        Ok::<_, AdminError>(made)
    };
    let made = made.await;
    store.close().await;
    Ok(made?)
}

/// The accounts of an installation, and the store to be closed afterwards.
pub(super) async fn accounts(config: &Config) -> Result<(SqlStore, AccountService), CliError> {
    let store = SqlStore::open(&config.database(), &StoreOptions::default()).await?;
    let keys = Keys::load_or_create(&config.keys_file())?;
    let shared = Arc::new(store.clone());
    Ok((store, AccountService::new(&shared, keys, Time::start())))
}

/// Makes the account; the answer is its name as it is shown.
async fn create(config: &Config, name: &str, password: &str) -> Result<String, CliError> {
    let (store, accounts) = accounts(config).await?;
    let made = accounts.create(name, password, Role::Administrator).await.map_err(AdminError::Account);
    let noted = match &made {
        Ok(account) => note(&store, "account.create", person(&account.name), names(account.offices)).await,
        Err(_) => Ok(()),
    };
    store.close().await;
    noted?;
    Ok(made?.name)
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
