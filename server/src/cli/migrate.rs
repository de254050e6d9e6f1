//! `tianyuan migrate`: brings a database up to date, or carries everything over to another one.
//!
//! Deliberately absent: copying the keys, which may have to go to other machines, and only there.

use std::io::{self, IsTerminal as _, Write as _};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{CliError, config, runtime};
use crate::config::{Config, Settings};
use crate::store::sql::{
    DatabaseUrl, OpenError, Progress, SqlStore, Stage, StoreOptions, TransferError, transfer,
};

/// Where there is no terminal, a line is written each time so many rows of a table are done.
const LINE_ROWS: u64 = 100_000;

/// What is to be done.
#[derive(Debug, Args)]
pub(super) struct Migrate {
    /// The database to carry everything over from; it must be up to date and stays as it is
    #[arg(long, env = "TIANYUAN_MIGRATE_FROM", value_name = "URL", hide_env_values = true, requires = "to")]
    from: Option<String>,
    /// The empty database to carry it to
    #[arg(long, env = "TIANYUAN_MIGRATE_TO", value_name = "URL", hide_env_values = true, requires = "from")]
    to: Option<String>,
    #[command(flatten)]
    settings: Settings,
}

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub(super) enum MigrateError {
    #[error("--{0}: {1}")]
    Url(&'static str, OpenError),
    #[error(transparent)]
    Transfer(#[from] TransferError),
}

/// Does it.
pub(super) fn run(migrate: Migrate) -> Result<(), CliError> {
    let config = config(migrate.settings)?;
    match (migrate.from, migrate.to) {
        (Some(from), Some(to)) => carry(&config, &url("from", &from)?, &url("to", &to)?),
        (None, _) | (_, None) => bring_up_to_date(&config),
    }
}

fn url(name: &'static str, text: &str) -> Result<DatabaseUrl, MigrateError> {
    text.parse().map_err(|error| MigrateError::Url(name, error))
}

fn bring_up_to_date(config: &Config) -> Result<(), CliError> {
    let store = runtime()?.block_on(async {
        let store = SqlStore::open(&config.database(), &StoreOptions::default()).await?;
        store.close().await;
        Ok::<_, CliError>(store)
    })?;
    let mut out = io::stdout().lock();
    let said = match store.migrated() {
        [] => writeln!(out, "{} is up to date; nothing was changed", config.database()),
        steps => writeln!(out, "{} was brought up to date: {}", config.database(), steps.join(", ")),
    };
    said.map_err(CliError::Output)
}

fn carry(config: &Config, from: &DatabaseUrl, to: &DatabaseUrl) -> Result<(), CliError> {
    let bar = bar();
    let told = |progress| tell(&bar, progress);
    let counts = runtime()?.block_on(transfer(from, to, &told)).map_err(MigrateError::Transfer)?;
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    let said = writeln!(out, "{from} was carried over to {to}; every row was read again and is the same:")
        .and_then(|()| counts.iter().try_for_each(|(name, rows)| writeln!(out, "  {name:<10} {rows}")))
        .and_then(|()| tell_of_keys(&mut out, config, from, to));
    said.map_err(CliError::Output)
}

/// What lies beside a database has to come along.
fn tell_of_keys(
    out: &mut impl io::Write,
    config: &Config,
    from: &DatabaseUrl,
    to: &DatabaseUrl,
) -> io::Result<()> {
    let beside = |url: &DatabaseUrl| Config { database_url: Some(url.clone()), ..config.clone() };
    let (old, new) = (beside(from), beside(to));
    let goes = match to {
        DatabaseUrl::Sqlite(_) => "beside the new file",
        DatabaseUrl::Postgres(_) => "in the data folder (--data) of every server",
    };
    writeln!(out, "Before a server starts on it, these files must lie {goes}, for their owner only:")?;
    let files = [
        (old.keys_file(), new.keys_file(), "without it everybody has to log in again"),
        (old.seals_file(), new.seals_file(), "without it sealed moves of adjourned games are lost"),
    ];
    for (old, new, loss) in files {
        let there = if old.exists() { "" } else { ", not found on this machine," };
        let goes =
            if old == new { "stays".to_owned() } else { format!("is to be copied to {}", new.display()) };
        writeln!(out, "  {}{there} {goes}: {loss}", old.display())?;
    }
    Ok(())
}

/// For people at a terminal; hidden elsewhere.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} rows, {msg}, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Shows how far it is: as a bar, or as a line now and then.
fn tell(bar: &ProgressBar, progress: Progress) {
    let Progress { stage, table, done, of } = progress;
    let doing = match stage {
        Stage::Copying => "copied",
        Stage::Comparing => "compared",
    };
    if !bar.is_hidden() {
        bar.set_length(of);
        bar.set_position(done);
        bar.set_message(format!("{table} {doing}"));
    } else if done == of || done % LINE_ROWS == 0 {
        // With standard error gone there is nobody left to tell.
        let _ = writeln!(io::stderr(), "{doing} {table}: {done} of {of} rows");
    }
}
