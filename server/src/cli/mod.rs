//! The command line: what can be asked of the binary, and how it says that something went wrong.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 not done (the
//! message says what to do), 2 the command line itself is wrong.
//! Deliberately absent: what the commands do with a running server; they work on the data alone.

mod admin;
mod audit;
mod invitations;
mod migrate;
mod score;
mod serve;
mod sgf;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::{BadConfig, Config, Settings};
use crate::store::sql::OpenError;

/// Shown at the end of `--help`.
const EXAMPLES: &str = "\
Examples:
  tianyuan                        serve on http://localhost:8080, data in ./tianyuan-data
  tianyuan --lan                  the same for everybody in the house
  tianyuan --data /var/lib/tianyuan --tls-in-front --trusted-proxies 127.0.0.1
  DATABASE_URL=postgres://go:secret@db/go tianyuan
  tianyuan migrate --from tianyuan-data/tianyuan.sqlite --to postgres://go:secret@db/go
                                  carry everything over to another database, compared row by row
  tianyuan admin create kongjie   make an administrator; asks for the password
  tianyuan sgf check games/       replay records under the rules, one JSON line each
  tianyuan score game.sgf         count a record's position, with a map of the area
  tianyuan sgf convert old.sgf    any record as clean FF[4] in UTF-8

Every setting can be a flag (--tls-in-front), a variable of the environment
(TIANYUAN_TLS_IN_FRONT=1) or a line of the TOML file of --config (tls-in-front = true); the first
of these wins. `tianyuan settings …` with the same flags shows what would be used.";

/// Tianyuan 天元: a server for playing Go, with its web page and its database in one binary.
///
/// Without a command it serves.
#[derive(Debug, Parser)]
#[command(name = "tianyuan", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    settings: Settings,
}

/// What can be asked.
#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the page, the API and the sockets until a signal to end comes
    Serve(Settings),
    /// Bring the database up to date, or carry everything over to another one
    ///
    /// Without --from and --to: brings the database up to date and ends; an existing SQLite file is backed up first.
    ///
    /// With them: carries the whole installation over from one database to another one that is empty, of either kind.
    /// Stop all servers first. Every row is read again and compared before anything is kept, and the database that
    /// it comes from stays as it is. The files keys.json and seals.json are not in a database: what is to be done
    /// with them is said at the end.
    ///
    ///     tianyuan migrate --from tianyuan-data/tianyuan.sqlite --to postgres://go:secret@db/go
    #[command(verbatim_doc_comment)]
    Migrate(Box<migrate::Migrate>),
    /// Show the settings that `serve` would use, without secrets, and end
    Settings(Settings),
    /// Administer the server
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Look after the log of what officers do
    #[command(subcommand)]
    Audit(audit::Audit),
    /// Work with game records in SGF
    #[command(subcommand)]
    Sgf(sgf::Sgf),
    /// Count the position of a record: an area map, the parts of the count, the result
    ///
    /// The dead stones are those of --dead, else those that the record marks with its territory,
    /// else those that the server would propose. Komi and handicap are the record's; without a
    /// komi it is that of the rules.
    ///
    ///     tianyuan score game.sgf
    ///     tianyuan score game.sgf --rules japanese --dead D4,Q16
    ///     tianyuan score game.sgf --move 150 --propose
    ///     tianyuan score game.sgf --json | jq .margin_mu
    #[command(verbatim_doc_comment)]
    Score(score::Score),
}

/// Why a command was not done, in words that say what to do.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error(transparent)]
    Config(#[from] BadConfig),
    #[error(transparent)]
    Observe(#[from] crate::observe::ObserveError),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Start(#[from] crate::app::StartError),
    #[error(transparent)]
    Listen(#[from] serve::ListenError),
    #[error("the server ended: {0}")]
    Ended(io::Error),
    #[error(transparent)]
    Keys(#[from] crate::keys::KeysError),
    #[error(transparent)]
    Migrate(#[from] migrate::MigrateError),
    #[error(transparent)]
    Admin(#[from] admin::AdminError),
    #[error(transparent)]
    Audit(#[from] audit::AuditError),
    #[error(transparent)]
    Score(#[from] score::ScoreError),
    #[error("the results cannot be written: {0}")]
    Output(io::Error),
    #[error("{count} of {of} files could not be done, or not all of them: {first} (see the lines with \"error\")", first = .first.display())]
    Unread { count: usize, of: usize, first: PathBuf },
    #[error("the system gives no threads or sockets: {0}")]
    System(io::Error),
}

/// Reads a command line, the program's name first, and does what it says.
#[must_use]
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = Cli::parse_from(words);
    let done = match cli.command {
        None => serve::run(cli.settings),
        Some(Command::Serve(settings)) => serve::run(settings),
        Some(Command::Migrate(what)) => migrate::run(*what),
        Some(Command::Settings(settings)) => show_settings(settings),
        Some(Command::Admin(admin)) => admin::run(admin),
        Some(Command::Audit(audit)) => audit::run(audit),
        Some(Command::Sgf(sgf)) => sgf::run(&sgf),
        Some(Command::Score(score)) => score::run(&score),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the results has seen enough, as `head` does.
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // With standard error gone there is nobody left to tell.
            let _ = writeln!(io::stderr(), "tianyuan: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the settings of a command.
fn config(settings: Settings) -> Result<Config, CliError> {
    let plain = |name| std::env::var(name).ok();
    let redis_url = settings.redis_url.or_else(|| plain("REDIS_URL"));
    let settings = Settings { redis_url, ..settings };
    Ok(Config::new(settings.complete(plain("DATABASE_URL"))?)?)
}

/// The runtime on which rooms live.
fn runtime() -> Result<tokio::runtime::Runtime, CliError> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(CliError::System)
}

fn show_settings(settings: Settings) -> Result<(), CliError> {
    write!(io::stdout(), "{}", config(settings)?).map_err(CliError::Output)
}
