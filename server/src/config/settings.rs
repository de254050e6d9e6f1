//! The three sources of settings: flags, environment, file.
//!
//! One struct is both the flags (with the environment behind each) and the file, so that a setting has one
//! name everywhere: `--tls-in-front`, `TIANYUAN_TLS_IN_FRONT`, `tls-in-front = true`.
//! Deliberately absent: defaults and checks; they are in [`super::Config::new`].

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::builder::{BoolishValueParser, ValueParser};
use serde::Deserialize;

use super::{BadConfig, LogFormat, Net, Registration};

/// What was said about each setting; `None` is nothing.
#[derive(Clone, Debug, Default, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[command(next_help_heading = "Settings")]
pub struct Settings {
    /// Read settings from this TOML file; flags and environment win over it
    #[arg(long, env = "TIANYUAN_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,

    /// Where to listen [default: 127.0.0.1:8080, with --lan 0.0.0.0:8080]
    #[arg(long, env = "TIANYUAN_LISTEN", value_name = "ADDRESS:PORT")]
    pub listen: Option<SocketAddr>,

    /// The folder of the database and its keys [default: tianyuan-data]
    #[arg(long, env = "TIANYUAN_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,

    /// postgres://user:password@host/name, or the path of a SQLite file [default: a file in the data
    /// folder]; the environment's DATABASE_URL is understood too
    #[arg(long, env = "TIANYUAN_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// Connections to the database that this server holds at most, from 4 to 1000 [default: 12]
    #[arg(long, env = "TIANYUAN_DATABASE_CONNECTIONS", value_name = "NUMBER")]
    pub database_connections: Option<u32>,

    /// redis://host:6379, over which many servers on one PostgreSQL tell each other what happens, or
    /// redis+sentinel://host:26379,host:26379/name where Sentinels look after it; the environment's REDIS_URL is
    /// understood too
    #[arg(long, env = "TIANYUAN_REDIS_URL", value_name = "URL", hide_env_values = true)]
    pub redis_url: Option<String>,

    /// For friends in one house, over plain HTTP: listens to the whole network, cookies without `Secure`
    #[arg(long, env = "TIANYUAN_LAN", value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true", value_parser = boolish())]
    pub lan: Option<bool>,

    /// Origins of other pages that may use this server, separated by commas
    #[arg(long, env = "TIANYUAN_ORIGINS", value_name = "ORIGIN", value_delimiter = ',')]
    pub origins: Option<Vec<String>>,

    /// A proxy in front of this server speaks TLS: tell browsers to insist on it
    #[arg(long, env = "TIANYUAN_TLS_IN_FRONT", value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true", value_parser = boolish())]
    pub tls_in_front: Option<bool>,

    /// Proxies whose X-Forwarded-For is believed: addresses or networks, separated by commas
    #[arg(long, env = "TIANYUAN_TRUSTED_PROXIES", value_name = "NET", value_delimiter = ',')]
    pub trusted_proxies: Option<Vec<Net>>,

    /// Who may read /metrics: addresses or networks, separated by commas [default: this machine]
    #[arg(long, env = "TIANYUAN_METRICS_FROM", value_name = "NET", value_delimiter = ',')]
    pub metrics_from: Option<Vec<Net>>,

    /// How log lines look [default: text]
    #[arg(long, env = "TIANYUAN_LOG", value_name = "FORMAT")]
    pub log: Option<LogFormat>,

    /// What is logged, like `debug` or `info,tianyuan=trace`
    #[arg(long, env = "TIANYUAN_LOG_FILTER", value_name = "FILTER")]
    pub log_filter: Option<String>,

    /// Who may make an account: everybody, who has an invitation (`tianyuan admin invite`), or nobody [default: open]
    #[arg(long, env = "TIANYUAN_REGISTRATION", value_name = "WHO")]
    pub registration: Option<Registration>,

    /// Where people open the page, like https://go.example.org, for links in letters and of administrators
    #[arg(long, env = "TIANYUAN_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,

    /// smtps://user:password@host, by which links for forgotten passwords are mailed; without it administrators hand them over
    #[arg(long, env = "TIANYUAN_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,

    /// Who writes these letters, like `Tianyuan <go@example.org>`
    #[arg(long, env = "TIANYUAN_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,

    /// Whether referees and administrators hold their office only where they have proven a second factor [default: true]
    #[arg(long, env = "TIANYUAN_STAFF_SECOND_FACTOR", value_name = "BOOL", value_parser = boolish())]
    pub staff_second_factor: Option<bool>,

    /// Whether to limit how often people may ask; switch it off in tests only [default: true]
    #[arg(long, env = "TIANYUAN_LIMITS", value_name = "BOOL", value_parser = boolish(), hide = true)]
    pub limits: Option<bool>,
}

/// `true`, `yes`, `on`, `1` and their opposites.
fn boolish() -> ValueParser {
    ValueParser::new(BoolishValueParser::new())
}

impl Settings {
    /// Puts the plain `DATABASE_URL` of the environment and the file of `--config` behind what flags and
    /// `TIANYUAN_…` said.
    ///
    /// # Errors
    /// The file cannot be read, or says something unknown.
    pub fn complete(mut self, plain_database_url: Option<String>) -> Result<Self, BadConfig> {
        self.database_url = self.database_url.or(plain_database_url).filter(|url| !url.is_empty());
        match self.config.take() {
            None => Ok(self),
            Some(path) => Ok(self.over(Self::read(&path)?)),
        }
    }

    fn read(path: &Path) -> Result<Self, BadConfig> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| BadConfig::Unreadable { path: path.to_path_buf(), why: error.to_string() })?;
        toml::from_str(&text).map_err(|error| {
            // The whole message would quote the line, and the line may be the one with the password.
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            let at = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            BadConfig::Malformed { path: path.to_path_buf(), why: format!("{at}{}", error.message()) }
        })
    }

    /// These settings, and those of `below` where these are silent.
    fn over(self, below: Self) -> Self {
        Self {
            config: self.config.or(below.config),
            listen: self.listen.or(below.listen),
            data: self.data.or(below.data),
            database_url: self.database_url.or(below.database_url),
            database_connections: self.database_connections.or(below.database_connections),
            redis_url: self.redis_url.or(below.redis_url),
            lan: self.lan.or(below.lan),
            origins: self.origins.or(below.origins),
            tls_in_front: self.tls_in_front.or(below.tls_in_front),
            trusted_proxies: self.trusted_proxies.or(below.trusted_proxies),
            metrics_from: self.metrics_from.or(below.metrics_from),
            log: self.log.or(below.log),
            log_filter: self.log_filter.or(below.log_filter),
            registration: self.registration.or(below.registration),
            public_url: self.public_url.or(below.public_url),
            smtp_url: self.smtp_url.or(below.smtp_url),
            mail_from: self.mail_from.or(below.mail_from),
            staff_second_factor: self.staff_second_factor.or(below.staff_second_factor),
            limits: self.limits.or(below.limits),
        }
    }
}
