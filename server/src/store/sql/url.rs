//! Where the database is. Deliberately absent: options; nothing about behaviour hides in a URL.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::OpenError;

/// Where the database is.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A file of this machine: `sqlite:path`, or only its path.
    Sqlite(PathBuf),
    /// A PostgreSQL server: `postgres://user:password@host/database`.
    Postgres(String),
}

impl DatabaseUrl {
    /// The file beside which everything else of a single server is kept.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Sqlite(path) => Some(path),
            Self::Postgres(_) => None,
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = OpenError;

    fn from_str(text: &str) -> Result<Self, OpenError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        let path = match text.strip_prefix("sqlite:") {
            Some(rest) => rest.strip_prefix("//").unwrap_or(rest),
            None if text.contains("://") => return Err(OpenError::Url),
            None => text,
        };
        if path.is_empty() || path.starts_with(':') || path.contains('?') {
            return Err(OpenError::Url);
        }
        Ok(Self::Sqlite(path.into()))
    }
}

/// Without the password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => f.write_str(&without_secrets(url)),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Hides what stands between the user's name and the host, and every parameter.
fn without_secrets(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return String::new() };
    let (place, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let Some((user, host)) = place.rsplit_once('@') else {
        // A `?` in a password that should have been escaped: what is what cannot be told.
        let doubtful = parameters.contains('@');
        return format!("{scheme}://{}", if doubtful { "***" } else { place });
    };
    let name = user.split_once(':').map_or(user, |(name, _)| name);
    format!("{scheme}://{name}:***@{host}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[test]
    fn reads_both_kinds() {
        for (text, path) in [
            ("sqlite:a.db", "a.db"),
            ("sqlite://a.db", "a.db"),
            ("sqlite:///d/a.db", "/d/a.db"),
            ("d/a.db", "d/a.db"),
        ] {
            assert_eq!(text.parse::<DatabaseUrl>().unwrap(), DatabaseUrl::Sqlite(path.into()), "{text}");
        }
        assert!(matches!("postgres://h/d".parse(), Ok(DatabaseUrl::Postgres(_))));
        for text in ["", "sqlite:", "sqlite::memory:", "sqlite:a.db?mode=ro", "mysql://h/d"] {
            assert!(matches!(text.parse::<DatabaseUrl>(), Err(OpenError::Url)), "{text}");
        }
    }

    #[test]
    fn shows_no_secret() {
        let shown = |text: &str| text.parse::<DatabaseUrl>().unwrap().to_string();
        assert_eq!(shown("postgres://me:p@ss@h:5432/d?password=x"), "postgres://me:***@h:5432/d");
        assert_eq!(shown("postgres://h/d"), "postgres://h/d");
        assert_eq!(shown("postgres://me:pa?ss@h/d"), "postgres://***");
        assert_eq!(shown("sqlite:/d/a.db"), "sqlite:/d/a.db");
    }
}
