//! The settings of one server, checked.
//!
//! A setting comes from a flag, else from the environment, else from the file of `--config`, else it has
//! the default written here; [`settings`] reads the three sources, this module checks what they say.
//! Deliberately absent: settings that change while the server runs, and any secret with a default value.

pub mod settings;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::bus::{BadUrl, RedisUrl};
use crate::mail::{BadSmtpUrl, Mailer, SmtpUrl};
use crate::store::sql::{DatabaseUrl, StoreOptions};

pub use settings::Settings;

/// The port when none is said.
const PORT: u16 = 8080;
/// More connections of one server to its database make no sense.
const MOST_CONNECTIONS: u32 = 1_000;
/// The data folder when none is said.
const DATA: &str = "tianyuan-data";
/// The database inside the data folder.
const DATABASE_FILE: &str = "tianyuan.sqlite";
/// The keys beside it.
const KEYS_FILE: &str = "keys.json";
/// The file of the keys of sealed moves.
const SEALS_FILE: &str = "seals.json";
/// What is logged when nothing is said: our own doings and the warnings of others.
const LOG_FILTER: &str = "info,sqlx=warn,sea_orm=warn,sea_orm_migration=warn,actix_server=warn";

/// Everything that can be set, after checking.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen. Port 0 asks the system for a free one.
    pub listen: SocketAddr,
    /// The folder of the database, its keys and its lock; made when it is missing.
    pub data: PathBuf,
    /// The database; none means a file in [`Self::data`].
    pub database_url: Option<DatabaseUrl>,
    /// Connections to it that this server holds at most.
    pub database_connections: u32,
    /// What servers on one database tell each other over; without it this one is alone.
    pub redis_url: Option<RedisUrl>,
    /// Plain HTTP among friends in one house: plain cookies, no HSTS.
    pub lan: bool,
    /// Origins (`https://go.example.org`) that may use cookies and sockets, besides the server's own host.
    pub origins: Vec<String>,
    /// A proxy in front speaks TLS: HSTS is sent.
    pub tls_in_front: bool,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Net>,
    /// Who may read `/metrics`.
    pub metrics_from: Vec<Net>,
    /// How log lines look.
    pub log: LogFormat,
    /// What is logged, in the filter language of `tracing`.
    pub log_filter: String,
    /// Who may make an account.
    pub registration: Registration,
    /// The address at which people open the page, without a slash at its end, for links; none is told.
    pub public_url: Option<String>,
    /// How letters are sent; none are without it.
    pub mail: Option<Mail>,
    /// Whether whoever has an office (referee, administrator …) must have proven a second factor to hold it.
    pub staff_second_factor: bool,
    /// Whether the limits on how often people may ask are held; off only in tests.
    pub limits: bool,
}

/// Who may make an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Who has an invitation.
    Invited,
    /// Nobody but whoever runs the server.
    Closed,
}

/// How letters are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// Where they are handed over.
    pub smtp_url: SmtpUrl,
    /// Who writes them, like `Tianyuan <go@example.org>`.
    pub from: String,
    /// The address at which people open the page.
    pub public_url: String,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people at a terminal.
    #[default]
    Text,
    /// One JSON object per line, for collectors.
    Json,
}

/// A network or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Net(IpNet);

impl Net {
    /// Whether an address lies in it. An IPv4 address that came in through an IPv6 socket counts as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Net {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let net = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        net.map(Self).map_err(|_| {
            format!("`{text}` is neither an address nor a network: write it like 10.0.0.1 or 10.0.0.0/8")
        })
    }
}

impl TryFrom<String> for Net {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why settings cannot be used, said to the person who wrote them.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BadConfig {
    /// The file of `--config` cannot be read.
    #[error("the settings file {path} cannot be read ({why}): correct --config, or leave it out", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// The file of `--config` is not TOML, has an unknown setting, or one of the wrong kind.
    #[error("the settings file {path} cannot be used:\n{why}", path = .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where and what.
        why: String,
    },
    /// An origin with a path, without a scheme, or of another scheme.
    #[error("`{0}` is not an origin: write scheme and host only, like https://go.example.org")]
    Origin(String),
    /// A database that is not one of the two kinds; its text is not repeated, it may hold a password.
    #[error(
        "the database is of no kind that this server knows: write postgres://user:password@host/name, or the \
         path of a SQLite file"
    )]
    Database,
    /// An address of Redis that cannot be used.
    #[error(transparent)]
    Redis(#[from] BadUrl),
    /// A server for letters that cannot be used.
    #[error(transparent)]
    Smtp(#[from] BadSmtpUrl),
    /// Letters that could not be written.
    #[error(
        "letters need --smtp-url, --mail-from (like `Tianyuan <go@example.org>`) and --public-url together: set all three, or \
         none of the first two"
    )]
    Mail,
    /// An address for links that cannot be one.
    #[error("`{0}` is not where people open the page: write --public-url like https://go.example.org")]
    PublicUrl(String),
    /// Too few connections to work with, or more than make sense.
    #[error("--database-connections must be from {} to {MOST_CONNECTIONS}", StoreOptions::FEWEST)]
    Connections,
    /// Servers cannot share a file.
    #[error("a Redis is for many servers on one PostgreSQL: set the database too, or leave --redis-url out")]
    RedisAlone,
    /// Two settings that contradict each other.
    #[error("--lan is for plain HTTP, --tls-in-front for a proxy with TLS: choose one of them")]
    LanAndTls,
}

