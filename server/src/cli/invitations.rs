//! `tianyuan admin invite` and what goes with it: who may come where not everybody may.
//!
//! Deliberately absent: showing a link a second time. Only its hash is kept; make another one.

use std::io::{self, Write as _};

use clap::Subcommand;
use time::UtcDateTime;
use uuid::Uuid;

use super::admin::{self, AdminError, accounts};
use super::{CliError, config, runtime};
use crate::account::{Invite, link_of};
use crate::config::{Config, Settings};
use crate::store::Invitation;

/// So many are read at once.
const PAGE: u64 = 100;
/// Characters of a note.
const NOTE_CHARS: usize = 200;

/// What can be done with invitations.
#[derive(Debug, Subcommand)]
pub(super) enum Admission {
    /// Invite people to a server that is for the invited (--registration invited)
    ///
    /// Prints a link to send to them. It is shown this once.
    ///
    ///     tianyuan admin invite --uses 20 --days 30 --note 'the club'
    ///
    /// A server on a SQLite file must be stopped first; with PostgreSQL it may go on.
    #[command(verbatim_doc_comment)]
    Invite {
        /// How many accounts can be made with it
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
        uses: u32,
        /// For how many days
        #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=365))]
        days: u32,
        /// A word about it, shown in the list
        #[arg(long, default_value = "", value_parser = note)]
        note: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// List the invitations that can still be used: id, uses left, until when, note
    Invitations {
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Take an invitation back
    Uninvite {
        /// Its id, as the list has it
        id: Uuid,
        #[command(flatten)]
        settings: Box<Settings>,
    },
}

/// A note is one line of plain text, or the list could not be read.
fn note(text: &str) -> Result<String, String> {
    if text.chars().count() > NOTE_CHARS || text.chars().any(char::is_control) {
        return Err(format!("a note is one line of at most {NOTE_CHARS} characters"));
    }
    Ok(text.to_owned())
}

/// Does it.
pub(super) fn run(what: Admission) -> Result<(), CliError> {
    match what {
        Admission::Invite { uses, days, note, settings } => {
            let config = config(*settings)?;
            let (id, secret) = runtime()?.block_on(invite(&config, Invite { uses, days, note }))?;
            let link = link_of(&origin(&config), &secret);
            writeln!(io::stdout(), "{link}").map_err(CliError::Output)?;
            writeln!(io::stderr(), "invitation {id}: {uses} uses, {days} days").map_err(CliError::Output)
        }
        Admission::Invitations { settings } => {
            let config = config(*settings)?;
            for kept in runtime()?.block_on(list(&config))? {
                let until = UtcDateTime::from_unix_timestamp(kept.expires_ms / 1000)
                    .map_or_else(|_| "-".to_owned(), |until| until.to_string());
                writeln!(io::stdout(), "{}\t{}/{}\t{until}\t{}", kept.id, kept.left, kept.uses, kept.note)
                    .map_err(CliError::Output)?;
            }
            Ok(())
        }
        Admission::Uninvite { id, settings } => {
            let config = config(*settings)?;
            runtime()?.block_on(uninvite(&config, id))?;
            writeln!(io::stdout(), "invitation {id} is withdrawn").map_err(CliError::Output)
        }
    }
}

/// Where people reach the server, as far as its settings tell.
fn origin(config: &Config) -> String {
    config
        .public_url
        .clone()
        .or_else(|| config.origins.first().cloned())
        .unwrap_or_else(|| format!("http://{}", config.listen))
}

async fn invite(config: &Config, invite: Invite) -> Result<(Uuid, String), CliError> {
    let (store, accounts) = accounts(config).await?;
    let made = async {
        let told = format!("{} uses, {} days", invite.uses, invite.days);
        let made = accounts.invite(invite).await.map_err(AdminError::Invitation)?;
        admin::note(&store, "invitation.make", "server".to_owned(), told).await?;
        Ok::<_, AdminError>(made)
    };
    let made = made.await;
    store.close().await;
    Ok(made?)
}

async fn list(config: &Config) -> Result<Vec<Invitation>, CliError> {
    let (store, accounts) = accounts(config).await?;
    let mut all: Vec<Invitation> = Vec::new();
    let read = loop {
        match accounts.invitations(all.last().map(|last| last.id), PAGE).await {
            Ok(page) if page.is_empty() => break Ok(all),
            Ok(page) => all.extend(page),
            Err(error) => break Err(AdminError::Invitation(error)),
        }
    };
    store.close().await;
    Ok(read?)
}

async fn uninvite(config: &Config, id: Uuid) -> Result<(), CliError> {
    let (store, accounts) = accounts(config).await?;
    let done = async {
        let done = accounts.uninvite(id).await.map_err(AdminError::Invitation)?;
        if done {
            admin::note(&store, "invitation.withdraw", "server".to_owned(), String::new()).await?;
        }
        Ok::<_, AdminError>(done)
    };
    let done = done.await;
    store.close().await;
    match done? {
        true => Ok(()),
        false => Err(AdminError::NoInvitation(id).into()),
    }
}
