//! Where Redis is: at an address, or wherever its Sentinels say that the main one is just now.
//!
//! `redis://user:password@host:6379/db` is one Redis, `redis+sentinel://user:password@host:26379,host:26379/name/db` one that is
//! looked after: name and password are those of Redis itself, the hosts are the Sentinels, `name` is how they call it.
//! What the Sentinels ask for stands behind: `?sentinel=user:password`.
//! Deliberately absent: following what Sentinels announce. They are asked whenever a direction is opened, and a direction
//! that is silent is opened anew.

use std::fmt;
use std::str::FromStr;

use redis::sentinel::{SentinelClient, SentinelNodeConnectionInfo, SentinelServerType};
use redis::{Client, ConnectionInfo, IntoConnectionInfo, RedisError};

const ONE: &str = "redis://";
const LOOKED_AFTER: &str = "redis+sentinel://";
/// Where Sentinels listen unless they say otherwise.
const SENTINEL_PORT: u16 = 26_379;
/// So many Sentinels are asked at most.
const SENTINELS: usize = 16;

/// The address of a Redis; its passwords are not shown.
#[derive(Clone)]
pub struct RedisUrl {
    place: Place,
    /// Without passwords.
    shown: String,
}

/// A text that is no address of a Redis. It is not repeated: it may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the address of Redis cannot be used: write redis://user:password@host:6379, or \
     redis+sentinel://user:password@host:26379,host:26379/name where Sentinels look after it"
)]
pub struct BadUrl;

/// How it is found.
#[derive(Clone)]
enum Place {
    One(Client),
    LookedAfter { sentinels: Vec<ConnectionInfo>, name: String, redis: SentinelNodeConnectionInfo },
}

impl RedisUrl {
    /// Whoever finds it for one direction.
    ///
    /// # Errors
    /// What the library says of an address; an address that could be read has been tried.
    pub(super) fn finder(&self) -> Result<Finder, RedisError> {
        Ok(match &self.place {
            Place::One(client) => Finder::Known(client.clone()),
            Place::LookedAfter { sentinels, name, redis } => Finder::Asks(Box::new(SentinelClient::build(
                sentinels.clone(),
                name.clone(),
                Some(redis.clone()),
                SentinelServerType::Master,
            )?)),
        })
    }
}

/// Finds the Redis of the moment.
pub(super) enum Finder {
    Known(Client),
    Asks(Box<SentinelClient>),
}

impl Finder {
    /// Whether it may be another one next time.
    pub(super) fn may_move(&self) -> bool {
        matches!(self, Self::Asks(_))
    }

    /// A client of it.
    ///
    /// # Errors
    /// No Sentinel answers, or none knows a main Redis.
    pub(super) async fn find(&mut self) -> Result<Client, RedisError> {
        match self {
            Self::Known(client) => Ok(client.clone()),
            Self::Asks(sentinels) => sentinels.async_get_client().await,
        }
    }
}

impl FromStr for RedisUrl {
    type Err = BadUrl;

    fn from_str(text: &str) -> Result<Self, BadUrl> {
        let looked_after = text.strip_prefix(LOOKED_AFTER);
        let place = match looked_after {
            Some(rest) => looked_after_at(rest)?,
            None => Place::One(Client::open(text).map_err(|_| BadUrl)?),
        };
        let (scheme, rest) = looked_after
            .map(|rest| (LOOKED_AFTER, rest.split('?').next().unwrap_or_default()))
            .unwrap_or((ONE, text.trim_start_matches(ONE)));
        let shown = rest.rsplit_once('@').map_or(rest, |(_, shown)| shown);
        let url = Self { place, shown: format!("{scheme}{shown}") };
        url.finder().map_err(|_| BadUrl)?;
        Ok(url)
    }
}

