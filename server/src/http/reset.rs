//! `/reset`, `/mail`: another password for one that was forgotten, and the mail address that a link to that goes to.
//!
//! Whoever asks for a link is answered at once and always the same; what is then looked up and sent, nobody who asks can see or measure.
//! Deliberately absent: telling whether an address is anybody's.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, web};
use protocol::Code;
use protocol::http::{MailAddress, NewMailAddress, NewReset, Problem, ResetAsk, ResetAsked, Ticket};

use super::body::Body;
use super::credentials::guarded;
use super::endpoint::{Access, Endpoint};
use super::problem::ApiError;
use super::who::Player;
use crate::account::Link;
use crate::app::App;
use crate::doors::Kind;
use crate::mail::{Letter, Mailer, address};
use crate::store::Act;

const MAIL: &str = "/api/v1/mail";
/// The longest name or address that is looked up, in bytes.
const ASKED_BYTES: usize = 320;

pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        method: Method::POST,
        path: "/api/v1/reset/ask",
        access: Access::Open,
        kind: Kind::LogIn,
        to: |route| route.to(ask),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/reset",
        access: Access::Open,
        kind: Kind::LogIn,
        to: |route| route.to(reset),
    },
    Endpoint {
        method: Method::GET,
        path: MAIL,
        access: Access::Player,
        kind: Kind::Read,
        to: |route| route.to(mail),
    },
    Endpoint {
        method: Method::PUT,
        path: MAIL,
        access: Access::Player,
        kind: Kind::LogIn,
        to: |route| route.to(set_mail),
    },
    Endpoint {
        method: Method::POST,
        path: "/api/v1/mail/confirm",
        access: Access::Open,
        kind: Kind::Session,
        to: |route| route.to(confirm),
    },
];

/// Asks for a link to another password, by name or mail address. The answer is the same whether or not anybody has that.
#[utoipa::path(post, path = "/api/v1/reset/ask", tag = "accounts", request_body = ResetAsk, responses(
    (status = 202, body = ResetAsked, description = "If that is somebody's who has confirmed a mail address, a link is on its way to that"),
    (status = 429, body = Problem, description = "`rate_limited`; `Retry-After` says for how long"),
    (status = 503, body = Problem, description = "`busy`: too many ask at once"),
    (status = "default", body = Problem),
))]
pub(super) async fn ask(app: web::Data<App>, Body(body): Body<ResetAsk>) -> Result<HttpResponse, ApiError> {
    let by_mail = app.mailer.is_some();
    if by_mail && body.who.len() <= ASKED_BYTES {
        // Taken before anything is looked up: that nothing is free says nothing of who was asked for.
        let errand = Arc::clone(&app.errands).try_acquire_owned();
        let errand = errand.map_err(|_| ApiError::new(Code::Busy).retry_after_s(5))?;
        tokio::spawn(async move {
            send_links(&app, &body.who).await;
            drop(errand);
        });
    }
    Ok(HttpResponse::Accepted().json(ResetAsked { by_mail }))
}

async fn send_links(app: &App, who: &str) {
    let links = match app.accounts.reset_links(who).await {
        Ok(links) => links,
        Err(error) => {
            return tracing::error!(%error, "it could not be looked up whose password was forgotten");
        }
    };
    for Link { address, name, token } in links {
        if let Some(mailer) = &app.mailer {
            // What went wrong is in the log already, and whoever asked must not learn of it.
            send(mailer, &address, &Letter::Reset { name, token }).await.ok();
        }
    }
}

async fn send(mailer: &Mailer, to: &str, letter: &Letter) -> Result<(), ApiError> {
    mailer.send(to, letter).await.map_err(|error| {
        tracing::error!(error, "a letter could not be sent: check --smtp-url and the mail server");
        ApiError::new(Code::Busy).because("the mail server does not take the letter").retry_after_s(60)
    })
}

/// Sets another password by the ticket of a link, and logs out everywhere.
#[utoipa::path(post, path = "/api/v1/reset", tag = "accounts", request_body = NewReset, responses(
    (status = 204, description = "The password is the new one; every session and personal token is over"),
    (status = 410, body = Problem, description = "`ticket_gone`: ask for another link"),
    (status = 422, body = Problem, description = "`bad_password`"),
    (status = "default", body = Problem),
))]
pub(super) async fn reset(app: web::Data<App>, Body(body): Body<NewReset>) -> Result<HttpResponse, ApiError> {
    let account = app.accounts.reset(&body.token, &body.password).await?;
    let act = Act {
        by: (Some(account.id), account.name.clone()),
        act: "account.reset".to_owned(),
        subject: format!("person:{}", account.name),
        reason: String::new(),
        before: String::new(),
        after: String::new(),
    };
    app.moderation.note(act).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Your mail address, which nobody else is shown.
#[utoipa::path(get, path = "/api/v1/mail", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, body = MailAddress),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = "default", body = Problem),
))]
pub(super) async fn mail(app: web::Data<App>, who: Player) -> Result<web::Json<MailAddress>, ApiError> {
    let address = app.accounts.mail(who.0.account).await?;
    Ok(web::Json(MailAddress { address, by_mail: app.mailer.is_some() }))
}

/// Asks for another mail address, or for none. A new one is yours once the link that is sent to it was opened.
#[utoipa::path(put, path = "/api/v1/mail", tag = "accounts", security(("bearer" = [])), request_body = NewMailAddress, responses(
    (status = 202, description = "A link is on its way to the address"),
    (status = 204, description = "You have no address any more"),
    (status = 401, body = Problem, description = "`not_logged_in`, `bad_token`"),
    (status = 403, body = Problem, description = "`wrong_password`"),
    (status = 409, body = Problem, description = "`no_mail`: this server sends no mail"),
    (status = 422, body = Problem, description = "`bad_mail`"),
    (status = 503, body = Problem, description = "`busy`: enough links are on their way, or the mail server takes none"),
    (status = "default", body = Problem),
))]
pub(super) async fn set_mail(
    request: HttpRequest,
    app: web::Data<App>,
    who: Player,
    Body(body): Body<NewMailAddress>,
) -> Result<HttpResponse, ApiError> {
    if body.address.trim().is_empty() {
        guarded(&app, &request, &who.0, app.accounts.forget_mail(&who.0, &body.password)).await?;
        return Ok(HttpResponse::NoContent().finish());
    }
    let mailer = app.mailer.as_ref().ok_or_else(|| ApiError::new(Code::NoMail))?;
    let wanted = address(&body.address).ok_or_else(|| ApiError::new(Code::BadMail))?;
    let link = app.accounts.mail_link(&who.0, &body.password, wanted);
    let Link { address, name, token } = guarded(&app, &request, &who.0, link).await?;
    send(mailer, &address, &Letter::Confirm { name, token }).await?;
    Ok(HttpResponse::Accepted().finish())
}

/// Confirms a mail address by the ticket of the link that was sent to it.
#[utoipa::path(post, path = "/api/v1/mail/confirm", tag = "accounts", request_body = Ticket, responses(
    (status = 204, description = "The address is the account's"),
    (status = 410, body = Problem, description = "`ticket_gone`: ask for another link"),
    (status = "default", body = Problem),
))]
pub(super) async fn confirm(app: web::Data<App>, Body(body): Body<Ticket>) -> Result<HttpResponse, ApiError> {
    app.accounts.confirm_mail(&body.token).await?;
    Ok(HttpResponse::NoContent().finish())
}
