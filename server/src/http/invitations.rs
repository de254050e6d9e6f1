//! `/invitations`, for administrators: who may come where not everybody may.
//!
//! Deliberately absent: a link once more; only its hash is kept.

use actix_web::http::Method;
use actix_web::{HttpResponse, web};
use protocol::http::{Invitation, InvitationPage, MadeInvitation, NewInvitation, Problem};
use protocol::{Code, limits};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::body::Body;
use super::endpoint::{Access, Endpoint};
use super::problem::{ApiError, bad_request, not_found};
use super::who::Staff;
use crate::account::Invite;
use crate::app::App;
use crate::doors::Kind;
use crate::moderation;
use crate::offices::Power;
use crate::{store, talk};

/// How many accounts one invitation may make, and for how many days it may be good.
const USES: std::ops::RangeInclusive<u32> = 1..=1_000;
const DAYS: std::ops::RangeInclusive<u32> = 1..=365;

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::GET,
        path: "/api/v1/invitations",
        access: Access::Staff(Power::Appoint),
        kind: Kind::Read,
        to: |route| route.to(list),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/invitations",
        access: Access::Staff(Power::Appoint),
        kind: Kind::Make,
        to: |route| route.to(invite),
    },
    Endpoint {
        method: Method::DELETE,
        path: "/api/v1/invitations/{id}",
        access: Access::Staff(Power::Appoint),
        kind: Kind::Act,
        to: |route| route.to(withdraw),
    },
];

/// A page of the list.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// The `next` of the page before.
    #[serde(default)]
    after: Option<Uuid>,
}

/// The invitations that can still be used, the oldest first, in pages of at most 50.
#[utoipa::path(get, path = "/api/v1/invitations", tag = "administration", params(Asked), security(("bearer" = [])), responses(
    (status = 200, body = InvitationPage),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = "default", body = Problem),
))]
pub(super) async fn list(
    app: web::Data<App>,
    asked: web::Query<Asked>,
) -> Result<web::Json<InvitationPage>, ApiError> {
    // One more than is shown: it tells whether there is another page.
    let rows = limits::PAGE_ROWS as usize;
    let mut kept = app.accounts.invitations(asked.after, u64::from(limits::PAGE_ROWS) + 1).await?;
    let more = kept.len() > rows;
    kept.truncate(rows);
    let next = kept.last().filter(|_| more).map(|last| last.id);
    Ok(web::Json(InvitationPage { items: kept.into_iter().map(shown).collect(), next }))
}

/// Makes an invitation. Its link is in this answer and nowhere else.
#[utoipa::path(post, path = "/api/v1/invitations", tag = "administration", request_body = NewInvitation, security(("bearer" = [])), responses(
    (status = 201, body = MadeInvitation),
    (status = 400, body = Problem, description = "`bad_request`: from 1 to 1,000 uses, from 1 to 365 days"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = 422, body = Problem, description = "`bad_text`: the note is longer than 200 characters, or not plain text"),
    (status = "default", body = Problem),
))]
pub(super) async fn invite(
    app: web::Data<App>,
    by: Staff,
    Body(new): Body<NewInvitation>,
) -> Result<HttpResponse, ApiError> {
    if !USES.contains(&new.uses) || !DAYS.contains(&new.days) {
        return Err(bad_request("an invitation has from 1 to 1,000 uses, and is good for 1 to 365 days"));
    }
    let note = match new.note.as_deref() {
        None | Some("") => String::new(),
        Some(note) => talk::reason(note).ok_or_else(|| ApiError::new(Code::BadText))?,
    };
    // The log first, as with offices. What the link says is nowhere in it.
    let act = moderation::act(&by.0.who, "invitation.make", "server".to_owned(), &note);
    app.moderation.note(act.change("", format!("{} uses, {} days", new.uses, new.days))).await?;
    let (id, secret) = app.accounts.invite(Invite { uses: new.uses, days: new.days, note }).await?;
    Ok(HttpResponse::Created().json(MadeInvitation { id, path: format!("/join#{secret}") }))
}

/// Takes an invitation back. Accounts that were made with it stay.
#[utoipa::path(delete, path = "/api/v1/invitations/{id}", tag = "administration", params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204, description = "It is good no more"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = 404, body = Problem, description = "`not_found`"),
    (status = "default", body = Problem),
))]
pub(super) async fn withdraw(
    app: web::Data<App>,
    by: Staff,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, ApiError> {
    if !app.accounts.uninvite(*id).await? {
        return Err(not_found());
    }
    let act = moderation::act(&by.0.who, "invitation.withdraw", "server".to_owned(), "");
    app.moderation.note(act.change(id.to_string(), "")).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn shown(kept: store::Invitation) -> Invitation {
    let unix_ms = |ms| u64::try_from(ms).unwrap_or(0);
    Invitation {
        id: kept.id,
        uses: kept.uses,
        left: kept.left,
        note: kept.note,
        created_ms: unix_ms(kept.created_ms),
        expires_ms: unix_ms(kept.expires_ms),
    }
}
