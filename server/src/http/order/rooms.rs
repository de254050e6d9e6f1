//! `/rooms`: every room that is played in, and rulings on many at once, for when an incident needs it.
//!
//! Deliberately absent: what a ruling does and who is told, which is the same as of an officer's own socket (`ws::deputy`).

use std::collections::BTreeSet;

use actix_web::http::Method;
use actix_web::web;
use protocol::Code;
use protocol::http::{NewRoomsRuling, Problem, RoomRuled, RoomsOrder, RoomsRuled, StaffRoom, StaffRoomPage};
use protocol::{Ruling, limits};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::doors::Kind;
use crate::http::body::Body;
use crate::http::endpoint::{Access, Endpoint};
use crate::http::games::{cursor, place};
use crate::http::problem::{ApiError, bad_request, not_found};
use crate::http::who::Staff;
use crate::http::wire;
use crate::ids::GameId;
use crate::moderation;
use crate::offices::Power;
use crate::store::{Game, GameFilter};
use crate::talk;
use crate::ws::wire::standing;
use crate::ws::{ManyRuled, rule_on_many};

pub(in crate::http) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/v1/rooms",
        access: Access::Staff(Power::KeepRooms),
        kind: Kind::Read,
        to: |route| route.to(list),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/rooms/rulings",
        access: Access::Staff(Power::KeepRooms),
        kind: Kind::Act,
        to: |route| route.to(rule),
    },
];

/// Which rooms.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct Asked {
    /// Only those of the account with this name.
    #[serde(default)]
    player: Option<String>,
    /// The `next` of the page before.
    #[serde(default)]
    before: Option<String>,
}

/// The rooms that are played in, private ones too and as their players see them, the newest first, in pages of at most 50.
#[utoipa::path(get, path = "/api/v1/rooms", tag = "order", params(Asked), security(("bearer" = [])), responses(
    (status = 200, body = StaffRoomPage),
    (status = 400, body = Problem, description = "`bad_request`"),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = 404, body = Problem, description = "`not_found`: nobody has this name"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn list(
    app: web::Data<App>,
    asked: web::Query<Asked>,
) -> Result<web::Json<StaffRoomPage>, ApiError> {
    let player = match &asked.player {
        Some(name) => Some(app.accounts.find(name).await?.ok_or_else(not_found)?.id),
        None => None,
    };
    let before = asked.before.as_deref().map(cursor).transpose()?;
    let rows = limits::PAGE_ROWS as usize;
    let mut games =
        app.games.list(GameFilter::Rooms(player), before, u64::from(limits::PAGE_ROWS) + 1).await?;
    let more = games.len() > rows;
    games.truncate(rows);
    let next = games.last().filter(|_| more).map(|last| place(last.started_ms, last.id));
    let mut items = Vec::with_capacity(games.len());
    for game in &games {
        items.push(room(&app, game).await);
    }
    Ok(web::Json(StaffRoomPage { items, next }))
}

async fn room(app: &App, game: &Game) -> StaffRoom {
    // A room that cannot be read is in the list all the same: it is what somebody has to look after.
    let state = app.rooms.standing(game.id).await;
    if let Err(error) = &state {
        tracing::warn!(%error, room = %game.id, "where a game stands could not be read");
    }
    let private = game.private;
    StaffRoom { game: wire::summary(game), private, standing: state.ok().as_ref().map(standing) }
}

/// Rules the same on many rooms, wherever they are; each is told for itself, and each ruling stands in its game and in the audit log.
/// In a private game the officer sits down first.
#[utoipa::path(post, path = "/api/v1/rooms/rulings", tag = "order", request_body = NewRoomsRuling,
    security(("bearer" = [])), responses(
    (status = 200, body = RoomsRuled),
    (status = 400, body = Problem, description = "`bad_request`: from 1 to 50 rooms"),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = 422, body = Problem, description = "`bad_text`: the reason is empty, longer than 200 characters, or not plain text"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn rule(
    app: web::Data<App>,
    by: Staff,
    Body(new): Body<NewRoomsRuling>,
) -> Result<web::Json<RoomsRuled>, ApiError> {
    if !(1..=limits::ROOMS_PER_RULING).contains(&new.rooms.len()) {
        return Err(bad_request(format_args!("name from 1 to {} rooms", limits::ROOMS_PER_RULING)));
    }
    let reason = talk::reason(&new.reason).ok_or_else(|| ApiError::new(Code::BadText))?;
    let (ruling, act) = match new.order {
        RoomsOrder::Pause => (Ruling::Pause { until_ms: None }, "rooms.pause"),
        RoomsOrder::Continue => (Ruling::Continue, "rooms.continue"),
        RoomsOrder::Adjourn => (Ruling::Adjourn { until_ms: None }, "rooms.adjourn"),
    };
    let rooms: BTreeSet<GameId> = new.rooms.into_iter().map(GameId).collect();
    let act = moderation::act(&by.0.who, act, "server".to_owned(), &reason);
    // What was asked for, before; what came of it in each room has an entry of its own.
    app.moderation.note(act.change("", format!("{} rooms", rooms.len()))).await?;
    let many = ManyRuled { id: new.id, rooms: rooms.into_iter().collect(), ruling, reason };
    let ruled = rule_on_many(&app, &by.0.who, &many).await;
    let items = ruled.into_iter().map(|(room, code)| RoomRuled { room: room.0, code });
    Ok(web::Json(RoomsRuled { items: items.collect() }))
}
