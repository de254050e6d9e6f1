//! `/me/export`: all that is kept about somebody, for that somebody.
//!
//! It is written page by page while it is read, so that it costs no more memory than a page, however much somebody has played.
//! Deliberately absent: secrets, even as hashes, and what is others': their lines, and who has blocked one.

use actix_web::http::{Method, header};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use futures_util::stream;
use protocol::encode;
use protocol::http::{Export, OwnLine, OwnNote, Problem};
use serde::Serialize;
use tokio::sync::mpsc;

use super::endpoint::{Access, Endpoint};
use super::problem::ApiError;
use super::who::Player;
use super::{blocks, people, wire};
use crate::account::Identity;
use crate::app::App;
use crate::doors::Kind;
use crate::store::{Cursor, Departures, GameFilter, StoreError};
use crate::ws::wire::shown_stream;

/// Rows that are read at once.
const ROWS: u64 = 200;
/// Pieces that wait to be read.
const WAITING: usize = 4;

pub(super) const ENDPOINTS: &[Endpoint] = &[Endpoint {
    method: Method::GET,
    path: "/api/v1/me/export",
    access: Access::Player,
    kind: Kind::Export,
    to: |route| route.to(export),
}];

/// All that is kept about you, but for secrets, as one JSON document.
#[utoipa::path(get, path = "/api/v1/me/export", tag = "people", security(("bearer" = [])), responses(
    (status = 200, body = Export),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 429, body = Problem, description = "`rate_limited`: twice at once, and then once a minute"),
    (status = "default", body = Problem),
))]
pub(super) async fn export(app: web::Data<App>, who: Player) -> Result<HttpResponse, ApiError> {
    // Before the answer begins, so that a failure can still be told.
    let head = head(&app, &who.0).await?;
    let (sink, mut pieces) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        let _ = sink.send(Ok(head)).await;
        if let Err(error) = write(&app, &who.0, &sink).await {
            tracing::warn!(%error, "an export broke off");
            // The answer then ends without its end, which every client notices.
            let _ = sink.send(Err(error)).await;
        }
    });
    let name = "attachment; filename=\"tianyuan-export.json\"";
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CONTENT_DISPOSITION, name))
        .streaming(stream::poll_fn(move |context| pieces.poll_recv(context))))
}

/// Where pieces of the document go.
type Sink = mpsc::Sender<Result<Bytes, StoreError>>;

/// What is short, up to the first list that may be long.
async fn head(app: &App, who: &Identity) -> Result<Bytes, ApiError> {
    let account = people::seen(app, &who.name).await?;
    let (profile, revision) = app.people.profile(who.account).await?;
    let profile = people::body(profile, revision);
    let blocks = blocks::seen(app, who.account).await?.items;
    let head = [("account", encode(&account)), ("profile", encode(&profile)), ("blocks", encode(&blocks))];
    let fields: Vec<_> = head.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    Ok(Bytes::from(format!("{{{},\"games\":[", fields.join(","))))
}

/// The long lists.
async fn write(app: &App, who: &Identity, sink: &Sink) -> Result<(), StoreError> {
    let mut list = List::default();
    for filter in [GameFilter::LiveOf(who.account), GameFilter::FinishedBy(who.account, Some(who.account))] {
        let mut before = None;
        loop {
            let games = app.games.list(filter, before, ROWS).await?;
            let Some(last) = games.last() else { break };
            before = Some(Cursor { at_ms: super::games::placed_ms(filter, last), id: last.id });
            list.send(sink, games.iter().map(wire::summary)).await?;
        }
    }
    list.begin(sink, "lines").await;
    let mut after = None;
    loop {
        let lines = app.store.own_lines(who.account, after, ROWS).await?;
        let Some(last) = lines.last() else { break };
        after = Some(last.command);
        let lines = lines.into_iter().map(|line| OwnLine {
            game: line.game.0,
            stream: shown_stream(line.stream),
            number: line.number,
            text: line.text,
            wall_ms: u64::try_from(line.wall_ms).unwrap_or(0),
        });
        list.send(sink, lines).await?;
    }
    list.begin(sink, "notes").await;
    let mut after = None;
    loop {
        let notes = app.store.own_notes(who.account, after, ROWS).await?;
        let Some(last) = notes.last() else { break };
        after = Some(last.game);
        let notes = notes.into_iter().map(|note| OwnNote {
            game: note.game.0,
            text: note.text,
            changed_ms: u64::try_from(note.changed_ms).unwrap_or(0),
        });
        list.send(sink, notes).await?;
    }
    let _ = sink.send(Ok(Bytes::from_static(b"]}"))).await;
    Ok(())
}

/// The list that is being written.
#[derive(Default)]
struct List {
    has_items: bool,
}

impl List {
    /// Ends the list before and begins this one.
    async fn begin(&mut self, sink: &Sink, name: &str) {
        self.has_items = false;
        let _ = sink.send(Ok(Bytes::from(format!("],\"{name}\":[")))).await;
    }

    /// Writes some items. Who is not there any more needs no more of them.
    async fn send<T: Serialize>(
        &mut self,
        sink: &Sink,
        items: impl Iterator<Item = T>,
    ) -> Result<(), StoreError> {
        let items: Vec<String> = items.map(|item| encode(&item)).collect();
        let comma = if self.has_items { "," } else { "" };
        self.has_items = true;
        let piece = Bytes::from(format!("{comma}{}", items.join(",")));
        sink.send(Ok(piece)).await.map_err(|_| StoreError::Unavailable("the reader has gone".to_owned()))
    }
}