impl Config {
    /// Checks settings and fills in what they leave open.
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn new(settings: Settings) -> Result<Self, BadConfig> {
        let lan = settings.lan.unwrap_or(false);
        let tls_in_front = settings.tls_in_front.unwrap_or(false);
        if lan && tls_in_front {
            return Err(BadConfig::LanAndTls);
        }
        let database_url = database(settings.database_url)?;
        let public_url = settings.public_url.map(|text| public_url(&text)).transpose()?;
        let everywhere = if lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        Ok(Self {
            listen: settings.listen.unwrap_or_else(|| SocketAddr::from((everywhere, PORT))),
            data: settings.data.unwrap_or_else(|| PathBuf::from(DATA)),
            redis_url: redis(settings.redis_url, database_url.as_ref())?,
            database_url,
            database_connections: connections(settings.database_connections)?,
            lan,
            origins: origins(&settings.origins.unwrap_or_default())?,
            tls_in_front,
            trusted_proxies: settings.trusted_proxies.unwrap_or_default(),
            metrics_from: settings.metrics_from.unwrap_or_else(loopback),
            log: settings.log.unwrap_or_default(),
            log_filter: settings.log_filter.unwrap_or_else(|| LOG_FILTER.to_owned()),
            registration: settings.registration.unwrap_or_default(),
            mail: mail(settings.smtp_url, settings.mail_from, public_url.as_ref())?,
            public_url,
            staff_second_factor: settings.staff_second_factor.unwrap_or(true),
            limits: settings.limits.unwrap_or(true),
        })
    }

    /// The settings of a server inside a test: a free port of loopback, everything in `data`, no limits
    /// on how often somebody asks, offices without a second factor.
    #[must_use]
    pub fn for_tests(data: &Path) -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            data: data.to_path_buf(),
            database_url: None,
            database_connections: StoreOptions::USUAL,
            redis_url: None,
            lan: false,
            origins: Vec::new(),
            tls_in_front: false,
            trusted_proxies: Vec::new(),
            metrics_from: loopback(),
            log: LogFormat::Text,
            log_filter: "warn".to_owned(),
            registration: Registration::Open,
            public_url: None,
            mail: None,
            staff_second_factor: false,
            limits: false,
        }
    }

    /// The database that is meant: what was set, else the file in the data folder.
    #[must_use]
    pub fn database(&self) -> DatabaseUrl {
        let default = || DatabaseUrl::Sqlite(self.data.join(DATABASE_FILE));
        self.database_url.clone().unwrap_or_else(default)
    }

    /// Every setting by name, as it is shown to people; the password inside a database URL is hidden.
    #[must_use]
    pub fn shown(&self) -> [(&'static str, String); 18] {
        fn list<T: fmt::Display>(items: &[T]) -> String {
            items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
        }
        let log = match self.log {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        };
        let registration = match self.registration {
            Registration::Open => "open",
            Registration::Invited => "invited",
            Registration::Closed => "closed",
        };
        [
            ("listen", self.listen.to_string()),
            ("data", self.data.display().to_string()),
            ("database-url", self.database().to_string()),
            ("database-connections", self.database_connections.to_string()),
            ("redis-url", self.redis_url.as_ref().map(RedisUrl::to_string).unwrap_or_default()),
            ("lan", self.lan.to_string()),
            ("origins", list(&self.origins)),
            ("tls-in-front", self.tls_in_front.to_string()),
            ("trusted-proxies", list(&self.trusted_proxies)),
            ("metrics-from", list(&self.metrics_from)),
            ("log", log.to_owned()),
            ("log-filter", self.log_filter.clone()),
            ("registration", registration.to_owned()),
            ("public-url", self.public_url.clone().unwrap_or_default()),
            ("smtp-url", self.mail.as_ref().map(|mail| mail.smtp_url.to_string()).unwrap_or_default()),
            ("mail-from", self.mail.as_ref().map(|mail| mail.from.clone()).unwrap_or_default()),
            ("staff-second-factor", self.staff_second_factor.to_string()),
            ("limits", self.limits.to_string()),
        ]
    }

    /// Where the keys are kept: beside the database file, or in the data folder when the database is a
    /// server.
    #[must_use]
    pub fn keys_file(&self) -> PathBuf {
        let database = self.database();
        database.file().and_then(Path::parent).unwrap_or(&self.data).join(KEYS_FILE)
    }

    /// Where the keys of sealed moves are kept: beside those of tokens.
    #[must_use]
    pub fn seals_file(&self) -> PathBuf {
        self.keys_file().with_file_name(SEALS_FILE)
    }
}

