//! The HTTP API.

use protocol::http::{
    AcceptChallenge, Accepted, CalledGames, Challenge, Credentials, GamePage, GameRecord, NewChallenge,
    Problem, Session, TimeSheet,
};
use reqwest::{Method, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

/// A server's HTTP API, as somebody or as a guest.
#[derive(Clone, Debug)]
pub struct Api {
    base: String,
    http: reqwest::Client,
    token: Option<String>,
}

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The server refused it.
    #[error("{0:?}")]
    Refused(Box<Problem>),
    /// The server could not be reached, or answered something else.
    #[error(transparent)]
    Http(#[from] reqwest::Error),
    /// The answer is not what the protocol says.
    #[error("status {status}: {body}")]
    Strange {
        /// The HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
}

impl Api {
    /// The API of the server at `http://host:port`, as a guest.
    #[must_use]
    pub fn new(base: impl Into<String>) -> Self {
        // A connection that is kept may be closed by the server at the moment in which it is used again.
        let http = reqwest::Client::builder().pool_max_idle_per_host(0).build().unwrap_or_default();
        Self { base: base.into(), http, token: None }
    }

    /// The same as somebody.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same at another server.
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self { base: base.to_owned(), ..self.clone() }
    }

    /// The access token, if it is somebody's.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The sum of all counters of the server's metrics whose line begins so.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn count(&self, line: &str) -> Result<u64, ApiError> {
        let text = self.http.get(format!("{}/metrics", self.base)).send().await?.text().await?;
        let counts = text.lines().filter(|found| found.starts_with(line));
        Ok(counts.filter_map(|found| found.rsplit(' ').next()?.parse::<u64>().ok()).sum())
    }

    /// Makes an account.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn register(&self, name: &str, password: &str) -> Result<Session, ApiError> {
        self.call(Method::POST, "/accounts", Some(&credentials(name, password))).await
    }

    /// Logs in.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn log_in(&self, name: &str, password: &str) -> Result<Session, ApiError> {
        self.call(Method::POST, "/sessions", Some(&credentials(name, password))).await
    }

    /// Makes a challenge.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn challenge(&self, challenge: &NewChallenge) -> Result<Challenge, ApiError> {
        self.call(Method::POST, "/challenges", Some(challenge)).await
    }

    /// Accepts a challenge.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn accept(&self, challenge: Uuid, guess_odd: Option<bool>) -> Result<Accepted, ApiError> {
        let body = AcceptChallenge { guess_odd };
        self.call(Method::POST, &format!("/challenges/{challenge}/accept"), Some(&body)).await
    }

    /// A page of games; `state` is `live` or `finished`.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn games(&self, state: &str, before: Option<&str>) -> Result<GamePage, ApiError> {
        let before = before.map(|cursor| format!("&before={cursor}")).unwrap_or_default();
        self.call(Method::GET, &format!("/games?state={state}{before}"), None::<&()>).await
    }

    /// A game with its moves.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn game(&self, game: Uuid) -> Result<GameRecord, ApiError> {
        self.call(Method::GET, &format!("/games/{game}"), None::<&()>).await
    }

    /// A page of a game's time sheet, from the beginning or after an entry.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn clock(&self, game: Uuid, after: Option<u64>) -> Result<TimeSheet, ApiError> {
        let after = after.map(|seq| format!("?after={seq}")).unwrap_or_default();
        self.call(Method::GET, &format!("/games/{game}/clock{after}"), None::<&()>).await
    }

    /// For referees: the games that wait for one.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn calls(&self) -> Result<CalledGames, ApiError> {
        self.call(Method::GET, "/calls", None::<&()>).await
    }

    /// SGF of a finished game.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn sgf(&self, game: Uuid) -> Result<String, ApiError> {
        let (status, body) = self.ask(Method::GET, &format!("/games/{game}/sgf"), None::<&()>).await?;
        if status.is_success() { Ok(body) } else { Err(refused(status, body)) }
    }

    /// Any call.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<T, ApiError> {
        let (status, body) = self.ask(method, path, body).await?;
        if status.is_success()
            && let Ok(answer) = serde_json::from_str(&body)
        {
            return Ok(answer);
        }
        Err(refused(status, body))
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<(StatusCode, String), ApiError> {
        let mut request = self.http.request(method, format!("{}/api/v1{path}", self.base));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await?;
        Ok((response.status(), response.text().await?))
    }
}

fn refused(status: StatusCode, body: String) -> ApiError {
    match serde_json::from_str::<Problem>(&body) {
        Ok(problem) => ApiError::Refused(Box::new(problem)),
        Err(_) => ApiError::Strange { status: status.as_u16(), body },
    }
}

fn credentials(name: &str, password: &str) -> Credentials {
    Credentials { name: name.to_owned(), password: password.to_owned(), refresh_in_body: true }
}
