//! `/audit`: the log of what officers do.
//!
//! Deliberately absent: verifying the chain, which reads all of it: `tianyuan audit verify`.

use actix_web::http::Method;
use actix_web::web;
use protocol::http::{AuditEntry, AuditPage, Problem};
use protocol::limits;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::doors::Kind;
use crate::hex;
use crate::http::endpoint::{Access, Endpoint};
use crate::http::problem::{ApiError, bad_request};
use crate::offices::Power;
use crate::store::{AuditSearch, Entry};

pub(in crate::http) const ENDPOINTS: &[Endpoint] = &[Endpoint {
    method: Method::GET,
    path: "/api/v1/audit",
    access: Access::Staff(Power::Audit),
    kind: Kind::Read,
    to: |route| route.to(search),
}];

/// What to look for.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct Asked {
    /// By whom: the name of an account.
    #[serde(default)]
    by: Option<String>,
    /// Which act, like `sanction.ban`.
    #[serde(default)]
    act: Option<String>,
    /// To what, like `person:NAME` or `game:ID`.
    #[serde(default)]
    subject: Option<String>,
    /// The `next` of the page before.
    #[serde(default)]
    before: Option<u64>,
}

/// The log, the newest first.
#[utoipa::path(get, path = "/api/v1/audit", tag = "order", params(Asked), security(("bearer" = [])), responses(
    (status = 200, body = AuditPage),
    (status = 400, body = Problem, description = "`bad_request`"),
    (status = 403, body = Problem, description = "`not_allowed`"),
    (status = "default", body = Problem),
))]
pub(in crate::http) async fn search(
    app: web::Data<App>,
    asked: web::Query<Asked>,
) -> Result<web::Json<AuditPage>, ApiError> {
    let Asked { by, act, subject, before } = asked.into_inner();
    let by = match by {
        Some(name) => match app.accounts.find(&name).await? {
            Some(account) => Some(account.id),
            None => return Ok(web::Json(AuditPage { items: Vec::new(), next: None })),
        },
        None => None,
    };
    if before.is_some_and(|before| i64::try_from(before).is_err()) {
        return Err(bad_request("that is no `next` of a page"));
    }
    let rows = limits::PAGE_ROWS as usize;
    let search = AuditSearch { by, act, subject, before };
    let mut entries = app.moderation.audit().search(&search, u64::from(limits::PAGE_ROWS) + 1).await?;
    let more = entries.len() > rows;
    entries.truncate(rows);
    let next = entries.last().filter(|_| more).map(|last| last.number);
    Ok(web::Json(AuditPage { items: entries.into_iter().map(shown).collect(), next }))
}

fn shown(entry: Entry) -> AuditEntry {
    let Entry { number, at_ms, act, hash } = entry;
    AuditEntry {
        number,
        at_ms,
        by: act.by.1,
        act: act.act,
        subject: act.subject,
        reason: act.reason,
        before: act.before,
        after: act.after,
        hash: hex::encode(&hash),
    }
}
