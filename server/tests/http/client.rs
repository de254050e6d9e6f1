//! A server of its own for each test, and a small client that keeps what it is told.

use std::ops::Deref;

use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tianyuan::config::Config;
use uuid::Uuid;

use crate::support::servers::Servers;

/// A running server, or several that are one for everybody.
pub(crate) struct Server {
    pub(crate) servers: Servers,
    pub(crate) http: reqwest::Client,
    pub(crate) url: String,
    folder: TempDir,
}

/// An answer, read.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
}

/// Somebody who is logged in.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) refresh: String,
}

impl Server {
    /// A server with the settings of tests.
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// A server with other settings.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::for_tests(folder.path());
        change(&mut config);
        Self::over(Servers::start(config).await, folder)
    }

    /// An orderly stop, and a start over the same data.
    pub(crate) async fn restart(self) -> Self {
        Self::over(self.servers.restart().await, self.folder)
    }

    fn over(servers: Servers, folder: TempDir) -> Self {
        // Each request comes on a connection of its own, and so to the next server.
        let http = reqwest::Client::builder().pool_max_idle_per_host(0).build().unwrap();
        Self { url: servers.base(), servers, http, folder }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url))
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        answer(self.request(Method::POST, path).json(&body)).await
    }

    pub(crate) async fn get_as(&self, who: &Player, path: &str) -> Answer {
        answer(self.request(Method::GET, path).bearer_auth(&who.token)).await
    }

    pub(crate) async fn post_as(&self, who: &Player, path: &str, body: Value) -> Answer {
        answer(self.request(Method::POST, path).bearer_auth(&who.token).json(&body)).await
    }

    pub(crate) async fn delete_as(&self, who: &Player, path: &str) -> Answer {
        answer(self.request(Method::DELETE, path).bearer_auth(&who.token)).await
    }

    /// Registers somebody.
    pub(crate) async fn register(&self, name: &str) -> Player {
        let session = self.post("/api/v1/accounts", credentials(name)).await.json(StatusCode::CREATED);
        Player {
            id: session["account"]["id"].as_str().unwrap().to_owned(),
            token: session["access_token"].as_str().unwrap().to_owned(),
            refresh: session["refresh_token"].as_str().unwrap().to_owned(),
        }
    }

    /// Makes a challenge; its id.
    pub(crate) async fn challenge(&self, who: &Player, body: &Value) -> String {
        let made = self.post_as(who, "/api/v1/challenges", body.clone()).await.json(StatusCode::CREATED);
        made["id"].as_str().unwrap().to_owned()
    }

    /// Accepts a challenge; the game's id.
    pub(crate) async fn accept(&self, who: &Player, challenge: &str) -> String {
        let path = format!("/api/v1/challenges/{challenge}/accept");
        let accepted = self.post_as(who, &path, json!({})).await.json(StatusCode::OK);
        accepted["game"].as_str().unwrap().to_owned()
    }
}

impl Deref for Server {
    type Target = Servers;

    fn deref(&self) -> &Servers {
        &self.servers
    }
}

impl Answer {
    /// The body, which must be JSON under this status.
    #[track_caller]
    pub(crate) fn json(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/json");
        serde_json::from_str(&self.text).unwrap()
    }

    /// Checks that this is a problem of this status and code; its `detail`.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text);
        let problem: Value = serde_json::from_str(&self.text).unwrap();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        assert_eq!(problem["type"], "about:blank", "{problem}");
        assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()), "{problem}");
        problem["detail"].as_str().unwrap_or_default().to_owned()
    }

    /// A header, empty when it is not there.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The refresh token in the cookie of this name, and the cookie's attributes.
    pub(crate) fn cookie(&self, name: &str) -> Option<(String, String)> {
        let line = self.header("set-cookie");
        let (pair, attributes) = line.split_once("; ")?;
        let value = pair.strip_prefix(name)?.strip_prefix('=')?;
        Some((value.to_owned(), attributes.to_owned()))
    }
}

/// Sends a request and reads its answer.
pub(crate) async fn answer(request: RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    Answer { status, headers, text: response.text().await.unwrap() }
}

/// Name and password of a client without cookies.
pub(crate) fn credentials(name: &str) -> Value {
    json!({"name": name, "password": "correct horse", "refresh_in_body": true})
}

/// A new offer of an even 9×9 game in which the challenger is Black.
pub(crate) fn offer() -> Value {
    json!({
        "id": Uuid::new_v4(),
        "size": 9,
        "clock": {"system": "byoyomi", "main_ms": 600_000, "periods": 3, "period_ms": 30_000},
        "color": "black",
    })
}

/// An offer with one field changed.
pub(crate) fn offer_with(name: &str, value: Value) -> Value {
    let mut offer = offer();
    offer[name] = value;
    offer
}
