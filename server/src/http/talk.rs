//! `/games/{id}/chat` and `/games/{id}/note`: what people say about a game, and what one has noted for oneself.
//!
//! Deliberately absent: saying something, which is for sockets; and any way to another's note.

use actix_web::http::Method;
use actix_web::web;
use protocol::http::{NewNote, Note, Problem, TalkPage};
use protocol::{Code, TalkStream};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::body::Body;
use super::endpoint::{Access, Endpoint};
use super::games::{visible, with_office};
use super::problem::{ApiError, not_found};
use super::who::Viewer;
use crate::app::App;
use crate::doors::Kind;
use crate::ids::{AccountId, GameId};
use crate::room::{Role, Stage, hears, stream_of_talk};
use crate::store;
use crate::talk;
use crate::ws::wire::{line, talk_stream};

/// The largest body of a note. A character that is composed of four is longest as their escapes: `\u1fa7` as four times six bytes.
const NOTE_BYTES: usize = 4 * 6 * talk::NOTE_CHARS + 1024;

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/v1/games/{id}/chat",
        access: Access::Guest,
        kind: Kind::Read,
        to: |route| route.to(chat),
    },
    Endpoint {
        method: Method::GET,
        path: "/api/v1/games/{id}/note",
        access: Access::Player,
        kind: Kind::Read,
        to: |route| route.to(note),
    },
    Endpoint {
        method: Method::PUT,
        path: "/api/v1/games/{id}/note",
        access: Access::Player,
        kind: Kind::Act,
        to: |route| route.to(write_note),
    },
];

/// A page of a conversation.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// Which conversation.
    stream: TalkStream,
    /// Only lines with smaller numbers; absent: the last lines.
    #[serde(default)]
    #[param(format = "uint64")]
    before: Option<u64>,
}

/// What has been said about a game, in pages of at most 50 lines, each in the order of its lines.
#[utoipa::path(get, path = "/api/v1/games/{id}/chat", tag = "games", params(("id" = Uuid, Path), Asked), responses(
    (status = 200, body = TalkPage),
    (status = 400, body = Problem, description = "`bad_request`"),
    (status = 404, body = Problem,
        description = "`not_found`: there is no such game or it is not yours, or you may not read this conversation (yet)"),
    (status = "default", body = Problem),
))]
pub(super) async fn chat(
    app: web::Data<App>,
    viewer: Viewer,
    id: web::Path<Uuid>,
    asked: web::Query<Asked>,
) -> Result<web::Json<TalkPage>, ApiError> {
    let (game, role) = app.rooms.admit(GameId(*id), &with_office(&app, &viewer).await?).await?;
    let stream = talk_stream(asked.stream);
    let stage = if game.outcome.is_some() { Stage::Over } else { Stage::Running };
    if !hears(role, stage, stream_of_talk(stream), game.setup.delay.is_some()) {
        return Err(not_found().because("this conversation is not for you, or not yet"));
    }
    // A number that no column holds is beyond every line.
    let before = asked.before.filter(|before| i64::try_from(*before).is_ok());
    // One more than is shown: it tells whether there is another page.
    let mut lines = app.talk.page(game.id, stream, before, talk::PAGE as u64 + 1).await?;
    let more = lines.len() > talk::PAGE;
    lines.drain(..lines.len().saturating_sub(talk::PAGE));
    let next = lines.first().filter(|_| more).map(|first| first.number);
    Ok(web::Json(TalkPage {
        lines: lines.iter().map(|said| line(said, role == Role::Staff)).collect(),
        next,
    }))
}

/// What you have noted about a game.
#[utoipa::path(get, path = "/api/v1/games/{id}/note", tag = "games", security(("bearer" = [])),
    params(("id" = Uuid, Path)), responses(
    (status = 200, body = Note, description = "An empty text when there is none"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 404, body = Problem, description = "`not_found`: there is no such game, or it is private and not yours"),
    (status = "default", body = Problem),
))]
pub(super) async fn note(
    app: web::Data<App>,
    viewer: Viewer,
    id: web::Path<Uuid>,
) -> Result<web::Json<Note>, ApiError> {
    let (game, account) = own(&app, *id, viewer).await?;
    let kept = app.notes.note(game, account).await?;
    Ok(web::Json(shown(kept)))
}

/// Puts your note about a game in the place of what was there; an empty one takes it away.
#[utoipa::path(put, path = "/api/v1/games/{id}/note", tag = "games", security(("bearer" = [])),
    params(("id" = Uuid, Path)), request_body = NewNote, responses(
    (status = 200, body = Note),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 404, body = Problem, description = "`not_found`: there is no such game, or it is private and not yours"),
    (status = 422, body = Problem, description = "`bad_text`: longer than 4,000 characters, or not plain text"),
    (status = "default", body = Problem),
))]
pub(super) async fn write_note(
    app: web::Data<App>,
    viewer: Viewer,
    id: web::Path<Uuid>,
    Body(new): Body<NewNote, NOTE_BYTES>,
) -> Result<web::Json<Note>, ApiError> {
    let (game, account) = own(&app, *id, viewer).await?;
    let text = talk::note(&new.text).ok_or_else(|| ApiError::new(Code::BadText))?;
    let note = (!text.is_empty()).then(|| store::Note { text, changed_ms: app.time.wall_ms() });
    app.notes.write_note(game, account, note.clone()).await?;
    Ok(web::Json(shown(note)))
}

/// A game that this viewer may see, and who that is.
async fn own(app: &App, id: Uuid, viewer: Viewer) -> Result<(GameId, AccountId), ApiError> {
    let account = viewer.account().ok_or_else(|| ApiError::new(Code::NotLoggedIn))?;
    Ok((visible(app, GameId(id), &viewer).await?.id, account))
}

fn shown(kept: Option<store::Note>) -> Note {
    match kept {
        Some(note) => Note { text: note.text, changed_ms: u64::try_from(note.changed_ms).ok() },
        None => Note { text: String::new(), changed_ms: None },
    }
}