/// The settings as `name = value` lines, without secrets.
impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown().iter().try_for_each(|(name, value)| writeln!(f, "{name:<20} = {value}"))
    }
}

/// Whom metrics are shown to when nothing is said.
fn loopback() -> Vec<Net> {
    let v4 = IpNet::new_assert(IpAddr::from([127, 0, 0, 0]), 8);
    vec![Net(v4), Net(IpNet::from(IpAddr::from(Ipv6Addr::LOCALHOST)))]
}

/// Checks how letters are sent, not whether they are taken.
fn mail(
    smtp_url: Option<String>,
    from: Option<String>,
    public_url: Option<&String>,
) -> Result<Option<Mail>, BadConfig> {
    let (smtp_url, from) = (smtp_url.filter(|text| !text.is_empty()), from.filter(|text| !text.is_empty()));
    let (smtp_url, from, public_url) = match (smtp_url, from, public_url) {
        (None, None, _) => return Ok(None),
        (Some(smtp_url), Some(from), Some(public_url)) => (smtp_url, from, public_url),
        (Some(_), _, _) | (None, Some(_), _) => return Err(BadConfig::Mail),
    };
    let smtp_url = smtp_url.parse()?;
    // A name that cannot be written would be noticed with the first letter only.
    Mailer::new(&smtp_url, &from, public_url).ok_or(BadConfig::Mail)?;
    Ok(Some(Mail { smtp_url, from, public_url: public_url.clone() }))
}

/// Checks the address at which people open the page.
fn public_url(text: &str) -> Result<String, BadConfig> {
    origin(text).map_err(|_| BadConfig::PublicUrl(text.to_owned()))
}

/// Checks the kind of a database, not whether it answers.
fn database(text: Option<String>) -> Result<Option<DatabaseUrl>, BadConfig> {
    text.map(|text| text.parse().map_err(|_| BadConfig::Database)).transpose()
}

/// Checks how many connections the database may have.
fn connections(number: Option<u32>) -> Result<u32, BadConfig> {
    let number = number.unwrap_or(StoreOptions::USUAL);
    let is_good = (StoreOptions::FEWEST..=MOST_CONNECTIONS).contains(&number);
    if is_good { Ok(number) } else { Err(BadConfig::Connections) }
}

/// Checks the address of Redis, not whether it answers.
fn redis(text: Option<String>, database: Option<&DatabaseUrl>) -> Result<Option<RedisUrl>, BadConfig> {
    let url = text.filter(|text| !text.is_empty()).map(|text| text.parse()).transpose()?;
    match (&url, database) {
        (Some(_), None | Some(DatabaseUrl::Sqlite(_))) => Err(BadConfig::RedisAlone),
        (Some(_), Some(DatabaseUrl::Postgres(_))) | (None, _) => Ok(url),
    }
}

/// Checks origins; an empty text, as an empty variable of the environment gives, is none.
fn origins(texts: &[String]) -> Result<Vec<String>, BadConfig> {
    texts.iter().filter(|text| !text.is_empty()).map(|text| origin(text)).collect()
}

/// Checks an origin and gives it as browsers write it: lower case, no default port, no closing slash.
fn origin(text: &str) -> Result<String, BadConfig> {
    let bad = || BadConfig::Origin(text.to_owned());
    let url = Url::parse(text).map_err(|_| bad())?;
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    if !matches!(url.scheme(), "http" | "https") || !bare || !url.username().is_empty() {
        return Err(bad());
    }
    Ok(url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests;