/// Reads what stands behind the scheme. The library reads each piece, as an address of its own.
fn looked_after_at(rest: &str) -> Result<Place, BadUrl> {
    let info = |text: String| text.into_connection_info().map_err(|_| BadUrl);
    let (rest, sentinel) = match rest.split_once("?sentinel=") {
        Some((rest, who)) => (rest, format!("{who}@")),
        None => (rest, String::new()),
    };
    let (who, rest) = rest.rsplit_once('@').map_or(("", rest), |(who, rest)| (who, rest));
    let (hosts, path) = rest.split_once('/').ok_or(BadUrl)?;
    let (name, db) = path.split_once('/').unwrap_or((path, ""));
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(BadUrl);
    }
    let who = if who.is_empty() { String::new() } else { format!("{who}@") };
    let redis = info(format!("{ONE}{who}localhost/{db}"))?;
    let sentinels = hosts
        .split(',')
        .map(|host| match host {
            "" => Err(BadUrl),
            host => info(format!("{ONE}{sentinel}{}", with_port(host))),
        })
        .collect::<Result<Vec<_>, _>>()?;
    if sentinels.len() > SENTINELS {
        return Err(BadUrl);
    }
    let redis =
        SentinelNodeConnectionInfo::default().set_redis_connection_info(redis.redis_settings().clone());
    Ok(Place::LookedAfter { sentinels, name: name.to_owned(), redis })
}

/// A host with the usual port of Sentinels where it names none; `[…]` is an address of IPv6.
fn with_port(host: &str) -> String {
    let behind_address = host.rsplit_once(']').map_or(host, |(_, behind)| behind);
    if behind_address.contains(':') { host.to_owned() } else { format!("{host}:{SENTINEL_PORT}") }
}

impl PartialEq for RedisUrl {
    /// Whether both are one place.
    fn eq(&self, other: &Self) -> bool {
        self.shown == other.shown
    }
}

impl Eq for RedisUrl {}

impl fmt::Display for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> RedisUrl {
        text.parse().expect("an address")
    }

    #[test]
    fn an_address_hides_its_passwords() {
        let url = read("redis://tianyuan:secret@10.0.0.1:6379/2");
        assert_eq!(url.to_string(), "redis://10.0.0.1:6379/2");
        assert_eq!(format!("{url:?}"), "redis://10.0.0.1:6379/2");
        assert_eq!(read("redis://localhost").to_string(), "redis://localhost");
        let url = read("redis+sentinel://tianyuan:secret@a,b:26380/go/2?sentinel=watch:other");
        assert_eq!(url.to_string(), "redis+sentinel://a,b:26380/go/2");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["", "localhost:6379", "http://localhost", "postgres://localhost/x"] {
            assert_eq!(text.parse::<RedisUrl>(), Err(BadUrl), "{text}");
        }
        for rest in ["", "a", "a/", "/go", "a,,b/go", "a/g o", "a:x/go", "a/go/x"] {
            assert_eq!(format!("{LOOKED_AFTER}{rest}").parse::<RedisUrl>(), Err(BadUrl), "{rest}");
        }
        let many = vec!["a"; SENTINELS + 1].join(",");
        assert_eq!(format!("{LOOKED_AFTER}{many}/go").parse::<RedisUrl>(), Err(BadUrl));
    }

    #[test]
    fn sentinels_have_their_own_port_and_password() {
        let url = read("redis+sentinel://tianyuan:s%40cret@a,b:26380,[::1]/go/2?sentinel=watch:other");
        let Place::LookedAfter { sentinels, name, .. } = url.place else { panic!("one Redis") };
        assert_eq!(name, "go");
        let at: Vec<String> = sentinels.iter().map(|info| info.addr().to_string()).collect();
        assert_eq!(at[..2], ["a:26379", "b:26380"]);
        assert!(at[2].ends_with(":26379"), "{}", at[2]);
        let who = sentinels[0].redis_settings();
        assert_eq!((who.username(), who.password()), (Some("watch"), Some("other")));
    }
}
